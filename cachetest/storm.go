package cachetest

import (
	"sync"
	"testing"

	"github.com/evercart/evercart"
)

// truth is a store of one session: what is committed counts, and nothing is told before.
type truth struct {
	mu  sync.Mutex
	seq evercart.Seq
}

func (s *truth) read() evercart.Seq {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seq
}

func (s *truth) write() evercart.Seq {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	return s.seq
}

// storm lets readers fill, writers tell, and the cache lose everything, all at once. Whenever all writes have been told, a copy
// that is there is the truth, without any help of a head.
func storm(t *testing.T, k *kit) {
	const rounds, actors, steps = 30, 6, 5
	of := key()
	var store truth
	hits := 0
	for round := range rounds {
		_, slow, _ := k.Get(k.ctx, of, 0) // a reader that is held until all others are done
		old := store.read()
		var all sync.WaitGroup
		for actor := range actors {
			all.Go(func() {
				var lease evercart.Lease
				for step := range steps {
					lease = k.act(t, of, &store, (actor+step)%actors, lease)
				}
			})
		}
		all.Wait()
		if round%2 == 0 {
			if err := k.Forget(k.ctx, of); err != nil {
				t.Error(err)
			}
		}
		_ = k.Fill(k.ctx, of, slow, evercart.Cached{Seq: old, Body: body(int(old))})
		got, _, err := k.Get(k.ctx, of, 0)
		if err == nil {
			if hits++; got.Seq != store.read() {
				t.Fatalf("the cache holds version %d, the store is at %d", got.Seq, store.read())
			}
		}
		k.fill(t, of, k.missAfter(t, of, store.write()), store.read(), "")
	}
	t.Logf("%d of %d rounds ended with a copy", hits, rounds)
}

// missAfter tells of a write, and gives a reader's lease.
func (k *kit) missAfter(t *testing.T, of evercart.CacheKey, seq evercart.Seq) evercart.Lease {
	t.Helper()
	k.wrote(t, of, seq, "", nil)
	return k.miss(t, of, 0)
}

func (k *kit) act(t *testing.T, of evercart.CacheKey, store *truth, what int, own evercart.Lease) evercart.Lease {
	switch what {
	case 0, 1: // a reader: the lease first, then the store
		if _, lease, err := k.Get(k.ctx, of, 0); evercart.CodeOf(err) == evercart.NotFound {
			seq := store.read()
			_ = k.Fill(k.ctx, of, lease, evercart.Cached{Seq: seq, Body: body(int(seq))})
		}
	case 2, 3: // a writer: the store first, then the word of it
		seq := store.write()
		leases, err := k.Wrote(k.ctx, evercart.CacheWrite{Key: of, Seq: seq, Lease: own, Body: body(int(seq))})
		if err != nil {
			t.Error(err)
			return ""
		}
		return leases[0]
	case 4:
		if err := k.Forget(k.ctx, of); err != nil {
			t.Error(err)
		}
	case 5:
		_, _, _ = k.Get(k.ctx, of, store.read())
	}
	return own
}
