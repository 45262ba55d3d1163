// Package bustest is the suite that every bus passes.
package bustest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

// Kit is one bus as two nodes or more see it, with the seam that the contract does not reach.
type Kit struct {
	Nodes []evercart.Bus
	Cut   func() error  // breaks all subscriptions, as a restart does; they come back by themselves
	Wait  time.Duration // for what must come; 0 = a minute
}

// Run runs the suite; open gives a bus of its own.
func Run(t *testing.T, open func(t *testing.T) Kit) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k := open(t)
			if k.Wait == 0 {
				k.Wait = time.Minute
			}
			c.run(t, k)
		})
	}
}

// Cases names the tests of the suite.
func Cases() []string {
	names := make([]string, len(cases))
	for i, c := range cases {
		names[i] = c.name
	}
	return names
}

var cases = []struct {
	name string
	run  func(*testing.T, Kit)
}{
	{"everybody hears everything in order", inOrder},
	{"a cut is told", cut},
	{"whole notes", whole},
	{"listening ends with its context", ends},
}

// ear is one listener and what it heard.
type ear struct {
	mu    sync.Mutex // guards heard
	heard []evercart.Note
	more  chan struct{}
	wait  time.Duration
	leave context.CancelFunc
	ended chan error
}

// listen begins to hear, and waits until the subscription stands.
func listen(t *testing.T, k Kit, b evercart.Bus) *ear {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	e := &ear{more: make(chan struct{}, 1), wait: k.Wait, leave: cancel, ended: make(chan error, 1)}
	go func() {
		e.ended <- b.Listen(ctx, func(n evercart.Note) {
			e.mu.Lock()
			e.heard = append(e.heard, n)
			e.mu.Unlock()
			select {
			case e.more <- struct{}{}:
			default:
			}
		})
	}()
	t.Cleanup(cancel)
	e.until(t, "the first subscription is told", func(heard []evercart.Note) bool { return count(heard, evercart.NoteLost) > 0 })
	return e
}

func (e *ear) until(t *testing.T, what string, ok func([]evercart.Note) bool) []evercart.Note {
	t.Helper()
	end := time.After(e.wait)
	for {
		e.mu.Lock()
		heard := append([]evercart.Note(nil), e.heard...)
		e.mu.Unlock()
		if ok(heard) {
			return heard
		}
		select {
		case <-e.more:
		case <-end:
			t.Fatalf("waited %s until %s; heard %d notes", e.wait, what, len(heard))
		}
	}
}

func count(heard []evercart.Note, what string) (n int) {
	for _, h := range heard {
		if h.What == what {
			n++
		}
	}
	return n
}

func inOrder(t *testing.T, k Kit) {
	const each = 300
	ears := []*ear{listen(t, k, k.Nodes[0]), listen(t, k, k.Nodes[1]), listen(t, k, k.Nodes[1])}
	var all sync.WaitGroup
	for i, node := range k.Nodes[:2] {
		all.Go(func() {
			for n := 0; n < each; n += 3 {
				note := func(n int) evercart.Note {
					return evercart.Note{What: evercart.NoteSession, Session: evercart.SessionID(fmt.Sprint(i)), Seq: evercart.Seq(n)}
				}
				if err := node.Publish(context.Background(), note(n), note(n+1), note(n+2)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for i, e := range ears {
		heard := e.until(t, "all notes are there", func(h []evercart.Note) bool { return count(h, evercart.NoteSession) >= 2*each })
		next := map[evercart.SessionID]evercart.Seq{}
		for _, h := range heard {
			if h.What != evercart.NoteSession {
				continue
			}
			if h.Seq != next[h.Session] {
				t.Fatalf("listener %d: node %s's note %d came where %d was due", i, h.Session, h.Seq, next[h.Session])
			}
			next[h.Session]++
		}
	}
}

func cut(t *testing.T, k Kit) {
	a, b := listen(t, k, k.Nodes[0]), listen(t, k, k.Nodes[1])
	if err := k.Cut(); err != nil {
		t.Fatal(err)
	}
	for _, e := range []*ear{a, b} {
		e.until(t, "the cut is told", func(h []evercart.Note) bool { return count(h, evercart.NoteLost) > 1 })
	}
	// Notes are heard again. A single one may still be lost: the cut is told as long as nothing can be heard, and the sender may
	// find out late that its own connection was cut, too.
	heard := func(e *ear) bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return count(e.heard, evercart.NoteGoods) > 0
	}
	for end := time.Now().Add(k.Wait); !heard(a) || !heard(b); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nothing is heard after a cut")
		}
		_ = k.Nodes[0].Publish(context.Background(), evercart.Note{What: evercart.NoteGoods})
	}
}

func whole(t *testing.T, k Kit) {
	e := listen(t, k, k.Nodes[1])
	sent := evercart.Note{What: evercart.NoteInterrupt, Session: "6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11", Seq: 1 << 50, Turn: `t-"1`, Subject: "s", Life: "l", From: "n"}
	if err := k.Nodes[0].Publish(context.Background(), sent, evercart.Note{What: "of a newer program"}); err != nil {
		t.Fatal(err)
	}
	if err := k.Nodes[0].Publish(context.Background()); err != nil {
		t.Fatal(err)
	}
	heard := e.until(t, "both are there", func(h []evercart.Note) bool { return count(h, "of a newer program") == 1 })
	if count(heard, evercart.NoteInterrupt) != 1 {
		t.Fatalf("heard %+v", heard)
	}
	for _, h := range heard {
		if h.What == evercart.NoteInterrupt && h != sent {
			t.Errorf("sent %+v, heard %+v", sent, h)
		}
	}
}

func ends(t *testing.T, k Kit) {
	e := listen(t, k, k.Nodes[0])
	e.leave()
	select {
	case err := <-e.ended:
		if evercart.CodeOf(err) != evercart.Canceled {
			t.Errorf("listening ends with %v", err)
		}
	case <-time.After(k.Wait):
		t.Fatal("listening does not end")
	}
	if err := k.Nodes[0].Publish(context.Background(), evercart.Note{What: evercart.NoteGoods}); err != nil {
		t.Errorf("with nobody there: %v", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if count(e.heard, evercart.NoteGoods) != 0 {
		t.Error("who left still hears")
	}
}
