package test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// adder is a model that adds what it is told to, each answer after a wait.
func adder(t testing.TB, wait string) *model {
	sku := map[string]string{"socks": "SOC-3PK", "candle": "CND-CAF", "scarf": "SCF-RED", "mug": "MUG-SS"}
	var script []rule
	for _, word := range []string{"socks", "candle", "scarf", "mug"} {
		script = append(script,
			rule{"when": map[string]any{"match": "(?i)remove (one|the) " + word, "step": 0}, "answer": map[string]any{"first": wait, "calls": []any{call("remove_from_cart", map[string]any{"sku": sku[word], "quantity": 1})}}},
			rule{"when": map[string]any{"says": word, "step": 0}, "answer": map[string]any{"first": wait, "calls": []any{call("add_to_cart", map[string]any{"sku": sku[word], "quantity": 1})}}},
			rule{"when": map[string]any{"says": word, "step": 1}, "answer": map[string]any{"text": "So it is, with the " + word + "."}})
	}
	script = append(script, rule{"answer": map[string]any{"first": wait, "text": "You can send things back within thirty days."}})
	return startModel(t, script...)
}

// both says two things at the same moment, and gives both answers.
func both(t *testing.T, a, b *talk, first, second string) (x, y answer) {
	t.Helper()
	var wg sync.WaitGroup
	wg.Go(func() { x = a.sayOr(first) })
	wg.Go(func() { y = b.sayOr(second) })
	wg.Wait()
	return x, y
}

// sayOr is say for another goroutine than the test's: what fails is an error.
func (c *talk) sayOr(words string) answer {
	a, err := c.try(words, "t-"+uuid())
	if err != nil || a.Type != "reply" {
		c.t.Errorf("say %q: %+v %v", words, a.frame, err)
	}
	return a
}

// One session, two servers. Turns are answered one after the other, woven never; nobody writes over what the other did.
func TestOneSessionTwoServers(t *testing.T) {
	t.Parallel()
	m := adder(t, "1.5s")
	c := newCell(t)
	s := c.nodes(2, m.with("openai"))
	id := s[0].begin("SCF-RED 1")
	a, b := s[0].open(id, ""), s[1].open(id, "")
	both(t, a, b, "add the socks", "add the candle")
	for i, node := range s {
		if v := node.session(id); !v.Cart.is("SCF-RED 1, SOC-3PK 1, CND-CAF 1") || v.Cart.Total != 7082 {
			t.Fatalf("at node %d: %s %d", i, v.Cart, v.Cart.Total)
		}
	}
	a.say("add a scarf")
	b.say("remove one scarf")
	if got := a.say("add a mug").Cart; !got.is("SCF-RED 1, SOC-3PK 1, CND-CAF 1, MUG-SS 1") || got.Total != 8082 {
		t.Fatalf("in turns: %s %d", got, got.Total)
	}
	if err := s[0].stop(); err != nil {
		t.Fatal(err)
	}
	b.say("add the socks")
	s[0].run()
	if v := s[0].session(id); !v.Cart.is("SCF-RED 1, SOC-3PK 2, CND-CAF 1, MUG-SS 1") {
		t.Errorf("the node that was away: %s", v.Cart)
	}
	if err := a.connect(); err != nil {
		t.Fatal(err)
	}
	if got := a.say("add a mug").Cart; !got.is("SCF-RED 1, SOC-3PK 2, CND-CAF 1, MUG-SS 2") {
		t.Errorf("and its next write: %s", got)
	}
	s[0].wantTurns(t, id, 7)
	s[1].wantWholeSeq(id)
	m.wantNo400()
}

// Both copies of an event at the same instant, one to each server.
func TestSentToTwoServers(t *testing.T) {
	t.Parallel()
	m := adder(t, map[bool]string{false: "2s", true: "16s"}[soak])
	c := newCell(t)
	s := c.nodes(2, m.with("openai"))
	id := uuid()
	var replies [2]frame
	var wg sync.WaitGroup
	for i, node := range s {
		wg.Go(func() {
			var err error
			if replies[i], err = node.post(id, said{"add one scarf", "E1"}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	again, err := s[1].post(id, said{"add one scarf", "E1"})
	if err != nil || replies[0].Reply == "" || replies[0].Reply != replies[1].Reply || again.Reply != replies[0].Reply {
		t.Errorf("replies %q, %q, %q: %v", replies[0].Reply, replies[1].Reply, again.Reply, err)
	}
	if v := s[0].session(id); !v.Cart.is("SCF-RED 1") {
		t.Errorf("%s", v.Cart)
	}
	s[1].wantTurns(t, id, 1)
	if n := len(m.requests()); n != 2 { // the call, and the words after it
		t.Errorf("the model was asked %d times", n)
	}
}

// Phone and kitchen speaker at once, at two servers.
func TestPhoneAndSpeaker(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	s := c.nodes(2, config{})
	id := uuid()
	a, b := s[0].open(id, "u-ada"), s[1].open(id, "u-ada")
	third := s[1].open(id, "u-ada")
	var wg sync.WaitGroup
	for words, device := range map[string]*talk{"add a scarf": a, "add a candle": b, "add a mug": third} {
		wg.Go(func() { device.sayOr(words) })
	}
	wg.Wait()
	if v := s[0].session(id); !v.Cart.is("SCF-RED 1, CND-CAF 1, MUG-SS 1") || v.Cart.Total != 6783 {
		t.Fatalf("three at once: %s %d", v.Cart, v.Cart.Total)
	}
	for _, device := range []*talk{a, b} {
		wg.Go(func() {
			for range 10 {
				device.sayOr("add one pack of socks")
			}
		})
	}
	wg.Wait()
	if v := s[1].session(id); !v.Cart.is("SCF-RED 1, CND-CAF 1, MUG-SS 1, SOC-3PK 20") {
		t.Fatalf("twenty as fast as they go: %s", v.Cart)
	}
	if status := s[0].call("PATCH", "/v1/catalog/SCF-RED", map[string]any{"stock": 99}, nil); status != 200 { // a scarf for each round, which the other node knows long before the fortieth
		t.Fatalf("stock: %d", status)
	}
	for round := range runs(8, 50) {
		x, y := both(t, a, b, "add a scarf", "remove the candle")
		want := fmt.Sprintf("SCF-RED %d, MUG-SS 1, SOC-3PK 20", round+2)
		if v := s[round%2].session(id); !v.Cart.is(want) {
			t.Fatalf("round %d: %s, want %s; said %q and %q", round, v.Cart, want, x.Reply, y.Reply)
		}
		b.say("add a candle")
	}
	s[0].wantWholeSeq(id)
}

// A slow turn outlives its right to the session; the other server's work stands, and the caller is told the truth.
func TestSlowTurnOutlivesItsClaim(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		rule{"when": map[string]any{"says": "scarves", "step": 0}, "answer": map[string]any{"hold": "scarves", "calls": []any{call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 2})}}},
		calls("socks", call("add_to_cart", map[string]any{"sku": "SOC-3PK", "quantity": 1})),
		rule{"answer": map[string]any{"text": "So it is."}})
	conf := m.with("openai")
	conf.args = append(conf.args, "--turn-limit", map[bool]string{false: "8s", true: "60s"}[soak])
	c := newCell(t)
	s := c.nodes(2, conf)
	id := uuid()
	a := s[0].open(id, "")
	if err := a.send(map[string]any{"text": "add two scarves", "turn_id": "t-slow"}); err != nil {
		t.Fatal(err)
	}
	m.awaitHeld("scarves")
	b := s[1].open(id, "")
	if got := b.say("add the socks").Cart; !got.is("SOC-3PK 1") || got.Total != 1299 {
		t.Errorf("the other server: %s %d", got, got.Total)
	}
	end, err := a.await("t-slow")
	if err != nil || end.Type != "reply" || strings.Contains(strings.ToLower(end.Reply), "so it is") {
		t.Errorf("the slow turn ended %+v %v", end.frame, err)
	}
	m.release("scarves")
	time.Sleep(time.Second)
	if v := s[0].session(id); !v.Cart.is("SOC-3PK 1") {
		t.Errorf("late work was written: %s", v.Cart)
	}
	s[1].wantWholeSeq(id)
}

// Frozen and killed in the middle of a turn: the other server finishes it, once, and the one that wakes writes nothing.
func TestTurnOfADeadServer(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]os.Signal{"frozen": syscall.SIGSTOP, "killed": syscall.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := startModel(t,
				rule{"when": map[string]any{"says": "scarves", "step": 0}, "times": 1, "answer": map[string]any{"hold": "first", "calls": []any{call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 2})}}},
				calls("scarves", call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 2})),
				rule{"when": map[string]any{"says": "scarves", "step": 1}, "answer": map[string]any{"text": "Two scarves it is."}},
				calls("socks", call("add_to_cart", map[string]any{"sku": "SOC-3PK", "quantity": 1})),
				rule{"answer": map[string]any{"text": "So it is."}})
			c := newCell(t)
			s := c.nodes(2, m.with("openai"))
			id := uuid()
			a := s[0].open(id, "")
			if err := a.send(map[string]any{"text": "add two scarves", "turn_id": "t-1"}); err != nil {
				t.Fatal(err)
			}
			m.awaitHeld("first")
			_ = s[0].cmd.Process.Signal(how)
			gone := time.Now()
			// Without a visitor: who looks is the other server.
			until(t, "the turn is finished", func() bool {
				v := s[1].session(id)
				return len(v.Turns) == 1 && v.Turns[0].Reply != "" && v.Cart.is("SCF-RED 2")
			})
			t.Logf("finished elsewhere after %s", time.Since(gone).Round(100*time.Millisecond))
			b := s[1].open(id, "")
			if got := b.say("add the socks").Cart; !got.is("SCF-RED 2, SOC-3PK 1") || got.Total != 7965 {
				t.Errorf("the next turn: %s %d", got, got.Total)
			}
			if how == syscall.SIGSTOP {
				if soak {
					time.Sleep(60*time.Second - time.Since(gone))
				}
				_ = s[0].cmd.Process.Signal(syscall.SIGCONT)
				m.release("first")
				end, err := a.await("t-1")
				if err != nil || end.Type != "reply" || end.Reply != "Two scarves it is." {
					t.Errorf("who asked the frozen server got %+v %v", end.frame, err)
				}
				until(t, "the woken server is ready", s[0].isReady)
				if got := a.say("add the socks").Cart; !got.is("SCF-RED 2, SOC-3PK 2") {
					t.Errorf("at the woken server: %s", got)
				}
			}
			again, err := b.try("add two scarves", "t-1")
			if err != nil || again.Reply != "Two scarves it is." {
				t.Errorf("the repeat: %+v %v", again.frame, err)
			}
			if v := s[1].session(id); v.Cart.String() != sorted(map[bool]string{true: "SCF-RED 2, SOC-3PK 2", false: "SCF-RED 2, SOC-3PK 1"}[how == syscall.SIGSTOP]) {
				t.Errorf("at the end: %s", v.Cart)
			}
			s[1].wantWholeSeq(id)
			c.doctor()
		})
	}
}

// Two nodes, one session, two devices that change the cart as fast as they can: nothing is lost, nothing doubled.
func TestTwelveHundredChanges(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	s := c.nodes(2, config{})
	id := uuid()
	devices := []*talk{s[0].open(id, "u-ada"), s[1].open(id, "u-ada")}
	each := runs(40, 600)
	var wg sync.WaitGroup
	for i, device := range devices {
		thing := []string{"one pack of socks", "a candle"}[i]
		wg.Go(func() {
			for n := range each {
				words := "add " + thing
				if n%2 == 1 { // 99 of a thing is the most
					words = "remove " + strings.Replace(thing, "a candle", "one candle", 1)
				}
				device.sayOr(words)
			}
		})
	}
	wg.Wait()
	both(t, devices[0], devices[1], "add one pack of socks", "add a candle")
	for i, node := range s {
		if v := node.session(id); !v.Cart.is("SOC-3PK 1, CND-CAF 1") || v.Cart.Version != int64(2*each+2) {
			t.Errorf("at node %d: %s, %d changes for %d that were acknowledged", i, v.Cart, v.Cart.Version, 2*each+2)
		}
	}
	s[0].wantTurns(t, id, 2*each+2)
	s[1].wantWholeSeq(id)
	c.doctor()
}

// Three nodes, killed at random under load: whoever talked goes on at another node, the turn in doubt counts once.
func TestNodesDieAtRandom(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	s := c.nodes(3, config{})
	people := make([]*shopper, runs(9, 100))
	for i := range people {
		people[i] = &shopper{id: uuid()}
	}
	acked, kills := 0, runs(4, 60)
	for kill := range kills {
		victim := s[kill%len(s)]
		acked += victim.loadUntilKilled(people, runs(15, 60))
		next := s[(kill+1)%len(s)]
		next.checkPeople(t, people) // at another node, at once: the turn in doubt is repeated there
		victim.run()
	}
	for i, p := range people {
		node := s[i%len(s)]
		if turns := node.transcript(p.id); len(turns) != p.turns {
			t.Errorf("%d turns acknowledged, %d in the transcript", p.turns, len(turns))
		}
		node.wantWholeSeq(p.id)
	}
	t.Logf("%d changes acknowledged over %d kills", acked, kills)
	c.doctor()
}

// On PostgreSQL, with a model: the power of a node is cut straight after the reply.
func TestNodeKilledAfterTheReply(t *testing.T) {
	t.Parallel()
	m := startModel(t, calls("ivory", call("add_to_cart", map[string]any{"sku": "BLS-IVR-M", "quantity": 1})),
		rule{"when": map[string]any{"says": "ivory", "step": 1}, "answer": map[string]any{"text": "The ivory silk blouse is in your cart."}},
		rule{"answer": map[string]any{"text": "Hello."}})
	conf := m.with("openai")
	conf.env = append(newCell(t).env, conf.env...)
	killedAfterTheReplyTimes(t, conf, runs(3, 30))
	m.wantNo400()
}
