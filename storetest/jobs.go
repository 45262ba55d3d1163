package storetest

import (
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

var jobs = []acase{
	{"a job is leased once, in the order it is due", leasedOnce},
	{"a lease that ran out", leaseRanOut},
	{"a lease that is extended", leaseExtended},
	{"how a lease ends", leaseEnds},
	{"a lease that does not count", leaseNotCounted},
	{"parked jobs are tried again", unparked},
	{"keys", jobKeys},
	{"a job of a change", jobOfChange},
	{"parallel workers", parallelWorkers},
	{"bodies", jobBodies},
}

// lease takes all due jobs of a kind, for long.
func (k *kit) lease(t testing.TB, kind string) []evercart.Job {
	t.Helper()
	return k.leaseFor(t, kind, time.Hour)
}

func (k *kit) leaseFor(t testing.TB, kind string, lasting time.Duration) []evercart.Job {
	t.Helper()
	got, err := k.Lease(k.ctx, "worker", []string{kind}, 100, lasting)
	if err != nil {
		t.Fatalf("lease: %v", err)
	}
	return got
}

func (k *kit) enqueue(t testing.TB, jobs ...evercart.Job) {
	t.Helper()
	if err := k.Enqueue(k.ctx, jobs...); err != nil {
		t.Fatalf("enqueue: %v", err)
	}
}

func leasedOnce(t *testing.T, k *kit) {
	kind, now := random("job"), time.Now()
	k.enqueue(t, evercart.Job{Kind: kind, Key: "b", Due: now.Add(-time.Minute)}, evercart.Job{Kind: kind, Key: "later", Due: now.Add(time.Hour)},
		evercart.Job{Kind: kind, Key: "a", Due: now.Add(-time.Hour)}, evercart.Job{Kind: kind + "x", Key: "other"})
	first, err := k.Lease(k.ctx, "worker", []string{kind}, 1, time.Hour)
	code(t, "lease", err, "")
	rest := k.lease(t, kind)
	if len(first) != 1 || len(rest) != 1 || first[0].Key != "a" || rest[0].Key != "b" {
		t.Fatalf("leased %+v, then %+v", first, rest)
	}
	if j := first[0]; j.ID == "" || j.Attempt != 1 || j.Fence < 1 || j.Kind != kind {
		t.Fatalf("%+v", j)
	}
	equal(t, "leased again", len(k.lease(t, kind)), 0)
	both, err := k.Lease(k.ctx, "worker", []string{kind, kind + "x"}, 10, time.Hour)
	code(t, "lease", err, "")
	equal(t, "of two kinds", len(both), 1)
	none, err := k.Lease(k.ctx, "worker", nil, 10, time.Hour)
	code(t, "lease", err, "")
	equal(t, "of no kind", len(none), 0)
}

func leaseRanOut(t *testing.T, k *kit) {
	kind := random("job")
	k.enqueue(t, evercart.Job{Kind: kind})
	old := k.leaseFor(t, kind, 20*time.Millisecond)
	equal(t, "leased", len(old), 1)
	var now []evercart.Job
	k.eventually(t, func() string {
		if now = k.lease(t, kind); len(now) == 0 {
			return "the job whose lease ran out is leased again"
		}
		return ""
	})
	equal(t, "attempt", now[0].Attempt, 2)
	equal(t, "the same job", now[0].ID, old[0].ID)
	if now[0].Fence <= old[0].Fence {
		t.Fatalf("fence %d after %d", now[0].Fence, old[0].Fence)
	}
	code(t, "the old holder extends", k.Extend(k.ctx, old[0], time.Hour), evercart.ClaimLost)
	for _, how := range []evercart.Settlement{{Done: true}, {Park: true}, {Again: time.Now()}} {
		code(t, "the old holder settles", k.Settle(k.ctx, old[0], how), evercart.ClaimLost)
	}
	code(t, "the new holder settles", k.Settle(k.ctx, now[0], evercart.Settlement{Done: true}), "")
}

func leaseExtended(t *testing.T, k *kit) {
	kind := random("job")
	k.enqueue(t, evercart.Job{Kind: kind})
	var j evercart.Job
	lasting := time.Second
	k.eventually(t, func() string {
		began := time.Now()
		leased := k.leaseFor(t, kind, lasting)
		if len(leased) == 0 {
			return "the job is leased"
		}
		j = leased[0]
		err := k.Extend(k.ctx, j, time.Hour)
		if err != nil && time.Since(began) >= lasting { // the machine stood still for as long
			lasting *= 2
			return "the lease is extended before it runs out"
		}
		code(t, "extend", err, "")
		return ""
	})
	<-time.After(lasting * 6 / 5) // beyond the first lease
	equal(t, "leased by another", len(k.lease(t, kind)), 0)
	code(t, "settle", k.Settle(k.ctx, j, evercart.Settlement{Done: true}), "")
}

func leaseEnds(t *testing.T, k *kit) {
	kind := random("job")
	k.enqueue(t, evercart.Job{Kind: kind, Key: "done"}, evercart.Job{Kind: kind, Key: "park"}, evercart.Job{Kind: kind, Key: "again"}, evercart.Job{Kind: kind, Key: "later"})
	for _, j := range k.lease(t, kind) {
		how := map[string]evercart.Settlement{
			"done": {Done: true}, "park": {Park: true, Why: evercart.Internal},
			"again": {Again: time.Now().Add(-time.Second), Why: evercart.Unavailable}, "later": {Again: time.Now().Add(time.Hour)},
		}[j.Key]
		code(t, "settle", k.Settle(k.ctx, j, how), "")
		code(t, "settle twice", k.Settle(k.ctx, j, how), evercart.ClaimLost)
	}
	left := k.lease(t, kind)
	if len(left) != 1 || left[0].Key != "again" || left[0].Attempt != 2 {
		t.Fatalf("%+v", left)
	}
}

func leaseNotCounted(t *testing.T, k *kit) {
	kind := random("job")
	k.enqueue(t, evercart.Job{Kind: kind})
	for range 5 { // by the third on, two are counted
		j := k.lease(t, kind)[0]
		code(t, "settle", k.Settle(k.ctx, j, evercart.Settlement{Again: time.Now().Add(-time.Second), Why: evercart.Unavailable, Count: min(j.Attempt, 2)}), "")
	}
	j := k.lease(t, kind)[0]
	equal(t, "leases that count", j.Attempt, 3)
	code(t, "settle", k.Settle(k.ctx, j, evercart.Settlement{Again: time.Now().Add(-time.Second), Why: evercart.Internal}), "")
	equal(t, "leases where all count", k.lease(t, kind)[0].Attempt, 4)
}

func unparked(t *testing.T, k *kit) {
	kind, other := random("job"), random("job")
	k.enqueue(t, evercart.Job{Kind: kind}, evercart.Job{Kind: other})
	for _, of := range []string{kind, other} {
		code(t, "park", k.Settle(k.ctx, k.lease(t, of)[0], evercart.Settlement{Park: true, Again: time.Now().Add(time.Hour), Why: evercart.Internal}), "")
		equal(t, "parked", len(k.lease(t, of)), 0)
	}
	code(t, "unpark", k.Unpark(k.ctx, []string{kind}), "")
	equal(t, "tried again", len(k.lease(t, kind)), 1)
	equal(t, "of another kind", len(k.lease(t, other)), 0)
}

func jobKeys(t *testing.T, k *kit) {
	kind := random("job")
	k.enqueue(t, evercart.Job{Kind: kind, Key: "k", Body: json.RawMessage(`1`)}, evercart.Job{Kind: kind, Key: "k", Body: json.RawMessage(`2`)})
	k.enqueue(t, evercart.Job{Kind: kind, Key: "k", Body: json.RawMessage(`3`)}, evercart.Job{Kind: kind}, evercart.Job{Kind: kind}, evercart.Job{Kind: kind + "x", Key: "k"})
	got := k.lease(t, kind)
	equal(t, "jobs", len(got), 3)
	for _, j := range got {
		if j.Key == "k" {
			equal(t, "the first stays", string(j.Body), "1")
			k.enqueue(t, evercart.Job{Kind: kind, Key: "k"})
			code(t, "park", k.Settle(k.ctx, j, evercart.Settlement{Park: true}), "")
			k.enqueue(t, evercart.Job{Kind: kind, Key: "k"})
		}
	}
	equal(t, "beside one that is kept", len(k.lease(t, kind)), 0)
}

func jobOfChange(t *testing.T, k *kit) {
	id, p := k.begin(t)
	kind := random("job")
	ask := func(evercart.State) (evercart.Change, error) {
		return evercart.Change{Facts: []evercart.Fact{note("asked")}, Jobs: []evercart.Job{{Kind: kind, Key: "k", Session: id, Life: p.Life}}}, nil
	}
	k.must(t, evercart.Update{Session: id, Do: ask})
	c := k.must(t, evercart.Update{Session: id, Do: ask})
	equal(t, "the change beside a known key is written", c.State.Seq, evercart.Seq(3))
	got := k.lease(t, kind)
	equal(t, "jobs", len(got), 1)
	if got[0].Session != id || got[0].Life != p.Life || got[0].Key != "k" {
		t.Fatalf("%+v", got[0])
	}
}

func parallelWorkers(t *testing.T, k *kit) {
	kind := random("job")
	const n = 30
	for range n {
		k.enqueue(t, evercart.Job{Kind: kind})
	}
	var mu sync.Mutex
	seen := map[string]int{}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for {
				got, err := k.Lease(k.ctx, "worker", []string{kind}, 3, time.Hour)
				if err != nil {
					t.Errorf("lease: %v", err)
					return
				}
				if len(got) == 0 {
					return
				}
				for _, j := range got {
					mu.Lock()
					seen[j.ID]++
					mu.Unlock()
					if err := k.Settle(k.ctx, j, evercart.Settlement{Done: true}); err != nil {
						t.Errorf("settle: %v", err)
					}
				}
			}
		})
	}
	all.Wait()
	equal(t, "jobs", len(seen), n)
	for id, times := range seen {
		if times != 1 {
			t.Fatalf("%s was leased %d times", id, times)
		}
	}
}

func jobBodies(t *testing.T, k *kit) {
	kind := random("job")
	due := time.Now().Add(-time.Minute).UTC().Truncate(time.Millisecond)
	k.enqueue(t, evercart.Job{Kind: kind, Due: due, Session: "s", Body: json.RawMessage(`{"b":1,"a":[2]}`)})
	j := k.lease(t, kind)[0]
	equal(t, "body", string(j.Body), `{"b":1,"a":[2]}`)
	equal(t, "session", j.Session, "s")
	if !j.Due.Equal(due) {
		t.Fatalf("due %v, want %v", j.Due, due)
	}
}
