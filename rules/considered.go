package rules

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/evercart/evercart"
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

// byLimits decides between the grammar and the likeliest reading by roles in another language than English: a change that only one of
// them finds must be sure, and of two that differ none is made.
func (t *turn) byLimits(c considered, theirs []string, clauses []clause) option {
	second := len(t.prompt.History) > 0 && (t.denied || t.hesitated)
	surely := c.sure >= sureMuch || c.simple && c.sure >= sureSimply
	switch {
	case len(theirs) == 0 && looksOnly(clauses):
		return option{}
	case c.idle:
		if len(theirs) > 0 && c.sure >= sureOver && !second {
			return option{verdict: takeIdle}
		}
		return option{}
	case len(c.changes) == 0, len(theirs) == 0 && !surely:
		return option{}
	case len(theirs) == 0:
		return option{verdict: takeLabels, clauses: c.clauses}
	case second || len(t.memory.Plan) > 0 && !surely:
		return option{}
	case c.sure < sureVeto || within(c.changes, theirs) || t.comeToOne(c.changes, theirs): // a thing that it has no role for is no objection
		return option{}
	}
	return option{verdict: takeNeither}
}

// forWhom says that a turn names goods, whom they are for, and nothing that is to be done: it is a search.
func (t *turn) forWhom(r reading) bool {
	return !strings.ContainsAny(slotted{r.labelled.slots}.letters(), slotDeeds) && t.sought(r.labelled.words).who
}

// comeToOne says that changes of two kinds lead to one cart: "take the belt out and add a mug" puts one in the place of the other.
func (t *turn) comeToOne(ours, theirs []string) bool {
	one, ok := t.differs(ours)
	other, known := t.differs(theirs)
	return ok && known && maps.Equal(one, other)
}

// differs tells by how many of each thing changes move the cart as it is; false where a change does more than that.
func (t *turn) differs(changes []string) (map[evercart.SKU]int, bool) {
	by := map[evercart.SKU]int{}
	for _, c := range changes {
		tool, raw, _ := strings.Cut(c, " ")
		var args struct {
			SKU      evercart.SKU `json:"sku"`
			To       evercart.SKU `json:"to_sku"`
			Line     int          `json:"line"`
			Quantity *int         `json:"quantity"`
		}
		if json.Unmarshal([]byte(raw), &args) != nil {
			return nil, false
		}
		if tool == "add_to_cart" && args.Quantity != nil {
			by[args.SKU] += *args.Quantity
			continue
		}
		if args.Line < 1 || args.Line > len(t.state.Cart.Lines) {
			return nil, false
		}
		l := t.state.Cart.Lines[args.Line-1]
		n := l.Quantity
		if args.Quantity != nil {
			n = *args.Quantity
		}
		switch tool {
		case "remove_from_cart":
			by[l.SKU] -= n
		case "change_cart_line":
			by[l.SKU] -= l.Quantity
			if args.To == "" {
				args.To = l.SKU
			}
			by[args.To] += n
		default:
			return nil, false
		}
	}
	maps.DeleteFunc(by, func(_ evercart.SKU, n int) bool { return n == 0 })
	return by, true
}
