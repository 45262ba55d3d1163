package rules

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/rules/roles"
)

// How sure a reading by roles must be.
const (
	sureAlone  = 0.995 // whatever the grammar makes of the words
	sureMuch   = 0.97  // where the grammar has no change to offer, though something in the words may carry another meaning
	sureOver   = 0.9   // what is known of a turn that speaks of the one before it is no surer than this
	sureSimply = 0.6   // where the grammar has no change to offer, and nothing may carry another meaning
)

// labeller gives things the roles that a model finds likeliest.
func labeller(m *roles.Model) func(roles.Sentence) ([]roles.Role, float64) {
	return func(s roles.Sentence) ([]roles.Role, float64) {
		best := m.Best(s, 1)
		if len(best) == 0 {
			return nil, 0
		}
		return best[0].Roles, math.Exp(best[0].Score)
	}
}

// reading is a turn read by the roles of its things.
type reading struct {
	clauses []clause // nil = nothing is to be done
	idle    bool     // nothing more is wanted, after what was done before
	sure    float64
	simple  bool // all things have a role, and nothing is denied or taken back
}

// labelledAs reads a turn by the roles of its things; nothing where a question is open, which is answered first.
func (t *turn) labelledAs(text string) reading {
	if t.label == nil || !t.fresh || t.said != "" || t.openQuestion() != nil || masked(text) {
		return reading{}
	}
	l := t.labels(text)
	given, sure := t.label(l.sentence)
	if given == nil || sure <= 1 && contradicts(l, given) {
		return reading{}
	}
	r := reading{clauses: t.composed(l, given), sure: sure, simple: true}
	if sure <= 1 && len(t.prompt.History) > 0 && (t.denied || t.hesitated) { // it speaks of what was done before
		r.sure = min(r.sure, sureOver)
	}
	if r.clauses == nil {
		r.idle = t.nothingMore(l, given)
		r.sure = min(sure, sureOver)
		return r
	}
	k := 0
	for _, e := range l.sentence.Elements {
		switch {
		case e.Thing():
			if given[k] == roles.None && strings.IndexByte("CN?SDE", e.Letter) >= 0 || given[k] != roles.None && e.Letter == slotWhole {
				r.simple = false
			}
			k++
		case e.Letter == slotNot || e.Letter == slotFix || e.Letter == slotHard || e.Letter == slotStay:
			r.simple = false
		}
	}
	return r
}

// takesBack is what may mean the last change, or all that was said.
var takesBack = regexp.MustCompile(`\b(?:cancel|forget|scrap|scratch|never mind|strike)(?: about)? (?:it|that|this)\b`)

// contradicts says that words and roles cannot both be meant: what goes up is not taken out, and "cancel it" may mean what was said.
func contradicts(l labelled, given []roles.Role) bool {
	if !slices.Contains(given, roles.Remove) {
		return false
	}
	return strings.TrimLeft(l.sentence.Letters(), "P") == "W" && takesBack.MatchString(hear.Text(l.words)) ||
		slices.ContainsFunc(l.slots, func(s slot) bool { return s.letter == slotHard && s.text == "up" })
}

// Which of two readings counts.
type verdict int

const (
	takeGrammar verdict = iota
	takeLabels
	takeNeither // they differ, and none is surely right: it is asked
	takeIdle
)

// between decides between what the grammar makes of a turn and what the roles of its things do.
func (t *turn) between(r reading, o outcome, whole bool, clauses []clause) verdict {
	theirs := changesOf(o)
	if !whole {
		if len(t.memory.Plan) > 0 {
			clauses = unplanned(t.memory.Plan)
		} else if t.halfKnown(clauses) {
			clauses = nil
		}
		theirs = t.changes(clauses)
	}
	if slices.ContainsFunc(theirs, beyondRoles) {
		return takeGrammar
	}
	second := len(t.prompt.History) > 0 && (t.denied || t.hesitated)
	if r.idle {
		if len(theirs) > 0 && r.sure >= sureOver && !second {
			return takeIdle
		}
		return takeGrammar
	}
	ours := t.changes(r.clauses)
	switch {
	case len(ours) == 0, whole && t.state.Looked != nil: // what was found is narrowed
		return takeGrammar
	case slices.Equal(ours, theirs): // the grammar may hear a question besides
		return takeGrammar
	case len(theirs) > 0 && (second || len(t.memory.Plan) > 0 && (r.sure < sureSimply || r.sure < sureMuch && !r.simple)):
		return takeGrammar
	case len(theirs) > 0:
		return takeNeither
	case r.sure >= sureMuch || r.sure >= sureSimply && r.simple:
		return takeLabels
	}
	return takeGrammar
}

// beyondRoles says that a change is one that no role stands for.
func beyondRoles(change string) bool {
	tool, _, _ := strings.Cut(change, " ")
	return tool == "keep_in_cart" || tool == "undo" || tool == "clear_cart"
}

// changes lists what clauses would do to the cart as it is, in an order of its own.
func (t *turn) changes(clauses []clause) []string {
	one := *t
	one.clauses = len(clauses)
	var all outcome
	for _, c := range clauses {
		o := one.resolve(c)
		one.memory.Lost = o.lost || o.ask != nil
		all.commands, all.calls = append(all.commands, o.commands...), append(all.calls, o.calls...)
	}
	return changesOf(all)
}

func changesOf(o outcome) []string {
	var out []string
	calls := slices.Clone(o.calls)
	for _, c := range o.commands {
		calls = append(calls, callOf(c))
	}
	for _, c := range calls {
		if c.tool == "search_products" || c.tool == "get_product" || c.tool == "view_cart" || c.tool == "answer_question" {
			continue
		}
		args, err := json.Marshal(c.args)
		if err == nil {
			out = append(out, c.tool+" "+string(args))
		}
	}
	slices.Sort(out)
	return out
}
