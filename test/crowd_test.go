package test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart/internal/redistest"
)

// crowd is many shoppers whose every turn goes to another node than the one before.
type crowd struct {
	t      *testing.T
	nodes  []*server
	people []*shopper
	think  time.Duration // between a reply and the next words, nothing to twice as much; 0 = none
	differ atomic.Int32  // replies and carts that are not what they must be
}

// round is how long the turns of a round took, in order.
type round struct {
	what string
	took []time.Duration
}

func (r round) at(share float64) time.Duration {
	if len(r.took) == 0 {
		return 0
	}
	return r.took[min(len(r.took)-1, int(share*float64(len(r.took))))].Round(100 * time.Microsecond)
}

// holds compares a round with those before and after it that nothing troubled, in a soak: 100 ms, or half as much again as what turns took then on a
// machine that had more to do.
func (r round) holds(t *testing.T, calm ...round) {
	t.Helper()
	bar := 100 * time.Millisecond
	for _, c := range calm {
		bar = max(bar, c.at(0.99)*3/2)
	}
	if soak && r.at(0.99) > bar {
		t.Errorf("%s: p99 is %s, more than %s", r.what, r.at(0.99), bar)
	}
}

// talk lets everybody say so many things at once; every reply must have the cart that everything before adds up to.
func (c *crowd) talk(what string, turns int) round {
	c.t.Helper()
	var all sync.WaitGroup
	var refused atomic.Int32
	took := make([][]time.Duration, len(c.people))
	for i, p := range c.people {
		all.Go(func() {
			for n := range turns {
				if c.think > 0 {
					time.Sleep(rand.N(2 * c.think))
				}
				words, packs := p.next()
				began := time.Now()
				r, err := c.nodes[(i+n)%len(c.nodes)].post(p.id, words)
				for err != nil && strings.Contains(err.Error(), ":unavailable") && time.Since(began) < time.Minute {
					refused.Add(1) // a busy machine's database: nothing happened, and the caller says it again
					time.Sleep(100 * time.Millisecond)
					r, err = c.nodes[(i+n)%len(c.nodes)].post(p.id, words)
				}
				took[i] = append(took[i], time.Since(began))
				if err != nil || r.Cart.packs() != packs {
					c.differ.Add(1)
					c.t.Errorf("turn %s of shopper %d: %d packs, want %d (%v)", words.turn, i, r.Cart.packs(), packs, err)
					return
				}
				p.turns, p.packs = p.turns+1, packs
			}
		})
	}
	all.Wait()
	for i, p := range c.people {
		node := c.nodes[i%len(c.nodes)]
		if v := node.session(p.id); v.Cart.packs() != p.packs {
			c.differ.Add(1)
			c.t.Errorf("shopper %d: %d packs in the cart, want %d", i, v.Cart.packs(), p.packs)
		}
	}
	r := round{what, slices.Concat(took...)}
	slices.Sort(r.took)
	c.t.Logf("%s: %d turns, p50 %s, p99 %s, longest %s, %d refused; calls to Redis: %d, of them not answered %d; not made %d", what, len(r.took), r.at(0.5), r.at(0.99), r.at(1),
		refused.Load(), c.sum("evercart_redis_calls_total"), c.sum("evercart_redis_failed_total"), c.sum("evercart_redis_skipped_total"))
	return r
}

// noneOlder waits until Redis holds no copy that is older than the store, and says how many there are.
func (c *crowd) noneOlder(r *redistest.Server) (n int) {
	c.t.Helper()
	newest := map[string]int64{}
	for _, p := range c.people {
		newest[p.id] = c.nodes[0].session(p.id).Seq
	}
	until(c.t, "Redis holds no copy that is older than the store", func() bool {
		held := copies(c.t, r)
		n = len(held)
		for id, seq := range held {
			if seq != newest[id] && seq != c.nodes[0].session(id).Seq { // a summary may have been written since
				return false
			}
		}
		return true
	})
	return n
}

func (c *crowd) sum(name string) (n int) {
	for _, s := range c.nodes {
		n += s.counter(name)
	}
	return n
}
