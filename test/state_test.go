package test

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

// The sentence that the product exists for, on the sample shop: the right thing lands in the cart, it is still there forty
// turns later, and after the process was killed.
func TestTheSentence(t *testing.T) {
	t.Parallel()
	s := start(t, config{catalog: "none"})
	c := s.open(uuid(), "u-ada")
	a := c.say("Add the silk blouse in size M, and keep it in my cart while I look at the shoes")
	check := func(when string, got cart) {
		t.Helper()
		if len(got.Lines) != 1 || got.Lines[0].Title != "Silk Blouse" || got.Lines[0].Quantity != 1 || got.Lines[0].Options["size"] != "M" || !got.Lines[0].Kept {
			t.Fatalf("%s: %+v", when, got)
		}
	}
	check("in the reply", a.Cart)
	if !strings.Contains(strings.ToLower(a.Reply), "silk blouse") || len(a.Shown) == 0 {
		t.Errorf("the reply names the blouse and shows shoes: %q %v", a.Reply, a.Shown)
	}
	for range 20 {
		c.say("what shoes do you have")
		c.say("how much is the first one")
	}
	check("40 turns later", c.say("what's in my cart").Cart)
	if took := s.restart(); took > time.Minute {
		t.Errorf("restart took %s", took)
	}
	check("after kill -9", s.session(c.id).Cart)
	if err := c.connect(); err != nil {
		t.Fatal(err)
	}
	a = c.say("what's in my cart")
	check("after kill -9, asked", a.Cart)
	if !strings.Contains(strings.ToLower(a.Reply), "silk blouse") {
		t.Errorf("said: %q", a.Reply)
	}
}

// The power is cut straight after the reply, whoever thinks.
func TestKilledAfterTheReply(t *testing.T) {
	t.Parallel()
	t.Run("rules", func(t *testing.T) { t.Parallel(); killedAfterTheReply(t, config{}) })
	t.Run("a model", func(t *testing.T) {
		t.Parallel()
		m := startModel(t, calls("ivory", call("add_to_cart", map[string]any{"sku": "BLS-IVR-M", "quantity": 1})),
			rule{"when": map[string]any{"says": "ivory", "step": 1}, "answer": map[string]any{"text": "The ivory silk blouse is in your cart."}},
			rule{"answer": map[string]any{"text": "Hello."}})
		killedAfterTheReply(t, m.with("openai"))
		m.wantNo400()
	})
}

func killedAfterTheReply(t *testing.T, conf config) {
	killedAfterTheReplyTimes(t, conf, runs(10, 30))
}

func killedAfterTheReplyTimes(t *testing.T, conf config, times int) {
	s := start(t, conf)
	waits := []time.Duration{0, 10 * time.Millisecond, 50 * time.Millisecond, 200 * time.Millisecond, 1500 * time.Millisecond}
	for i := range times {
		c := s.open(uuid(), "u-ada")
		a := c.say("put the ivory silk blouse, medium, in my cart")
		time.Sleep(waits[i%len(waits)])
		s.restart()
		v := s.session(c.id)
		if !v.Cart.is("BLS-IVR-M 1") || v.Cart.Total != 8950 {
			t.Fatalf("run %d: %s %d", i, v.Cart, v.Cart.Total)
		}
		if len(v.Turns) != 1 || v.Turns[0].Said != "put the ivory silk blouse, medium, in my cart" || v.Turns[0].Reply == "" {
			t.Fatalf("run %d: transcript %+v, reply %q", i, v.Turns, a.Reply)
		}
	}
}

// Killed at any moment of the turn, the add is there as a whole or not at all, and its words with it.
func TestKilledInTheTurn(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	for i := range runs(8, 30) {
		c := s.open(uuid(), "u-ada")
		if err := c.send(map[string]any{"text": "put the ivory silk blouse, medium, in my cart", "turn_id": "t-1", "user_id": "u-ada"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i) * 700 * time.Microsecond)
		s.restart()
		var v view
		code := s.call("GET", "/v1/sessions/"+c.id, nil, &v)
		said := len(v.Turns) == 1 && v.Turns[0].Reply != ""
		if there := v.Cart.is("BLS-IVR-M 1"); code != 200 && code != 404 || there != said || !there && !v.Cart.is("") {
			t.Fatalf("run %d: %d cart %s, turns %+v", i, code, v.Cart, v.Turns)
		}
		if err := c.connect(); err != nil {
			t.Fatal(err)
		}
		if a, err := c.try("put the ivory silk blouse, medium, in my cart", "t-1"); err != nil || a.Type != "reply" || !a.Cart.is("BLS-IVR-M 1") {
			t.Fatalf("run %d: the repeat: %+v %v", i, a.frame, err)
		}
	}
}

// A rush of turns on one session.
func TestRushOfTurns(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(uuid(), "u-ada")
	for _, m := range [][2]string{{"add socks", "t-1"}, {"add a scarf", "t-2"}} {
		if err := c.send(map[string]any{"text": m[0], "turn_id": m[1], "user_id": "u-ada"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	for _, id := range []string{"t-1", "t-2"} {
		if a, err := c.await(id); err != nil || a.Type != "reply" || strings.Contains(strings.ToLower(a.Reply), "try again") {
			t.Fatalf("%s: %+v %v", id, a.frame, err)
		}
	}
	if v := s.session(c.id); !v.Cart.is("SOC-3PK 1, SCF-RED 1") || v.Cart.Total != 4632 {
		t.Fatalf("%s %d", v.Cart, v.Cart.Total)
	}

	id, accepted := uuid(), 0
	s.open(id, "u-ben")
	type result struct {
		a   answer
		err error
	}
	results := make(chan result)
	for k := 1; k <= 20; k++ {
		other := s.open(id, "u-ben")
		go func() {
			a, err := other.try("note number "+strconv.Itoa(k), "n-"+strconv.Itoa(k))
			results <- result{a, err}
		}()
	}
	seqs := map[int64]bool{}
	for range 20 {
		r := <-results
		switch {
		case r.err != nil:
			t.Error(r.err)
		case r.a.Type == "reply":
			accepted++
			if seqs[r.a.Seq] {
				t.Errorf("seq %d twice", r.a.Seq)
			}
			seqs[r.a.Seq] = true
		case r.a.Code != "busy":
			t.Errorf("refused, but not as busy: %+v", r.a.frame)
		}
	}
	said := map[string]int{}
	for _, turn := range s.transcript(id) {
		said[turn.Said]++
	}
	if len(said) != accepted {
		t.Errorf("%d accepted, %d in the transcript", accepted, len(said))
	}
	for words, n := range said {
		if n != 1 {
			t.Errorf("%q stands %d times", words, n)
		}
	}
	s.wantWholeSeq(id)
}
