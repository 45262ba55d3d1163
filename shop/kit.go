package shop

import (
	"context"
	"maps"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/shop/house"
	"github.com/evercart/evercart/speak"
)

// Config is what the tools need. Front and Clock are needed for the shop's own words only.
type Config struct {
	Catalog evercart.Catalog
	Shop    func() evercart.Shop // as it is now: an edit of its rules counts from the next turn
	Front   func() *house.Front  // the shop's own words; nil = there are none, and no tools for them
	Clock   evercart.Clock       // nil = the machine's

	Blueprint bool // offer read_state, write_state and summarize_state as well
}

// Tools lists the tools of a shop without words of its own.
func Tools(c evercart.Catalog, s evercart.Shop) []evercart.Tool {
	return New(Config{Catalog: c, Shop: func() evercart.Shop { return s }})
}

// New lists the tools of a shop, always in the same order: it is part of a cached prompt. The catalogue must be in memory:
// effects read it anew on each run, so that a cart that another device has filled meanwhile is priced as well.
func New(c Config) []evercart.Tool {
	if c.Clock == nil {
		c.Clock = evercart.SystemClock{}
	}
	k := kit{Config: c, catalog: c.Catalog, shop: c.Shop()}
	tools := []evercart.Tool{
		k.searchProducts(), k.getProduct(), k.viewCart(), k.addToCart(), k.changeCartLine(), k.removeFromCart(), k.keepForLater(),
		k.bringBack(), k.keepInCart(), k.clearCart(), k.undo(), k.setContext(),
	}
	if c.Front != nil {
		tools = append(tools, k.answerQuestion(), k.handOff())
	}
	if c.Blueprint {
		tools = append(tools, k.readState(), k.writeState(), k.summarizeState())
	}
	return tools
}

// kit is what all tools share.
type kit struct {
	Config
	catalog evercart.Catalog
	shop    evercart.Shop
}

// tool is a spec with its two halves.
type tool struct {
	spec    evercart.ToolSpec
	prepare func(context.Context, evercart.State, *args) evercart.Effect
}

var _ evercart.Tool = tool{}

// Spec implements evercart.Tool.
func (t tool) Spec() evercart.ToolSpec { return t.spec }

// Prepare implements evercart.Tool. Invalid for arguments that are not exactly right.
func (t tool) Prepare(ctx context.Context, s evercart.State, call evercart.ToolCall) (evercart.Effect, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a, err := parseArgs(t.spec.Name, call.Args.Reveal())
	if err != nil {
		return nil, err
	}
	effect := t.prepare(ctx, s, a)
	if err := a.done(); err != nil {
		return nil, err
	}
	return func(s evercart.State) (evercart.Change, evercart.Result, error) {
		change, result, err := effect(s)
		result.Call = call.ID
		return change, result, err
	}, nil
}

// voice speaks the session's language, else the shop's.
func (k kit) voice(s evercart.State) *speak.Voice {
	if s.Locale != "" {
		return speak.For(s.Locale)
	}
	return speak.For(k.shop.Locale)
}

// work is one run of an effect: the state with the facts so far.
type work struct {
	kit
	ctx   context.Context
	v     *speak.Voice
	state evercart.State
	facts []evercart.Fact
}

func (k kit) begin(ctx context.Context, s evercart.State) *work {
	k.shop = k.Shop()
	return &work{kit: k, ctx: ctx, v: k.voice(s), state: s}
}

// do decides commands one after the other, each on what the one before left; the first refusal ends it.
func (w *work) do(cmds ...evercart.Command) error {
	for _, cmd := range cmds {
		shelf, err := w.catalog.Shelf(w.ctx, w.state.Cart.SKUs(cmd.SKU, cmd.To)...)
		if err != nil {
			return err
		}
		fact, err := w.state.Cart.Decide(cmd, shelf, w.shop)
		if err != nil {
			return err
		}
		if fact == nil {
			continue
		}
		if err := w.note(fact); err != nil {
			return err
		}
	}
	return nil
}

// note folds a fact in.
func (w *work) note(f evercart.Fact) error {
	turn := evercart.TurnID("")
	if w.state.Active != nil {
		turn = w.state.Active.Turn
	}
	next, _, err := w.state.After(w.state.Touched, turn, "agent", f)
	if err != nil {
		return err
	}
	w.state, w.facts = next, append(w.facts, f)
	return nil
}

// changed says whether a command of this run changed the cart.
func (w *work) changed() bool { return len(w.facts) > 0 }

// done is the result of what worked: a sentence, and the cart as it now is.
func (w *work) done(say string, shown ...evercart.SKU) (evercart.Change, evercart.Result, error) {
	result := evercart.Result{Say: evercart.Private(say), Data: data(map[string]any{"cart": w.cartData()}), Shown: shown}
	return evercart.Change{Facts: w.facts}, result, nil
}

// refuse makes the result of a refusal: nothing changes. An error of the machinery is returned as it is.
func (w *work) refuse(err error, more map[string]any) (evercart.Change, evercart.Result, error) {
	e := evercart.AsError(err)
	switch e.Code {
	case evercart.Internal, evercart.Unavailable, evercart.Timeout, evercart.Canceled:
		return evercart.Change{}, evercart.Result{}, err
	}
	return evercart.Change{}, w.refusal(e, w.v.Error(err), more), nil
}

func (w *work) refusal(e *evercart.Error, say string, more map[string]any) evercart.Result {
	told := map[string]any{"error": string(e.Code), "say": say}
	for _, a := range e.Args {
		told[a.Key] = a.Value.Any()
	}
	if e.Message != "" {
		told["message"] = e.Message
	}
	maps.Copy(told, more)
	return evercart.Result{Say: evercart.Private(say), Code: e.Code, Data: data(told)}
}
