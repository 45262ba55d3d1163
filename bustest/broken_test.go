package bustest_test

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/bustest"
	"github.com/evercart/evercart/fake"
)

// flawOf names the flaw with which a child process runs the suite.
const flawOf = "EVERCART_TEST_BUS_FLAW"

// proofs: flaw → the test of the suite that must fail because of it.
var proofs = map[string]string{
	"Deaf":   "everybody hears everything in order", // the own node's notes are not heard
	"Turns":  "everybody hears everything in order", // notes of one message come backwards
	"Hushes": "a cut is told",                       // a cut is not told
	"Halves": "whole notes",                         // fields get lost
	"Stays":  "listening ends with its context",     // it goes on after its end
}

// Each flaw, in a process of its own, must fail the test that is there to see it, and every test must have one.
func TestSuiteSeesFlaws(t *testing.T) {
	if flaw := os.Getenv(flawOf); flaw != "" {
		bustest.Run(t, func(*testing.T) bustest.Kit { return newBroken(flaw) })
		return
	}
	t.Parallel()
	var seen []string
	for flaw, test := range proofs {
		seen = append(seen, test)
		t.Run(flaw, func(t *testing.T) {
			t.Parallel()
			child := exec.Command(os.Args[0], "-test.run=^TestSuiteSeesFlaws$/^"+strings.ReplaceAll(test, " ", "_")+"$", "-test.v")
			child.Env = append(os.Environ(), flawOf+"="+flaw)
			out, err := child.CombinedOutput()
			if want := "--- FAIL: TestSuiteSeesFlaws/" + strings.ReplaceAll(test, " ", "_"); err == nil || !strings.Contains(string(out), want) {
				t.Errorf("%q passes", test)
			}
		})
	}
	for _, c := range bustest.Cases() {
		if !slices.Contains(seen, c) {
			t.Errorf("no flaw fails %q", c)
		}
	}
}

// node is one node's view of a bus with a flaw.
type node struct {
	*fake.Bus
	flaw string
	name evercart.NodeID
	own  *sync.Map // notes that this node sent, by their place
}

func newBroken(flaw string) bustest.Kit {
	b := &fake.Bus{}
	cut := func() error { b.Lose(); return nil }
	if flaw == "Hushes" {
		cut = func() error { return nil }
	}
	return bustest.Kit{Nodes: []evercart.Bus{&node{b, flaw, "0", &sync.Map{}}, &node{b, flaw, "1", &sync.Map{}}}, Cut: cut, Wait: time.Second}
}

func (n *node) Publish(ctx context.Context, notes ...evercart.Note) error {
	notes = slices.Clone(notes)
	for i := range notes {
		switch n.flaw {
		case "Deaf":
			n.own.Store(notes[i], true)
		case "Halves":
			notes[i].Life = ""
		}
	}
	if n.flaw == "Turns" {
		slices.Reverse(notes)
	}
	return n.Bus.Publish(ctx, notes...)
}

func (n *node) Listen(ctx context.Context, f func(evercart.Note)) error {
	if n.flaw == "Stays" {
		ctx = context.WithoutCancel(ctx)
	}
	return n.Bus.Listen(ctx, func(note evercart.Note) {
		if _, mine := n.own.Load(note); mine {
			return
		}
		f(note)
	})
}
