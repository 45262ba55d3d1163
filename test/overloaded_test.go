package test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart/internal/fakemodel"
)

// socks is the script of a model that adds socks where it is asked to.
func socks(trouble ...rule) []rule {
	return append(trouble,
		calls("socks", call("add_to_cart", map[string]any{"sku": "SOC-3PK", "quantity": 1})),
		rule{"when": map[string]any{"says": "socks"}, "answer": map[string]any{"text": "The socks are in your cart."}},
		calls("try again", call("add_to_cart", map[string]any{"sku": "SOC-3PK", "quantity": 1})),
		rule{"when": map[string]any{"says": "try again"}, "answer": map[string]any{"text": "The socks are in your cart."}},
		rule{"answer": map[string]any{"text": "Hello there."}})
}

// fails is a rule by which the model refuses the shopper's socks.
func fails(times, status int, more ...any) rule {
	answer := map[string]any{"status": status}
	for i := 0; i+1 < len(more); i += 2 {
		answer[more[i].(string)] = more[i+1]
	}
	return rule{"when": map[string]any{"says": "socks", "step": 0}, "times": times, "answer": answer}
}

// patiently does what asks a model as often as a shopper's patience allows, and does it again where the machine stood still for as long as all of
// that: what was asked too seldom then was asked as often as it could be. Nothing was, where that took no longer than it must.
func patiently(asks func() (enough bool)) {
	const least = 5*time.Second - 2200*time.Millisecond // the shopper's patience without the longest pause of these scripts
	for range 5 {
		if began := time.Now(); asks() || time.Since(began) < least {
			return
		}
	}
}

// A model alone: it is overloaded, limits its rate, is not there, refuses the key or our request, all before its first word. At most three
// requests a turn, none before the server wants it, and a sentence for the shopper; once it is back the socks are added, once.
func TestModelIsOverloaded(t *testing.T) {
	t.Parallel()
	const words = "add the socks"
	cases := []struct {
		name  string
		rules []rule
		away  bool
		asked [2]int // at least, at most
		added bool   // in the first turn
		alarm bool
	}{
		{"a limit of two seconds", []rule{fails(1, 429, "retry_after", "2")}, false, [2]int{3, 3}, true, false}, // refused, calls, words
		{"overloaded twice", []rule{fails(2, 529)}, false, [2]int{4, 4}, true, false},
		{"overloaded three times", []rule{fails(3, 529)}, false, [2]int{3, 3}, false, false},
		{"overloaded for ever", []rule{fails(0, 529)}, false, [2]int{2, 3}, false, false},
		{"a limit of three days", []rule{fails(0, 429, "retry_after", "274579")}, false, [2]int{1, 1}, false, false},
		{"broken", []rule{fails(0, 500)}, false, [2]int{2, 3}, false, false},
		{"connections refused", nil, true, [2]int{0, 0}, false, false},
		{"our request refused", []rule{fails(0, 400)}, false, [2]int{1, 1}, false, true},
		{"our key refused", []rule{fails(0, 401)}, false, [2]int{1, 1}, false, true},
	}
	inBoth(t, func(t *testing.T, brain string) {
		m := newScripted(t, socks()...)
		s := start(t, m.with(brain))
		for _, c := range cases {
			var (
				talk   *talk
				a      answer
				asked  []fakemodel.Kept
				alarms int
			)
			patiently(func() bool {
				m.play(socks(c.rules...)...)
				m.fake.Forget()
				alarms = strings.Count(s.out.String(), "level=ERROR")
				if c.away {
					m.away()
				}
				talk = s.open(uuid(), "u-ada")
				a = talk.say(words)
				if c.away {
					m.back(t)
				}
				asked = m.askedFor(words)
				return len(asked) >= c.asked[0]
			})
			if n := len(asked); n < c.asked[0] || n > c.asked[1] {
				t.Errorf("%s: the model was asked %d times, not %v", c.name, n, c.asked)
			}
			if c.added != a.Cart.is("SOC-3PK 1") || !c.added && !a.Cart.is("") || strings.TrimSpace(a.Reply) == "" {
				t.Errorf("%s: %q with %s", c.name, a.Reply, a.Cart)
			}
			if !c.added && !strings.Contains(a.Reply, "orry") {
				t.Errorf("%s: no apology in %q", c.name, a.Reply)
			}
			if c.name == "a limit of two seconds" && asked[1].At.Sub(asked[0].At) < 2*time.Second {
				t.Errorf("asked again %s after it wanted two seconds", asked[1].At.Sub(asked[0].At))
			}
			if n := strings.Count(s.out.String(), "level=ERROR"); c.alarm != (n > alarms) {
				t.Errorf("%s: %d errors in the log, %d before", c.name, n, alarms)
			}
			if strings.Contains(s.out.String(), "orry, I") {
				t.Errorf("%s: the log has words", c.name)
			}
			s.wantOneTurn(talk.id, words)
			m.play(socks()...)
			want := "SOC-3PK 1"
			if c.added {
				want = "SOC-3PK 2"
			}
			if a := talk.say("try again"); !a.Cart.is(want) {
				t.Errorf("%s, tried again: %q with %s", c.name, a.Reply, a.Cart)
			}
			s.wantWholeSeq(talk.id)
			for _, k := range m.fake.Requests() {
				if k.Status == 400 && k.Why != "" {
					t.Errorf("%s: %s", c.name, k.Why)
				}
			}
		}
	})
}

// With the chain that is the default: whatever the model's trouble is, the next brain adds the socks in this very turn, and nobody waits
// for a model that asks for patience.
func TestModelIsOverloadedInAChain(t *testing.T) {
	t.Parallel()
	m := newScripted(t, socks()...)
	for _, trouble := range []rule{fails(3, 529), fails(0, 529), fails(0, 429, "retry_after", "2"), fails(0, 429, "retry_after", "274579"), fails(0, 401)} {
		m.play(socks(trouble)...)
		m.fake.Forget()
		s := start(t, m.with("anthropic,rules"))
		c := s.open(uuid(), "u-ada")
		if a := c.say("add the socks"); !a.Cart.is("SOC-3PK 1") || len(m.askedFor("add the socks")) > 2 {
			t.Errorf("%v: %q with %s after %d requests", trouble["answer"], a.Reply, a.Cart, len(m.askedFor("add the socks")))
		}
		s.wantOneTurn(c.id, "add the socks")
		s.kill()
	}
}

// Fifty times at once: three requests a turn, and each pause is longer than the one before. That they are scattered is tested in the
// agent's own room, where no machine's load can be taken for it.
func TestFiftyAreOverloaded(t *testing.T) {
	t.Parallel()
	m := newScripted(t, rule{"answer": map[string]any{"status": 529}})
	s := start(t, m.with("anthropic"))
	talks := make([]*talk, runs(20, 50))
	tries := make([]int, len(talks))
	for i := range talks {
		talks[i] = s.open(uuid(), fmt.Sprintf("u-%d", i))
	}
	var all sync.WaitGroup
	for i, c := range talks {
		all.Go(func() {
			words := fmt.Sprintf("the socks, number %d", i)
			said := 0
			patiently(func() bool {
				said++
				if a, err := c.try(words, fmt.Sprint("t-", said)); err != nil || a.Type != "reply" || !strings.Contains(a.Reply, "orry") {
					t.Errorf("number %d: %+v %v", i, a.frame, err)
				}
				return len(m.askedFor(words)) > said
			})
			tries[i] = said
		})
	}
	all.Wait()
	for i := range talks {
		asked := m.askedFor(fmt.Sprintf("the socks, number %d", i))
		asked = asked[tries[i]-1:] // each try before the last one asked once
		if len(asked) < 2 || len(asked) > 3 {
			t.Fatalf("number %d was asked for %d times", i, len(asked))
		}
		first := asked[1].At.Sub(asked[0].At)
		if first < 450*time.Millisecond {
			t.Errorf("number %d: asked again after %s", i, first)
		}
		if len(asked) == 3 && asked[2].At.Sub(asked[1].At) < 900*time.Millisecond { // twice as long as the shortest first one
			t.Errorf("number %d: asked a third time after %s, a second time after %s", i, asked[2].At.Sub(asked[1].At), first)
		}
	}
}

// While the model is overloaded, and while the database cannot be asked: however often the platform sends the turn, it is carried out
// once, and every copy gets what the first one got, or a 5xx that makes the platform come back.
func TestSentTwiceInTrouble(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, brain string) {
		m := newScripted(t, socks(fails(2, 529), rule{"when": map[string]any{"says": "socks", "step": 0}, "answer": map[string]any{
			"hold": "think", "calls": []any{call("add_to_cart", map[string]any{"sku": "SOC-3PK", "quantity": 1})}}})...)
		conf := m.with(brain)
		conf.args = append(conf.args, "--store-wait", "1s")
		s := start(t, conf)
		id := uuid()
		post := func(turn string) (f frame, code int) {
			code = s.call("POST", "/webhook", map[string]any{"session_id": id, "user_id": "u-ada", "text": "add one pair of socks", "turn_id": turn}, &f)
			return f, code
		}
		type got struct {
			f    frame
			code int
		}
		copies := make(chan got, 3)
		for range 2 {
			go func() { f, code := post("E1"); copies <- got{f, code} }()
		}
		m.awaitHeld("think") // refused twice, then it thinks
		go func() { f, code := post("E1"); copies <- got{f, code} }()
		m.release("think")
		first := <-copies
		for range 2 {
			if next := <-copies; next.code != 200 || next.f.Reply != first.f.Reply || !next.f.Cart.is("SOC-3PK 1") {
				t.Errorf("%+v\n%+v", first, next)
			}
		}
		if n := len(m.askedFor("add one pair of socks")); n != 4 {
			t.Errorf("the model was asked %d times for E1, not four times: refused twice, call, words", n)
		}

		free := s.hold(t)
		f, code := post("E2")
		if code < 500 && code != 429 {
			t.Errorf("E2 while nothing can be written: %d %+v", code, f)
		}
		if again, code := post("E1"); code/100 != 5 && (code != 200 || again.Reply != first.f.Reply) {
			t.Errorf("E1 while nothing can be written: %d %+v", code, again)
		}
		free()
		if v := s.session(id); !v.Cart.is("SOC-3PK 1") {
			t.Errorf("something was carried out: %s", v.Cart)
		}
		m.play(socks()...)
		until(t, "E2 carried out", func() bool { f, code = post("E2"); return code == 200 })
		again, code := post("E2")
		if code != 200 || again.Reply != f.Reply || !again.Cart.is("SOC-3PK 2") || !f.Cart.is("SOC-3PK 2") {
			t.Errorf("E2 afterwards: %+v\n%d %+v", f, code, again)
		}
		s.wantTurns(t, id, 2)
		s.wantWholeSeq(id)
		m.wantNo400()
	})
}
