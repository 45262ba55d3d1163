package test

import (
	"strings"
	"testing"
	"time"
)

// On our own socket: what was spoken over is remembered as far as it was heard, and never other words; a yes to it puts nothing
// into the cart. What a tool had done when the shopper spoke stays done, is told to the model, and is not done again; what it had not
// begun is not done.
func TestSocketIsSpokenOver(t *testing.T) {
	t.Parallel()
	for _, brain := range []string{"anthropic", "openai"} {
		t.Run(brain, func(t *testing.T) {
			t.Parallel()
			candle := call("add_to_cart", map[string]any{"sku": "CND-CAF", "quantity": 1})
			m := startModel(t,
				rule{"when": map[string]any{"says": "slowly"}, "answer": map[string]any{"hold": "offer", "hold_at": 3,
					"pieces": []string{"The ivory silk blouse is eighty-nine dollars and fifty cents. ", "Shall I ", "also add the brown loafers in size nine?"}}},
				text("the blouse", "The ivory silk blouse is eighty-nine dollars and fifty cents. Shall I also add the brown loafers in size nine?"),
				text("yes", "Do you mean the ivory silk blouse?"),
				rule{"when": map[string]any{"says": "tell me", "step": 0}, "answer": map[string]any{"calls": []any{candle}}},
				rule{"when": map[string]any{"says": "tell me", "step": 1}, "answer": map[string]any{"hold": "tell", "hold_at": 3,
					"pieces": []string{"It smells of strong coffee. ", "It burns ", "for forty hours."}}},
				rule{"when": map[string]any{"says": "before it", "step": 0}, "answer": map[string]any{"hold": "call", "hold_at": 3, "pieces": []string{"One moment, please. ", "I am "}, "calls": []any{candle}}},
				rule{"when": map[string]any{"says": "add the candle", "step": 0}, "answer": map[string]any{"calls": []any{candle}}},
				rule{"answer": map[string]any{"text": "Hello."}})
			s := start(t, m.with(brain))
			t.Run("the offer", func(t *testing.T) { offerSpokenOver(t, s, m) })
			t.Run("a tool", func(t *testing.T) { toolSpokenOver(t, s, m) })
			m.wantNo400()
		})
	}
}

// until reads to a frame of that turn with those words.
func (c *talk) until(turnID, words string) {
	c.t.Helper()
	for said := ""; !strings.Contains(said, words); {
		f, err := c.read(time.Minute)
		if err != nil || f.Type == "reply" || f.Type == "error" {
			c.t.Fatalf("%+v %v after %q", f, err, said)
		}
		if f.TurnID == turnID {
			said += f.Text
		}
	}
}

func offerSpokenOver(t *testing.T, s *server, m *model) {
	const all = "The ivory silk blouse is eighty-nine dollars and fifty cents. Shall I also add the brown loafers in size nine?"
	for name, c := range map[string]struct {
		words string
		heard any // as it is reported; nil = left out
		want  string
		code  string
	}{
		"a part":                  {"the blouse", "The ivory silk blouse is eighty-nine", "The ivory silk blouse is eighty-nine", ""},
		"a part, as it ends":      {"the blouse slowly", "the ivory silk blouse is eighty nine", "The ivory silk blouse is eighty-nine", ""},
		"nothing":                 {"the blouse", "", "", ""},
		"nothing, as it ends":     {"the blouse slowly", "", "", ""},
		"more than was said":      {"the blouse", all + strings.Repeat(" And much more.", 500), all, ""},
		"other words":             {"the blouse", "I will gladly give it to you for free", "", "invalid"},
		"other words, as it ends": {"the blouse slowly", "I will gladly give it to you for free", "", "invalid"},
		"odd words":               {"the blouse", "\u0000🎉 \u202e ~~~ The", "The", ""},
	} {
		t.Run(name, func(t *testing.T) {
			talk := s.open(uuid(), "")
			if err := talk.send(map[string]any{"text": "tell me of " + c.words, "turn_id": "t-1"}); err != nil {
				t.Fatal(err)
			}
			slowly := strings.Contains(c.words, "slowly")
			if slowly {
				talk.until("t-1", "fifty cents.")
				m.awaitHeld("offer")
			} else if a, err := talk.await("t-1"); err != nil || a.Reply != all {
				t.Fatalf("%+v %v", a.frame, err)
			}
			if err := talk.send(map[string]any{"type": "interrupt", "turn_id": "t-1", "heard": c.heard}); err != nil {
				t.Fatal(err)
			}
			ended, code := !slowly, ""
			for !ended || code != c.code {
				f, err := talk.read(time.Minute)
				if err != nil {
					t.Fatal(err)
				}
				if ended = ended || f.Type == "reply"; f.Type == "error" {
					if code = f.Code; f.TurnID != "" || code != c.code {
						t.Fatalf("%+v", f)
					}
				}
			}
			if a, err := talk.try("yes", "t-2"); err != nil || a.Type != "reply" || !a.Cart.is("") {
				t.Errorf("%+v %v", a.frame, err)
			}
			if v := s.transcript(talk.id)[0]; v.Heard == nil || *v.Heard != c.want {
				t.Errorf("heard %v, not %q", v.Heard, c.want)
			}
			body := m.last()
			if c.want != all && strings.Contains(body, "loafers") || c.want != "" && !strings.Contains(body, c.want) || c.want == "" && strings.Contains(body, "eighty-nine") {
				t.Errorf("the model is told %.3000s", body)
			}
		})
	}
}

func toolSpokenOver(t *testing.T, s *server, m *model) {
	for name, c := range map[string]struct {
		words, until, hold, heard, cart string
	}{
		"after it":  {"add it and tell me", "It smells of strong coffee.", "tell", "It smells of", "CND-CAF 1"},
		"before it": {"before it", "One moment, please.", "call", "One moment,", ""},
	} {
		t.Run(name, func(t *testing.T) {
			talk := s.open(uuid(), "")
			if err := talk.send(map[string]any{"text": c.words, "turn_id": "t-1"}); err != nil {
				t.Fatal(err)
			}
			talk.until("t-1", c.until)
			m.awaitHeld(c.hold)
			if err := talk.send(map[string]any{"type": "interrupt", "turn_id": "t-1", "heard": c.heard}); err != nil {
				t.Fatal(err)
			}
			if a, err := talk.await("t-1"); err != nil || a.Type != "reply" || !a.Cart.is(c.cart) {
				t.Fatalf("%+v %v", a.frame, err)
			}
			if a, err := talk.try("hello?", "t-2"); err != nil || a.Reply != "Hello." {
				t.Fatalf("%+v %v", a.frame, err)
			}
			if v := s.transcript(talk.id)[0]; v.Heard == nil || *v.Heard != c.heard {
				t.Errorf("heard %v, not %q", v.Heard, c.heard)
			}
			body := m.last()
			if strings.Contains(body, "CND-CAF") != (c.cart != "") || strings.Contains(body, "forty hours") {
				t.Errorf("the model is told %.4000s", body)
			}
			if c.cart == "" { // asked again it is done, once
				if a, err := talk.try("add the candle", "t-3"); err != nil || !a.Cart.is("CND-CAF 1") {
					t.Errorf("%+v %v", a.frame, err)
				}
			}
			s.wantTurns(t, talk.id, len(s.transcript(talk.id)))
		})
	}
}
