package rules

import (
	"slices"

	"github.com/evercart/evercart/hear"
)

// tallied writes numbers that stand behind what they count before it, as every reading knows them: "dawn mug, quantity eight", "fig candle,
// x two", "two numbers of the towel", "water plus one". A list that is counted out counts no goods: "one, the fig candle. Two, the throw."
func (t *turn) tallied(words []token) ([]token, bool) {
	words, h := t.headed(words)
	words, a := t.countedOut(words)
	words, b := t.numbersOf(words)
	words, c := t.quantityBehind(words)
	words, d := t.moreBehind(words)
	words, e := t.moreAtEnd(words)
	words, f := t.dealt(words)
	return words, h || a || b || c || d || e || f
}

// headed leaves out how a line of a list is headed, where goods follow: "item seven on my list: dawn mugs, five". It leaves out a "still" that says
// that something stays as it was ("still small"), writes "four of the crisps total" as a total, and "no, just the one mug" as what it comes to.
func (t *turn) headed(words []token) ([]token, bool) {
	changed := false
	for i := 0; i < len(words); i++ {
		starts := i == 0 || words[i-1].Stop != hear.None
		switch w := words[i].Text; {
		case starts && listHeads[w]:
			to := i + 1
			if _, n := t.lang.Number(words, to); n > 0 && words[i].Stop == hear.None {
				to += n
			}
			for to < len(words) && words[to-1].Stop == hear.None && ofList[words[to].Text] {
				to++
			}
			if to < len(words) && words[to-1].Stop == hear.Comma && (t.startsThing(words, to) || to+1 < len(words) && t.startsThing(words, to+1) || t.tables.articles[words[to].Text] || t.countAt(words, to)) && !t.pieceActs(words, to) {
				words, changed = slices.Concat(words[:i], words[to:]), true
			}
		case w == "still" && i > 0 && i+1 < len(words) && words[i].Stop == hear.None && (words[i-1].Stop != hear.None || t.kindAt(words, i-1) == wordValue) && t.saysValue(words, i+1):
			words, changed = slices.Concat(words[:i], words[i+1:]), true
		case w == "total" && i > 2 && i+1 == len(words) && words[i-1].Stop == hear.None && t.wordKind(words[i-1].Text) == wordGoods && words[0].Text != "what" && words[0].Text != "how" && words[0].Text != "which":
			words, changed = slices.Concat(words[:i], hear.Tokens("in total")), true
			i++
		}
	}
	if w, ok := t.justSoMany(words); ok {
		return w, true
	}
	return words, changed
}

// Words that head a line of a list, and those that tell of which.
var (
	listHeads = set("item", "line", "entry")
	ofList    = set("on", "of", "from", "my", "the", "list", "paper", "sheet", "note")
)

// pieceActs says that something is to be done in a piece.
func (t *turn) pieceActs(words []token, from int) bool {
	for i := from; i < len(words); i++ {
		if deeds[words[i].Text] && t.wordKind(words[i].Text) < wordValue || words[i].Text == "make" || words[i].Text == "to" || words[i].Text == "void" {
			return true
		}
		if words[i].Stop >= hear.Period {
			break
		}
	}
	return false
}

// saysValue says that an option, or a number that counts no goods there, comes next.
func (t *turn) saysValue(words []token, i int) bool {
	if _, n := t.lang.Letters(words, i); n > 0 {
		return true
	}
	return t.wordKind(words[i].Text) == wordValue || t.lang.Color(words[i].Text) || t.countAt(words, i) && (i+1 == len(words) || words[i].Stop != hear.None)
}

// justSoMany reads "wait, no, just the one mug" of several that are in the cart.
func (t *turn) justSoMany(words []token) ([]token, bool) {
	at := 0
	for at < len(words) && (doubting[words[at].Text]) {
		at++
	}
	if at == 0 || at+2 >= len(words) || words[at].Text != "just" && words[at].Text != "only" {
		return words, false
	}
	at++
	if words[at].Text == "the" {
		at++
	}
	_, n := t.lang.Number(words, at)
	if n == 0 || at+n >= len(words) {
		return words, false
	}
	it := t.read(hear.Text(words[at+n:]))
	lines := t.namedLines(it, t.state.Cart.Lines)
	if count, _ := t.lang.Number(words, at); it.bare() || it.qty > 0 || len(lines) != 1 || lines[0].Quantity <= count || t.hasCue(words, at+n, len(words)) {
		return words, false
	}
	number := slices.Clone(words[at : at+n])
	out := slices.Concat(hear.Tokens("set the"), words[at+n:])
	out[len(out)-1].Stop = hear.None
	return slices.Concat(out, hear.Tokens("to"), number), true
}

// doubting are the words of a second thought.
var doubting = set("wait", "no", "actually", "hang", "hold", "on", "oh", "sorry", "nah", "hmm")

// countedOut leaves the numbers out by which a list is counted, "one, …. Two, …".
func (t *turn) countedOut(words []token) ([]token, bool) {
	var at []int
	for i := range words {
		if i > 0 && words[i-1].Stop < hear.Comma || words[i].Stop != hear.Comma {
			continue
		}
		n, took := t.lang.Number(words, i)
		if took != 1 || n != len(at)+1 || i > 0 && words[i-1].Stop < hear.Period && n > 1 {
			continue
		}
		at = append(at, i)
	}
	if len(at) < 2 || at[0] != 0 && words[at[0]-1].Stop < hear.Period {
		return words, false
	}
	var out []token
	for i, w := range words {
		if !slices.Contains(at, i) {
			out = append(out, w)
		}
	}
	return out, true
}

// numbersOf reads "two numbers of", "five nos of", "four-off".
func (t *turn) numbersOf(words []token) ([]token, bool) {
	for i := range words {
		_, took := t.lang.Number(words, i)
		if took == 0 || i+took >= len(words) || words[i+took-1].Stop != hear.None {
			continue
		}
		j := i + took
		switch w := words[j].Text; {
		case (w == "numbers" || w == "number" || w == "nos") && words[j].Stop == hear.None && j+1 < len(words):
			n := 1
			if words[j+1].Text == "of" {
				n = 2
			} else if t.wordKind(words[j+1].Text) < wordValue && words[j+1].Text != "in" {
				continue
			}
			if n == 1 && words[j+1].Text == "in" {
				return slices.Concat(words[:j], words[j+1:]), true
			}
			if j+n < len(words) {
				return slices.Concat(words[:j], words[j+n:]), true
			}
		case w == "off" && words[j-1].Joined && j+1 < len(words) && words[j].Stop == hear.None:
			words[j-1].Joined = false
			return slices.Concat(words[:j], words[j+1:]), true
		}
	}
	return words, false
}

// ofQuantity stand before the number of what was said.
var ofQuantity = set("quantity", "qty", "x", "quant", "quantities")

// quantityBehind puts a number that is said to be a quantity before the thing; of what is in the cart it is the number that is to be.
func (t *turn) quantityBehind(words []token) ([]token, bool) {
	changed := false
	if _, n := t.lang.Number(words, min(1, len(words))); len(words) > 2 && ofQuantity[words[0].Text] && words[0].Text != "x" && n > 0 && 1+n < len(words) && words[n].Stop == hear.Comma { // "qty one, …"
		words, changed = slices.Clone(words[1:]), true
		words[n-1].Stop = hear.None
	}
	for i := 1; i < len(words); i++ {
		m, n, end := i, 0, 0 // the marker, how many words the number has, and where it ends
		switch w := words[i].Text; {
		case ofQuantity[w] && words[i].Stop <= hear.Comma:
			_, n = t.lang.Number(words, i+1)
			end = i + 1 + n
			if n > 0 && words[m-1].Text == "total" && words[m-1].Stop == hear.None {
				m--
			}
		case w == "off" && !words[i].Joined:
			for k := 1; k <= 2 && i-k > 0; k++ {
				if _, took := t.lang.Number(words, i-k); took == k && words[i-k-1].Stop == hear.Comma {
					m, n, end = i-k, k, i+1
				}
			}
		}
		if n == 0 || m == 0 || end < len(words) && words[end-1].Stop == hear.None && !(end < len(words) && words[end].Text == "please") {
			continue
		}
		from := m
		for from > 0 && words[from-1].Stop < hear.Period {
			from--
		}
		for from < m && !t.startsThing(words, from) {
			from++
		}
		if from == m {
			continue
		}
		off := words[end-1].Text == "off"
		it := t.read(hear.Text(words[from:m]))
		lines := t.namedLines(it, t.state.Cart.Lines)
		if it.bare() || it.qty > 0 || off && len(lines) > 0 {
			continue
		}
		number := slices.Clone(words[end-n : end])
		if off {
			number = slices.Clone(words[m : m+n])
		}
		stop := words[end-1].Stop
		number[len(number)-1].Stop = hear.None
		if one, _ := t.lang.Number(number, 0); one == 1 && len(lines) == 0 { // as many as are meant anyway
			number = nil
		}
		var out []token
		out = append(out, words[:from]...)
		if len(lines) == 1 && (from == 0 || words[from-1].Stop != hear.None) {
			out = append(out, hear.Tokens("make the")...)
			out = append(out, words[from:m]...)
			out[len(out)-1].Stop = hear.None
			out = append(out, number...)
		} else {
			out = append(out, number...)
			out = append(out, words[from:m]...)
		}
		out[len(out)-1].Stop = stop
		words, changed = append(out, words[end:]...), true
	}
	return words, changed
}

// startsThing says that a thing may begin at a word: one that names goods or tells an option of them.
func (t *turn) startsThing(words []token, i int) bool {
	k := t.kindAt(words, i)
	return k == wordGoods || k == wordValue || t.lang.Color(words[i].Text)
}

// moreBehind reads what is to be more or less of a thing of the cart by as many as are said behind it: "socks plus three", "water up two",
// "crisps: deduct three".
func (t *turn) moreBehind(words []token) ([]token, bool) {
	for i := 1; i+1 < len(words); i++ {
		if words[i].Stop != hear.None {
			continue
		}
		verb := ""
		switch words[i].Text {
		case "plus", "up":
			verb = "more"
		case "minus", "down", "deduct", "subtract":
			verb = "less"
		default:
			continue
		}
		_, n := t.lang.Number(words, i+1)
		end := i + 1 + n
		if n == 0 || end < len(words) && words[end-1].Stop == hear.None && words[end].Text != "please" {
			continue
		}
		from := i
		for from > 0 && (words[from-1].Stop == hear.None || from == i && words[from-1].Stop == hear.Comma) {
			from--
		}
		it := t.read(hear.Text(words[from:i]))
		if it.bare() || it.qty > 0 || t.hasDeed(words[from:i]) || len(t.namedLines(it, t.state.Cart.Lines)) == 0 {
			continue
		}
		number := slices.Clone(words[i+1 : end])
		stop := number[n-1].Stop
		number[n-1].Stop = hear.None
		out := slices.Clone(words[:from])
		if verb == "more" {
			out = append(append(append(out, hear.Tokens("add")...), number...), hear.Tokens("more")...)
		} else {
			out = append(append(out, hear.Tokens("remove")...), number...)
		}
		out = append(out, words[from:i]...)
		out[len(out)-1].Stop = stop
		return append(out, words[end:]...), true
	}
	return words, false
}

// moreAtEnd reads "rosé lemonade, three more".
func (t *turn) moreAtEnd(words []token) ([]token, bool) {
	end := len(words)
	if end > 1 && words[end-1].Text == "please" {
		end--
	}
	for n := 1; n <= 2 && end-1-n > 0; n++ {
		at := end - 1 - n
		if _, took := t.lang.Number(words, at); took != n || words[end-1].Text != "more" && words[end-1].Text != "less" && words[end-1].Text != "fewer" {
			continue
		}
		it := t.read(hear.Text(words[:at]))
		if it.bare() || it.qty > 0 || t.hasCue(words, 0, at) || len(t.namedLines(it, t.state.Cart.Lines)) == 0 {
			return words, false
		}
		verb, number := "add", slices.Clone(words[at:end])
		if words[end-1].Text != "more" {
			verb, number = "remove", number[:n]
		}
		number[len(number)-1].Stop = hear.None
		out := slices.Concat(hear.Tokens(verb), number, words[:at])
		out[len(out)-1].Stop = words[len(words)-1].Stop
		return out, true
	}
	return words, false
}

// hasDeed says that words tell what is to be done.
func (t *turn) hasDeed(words []token) bool {
	return slices.ContainsFunc(words, func(w token) bool { return deeds[w.Text] || w.Text == "make" || w.Text == "bump" || w.Text == "want" })
}
