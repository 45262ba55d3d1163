package chaos

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/evercart/evercart"
)

// Report is what came of a trial.
type Report struct {
	OK        bool                  `json:"ok"` // nothing lost, doubled, woven, missing or unexplained
	Version   string                `json:"version,omitempty"`
	Store     string                `json:"store"`
	Nodes     int                   `json:"nodes"`
	Sessions  int                   `json:"sessions"`
	Brain     string                `json:"brain"`
	Seed      uint64                `json:"seed"`
	Seconds   float64               `json:"seconds"`
	Faults    []Contract            `json:"faults"`
	Total     Contract              `json:"total"`
	Gaps      int                   `json:"gaps"` // numbers of events that are missing
	Kills     Kills                 `json:"kills"`
	Histories Histories             `json:"histories"`
	Back      Spread                `json:"reconnects"` // from dialling to being back in the session, after a connection broke
	Waits     Spread                `json:"waits"`      // from words to being told what became of them, whatever struck meanwhile
	TakenOver Spread                `json:"taken_over"` // from the kill of a node until another one goes on with a turn that was open
	Resumed   Spread                `json:"resumed"`    // the same, from the moment at which it was known that the node was dead, by the store's clock
	Slowest   []Slow                `json:"slowest"`    // those who waited longest to be told what became of their words
	Latest    []Late                `json:"latest"`     // the open turns that waited longest for another node
	Told      map[evercart.Code]int `json:"errors_met"` // by code: what was said again afterwards
	Findings  []finding             `json:"findings"`   // the first of them
}

// Contract is what was promised under one kind of fault, and what was found. It counts turns, each under the fault that struck
// while it ran, or else under the next one.
type Contract struct {
	Fault        string `json:"fault,omitempty"`
	Times        int    `json:"times"`        // that it struck
	Acknowledged int    `json:"acknowledged"` // turns told to be done, and saved
	Changes      int    `json:"changes"`      // of the cart among them
	Found        int    `json:"found"`        // of those acknowledged, in the record afterwards, with what they did
	Lost         int    `json:"lost"`         // not so
	Doubled      int    `json:"doubled"`      // turns that happened more than once
	Woven        int    `json:"woven"`        // turns with something of another inside, or of theirs outside
	Refused      int    `json:"refused"`      // turns told not to be done
	Unknown      int    `json:"unknown"`      // turns of which nobody was told anything
	LongestMS    int64  `json:"longest_ms"`   // that somebody waited to be told
}

func (c *Contract) plus(o Contract) {
	c.Times += o.Times
	c.Acknowledged += o.Acknowledged
	c.Changes += o.Changes
	c.Found += o.Found
	c.Lost += o.Lost
	c.Doubled += o.Doubled
	c.Woven += o.Woven
	c.Refused += o.Refused
	c.Unknown += o.Unknown
	c.LongestMS = max(c.LongestMS, o.LongestMS)
}

// Kills are those of nodes.
type Kills struct {
	Nodes    int     `json:"nodes"`
	InFlight int     `json:"commit_in_flight"` // the killed process had written a turn, and told nobody of it
	Share    float64 `json:"share"`
}

// Histories are sessions, by whether one order of what was done explains all that their devices saw of the cart.
type Histories struct {
	Explained   int `json:"explained"`
	Unexplained int `json:"unexplained"`
	Undecided   int `json:"undecided"` // the search took too long
}

// Spread is how long something took.
type Spread struct {
	Times int   `json:"times"`
	P50MS int64 `json:"p50_ms"`
	P99MS int64 `json:"p99_ms"`
	MaxMS int64 `json:"max_ms"`
}

func spreadOf(d []time.Duration) Spread {
	if len(d) == 0 {
		return Spread{}
	}
	slices.Sort(d)
	return Spread{len(d), d[len(d)/2].Milliseconds(), d[len(d)*99/100].Milliseconds(), d[len(d)-1].Milliseconds()}
}

// finding is one thing that went wrong.
type finding struct {
	Session string          `json:"session,omitempty"`
	Turn    evercart.TurnID `json:"turn_id,omitempty"`
	What    string          `json:"what"`
	Fault   string          `json:"fault,omitempty"`
	AtMS    int64           `json:"at_ms,omitempty"` // since the trial began
}

const maxFindings = 20

func (r *Report) find(f finding) {
	if len(r.Findings) < maxFindings {
		r.Findings = append(r.Findings, f)
	}
}

func (r *Report) people(people []*person) {
	var back, waits []time.Duration
	r.Told = map[evercart.Code]int{}
	for _, p := range people {
		for _, d := range p.devices {
			back = append(back, d.again...)
			for _, o := range d.ops {
				if o.turn == "" || o.end == untold {
					continue
				}
				waits = append(waits, o.at-o.call)
			}
			for code, n := range d.told {
				r.Told[code] += n
			}
		}
	}
	r.Back, r.Waits = spreadOf(back), spreadOf(waits)
}

// Print writes the report for a person.
func (r Report) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(t, "FAULT\tTIMES\tACKNOWLEDGED\tFOUND\tLOST\tDOUBLED\tWOVEN\tREFUSED\tUNKNOWN\tLONGEST\t")
	for _, c := range append(slices.Clone(r.Faults), r.total()) {
		_, _ = fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f s\t\n", c.Fault, c.Times, c.Acknowledged, c.Found, c.Lost, c.Doubled, c.Woven, c.Refused, c.Unknown, float64(c.LongestMS)/1000)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, `
%d shoppers, %d nodes, on %s, %.0f s, seed %d: %d changes of carts were acknowledged.
Kills of nodes: %d, %d of them (%.0f %%) while a commit was in flight.
Histories of carts: %d explained by one order, %d not, %d undecided. Events missing: %d.
`, r.Sessions, r.Nodes, r.Store, r.Seconds, r.Seed, r.Total.Changes, r.Kills.Nodes, r.Kills.InFlight, 100*r.Kills.Share,
		r.Histories.Explained, r.Histories.Unexplained, r.Histories.Undecided, r.Gaps)
	for _, s := range r.times() {
		if s.Times == 0 {
			_, _ = fmt.Fprintf(w, "%s: it did not come to that.\n", s.what)
			continue
		}
		_, _ = fmt.Fprintf(w, "%s: %d times, p50 %d ms, p99 %d ms, longest %d ms%s.\n", s.what, s.Times, s.P50MS, s.P99MS, s.MaxMS, s.kept())
	}
	for i, s := range r.Slowest {
		if i == 0 {
			_, _ = fmt.Fprintln(w, "Who waited longest, and what they tried:")
		}
		_ = s.print(w)
	}
	for i, l := range r.Latest {
		if i == 0 {
			_, _ = fmt.Fprintln(w, "Open turns that waited longest for another node:")
		}
		_ = l.print(w)
	}
	for _, f := range r.Findings {
		_, _ = fmt.Fprintf(w, "%s %s %s (%s, %.1f s)\n", f.What, f.Session, f.Turn, f.Fault, float64(f.AtMS)/1000)
	}
	if err == nil && r.OK {
		_, err = fmt.Fprintln(w, "Nothing that was acknowledged is lost, doubled or woven.")
	}
	return err
}

// timing is a Spread with what it is of, and the bar that it is held against; 0 = none.
type timing struct {
	what string
	Spread
	bar time.Duration
	of  string // which figure is held against it
	ms  int64
}

// times are what the report says of waiting. The bars are those of a machine that has nothing else to do.
func (r Report) times() []timing {
	return []timing{
		{what: "From words to being told what became of them", Spread: r.Waits},
		{"From dialling to being back, after a connection broke", r.Back, 2 * time.Second, "p99", r.Back.P99MS},
		{what: "From a node's death to another going on with its open turns", Spread: r.TakenOver},
		{"From a node being known to be dead to another going on with its open turns", r.Resumed, 5 * time.Second, "longest", r.Resumed.MaxMS},
	}
}

// kept says in words whether the bar is held.
func (t timing) kept() string {
	switch {
	case t.bar == 0 || t.Times == 0:
		return ""
	case t.ms <= t.bar.Milliseconds():
		return fmt.Sprintf("; the %s is to be within %s: it is", t.of, t.bar)
	}
	return fmt.Sprintf("; the %s is to be within %s: it is NOT", t.of, t.bar)
}

func (r Report) total() Contract {
	c := r.Total
	c.Fault = "all"
	return c
}
