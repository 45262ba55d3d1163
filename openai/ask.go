package openai

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/sse"
	"github.com/evercart/evercart/model"
)

// Bounds of what a server may send.
const (
	maxEvent  = 4 << 20
	maxStream = 16 << 20
	maxFault  = 64 << 10
	// tail is how long a whole message may wait for its usage and the end of the stream, which some servers leave open.
	tail = time.Second
)

// ask sends the request until it is answered or the retries are used up.
func (b *Brain) ask(w *model.Watcher, body []byte) (*http.Response, error) {
	for try := 0; ; try++ {
		res, err := b.post(w, body)
		if err == nil {
			return res, nil
		}
		pause, again := b.retry().Again(try, err)
		if !again {
			return nil, err
		}
		w.Rest()
		if b.config.Clock.Sleep(w.Ctx, pause) != nil {
			return nil, w.Failed(w.Ctx.Err(), op)
		}
	}
}

func (b *Brain) retry() model.Retry {
	return model.Retry{Times: b.config.Retries, MaxPause: b.config.MaxPause}
}

// post sends the request once. The response is one with an answer in it, its body open.
func (b *Brain) post(w *model.Watcher, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(w.Ctx, http.MethodPost, b.url, bytes.NewReader(body))
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Invalid, op)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream")
	if b.config.APIKey != "" {
		req.Header.Set("Authorization", "Bearer "+b.config.APIKey)
	}
	w.Within(b.config.FirstByte)
	res, err := b.client.Do(req)
	if err != nil {
		return nil, w.Failed(err, op)
	}
	if res.StatusCode == http.StatusOK {
		return res, nil
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxFault))
	if err != nil && w.Ctx.Err() != nil {
		return nil, w.Failed(err, op)
	}
	return nil, refused(res, text, b.config.Clock.Now())
}

// listen takes the answer in and yields its text as it comes. left = the caller has left the loop.
func (b *Brain) listen(w *model.Watcher, res *http.Response, m *message, yield func(evercart.Thought, error) bool) (left bool, err error) {
	whole := &io.LimitedReader{R: res.Body, N: maxStream}
	if kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); kind == "application/json" {
		return b.hear(w, whole, m, yield)
	}
	for in := sse.NewReader(whole, maxEvent); ; {
		e, err := in.Next()
		switch {
		case err != nil && m.finish != "" && w.Parent.Err() == nil:
			return false, nil // the message was whole; only its usage may be lost
		case errors.Is(err, sse.ErrTooLarge), errors.Is(err, io.EOF) && whole.N == 0:
			return false, evercart.Errorf(evercart.TooLarge, op, "the model server sent too much")
		case errors.Is(err, io.EOF):
			return false, evercart.Errorf(evercart.Unavailable, op, "the answer broke off")
		case err != nil:
			return false, w.Failed(err, op)
		case e.Data == "[DONE]" && m.finish != "":
			return false, nil
		case e.Data == "[DONE]":
			return false, evercart.Errorf(evercart.Unavailable, op, "the answer has no end")
		}
		text, err := m.take([]byte(e.Data))
		if err != nil {
			return false, err
		}
		w.Rest() // the caller's time is not the server's
		if text != "" && !yield(evercart.Thought{Text: text}, nil) {
			return true, nil
		}
		if m.finish != "" {
			w.Within(min(b.config.Idle, tail))
		} else {
			w.Within(b.config.Idle)
		}
	}
}

// hear is listen for a server that does not stream.
func (b *Brain) hear(w *model.Watcher, r io.Reader, m *message, yield func(evercart.Thought, error) bool) (left bool, err error) {
	doc, err := io.ReadAll(r)
	if err != nil {
		return false, w.Failed(err, op)
	}
	text, err := m.take(doc)
	switch {
	case err != nil:
		return false, err
	case m.finish == "":
		return false, evercart.Errorf(evercart.Unavailable, op, "the answer has no end")
	}
	return text != "" && !yield(evercart.Thought{Text: text}, nil), nil
}
