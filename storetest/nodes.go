package storetest

import (
	"slices"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

var nodes = []acase{
	{"nodes know of each other", beats},
	{"the claim of a dead node is an orphan", orphans},
	{"who has not watched declares nobody dead", hasty},
	{"a claim that has stood too long is an orphan", overLong},
	{"something small can be committed", checked},
}

func (k *kit) beat(t testing.TB, n evercart.NodeID) []evercart.NodeID {
	t.Helper()
	alive, err := k.Beat(k.ctx, n)
	if err != nil {
		t.Fatalf("beat: %v", err)
	}
	return alive
}

func beats(t *testing.T, k *kit) {
	a, b := evercart.NodeID(random("n")), evercart.NodeID(random("n"))
	k.beat(t, a)
	alive := k.beat(t, b)
	if !slices.Contains(alive, a) || !slices.Contains(alive, b) {
		t.Fatalf("alive: %v", alive)
	}
}

// orphan finds the claim of a session among the orphans.
func (k *kit) orphan(t testing.TB, id evercart.SessionID, by evercart.NodeID, dead, limit time.Duration) (evercart.Orphan, bool) {
	t.Helper()
	list, err := k.Orphans(k.ctx, by, dead, limit)
	if err != nil {
		t.Fatalf("orphans: %v", err)
	}
	i := slices.IndexFunc(list, func(o evercart.Orphan) bool { return o.Session == id })
	if i < 0 {
		return evercart.Orphan{}, false
	}
	return list[i], true
}

func orphans(t *testing.T, k *kit) {
	dead, live, me := evercart.NodeID(random("dead")), evercart.NodeID(random("live")), evercart.NodeID(random("me"))
	id, p := k.begin(t)
	lives, _ := k.begin(t)
	idle, _ := k.begin(t)
	k.beat(t, dead)
	claim := k.claim(t, id, "t1", dead)
	k.claim(t, lives, "t1", live)
	silence := 400 * time.Millisecond
	// early says that a node was called dead before it was silent for so long since it beat; a machine that stood still for longer is given more time.
	early := func(beat time.Time) bool {
		if time.Since(beat) < silence {
			return true
		}
		silence *= 2
		return false
	}
	var got evercart.Orphan
	k.eventually(t, func() string {
		began := time.Now()
		k.beat(t, live)
		k.beat(t, me)
		if _, there := k.orphan(t, idle, me, silence, time.Hour); there {
			t.Fatal("the claim of nobody is an orphan")
		}
		if _, there := k.orphan(t, lives, me, silence, time.Hour); there {
			if early(began) {
				t.Fatal("the claim of a node that beats is an orphan")
			}
			return "a round without a pause"
		}
		var there bool
		if got, there = k.orphan(t, id, me, silence, time.Hour); !there {
			return "the claim of the dead node is an orphan"
		}
		return ""
	})
	if got.Claim.No != claim.No || got.Claim.Turn != "t1" || got.Claim.Node != dead || got.Subject != p.Subject || !got.Claim.At.Equal(claim.At) {
		t.Fatalf("%+v, want %+v", got, claim)
	}
	c := k.must(t, taken(id, got.Claim, me))
	k.eventually(t, func() string {
		began := time.Now()
		k.beat(t, me)
		if _, there := k.orphan(t, id, me, silence, time.Hour); there {
			if early(began) {
				t.Fatal("what was taken over is no orphan")
			}
			return "a round without a pause"
		}
		return ""
	})
	equal(t, "node", c.State.Active.Node, me)
}

func hasty(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	k.claim(t, id, "t1", evercart.NodeID(random("n")))
	<-time.After(20 * time.Millisecond)
	me := evercart.NodeID(random("me"))
	if _, there := k.orphan(t, id, me, time.Millisecond, time.Hour); there {
		t.Fatal("an observer that never beat declares a node dead")
	}
	k.beat(t, me)
	if _, there := k.orphan(t, id, me, time.Hour, time.Hour); there {
		t.Fatal("an observer that has just come declares a node dead")
	}
}

func overLong(t *testing.T, k *kit) {
	node := evercart.NodeID(random("n"))
	id, _ := k.begin(t)
	k.claim(t, id, "t1", node)
	k.eventually(t, func() string {
		k.beat(t, node)
		if _, there := k.orphan(t, id, node, time.Hour, 30*time.Millisecond); !there {
			return "a claim older than the limit is an orphan, whoever beats"
		}
		return ""
	})
	if _, there := k.orphan(t, id, node, time.Hour, time.Hour); there {
		t.Fatal("a claim within the limit of a node that beats is an orphan")
	}
}

func checked(t *testing.T, k *kit) {
	for range 2 {
		code(t, "check", k.Check(k.ctx), "")
	}
}
