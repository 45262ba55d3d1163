package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

// inPlainWays writes what no phrase of a table can: that both of two are meant, that all of a thing is, of whom it is asked, what there is at
// home, and a number that is made.
func (t *turn) inPlainWays(words []token) ([]token, bool) {
	changed := false
	for _, way := range []func([]token) ([]token, bool){t.allOfIt, t.bothOf, askedOf, t.toldOfHome, numberMade, lastThenThat, t.twoHeardToo, exceptFor, t.packBehind, t.ofThoseOnly, t.ofStrength, oneForThem, saidBehind, t.inOtherColor, t.takenOfShown, t.oneOfMany} {
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
			if words[j].Text == "and" && (t.tables.articles[words[j+1].Text] || t.wordKind(words[j+1].Text) == wordGoods && t.pluralOnly(words[at+1:j])) {
				return slices.Concat(words[:i], words[at:]), true
			}
		}
		return slices.Concat(words[:i+1], words[at+1:]), true
	}
	return words, false
}

// ofOnes stand before goods that are known.
var ofOnes = set("the", "my", "our", "your")

// pluralOnly says that words name goods by themselves, and not a part of a longer name: "both my mug and candle".
func (t *turn) pluralOnly(words []token) bool {
	return len(words) > 0 && t.wordKind(words[len(words)-1].Text) == wordGoods
}

// allOfIt leaves out that all of what is to go is meant: "the milk chocolate needs to go, every bar of it", "…, all three bars".
func (t *turn) allOfIt(words []token) ([]token, bool) {
	for i := 2; i+1 < len(words); i++ {
		if words[i-1].Stop != hear.Comma || !wholeOfIt.MatchString(hear.Text(words[i:])) || !slices.ContainsFunc(words[:i], func(w token) bool { return parting[w.Text] }) {
			continue
		}
		out := slices.Clone(words[:i])
		out[i-1].Stop = words[len(words)-1].Stop
		if w := words[i].Text; w == "both" || w == "all" && words[i+1].Text == "of" {
			for j := i - 2; j >= 0; j-- {
				if ofOnes[words[j].Text] || words[j].Text == "those" || words[j].Text == "these" {
					return slices.Concat(out[:j], hear.Tokens(w), out[j:]), true // "lose both the mugs"
				}
			}
		}
		return out, true
	}
	return words, false
}

var (
	wholeOfIt = regexp.MustCompile(`^(?:both(?: of (?:them|those))?|every (?:(?:single|last|blessed) )*\w+ of (?:it|them|those)|all (?:of (?:it|them|those)|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|\d+)(?: of (?:them|those)| \w+)?))(?: please| thanks)?$`)
	parting   = set("go", "goes", "gone", "remove", "drop", "lose", "delete", "out", "off", "bin", "ditch", "scrap", "away")
)

// askedOf leaves out of whom something is wanted: "can I get the wool throw off you".
func askedOf(words []token) ([]token, bool) {
	for i := 2; i+1 < len(words); i++ {
		if words[i].Text == "off" && words[i+1].Text == "you" && words[i-1].Stop == hear.None && (i+2 == len(words) || words[i+1].Stop != hear.None || words[i+2].Text == "please") {
			out := slices.Concat(words[:i], words[i+2:])
			out[i-1].Stop = max(out[i-1].Stop, words[i+1].Stop)
			return out, true
		}
	}
	return words, false
}

// hasAtHome tells of what somebody has already; it is nothing of the cart.
var hasAtHome = regexp.MustCompile(`^(?:and |but |because |as |since |cause |well )?(?:i|we|she|he|they|mum|mom|dad|(?:my|our|the) \w+)(?: (?:already|still|do|only|just))* (?:have|has|had|own|owns|have got|has got|got)(?: got)?(?: already)?(?: \w+){0,7} (?:at home|back home|at mine|at ours|at my place|in the (?:house|cupboard|drawer|kitchen|wardrobe|pantry|fridge))(?: already| anyway| though)?$`)

// toldOfHome leaves out a sentence that tells of what there is at home, beside one that names goods.
func (t *turn) toldOfHome(words []token) ([]token, bool) {
	var out []token
	from, cut := 0, false
	for i, w := range words {
		if w.Stop == hear.None && i+1 < len(words) {
			continue
		}
		if piece := words[from : i+1]; w.Stop != hear.Question && hasAtHome.MatchString(hear.Text(piece)) {
			if cut = true; len(out) > 0 {
				out[len(out)-1].Stop = max(out[len(out)-1].Stop, w.Stop)
			}
		} else {
			out = append(out, slices.Clone(piece)...)
		}
		from = i + 1
	}
	if !cut || len(out) == 0 || !t.namesAny(out, wordGoods) && !t.namesAny(out, wordValue) {
		return words, false
	}
	return out, true
}

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
var askedThenOut = regexp.MustCompile(`^what (?:(?:was|is) the (last|first|newest|latest)(?: thing| one| item)?(?: that)? (?:i|we)(?: have)?(?: just)? (?:put in|put|added|add|ordered|chose|picked|asked for)(?: in| there)?|(?:did|have) (?:i|we) (?:just )?(?:add|put in|order|added|put) (last|first)) (?:(?:okay|well|then|please|now|just) )*(?:(?:take|get|leave) (?:that|it|this)(?: one)? (?:off|out|away)|(?:remove|delete|drop|lose|ditch|bin|scrap) (?:that|it|this)(?: one)?)(?: again| please)*$`)

// lastThenThat writes that as the one wish it is.
func lastThenThat(words []token) ([]token, bool) {
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

// ofThose wants only so many of what there is: "of the socks I want only one packet now".
var ofThose = regexp.MustCompile(`^of (?:the|my|those|these) (\w+(?: \w+){0,2}?) (?:i|we) (?:will |would |do )?(?:only |just )?(?:want|need|like|take|keep)(?: to keep)? (?:only |just )?(\w+)(?: (?:packets?|packs?|bottles?|bars?|bags?|pairs?|boxes|box|pieces?))?(?: now| please| after all| then| left)*$`)

func (t *turn) ofThoseOnly(words []token) ([]token, bool) {
	m := ofThose.FindStringSubmatch(hear.Text(words))
	if m == nil || !t.countAt(hear.Tokens(m[2]), 0) {
		return words, false
	}
	return hear.Tokens("i only want " + m[2] + " of the " + m[1]), true
}

// ofStrength leaves out of how many per cent something is: it counts nothing.
func (t *turn) ofStrength(words []token) ([]token, bool) {
	for i := 0; i+2 < len(words); i++ {
		_, n := t.lang.Number(words, i)
		at := i + n
		if n == 0 || at+1 >= len(words) || words[at].Text != "percent" && !(words[at].Text == "per" && words[at+1].Text == "cent") {
			continue
		}
		if at++; words[at-1].Text == "per" {
			at++
		}
		if at < len(words) && (strings.HasPrefix(words[at].Text, "one") || t.namesNext(words, at)) {
			return slices.Concat(words[:i], words[at:]), true
		}
	}
	return words, false
}

// wantsToo wants one more in another option for somebody else.
var wantsToo = regexp.MustCompile(`^(?:(?:back|okay|oh|and|so|right|now|sorry) )*(?:my \w+(?: \w+)?|he|she|they)(?: (?:also|would|will|does|really|now))* (?:wants?|likes?|needs?|have) (?:one|some|a pair)(?: (?:too|as well|also|of those|of them))* in (.+)$`)

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
var corrects = regexp.MustCompile(`^(?:(?:oh|hm+|um|uh|ah|okay|well|and|but|please|could you|can you|would you) )*(?:no|nope|actually|sorry|wait|make|change|switch|rather|i would rather|i (?:would )?prefer|on second thoughts?)\b`)

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
var takesSome = regexp.MustCompile(`^take (?:\w+ )?(?:of )?(?:it|them|those|these|that|this)(?: ones?)?(?: please| then| too)*$`)

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
