// Package cachetest is the suite that every cache and every limiter passes. What it holds them to above all: what was read
// before a write never stands after it.
package cachetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

// Kit is a cache with the seams that the contract does not reach.
type Kit struct {
	evercart.Cache
	Flush func()              // loses everything, as a restart does
	Age   func(time.Duration) // lets time pass for what is there
	Keep  time.Duration       // how long a copy stays after its last use, give or take a tenth
}

type acase struct {
	name string
	run  func(*testing.T, *kit)
}

type kit struct {
	Kit
	ctx context.Context
}

var cases = []acase{
	{"a miss gives a lease for one fill", fill},
	{"a write takes the lease away", lateFill},
	{"an erasure takes all away", erased},
	{"what is lost takes the lease along", flushed},
	{"the newest lease alone counts", newestLease},
	{"an older copy is thrown away", tooOld},
	{"an older copy never replaces a newer one", older},
	{"a writer leaves the new copy under its lease", through},
	{"a late word of an old write changes nothing", lateWord},
	{"lives, sessions and stores are apart", apart},
	{"a copy stays as long as it is used", stays},
	{"bodies are bounded and any bytes", bodies},
	{"many writes are told at once", many},
	{"readers, writers and losses at once", storm},
}

// Cases names the tests of the suite.
func Cases() []string {
	names := make([]string, len(cases))
	for i, c := range cases {
		names[i] = c.name
	}
	return names
}

// Run runs the suite; open gives a cache, which may be shared: every test has keys of its own, but for those that flush it.
func Run(t *testing.T, open func(t *testing.T) Kit) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			t.Cleanup(cancel)
			c.run(t, &kit{Kit: open(t), ctx: ctx})
		})
	}
}

func key() evercart.CacheKey {
	return evercart.CacheKey{Epoch: "e", Life: evercart.Life(rand.Text()), Session: evercart.SessionID(rand.Text())}
}

func body(n int) []byte { return fmt.Appendf(nil, "sealed %d \x00\xff", n) }

// miss wants no copy, and gives the lease.
func (k *kit) miss(t *testing.T, of evercart.CacheKey, at evercart.Seq) evercart.Lease {
	t.Helper()
	got, lease, err := k.Get(k.ctx, of, at)
	if evercart.CodeOf(err) != evercart.NotFound || lease == "" || got.Body != nil {
		t.Fatalf("a miss gives version %d, lease %q, %v", got.Seq, lease, err)
	}
	return lease
}

func (k *kit) hit(t *testing.T, of evercart.CacheKey, at, want evercart.Seq) {
	t.Helper()
	got, lease, err := k.Get(k.ctx, of, at)
	if err != nil || got.Seq != want || !bytes.Equal(got.Body, body(int(want))) || lease != "" {
		t.Fatalf("wanted version %d, got %d %q, lease %q, %v", want, got.Seq, got.Body, lease, err)
	}
}

func (k *kit) fill(t *testing.T, of evercart.CacheKey, l evercart.Lease, seq evercart.Seq, want evercart.Code) {
	t.Helper()
	if err := k.Fill(k.ctx, of, l, evercart.Cached{Seq: seq, Body: body(int(seq))}); evercart.CodeOf(err) != want {
		t.Fatalf("a fill with version %d gives %v, want code %q", seq, err, want)
	}
}

func (k *kit) wrote(t *testing.T, of evercart.CacheKey, seq evercart.Seq, l evercart.Lease, b []byte) evercart.Lease {
	t.Helper()
	leases, err := k.Wrote(k.ctx, evercart.CacheWrite{Key: of, Seq: seq, Lease: l, Body: b})
	if err != nil || len(leases) != 1 {
		t.Fatalf("a write gives %d leases, %v", len(leases), err)
	}
	return leases[0]
}

func fill(t *testing.T, k *kit) {
	of := key()
	lease := k.miss(t, of, 3)
	k.fill(t, of, lease, 3, "")
	k.hit(t, of, 3, 3)
	k.hit(t, of, 0, 3)
	k.fill(t, of, lease, 4, evercart.ClaimLost)
	k.hit(t, of, 0, 3)
	k.fill(t, of, "", 5, evercart.ClaimLost)
	k.fill(t, of, "made up", 5, evercart.ClaimLost)
	k.fill(t, key(), "made up", 5, evercart.ClaimLost)
}

func lateFill(t *testing.T, k *kit) {
	of := key()
	lease := k.miss(t, of, 3)
	k.wrote(t, of, 4, "", nil)
	k.fill(t, of, lease, 3, evercart.ClaimLost)
	k.miss(t, of, 0)
}

func erased(t *testing.T, k *kit) {
	of, late, writer := key(), key(), key()
	k.fill(t, of, k.miss(t, of, 1), 1, "")
	lease := k.miss(t, late, 1)
	own := k.wrote(t, writer, 1, "", nil)
	if err := k.Forget(k.ctx, of, late, writer); err != nil {
		t.Fatal(err)
	}
	k.fill(t, late, lease, 1, evercart.ClaimLost)
	k.wrote(t, writer, 2, own, body(2))
	k.miss(t, of, 0)
	k.miss(t, late, 0)
	k.miss(t, writer, 0)
	if err := k.Forget(k.ctx); err != nil {
		t.Error(err)
	}
}

func flushed(t *testing.T, k *kit) {
	of, writer := key(), key()
	lease := k.miss(t, of, 1)
	own := k.wrote(t, writer, 1, "", nil)
	k.Flush()
	k.fill(t, of, lease, 1, evercart.ClaimLost)
	k.wrote(t, writer, 2, own, body(2))
	k.miss(t, of, 0)
	k.miss(t, writer, 0)
}

func newestLease(t *testing.T, k *kit) {
	of := key()
	first := k.miss(t, of, 1)
	second := k.miss(t, of, 1)
	if first == second {
		t.Fatal("two readers have one lease")
	}
	k.fill(t, of, first, 1, evercart.ClaimLost)
	k.fill(t, of, second, 1, "")
	k.hit(t, of, 1, 1)
}

func tooOld(t *testing.T, k *kit) {
	of := key()
	k.fill(t, of, k.miss(t, of, 3), 3, "")
	lease := k.miss(t, of, 4)
	k.miss(t, of, 0) // it is gone, not only passed over
	k.fill(t, of, lease, 4, evercart.ClaimLost)
	k.fill(t, of, k.miss(t, of, 4), 4, "")
	k.hit(t, of, 4, 4)
}

func older(t *testing.T, k *kit) {
	of := key()
	k.wrote(t, of, 9, "", nil)
	lease := k.miss(t, of, 0) // from a replica that lags, say
	k.fill(t, of, lease, 8, evercart.ClaimLost)
	k.fill(t, of, k.miss(t, of, 0), 9, "")
	k.wrote(t, of, 7, "", nil)
	k.hit(t, of, 9, 9)
	k.wrote(t, of, 9, "", nil) // the word of what is there already
	k.hit(t, of, 9, 9)
}

func through(t *testing.T, k *kit) {
	of := key()
	lease := k.wrote(t, of, 1, "", nil)
	if lease == "" {
		t.Fatal("a writer gets no lease")
	}
	next := k.wrote(t, of, 2, lease, body(2))
	k.hit(t, of, 2, 2)
	if next == lease || next == "" {
		t.Fatalf("lease %q after %q", next, lease)
	}
	other := k.wrote(t, of, 3, "", nil) // another node
	k.wrote(t, of, 4, next, body(4))
	k.miss(t, of, 0)
	k.wrote(t, of, 5, other, body(5)) // its lease went with the 4th
	k.miss(t, of, 0)
	k.wrote(t, of, 6, k.miss(t, of, 5), body(6)) // a reader's lease is as good: it was placed before
	k.hit(t, of, 6, 6)
	k.wrote(t, of, 7, "", body(7)) // without one, nothing
	k.miss(t, of, 0)
}

func lateWord(t *testing.T, k *kit) {
	of := key()
	first := k.wrote(t, of, 4, "", nil)
	second := k.wrote(t, of, 6, first, body(6))
	if l := k.wrote(t, of, 5, first, body(5)); l != "" {
		t.Errorf("an old write gets the lease %q", l)
	}
	k.hit(t, of, 6, 6)
	k.wrote(t, of, 7, second, body(7))
	k.hit(t, of, 7, 7)
}

func apart(t *testing.T, k *kit) {
	of := key()
	k.fill(t, of, k.miss(t, of, 1), 1, "")
	life, session, epoch := of, of, of
	life.Life, session.Session, epoch.Epoch = "other", "other", "f"
	for _, other := range []evercart.CacheKey{life, session, epoch} {
		k.miss(t, other, 0)
		if err := k.Forget(k.ctx, other); err != nil {
			t.Error(err)
		}
	}
	k.hit(t, of, 1, 1)
}

func stays(t *testing.T, k *kit) {
	of, lease := key(), key()
	k.fill(t, of, k.miss(t, of, 1), 1, "")
	late := k.miss(t, lease, 1)
	for range 4 {
		k.Age(k.Keep * 6 / 10)
		k.hit(t, of, 1, 1)
	}
	k.Age(k.Keep * 12 / 10)
	k.miss(t, of, 0)
	k.fill(t, lease, late, 1, evercart.ClaimLost)
}

func bodies(t *testing.T, k *kit) {
	of := key()
	large := make([]byte, evercart.MaxCached)
	larger := make([]byte, evercart.MaxCached+1)
	_, _ = rand.Read(large)
	if err := k.Fill(k.ctx, of, k.miss(t, of, 1), evercart.Cached{Seq: 1, Body: larger}); evercart.CodeOf(err) != evercart.TooLarge {
		t.Errorf("a body over the bound: %v", err)
	}
	if err := k.Fill(k.ctx, of, k.miss(t, of, 1), evercart.Cached{Seq: 1, Body: large}); err != nil {
		t.Fatal(err)
	}
	if got, _, err := k.Get(k.ctx, of, 1); err != nil || !bytes.Equal(got.Body, large) {
		t.Errorf("%d bytes came back of %d, %v", len(got.Body), len(large), err)
	}
	k.wrote(t, of, 3, k.wrote(t, of, 2, "", nil), larger)
	k.miss(t, of, 0)
}

func many(t *testing.T, k *kit) {
	var writes []evercart.CacheWrite
	for i := range 50 {
		writes = append(writes, evercart.CacheWrite{Key: key(), Seq: evercart.Seq(i + 1)})
	}
	for round := range 2 {
		leases, err := k.Wrote(k.ctx, writes...)
		if err != nil || len(leases) != len(writes) {
			t.Fatalf("%d leases for %d writes, %v", len(leases), len(writes), err)
		}
		for i := range writes {
			if round == 1 {
				k.hit(t, writes[i].Key, writes[i].Seq, writes[i].Seq)
				continue
			}
			writes[i].Seq++
			writes[i].Lease, writes[i].Body = leases[i], body(int(writes[i].Seq))
		}
	}
	if leases, err := k.Wrote(k.ctx); err != nil || len(leases) != 0 {
		t.Errorf("no writes give %v, %v", leases, err)
	}
}
