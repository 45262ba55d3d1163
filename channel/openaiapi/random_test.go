package openaiapi_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart/channel/openaiapi"
)

// Requests of ten calls that overlap, are repeated and hung up in any order: every one ends, no turn is there twice or stays open, and the next words
// are answered.
func TestRandom(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *openaiapi.Config) { c.Limits.Grace = time.Millisecond })
	close(b.Brain.Onward)
	go func() {
		for range b.Brain.Half {
		}
	}()
	t.Cleanup(func() { close(b.Brain.Half) })
	const calls, each = 10, 30
	var group sync.WaitGroup
	for k := range calls {
		id, random := fmt.Sprint("c-", k), rand.New(rand.NewPCG(7, uint64(k)))
		var wishes []func()
		for i := range each {
			q := request(list("user", fmt.Sprint("word ", random.IntN(each/2))), "call", obj{"id": id}, "stream", i%3 > 0)
			hangUp, read := random.IntN(3) == 0, random.IntN(200)
			wishes = append(wishes, func() {
				ctx, leave := context.WithCancel(t.Context())
				defer leave()
				res := b.post(ctx, path, q)
				if hangUp {
					_, _ = io.CopyN(io.Discard, res.Body, int64(read))
					return
				}
				if g := b.read(res); !g.done {
					t.Errorf("%s: %+v", id, g)
				}
			})
		}
		group.Go(func() {
			var two sync.WaitGroup
			for lane := range 2 {
				two.Go(func() {
					for i := lane; i < each; i += 2 {
						wishes[i]()
					}
				})
			}
			two.Wait()
		})
	}
	group.Wait()
	for b.ch.Stats().Live > 0 { // requests that nobody waits for any more
		time.Sleep(time.Millisecond)
	}
	for k := range calls {
		b.want("You said the end. "+all, request(list("user", "the end"), "call", obj{"id": fmt.Sprint("c-", k)}))
		seen := map[string]bool{}
		for _, v := range b.turns(call(fmt.Sprint("c-", k))) {
			if seen[string(v.Turn)] || v.Closed == 0 || !strings.HasPrefix(v.Spoken.Reveal(), "You said") && v.Spoken != "" {
				t.Errorf("%+v", v)
			}
			seen[string(v.Turn)] = true
		}
	}
	if n := b.ch.Stats(); n.Live != 0 || n.Calls < calls {
		t.Errorf("%+v", n)
	}
}
