// Package openai is the brain that asks a language model over the chat-completions dialect, which most model servers speak,
// hosted or on one's own machine. The types of the dialect do not leave this package.
package openai

import (
	"cmp"
	"context"
	"iter"
	"log/slog"
	"net/http"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/model"
)

// Config says which server and model, and what may take how long. Only Model has no default.
type Config struct {
	BaseURL string // "https://api.openai.com/v1"; "/chat/completions" is appended
	APIKey  string // "" = none is sent, as for servers on one's own machine
	Model   string
	Name    string // of the brain, in events; "openai"

	// Time.
	Connect   time.Duration // 2 s for name lookup and TCP, as much again for TLS
	FirstByte time.Duration // 8 s, from the request to the first event
	Idle      time.Duration // 5 s, between two events
	Step      time.Duration // 25 s, for all of it, retries included

	// Retries before the first event: none. The agent has its own; these are for those who use a brain alone.
	Retries  int
	MaxPause time.Duration // 2 s: a server that asks to wait for longer is not asked again here

	// Size.
	Budget    int // tokens of a whole request, at four bytes a token: 16,000
	MaxResult int // bytes of one tool result: 16 KiB; in earlier turns an eighth of it
	MaxTokens int // of an answer; 0 = the server's own bound

	// Taste of the server.
	Temperature *float64 // nil = the server's own
	Effort      string   // reasoning_effort; "" = not sent
	Alternate   bool     // it wants user and assistant in turns: messages of one role in a row are joined
	NoUsage     bool     // it refuses stream_options

	Price     model.Price
	Transport http.RoundTripper // nil = one of its own
	Clock     evercart.Clock    // for pauses between retries; nil = the machine's
	Log       *slog.Logger      // nil = none; ids, sizes and codes only
}

// Brain implements evercart.Brain.
type Brain struct {
	config Config
	url    string
	client *http.Client
}

var _ evercart.Brain = (*Brain)(nil)

// New makes the brain; it does not call the server. Invalid.
func New(c Config) (*Brain, error) {
	var err error
	c.BaseURL, err = model.BaseURL("openai.New", cmp.Or(c.BaseURL, "https://api.openai.com/v1"))
	switch {
	case err != nil:
		return nil, err
	case c.Model == "":
		return nil, evercart.Errorf(evercart.Invalid, "openai.New", "no model is named")
	}
	c.Name = cmp.Or(c.Name, "openai")
	c.Connect = cmp.Or(c.Connect, 2*time.Second)
	c.FirstByte = cmp.Or(c.FirstByte, 8*time.Second)
	c.Idle = cmp.Or(c.Idle, 5*time.Second)
	c.Step = cmp.Or(c.Step, 25*time.Second)
	c.MaxPause = cmp.Or(c.MaxPause, 2*time.Second)
	c.Budget = cmp.Or(c.Budget, 16_000)
	c.MaxResult = cmp.Or(c.MaxResult, 16<<10)
	if c.Clock == nil {
		c.Clock = evercart.SystemClock{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &Brain{config: c, url: c.BaseURL + "/chat/completions", client: model.Client(c.Transport, c.Connect)}, nil
}

// Name implements evercart.Brain.
func (b *Brain) Name() string { return b.config.Name }

// AtOnce implements evercart.Brain: a model takes its time.
func (*Brain) AtOnce() bool { return false }

// Close lets idle connections go.
func (b *Brain) Close() { b.client.CloseIdleConnections() }

// Think implements evercart.Brain. Text is yielded as it comes and as it is; calls only once the message is whole. A stream
// that breaks off ends with an error and without Stop: Timeout where it was silent for too long, else Unavailable. Arguments
// that are not one JSON object of at most 64 KiB become null, so that the call can be answered as one that failed.
func (b *Brain) Think(ctx context.Context, p evercart.Prompt) iter.Seq2[evercart.Thought, error] {
	return func(yield func(evercart.Thought, error) bool) {
		began := time.Now()
		w := model.Watch(ctx, b.config.Step)
		defer w.Stop()
		body, err := b.body(p)
		if err != nil {
			yield(evercart.Thought{}, err)
			return
		}
		res, err := b.ask(w, body)
		if err != nil {
			b.log(w, p, len(body), began, err)
			yield(evercart.Thought{}, err)
			return
		}
		defer func() { _ = res.Body.Close() }()
		m := message{step: len(p.Now.Steps) + 1, quiet: p.NoCalls}
		left, err := b.listen(w, res, &m, yield)
		if left {
			return
		}
		b.log(w, p, len(body), began, err)
		if err != nil {
			yield(evercart.Thought{}, err)
			return
		}
		stop, calls := m.ended()
		model.Conclude(calls, evercart.Thought{Stop: stop, Usage: b.config.Price.Of(m.used()), Model: cmp.Or(m.model, b.config.Model), Opaque: m.opaque(b.config.Model)}, yield)
	}
}

func (b *Brain) log(w *model.Watcher, p evercart.Prompt, size int, began time.Time, err error) {
	code := evercart.CodeOf(err)
	b.config.Log.LogAttrs(w.Parent, model.Level(code), "openai: asked the model", slog.String("brain", b.config.Name), slog.String("model", b.config.Model),
		slog.String("turn", string(p.Now.Turn)), slog.Int("step", len(p.Now.Steps)+1), slog.Int("bytes", size),
		slog.Duration("took", time.Since(began)), slog.String("code", string(code)), slog.Any("err", err))
}
