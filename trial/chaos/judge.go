package chaos

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
)

// judged is a session with all that is known of it.
type judged struct {
	*person
	record
	ops []*op // of all devices
}

// judge holds what people were told against the record, and gives the report.
func (w *world) judge(ctx context.Context, people []*person, struck []fault) (Report, error) {
	c := w.c
	r := Report{Version: c.Version, Store: w.place.name, Nodes: c.Nodes, Sessions: c.Sessions, Seed: c.Seed, Brain: c.Brain, Seconds: w.now().Seconds(), Findings: []finding{}}
	c.say("reading the record of %d sessions", len(people))
	all, err := w.read(ctx, people)
	if err != nil {
		return r, fmt.Errorf("reading the record: %w", err)
	}
	r.tally(all, struck)
	r.Kills, r.TakenOver = w.kills(all, struck)
	r.Resumed, r.Slowest, r.Latest = resumed(all), w.slowest(all), w.latest(all, struck)
	r.people(people)
	c.say("looking for an order that explains what was seen")
	r.Histories = explainAll(all, &r, c.Dir)
	c.say("holding every snapshot against its events")
	if err := w.doctor(ctx); err != nil {
		r.find(finding{What: "doctor: " + err.Error()})
	}
	if n := w.unfit.Load(); n > 0 {
		r.find(finding{What: fmt.Sprintf("the model refused %d requests as malformed", n)})
	}
	if r.Total.Changes == 0 {
		r.find(finding{What: fmt.Sprintf("no change was acknowledged, and %d turns were told nothing: nothing was tried", r.Total.Unknown)})
	}
	if n := unanswered(people); n > 0 {
		r.find(finding{What: fmt.Sprintf("%d shoppers were never told anything", n)})
	}
	r.OK = r.Total.Lost+r.Total.Doubled+r.Total.Woven+r.Gaps+r.Histories.Unexplained == 0 && len(r.Findings) == 0
	return r, nil
}

// unanswered counts the shoppers who spoke, and whom nobody ever answered.
func unanswered(people []*person) (n int) {
	for _, p := range people {
		spoke, told := false, false
		for _, d := range p.devices {
			for _, o := range d.ops {
				spoke, told = spoke || o.turn != "", told || o.turn != "" && o.end != untold
			}
		}
		if spoke && !told {
			n++
		}
	}
	return n
}

// read reads every session's record, then looks at its cart once more, as a shopper would.
func (w *world) read(ctx context.Context, people []*person) ([]judged, error) {
	out, errs := make([]judged, len(people)), make([]error, len(people))
	gate := make(chan struct{}, 4)
	var all sync.WaitGroup
	for i, p := range people {
		all.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			out[i], errs[i] = w.readOne(ctx, p, w.nodes[i%len(w.nodes)].inside)
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (w *world) readOne(ctx context.Context, p *person, c *client.Client) (judged, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	j := judged{person: p}
	for _, d := range p.devices {
		j.ops = append(j.ops, d.ops...)
	}
	var err error
	if j.record, err = readRecord(ctx, c, p.session); err != nil {
		if code := evercart.CodeOf(err); code != evercart.NotFound && code != evercart.Damaged {
			return j, err
		}
		j.turns = nil // a session that is gone, or cannot be read, has kept nothing
		return j, nil
	}
	from := w.now()
	s, err := c.Session(ctx, p.session)
	if err != nil {
		return j, err
	}
	j.ops = append(j.ops, &op{call: from, at: w.now(), end: done, cart: cartOf(s.Cart), tries: []try{{}}})
	if got := cartOf(s.Cart); got != j.cart {
		return j, fmt.Errorf("session %s: the cart is %v, its events add up to %v", p.session, got, j.cart)
	}
	return j, nil
}

// strikes finds the fault that a turn is counted under: the one that struck while it ran, else the next one that struck after
// it. −1 = none did.
func strikes(o *op, struck []fault) int {
	return slices.IndexFunc(struck, func(f fault) bool { return f.to >= o.call })
}

// tally counts every turn under its fault.
func (r *Report) tally(all []judged, struck []fault) {
	counts := map[string]*Contract{}
	for _, name := range append(Faults(), none) {
		counts[name] = &Contract{Fault: name}
	}
	for _, f := range struck {
		counts[f.name].Times++
	}
	for _, j := range all {
		r.Gaps += j.gaps
		for _, o := range j.ops {
			if o.turn == "" {
				continue
			}
			name := none
			if i := strikes(o, struck); i >= 0 {
				name = struck[i].name
			}
			r.count(counts[name], j, o)
		}
	}
	for _, name := range append(Faults(), none) {
		if c := counts[name]; c.Times+c.Acknowledged+c.Unknown+c.Refused > 0 {
			r.Faults = append(r.Faults, *c)
			r.Total.plus(*c)
		}
	}
}

const none = "none" // after the last fault

func (r *Report) count(c *Contract, j judged, o *op) {
	bad := func(n *int, what string) {
		*n++
		r.find(finding{Session: j.session, Turn: o.turn, What: what, Fault: c.Fault, AtMS: o.call.Milliseconds()})
	}
	if o.end != untold {
		c.LongestMS = max(c.LongestMS, (o.at - o.call).Milliseconds())
	}
	switch o.end {
	case untold:
		c.Unknown++
	case sorry:
		c.Refused++
	case done:
		c.Acknowledged++
		if o.changes() {
			c.Changes++
		}
		if j.lost(o) {
			bad(&c.Lost, "lost")
		} else {
			c.Found++
		}
	}
	if j.doubled(o) {
		bad(&c.Doubled, "doubled")
	}
	if j.woven(o) {
		bad(&c.Woven, "woven")
	}
}

// kills counts those of nodes, and those that struck while a commit was in flight: the killed process had written a turn of
// which it told nobody any more. It says as well how long the turns that were open then waited for another node.
func (w *world) kills(all []judged, struck []fault) (Kills, Spread) {
	names, killed, died := namesOf(all), map[life]time.Duration{}, w.died(all, struck)
	out := Kills{}
	for _, f := range struck {
		if f.name == killNode {
			killed[f.life] = f.from
			out.Nodes++
		}
	}
	flying := map[life]bool{}
	var waited []time.Duration
	for _, j := range all {
		for _, o := range j.ops {
			for _, t := range o.broken() {
				if at, ok := killed[t.life]; ok && t.from <= at && t.to >= at && j.turns[o.turn] != nil && j.turns[o.turn].writers[names[t.life]] {
					flying[t.life] = true
				}
			}
		}
		for _, t := range j.turns {
			for _, over := range t.taken {
				if wait, ok := w.deadFor(died, over); ok {
					waited = append(waited, wait)
				}
			}
		}
	}
	if out.InFlight = len(flying); out.Nodes > 0 {
		out.Share = float64(out.InFlight) / float64(out.Nodes)
	}
	return out, spreadOf(waited)
}

// deadFor is how long a node that was killed had been dead when another one went on with a turn of it. False = it was not dead: a turn is taken
// as well from a node that only seemed so (frozen, or cut off from its database), which may be killed later.
func (w *world) deadFor(died map[string]time.Duration, over taken) (time.Duration, bool) {
	at, killed := died[over.from]
	wait := over.at.Sub(w.began.Add(at))
	return wait, killed && over.from != "" && wait >= 0
}

// died says when the processes that were killed were, by their names in the record.
func (w *world) died(all []judged, struck []fault) map[string]time.Duration {
	names, out := namesOf(all), map[string]time.Duration{}
	for _, f := range struck {
		if name := names[f.life]; f.name == killNode && name != "" {
			out[name] = f.from
		}
	}
	return out
}

// resumed is how long open turns waited for another node once it was known that theirs was dead.
func resumed(all []judged) Spread {
	var waited []time.Duration
	for _, j := range all {
		for _, t := range j.turns {
			for _, over := range t.taken {
				if !over.known.IsZero() {
					waited = append(waited, over.at.Sub(over.known))
				}
			}
		}
	}
	return spreadOf(waited)
}

// namesOf finds the names that processes have in the record, by what each alone has answered.
func namesOf(all []judged) map[life]string {
	names := map[life]string{}
	for _, j := range all {
		for _, o := range j.ops {
			if t := j.turns[o.turn]; t != nil && o.end == done && len(o.tries) == 1 && len(t.writers) == 1 && len(t.taken) == 0 {
				for name := range t.writers {
					names[o.tries[0].life] = name
				}
			}
		}
	}
	return names
}

// broken are the tries that were not answered.
func (o *op) broken() []try {
	if o.end == untold || len(o.tries) == 0 {
		return o.tries
	}
	return o.tries[:len(o.tries)-1]
}

// explainAll checks the histories of all sessions; one that nothing explains is kept in a file of the folder, since it may not come again.
func explainAll(all []judged, r *Report, dir string) Histories {
	var out Histories
	verdicts := make([]verdict, len(all))
	gate := make(chan struct{}, 2)
	var wait sync.WaitGroup
	for i, j := range all {
		wait.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			verdicts[i] = explain(history(j.ops, j.record), 20*time.Second)
		})
	}
	wait.Wait()
	for i, v := range verdicts {
		switch v {
		case explained:
			out.Explained++
		case undecided:
			out.Undecided++
		case unexplained:
			out.Unexplained++
			what, file := "no order explains what its devices saw", filepath.Join(dir, "history-"+all[i].session+".txt")
			if err := os.WriteFile(file, []byte(told(history(all[i].ops, all[i].record))), 0o600); err != nil {
				what += "; it is not kept: " + err.Error()
			}
			r.find(finding{Session: all[i].session, What: what})
		}
	}
	return out
}

// doctor ends the nodes and lets the program's own check read all of it.
func (w *world) doctor(ctx context.Context) error {
	for _, n := range w.nodes {
		n.child.End()
	}
	args, env := []string{"doctor", "--data", w.nodes[0].dir}, []string(nil)
	for name, value := range map[string]string{"EVERCART_POSTGRES": w.place.data, "EVERCART_KEYS": w.place.keys} {
		if value != "" {
			env = append(env, name+"="+value)
		}
	}
	if w.place.keys != "" {
		env = append(env, "EVERCART_MASTER_KEY="+w.place.master)
	}
	out, err := w.command(ctx, env, args...)
	if err != nil {
		return fmt.Errorf("%w: %s (logs: %s)", err, out, filepath.Join(w.c.Dir, "node-*.log"))
	}
	return nil
}
