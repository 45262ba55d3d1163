package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
	"github.com/evercart/evercart/rules/roles"
)

// head is a thing that something is done with, and what is said of it.
type head struct {
	role  roles.Role
	slot  slot
	at    int    // its element
	value item   // what it becomes
	some  bool   // a value is said
	step  string // a size up, a size down
	times string // double, half
}

// composer makes clauses of things with roles.
type composer struct {
	*turn
	labelled
	heads   []head
	waiting []slot // what tells more of the head to come
	changes int    // the last head that may become something; −1 = none
	strange bool   // a number counts what nobody knows
}

// composed makes clauses of things with roles; none = nothing is to be done.
func (t *turn) composed(l labelled, given []roles.Role) []clause {
	things := l.sentence.Things()
	if len(given) != len(things) {
		return nil
	}
	c := composer{turn: t, labelled: l, changes: -1}
	for k, i := range things {
		c.take(given[k], i)
	}
	if c.strange || !slices.ContainsFunc(c.heads, func(h head) bool { return h.role != roles.Ask }) {
		return nil
	}
	if c.heads[0].slot.letter == slotWhole && (len(t.state.Cart.Lines) == 0 || c.heads[0].role == roles.Remove && t.keeps) {
		return nil
	}
	c.nameOptions()
	return c.clauses()
}

// saysEmpty says that some word may want the cart emptied: however likely a model finds it, "then the espresso cups" has none.
func saysEmpty(l labelled) bool {
	return strings.ContainsAny(l.sentence.Letters(), "roEngmb") || slices.ContainsFunc(l.words, func(w token) bool { return emptying[w.Text] || entirety[w.Text] || emptyingToo[w.Text] })
}

// emptyingToo are more words in which the wish to empty a cart is put.
var emptyingToo = set("none", "nothing", "any", "anything", "over", "again", "scratch", "start", "fresh", "begin", "anew", "afresh", "stop", "quit", "leave", "these", "those", "this", "them", "it")

// take puts the thing of an element where its role belongs.
func (c *composer) take(r roles.Role, i int) {
	s := c.slots[i]
	switch n := len(c.heads); {
	case r == roles.Of && n > 0 && i > 0 && sharing[c.slots[i-1].text]: // "… and the white one, both mediums"
		for k := range c.heads {
			if c.heads[k].role == c.heads[n-1].role {
				c.heads[k].slot = c.described(c.heads[k].slot, s)
			}
		}
	case r == roles.Of && n > 0:
		c.heads[n-1].slot = c.described(c.heads[n-1].slot, s)
	case r == roles.Of, r == roles.OfNext:
		c.waiting = append(c.waiting, s)
	case r == roles.Value:
		c.strange = c.strange || s.letter == slotCount && c.countsStrange(i)
		c.becomes(s)
	case r.Head():
		c.begin(head{role: r, slot: s, at: i})
	}
}

// countsStrange says that the number of an element counts things that nobody knows, and not what is changed: "two tickets for the game".
func (c *composer) countsStrange(i int) bool {
	if i+1 >= len(c.begins) || c.sentence.Elements[i].Stop != 0 {
		return false
	}
	at := c.begins[i+1]
	if at >= len(c.words) || at == 0 || c.words[at-1].Stop != hear.None {
		return false
	}
	w := c.words[at].Text
	return c.turn.wordKind(w) == wordStrange && c.lang.Stem(w) != w && !englishFiller[w] && !c.lang.Small(w) && !timeWords[c.lang.Stem(w)]
}

// timeWords are no goods, and neither is what a number of them counts.
var timeWords = set("time", "size", "piece", "unit", "copy", "item", "one", "number", "lot", "guest", "person", "people", "day", "week")

// becomes notes what a head becomes: the last one that changes, else what is spoken of.
func (c *composer) becomes(s slot) {
	if c.changes < 0 {
		c.heads = append(c.heads, head{role: roles.Change, slot: slot{letter: slotPoint, text: "it", it: item{ref: refIt}}, at: -1})
		c.changes = len(c.heads) - 1
	}
	switch h := &c.heads[c.changes]; s.letter {
	case slotStep:
		h.step = s.text
	case slotTimes:
		h.times = s.text
	default:
		h.value, h.some = c.joinedWith(h.value, s.it), true
	}
}

// begin puts a head behind the others.
func (c *composer) begin(h head) {
	if h.slot.letter == slotWhole {
		c.heads = append([]head{h}, c.heads...)
		c.changes = min(c.changes, 0)
		return
	}
	if n := h.slot.it.qty; h.slot.letter == slotCount && h.role == roles.Remove && n > 0 && n <= len(c.state.Cart.Lines) { // "knock off two and four"
		h.slot.text = "number " + strconv.Itoa(n)
	}
	for _, w := range c.waiting {
		h.slot = c.described(h.slot, w)
	}
	c.waiting = nil
	if n := len(c.heads); h.role == roles.Change && n > 0 && c.changes == n-1 && c.heads[n-1].at < 0 { // "in navy, the scarf"
		last := c.heads[n-1]
		h.value, h.some, h.step, h.times = last.value, last.some, last.step, last.times
		c.heads = c.heads[:n-1]
	}
	c.heads = append(c.heads, h)
	if h.role == roles.Change {
		c.changes = len(c.heads) - 1
	}
}

// nameOptions names what is only an option of the thing beside it: "the red scarf and the grey one", "one small and one large juice".
func (c *composer) nameOptions() {
	for k := range c.heads {
		if c.heads[k].role != roles.Add || c.heads[k].slot.letter != slotValue {
			continue
		}
		for _, o := range []int{k - 1, k + 1} {
			if o >= 0 && o < len(c.heads) && c.heads[o].role == roles.Add && len(c.heads[o].slot.it.words) > 0 && strings.ContainsRune("NCDV", c.heads[o].slot.letter) {
				c.heads[k].slot = c.ofKind(c.heads[o].slot.it, c.heads[k].slot)
				break
			}
		}
	}
}

// clauses makes a clause of each head; things of which the same is wanted, one after the other, are one.
func (c *composer) clauses() []clause {
	var tos []slot
	for _, h := range c.heads {
		if h.role == roles.To {
			tos = append(tos, h.slot)
		}
	}
	var out []clause
	for k, h := range c.heads {
		switch {
		case h.role == roles.To:
			continue
		case h.role == roles.Ask:
			if k == 0 || c.heads[k-1].role != roles.Ask {
				out = append(out, c.asked(h)...)
			}
			continue
		}
		one := c.clauseOf(h)
		if h.role == roles.From {
			if len(tos) == 0 {
				return nil
			}
			one.y = tos[0].text
			tos = tos[min(1, len(tos)-1):]
		}
		if n := len(out); n > 0 && one.apart && out[n-1].apart && out[n-1].want == one.want {
			out[n-1].more = append(out[n-1].more, piece{text: one.x, word: "and"})
			out[n-1].text += " and " + one.x
			continue
		}
		out = append(out, one)
	}
	for i := range out {
		if out[i].apart {
			c.sharedNames(&out[i])
		}
	}
	return out
}

// clauseOf makes the clause of one head.
func (c *composer) clauseOf(h head) clause {
	out := clause{found: found{x: h.slot.text, rule: true}, text: h.slot.text, apart: true}
	switch h.role {
	case roles.Add:
		out.want = wantAdd
	case roles.Save:
		out.want = wantSave
	case roles.Restore:
		out.want = wantRestore
	case roles.Except:
		out.want = wantExcept
	case roles.Remove:
		out.want = wantRemove
		if h.slot.letter == slotWhole {
			out.want, out.apart = wantClear, false
		}
	case roles.From:
		out.want, out.apart = wantSwap, false
	case roles.Change:
		out.want, out.apart = wantChange, false
		switch {
		case h.times != "":
			out.want, out.n = wantTimes, h.times
		case h.step != "" && !h.some: // a size that is named says more: "one size smaller, an eight"
			out.want, out.y = wantStep, "down"
			if stepsUp.MatchString(h.step) {
				out.y = "up"
			}
			out.text += " " + h.step
		case h.some:
			out.y = canonical(h.value)
		}
	}
	return out
}

// stepsUp are the steps to a bigger size.
var stepsUp = sift.Of(`\b(?:up|bigger|larger|too small|the next size$)\b`)

// asked reads the question that a thing stands in, between what is done before and after it.
func (c *composer) asked(h head) []clause {
	from, to := 0, len(c.words)
	for _, o := range c.heads {
		switch {
		case o.role == roles.Ask || o.at < 0 || o.slot.letter == slotWhole:
		case o.at < h.at:
			from = max(from, c.begins[o.at+1])
		case o.at > h.at:
			to = min(to, c.begins[o.at])
		}
	}
	for k := h.at; k >= 0 && c.begins[k] >= from; k-- { // one sentence, one question
		if k < h.at && (c.slots[k].letter == slotAnd || c.sentence.Elements[k].Stop != 0) {
			from = c.begins[k+1]
			break
		}
	}
	for k := h.at; k < len(c.begins) && c.begins[k] < to; k++ {
		if k > h.at && c.slots[k].letter == slotAnd {
			to = c.begins[k]
		} else if c.sentence.Elements[k].Stop != 0 && k+1 < len(c.begins) {
			to = min(to, c.begins[k+1])
		}
	}
	return c.askedOf(c.words[from:to], h.slot.text)
}

// askedOf finds the question in a stretch of words; without one the thing is looked for.
func (t *turn) askedOf(words []token, thing string) []clause {
	for i, w := range words {
		if asking[w.Text] || i == 0 {
			if q := t.questionAt(words[i:]); q != "" {
				return t.parse(q)
			}
		}
	}
	if t.read(thing).bare() {
		return nil
	}
	return []clause{{found: found{want: wantBrowse, x: thing, rule: true}, text: thing}}
}

var asking = set("what", "which", "how", "do", "have", "is", "are", "any", "anything", "show", "tell", "read", "list", "can", "does", "where", "who", "i", "could", "let", "give", "run")

// ofKind gives an option the name of another thing.
func (t *turn) ofKind(other item, s slot) slot {
	it := s.it
	if len(it.words) > 0 {
		it = t.another(other, it)
	} else {
		it.words = t.withoutOptions(other, s.it).words
		if len(it.sizes) == 0 && len(it.nums) == 0 {
			it.sizes, it.nums = other.sizes, other.nums
		}
	}
	it.ref = refNone
	s.it, s.text = it, canonical(it)
	return s
}

// sharing stands before what is said of several things.
var sharing = set("both", "all", "each")

// sharedNames gives a thing the noun of the next one: "one milk and one dark chocolate bar".
func (t *turn) sharedNames(c *clause) {
	if len(c.more) == 0 {
		return
	}
	texts := []string{c.x}
	items := []item{t.read(c.x)}
	for _, p := range c.more {
		texts, items = append(texts, p.text), append(items, t.read(p.text))
	}
	was := make([]int, len(items))
	for i := range items {
		was[i] = len(items[i].words)
	}
	for i, it := range t.shared(items) {
		if i < len(was) && len(it.words) != was[i] {
			texts[i] = canonical(it)
		}
	}
	c.x = texts[0]
	for i := range c.more {
		c.more[i].text = texts[i+1]
	}
}
