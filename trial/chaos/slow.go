package chaos

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/evercart/evercart"
)

// step is one thing that a device tried, to have its words answered.
type step struct {
	what     string // stepDial, stepSay
	life     life   // of which node
	from, to time.Duration
	code     evercart.Code // "" = it went well
}

const (
	stepDial = "dial"
	stepSay  = "say"
)

// Slow is one of those who waited longest, with all that they tried meanwhile.
type Slow struct {
	Session string          `json:"session"`
	Turn    evercart.TurnID `json:"turn_id"`
	AtMS    int64           `json:"at_ms"` // since the trial began
	WaitMS  int64           `json:"wait_ms"`
	Tried   []Tried         `json:"tried"`
	// What the record has of the turn, likewise: opened, taken over by another node, closed; 0 = it has not.
	OpenedMS int64   `json:"opened_ms"`
	TakenMS  []int64 `json:"taken_ms,omitempty"`
	ClosedMS int64   `json:"closed_ms"`
}

// Tried is one attempt of theirs.
type Tried struct {
	What string        `json:"what"` // dial, say
	Node int           `json:"node"` // from 1
	AtMS int64         `json:"at_ms"`
	MS   int64         `json:"ms"`
	Code evercart.Code `json:"code,omitempty"` // how it failed
}

const (
	maxSlow  = 5
	maxTried = 40
)

// slowest are those who waited longest to be told what became of their words.
func (w *world) slowest(all []judged) []Slow {
	type one struct {
		j judged
		o *op
	}
	var told []one
	for _, j := range all {
		for _, o := range j.ops {
			if o.turn != "" && o.end != untold {
				told = append(told, one{j, o})
			}
		}
	}
	slices.SortFunc(told, func(a, b one) int { return cmp.Compare(b.o.at-b.o.call, a.o.at-a.o.call) })
	out := []Slow{}
	for _, s := range told[:min(maxSlow, len(told))] {
		slow := Slow{Session: s.j.session, Turn: s.o.turn, AtMS: s.o.call.Milliseconds(), WaitMS: (s.o.at - s.o.call).Milliseconds()}
		for _, t := range s.o.steps {
			slow.Tried = append(slow.Tried, Tried{What: t.what, Node: t.life.node + 1, AtMS: t.from.Milliseconds(), MS: (t.to - t.from).Milliseconds(), Code: t.code})
		}
		if t := s.j.turns[s.o.turn]; t != nil {
			slow.OpenedMS, slow.ClosedMS = w.since(t.began), w.since(t.ended)
			for _, over := range t.taken {
				slow.TakenMS = append(slow.TakenMS, w.since(over.at))
			}
		}
		out = append(out, slow)
	}
	return out
}

// since is how long after the trial began something stands in the record; 0 = it does not.
func (w *world) since(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.Sub(w.began).Milliseconds()
}

// print tells of one on a line; what was tried again and again, with one outcome, is told once.
func (s Slow) print(w io.Writer) error {
	var b strings.Builder
	for i := 0; i < len(s.Tried); {
		t, n := s.Tried[i], 1
		for ; i+n < len(s.Tried); n++ {
			if next := s.Tried[i+n]; next.What != t.What || next.Node != t.Node || next.Code != t.Code {
				break
			}
		}
		last := s.Tried[i+n-1]
		_, _ = fmt.Fprintf(&b, " %s node %d", t.What, t.Node)
		if n > 1 {
			_, _ = fmt.Fprintf(&b, " %d times in", n)
		}
		_, _ = fmt.Fprintf(&b, " %.1f s: %s;", float64(last.AtMS+last.MS-t.AtMS)/1000, cmp.Or(string(t.Code), "answered"))
		i += n
	}
	_, err := fmt.Fprintf(w, "  %.1f s, from %.1f s on:%s. The turn was %s.\n", float64(s.WaitMS)/1000, float64(s.AtMS)/1000, strings.TrimSuffix(b.String(), ";"), s.kept())
	return err
}

// kept is what the record has of the turn.
func (s Slow) kept() string {
	if s.OpenedMS == 0 {
		return "not opened"
	}
	out := fmt.Sprintf("opened at %.1f s", float64(s.OpenedMS)/1000)
	for _, m := range s.TakenMS {
		out += fmt.Sprintf(", taken over at %.1f s", float64(m)/1000)
	}
	if s.ClosedMS == 0 {
		return out + ", not closed"
	}
	return out + fmt.Sprintf(", closed at %.1f s", float64(s.ClosedMS)/1000)
}

// Late is one of the open turns that waited longest for another node, once it was known that theirs was dead. Times are since the trial began.
type Late struct {
	Session  string          `json:"session"`
	Turn     evercart.TurnID `json:"turn_id"`
	WaitMS   int64           `json:"wait_ms"`
	OpenedMS int64           `json:"opened_ms"`
	DiedMS   int64           `json:"died_ms,omitempty"` // its node was killed; 0 = it was not
	KnownMS  int64           `json:"known_ms"`          // it was known to be dead
	TakenMS  int64           `json:"taken_ms"`
	Struck   []int64         `json:"struck_ms,omitempty"` // other faults of nodes between the two
}

// latest are those. died says when the processes were killed, by their names in the record.
func (w *world) latest(all []judged, struck []fault) []Late {
	died := w.died(all, struck)
	out := []Late{}
	for _, j := range all {
		for id, t := range j.turns {
			for _, over := range t.taken {
				if over.known.IsZero() {
					continue
				}
				l := Late{Session: j.session, Turn: id, WaitMS: over.at.Sub(over.known).Milliseconds(), OpenedMS: w.since(t.began),
					KnownMS: w.since(over.known), TakenMS: w.since(over.at)}
				if _, dead := w.deadFor(died, over); dead {
					l.DiedMS = died[over.from].Milliseconds()
				}
				for _, f := range struck {
					if at := f.from.Milliseconds(); at > l.KnownMS && at < l.TakenMS {
						l.Struck = append(l.Struck, at)
					}
				}
				out = append(out, l)
			}
		}
	}
	slices.SortFunc(out, func(a, b Late) int { return cmp.Compare(b.WaitMS, a.WaitMS) })
	return out[:min(maxSlow, len(out))]
}

func (l Late) print(w io.Writer) error {
	s := func(ms int64) float64 { return float64(ms) / 1000 }
	died := "was not killed"
	if l.DiedMS > 0 {
		died = fmt.Sprintf("was killed at %.1f s", s(l.DiedMS))
	}
	_, err := fmt.Fprintf(w, "  %.1f s: %s %s, opened at %.1f s; its node %s, known to be dead at %.1f s, and another went on at %.1f s; %d more faults struck in between.\n",
		s(l.WaitMS), l.Session, l.Turn, s(l.OpenedMS), died, s(l.KnownMS), s(l.TakenMS), len(l.Struck))
	return err
}
