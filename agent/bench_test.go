package agent_test

import (
	"context"
	"encoding/json"
	"iter"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/fake"
	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const session = evercart.SessionID("6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11")

// tester is what a bench needs of a test, or of one try of a property.
type tester interface {
	rapid.TB
	Cleanup(func())
}

// bench is an agent on a double of the store, with a few goods and a brain that does as the test says.
type bench struct {
	t     tester
	store *fake.Store
	keys  *fake.Keys
	clock *fake.Clock // the store's
	goods *catalog.Index
	agent *agent.Agent
	ctx   context.Context
}

type (
	agentConfig = agent.Config
	setup       func(*agent.Config)
)

func with(brains ...evercart.Brain) setup { return func(c *agent.Config) { c.Brains = brains } }

func limits(change func(*agent.Limits)) setup {
	return func(c *agent.Config) { change(&c.Limits) }
}

func newBench(t tester, how ...setup) *bench {
	t.Helper()
	b := &bench{t: t, keys: fake.NewKeys(), clock: fake.NewClock(time.Now()), goods: catalog.NewIndex()}
	b.store = fake.NewStore(b.keys, b.clock, fake.Flaws{})
	b.goods.Apply(thing("scarf", "Red Scarf", "SCF-RED", 3333), thing("candle", "Candle", "CND-CAF", 2450), thing("socks", "Wool Socks", "SOC-3PK", 1299))
	b.ctx = evercart.As(context.Background(), evercart.Caller{Shop: "default", Role: evercart.RoleOperator})
	b.agent = b.another(how...)
	return b
}

// another makes an agent on the same store, as another node or after a restart.
func (b *bench) another(how ...setup) *agent.Agent {
	b.t.Helper()
	c := agent.Config{Store: b.store, Keys: b.keys, Catalog: b.goods, Shop: evercart.DefaultShop(), Node: evercart.NodeID(b.t.Name() + "-" + time.Now().String()),
		Tools: []evercart.Tool{add{b.goods}, look{}, boom{}}, Brains: []evercart.Brain{echo()}, Log: slog.New(slog.DiscardHandler),
		Limits: agent.Limits{Filler: time.Hour, Turn: time.Hour, Wait: time.Hour, Apology: time.Hour, First: time.Hour, Read: time.Hour, Commit: time.Hour,
			Away: 50 * time.Millisecond}} // who tests one of them sets it: elsewhere a slow machine is not to be taken for a slow model or store
	if os.Getenv("AGENT_LOG") != "" {
		c.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	for _, f := range how {
		f(&c)
	}
	a, err := agent.New(c)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = a.Stop(context.Background()) })
	return a
}

func thing(id, title string, sku evercart.SKU, price evercart.Minor) evercart.Stocked {
	return evercart.Stocked{Version: 1, Product: evercart.Product{ID: id, Title: title, Variants: []evercart.Variant{
		{SKU: sku, Price: price, Currency: "USD", Stock: evercart.Uncounted, Active: true, Version: 1}}}}
}

// begin opens the session of the tests.
func (b *bench) begin() evercart.State {
	b.t.Helper()
	s, err := b.agent.Attach(b.ctx, evercart.Attach{Session: session, Begin: true, Channel: "ws"})
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// heard is what a caller got for one utterance.
type heard struct {
	pieces []evercart.Spoken
	reply  *evercart.Reply
	err    error
}

func (h heard) text() string { return h.reply.Text.Reveal() }

func (b *bench) say(a *agent.Agent, id evercart.TurnID, words string) heard {
	return take(b.ctx, a, evercart.Utterance{Session: session, Turn: id, Text: evercart.Personal(words)})
}

func take(ctx context.Context, a *agent.Agent, u evercart.Utterance) (h heard) {
	for p, err := range a.Take(ctx, u) {
		if err != nil {
			h.err = err
			return h
		}
		h.pieces = append(h.pieces, p)
		if p.Reply != nil {
			h.reply = p.Reply
		}
	}
	return h
}

// answered is say that must give a reply.
func (b *bench) answered(id evercart.TurnID, words string) heard {
	b.t.Helper()
	h := b.say(b.agent, id, words)
	if h.err != nil || h.reply == nil {
		b.t.Fatalf("%s: reply %v, error %v", words, h.reply != nil, h.err)
	}
	return h
}

func (b *bench) cart() map[evercart.SKU]int {
	b.t.Helper()
	s, err := b.agent.View(b.ctx, session)
	if err != nil {
		b.t.Fatal(err)
	}
	out := map[evercart.SKU]int{}
	for _, l := range s.Cart.Lines {
		out[l.SKU] = l.Quantity
	}
	return out
}

func (b *bench) wantCart(want map[evercart.SKU]int) {
	b.t.Helper()
	got := b.cart()
	if len(got) != len(want) {
		b.t.Errorf("cart is %v, want %v", got, want)
		return
	}
	for sku, n := range want {
		if got[sku] != n {
			b.t.Errorf("cart is %v, want %v", got, want)
		}
	}
}

func (b *bench) transcript() []evercart.TurnView {
	b.t.Helper()
	v, err := b.agent.Transcript(b.ctx, session, 0, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

func wantCode(t *testing.T, err error, want evercart.Code) {
	t.Helper()
	if evercart.CodeOf(err) != want {
		t.Errorf("error is %v (%s), want code %s", err, evercart.CodeOf(err), want)
	}
}

func wantHas(t *testing.T, text, part string) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%q lacks %q", text, part)
	}
}

// brain is a double: think is asked for each step.
type brain struct {
	name  string
	once  bool
	think func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool)
	asked atomic.Int32
	mu    sync.Mutex
	saw   []evercart.Prompt
}

func (b *brain) Name() string { return b.name }
func (b *brain) AtOnce() bool { return b.once }
func (b *brain) Think(ctx context.Context, p evercart.Prompt) iter.Seq2[evercart.Thought, error] {
	return func(yield func(evercart.Thought, error) bool) {
		b.asked.Add(1)
		b.mu.Lock()
		b.saw = append(b.saw, p)
		b.mu.Unlock()
		b.think(ctx, p, yield)
	}
}

func (b *brain) prompts() []evercart.Prompt {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]evercart.Prompt(nil), b.saw...)
}

// thoughts is a step that goes as written; no Stop at its end = the stream was cut.
func thoughts(list ...evercart.Thought) func(context.Context, evercart.Prompt, func(evercart.Thought, error) bool) {
	return func(_ context.Context, _ evercart.Prompt, yield func(evercart.Thought, error) bool) {
		for _, t := range list {
			if !yield(t, nil) {
				return
			}
		}
	}
}

// script answers step n of a turn with the n-th list.
func script(name string, steps ...[]evercart.Thought) *brain {
	b := &brain{name: name}
	b.think = func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if n := len(p.Now.Steps); n < len(steps) {
			thoughts(steps[n]...)(ctx, p, yield)
		}
	}
	return b
}

func text(s string) evercart.Thought { return evercart.Thought{Text: s} }
func stop(s evercart.Stop) evercart.Thought {
	return evercart.Thought{Stop: s, Model: "double-1", Usage: evercart.Usage{In: 10, Out: 5}}
}
func call(tool, args string) evercart.Thought {
	return evercart.Thought{Call: &evercart.ToolCall{Tool: tool, Vendor: "v-" + tool, Args: evercart.PersonalJSON(args)}}
}
func adds(sku string) evercart.Thought { return call("add", `{"sku":"`+sku+`"}`) }

// failing is a brain that gives these errors one after the other, then answers.
func failing(name string, then func(context.Context, evercart.Prompt, func(evercart.Thought, error) bool), errs ...error) *brain {
	b := &brain{name: name}
	b.think = func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if n := int(b.asked.Load()); n <= len(errs) {
			yield(evercart.Thought{}, errs[n-1])
			return
		}
		then(ctx, p, yield)
	}
	return b
}

// echo is a brain that thinks at once: "add X" adds, all else is said back.
func echo() *brain {
	return &brain{name: "echo", once: true, think: func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		words := p.Now.Words.Reveal()
		sku, adding := strings.CutPrefix(words, "add ")
		switch {
		case adding && len(p.Now.Steps) == 0:
			_ = yield(adds(sku), nil) && yield(stop(evercart.StopCalls), nil)
		case adding:
			_ = yield(text(p.Now.Steps[0].Results[0].Say.Reveal()), nil) && yield(stop(evercart.StopSaid), nil)
		default:
			_ = yield(text("You said: "+words), nil) && yield(stop(evercart.StopSaid), nil)
		}
	}}
}

// add is a tool that puts one of a SKU into the cart.
type add struct{ goods evercart.Catalog }

func (add) Spec() evercart.ToolSpec {
	return evercart.ToolSpec{Name: "add", Changes: true, Does: []evercart.DeedKind{evercart.DeedAdded, evercart.DeedQuantity}}
}
func (a add) Prepare(ctx context.Context, s evercart.State, c evercart.ToolCall) (evercart.Effect, error) {
	var args struct{ SKU evercart.SKU }
	if err := json.Unmarshal(c.Args.Reveal(), &args); err != nil || args.SKU == "" {
		return nil, evercart.Errorf(evercart.Invalid, "add", "a SKU is wanted")
	}
	return func(s evercart.State) (evercart.Change, evercart.Result, error) {
		shelf, err := a.goods.Shelf(ctx, s.Cart.SKUs(args.SKU)...)
		if err != nil {
			return evercart.Change{}, evercart.Result{}, err
		}
		f, err := s.Cart.Decide(evercart.Command{Verb: evercart.Add, SKU: args.SKU, Quantity: 1}, shelf, evercart.DefaultShop())
		if err != nil {
			return evercart.Change{}, evercart.Result{}, err
		}
		v, _ := shelf.Get(args.SKU)
		return evercart.Change{Facts: []evercart.Fact{f}}, evercart.Result{Say: evercart.Personal("One " + v.Title + " is in."), Shown: []evercart.SKU{v.SKU}}, nil
	}, nil
}

// look changes nothing and asks something.
type look struct{}

func (look) Spec() evercart.ToolSpec { return evercart.ToolSpec{Name: "look"} }
func (look) Prepare(context.Context, evercart.State, evercart.ToolCall) (evercart.Effect, error) {
	return func(evercart.State) (evercart.Change, evercart.Result, error) {
		return evercart.Change{}, evercart.Result{Say: "Which one?", Question: &evercart.Question{Kind: "variant", Choices: []evercart.SKU{"SCF-RED"}}}, nil
	}, nil
}

// slow is an add that waits in its reading half.
type slow struct {
	add
	started chan<- struct{}
	release <-chan struct{}
}

func (slow) Spec() evercart.ToolSpec {
	return evercart.ToolSpec{Name: "slow", Changes: true, Does: []evercart.DeedKind{evercart.DeedAdded}}
}
func (s slow) Prepare(ctx context.Context, on evercart.State, c evercart.ToolCall) (evercart.Effect, error) {
	s.started <- struct{}{}
	<-s.release
	return s.add.Prepare(ctx, on, c)
}

// boom panics.
type boom struct{}

func (boom) Spec() evercart.ToolSpec { return evercart.ToolSpec{Name: "boom"} }
func (boom) Prepare(context.Context, evercart.State, evercart.ToolCall) (evercart.Effect, error) {
	panic("boom")
}
