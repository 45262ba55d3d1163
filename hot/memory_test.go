package hot_test

import (
	"math/rand/v2"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hot"
)

// What the events of a session take is counted as they come and go, and is what all of them together take.
func TestCountedAsTheyComeAndGo(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	next := evercart.Seq(1)
	some := func(n int) []evercart.Event {
		out := make([]evercart.Event, n)
		for i := range out {
			f := &evercart.WordsSent{}
			f.Personal.Text = evercart.Personal(make([]byte, r.IntN(50)))
			out[i] = evercart.Event{Seq: next, Fact: f}
			next++
		}
		return out
	}
	var have []evercart.Event
	told := int64(0)
	for n := range 3000 {
		now := append(have[:len(have):len(have)], some(r.IntN(4))...)
		switch r.IntN(8) {
		case 0: // what is old goes
			now = now[r.IntN(len(now)+1):]
		case 1: // it was read anew, from somewhere
			now = some(r.IntN(6))
		case 2:
			next += 3
			now = some(2)
		case 3:
			now = have
		}
		told += hot.GrownBy(have, now)
		have = now
		want := int64(0)
		for _, e := range have {
			want += hot.EventSize(e)
		}
		if told != want {
			t.Fatalf("round %d: %d bytes counted, they are %d", n, told, want)
		}
	}
}
