package agent_test

import (
	"context"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// What says that something was done is told from what asks, offers, denies or only answers; and all of it waits.
func TestClaims(t *testing.T) {
	t.Parallel()
	for locale, c := range map[string]struct{ claims, others []string }{
		"en-US": {
			[]string{"I added two silk blouses to your cart.", "No problem, I've added it, anything else?", "I’ve just removed the scarf.", "We have gone ahead and placed it.", "The scarf has been added.",
				"It's been swapped.", "Added two scarves.", "Done.", "All set!", "Your order is on its way.", "They are now in your basket.", "Sure, I have put it in your cart.", "I refunded it.", "I have applied a discount."},
			[]string{"I have not added anything.", "I haven't removed it yet.", "Shall I add it?", "Have I added too many?", "If I added a second one, it would be twenty dollars.", "Once I've added it I will tell you.",
				"I can add it for you.", "Nothing has been added.", "It comes in ivory and black.", "I have found three jackets.", "Which size would you like?", "It is in your cart.", "It is done in silk."},
		},
		"de": {
			[]string{"Ich habe das Tuch hinzugefügt.", "Das Tuch wurde entfernt.", "Erledigt.", "Ich habe zwei Blusen in den Warenkorb gelegt."},
			[]string{"Ich habe nichts geändert.", "Soll ich es hinzufügen?", "Ich habe drei Tücher gefunden.", "Wenn ich es hinzugefügt habe, sage ich es.", "Das Tuch ist aus Seide."},
		},
		"es-MX": {
			[]string{"He añadido el pañuelo.", "Añadí dos pañuelos.", "Listo, ya está.", "Los he quitado."},
			[]string{"No he añadido nada.", "¿Lo añado?", "Hay tres pañuelos.", "Cuando lo he añadido, se lo digo."},
		},
		"it": {nil, []string{"Ho aggiunto la sciarpa."}},
	} {
		for _, s := range c.claims {
			if !agent.Claims(locale, s) || !agent.MayClaim(locale, s) {
				t.Errorf("%s: %q is taken for no claim, or does not wait", locale, s)
			}
		}
		for _, s := range c.others {
			if agent.Claims(locale, s) {
				t.Errorf("%s: %q is taken for a claim", locale, s)
			}
		}
	}
}

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
		"after a look":         {[][]evercart.Thought{{call("look", `{}`), stop(evercart.StopCalls)}, claim}, truth + " Which one?", 3}, // its question comes last
		"after a refused call": {[][]evercart.Thought{{adds("BLS-XXL"), stop(evercart.StopCalls)}, claim}, truth, 3},
		"an answer":            {[][]evercart.Thought{{text("The scarf is red. Your total was ten dollars."), stop(evercart.StopSaid)}}, "The scarf is red. Your total was ten dollars.", 1},
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
