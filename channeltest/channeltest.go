// Package channeltest is what the tests of the voice platforms' codecs stand on: a conversation over a double of the store with a brain
// that does as it is told, and a server of a codec's paths.
package channeltest

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/fake"
)

// All is the second sentence of each answer.
const All = "And that is really all of it."

// Brain says "You said X." and All. After the first sentence it waits where the words begin with "wait"; at "person" it hands the caller on,
// at "slow" it calls a tool that takes its time first.
type Brain struct {
	Half   chan string   // told the words whose first sentence was given, where it waits
	Onward chan struct{} // closed to let it go on
	Asked  atomic.Int64  // for an answer
}

var _ evercart.Brain = (*Brain)(nil)

// Name implements evercart.Brain.
func (*Brain) Name() string { return "scripted" }

// AtOnce implements evercart.Brain.
func (*Brain) AtOnce() bool { return false }

// Think implements evercart.Brain.
func (b *Brain) Think(ctx context.Context, p evercart.Prompt) iter.Seq2[evercart.Thought, error] {
	return func(yield func(evercart.Thought, error) bool) {
		words := p.Now.Words.Reveal()
		tool := ""
		switch first, _, _ := strings.Cut(words, " "); first {
		case "person":
			tool = "hand_off"
		case "slow":
			tool = "look"
		}
		if tool != "" && len(p.Now.Steps) == 0 {
			call := evercart.ToolCall{Tool: tool, Args: evercart.PersonalJSON(`{}`), Vendor: "c1"}
			_ = yield(evercart.Thought{Call: &call}, nil) && yield(evercart.Thought{Stop: evercart.StopCalls}, nil)
			return
		}
		b.Asked.Add(1)
		if !yield(evercart.Thought{Text: "You said " + words + ". "}, nil) {
			return
		}
		if strings.HasPrefix(words, "wait") {
			b.Half <- words
			select {
			case <-b.Onward:
			case <-ctx.Done():
				yield(evercart.Thought{}, ctx.Err())
				return
			}
		}
		_ = yield(evercart.Thought{Text: All}, nil) && yield(evercart.Thought{Stop: evercart.StopSaid, Usage: evercart.Usage{In: 12, Cached: 10, Out: 7}}, nil)
	}
}

// handOff hands the caller on to people who are there.
type handOff struct{}

func (handOff) Spec() evercart.ToolSpec {
	return evercart.ToolSpec{Name: "hand_off", About: "A person takes over", Schema: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`), Changes: true,
		Does: []evercart.DeedKind{evercart.DeedHandedOff}}
}

func (handOff) Prepare(context.Context, evercart.State, evercart.ToolCall) (evercart.Effect, error) {
	return func(evercart.State) (evercart.Change, evercart.Result, error) {
		return evercart.Change{Facts: []evercart.Fact{&evercart.HandedOff{Ticket: "h-1", Reason: "asked", People: true}}}, evercart.Result{Say: "I put you through."}, nil
	}, nil
}

// look is a tool that ends when it is let go.
type look struct{ release <-chan struct{} }

func (look) Spec() evercart.ToolSpec {
	return evercart.ToolSpec{Name: "look", About: "Look something up", Schema: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)}
}

func (l look) Prepare(context.Context, evercart.State, evercart.ToolCall) (evercart.Effect, error) {
	<-l.release
	return func(evercart.State) (evercart.Change, evercart.Result, error) {
		return evercart.Change{}, evercart.Result{Say: "There it is."}, nil
	}, nil
}

// Shoppers are those of a store that may hang, or be away.
type Shoppers struct {
	evercart.Shoppers
	Before func(context.Context) error // each look-up; nil = nothing
}

// Identify implements evercart.Shoppers.
func (s *Shoppers) Identify(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	if s.Before != nil {
		if err := s.Before(ctx); err != nil {
			return evercart.Shopper{}, err
		}
	}
	return s.Shoppers.Identify(ctx, by, id)
}

// Away is a store that cannot be reached.
func Away(context.Context) error { return evercart.Errorf(evercart.Unavailable, "channeltest", "away") }

// Bench is a desk with all that stands behind it.
type Bench struct {
	Desk     channel.Desk
	Store    *fake.Store
	Shoppers *Shoppers
	Brain    *Brain
	People   channel.People // who is there; set it before anybody calls
	Release  chan struct{}  // closed to let a slow tool end
	t        testing.TB
}

// New makes a desk. It ends with the test. Nothing is said to break a silence, unless limits say so.
func New(t testing.TB, limits ...func(*agent.Limits)) *Bench {
	t.Helper()
	l := agent.Limits{Filler: time.Hour, Again: time.Hour, Tool: time.Hour, Apology: time.Hour}
	for _, f := range limits {
		f(&l)
	}
	b := &Bench{t: t, Release: make(chan struct{}), Brain: &Brain{Half: make(chan string, 64), Onward: make(chan struct{})}, People: channel.People{Number: "+1-555-0100", There: true}}
	keys := fake.NewKeys()
	b.Store = fake.NewStore(keys, nil, fake.Flaws{})
	b.Shoppers = &Shoppers{Shoppers: b.Store}
	a, err := agent.New(agent.Config{Store: b.Store, Keys: keys, Catalog: catalog.NewIndex(), Shop: evercart.DefaultShop(), Node: "n-1",
		Tools: []evercart.Tool{handOff{}, look{b.Release}}, Brains: []evercart.Brain{b.Brain}, Limits: l})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Stop(context.Background()) })
	b.Desk, err = channel.Desk{Conversation: a, Shoppers: b.Shoppers, Sessions: b.Store, People: func() channel.People { return b.People }}.Filled()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Serve serves the paths of a codec, which is stopped with the test; an error of a path is status 499 with its code.
func (b *Bench) Serve(codec interface {
	Routes() []channel.Route
	Stop(context.Context) error
}) *httptest.Server {
	b.t.Helper()
	mux := http.NewServeMux()
	for _, r := range codec.Routes() {
		mux.HandleFunc(r.Method+" "+r.Path, func(w http.ResponseWriter, q *http.Request) {
			if err := r.Serve(w, q); err != nil {
				http.Error(w, string(evercart.CodeOf(err)), 499)
			}
		})
	}
	server := httptest.NewServer(mux)
	b.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := codec.Stop(ctx); err != nil {
			b.t.Error("stop:", err)
		}
		server.Close()
	})
	return server
}

// Turns are all of a session's.
func (b *Bench) Turns(id evercart.SessionID) []evercart.TurnView {
	b.t.Helper()
	ctx := evercart.As(context.Background(), evercart.Caller{Shop: "default", Role: evercart.RoleOperator})
	turns, err := b.Desk.Conversation.Transcript(ctx, id, 0, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	return turns
}
