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

// print tells of one on a line.
func (s Slow) print(w io.Writer) error {
	var b strings.Builder
	for _, t := range s.Tried {
		how := t.Code
		if how == "" {
			how = "well"
		}
		_, _ = fmt.Fprintf(&b, " %s node %d %.1f s %s;", t.What, t.Node, float64(t.MS)/1000, how)
	}
	_, err := fmt.Fprintf(w, "  %.1f s, from %.1f s on:%s. The turn was opened at %.1f s, taken over at %.1f s, closed at %.1f s.\n", float64(s.WaitMS)/1000, float64(s.AtMS)/1000,
		strings.TrimSuffix(b.String(), ";"), float64(s.OpenedMS)/1000, seconds(s.TakenMS), float64(s.ClosedMS)/1000)
	return err
}

func seconds(ms []int64) (out []float64) {
	for _, m := range ms {
		out = append(out, float64(m)/1000)
	}
	return out
}
