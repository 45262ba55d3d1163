package cachetest_test

import (
	"context"
	"crypto/rand"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/cachetest"
)

// flawOf names the flaw with which a child process runs the suite.
const flawOf = "EVERCART_TEST_CACHE_FLAW"

// proofs: flaw → the tests of the suite that must fail because of it.
var proofs = map[string][]string{
	"LateFill":     {"a write takes the lease away"},
	"NoLease":      {"a miss gives a lease for one fill", "what is lost takes the lease along", "readers, writers and losses at once"},
	"Revives":      {"an erasure takes all away"},
	"FirstLease":   {"the newest lease alone counts"},
	"GivesOlder":   {"an older copy is thrown away"},
	"PutsOlder":    {"an older copy never replaces a newer one"},
	"NeverThrough": {"a writer leaves the new copy under its lease", "many writes are told at once"},
	"HeedsLate":    {"a late word of an old write changes nothing"},
	"OneLife":      {"lives, sessions and stores are apart"},
	"FixedStay":    {"a copy stays as long as it is used"},
	"Boundless":    {"bodies are bounded and any bytes"},
}

// A suite that cannot fail proves nothing: each flaw, switched on in a process of its own, must fail the tests that are there
// to see it, and every test must have a flaw that fails it.
func TestSuiteSeesFlaws(t *testing.T) {
	if flaw := os.Getenv(flawOf); flaw != "" {
		cachetest.Run(t, func(*testing.T) cachetest.Kit { return newBroken(flaw).kit() })
		return
	}
	t.Parallel()
	var seen []string
	for flaw, tests := range proofs {
		seen = append(seen, tests...)
		t.Run(flaw, func(t *testing.T) {
			t.Parallel()
			child := exec.Command(os.Args[0], "-test.run=^TestSuiteSeesFlaws$", "-test.v")
			child.Env = append(os.Environ(), flawOf+"="+flaw)
			out, err := child.CombinedOutput()
			if err == nil {
				t.Fatal("the whole suite passes")
			}
			for _, test := range tests {
				if want := "--- FAIL: TestSuiteSeesFlaws/" + strings.ReplaceAll(test, " ", "_"); !strings.Contains(string(out), want) {
					t.Errorf("%q passes", test)
				}
			}
		})
	}
	for _, c := range cachetest.Cases() {
		if !slices.Contains(seen, c) {
			t.Errorf("no flaw fails %q", c)
		}
	}
}

// Without a flaw the double passes, so that what fails above fails because of the flaw.
func TestDouble(t *testing.T) {
	t.Parallel()
	cachetest.Run(t, func(*testing.T) cachetest.Kit { return newBroken("").kit() })
}

// broken is a cache of the plainest kind, with one flaw.
type broken struct {
	flaw string
	mu   sync.Mutex
	now  time.Duration
	of   map[evercart.CacheKey]*item
}

type item struct {
	copy  evercart.Cached
	lease evercart.Lease
	floor evercart.Seq
	until time.Duration
}

const keep = time.Minute

func newBroken(flaw string) *broken {
	return &broken{flaw: flaw, of: map[evercart.CacheKey]*item{}}
}

func (b *broken) kit() cachetest.Kit {
	return cachetest.Kit{Cache: b, Keep: keep, Flush: func() { b.mu.Lock(); defer b.mu.Unlock(); clear(b.of) },
		Age: func(d time.Duration) { b.mu.Lock(); defer b.mu.Unlock(); b.now += d }}
}

func (b *broken) at(k evercart.CacheKey) *item {
	if b.flaw == "OneLife" {
		k.Life = ""
	}
	e := b.of[k]
	if e == nil || b.now >= e.until {
		e = &item{until: b.now + keep}
		b.of[k] = e
	}
	if b.flaw != "FixedStay" {
		e.until = b.now + keep
	}
	return e
}

func (b *broken) Get(_ context.Context, k evercart.CacheKey, at evercart.Seq) (evercart.Cached, evercart.Lease, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.at(k)
	if e.copy.Body != nil && (e.copy.Seq >= at || b.flaw == "GivesOlder") {
		return e.copy, "", nil
	}
	e.copy = evercart.Cached{}
	if e.lease == "" || b.flaw != "FirstLease" {
		e.lease = evercart.Lease(rand.Text())
	}
	return evercart.Cached{}, e.lease, evercart.Errorf(evercart.NotFound, "broken", "")
}

func (b *broken) Fill(_ context.Context, k evercart.CacheKey, l evercart.Lease, v evercart.Cached) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.at(k)
	switch {
	case len(v.Body) > evercart.MaxCached && b.flaw != "Boundless":
		return evercart.Errorf(evercart.TooLarge, "broken", "")
	case (l == "" || e.lease != l) && b.flaw != "NoLease", v.Seq < max(e.floor, e.copy.Seq) && b.flaw != "PutsOlder" && b.flaw != "LateFill":
		return evercart.Errorf(evercart.ClaimLost, "broken", "")
	}
	e.copy, e.lease = v, ""
	return nil
}

func (b *broken) Wrote(_ context.Context, writes ...evercart.CacheWrite) ([]evercart.Lease, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	leases := make([]evercart.Lease, len(writes))
	for i, w := range writes {
		e := b.at(w.Key)
		if w.Seq < max(e.floor, e.copy.Seq) && b.flaw != "HeedsLate" {
			continue
		}
		small := len(w.Body) <= evercart.MaxCached || b.flaw == "Boundless"
		if len(w.Body) > 0 && small && w.Lease != "" && w.Lease == e.lease && b.flaw != "NeverThrough" {
			e.copy = evercart.Cached{Seq: w.Seq, Body: w.Body}
		} else if e.copy.Seq != w.Seq {
			e.copy = evercart.Cached{}
		}
		e.floor = w.Seq
		if b.flaw == "LateFill" && e.lease != "" {
			continue
		}
		e.lease = evercart.Lease(rand.Text())
		leases[i] = e.lease
	}
	return leases, nil
}

func (b *broken) Forget(_ context.Context, keys ...evercart.CacheKey) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, k := range keys {
		if b.flaw == "Revives" {
			b.at(k).copy = evercart.Cached{}
			continue
		}
		delete(b.of, k)
	}
	return nil
}
