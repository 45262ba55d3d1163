package anthropic

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/ssestream"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/model"
)

// Bounds of what the server may send.
const (
	maxStream = 16 << 20
	// tail is how long a message that has its stop reason may wait for its end.
	tail = time.Second
	// maxPauses is how often a message that the server paused is gone on with.
	maxPauses = 3
)

type stream = ssestream.Stream[sdk.MessageStreamEventUnion]

// answer is a step while it is thought: one message, or more where the server pauses.
type answer struct {
	brain *Brain
	p     evercart.Prompt
	name  string // of the model that is asked
	at    int32  // its place in the list
	m     message
	said  bool       // words were yielded
	used  model.Used // by the messages before m, then by all of them
	extra []sdk.ContentBlockParamUnion
}

func (b *Brain) answering(p evercart.Prompt) *answer {
	a := &answer{brain: b, p: p}
	a.choose()
	return a
}

// choose takes the model that answers now.
func (a *answer) choose() {
	a.at = a.brain.at.Load()
	a.name = a.brain.config.Models[a.at]
}

// listen asks, and yields text as it comes, until a message is whole that is not paused. left = the caller has left the loop.
func (a *answer) listen(w *model.Watcher, yield func(evercart.Thought, error) bool) (left bool, err error) {
	for pauses := 0; ; pauses++ {
		s, err := a.ask(w)
		if err != nil {
			return false, err
		}
		left, err := a.take(w, s, yield)
		_ = s.Close() // what it could tell, the reading told
		a.used = a.used.Plus(a.m.used)
		if left || err != nil || a.m.stop != string(sdk.StopReasonPauseTurn) {
			return left, err
		}
		more, ok := a.m.params()
		if !ok || pauses == maxPauses {
			return false, evercart.Errorf(evercart.Unavailable, op, "the model paused its answer, and cannot be asked to go on")
		}
		a.extra = append(a.extra, more...)
	}
}

// ask sends the request until an answer begins or the retries are used up; with the next model of the list where one is gone.
func (a *answer) ask(w *model.Watcher) (*stream, error) {
	c := a.brain.config
	retry := model.Retry{Times: c.Retries, MaxPause: c.MaxPause}
	for try := 0; ; {
		s, err := a.send(w)
		if err == nil {
			return s, nil
		}
		if gone(err) && a.brain.next(a.at) {
			a.choose()
			continue
		}
		pause, again := retry.Again(try, err)
		if !again {
			return nil, err
		}
		w.Rest()
		if c.Clock.Sleep(w.Ctx, pause) != nil {
			return nil, w.Failed(w.Ctx.Err(), op)
		}
		try++
	}
}

// send asks once, and gives the stream at its first event.
func (a *answer) send(w *model.Watcher) (*stream, error) {
	a.m = message{step: len(a.p.Now.Steps) + 1, quiet: a.p.NoCalls}
	w.Within(a.brain.config.FirstByte)
	s := a.brain.client.Messages.NewStreaming(w.Ctx, a.params())
	if s.Next() {
		return s, nil
	}
	err := a.failed(w, s.Err())
	_ = s.Close()
	return nil, err
}

// take reads a message whose first event is there.
func (a *answer) take(w *model.Watcher, s *stream, yield func(evercart.Thought, error) bool) (left bool, err error) {
	for more := true; more; more = s.Next() {
		text, err := a.m.take(s.Current())
		if err != nil {
			return false, err
		}
		w.Rest() // the caller's time is not the server's
		if a.said = a.said || text != ""; text != "" && !yield(evercart.Thought{Text: text}, nil) {
			return true, nil
		}
		switch {
		case a.m.over:
			return false, nil
		case a.m.stop != "":
			w.Within(min(a.brain.config.Idle, tail))
		default:
			w.Within(a.brain.config.Idle)
		}
	}
	if a.m.stop != "" && len(a.m.calls()) == 0 && w.Parent.Err() == nil {
		return false, nil // all words are there, and there is nothing to be carried out
	}
	return false, a.failed(w, s.Err())
}

// failed is the error of a stream that ended before its message.
func (a *answer) failed(w *model.Watcher, err error) error {
	if err == nil {
		return evercart.Errorf(evercart.Unavailable, op, "the answer broke off")
	}
	if e, ok := errors.AsType[*sdk.Error](err); ok {
		return refused(e, a.brain.config.Clock.Now())
	}
	if e, ok := errors.AsType[*evercart.Error](err); ok {
		return e
	}
	return w.Failed(err, op)
}

// conclude yields the calls of a whole message, then its Stop.
func (a *answer) conclude(yield func(evercart.Thought, error) bool) {
	stop, calls := a.m.ended()
	price := a.brain.config.Prices[a.name]
	model.Conclude(calls, evercart.Thought{Stop: stop, Usage: price.Of(a.used), Model: cmp.Or(a.m.model, a.name), Opaque: a.m.opaque(a.name)}, yield)
}

// bounded keeps what the server sends within bounds, and refuses redirects.
func (b *Brain) bounded(r *http.Request, next func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	res, err := next(r)
	if err != nil {
		return res, err
	}
	if res.StatusCode < http.StatusOK || res.StatusCode >= http.StatusMultipleChoices && res.StatusCode < http.StatusBadRequest {
		return nil, errors.Join(evercart.Errorf(evercart.Invalid, op, "the model server does not answer itself (status %d)", res.StatusCode), res.Body.Close())
	}
	res.Body = &limited{res.Body, maxStream}
	return res, nil
}

// limited is a body that ends with an error where it is too long.
type limited struct {
	io.ReadCloser
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, evercart.Errorf(evercart.TooLarge, op, "the model server sent too much")
	}
	n, err := l.ReadCloser.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}
