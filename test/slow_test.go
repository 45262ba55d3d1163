package test

import (
	"fmt"
	"strings"
	"testing"
)

// What is slow does not put the old cart back, with the other device at another server: a question, one whose asker hangs up, a word of how much
// was heard, a summary. Nor does it after the cache is emptied, or after a restart.
func TestSlowQuestion(t *testing.T) {
	t.Parallel()
	m := startModel(t, rule{"when": map[string]any{"says": "policy"}, "answer": map[string]any{"text": "Thirty days.", "hold": "policy"}},
		rule{"when": map[string]any{"says": "give the account"}, "answer": map[string]any{"text": "Somebody says hello.", "hold": "summary"}},
		calls("candle", call("add_to_cart", map[string]any{"sku": "CND-CAF", "quantity": 1})), calls("scarf", call("remove_from_cart", map[string]any{"sku": "SCF-RED", "quantity": 1})),
		rule{"answer": map[string]any{"text": "Hello."}})
	c, r := newCached(t)
	s := c.nodes(2, m.with("openai"))
	slow, quick := s[0], s[1]
	changes := func(id string) <-chan answer {
		done := make(chan answer, 2)
		go func() {
			other := quick.open(id, "")
			done <- other.sayOr("add the candle")
			done <- other.sayOr("remove the scarf")
		}()
		return done
	}
	var ids []string
	want := func(id string, version int64) {
		t.Helper()
		ids = append(ids, id)
		for _, node := range []*server{slow, quick} {
			if v := node.session(id); !v.Cart.is("CND-CAF 1") || v.Cart.Total != 2450 || v.Cart.Version != version+2 {
				t.Errorf("%s %d, version %d after %d", v.Cart, v.Cart.Total, v.Cart.Version, version)
			}
		}
	}
	for _, name := range []string{"a question", "its asker hangs up"} {
		id := slow.begin("SCF-RED 1")
		version := slow.session(id).Cart.Version
		asker := slow.open(id, "")
		if err := asker.send(map[string]any{"text": "what is your return policy?", "turn_id": "t-slow"}); err != nil {
			t.Fatal(err)
		}
		m.awaitHeld("policy")
		// The other device's turns wait for the one that runs.
		done := changes(id)
		if name != "a question" {
			_ = asker.conn.CloseNow()
		}
		m.release("policy")
		if name == "a question" {
			if end, err := asker.await("t-slow"); err != nil || end.Type != "reply" || end.Cart.Version != version {
				t.Fatalf("%+v %v", end.frame, err)
			}
		}
		<-done
		<-done
		want(id, version)
		if name == "a question" { // who comes late with what was heard of it changes nothing else
			if err := asker.send(map[string]any{"type": "interrupt", "turn_id": "t-slow", "heard": "Thirty"}); err != nil {
				t.Fatal(err)
			}
			until(t, "it is known how much was heard", func() bool { return strings.Contains(fmt.Sprint(slow.events(id)), "reply.heard") })
			want(id, version)
		}
	}
	id := slow.begin("SCF-RED 1")
	version := slow.session(id).Cart.Version
	guest := slow.open(id, "")
	for range 20 {
		guest.say("hello")
	}
	m.awaitHeld("summary")
	done := changes(id)
	<-done
	<-done
	m.release("summary")
	until(t, "the summary is kept", func() bool { return strings.Contains(fmt.Sprint(slow.events(id)), "summary.made") })
	want(id, version)

	r.Must(t, "FLUSHALL")
	slow.restart()
	quick.restart()
	for _, id := range ids {
		if v := slow.session(id); !v.Cart.is("CND-CAF 1") || v.Cart.Total != 2450 {
			t.Errorf("after a restart: %s", v.Cart)
		}
	}
	slow.wantWholeSeq(id)
}
