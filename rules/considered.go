package rules

import (
	"math"
	"slices"
)

// considered is a reading by roles with what it comes to.
type considered struct {
	reading
	outcome outcome
	changes []string
	mass    float64 // how likely all readings are that come to the same
}

// considered gives the likeliest readings by roles that come to different ends, the likeliest first.
func (t *turn) considered(r reading) []considered {
	first := considered{reading: r, mass: r.sure}
	if r.clauses != nil {
		first.outcome = t.tried(r.clauses, false)
		first.changes = changesOf(first.outcome)
	}
	all := []considered{first}
	for _, o := range r.others {
		p := math.Exp(o.Score)
		if p < leastThought {
			break
		}
		c := considered{reading: t.readAs(r.labelled, o.Roles, p, r.question), mass: p}
		if c.clauses != nil {
			c.outcome = t.tried(c.clauses, false)
			c.changes = changesOf(c.outcome)
		}
		same := func(b considered) bool {
			return slices.Equal(b.changes, c.changes) && (b.clauses == nil) == (c.clauses == nil) && (b.outcome.ask == nil) == (c.outcome.ask == nil)
		}
		if k := slices.IndexFunc(all, same); k >= 0 {
			all[k].mass += p
			continue
		}
		all = append(all, c)
	}
	return all
}
