package test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// fate is what happens to a turn on its way.
type fate int

const (
	whole   fate = iota // nothing
	spoken              // the shopper speaks over it, and the channel knows how far it was heard
	guessed             // the same, and the channel does not know
	broken              // the model's stream breaks off
	dropped             // the socket dies
	killed              // the server is killed
)

// S013, S015, S048: turns with and without a call are spoken over, cut off and killed at random places. The next turn always works, the
// model is never sent a history that it refuses, the cart holds what was done, and the log what was played or heard.
func TestCutOffAnywhere(t *testing.T) {
	t.Parallel()
	slow := map[string]any{"pause": "4ms", "chunk": 6}
	with := func(more map[string]any) map[string]any {
		maps.Copy(more, slow)
		return more
	}
	m := startModel(t,
		rule{"when": map[string]any{"says": "scarf", "step": 0}, "answer": with(map[string]any{"text": "One moment please. ", "calls": []any{call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 1})}})},
		rule{"when": map[string]any{"says": "scarf"}, "answer": with(map[string]any{"text": "I've added the wool scarf. It is soft and warm. It comes from a small mill."})},
		rule{"when": map[string]any{"says": "two things", "step": 0}, "answer": with(map[string]any{"calls": []any{call("search_products", map[string]any{"query": "mug"}), call("add_to_cart", map[string]any{"sku": "CND-CAF", "quantity": 1})}})},
		rule{"when": map[string]any{"says": "two things"}, "answer": with(map[string]any{"text": "There are mugs, too. Which one would you like?"})},
		rule{"when": map[string]any{"says": "break"}, "answer": with(map[string]any{"text": "The mill stands by a river. The river comes from the hills, and from far aw", "cut": "reset"})},
		rule{"when": map[string]any{"says": "story"}, "answer": with(map[string]any{"text": "The mill stands by a river. Two brothers built it. Their sheep graze on the hills. In winter they knit."})},
		rule{"answer": map[string]any{"text": "Hello."}})
	s := start(t, m.with("openai"))
	random := rand.New(rand.NewPCG(7, 11))
	talks := make([]*talk, runs(5, 50))
	for i := range talks {
		talks[i] = s.open(uuid(), fmt.Sprintf("u-%d", i))
	}
	for n := range runs(40, 1000) {
		c := talks[random.IntN(len(talks))]
		how := []fate{whole, spoken, spoken, spoken, guessed, broken, dropped}[random.IntN(7)]
		if n%13 == 12 {
			how = killed
		}
		words := []string{"a story", "the scarf", "two things", "a story"}[random.IntN(4)]
		if how == broken {
			words = "break off"
		}
		c.cutOff(random, words, how)
		if how == killed {
			for _, o := range talks {
				if err := o.connect(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if a := c.say("hello"); a.Reply != "Hello." {
			t.Fatalf("after %d (%d): %q", n, how, a.Reply)
		}
	}
	for _, c := range talks {
		s.wantWholeSeq(c.id)
		s.wantDone(c)
	}
	m.wantNo400()
}

// cutOff says something, lets its fate come at a random place, and holds the log against what reached this end.
func (c *talk) cutOff(random *rand.Rand, words string, how fate) {
	c.t.Helper()
	id := "t-" + uuid()
	if err := c.send(map[string]any{"user_id": c.user, "text": words, "turn_id": id}); err != nil {
		c.t.Fatal(err)
	}
	var played []string
	after, over := random.IntN(4), false
	for len(played) < after && !over {
		f, err := c.read(20 * time.Second)
		switch {
		case err != nil:
			c.t.Fatalf("%s: %v", words, err)
		case f.TurnID != id || f.Hold:
		case f.Type == "delta":
			played = append(played, f.Text)
		case f.Type == "reply":
			over = true
		}
	}
	time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond)
	switch how {
	case spoken, guessed:
		c.speakOver(random, id, strings.Join(played, " "), how == spoken, over)
	case dropped:
		_ = c.conn.CloseNow()
		if err := c.connect(); err != nil {
			c.t.Fatal(err)
		}
		until(c.t, "the end of the turn", func() bool { v := c.last(id); return v != nil && v.Reply != "" })
	case killed:
		c.s.restart()
		// A crash may cost the record of the last second of words, so the log is not held against them here.
		until(c.t, "the end of the turn", func() bool { v := c.last(id); return v == nil || v.Reply != "" || v.Heard != nil || len(played) == 0 })
	default:
		if over {
			return
		}
		a, err := c.await(id)
		if err != nil || a.Type != "reply" {
			c.t.Fatalf("%s: %+v %v", words, a.frame, err)
		}
		if all := strings.Join(append(played, a.deltas...), " "); a.Reply != all {
			c.t.Errorf("%q was played, %q is the reply", all, a.Reply)
		}
	}
}

// speakOver interrupts, and reads on to the end of the turn.
func (c *talk) speakOver(random *rand.Rand, id, played string, known, over bool) {
	c.t.Helper()
	words := strings.Fields(played)
	heard := strings.Join(words[:random.IntN(len(words)+1)], " ")
	f := map[string]any{"type": "interrupt", "turn_id": id}
	if known {
		f["heard"] = heard
	}
	if err := c.send(f); err != nil {
		c.t.Fatal(err)
	}
	if !over {
		if a, err := c.await(id); err != nil || a.Type != "reply" {
			c.t.Fatalf("spoken over: %+v %v", a.frame, err)
		}
	}
	if known {
		until(c.t, "what was heard", func() bool { v := c.last(id); return v == nil || v.Heard != nil && *v.Heard == heard })
	}
}

// last is that turn as the server has it; nil = it never began.
func (c *talk) last(id string) *turn {
	for _, v := range c.s.session(c.id).Turns {
		if v.TurnID == id {
			return &v
		}
	}
	return nil
}

// wantDone: the cart holds what the calls of the transcript say was done, and no call is open.
func (s *server) wantDone(c *talk) {
	s.t.Helper()
	var v struct {
		Turns []struct {
			Calls []struct {
				Tool string `json:"tool"`
				Code string `json:"code"`
			} `json:"calls"`
		} `json:"turns"`
	}
	if code := s.call("GET", "/v1/sessions/"+c.id+"/transcript", nil, &v); code != 200 {
		s.t.Fatalf("transcript: %d", code)
	}
	done := 0
	for _, turn := range v.Turns {
		for _, call := range turn.Calls {
			if call.Code == "open" {
				s.t.Error("a call is open for ever")
			}
			if call.Tool == "add_to_cart" && call.Code == "" {
				done++
			}
		}
	}
	has := 0
	for _, l := range s.session(c.id).Cart.Lines {
		has += l.Quantity
	}
	if has != done {
		s.t.Errorf("%d were added, the cart holds %d", done, has)
	}
}
