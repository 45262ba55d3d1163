// Package anthropic is the brain that asks Claude, through the vendor's own client. The types of that client do not leave this
// package.
package anthropic

import (
	"cmp"
	"context"
	"iter"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/model"
)

// DefaultModel is quick to its first word, which is what a caller notices.
const DefaultModel = string(sdk.ModelClaudeHaiku5_5)

// What Config.Thinking may be.
const (
	ThinkingOff  = "off"  // the first word comes at once
	ThinkingOn   = "on"   // the model thinks where it finds that needed
	ThinkingAuto = "auto" // nothing is sent: the model's own default
)

// ThinkingModes and Efforts are what those two may be.
var (
	ThinkingModes = []string{ThinkingOff, ThinkingOn, ThinkingAuto}
	Efforts       = []string{"none", "low", "medium", "high", "xhigh", "max"}
)

// Config says which model, and what may take how long. Only APIKey has no default.
type Config struct {
	BaseURL string // "https://api.anthropic.com"; "/v1/messages" is appended
	APIKey  string
	Models  []string // the first that there is answers; DefaultModel
	Name    string   // of the brain, in events; "anthropic"

	// Time.
	Connect   time.Duration // 2 s for name lookup and TCP, as much again for TLS
	FirstByte time.Duration // 8 s, from the request to the first event
	Idle      time.Duration // 5 s, between two events; pings do not count
	Step      time.Duration // 25 s, for all of it, retries included

	// Retries before the first event: none. The agent has its own; these are for those who use a brain alone.
	Retries  int
	MaxPause time.Duration // 2 s: a server that asks to wait for longer is not asked again here

	// Size.
	Budget    int // tokens of a whole request, at four bytes a token: 16,000
	MaxResult int // bytes of one tool result: 16 KiB; in earlier turns an eighth of it
	MaxTokens int // of an answer, its thinking included: 1,024, or 8,192 where it may think

	// How the model works.
	Thinking string // ThinkingOff
	Effort   string // "low"; "none" = not sent

	Prices    map[string]model.Price // by model; one that is not there costs nothing that is known
	Transport http.RoundTripper      // nil = one of its own
	Clock     evercart.Clock         // for pauses between retries; nil = the machine's
	Log       *slog.Logger           // nil = none; ids, sizes and codes only
}

// Brain implements evercart.Brain.
type Brain struct {
	config Config
	client sdk.Client
	http   *http.Client
	at     atomic.Int32              // which of Config.Models answers
	can    atomic.Pointer[abilities] // what Check learned of it; nil = nothing
}

var _ evercart.Brain = (*Brain)(nil)

// New makes the brain; it does not call the server. Invalid.
func New(c Config) (*Brain, error) {
	var err error
	c.BaseURL, err = model.BaseURL("anthropic.New", cmp.Or(c.BaseURL, "https://api.anthropic.com"))
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/v1")
	switch {
	case err != nil:
		return nil, err
	case c.APIKey == "":
		return nil, evercart.Errorf(evercart.Invalid, "anthropic.New", "no API key is given")
	case c.Thinking != "" && !slices.Contains(ThinkingModes, c.Thinking):
		return nil, evercart.Errorf(evercart.Invalid, "anthropic.New", "thinking is off, on or auto")
	case c.Effort != "" && !slices.Contains(Efforts, c.Effort):
		return nil, evercart.Errorf(evercart.Invalid, "anthropic.New", "effort is none, low, medium, high, xhigh or max")
	}
	c.defaults()
	b := &Brain{config: c, http: model.Client(c.Transport, c.Connect)}
	b.client = sdk.NewClient(option.WithoutEnvironmentDefaults(), option.WithoutOpenTelemetry(), option.WithMaxRetries(0),
		option.WithBaseURL(c.BaseURL+"/"), option.WithAPIKey(c.APIKey), option.WithHTTPClient(b.http), option.WithMiddleware(b.bounded))
	return b, nil
}

func (c *Config) defaults() {
	if len(c.Models) == 0 {
		c.Models = []string{DefaultModel}
	}
	c.Name = cmp.Or(c.Name, "anthropic")
	c.Connect = cmp.Or(c.Connect, 2*time.Second)
	c.FirstByte = cmp.Or(c.FirstByte, 8*time.Second)
	c.Idle = cmp.Or(c.Idle, 5*time.Second)
	c.Step = cmp.Or(c.Step, 25*time.Second)
	c.MaxPause = cmp.Or(c.MaxPause, 2*time.Second)
	c.Budget = cmp.Or(c.Budget, 16_000)
	c.MaxResult = cmp.Or(c.MaxResult, 16<<10)
	c.Thinking = cmp.Or(c.Thinking, ThinkingOff)
	c.Effort = cmp.Or(c.Effort, "low")
	if c.MaxTokens == 0 {
		c.MaxTokens = 1024
		if c.Thinking != ThinkingOff {
			c.MaxTokens = 8192
		}
	}
	if c.Clock == nil {
		c.Clock = evercart.SystemClock{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
}

// Name implements evercart.Brain.
func (b *Brain) Name() string { return b.config.Name }

// AtOnce implements evercart.Brain: a model takes its time.
func (*Brain) AtOnce() bool { return false }

// Close lets idle connections go.
func (b *Brain) Close() { b.http.CloseIdleConnections() }

// Think implements evercart.Brain. Text is yielded as it comes; calls only once the message is whole and without an error. A stream
// that breaks off ends with an error and without Stop: Timeout where it was silent for too long, else Unavailable. Arguments
// that are not one JSON object of at most 64 KiB become null, so that the call can be answered as one that failed.
func (b *Brain) Think(ctx context.Context, p evercart.Prompt) iter.Seq2[evercart.Thought, error] {
	return func(yield func(evercart.Thought, error) bool) {
		began := time.Now()
		w := model.Watch(ctx, b.config.Step)
		defer w.Stop()
		a := b.answering(p)
		left, err := a.listen(w, yield)
		if left {
			return
		}
		b.log(w, p, a, began, err)
		if err != nil {
			yield(evercart.Thought{}, err)
			return
		}
		a.conclude(yield)
	}
}

func (b *Brain) log(w *model.Watcher, p evercart.Prompt, a *answer, began time.Time, err error) {
	code := evercart.CodeOf(err)
	b.config.Log.LogAttrs(w.Parent, model.Level(code), "anthropic: asked the model", slog.String("brain", b.config.Name), slog.String("model", a.name),
		slog.String("turn", string(p.Now.Turn)), slog.Int("step", len(p.Now.Steps)+1), slog.Int64("in", a.used.In), slog.Int64("cached", a.used.Cached),
		slog.Int64("written", a.used.Written), slog.Int64("out", a.used.Out), slog.Duration("took", time.Since(began)),
		slog.String("code", string(code)), slog.Any("err", err))
}
