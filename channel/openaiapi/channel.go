// Package openaiapi is the endpoint that most voice platforms call: they hear and speak themselves, and ask for each answer as
// they would ask a model of OpenAI's, over HTTP, with the whole conversation in every request. Of that list we take the last words
// of the person, and what the platform says was heard of our answers; the conversation itself is ours.
package openaiapi

import (
	"context"
	"crypto/sha256"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
)

// Name is the channel as events name it.
const Name = "openai"

// Config is what the channel stands on. Desk and Keys are needed.
type Config struct {
	Desk    channel.Desk
	Keys    []string // each opens the endpoint; 16 characters or more; the same order at every node
	Numbers bool     // the caller's number, as the platform shows it, leads to the shopper of earlier calls
	Limits  Limits
}

// Limits bound what comes from outside. Zero means the default.
type Limits struct {
	Requests int           // at once; 1,000
	Body     int64         // bytes of a request; 4 MiB
	Messages int           // of a request; 2,000
	Tools    int           // of a request; 128
	Pieces   int           // of an answer that wait to be sent; 512
	Grace    time.Duration // after the platform hung up, until the turn is ended: a copy of the request goes on with it; 1 s
	Again    time.Duration // how long a copy is known where no call is named; 1 min
	Beat     time.Duration // between signs of life in a stream; 3 s
	Write    time.Duration // of one chunk; 10 s
}

func (l Limits) filled() Limits {
	for p, n := range map[*int]int{&l.Requests: 1000, &l.Messages: 2000, &l.Tools: 128, &l.Pieces: 512} {
		if *p <= 0 {
			*p = n
		}
	}
	if l.Body <= 0 {
		l.Body = 4 << 20
	}
	for p, d := range map[*time.Duration]time.Duration{&l.Grace: time.Second, &l.Again: time.Minute, &l.Beat: 3 * time.Second, &l.Write: 10 * time.Second} {
		if *p <= 0 {
			*p = d
		}
	}
	return l
}

// Channel answers requests.
type Channel struct {
	Config
	desk   channel.Desk
	log    *slog.Logger
	keys   [][]byte // hashed
	secret []byte   // of the ids of turns: the same at every node
	lanes  lanes

	// mu guards whether new requests may come, and how many there are.
	mu      sync.Mutex
	live    int
	leaving bool
	open    sync.WaitGroup
	life    context.Context //nolint:containedctx // ends when Stop waits no longer
	end     context.CancelFunc

	counts struct{ calls, resumed, turns, interrupted, transferred, refused atomic.Int64 }
}

// New makes the channel. Invalid.
func New(c Config) (*Channel, error) {
	desk, err := c.Desk.Filled()
	if err != nil {
		return nil, err
	}
	c.Limits = c.Limits.filled()
	ch := &Channel{Config: c, desk: desk, log: desk.Log}
	for _, k := range c.Keys {
		if len(k) < 16 {
			return nil, evercart.Errorf(evercart.Invalid, "openaiapi.New", "a key has at least 16 characters")
		}
		sum := sha256.Sum256([]byte(k))
		ch.keys = append(ch.keys, sum[:])
	}
	if len(ch.keys) == 0 {
		return nil, evercart.Errorf(evercart.Invalid, "openaiapi.New", "a key is needed")
	}
	ch.secret = channel.MAC(sha256.New, []byte(c.Keys[0]), []byte("evercart openai turns"))
	ch.life, ch.end = context.WithCancel(context.Background())
	return ch, nil
}

// named is the base URL of one call, for platforms that can say nothing else of it.
const named = "/channels/openai/{call}"

// Routes are what the server serves for it. Some platforms append their path to an address that has it.
func (c *Channel) Routes() []channel.Route {
	var out []channel.Route
	for _, base := range []string{"", named} {
		out = append(out,
			channel.Route{Method: "POST", Path: base + "/v1/chat/completions", JSON: true, Kind: eventStream, Serve: c.complete, About: "OpenAI's chat completions, for voice platforms: the next answer"},
			channel.Route{Method: "POST", Path: base + "/v1/chat/completions/chat/completions", JSON: true, Kind: eventStream, Serve: c.complete, About: "The same, for platforms that append the path"},
			channel.Route{Method: "GET", Path: base + "/v1/models", Kind: "application/json", Serve: c.models, About: "OpenAI's list of models: this server"})
	}
	return out
}

// Stats counts. A call is a request here.
func (c *Channel) Stats() channel.Stats {
	c.mu.Lock()
	live := c.live
	c.mu.Unlock()
	n := &c.counts
	return channel.Stats{Live: int64(live), Calls: n.calls.Load(), Resumed: n.resumed.Load(), Turns: n.turns.Load(),
		Interrupted: n.interrupted.Load(), Transferred: n.transferred.Load(), Refused: n.refused.Load()}
}

// Stop takes no more requests and waits until those that run are answered; when ctx ends, they are cut off.
func (c *Channel) Stop(ctx context.Context) error {
	c.mu.Lock()
	c.leaving = true
	c.mu.Unlock()
	done := make(chan struct{})
	go func() { c.open.Wait(); close(done) }()
	select {
	case <-done:
		c.end()
		return nil
	case <-ctx.Done():
	}
	c.end()
	<-done
	return evercart.Wrap(ctx.Err(), evercart.CodeOf(ctx.Err()), "openaiapi.Stop")
}

// enter counts a request in. Unauthorized, Unavailable, Busy.
func (c *Channel) enter(r *http.Request) error {
	if !c.allowed(r) {
		c.counts.refused.Add(1)
		return evercart.Errorf(evercart.Unauthorized, "openaiapi", "the key is missing or not known")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.leaving:
		return &evercart.Error{Code: evercart.Unavailable, Op: "openaiapi", Message: "the server is going away", RetryAfter: time.Second}
	case c.live >= c.Limits.Requests:
		return &evercart.Error{Code: evercart.Busy, Op: "openaiapi", Message: "too many requests at once", RetryAfter: time.Second}
	}
	c.live++
	c.open.Add(1)
	return nil
}

func (c *Channel) exit() {
	c.mu.Lock()
	c.live--
	c.mu.Unlock()
	c.open.Done()
}

// allowed says whether a request has one of the keys, as "Bearer KEY" or alone.
func (c *Channel) allowed(r *http.Request) bool {
	key := strings.TrimSpace(r.Header.Get("Authorization"))
	if scheme, rest, ok := strings.Cut(key, " "); ok && strings.EqualFold(scheme, "Bearer") {
		key = strings.TrimSpace(rest)
	}
	sum := sha256.Sum256([]byte(key))
	return channel.AnyEqual(sum[:], c.keys...)
}
