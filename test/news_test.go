package test

import (
	"fmt"
	"testing"
	"time"
)

// What is written at one node shows on the device at another (in a soak, within 5 s), whatever becomes of the news between them: Redis is
// well, restarted in the middle of it, away, hung, and back. What was missed is looked for, not waited for.
func TestNewsBetweenNodes(t *testing.T) {
	t.Parallel()
	c, r := newCached(t)
	s := c.nodes(2, config{})
	id := uuid()
	writer, watcher := s[0].open(id, "u-ada"), s[1].open(id, "u-ada")
	packs := 0
	shows := func(how string, changes int) {
		t.Helper()
		for range changes {
			packs++
			writer.say("add one pack of socks")
		}
		told := time.Now()
		for want := fmt.Sprintf("SOC-3PK %d", packs); ; {
			if f := watcher.untilFrame("state"); f.showsCart(t, want) {
				break
			}
		}
		t.Logf("%s: %d changes, the last shows after %s", how, changes, time.Since(told).Round(time.Millisecond))
		if took := time.Since(told); took > 5*time.Second && soak {
			t.Errorf("%s: it took %s", how, took)
		}
	}
	shows("well", 3)
	r.Kill()
	if err := r.Begin(); err != nil {
		t.Fatal(err)
	}
	shows("restarted", 5)
	r.Kill()
	shows("away", 5)
	if err := r.Begin(); err != nil {
		t.Fatal(err)
	}
	shows("back", 3)
	if err := r.Hang(); err != nil {
		t.Fatal(err)
	}
	shows("hung", 5)
	if err := r.Resume(); err != nil {
		t.Fatal(err)
	}
	until(t, "Redis is used again", func() bool { return s[0].redisIs("ok") && s[1].redisIs("ok") })
	shows("resumed", 3)
	for _, node := range s {
		if v := node.session(id); v.Cart.packs() != packs {
			t.Errorf("%d packs, want %d", v.Cart.packs(), packs)
		}
	}
}
