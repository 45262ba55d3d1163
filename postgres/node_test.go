package postgres_test

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
)

func newNode() evercart.NodeID { return evercart.NodeID(rand.Text()) }

func beat(t *testing.T, s *postgres.Store, n evercart.NodeID) {
	t.Helper()
	_, err := s.Beat(sys(), n)
	code(t, "beat", err, "")
}

// orphanOf finds the orphaned claim of a node, as another sees it.
func orphanOf(t *testing.T, s *postgres.Store, node, by evercart.NodeID, dead time.Duration) (evercart.Orphan, bool) {
	t.Helper()
	list, err := s.Orphans(sys(), by, dead, time.Hour)
	code(t, "orphans", err, "")
	for _, o := range list {
		if o.Claim.Node == node {
			return o, true
		}
	}
	return evercart.Orphan{}, false
}

func claimed(t *testing.T, s *postgres.Store, by evercart.NodeID) {
	t.Helper()
	st, _ := begin(t, s)
	_, err := s.Update(sys(), evercart.Update{Session: st.Session, Turn: "t1", Write: newWrite(), Do: facts(&evercart.TurnOpened{Node: by})})
	code(t, "open a turn", err, "")
}

// Who holds what a process held knows that it is over: its turns are orphans for everybody at once. That is not believed of a node which
// beats, and one that beats again lives.
func TestDied(t *testing.T) {
	t.Parallel()
	s := newPlace(t).open(t)
	former, me := newNode(), newNode()
	died := func(silent time.Duration) bool {
		t.Helper()
		dead, err := s.Died(sys(), silent, former)
		code(t, "died", err, "")
		return dead
	}
	beat(t, s, former)
	claimed(t, s, former)
	beat(t, s, me)
	if died(time.Hour) {
		t.Error("a node is taken for dead that has beaten within that hour")
	}
	if o, there := orphanOf(t, s, former, me, time.Hour); there {
		t.Errorf("it has an orphan: %+v", o)
	}
	for range 2 {
		if !died(0) {
			t.Error("nobody believes that it is dead")
		}
	}
	o, there := orphanOf(t, s, former, me, time.Hour)
	if !there || o.Known.IsZero() || o.Known.Before(o.Claim.At) {
		t.Errorf("%v %+v", there, o)
	}
	beat(t, s, newNode()) // which sweeps old rows
	if _, there := orphanOf(t, s, former, newNode(), time.Hour); !there {
		t.Error("the one who asks need not have watched")
	}
	beat(t, s, former)
	if _, there := orphanOf(t, s, former, me, time.Hour); there {
		t.Error("it beats again, and its claim is an orphan")
	}
	if dead, err := s.Died(sys(), time.Hour, newNode(), newNode()); !dead || err != nil {
		t.Errorf("a node that nobody knows: %v, %v", dead, err)
	}
}

// A node that has just come may say who is silent, where others have watched before it.
func TestNewcomerJudges(t *testing.T) {
	t.Parallel()
	const dead = time.Second
	s := newPlace(t).open(t)
	silent, watcher := newNode(), newNode()
	beat(t, s, silent)
	claimed(t, s, silent)
	for {
		beat(t, s, watcher)
		newcomer := newNode()
		beat(t, s, newcomer)
		if o, there := orphanOf(t, s, silent, newcomer, dead); there {
			if o.Known.IsZero() {
				t.Errorf("since when is not said: %+v", o)
			}
			return
		}
		time.Sleep(20 * time.Millisecond) // the database's clock is the signal; the test's own time bounds it
	}
}
