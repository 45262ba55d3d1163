package test

import (
	"fmt"
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

// story is the script of a model whose answers take their time, and of which some break off.
func story() []rule {
	slowly := func(more map[string]any) map[string]any {
		more["pause"], more["chunk"] = "4ms", 6
		return more
	}
	add := func(sku string) map[string]any { return call("add_to_cart", map[string]any{"sku": sku, "quantity": 1}) }
	when := func(says string, step int) map[string]any { return map[string]any{"says": says, "step": step} }
	return []rule{
		{"when": when("scarf", 0), "answer": slowly(map[string]any{"text": "One moment please. ", "calls": []any{add("SCF-RED")}})},
		{"when": when("scarf", 1), "answer": slowly(map[string]any{"text": "I've added the wool scarf. It is soft and warm. It comes from a small mill."})},
		{"when": when("two things", 0), "answer": slowly(map[string]any{"calls": []any{call("search_products", map[string]any{"query": "mug"}), add("CND-CAF")}})},
		{"when": when("two things", 1), "answer": slowly(map[string]any{"text": "The candle is in your cart. There are mugs, too. Which one would you like?"})},
		{"when": when("break off", 0), "answer": slowly(map[string]any{"text": "The mill stands by a river. The river comes from the hills, and from far aw", "cut": "reset"})},
		{"when": when("err", 0), "answer": slowly(map[string]any{"text": "The mill stands by a river. The river co", "error": map[string]any{"message": "Overloaded", "type": "overloaded_error"}})},
		{"when": when("too long", 0), "answer": slowly(map[string]any{"text": "The mill stands by a river. The river com", "finish": "length"})},
		{"when": when("story", 0), "answer": slowly(map[string]any{"text": "The mill stands by a river. Two brothers built it. Their sheep graze on the hills. In winter they knit."})},
		{"answer": map[string]any{"text": "Hello."}},
	}
}

// Turns with and without a call are spoken over, cut off and killed at random places, on sockets and by telephone. The next
// turn always works, the model is never sent a history that it refuses, the cart holds what was done, and the log what was played or heard.
func TestCutOffAnywhere(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, brain string) {
		m := newScripted(t, story()...)
		s := start(t, withPhone(m.with(brain)))
		random := rand.New(rand.NewPCG(7, uint64(len(brain))))
		var all []cutter
		for i := range runs(4, 50) {
			if i%2 == 0 {
				all = append(all, s.open(uuid(), fmt.Sprintf("u-%d", i)))
				continue
			}
			before := s.ids()
			p, _ := s.ring(t, fmt.Sprintf("+1555010%04d", i))
			all = append(all, &calling{phone: p, id: s.newest(before)})
		}
		came := map[fate]int{}
		for n := range runs(30, 1000) {
			c := all[random.IntN(len(all))]
			how := []fate{whole, spoken, spoken, spoken, guessed, broken, dropped}[random.IntN(7)]
			if n%13 == 12 {
				how = killed
			}
			words := []string{"a story", "the scarf", "two things", "a story"}[random.IntN(4)]
			if how == broken {
				words = []string{"break off", "err", "too long"}[random.IntN(3)]
			}
			came[how]++
			c.cutOff(random, fmt.Sprintf("%s, number %d", words, n), how)
			if how == killed {
				for _, o := range all {
					o.reattach()
				}
			}
			if reply := c.hello(); reply != "Hello." {
				t.Fatalf("after %d (%d): %q", n, how, reply)
			}
			m.wantNo400()
			m.fake.Forget()
		}
		for _, c := range all {
			s.wantWholeSeq(c.session())
			s.wantDone(c.session())
		}
		t.Logf("%s: whole %d, spoken over %d, spoken over where nobody knows %d, broken off %d, dropped %d, killed %d", brain,
			came[whole], came[spoken], came[guessed], came[broken], came[dropped], came[killed])
	})
}

// cutter is one end of a conversation to which things happen.
type cutter interface {
	cutOff(random *rand.Rand, words string, how fate)
	reattach() // after the server was killed
	hello() string
	session() string
}

func (c *talk) session() string { return c.id }
func (c *talk) hello() string   { return c.say("hello").Reply }
func (c *talk) reattach() {
	c.t.Helper()
	if err := c.connect(); err != nil {
		c.t.Fatal(err)
	}
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
		f, err := c.read(time.Minute)
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
	time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond) // a random place, not a wait for anything
	switch how {
	case spoken, guessed:
		c.speakOver(random, id, strings.Join(played, " "), how == spoken, over)
	case dropped:
		_ = c.conn.CloseNow()
		if err := c.connect(); err != nil {
			c.t.Fatal(err)
		}
		// Words of which nothing was heard may have gone down with the socket.
		until(c.t, words+": the end of the turn whose socket died", func() bool { v := c.last(id); return v == nil && len(played) == 0 || v != nil && v.Closed > 0 })
	case killed:
		c.s.restart()
		// A crash may cost the record of the last second of words, so the log is not held against them here.
		until(c.t, words+": the end of the turn whose server died", func() bool { v := c.last(id); return v == nil || v.Closed > 0 })
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
		a, err := c.await(id)
		if err == nil && a.Type == "error" && a.Code == "canceled" && played == "" { // before it began: then nothing of it may be kept
			if v := c.last(id); v != nil {
				c.t.Errorf("called off before it began, and kept: %+v", v)
			}
			return
		}
		if err != nil || a.Type != "reply" {
			c.t.Fatalf("spoken over: %+v %v", a.frame, err)
		}
	}
	if known {
		until(c.t, "what was heard", func() bool { v := c.last(id); return v == nil || v.Heard != nil && *v.Heard == heard })
	}
}

// last is that turn as the server has it; nil = it never began.
func (c *talk) last(id string) *turn {
	var v view
	if code := c.s.call("GET", "/v1/sessions/"+c.id, nil, &v); code != 200 && code != 404 { // killed before the session was begun
		c.t.Fatalf("session: %d", code)
	}
	for _, turn := range v.Turns {
		if turn.TurnID == id {
			return &turn
		}
	}
	return nil
}

// wantDone: the cart holds what the calls of the transcript say was done, and no call is open.
func (s *server) wantDone(id string) {
	s.t.Helper()
	var v struct {
		Turns []struct {
			Calls []struct {
				Tool string `json:"tool"`
				Code string `json:"code"`
			} `json:"calls"`
		} `json:"turns"`
	}
	if code := s.call("GET", "/v1/sessions/"+id+"/transcript", nil, &v); code != 200 {
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
	for _, l := range s.session(id).Cart.Lines {
		has += l.Quantity
	}
	if has != done {
		s.t.Errorf("%d were added, the cart holds %d", done, has)
	}
}
