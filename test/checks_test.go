package test

import (
	"fmt"
	"os"
	"testing"
)

// soak says that the full counts run (make soak).
var soak = os.Getenv("EVERCART_TEST_SOAK") != ""

// runs is how often something is tried: a share in CI, all of it in a soak.
func runs(share, all int) int {
	if soak {
		return all
	}
	return share
}

// transcript reads all turns, page by page.
func (s *server) transcript(id string) []turn {
	s.t.Helper()
	var v struct {
		Turns []turn `json:"turns"`
	}
	if code := s.call("GET", "/v1/sessions/"+id+"/transcript", nil, &v); code != 200 {
		s.t.Fatalf("transcript: %d", code)
	}
	return v.Turns
}

// event is a stored event as the interface shows it.
type event struct {
	Seq  int64  `json:"seq"`
	Kind string `json:"kind"`
	Turn string `json:"turn_id"`
}

func (s *server) events(id string) []event {
	s.t.Helper()
	var all []event
	for {
		var v struct {
			Events []event `json:"events"`
		}
		after := int64(0)
		if n := len(all); n > 0 {
			after = all[n-1].Seq
		}
		if code := s.call("GET", fmt.Sprintf("/v1/sessions/%s/events?after=%d", id, after), nil, &v); code != 200 {
			s.t.Fatalf("events: %d", code)
		}
		if len(v.Events) == 0 {
			return all
		}
		all = append(all, v.Events...)
	}
}

// wantWholeSeq: no position is used twice and none is skipped, and the events of a turn stand together, but for what is learnt later of how
// much of it was heard.
func (s *server) wantWholeSeq(id string) {
	s.t.Helper()
	done, current, later := map[string]bool{}, "", ""
	for i, e := range s.events(id) {
		if e.Seq != int64(i+1) {
			s.t.Fatalf("event %d has seq %d", i+1, e.Seq)
		}
		switch {
		case e.Kind == "reply.heard" && done[e.Turn]:
			later = e.Turn
		case e.Turn != later:
			later = ""
		}
		if later != "" {
			continue
		}
		if e.Turn != "" && e.Turn != current {
			if done[e.Turn] {
				s.t.Errorf("event %d, %s: turn %s is woven with another", e.Seq, e.Kind, e.Turn)
			}
			done[current], current = true, e.Turn
		}
	}
}

// wantSums holds the cart against check 1 of every scenario.
func wantSums(t testing.TB, c cart) {
	t.Helper()
	var sum int64
	for _, l := range c.Lines {
		if l.Quantity < 1 || l.Total != l.UnitPrice*int64(l.Quantity) {
			t.Errorf("line %+v", l)
		}
		if !l.Unavailable {
			sum += l.Total
		}
	}
	if c.Subtotal != sum || c.Total != sum-c.Discount || c.Total < 0 {
		t.Errorf("subtotal %d, total %d, lines say %d", c.Subtotal, c.Total, sum)
	}
}
