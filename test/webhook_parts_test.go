package test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// hook is a voice platform that sends what it hears of a call, piece by piece.
type hook struct {
	s  *server
	id string
}

// post sends one body of the call.
func (h hook) post(fields ...any) (frame, int) {
	body := map[string]any{"session_id": h.id}
	for i := 0; i+1 < len(fields); i += 2 {
		body[fields[i].(string)] = fields[i+1]
	}
	var f struct {
		frame
		How string `json:"how"`
	}
	code := h.s.call("POST", "/webhook", body, &f)
	f.Code = f.How
	return f.frame, code
}

// said are the words of the transcript, in order.
func (s *server) said(id string) string {
	var out []string
	for _, t := range s.transcript(id) {
		out = append(out, t.Said)
	}
	return strings.Join(out, "|")
}

// By webhook: two final transcripts of one sentence are one turn, in the order in which they were said, whatever the order in
// which they come; what comes too late is not put behind what was answered, and after the call's end it is kept and does nothing. Guesses buy
// nothing and leave nothing behind.
func TestWebhookParts(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		rule{"when": map[string]any{"says": "add two wool scarves", "step": 0}, "answer": map[string]any{"calls": []any{call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 2})}}},
		rule{"when": map[string]any{"says": "add two wool scarves", "step": 1}, "answer": map[string]any{"text": "Two scarves are in your cart."}},
		rule{"when": map[string]any{"says": "black", "step": 0}, "answer": map[string]any{"calls": []any{call("add_to_cart", map[string]any{"sku": "BLS-BLK-M", "quantity": 1})}}},
		rule{"when": map[string]any{"says": "black", "step": 1}, "answer": map[string]any{"text": "The black blouse is in your cart."}},
		rule{"when": map[string]any{"says": "silk", "step": 0}, "answer": map[string]any{"calls": []any{call("add_to_cart", map[string]any{"sku": "BLS-IVR-M", "quantity": 1})}}},
		rule{"when": map[string]any{"says": "add two", "step": 0}, "answer": map[string]any{"calls": []any{call("add_to_cart", map[string]any{"sku": "SOC-3PK", "quantity": 2})}}},
		text("", "Hello."))
	conf := m.with("anthropic")
	conf.args = append(conf.args, "--join-window", "5s") // on a slow machine, too, both parts come within it
	s := start(t, conf)
	t.Run("two finals", func(t *testing.T) { twoFinals(t, s) })
	t.Run("too late", func(t *testing.T) { lateFinals(t, s) })
	t.Run("guesses", func(t *testing.T) { guesses(t, s, m) })
	m.wantNo400()
}

func twoFinals(t *testing.T, s *server) {
	for name, order := range map[string][2]int{"in order": {6, 7}, "the other way round": {7, 6}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := hook{s, uuid()}
			words := map[int]string{6: "add two", 7: "wool scarves"}
			type answered struct {
				part int
				f    frame
				code int
			}
			got := make(chan answered, 4)
			for i, part := range order {
				if i > 0 {
					time.Sleep(400 * time.Millisecond) // between the finals, as the scenario has it
				}
				go func() {
					f, code := h.post("text", words[part], "part", part, "turn_id", fmt.Sprint("e-", part))
					got <- answered{part, f, code}
				}()
			}
			for range order {
				a := <-got
				if a.code != 200 || (a.part == 7) != (a.f.Reply != "") || a.part == 6 && a.f.Code != "joined" {
					t.Errorf("%+v", a)
				}
			}
			again, code := h.post("text", "wool scarves", "part", 7, "turn_id", "e-7") // a platform that repeats gets the same
			if v := s.session(h.id); code != 200 || !strings.Contains(again.Reply, "Two scarves") || !v.Cart.is("SCF-RED 2") || v.Cart.Total != 6666 {
				t.Errorf("%s %d after %q", v.Cart, v.Cart.Total, again.Reply)
			}
			if got := s.said(h.id); got != "add two wool scarves" {
				t.Errorf("the transcript says %q", got)
			}
		})
	}
}

func lateFinals(t *testing.T, s *server) {
	t.Run("after a later part", func(t *testing.T) {
		t.Parallel()
		h := hook{s, uuid()}
		if f, code := h.post("text", "wool scarves", "part", 7); code != 200 || f.Reply != "Hello." {
			t.Fatalf("%d %+v", code, f)
		}
		if _, code := h.post("text", "add two", "part", 6); code != 409 {
			t.Errorf("answered %d", code)
		}
		again, code := h.post("text", "wool scarves", "part", 7) // a copy without an id of its own is told by its number
		if code != 200 || again.Reply != "Hello." {
			t.Errorf("%d %+v", code, again)
		}
		if got := s.said(h.id); got != "wool scarves" || !s.session(h.id).Cart.is("") {
			t.Errorf("the transcript says %q", got)
		}
	})
	t.Run("after the end", func(t *testing.T) {
		t.Parallel()
		h := hook{s, uuid()}
		if f, code := h.post("text", "hello there", "part", 6); code != 200 || f.Reply == "" {
			t.Fatalf("%d %+v", code, f)
		}
		if f, code := h.post("kind", "end"); code != 200 || f.Reply != "" {
			t.Fatalf("%d %+v", code, f)
		}
		if f, code := h.post("text", "add two wool scarves", "part", 7, "turn_id", "e-7"); code != 200 || f.Reply != "" || f.Seq == 0 || !f.Cart.is("") {
			t.Errorf("%d %+v", code, f)
		}
		if got := s.said(h.id); got != "hello there|add two wool scarves" || !s.session(h.id).Cart.is("") {
			t.Errorf("the transcript says %q", got)
		}
		if f, code := h.post("text", "and in the next call", "part", 1, "call_id", "c-2"); code != 200 || f.Reply != "Hello." { // which counts anew
			t.Errorf("%d %+v", code, f)
		}
		if a := s.open(h.id, "").say("what did I say"); a.Reply != "Hello." { // and goes on, on whatever channel
			t.Errorf("%+v", a.frame)
		}
	})
}

func guesses(t *testing.T, s *server, m *model) {
	h := hook{s, uuid()}
	for i, words := range []string{"add the silk", "add the silk blouse in ivory"} {
		if f, code := h.post("kind", "partial", "text", words, "turn_id", fmt.Sprint("r-", i+1)); code != 200 || f.Reply != "" || f.TurnID != fmt.Sprint("r-", i+1) || f.Code != "partial" || f.Seq != 0 {
			t.Errorf("%d %+v", code, f)
		}
	}
	if code := s.call("GET", "/v1/sessions/"+h.id, nil, nil); code != 404 {
		t.Errorf("a guess began a session: %d", code)
	}
	const final = "add the silk blouse in ivory… no, in black, medium"
	f, code := h.post("kind", "final", "text", final, "turn_id", "r-3", "part", 1)
	if v := s.session(h.id); code != 200 || !strings.Contains(f.Reply, "black blouse") || !v.Cart.is("BLS-BLK-M 1") || v.Cart.Total != 9450 {
		t.Errorf("%d %q: %s", code, f.Reply, v.Cart)
	}
	changes := 0
	for _, e := range s.events(h.id) {
		if e.Kind == "cart.changed" {
			changes++
		}
	}
	if got := s.said(h.id); got != final || changes != 1 || m.asked("add the silk blouse in ivory") != 0 {
		t.Errorf("the transcript says %q after %d changes", got, changes)
	}
	// The same on the socket, where a guess has no answer at all.
	c := s.open(uuid(), "")
	if err := c.send(map[string]any{"type": "partial", "text": "add the silk blouse in ivory"}); err != nil {
		t.Fatal(err)
	}
	if a := c.say(final); !a.Cart.is("BLS-BLK-M 1") || s.said(c.id) != final {
		t.Errorf("%+v", a.frame)
	}
	// An interruption is a body, too.
	if f, code := h.post("kind", "interrupt", "turn_id", "r-3", "heard", "The black"); code != 200 || f.Reply != "" {
		t.Errorf("%d %+v", code, f)
	}
	if v := s.transcript(h.id)[0]; v.Heard == nil || *v.Heard != "The black" {
		t.Errorf("heard %v", v.Heard)
	}
	if _, code := h.post("kind", "interrupt", "turn_id", "r-3", "heard", "for free"); code != 400 {
		t.Errorf("words that were never said: %d", code)
	}
	if _, code := h.post("kind", "maybe", "text", "hello"); code != 400 {
		t.Errorf("no such kind: %d", code)
	}
}
