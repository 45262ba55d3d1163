package claims

import "slices"

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
		from = c.lex.afterLeft(s.words, from, found[i].from)
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

// afterLeft finds where a claim begins behind a part that tells what is left: "that leaves just the helmet, the lamp is gone".
func (l *lexicon) afterLeft(ws []word, from, at int) int {
	left := false
	for i := from; i < at; i++ {
		if left && ws[i].sep {
			return i
		}
		left = left || leavings[ws[i].key]
	}
	return from
}

var leavings = words("leaves leaving remains bleibt bleiben queda quedan")

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
		if staying[w.key] || w.key == "se" && i+2 == len(part) && leavings[part[i+1].key] {
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
		if verb && (stills[w.key] || w.key == "left") {
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
		if len(m.colors) > 0 && slices.ContainsFunc(sp.words(), c.isOptionName) || len(m.head) > 0 && c.aSize(sp) || len(m.head) > 0 && (m.count > 0 || m.size != "" || len(m.colors) > 0) || m.count > 0 && sp.has(l, olds) && (len(c.facts.Deeds) > 0 || !slices.ContainsFunc(sp.words(), func(w word) bool { return w.key == "from" })) {
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
