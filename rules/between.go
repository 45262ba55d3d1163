package rules

import (
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/rules/roles"
)

// How sure a reading by roles must be.
const (
	sureAlone  = 0.995 // whatever the grammar makes of the words
	sureMuch   = 0.97  // where the grammar has no change to offer, though something in the words may carry another meaning
	sureOver   = 0.9   // what is known of a turn that speaks of the one before it is no surer than this
	sureVeto   = 0.3   // less sure, it does not hold back what the grammar reads
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
	if t.label == nil || !t.fresh || len(t.foreign.strange) > 0 || t.foreign.allBut || t.openQuestion() != nil || masked(text) {
		return reading{}
	}
	l := t.labels(text)
	if strings.Trim(l.sentence.Letters(), "PW") == "" { // "say that again": where no goods are named, small talk is what it is
		if g := t.guess(text); g.Intent != hear.IntentShop && g.Sure >= sureEnough {
			return reading{}
		}
	}
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
	cues := slotted{l.slots}.letters()
	back := strings.ContainsRune(cues, slotBack)
	switch {
	case slices.Contains(given, roles.Add) && strings.ContainsRune(cues, slotRemove) && !strings.ContainsAny(cues, wishing): // "remove the scarf", which is not in the cart
		return true
	case back && slices.Contains(given, roles.Change) && !strings.ContainsAny(cues, "sw"): // "put the slate ones back", which were taken out
		return true
	case back && slices.Contains(given, roles.Add) && !strings.ContainsAny(cues, "aAp"): // "bring the scarf back", which was not put aside
		return true
	case slices.ContainsFunc(given, changes) && !strings.ContainsAny(cues, changing) && (strings.ContainsAny(cues, "aAm") || oneMore(l, given)): // "add the blouse in black", with one in ivory in the cart
		return true
	case halfNamed(l, given), heedsNoExcept(l, given):
		return true
	}
	if !slices.Contains(given, roles.Remove) {
		return false
	}
	return strings.TrimLeft(l.sentence.Letters(), "P") == "W" && takesBack.MatchString(hear.Text(l.words)) ||
		slices.ContainsFunc(l.slots, func(s slot) bool { return s.letter == slotHard && s.text == "up" })
}

// changes says that a thing of the role is otherwise then, or what another becomes.
func changes(r roles.Role) bool { return r == roles.Change || r == roles.Value }

// oneMore says that a thing is spoken of as one that is not there yet: "and a black one".
func oneMore(l labelled, given []roles.Role) bool {
	for k, i := range l.sentence.Things() {
		if w := l.sentence.Elements[i].Words[0]; changes(given[k]) && (w == "a" || w == "an" || w == "another") {
			return true
		}
	}
	return false
}

// changing are the letters of what may make one thing another.
const changing = "swtxnIOpRlju#"

// wishing are the letters of what may put goods into the cart.
const wishing = "aAmiswpIOtb"

// halfNamed says that a thing is to be taken out whose noun nobody knows: "remove the silk skirt", with a silk scarf there.
func halfNamed(l labelled, given []roles.Role) bool {
	for k, i := range l.sentence.Things() {
		e := l.sentence.Elements[i]
		if given[k] == roles.Remove && e.Letter == slotLine && e.Stop == 0 && i+1 < len(l.slots) && l.slots[i+1].letter == slotWord {
			return true
		}
	}
	return false
}

// heedsNoExcept says that "everything except the mugs" was taken for everything, or for everything and the mugs.
func heedsNoExcept(l labelled, given []roles.Role) bool {
	things := l.sentence.Things()
	for k, i := range things {
		if e := l.sentence.Elements; k+1 < len(things) && e[i].Letter == slotAll && e[i+1].Letter == slotBut && things[k+1] == i+2 && given[k+1] != roles.Except {
			return true
		}
	}
	return false
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
	if slices.ContainsFunc(theirs, beyondRoles) || len(theirs) == 0 && looksOnly(clauses) {
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
	case len(theirs) > 0 && (r.sure < sureVeto || within(ours, theirs) || t.comeToOne(ours, theirs)): // a thing that it has no role for is no objection
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

// within says that all of some changes stand among others.
func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
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
