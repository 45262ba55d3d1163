package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evercart/evercart/rules/roles"
)

// evidence gathers what is known of readings of a turn, as names: what each comes to, whether they agree, and how sure that is.
type evidence struct {
	*turn
	other    outcome // of the grammar
	theirs   []string
	whole    bool
	half     bool     // it knows half of what is wanted
	clauses  []clause // of the grammar
	question asksAbout

	considered []considered

	names []string
	r     considered // the reading that is looked at
	g, l  string     // what kind each is of: the grammar's, that of the roles
	both  string
	agree string
}

// of names what speaks for and against the k-th reading by roles, beside that of the grammar.
func (e *evidence) of(k int) []string {
	e.r, e.names = e.considered[k], nil
	e.g, e.l = kindOf(e.other, e.theirs), kindOf(e.r.outcome, e.r.changes)
	switch {
	case e.r.idle:
		e.l = "idle"
	case e.r.clauses == nil:
		e.l = "none"
	}
	e.both, e.agree = e.g+"/"+e.l, e.agreement()
	e.add("1", "g "+e.g, "l "+e.l, "gl "+e.both, "agree "+e.agree, fmt.Sprint("rank ", k), fmt.Sprint("rank ", min(k, 2), " ", e.both), fmt.Sprint("rank ", min(k, 2), " ", e.agree))
	if len(e.r.changes)+len(e.theirs) > 0 {
		e.add("changes")
	}
	e.certainty()
	e.masses(k)
	e.asked()
	e.circumstances()
	e.wants()
	e.things()
	e.differences()
	e.words()
	slices.Sort(e.names)
	return slices.Compact(e.names)
}

// changing says that a reading changes something.
func (e *evidence) changing() bool {
	return len(e.theirs) > 0 || slices.ContainsFunc(e.considered, func(c considered) bool { return len(c.changes) > 0 })
}

func (e *evidence) add(names ...string) { e.names = append(e.names, names...) }

func (e *evidence) flag(name string, is bool) {
	if is {
		e.add(name, name+" "+e.both)
	}
}

// agreement is how the changes of both stand to each other.
func (e *evidence) agreement() string {
	switch {
	case len(e.r.changes) == 0 || len(e.theirs) == 0:
		return "no"
	case slices.Equal(e.r.changes, e.theirs):
		return "equal"
	case within(e.r.changes, e.theirs):
		return "less"
	case within(e.theirs, e.r.changes):
		return "more"
	case e.comeToOne(e.r.changes, e.theirs):
		return "same"
	}
	return "differ"
}

// steps are where a certainty is told from a smaller one.
var steps = []float64{.01, .03, .1, .2, .3, .5, .6, .7, .8, .9, .95, .97, .99, .995, .999}

// certainty is how sure the roles are.
func (e *evidence) certainty() {
	for _, s := range steps {
		if e.r.sure < s {
			break
		}
		e.add(fmt.Sprint("s ", s), fmt.Sprint("s ", s, " ", e.both), fmt.Sprint("s ", s, " ", e.agree))
		if e.r.simple {
			e.add(fmt.Sprint("ss ", s))
		}
	}
}

// masses are how likely it is, of all readings by roles that are thought of, that the cart changes as this one says, as the grammar
// says, as the best one says, or not at all.
func (e *evidence) masses(k int) {
	theirs, none, top := 0.0, 0.0, 0.0
	for _, c := range e.considered {
		switch {
		case len(c.changes) == 0:
			none += c.mass
		case slices.Equal(c.changes, e.theirs):
			theirs += c.mass
		}
		top = max(top, c.mass)
	}
	e.mass("pl", e.r.mass)
	e.mass("pg", theirs)
	e.mass("p0", none)
	if k > 0 {
		e.mass("pr", e.r.mass/top)
		e.mass("pt", top)
	}
	if k > 0 && len(e.r.changes) > 0 && slices.Equal(e.r.changes, e.theirs) {
		e.add("twice")
	}
}

func (e *evidence) mass(name string, p float64) {
	at := "0"
	for _, s := range steps {
		if p < s {
			break
		}
		at = fmt.Sprint(s)
		e.add(name + " " + at)
	}
	e.add(name+" at "+at+" "+e.both, name+" at "+at+" "+e.agree)
}

// asked is what the words ask about, and whether the grammar heard the same.
func (e *evidence) asked() {
	q := e.question.kind
	heard := "other"
	if heardBy(q, e.clauses) {
		heard = "heard"
	}
	e.add("q "+q, "q "+q+" "+e.both, "q "+heard)
	for _, x := range []float64{.3, .5, .7, .9, .97} {
		if e.question.sure < x {
			break
		}
		e.add(fmt.Sprint("q ", q, " ", x), fmt.Sprint("qs ", x, " ", e.both), fmt.Sprint("qs ", x, " ", heard))
		if q == roles.Nothing {
			e.add(fmt.Sprint("qn ", x, " ", e.both))
		}
	}
	e.flag("asks", e.question.clauses != nil)
	e.flag("heard", heard == "heard")
}

// cues are the letters of all that is said.
func (e *evidence) cues() string { return slotted{e.r.labelled.slots}.letters() }

// circumstances are those of the turn.
func (e *evidence) circumstances() {
	history := len(e.prompt.History) > 0
	e.flag("simple", e.r.simple)
	e.flag("history", history)
	e.flag("denied", e.denied)
	e.flag("hesitated", e.hesitated)
	e.flag("second", history && (e.denied || e.hesitated))
	e.flag("whole", e.whole)
	e.flag("half", e.half)
	e.flag("planned", len(e.memory.Plan) > 0)
	e.flag("looked", e.state.Looked != nil)
	e.flag("focus", len(e.state.Focus) > 0)
	e.flag("empty", len(e.state.Cart.Lines) == 0)
	e.flag("looks", looksOnly(e.clauses))
	e.flag("question", strings.ContainsRune(e.cues(), '?'))
	if e.other.ask != nil {
		e.add("ga "+e.other.ask.Kind, "ga "+e.other.ask.Kind+" "+e.l)
	}
	if e.r.outcome.ask != nil {
		e.add("la "+e.r.outcome.ask.Kind, "la "+e.r.outcome.ask.Kind+" "+e.g)
	}
}

// wants are those of the grammar's clauses.
func (e *evidence) wants() {
	var wants []string
	for i, c := range e.clauses {
		w := string(c.want)
		if i == 0 {
			e.add("w0 "+w, "w0 "+w+" "+e.l, "w0 "+w+" q "+e.question.kind)
		}
		if !slices.Contains(wants, w) {
			wants = append(wants, w)
			e.add("w "+w, "w "+w+" "+e.l)
		}
	}
	e.add(fmt.Sprint("n ", min(4, len(e.clauses))), fmt.Sprint("heads ", min(4, len(e.r.clauses))))
}

// things are the goods that are named, with their roles, and the cues beside them.
func (e *evidence) things() {
	given, letters := e.r.roles, e.r.labelled.sentence.Letters()
	if len(given) <= 4 {
		e.add("R "+given, "L "+letters+" "+given)
	}
	left, taken := 0, 0
	for i, c := range []byte(given) {
		e.add("r "+string(rune(c)), "r "+string(rune(c))+" "+e.g, "rl "+letters[i:i+1]+string(rune(c)))
		switch {
		case strings.IndexByte("NCDS?", letters[i]) < 0:
		case roles.Role(c) == roles.None:
			left++
		default:
			taken++
		}
	}
	e.add(fmt.Sprint("left ", min(3, left)), fmt.Sprint("left ", min(3, left), " ", e.both), fmt.Sprint("left ", min(3, left), " ", e.agree))
	e.add(fmt.Sprint("of ", min(4, left+taken), " ", min(4, len(e.r.changes)), " ", min(4, len(e.theirs))))
	last := byte('^')
	for _, c := range []byte(e.cues()) {
		if c == 0 || c == slotWhole {
			continue
		}
		e.add("c "+string(rune(c)), "cc "+string(rune(last))+string(rune(c)))
		last = c
	}
}

// words are those around the things.
func (e *evidence) words() {
	last := "^"
	for _, x := range e.r.labelled.sentence.Elements {
		w := string(rune(x.Letter))
		if x.Thing() {
			last = w
			continue
		}
		for _, w := range x.Words {
			e.add("u "+w, "ub "+last+" "+w, "ug "+w+" "+e.g, "ul "+w+" "+e.l)
			last = w
		}
	}
}

// differences are what only one of both changes.
func (e *evidence) differences() {
	for _, x := range e.r.changes {
		tool, _, _ := strings.Cut(x, " ")
		e.add("lt "+tool, "lt "+tool+" "+e.g)
		if !slices.Contains(e.theirs, x) {
			e.add("lo "+tool, "lo "+tool+" "+e.agree)
		}
	}
	for _, x := range e.theirs {
		tool, _, _ := strings.Cut(x, " ")
		e.add("gt "+tool, "gt "+tool+" "+e.l)
		if !slices.Contains(e.r.changes, x) {
			e.add("go "+tool, "go "+tool+" "+e.agree)
		}
	}
}

// kindOf is what an outcome is for who hears it.
func kindOf(o outcome, changes []string) string {
	kind := "say"
	switch {
	case len(changes) > 0 && o.ask != nil:
		return "part"
	case len(changes) > 0:
		return "change"
	case o.ask != nil:
		return "ask"
	case len(o.calls) > 0:
		kind = "look"
	}
	if o.lost {
		return "lost"
	}
	return kind
}
