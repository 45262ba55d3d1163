package claims

import (
	"slices"
	"strings"
)

// class is what a word says was done, before what it was done to is looked at.
type class int

const (
	none class = iota
	add        // into the cart
	put        // what goes with it says where to
	take       // out, off, away
	remove
	save
	restore
	change
	count // raised, lowered
	set
	empty
	apply // a code
	use
	order
	cancel
	refund
	send
	email
	mails // "you have mail"
	text
	hand  // over to people
	makes // an order, a refund, a change
	pay
	other // anything else that a shop may do for someone
	extra // what goes with goods: a note, a wrapping
	undo
	done  // "all set"
	in    // "is in"
	have  // "you have … in your cart"
	out   // "is gone"
	aside // "is set aside"
	back  // "is back in"
	went  // "went through"
	onway
	active // "the discount is on"
	nowis  // "is now five", "instead of"
	same   // "is unchanged": a denial in itself
	addressed
	give  // money back, a discount
	works // a code, or whatever was tried
	ring  // into the cart, or through the till
	buy   // an order and nothing else
	gives // what was returned: goods or money
	route // where it goes
	ship  // how it goes
	noMore
	rest // what is left
)

// state is a phrase that tells how things are now: words, "a|b" for either, "a?" for one that may be missing, "*" for up to
// three that do not matter, "." for the end or a mark.
type state struct {
	class   class
	pattern string
}

// trigger is the place where a sentence says that something was done.
type trigger struct {
	from, to int
	class    class
	told     bool // as a state, not as a deed
	managed  bool // as something that one got done, by its infinitive
	failed   bool // as something that one did not get done
}

// span is a claim and what stands around it; a sentence without one is a span without a trigger.
type span struct {
	s        sentence
	from, to int // of the words that belong to it
	trigger  *trigger
	last     bool // of its sentence
	figures  []figure
}

func (s span) hasAmount() bool {
	return slices.ContainsFunc(s.figures, func(f figure) bool { return f.amounts != nil })
}

func (s span) words() []word { return s.s.words[s.from:s.to] }

func (s span) has(l *lexicon, of list) bool {
	return slices.ContainsFunc(s.words(), func(w word) bool { return l.is(of, w.key) })
}

// spans cuts a sentence at the marks and conjunctions between its claims.
func (c *checker) spans(s sentence) []span {
	figures := c.lex.figures(s.words)
	found := c.lex.triggers(s.words)
	if len(found) == 0 {
		all := span{s: s, to: len(s.words), last: true, figures: figures}
		all.trigger = c.quiet(all)
		return []span{all}
	}
	out := make([]span, 0, len(found))
	from := 0
	for i := range found {
		to := c.lex.lacking(s.words, found[i].to)
		if i+1 < len(found) {
			to = c.lex.cut(s.words, found[i].to, found[i+1].from)
		}
		sp := span{s: s, from: from, to: to, trigger: &found[i], last: i+1 == len(found)}
		for _, f := range figures {
			if f.from >= from && f.from < to {
				sp.figures = append(sp.figures, f)
			}
		}
		out, from = append(out, sp), to
	}
	if from < len(s.words) {
		out[len(out)-1].last = false
		out = append(out, span{s: s, from: from, to: len(s.words), last: true, figures: slices.DeleteFunc(figures, func(f figure) bool { return f.from < from })})
	}
	return out
}

// lacking finds where, after a claim, a part of its own begins that says what is not: "two are in, the blouse is not to be had".
func (l *lexicon) lacking(ws []word, from int) int {
	for i := from; i < len(ws); i++ {
		if k := ws[i].key; becauses[k] || k == "ya" && l.at(ws, i+1) == "que" {
			return i
		}
		if l.is(ands, ws[i].key) && l.remains(ws[i+1:]) {
			return i
		}
		if !ws[i].sep {
			continue
		}
		part := span{s: sentence{words: ws}, from: i, to: len(ws)}
		if l.offers(ws[i:]) {
			return i
		}
		if (part.has(l, beings) || slices.ContainsFunc(ws[i:], func(w word) bool { return costing[w.key] })) && part.has(l, negations) || l.stays(ws[i:]) {
			return i
		}
	}
	return len(ws)
}

// stays says that a part tells of what is as it was: "the white one stays".
func (l *lexicon) stays(part []word) bool {
	for i, w := range part {
		if i > 0 && w.sep {
			return false
		}
		if staying[w.key] {
			return !slices.ContainsFunc(part[i:], func(w word) bool { return w.number }) // "the rest stays at ninety"
		}
	}
	return false
}

// remains says that a part of its own tells that something is still where it was: "the trowel's still there".
func (l *lexicon) remains(part []word) bool {
	verb := false
	for i, w := range part {
		if i > 0 && w.sep || l.is(ands, w.key) || w.number {
			return false
		}
		if verb && stills[w.key] {
			return true
		}
		verb = verb || l.is(beings, w.key) || l.is(havings, w.key)
	}
	return false
}

var stills = words("still noch todavia aun")

// staying are verbs for what nothing was done to.
var staying = words("stays stay remains remain bleibt bleiben se_queda sigue siguen")

// becauses begin the reason of what was said.
var becauses = words("since because weil porque")

// offers says that a part begins with what can or will be: "though you can still change the size".
func (l *lexicon) offers(part []word) bool {
	if l.tag != "en" {
		return false
	}
	for i, w := range part[:min(4, len(part))] {
		if l.is(modals, w.key) && w.key != "to" && w.key != "being" {
			return i > 0
		}
		if l.is(beings, w.key) || l.is(havings, w.key) {
			return false
		}
	}
	return false
}

// quiet finds a claim that no word of doing makes: "you have five now", "the receipt is in your inbox".
func (c *checker) quiet(sp span) *trigger {
	l, n := c.lex, c.nounsIn(sp)
	if t := c.summed(sp); t != nil && !sp.s.asks {
		return t
	}
	if !sp.has(l, beings) && !sp.has(l, havings) || sp.s.asks {
		return nil
	}
	if (n&nRefund != 0 || slices.ContainsFunc(sp.figures, func(f figure) bool { return f.amounts != nil })) && n&nPay != 0 && n&(nBack|nPaper) == nBack {
		return c.atVerb(sp, refund) // "the money is back on your card"
	}
	if n&(nPaper|nRefund) != 0 && n&(nMail|nText) != 0 && (sp.has(l, nows) || sp.has(l, arrivals) || n&nText != 0) {
		return c.atVerb(sp, onway)
	}
	if !sp.has(l, nows) && !sp.has(l, olds) || sp.words()[0].key == "there" { // "there are only eight left"
		return nil
	}
	if n&nAddress != 0 || n&nDelivery != 0 && sp.s.labeled(l) { // "your address now reads", "delivery is express now"
		return c.atVerb(sp, set)
	}
	if n&nCode != 0 && len(sp.figures) > 0 && sp.has(l, nows) && !sp.s.excused(l) {
		return c.atVerb(sp, apply)
	}
	for _, m := range c.mentions(sp) {
		if len(m.head) > 0 && c.aSize(sp) || len(m.head) > 0 && (m.count > 0 || m.size != "" || len(m.colors) > 0) || m.count > 0 && sp.has(l, olds) && (len(c.facts.Deeds) > 0 || !slices.ContainsFunc(sp.words(), func(w word) bool { return w.key == "from" })) {
			return c.atVerb(sp, nowis)
		}
	}
	return nil
}

// aSize says that something is told to be of a size: "the jacket's a large now".
func (c *checker) aSize(sp span) bool {
	ws := sp.words()
	for i := 1; i < len(ws); i++ {
		if c.lex.tag == "en" && c.lex.sizes[ws[i].key] != "" && (ws[i-1].key == "a" || ws[i-1].key == "an") && (i+1 == len(ws) || c.lex.is(nows, ws[i+1].key) || ws[i+1].sep) {
			return true
		}
	}
	return false
}

// excused says that a sentence gives a reason why something is not: "that code is expired by now".
func (s sentence) excused(l *lexicon) bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return slices.Contains(reasons, l.labels[w.key]) })
}

// atVerb makes a claim of the verb that tells how things are.
func (c *checker) atVerb(sp span, k class) *trigger {
	for i, w := range sp.words() {
		if c.lex.is(beings, w.key) || c.lex.is(havings, w.key) {
			return &trigger{from: sp.from + i, to: sp.from + i + 1, class: k, told: true}
		}
	}
	return nil
}

// cut finds the last place between two claims where one ends.
func (l *lexicon) cut(ws []word, from, to int) int {
	for i := to; i >= from; i-- {
		if i < len(ws) && (ws[i].sep || l.is(ands, ws[i].key)) {
			return i
		}
	}
	return from
}

// triggers finds the claims of a sentence; of those that no mark parts, the first deed counts, else the first state.
func (l *lexicon) triggers(ws []word) []trigger {
	var all []trigger
	for i := 0; i < len(ws); {
		t, ok := l.trigger(ws, i)
		if !ok {
			i++
			continue
		}
		all = append(all, t)
		i = t.to
	}
	var out []trigger
	for _, t := range all {
		n := len(out)
		if n == 0 || l.parted(ws, out[n-1].to, t.from) || out[n-1].class == done && !t.told {
			out = append(out, t)
			continue
		}
		if slices.ContainsFunc(ws[out[n-1].to:t.from], func(w word) bool { return w.key == "before" }) {
			continue // "I stopped it before it shipped"
		}
		if p := &out[n-1]; p.told && !t.told && !l.byOthers(ws, t.from) || !p.told && l.byOthers(ws, p.from) { // "the slippers you saved are back"
			*p = t
		}
	}
	return out
}

// byOthers says that the word before a deed names somebody else.
func (l *lexicon) byOthers(ws []word, at int) bool {
	i := at - 1
	for i >= 0 && (l.is(havings, ws[i].key) || l.is(adverbs, ws[i].key) || ws[i].key == "would") && !l.is(ours, ws[i].key) {
		i--
	}
	return i >= 0 && l.is(persons, ws[i].key)
}

// parted says that a mark or a conjunction stands between two places.
func (l *lexicon) parted(ws []word, from, to int) bool {
	for i := from; i <= to && i < len(ws); i++ {
		if ws[i].sep || l.is(ands, ws[i].key) {
			return true
		}
	}
	return false
}

// state finds a phrase that tells how things are; to = i where there is none.
func (l *lexicon) state(ws []word, i int) (class, int) {
	find := func(of []phrase) (class, int) {
		for _, s := range of {
			to := match(ws, i, s.steps)
			if to > i+1 && l.is(ands, ws[to-1].key) { // "is in and …": it parts this claim from the next
				to--
			}
			if to > i {
				return s.class, to
			}
		}
		return none, i
	}
	if k, to := find(l.states[ws[i].key]); to > i {
		return k, to
	}
	for _, kind := range wordKinds {
		if of := l.states[kind.name]; of != nil && kind.is(ws[i]) {
			if k, to := find(of); to > i {
				return k, to
			}
		}
	}
	return none, i
}

func (l *lexicon) trigger(ws []word, i int) (trigger, bool) {
	if s, to := l.state(ws, i); to > i {
		got := l.tag == "en" && i > 1 && ws[i-1].key == "to" && l.achieved(ws, i-2) // "I managed to get it in"
		return trigger{from: i, to: to, class: s, told: s != undo && s != order && s != other, managed: got}, true
	}
	if c, ok := l.exact[ws[i].low]; ok && l.ofUs(ws, i) {
		return trigger{from: i, to: i + 1, class: c}, true
	}
	if c, ok := l.verbs[ws[i].key]; ok && !l.named(ws, i) && !l.idle(ws, i) {
		return trigger{from: i, to: i + 1, class: c}, true
	}
	if c, ok := l.bases[ws[i].key]; ok && i > 1 && ws[i-1].key == "not" && (ws[i-2].key == "did" || ws[i-2].key == "does") {
		return trigger{from: i, to: i + 1, class: c}, true
	}
	if c, ok := l.bases[ws[i].key]; ok && l.failedTo(ws, i) {
		return trigger{from: i, to: i + 1, class: c, failed: true}, true
	}
	if c, ok := l.managed(ws, i); ok {
		return trigger{from: i, to: i + 1, class: c, managed: true}, true
	}
	if l.unknownDeed(ws, i) {
		return trigger{from: i, to: i + 1, class: other}, true
	}
	return trigger{}, false
}

// idle says that a verb of doing does nothing as it stands: "I made sure", "it used to be three", "it turned out".
func (l *lexicon) idle(ws []word, i int) bool {
	next := idling[ws[i].key]
	return l.tag == "en" && (next[l.at(ws, i+1)] || l.at(ws, i+2) == "liberty" || ws[i].key == "returned" && i > 0 && l.is(articles, ws[i-1].key) && l.is(plain, l.at(ws, i+1)))
}

// idling are, by verb, the words behind it with which it does nothing.
var idling = map[string]map[string]bool{
	"made": words("sure certain up of from by out"), "used": words("to"), "turned": words("out up"), "pulled": words("up"), "passed": words("by"), "pointed": words("out"), "taken": words("care"), "noted": words("that"), "saved": words("items list"),
}

// named says that a word stands where a thing is named: "a second set of sheets", "your saved slippers".
func (l *lexicon) named(ws []word, i int) bool {
	if l.tag != "en" || i == 0 {
		return false
	}
	if ws[i].key == "cut" && i > 1 && l.is(articles, ws[i-2].key) && l.nounAt(ws, i+1) || ws[i].key == "cut" && (l.is(articles, ws[i-1].key) || (opposed(ws[i-1]) || goods(ws[i-1]) == notGoods) && !l.small(ws[i-1].key) && (i == 1 || ws[i-1].sep || l.is(articles, ws[i-2].key) || ws[i-2].key == "in")) {
		return true // "in the long cut"
	}
	named := l.is(articles, ws[i-1].key) || ws[i-1].key == "single" || l.is(plain, ws[i-1].key) && ws[i].key == "set" || l.units[ws[i-1].key] > 0
	if ws[i].key == "set" {
		return named || l.at(ws, i+1) == "of" || goods(ws[i-1]) != notGoods && !toSet[l.at(ws, i+1)] // "the tea set"
	}
	return named && !l.is(pointing, ws[i-1].key) && l.nounAt(ws, i+1)
}

// toSet may stand behind what was set.
var toSet = words("to for aside up at as by")

// unknownDeed says that the shop's voice says of itself to have done something for which there is no word here.
func (l *lexicon) unknownDeed(ws []word, i int) bool {
	w := ws[i].key
	if l.is(harmless, w) || l.is(havings, w) || l.is(beings, w) || len(w) < 4 || goods(ws[i]) == nounWord {
		return false
	}
	switch l.tag {
	case "en":
		at, has := i-1, false
		for at >= 0 && (l.is(adverbs, ws[at].key) || l.is(havings, ws[at].key)) && !l.is(ours, ws[at].key) {
			has = has || ws[at].key == "have"
			at--
		}
		return strings.HasSuffix(w, "ed") && has && at >= 0 && l.is(ours, ws[at].key)
	case "es":
		return (strings.HasSuffix(w, "ado") || strings.HasSuffix(w, "ido")) && i > 0 && (ws[i-1].key == "he" || ws[i-1].key == "hemos")
	case "de":
		participle := strings.HasPrefix(w, "ge") && (strings.HasSuffix(w, "t") || strings.HasSuffix(w, "en")) || strings.HasSuffix(w, "iert")
		ends := i+1 == len(ws) || ws[i+1].sep || l.is(ands, ws[i+1].key)
		return participle && ends && slices.ContainsFunc(ws[:i], func(o word) bool { return o.key == "habe" }) &&
			slices.ContainsFunc(ws[:i], func(o word) bool { return o.key == "ich" })
	}
	return false
}
