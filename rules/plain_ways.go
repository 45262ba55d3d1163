package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// inPlainWays writes what no phrase of a table can: that both of two are meant, that all of a thing is, of whom it is asked, what there is at
// home, a number that is made, which of two goes, a size that goes up. Each way works on what those before it made.
func (t *turn) inPlainWays(words []token) ([]token, bool) {
	changed := false
	for _, way := range []func([]token) ([]token, bool){likened, t.allOfIt, t.bothOf, askedOf, t.toldOfHome, numberMade, lastThenThat, t.twoHeardToo, exceptFor, t.packBehind,
		t.ofThose, t.ofStrength, oneForThem, saidBehind, t.inOtherColor, t.takenOfShown, t.oneOfMany, t.announced, t.leftOut, sizeMoves, t.notThisButThat, noHurry} {
		if w, ok := way(words); ok {
			words, changed = w, true
		}
	}
	return words, changed
}

// bothOf leaves the article out of "both the candles", and the "both" out of "both the mug and the candle".
func (t *turn) bothOf(words []token) ([]token, bool) {
	for i := 0; i+2 < len(words); i++ {
		if words[i].Text != "both" || words[i].Stop != hear.None {
			continue
		}
		at := i + 1
		if words[at].Text == "of" {
			at++
		}
		if at+1 >= len(words) || !ofOnes[words[at].Text] {
			continue
		}
		for j := at + 1; j+1 < len(words) && words[j-1].Stop == hear.None; j++ {
			if words[j].Text == "and" && (t.tables.articles[words[j+1].Text] || t.wordKind(words[j+1].Text) == wordGoods && t.wordKind(words[j-1].Text) == wordGoods) {
				return slices.Concat(words[:i], words[at:]), true
			}
		}
		return slices.Concat(words[:i+1], words[at+1:]), true
	}
	return words, false
}

// ofOnes stand before goods that are known.
var ofOnes = set("the", "my", "our", "your")

// numberMade writes "make the number seven" as "make it seven".
func numberMade(words []token) ([]token, bool) {
	for i := 0; i+3 < len(words); i++ {
		if words[i].Text != "make" || words[i+1].Text != "the" || !tallyWords[words[i+2].Text] || words[i+2].Stop != hear.None {
			continue
		}
		at := i + 3
		if words[at].Text == "be" || words[at].Text == "to" {
			at++
		}
		return slices.Concat(words[:i+1], hear.Tokens("it"), words[at:]), true
	}
	return words, false
}

var tallyWords = set("number", "quantity", "count", "amount", "figure")

// askedThenOut asks what stands last, or first, and wants that out.
var askedThenOut = sift.Of(`^what (?:(?:was|is) the (last|first|newest|latest)(?: thing| one| item)?(?: that)? (?:i|we)(?: have)?(?: just)? (?:put in|put|added|add|ordered|chose|picked|asked for)(?: in| there)?|(?:did|have) (?:i|we) (?:just )?(?:add|put in|order|added|put) (last|first)) (?:(?:okay|well|then|please|now|just) )*(?:(?:take|get|leave) (?:that|it|this)(?: one)? (?:off|out|away)|(?:remove|delete|drop|lose|ditch|bin|scrap) (?:that|it|this)(?: one)?)(?: again| please)*$`)

// lastThenThat writes that as the one wish it is.
func lastThenThat(words []token) ([]token, bool) {
	if words[0].Text != "what" {
		return words, false
	}
	m := askedThenOut.FindStringSubmatch(hear.Text(words))
	if m == nil {
		return words, false
	}
	which := "last"
	if strings.Contains(m[1]+m[2], "first") {
		which = "first"
	}
	return hear.Tokens("remove the " + which + " thing in my cart"), true
}

// twoHeardToo writes "at too dark chocolate bars", which was "add two".
func (t *turn) twoHeardToo(words []token) ([]token, bool) {
	if len(words) < 3 || words[1].Text != "too" || words[0].Stop+words[1].Stop != hear.None || !slices.Contains([]string{"at", "ad", "add", "had"}, words[0].Text) || !t.namesNext(words, 2) {
		return words, false
	}
	return slices.Concat(hear.Tokens("add two"), words[2:]), true
}

// exceptFor writes "everything apart from the socks" as "everything except the socks".
func exceptFor(words []token) ([]token, bool) {
	for i := 1; i+2 < len(words); i++ {
		if w := words[i].Text; w != "apart" && w != "other" && w != "aside" || words[i+1].Text != "from" && words[i+1].Text != "than" || words[i].Stop != hear.None {
			continue
		}
		if all := words[i-1].Text; all == "everything" || all == "all" || all == "lot" {
			return slices.Concat(words[:i], hear.Tokens("except"), words[i+2:]), true
		}
	}
	return words, false
}

// packBehind puts what goods are packed in before them, where they are counted besides: "a couple of those cotton sock three-packs".
func (t *turn) packBehind(words []token) ([]token, bool) {
	for i := 2; i+1 < len(words); i++ {
		if w := words[i+1].Text; w != "pack" && w != "packs" || !t.countAt(words, i) || words[i-1].Stop != hear.None {
			continue
		}
		from := i
		for from > 0 && t.wordKind(words[from-1].Text) >= wordValue && words[from-1].Stop == hear.None {
			from--
		}
		if from == i || from == 0 || !t.countAt(words, from-1) && !ofOnes[words[from-1].Text] && words[from-1].Text != "those" && words[from-1].Text != "a" {
			continue
		}
		goods := slices.Clone(words[from:i])
		goods[len(goods)-1].Stop = words[i+1].Stop
		pack := slices.Clone(words[i : i+2])
		pack[1].Stop = hear.None
		return slices.Concat(words[:from], pack, hear.Tokens("of"), goods, words[i+2:]), true
	}
	return words, false
}

// Of what stands first only so many are wanted, or so many more: "of the socks I want only one packet now", "of the water I need three more bottles".
var (
	onlyOfThose = sift.Of(`^of (?:the|my|those|these) (\w+(?: \w+){0,2}?) (?:i|we) (?:will |would |do )?(?:only |just )?(?:want|need|like|take|keep)(?: to keep)? (?:only |just )?(\w+)(?: (?:packets?|packs?|bottles?|bars?|bags?|pairs?|boxes|box|pieces?))?(?: now| please| after all| then| left)*$`)
	moreOfThose = sift.Of(`^of (?:the|my|those|these) (\w+(?: \w+){0,2}?) (?:(?:i|we) (?:will |would |do )?(?:want|need|like|take) )?(\w+) (?:more (?:packets?|packs?|bottles?|bars?|bags?|pairs?|boxes|box|pieces?)?|(?:packets?|packs?|bottles?|bars?|bags?|pairs?|boxes|pieces?) more)(?: please| now)*$`)
)

// ofThose writes that with the number first.
func (t *turn) ofThose(words []token) ([]token, bool) {
	if words[0].Text != "of" {
		return words, false
	}
	text := hear.Text(words)
	if m := onlyOfThose.FindStringSubmatch(text); m != nil && t.countAt(hear.Tokens(m[2]), 0) {
		return hear.Tokens("i only want " + m[2] + " of the " + m[1]), true
	}
	if m := moreOfThose.FindStringSubmatch(text); m != nil {
		return hear.Tokens(m[2] + " more of the " + m[1]), true
	}
	return words, false
}

// wantsToo wants one more in another option for somebody else.
var wantsToo = sift.Of(`^(?:(?:back|okay|oh|and|so|right|now|sorry) )*(?:my \w+(?: \w+)?|he|she|they)(?: (?:also|would|will|does|really|now))* (?:wants?|likes?|needs?|have) (?:one|some|a pair)(?: (?:too|as well|also|of those|of them))* in (.+)$`)

// oneForThem writes "my wife wants one too, in black" as one more of those.
func oneForThem(words []token) ([]token, bool) {
	m := wantsToo.FindStringSubmatch(hear.Text(words))
	if m == nil {
		return words, false
	}
	return hear.Tokens("another one in " + m[1]), true
}

// saidBehind puts "I should have said" before what it stands behind: "a dusk mug. Dawn, I should have said".
func saidBehind(words []token) ([]token, bool) {
	for i := 2; i < len(words); i++ {
		if _, n := pardons.At(words, i); n < 3 || i+n != len(words) || words[i].Text != "i" {
			continue
		}
		from := i - 1
		for from > 0 && words[from-1].Stop == hear.None {
			from--
		}
		if from == 0 {
			return words, false
		}
		meant := slices.Clone(words[from:i])
		meant[len(meant)-1].Stop = words[len(words)-1].Stop
		return slices.Concat(words[:from], hear.Tokens("i mean"), meant), true
	}
	return words, false
}

// corrects says that something of what is there is to be otherwise, and not that more is wanted.
var corrects = sift.Of(`^(?:(?:oh|hm+|um|uh|ah|okay|well|and|but|please|could you|can you|would you) )*(?:no|nope|actually|sorry|wait|make|change|switch|rather|i would rather|i (?:would )?prefer|on second thoughts?)\b`)

// inOtherColor says which color the other one is, where what is spoken of comes in two: "no, the other color".
func (t *turn) inOtherColor(words []token) ([]token, bool) {
	at := slices.IndexFunc(words, func(w token) bool { return w.Text == "color" || w.Text == "colour" })
	if at < 2 || words[at-1].Text != "other" || words[at-2].Text != "the" || words[len(words)-1].Stop == hear.Question || !corrects.MatchString(hear.Text(words)) || t.openQuestion() != nil || len(t.state.Focus) > 0 && !t.focusIn() || t.namesAny(words, wordGoods) {
		return words, false
	}
	lines := t.state.Cart.Lines
	if len(lines) > 1 {
		lines = t.lastChanged(lines)
	}
	if len(lines) != 1 {
		return words, false
	}
	p, ok := t.productOf(lines[0].SKU)
	colors := t.values(p, true)
	if !ok || len(colors) != 2 {
		return words, false
	}
	color := colors[0]
	for _, o := range lines[0].Options {
		if t.isColor(o) && t.value(o.Value) == color {
			color = colors[1]
		}
	}
	if slices.ContainsFunc(words[:at-2], func(w token) bool { return w.Text == "make" || deeds[w.Text] }) {
		return slices.Concat(words[:at-2], hear.Tokens(color), words[at+1:]), true
	}
	return slices.Concat(words[:at-2], hear.Tokens("make it "+color), words[at+1:]), true
}

// takesSome takes of what is spoken of, and does not say where from or to.
var takesSome = sift.Of(`^take (?:\w+ )?(?:of )?(?:it|them|those|these|that|this)(?: ones?)?(?: please| then| too)*$`)

// takenOfShown writes "take two of those" as a wish for them, where they were shown and are not in the cart.
func (t *turn) takenOfShown(words []token) ([]token, bool) {
	for i, w := range words {
		if i > 0 && words[i-1].Stop == hear.None || w.Text != "take" || !takesSome.MatchString(hear.Text(words[i:])) {
			continue
		}
		if len(t.state.Focus) == 0 || t.focusIn() || t.openQuestion() != nil {
			return words, false
		}
		return slices.Concat(words[:i], hear.Tokens("add"), words[i+1:]), true
	}
	return words, false
}

// oneOfMany writes "drop a mug" as "drop one mug", where there are more of it.
func (t *turn) oneOfMany(words []token) ([]token, bool) {
	for i := 0; i+2 < len(words); i++ {
		if w := words[i].Text; !parting[w] && w != "take" || words[i+1].Text != "a" && words[i+1].Text != "an" || words[i].Stop != hear.None {
			continue
		}
		to := i + 2
		for to < len(words) && words[to-1].Stop == hear.None && t.wordKind(words[to].Text) >= wordValue {
			to++
		}
		takes := words[i].Text != "take" || to < len(words) && (words[to].Text == "off" || words[to].Text == "out" || words[to].Text == "away")
		lines := t.namedLines(t.read(hear.Text(words[i+2:to])), t.state.Cart.Lines)
		if to == i+2 || !takes || len(lines) != 1 || lines[0].Quantity < 2 {
			continue
		}
		return slices.Concat(words[:i+1], hear.Tokens("one"), words[i+2:]), true
	}
	return words, false
}

// leavesOut are the words between "leave" and "out", and those behind.
var leavesOut = sift.Of(`^leave ((?:the|my|that|those|these) \w+(?: \w+){0,3}) out(?: after all| please| then| again)*$`)

// leftOut writes "leave the slippers out" as "remove the slippers", where they are in the cart.
func (t *turn) leftOut(words []token) ([]token, bool) {
	for i := range words {
		if words[i].Text != "leave" {
			continue
		}
		m := leavesOut.FindStringSubmatch(hear.Text(words[i:]))
		if m == nil || len(t.namedLines(t.read(m[1]), t.state.Cart.Lines)) == 0 {
			return words, false
		}
		return slices.Concat(words[:i], hear.Tokens("remove "+m[1])), true
	}
	return words, false
}

// sizeGoes asks for another size of a thing as if it moved: "can the trail shoes go up half a size".
var sizeGoes = sift.Of(`^(?:(?:can|could|may|might|should) )((?:the|my|those|these) .+?) (?:go|move|come|be moved|be put) (up|down) ((?:a|one|half a|a half|one half|two) sizes?)(?: please)?$`)

func sizeMoves(words []token) ([]token, bool) {
	m := sizeGoes.FindStringSubmatch(hear.Text(words))
	if m == nil {
		return words, false
	}
	return hear.Tokens("go " + m[2] + " " + m[3] + " on " + m[1]), true
}

// thisNotThat keeps one thing and wants the other one out.
var thisNotThat = sift.Of(`^(?:no )?do not (?:take|remove|drop|delete|touch|lose) ((?:the|my) \w+(?: \w+){0,3}?)(?: off| out| away)? (?:but )?(?:(?:take|get) (?:off |out )?the other(?: one)?(?: off| out| away)?|(?:remove|drop|delete|lose|scrap|bin) the other(?: one)?)(?: please| instead)*$`)

// notThisButThat names the other one, where two things are there, or two of that kind.
func (t *turn) notThisButThat(words []token) ([]token, bool) {
	if !slices.ContainsFunc(words, func(w token) bool { return w.Text == "other" }) {
		return words, false
	}
	m := thisNotThat.FindStringSubmatch(hear.Text(words))
	if m == nil {
		return words, false
	}
	kept := t.namedLines(t.read(m[1]), t.state.Cart.Lines)
	if len(kept) != 1 {
		return words, false
	}
	var others []string
	like := t.state.Cart.Lines
	if p, ok := t.productOf(kept[0].SKU); ok && len(like) > 2 {
		like = slices.DeleteFunc(slices.Clone(like), func(o evercart.Line) bool {
			q, ok := t.productOf(o.SKU)
			return !ok || q.Type != p.Type
		})
	}
	for _, o := range like {
		if p, ok := t.productOf(o.SKU); ok && o.No != kept[0].No {
			name := p.Title
			for _, v := range o.Options {
				if !isDefault(v) {
					name += " " + v.Value
				}
			}
			others = append(others, strings.ToLower(name))
		}
	}
	if len(others) != 1 {
		return words, false
	}
	return hear.Tokens("remove the " + others[0]), true
}
