package agent_test

import (
	"context"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/speak"
)

// A model that says something was done, and did nothing, is told so, and does it.
func TestClaimIsThoughtAgain(t *testing.T) {
	t.Parallel()
	model := &brain{name: "model"}
	model.think = func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if len(p.Now.Steps) == 0 && strings.Contains(p.Facts, "No tool has changed anything") {
			thoughts(adds("SCF-RED"), stop(evercart.StopCalls))(ctx, p, yield)
			return
		}
		thoughts(text("I've added the scarf."), stop(evercart.StopSaid))(ctx, p, yield)
	}
	b := newBench(t, with(model))
	b.begin()
	if h := b.answered("t", "add the scarf"); h.text() != "I've added the scarf." || model.asked.Load() != 3 {
		t.Errorf("said %q after %d requests", h.text(), model.asked.Load())
	}
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
}

// One that insists is not heard; what was said before it stays, and so does what may be said without a change.
func TestClaimOfWhatWasNotDone(t *testing.T) {
	t.Parallel()
	const truth = "I have not changed anything just now. Your cart is empty."
	claim := []evercart.Thought{text("I've added the scarf."), stop(evercart.StopSaid)}
	for name, c := range map[string]struct {
		steps [][]evercart.Thought
		want  string
		asked int32
	}{
		"without a call":       {[][]evercart.Thought{claim}, truth, 2},
		"after words":          {[][]evercart.Thought{{text("Of course. I've added the scarf. It is red."), stop(evercart.StopSaid)}}, "Of course. " + truth, 1},
		"after a look":         {[][]evercart.Thought{{call("look", `{}`), stop(evercart.StopCalls)}, claim}, truth + " Which one?", 3},                                      // its question comes last
		"after a refused call": {[][]evercart.Thought{{adds("BLS-XXL"), stop(evercart.StopCalls)}, claim}, "Sorry, we do not have that in the shop. Your cart is empty.", 3}, // the refusal says enough
		"a total that is none": {[][]evercart.Thought{{text("The scarf is red. Your total was ten dollars."), stop(evercart.StopSaid)}}, "The scarf is red. Your cart is empty.", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := script("model", c.steps...)
			b := newBench(t, with(model))
			b.begin()
			h := b.answered("t", "add the scarf")
			if n := model.asked.Load(); n != c.asked || !strings.HasSuffix(h.text(), c.want) || strings.Contains(h.text(), "added") {
				t.Errorf("said %q after %d requests, want %q after %d", h.text(), n, c.want, c.asked)
			}
			if v := b.transcript(); len(v) != 1 || v[0].Reply.Reveal() != h.text() {
				t.Errorf("what is remembered differs: %+v", v)
			}
			b.wantCart(nil)
		})
	}
}

// recount is a tool whose words tell the cart, as those of undo do.
type recount struct{}

func (recount) Spec() evercart.ToolSpec { return evercart.ToolSpec{Name: "recount"} }
func (recount) Prepare(context.Context, evercart.State, evercart.ToolCall) (evercart.Effect, error) {
	return func(s evercart.State) (evercart.Change, evercart.Result, error) {
		return evercart.Change{}, evercart.Result{Say: evercart.Personal("Undone. " + speak.For("en").Cart(s.Cart))}, nil
	}, nil
}

// Where a tool has told the cart as it is, what stands in the place of a false claim does not tell it again.
func TestCartIsToldOnce(t *testing.T) {
	t.Parallel()
	model := script("model", []evercart.Thought{adds("SCF-RED"), stop(evercart.StopCalls)}, []evercart.Thought{call("recount", `{}`), stop(evercart.StopCalls)},
		[]evercart.Thought{text("I've added five scarves."), stop(evercart.StopSaid)})
	b := newBench(t, with(model), func(c *agent.Config) { c.Tools = append(c.Tools, recount{}) })
	b.begin()
	const want = "One Red Scarf is in. Undone. In your cart: one red scarf. Your total is thirty-three dollars and thirty-three cents."
	if h := b.answered("t", "add the scarf"); h.text() != want {
		t.Errorf("said %q", h.text())
	}
}

// A model that asks for the same thing step after step gets it once. Two calls in one step are two, and so is the same call
// after another one.
func TestTheSameCallOverAndOver(t *testing.T) {
	t.Parallel()
	scarf, candle := adds("SCF-RED"), adds("CND-CAF")
	calls := func(list ...evercart.Thought) []evercart.Thought { return append(list, stop(evercart.StopCalls)) }
	for name, c := range map[string]struct {
		steps  [][]evercart.Thought
		scarfs int
	}{
		"step after step":    {[][]evercart.Thought{calls(scarf), calls(call("add", `{ "sku": "SCF-RED" }`)), calls(scarf)}, 1},
		"in pairs":           {[][]evercart.Thought{calls(scarf, candle), calls(scarf, candle)}, 1},
		"after a look":       {[][]evercart.Thought{calls(scarf), calls(call("look", `{}`)), calls(scarf)}, 1},
		"twice in one step":  {[][]evercart.Thought{calls(scarf, scarf)}, 2},
		"after another call": {[][]evercart.Thought{calls(scarf), calls(candle), calls(scarf)}, 2},
		"after a refusal":    {[][]evercart.Thought{calls(adds("BLS-XXL")), calls(scarf)}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := script("model", append(c.steps, []evercart.Thought{text("It is in."), stop(evercart.StopSaid)})...)
			b := newBench(t, with(model))
			b.begin()
			if h := b.answered("t", "add the scarf"); h.text() != "It is in." {
				t.Errorf("said %q", h.text())
			}
			if n := b.cart()["SCF-RED"]; n != c.scarfs {
				t.Errorf("%d scarves, want %d", n, c.scarfs)
			}
		})
	}
}

// A claim of what was done that is not told as it was done is thought again; a model that insists is not heard from there on.
func TestClaimThatIsOtherwise(t *testing.T) {
	t.Parallel()
	done := []evercart.Thought{adds("SCF-RED"), stop(evercart.StopCalls)}
	for name, c := range map[string]struct {
		say, want string
		locale    string
	}{
		"number":         {"I've added two scarves.", "One Red Scarf is in. In your cart: one red scarf. Your total is thirty-three dollars and thirty-three cents.", "en"},
		"other goods":    {"The candle is in your cart.", "One Red Scarf is in. In your cart: one red scarf. Your total is thirty-three dollars and thirty-three cents.", "en"},
		"price":          {"I've added the scarf for thirty dollars.", "One Red Scarf is in. In your cart: one red scarf. Your total is thirty-three dollars and thirty-three cents.", "en"},
		"total":          {"It is in. Your total is ten dollars.", "It is in. One Red Scarf is in. In your cart: one red scarf. Your total is thirty-three dollars and thirty-three cents.", "en"},
		"half of it":     {"Der Schal ist drin und die Bestellung ist aufgegeben.", "", "de"},
		"in Spanish":     {"He añadido tres bufandas.", "", "es"},
		"as it was done": {"I've added the scarf, that is thirty-three dollars and thirty-three cents. Anything else?", "I've added the scarf, that is thirty-three dollars and thirty-three cents. Anything else?", "en"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := script("model", done, []evercart.Thought{text(c.say), stop(evercart.StopSaid)})
			b := newBench(t, with(model))
			b.begin()
			h := take(b.ctx, b.agent, evercart.Utterance{Session: session, Turn: "t", Language: c.locale, Text: "the scarf"})
			if c.want != "" && h.text() != c.want || h.text() == c.say && name != "as it was done" {
				t.Errorf("said %q, %v", h.text(), h.err)
			}
			b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
		})
	}
}

// What is borne out by what is committed does not wait for the end of its step.
func TestTrueClaimDoesNotWait(t *testing.T) {
	t.Parallel()
	heard := make(chan struct{})
	model := &brain{name: "model"}
	model.think = func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if len(p.Now.Steps) == 0 {
			_ = yield(adds("SCF-RED"), nil) && yield(stop(evercart.StopCalls), nil)
			return
		}
		if !yield(text("I've added the red scarf to your cart. "), nil) || !yield(text("Anything else that you need? "), nil) {
			return
		}
		<-heard // the step has not ended
		_ = yield(stop(evercart.StopSaid), nil)
	}
	b := newBench(t, with(model))
	b.begin()
	var first string
	for p, err := range b.agent.Take(b.ctx, evercart.Utterance{Session: session, Text: "add the scarf"}) {
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = p.Text
			close(heard)
		}
	}
	if first != "I've added the red scarf to your cart." {
		t.Errorf("first heard %q", first)
	}
}
