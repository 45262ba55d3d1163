package postgres_test

import (
	"bytes"
	"fmt"
	"maps"
	"sync"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
)

// A dump that is taken while people speak restores into a store in which everything adds up, with all that was acknowledged before
// it began. Who was erased since cannot be read from it, and is forgotten again.
func TestDumpUnderLoad(t *testing.T) {
	t.Parallel()
	const speakers, dumps, words = 8, 2, "a wedding in the mountains"
	srv, db := server.Server(t), server.Database(t)
	at := func(db string) *place { return newPlaceAt(t, srv.URL(db, "evercart_app"), srv.URL(db, "postgres")) }
	p := at(db)
	s := p.open(t)
	leaves, who := begin(t, s)
	leaves = turn(t, s, leaves, 1, words, "Congratulations!")
	var (
		mu    sync.Mutex // guards spoke
		spoke = map[evercart.SessionID]evercart.Seq{}
		all   sync.WaitGroup
		ended = make(chan struct{})
		told  = make(chan struct{})
	)
	for range speakers {
		st, _ := begin(t, s)
		all.Go(func() {
			for n := 1; !t.Failed(); n++ {
				st = turn(t, s, st, n, words, replied)
				mu.Lock()
				spoke[st.Session] = st.Seq
				mu.Unlock()
				select {
				case <-ended:
					return
				case told <- struct{}{}:
				default:
				}
			}
		})
	}
	for n := range dumps {
		for range 4 * speakers {
			<-told
		}
		mu.Lock()
		acked := map[evercart.SessionID]evercart.Seq{leaves.Session: leaves.Seq}
		maps.Copy(acked, spoke)
		mu.Unlock()
		into := fmt.Sprint(db, "_copy", n)
		if dump := srv.Copy(t, db, into); bytes.Contains(dump, []byte("wedding")) || bytes.Contains(dump, []byte(fmt.Sprintf("%x", "wedding"))) {
			t.Error("what was said stands in the dump")
		}
		copied := at(into)
		copied.keys = p.keys
		restored := copied.open(t)
		found, err := restored.Examine(sys())
		code(t, "examine", err, "")
		if !found.OK() || found.Sessions != speakers+1 {
			t.Errorf("dump %d: %+v", n, found)
		}
		for id, seq := range acked {
			if st, err := restored.Load(sys(), id); err != nil || st.Seq < seq {
				t.Errorf("dump %d: %d, %v; %d was acknowledged before", n, st.Seq, err, seq)
			}
		}
		if n == dumps-1 {
			close(ended)
			all.Wait()
			erasedSince(t, s, restored, leaves, who)
			code(t, "lose a change", run(t.Context(), copied.root, `DELETE FROM change WHERE (session, seq) IN (SELECT session, seq FROM change WHERE opens LIMIT 1)`), "")
			if found, err = restored.Examine(sys()); err != nil || len(found.Damaged) != 1 {
				t.Errorf("a change is missing, and it was found that %+v, %v", found, err)
			}
		}
	}
}

// erasedSince erases a person where the dump came from: her key is gone, and so are her words in the dump.
func erasedSince(t *testing.T, from, restored *postgres.Store, st evercart.State, who evercart.Shopper) {
	t.Helper()
	events, err := restored.Events(sys(), st.Session, 0, 0)
	code(t, "events", err, "")
	if w := events[1].Fact.(*evercart.TurnOpened).Personal.Words; w == "" {
		t.Fatal("there is nothing to be forgotten: this test proves nothing")
	}
	r, err := from.Erase(sys(), evercart.Erasure{Subject: who.Subject, By: "shopper"})
	if code(t, "erase", err, ""); !r.Done {
		t.Fatalf("%+v", r)
	}
	events, err = restored.Events(sys(), st.Session, 0, 0)
	code(t, "events", err, "")
	for _, e := range events {
		if o, ok := e.Fact.(*evercart.TurnOpened); ok && (o.Personal.Words != "" || !e.Faded) {
			t.Errorf("event %d can still be read", e.Seq)
		}
	}
	receipts, err := restored.ForgetDestroyed(sys())
	code(t, "forget", err, "")
	if len(receipts) != 1 || !receipts[0].Done || receipts[0].Parts["sessions"] != 1 {
		t.Errorf("%+v", receipts)
	}
	_, err = restored.Load(sys(), st.Session)
	code(t, "load", err, evercart.NotFound)
}
