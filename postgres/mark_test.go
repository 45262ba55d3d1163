package postgres_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

// What may be used once is used once, by whichever node is first; it is kept for as long as it is worth something.
func TestUsedOnce(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	nodes := []evercart.Marks{p.open(t), p.open(t)}
	var first atomic.Int32
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			ok, err := nodes[i%2].Use(sys(), "pass-1", time.Hour)
			code(t, "use", err, "")
			if ok {
				first.Add(1)
			}
		})
	}
	all.Wait()
	if n := first.Load(); n != 1 {
		t.Errorf("it was used first %d times", n)
	}
	kept := func() int {
		return ask[int](t, p.open(t).Pool(), `SELECT count(*)::int FROM meta WHERE name LIKE 'used:%'`)
	}
	for _, what := range []string{"pass-2", "pass-3", "pass-4"} { // each is over when the next one comes
		if ok, err := nodes[0].Use(sys(), what, -time.Second); err != nil || !ok {
			t.Errorf("%s: %v %v", what, ok, err)
		}
	}
	if n := kept(); n != 2 {
		t.Errorf("%d are kept, want the one that lasts and the last one", n)
	}
}
