package rules

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/rules/roles"
)

// How sure a reading by roles must be.
const (
	sureAlone  = 0.995 // whatever the grammar makes of the words
	sureMuch   = 0.97  // in another language, though something in the words may carry another meaning
	sureOver   = 0.9   // what is known of a turn that speaks of the one before it is no surer than this
	sureVeto   = 0.3   // less sure, it does not hold back what the grammar reads there
	sureSimply = 0.6   // where nothing may carry another meaning; so sure a question is heard, too
)

// How many readings by roles are thought of, and how likely they must be.
const (
	thoughtOf    = 6
	leastThought = 0.01
)

// labeller gives things the roles that a model finds likeliest, and what else it thinks of.
func labeller(m *roles.Model) func(roles.Sentence) []roles.Reading {
	return func(s roles.Sentence) []roles.Reading { return m.Best(s, thoughtOf) }
}

// reading is a turn read by the roles of its things.
type reading struct {
	clauses []clause // nil = nothing is to be done
	idle    bool     // nothing more is wanted, after what was done before
	sure    float64
	simple  bool // all things have a role, and nothing is denied or taken back

	question asksAbout

	// What it was made of, as evidence.
	labelled labelled
	others   []roles.Reading // less likely ones
	roles    string
}

// labelledAs reads a turn by the roles of its things and by what its words ask about; nothing where a question is open, which is answered first.
func (t *turn) labelledAs(text string) reading {
	if t.label == nil || !t.fresh || len(t.foreign.Strange) > 0 || t.foreign.AllBut || t.openQuestion() != nil || masked(text) {
		return reading{}
	}
	l := t.labels(text)
	if strings.Trim(l.sentence.Letters(), "PW") == "" { // "say that again": where no goods are named, small talk is what it is
		if g := t.guess(text); g.Intent != hear.IntentShop && g.Sure >= sureEnough {
			return reading{}
		}
	}
	var given []roles.Role
	var others []roles.Reading
	sure := 0.0
	if readings := t.label(l.sentence); len(readings) > 0 {
		given, sure, others = readings[0].Roles, math.Exp(readings[0].Score), readings[1:]
	}
	q := asksAbout{kind: roles.Nothing}
	if t.said == "" {
		q = t.asks(l, given)
	}
	r := t.readAs(l, given, sure, q)
	r.others = others
	return r
}

// readAs reads a turn by given roles.
func (t *turn) readAs(l labelled, given []roles.Role, sure float64, q asksAbout) reading {
	r := reading{sure: sure, labelled: l, roles: string(given), question: q}
	if given == nil || sure <= 1 && (contradicts(l, given) || len(t.state.Cart.Lines) == 0 && len(t.prompt.History) > 0 && slices.ContainsFunc(given, gives)) {
		return r
	}
	r.clauses = t.composed(l, given)
	if sure <= 1 && len(t.prompt.History) > 0 && (t.denied || t.hesitated) { // it speaks of what was done before
		r.sure = min(r.sure, sureOver)
	}
	if r.clauses == nil {
		r.idle = t.nothingMore(l, given)
		if sure <= 1 {
			r.sure = min(sure, sureOver)
		}
		return r
	}
	r.clauses = asksToo(r.clauses, q)
	r.simple = simple(l, given)
	return r
}

// asksToo puts a question that is surely heard behind what is to be done, where there is none.
func asksToo(clauses []clause, q asksAbout) []clause {
	if q.sure < sureSimply || q.clauses == nil || slices.ContainsFunc(clauses, func(c clause) bool { return c.question() || c.want == wantView || c.want == wantTotal }) {
		return clauses
	}
	return append(clauses, q.clauses...)
}

// simple says that all things have a role, and nothing is denied or taken back.
func simple(l labelled, given []roles.Role) bool {
	k := 0
	for _, e := range l.sentence.Elements {
		switch {
		case e.Thing():
			if given[k] == roles.None && strings.IndexByte("CN?SDE", e.Letter) >= 0 || given[k] != roles.None && e.Letter == slotWhole {
				return false
			}
			k++
		case e.Letter == slotNot || e.Letter == slotFix || e.Letter == slotHard || e.Letter == slotStay:
			return false
		}
	}
	return true
}

// looksOnly says that what the grammar read asks and looks, and wants no change: it knows bounds and questions, the model does not.
func looksOnly(clauses []clause) bool {
	looks := false
	for _, c := range clauses {
		switch c.want {
		case wantBrowse, wantPrice, wantCheapest, wantStock, wantColors, wantSizes, wantMaterial, wantCompare, wantTell, wantView, wantTotal, wantPolicy, wantHelp, wantOrder:
			looks = true
		case wantComment, wantBeside, wantNothing:
		default:
			return false
		}
	}
	return looks
}

// Which reading counts.
type verdict int

const (
	takeGrammar verdict = iota
	takeLabels
	takeNeither // they differ, and none is surely right: it is asked
	takeIdle
	takeQuestion
)

// option is one way to take a turn.
type option struct {
	verdict verdict
	clauses []clause // what is done then; nil = the grammar knows, or nothing is
	names   []string // what speaks for and against it
}

// empties says that the cart is emptied so, and nothing else is named.
func (o option) empties() bool {
	return o.verdict == takeLabels && slices.ContainsFunc(o.clauses, func(c clause) bool { return c.want == wantClear && c.x == "" && c.text == "" })
}

// between decides between what the grammar makes of a turn and what the roles of its things do.
func (t *turn) between(r reading, o outcome, whole bool, clauses []clause) option {
	switch {
	case r.sure > 1 && r.idle:
		return option{verdict: takeIdle}
	case r.sure > 1:
		return option{verdict: takeLabels, clauses: r.clauses}
	}
	half := false
	if !whole {
		if len(t.memory.Plan) > 0 {
			clauses = unplanned(t.memory.Plan)
		} else if half = t.halfKnown(clauses); half {
			clauses = nil
		}
		o = t.tried(clauses, len(t.memory.Plan) == 0)
	}
	theirs := changesOf(o)
	if slices.ContainsFunc(theirs, beyondRoles) || t.beyondQuestions(hear.Text(r.labelled.words), o, whole) || t.forWhom(r) {
		return option{}
	}
	all := t.considered(r)
	if len(theirs) > 0 && slices.Equal(all[0].changes, theirs) { // both find it; the grammar may hear a question besides
		if asksOfAdded(o) && all[0].outcome.ask == nil && r.sure >= sureSimply { // "a candle, the fig one": nothing is left to ask
			return option{verdict: takeLabels, clauses: r.clauses}
		}
		if first := all[0]; first.mass >= sureOver && !looksToo(clauses) && lessThan(first.outcome, o) && leavesNothing(first) {
			return option{verdict: takeLabels, clauses: first.clauses}
		}
		return option{}
	}
	if t.said != "" { // the odds are those of English words
		return t.byLimits(all[0], theirs, clauses)
	}
	e := evidence{turn: t, other: o, theirs: theirs, whole: whole, half: half, clauses: clauses, question: r.question, considered: all}
	options := []option{{names: e.of(0)}}
	for k, c := range all {
		switch {
		case len(theirs) > 0 && slices.Equal(c.changes, theirs): // it is the grammar's
		case c.outcome.lost && len(c.changes) == 0 && c.outcome.ask == nil && (k > 0 || whole): // "what can I ask the AI": it is not sold
		case c.clauses != nil:
			options = append(options, option{takeLabels, c.clauses, e.of(k)})
		case c.idle && r.question.kind == roles.Nothing && !looksOnly(clauses) && !(t.goesOnFrom(o) && ruled(clauses)) && !(t.justShown() && len(theirs)+len(o.calls)+len(o.commands) > 0):
			options = append(options, option{takeIdle, nil, e.of(k)})
		}
	}
	if r.question.clauses != nil && !heardBy(r.question.kind, clauses) {
		options = append(options, option{verdict: takeQuestion, clauses: r.question.clauses})
	}
	if e.changing() && !t.goesOnFrom(o) {
		options = append(options, option{verdict: takeNeither})
	}
	return options[t.weigh(options)]
}

// goesOnFrom says that the grammar knows what is meant in a conversation that goes on: the odds are those of turns that stand alone.
func (t *turn) goesOnFrom(o outcome) bool {
	return len(t.prompt.History) > 0 && t.lastCall() != "search_products" && (len(o.commands)+len(o.calls) > 0 || o.ask != nil)
}

// ruled says that each clause is one that a rule knows.
func ruled(clauses []clause) bool {
	return len(clauses) > 0 && !slices.ContainsFunc(clauses, func(c clause) bool { return !c.rule })
}

// asksOfAdded says that an outcome asks about what it adds at the same time.
func asksOfAdded(o outcome) bool {
	return o.ask != nil && slices.ContainsFunc(o.commands, func(c evercart.Command) bool {
		return c.Verb == evercart.Add && slices.Contains(o.ask.Choices, c.SKU)
	})
}

// lessThan says that an outcome which changes the same leaves nothing open that the other does: "a wedding gift, let's think: two candles".
func lessThan(o, other outcome) bool {
	return (other.lost || other.ask != nil) && !o.lost && o.ask == nil
}

// leavesNothing says that a reading leaves out no thing that may be wanted: one that nobody knows is a remark where no wish, no "and" and
// no other thing of a list stands right before it, nor an "and" behind.
func leavesNothing(c considered) bool {
	k := 0
	elements := c.labelled.sentence.Elements
	for i, e := range elements {
		if !e.Thing() {
			continue
		}
		if e.Letter == slotStrange && c.roles[k] == byte(roles.None) {
			j := i - 1
			for j >= 0 && elements[j].Letter == 0 && elements[j].Stop == 0 && !tellsWhere[elements[j].Words[0]] {
				j--
			}
			listed := j >= 0 && (elements[j].Letter == slotAnd || elements[j].Words[0] == "and" || strings.IndexByte(wishing, elements[j].Letter) >= 0 || elements[j].Thing() && elements[j].Stop == ',')
			if listed || i+1 < len(elements) && elements[i+1].Words[0] == "and" {
				return false
			}
		}
		k++
	}
	return true
}

// tellsWhere stand before what tells where, when or of whom.
var tellsWhere = set("of", "on", "at", "by", "across", "near", "from", "around", "behind", "under", "after", "before", "during", "every", "each")

// looksToo says that clauses ask something, or look for it, beside what they change.
func looksToo(clauses []clause) bool {
	return slices.ContainsFunc(clauses, func(c clause) bool { return c.question() || c.want == wantPolicy || c.want == wantPerson })
}

// heardBy says that clauses ask what a turn asks about. They say more of it than its words tell.
func heardBy(kind string, clauses []clause) bool {
	return slices.ContainsFunc(clauses, func(c clause) bool { return c.want == asked[kind] || slices.Contains(muchTheSame[kind], c.want) })
}

// muchTheSame are questions that are answered alike.
var muchTheSame = map[string][]want{
	"browse": {wantCheapest, wantTell}, "compare": {wantCheapest}, "price": {wantCheapest}, "cart": {wantTotal}, "total": {wantView},
	"material": {wantTell}, "stock": {wantSizes, wantColors}, "sizes": {wantStock}, "colors": {wantStock},
}

// beyondRoles says that a change is one that no role stands for.
func beyondRoles(change string) bool {
	tool, _, _ := strings.Cut(change, " ")
	return tool == "keep_in_cart" || tool == "undo" || tool == "clear_cart"
}

// beyondQuestions says that an outcome is one that no question learned from words stands for: the shop's answers, a person, a search whose
// bounds no role knows.
func (t *turn) beyondQuestions(text string, o outcome, whole bool) bool {
	return whole && t.state.Looked != nil || slices.ContainsFunc(o.calls, func(c call) bool {
		return c.tool == "answer_question" && (t.knows == nil || t.knows(text)) || c.tool == "hand_off" || whole && c.tool == "search_products"
	})
}

// changes lists what clauses would do to the cart as it is, in an order of its own.
func (t *turn) changes(clauses []clause) []string { return changesOf(t.tried(clauses, false)) }

// tried is what clauses come to with the cart as it is: all that they would do, the first question, and whether one comes to nothing.
// loosely = what comes to nothing is read once more, loosely.
func (t *turn) tried(clauses []clause, loosely bool) outcome {
	one := *t
	one.clauses = len(clauses)
	var all outcome
	for _, c := range clauses {
		o := one.resolve(c)
		if loosely && o.comesToNothing(c) {
			if other, ok := one.loose(c); ok {
				o = other
			}
		}
		one.memory.Lost = o.lost || o.ask != nil
		all.commands, all.calls = append(all.commands, o.commands...), append(all.calls, o.calls...)
		all.lost = all.lost || o.lost
		if all.ask == nil {
			all.ask = o.ask
		}
	}
	return all
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

// within says that all of some changes stand among others.
func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}
