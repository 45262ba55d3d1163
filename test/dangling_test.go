package test

import (
	"context"
	"database/sql"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
)

// ordinaryTurns are six turns of which one calls a tool: after whatever went wrong they are answered, and the cart is as wanted.
func (c *talk) ordinaryTurns(want string) {
	c.t.Helper()
	for _, words := range []string{"hello", "one", "an ordinary turn", "two", "three", "four"} {
		if a := c.say(words); a.Reply != "Hello there." || !a.Cart.is(want) {
			c.t.Errorf("%s: %q with %s, not %s", words, a.Reply, a.Cart, want)
		}
	}
}

// The tool itself comes to no end, since somebody else holds the database. The shopper is told so, nothing is called done that is
// not, and the conversation goes on.
func TestToolTimesOut(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, brain string) {
		m := newScripted(t,
			rule{"when": map[string]any{"says": "scarf", "step": 0}, "answer": map[string]any{"hold": "call", "calls": []any{call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 1})}}},
			rule{"when": map[string]any{"says": "scarf", "step": 1}, "answer": map[string]any{"text": "The scarf is in your cart."}},
			calls("ordinary", call("view_cart", map[string]any{})),
			rule{"answer": map[string]any{"text": "Hello there."}})
		conf := m.with(brain)
		conf.args = append(conf.args, "--store-wait", "1s")
		s := start(t, conf)
		c := s.open(uuid(), "u-ada")
		if err := c.send(map[string]any{"user_id": "u-ada", "text": "add a scarf", "turn_id": "t-1"}); err != nil {
			t.Fatal(err)
		}
		m.awaitHeld("call")
		free := s.hold(t)
		m.release("call")
		a, err := c.await("t-1")
		free()
		if err != nil || strings.Contains(a.Reply, "is in your cart") || says(append(a.deltas, a.holds...), "is in your cart") {
			t.Errorf("while the tool could not end: %+v, %q, %q, %v", a.frame, a.deltas, a.holds, err)
		}
		if len(a.holds)+len(a.deltas) == 0 {
			t.Errorf("nothing was said: %+v", a.frame)
		}
		until(t, "the end of the turn", func() bool { v := c.last("t-1"); return v == nil || v.How != "" })
		has := s.session(c.id).Cart.String()
		if has != "" && has != "SCF-RED 1" {
			t.Errorf("the cart holds %s", has)
		}
		c.ordinaryTurns(has)
		s.wantDone(c.id)
		s.wantWholeSeq(c.id)
		m.wantNo400()
	})
}

// hold keeps everybody else from writing to the data, until what it gives is called.
func (s *server) hold(t *testing.T) (free func()) {
	t.Helper()
	address := url.URL{Scheme: "file", Path: filepath.Join(s.data, "data.db"), RawQuery: "_pragma=busy_timeout(60000)"}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(context.Background(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	return func() {
		if _, err := conn.ExecContext(context.Background(), "ROLLBACK"); err != nil {
			t.Fatal(err)
		}
		_ = conn.Close()
	}
}

// A history that was damaged by hand: a call whose result is not there, at the end and in the middle, and a result whose call is
// not there. It heals by itself, and nothing else of it is lost.
func TestHistoryWithLooseEnds(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, brain string) {
		m := newScripted(t,
			calls("scarf", call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 1}), call("add_to_cart", map[string]any{"sku": "CND-CAF", "quantity": 1})),
			rule{"when": map[string]any{"says": "scarf", "step": 1}, "answer": map[string]any{"text": "Both are in your cart."}},
			calls("ordinary", call("view_cart", map[string]any{})),
			rule{"answer": map[string]any{"text": "Hello there."}})
		s := start(t, m.with(brain))
		const at = `session = (SELECT id FROM head WHERE session = ?) AND seq = (SELECT %s(e.seq) FROM event e WHERE e.session = event.session AND e.kind = '%s')`
		lose := func(which, kind string) string {
			return "UPDATE event SET kind = 'lost' WHERE " + strings.NewReplacer("%s(", which+"(", "'%s'", "'"+kind+"'").Replace(at)
		}
		damage := map[string]string{
			"no result of the last call":  lose("MAX", "call.done"),
			"no result of the first call": lose("MIN", "call.done"),
			"results without their call":  lose("MAX", "step.thought"),
		}
		talks := map[string]*talk{}
		for name := range damage {
			c := s.open(uuid(), "u-"+uuid())
			talks[name] = c
			c.say("my favourite colour is teal")
			if a := c.say("add the scarf and the candle"); !a.Cart.is("SCF-RED 1, CND-CAF 1") {
				t.Fatalf("%+v", a.frame)
			}
		}
		if err := s.stop(); err != nil {
			t.Fatal(err)
		}
		db := s.file(t)
		for name, c := range talks {
			operate(t, db, damage[name], c.id)
		}
		s.run()
		for name, c := range talks {
			if err := c.connect(); err != nil {
				t.Fatal(err)
			}
			before := len(m.fake.Requests())
			c.ordinaryTurns("SCF-RED 1, CND-CAF 1")
			asked := m.sent()[before]
			told := ""
			for _, msg := range asked.Messages {
				told += msg.Text + "\n"
			}
			if !strings.Contains(told, "teal") || !strings.Contains(told, "Both are in your cart.") {
				t.Errorf("%s: something else of the history is lost:\n%s", name, told)
			}
			list := results(asked)
			switch name {
			case "results without their call":
				if len(list) != 0 {
					t.Errorf("%s: %q", name, list)
				}
			default:
				open := 0
				for _, r := range list {
					if strings.Contains(r, "not done") {
						t.Errorf("%s: what was done is told as not done: %s", name, r)
					}
					if strings.Contains(r, "not known") {
						open++
					}
				}
				if len(list) != 2 || open != 1 {
					t.Errorf("%s: %q", name, list)
				}
			}
		}
		m.wantNo400()
	})
}
