package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// Ways to say how what was just changed is to stay: "actually no, leave it at medium", "stick with two".
var (
	leavesAt = sift.Of(`^(?:(?:actually|no|nah|nope|wait|oh|okay|ok|but|well|hm+|please|sorry|then|on second thoughts?|i think|i will|we will|let us|let me|i would rather|better|can you|could you|just) )*` +
		`(?:(?:leave|keep|let|have)(?: it| them| that| those| this| these| the [a-z]+)?|(?:stick|stay|remain)(?: with| at| on)?)(?: (?:to|be|stay|remain|at|in|as|on|with|it|them|that|a|an|the|just|of))* ` +
		`((?:size )?[a-z0-9][a-z0-9-]*(?: [a-z0-9-]+)?)(?: (?:then|after all|please|thanks|thank you|instead|anyway|though|as it was|as before|like before|one|ones))*$`)
)

// leftAt reads that: what was changed goes back to what it was before, where that is what is said; where it is that already, it is left; and
// another value of it is what it is to become.
func (t *turn) leftAt(text string) (clause, bool) {
	words := t.wordsOf(text)
	if !t.fresh || masked(text) || len(words) < 2 || len(words) > 14 || t.openQuestion() != nil || !t.changedJustNow() || t.lastCall() != "change_cart_line" {
		return clause{}, false
	}
	m := leavesAt.FindStringSubmatch(hear.Text(words))
	lines := t.lastChanged(t.state.Cart.Lines)
	if m == nil || len(lines) != 1 {
		return clause{}, false
	}
	l := lines[0]
	was := t.state.Cart.Undo[len(t.state.Cart.Undo)-1].Lines
	i := slices.IndexFunc(was, func(o evercart.Line) bool { return o.No == l.No })
	p, ok := t.productOf(l.SKU)
	if !ok || i < 0 || was[i].Product != l.Product {
		return clause{}, false
	}
	value := t.read(m[1])
	if n := value.qty; n > 0 && value.bare() && len(value.nums)+len(value.sizes) == 0 && !t.isValue([]evercart.Hit{{Product: p}}, strconv.Itoa(n)) {
		switch {
		case n == was[i].Quantity && n != l.Quantity && l.SKU == was[i].SKU:
			return clause{found: found{want: wantUndo, rule: true}, text: text}, true
		case n == l.Quantity:
			return clause{found: found{want: wantLeave, rule: true}, text: text}, true
		}
		return clause{}, false
	}
	said := t.optionsSaid(p, wishes{value.words, slices.Concat(value.sizes, sizesOf(value.nums))})
	if len(said) == 0 || len(t.strange(p, value.words)) > 0 {
		return clause{}, false
	}
	has := func(line evercart.Line) bool {
		for name, keys := range said {
			if !slices.ContainsFunc(line.Options, func(o evercart.Option) bool {
				return o.Name == name && slices.Equal(keys, []string{t.lang.Value(o.Value)})
			}) {
				return false
			}
		}
		return true
	}
	switch {
	case has(l):
		return clause{found: found{want: wantLeave, rule: true}, text: text}, true
	case has(was[i]) && l.Quantity == was[i].Quantity:
		return clause{found: found{want: wantUndo, rule: true}, text: text}, true
	}
	x := t.lineWords(l)
	return clause{found: found{want: wantChange, rule: true, x: x, y: m[1]}, text: x}, true
}

// Words that mean for good, so that what is put aside is no less meant than what is in the cart.
var (
	deletes  = sift.Of(`\b(?:delete|erase|remove|get rid of|getting rid of|discard|dispose of|bin|trash|scrap|ditch|dump|drop|throw (?:it|that|them|the [a-z ]+|out|away)|forget|cancel|do not want|no longer (?:want|need)|will not (?:buy|need|want))\b`)
	bringsIn = sift.Of(`\b(?:back|into|in|add|after all|keep|put|take|save|saved|later|instead|but|move)\b`)
)

// fromSaved reads a turn that deletes what is put aside, and nothing of the cart: it is never brought back for that. "It", right after
// something was put aside, is that.
func (t *turn) fromSaved(text string) (clause, bool) {
	saved := t.state.Cart.Saved
	text = ofTheSaved.ReplaceAllString(text, "")
	words := t.wordsOf(text)
	if !t.fresh || masked(text) || len(saved) == 0 || len(words) == 0 || len(words) > 16 || t.openQuestion() != nil || !deletes.MatchString(hear.Text(words)) || bringsIn.MatchString(hear.Text(words)) {
		return clause{}, false
	}
	list := slices.DeleteFunc(t.parse(forGood.ReplaceAllString(text, "")), func(c clause) bool { return c.want == wantComment || c.want == wantLeave && c.x == "" })
	if len(list) == 0 || list[0].want != wantRemove || slices.ContainsFunc(list[1:], func(c clause) bool {
		return c.rule && c.want != wantRemove && c.want != wantLeave && c.want != wantNot || !t.onlyIt(c.x) && c.rule
	}) {
		return clause{}, false
	}
	x := list[0].x
	if x == "" || t.onlyIt(x) {
		if t.lastCall() != "keep_for_later" || len(saved) != 1 && !strings.Contains(" "+x+" ", " them ") {
			return clause{}, false
		}
		lines := saved
		c := clause{found: found{want: wantRemove, rule: true, x: t.lineWords(lines[0])}, text: text}
		for _, l := range lines[1:] {
			c.more = append(c.more, piece{text: t.lineWords(l), word: "and"})
		}
		return c, true
	}
	it := t.read(x)
	if it.bare() || len(t.namedLines(it, saved)) == 0 || len(t.namedLines(it, t.state.Cart.Lines)) > 0 {
		return clause{}, false
	}
	return clause{found: found{want: wantRemove, rule: true, x: x}, text: "remove " + x, more: list[0].more}, true
}

// ofTheSaved tells that what is put aside is meant.
var ofTheSaved = sift.Of(` (?:from|off|out of|on|in) (?:the|my) (?:saved|later|wish)(?: ?list| items?| ones| things| goods)*(?: for later)?| saved\b`)

var forGood = sift.Of(` (?:for good|for ever|forever|completely|entirely|altogether|permanently|totally|at all|any ?more)\b`)

// thoseToBe reads a change of what is told by an option alone: "change the XL ones to L". What was last spoken of is not meant.
func (t *turn) thoseToBe(text string) (clause, bool) {
	words := t.wordsOf(text)
	if !t.fresh || masked(text) || len(words) < 3 || len(words) > 14 || len(t.state.Cart.Lines) < 2 {
		return clause{}, false
	}
	folded := hear.Text(words)
	m := thoseChange.FindStringSubmatch(folded)
	if m == nil {
		m = thoseShould.FindStringSubmatch(folded)
	}
	if m == nil {
		return clause{}, false
	}
	which, value := strings.TrimSuffix(pluralSize.ReplaceAllString(m[1], "$1"), " "), pluralSize.ReplaceAllString(m[2], "$1")
	it := t.read("size " + which)
	if !t.lang.Color(which) && len(it.sizes) == 0 && len(it.sizedNums()) == 0 {
		it = t.read(which)
	}
	if t.lang.Color(which) {
		it = item{words: []string{which}}
	}
	to := t.read("in " + value)
	if it.qty > 0 || len(it.sizes)+len(it.nums)+len(it.words) != 1 || to.qty > 0 || len(to.sizes)+len(to.nums)+len(to.words) != 1 {
		return clause{}, false
	}
	var found []evercart.Line
	for _, l := range t.state.Cart.Lines {
		if p, ok := t.productOf(l.SKU); ok && t.lineIs(l, it) && len(t.newOptions(p, l, wishes{to.words, slices.Concat(to.sizes, sizesOf(to.nums))})) == 1 {
			found = append(found, l)
		}
	}
	if len(found) != 1 {
		return clause{}, false
	}
	x := t.lineWords(found[0])
	return clause{found: foundChange(x, value), text: folded}, true
}

func foundChange(x, y string) found { return found{want: wantChange, rule: true, x: x, y: y} }

// lineIs says that a line has the option that was said.
func (t *turn) lineIs(l evercart.Line, it item) bool {
	return slices.ContainsFunc(l.Options, func(o evercart.Option) bool {
		return t.saidValue(t.lang.Value(o.Value), o.Value, wishes{it.words, slices.Concat(it.sizes, sizesOf(it.nums))}) > 0
	})
}

// The ways to change what is told by an option, and sizes in the plural.
var (
	thoseChange = sift.Of(`^(?:(?:please|and|could|can|would|you|actually|no|oh|okay|ok|hm+|well|then|also|now) )*(?:change|make|switch|turn|swap|exchange|set) (?:the|those|these|both|my) ([a-z0-9-]+|extra (?:large|small)|size [a-z0-9-]+)(?: (?:one|ones))? (?:(?:to|into|in|for|be|a|an|size) )*((?:extra )?[a-z0-9-]+)(?: (?:one|ones))?(?: (?:please|instead|then|thanks))*$`)
	thoseShould = sift.Of(`^(?:(?:please|and|actually|no|oh|okay|ok|hm+|well|then|also|now) )*(?:the|those|these) ([a-z0-9-]+|extra (?:large|small)|size [a-z0-9-]+) (?:one|ones) (?:(?:should be|should have been|have to be|has to be|needs to be|need to be|in|into|to|as|please|better) )+(?:(?:a|an|size) )*((?:extra )?[a-z0-9-]+)(?: (?:please|instead|then|thanks))*$`)
	pluralSize  = sift.Of(`^(xxs|xs|s|m|l|xl|xxl|small|medium|large)s$`)
)
