package rules

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// share is how many there are to be of one product with some of its options: "one in oak", "two black".
type share struct {
	n    int // 0 = not said
	said map[string][]string
}

// dealt writes "two wallets, brown and black" as one wallet of each: a number before the goods counts all of what is told behind them. Where
// it cannot be dealt out ("three notebooks, navy and rust"), the goods alone are left, so that it is asked which.
func (t *turn) dealt(words []token) ([]token, bool) {
	for i := range words {
		n, took := t.lang.Number(words, i)
		if took == 0 || n < 2 || n > maxDealt || i > 0 && (knownOnes[words[i-1].Text] || words[i-1].Text == "size" || words[i-1].Text == "in" || words[i-1].Joined) {
			continue
		}
		p, from, to := t.goodsCounted(words, i+took)
		if to == 0 {
			continue
		}
		shares, end := t.sharesAt(words, to, p, true)
		if len(shares) < 2 || end < len(words) && words[end-1].Stop == hear.None && words[end].Text != "and" && words[end].Text != "please" {
			continue
		}
		shares, apart, ok := dealOut(shares, n)
		if !apart {
			continue
		}
		goods := words[from:to]
		if first := t.find(evercart.Query{Words: hear.Text(goods)}); !first.Sure { // by its whole name, beside others of the kind
			goods = t.wordsOf(p.Title)
		}
		out := slices.Clone(words[:i])
		if !ok {
			out = append(append(out, words[i:i+took]...), goods...)
		}
		for k, s := range shares {
			if !ok {
				break
			}
			if k > 0 {
				out = append(out, token{Text: "and"})
			}
			out = append(append(out, token{Text: strconv.Itoa(s.n)}), goods...)
			out[len(out)-1].Stop = hear.None
			out = append(append(out, token{Text: "in"}), hear.Tokens(t.valuesOf(p, s.said))...)
		}
		out[len(out)-1].Stop = words[end-1].Stop
		return append(out, words[end:]...), true
	}
	return words, false
}

// maxDealt bounds how many are dealt out.
const maxDealt = 99

// knownOnes stand before things that are spoken of, and not wished for.
var knownOnes = set("the", "my", "those", "these", "both", "all", "our", "number")

// goodsCounted reads what one product is called, up to its first option; to = 0: that is not what stands there.
func (t *turn) goodsCounted(words []token, from int) (p evercart.Product, start, to int) {
	end := from
	if end+2 < len(words) && t.lang.Holder(words[end].Text) && words[end+1].Text == "of" { // "two pairs of"
		end += 2
	}
	named := end
	for end < len(words) && end < from+6 && (words[end].Joined || end > from && words[end-1].Joined || !t.lang.Small(words[end].Text) && !t.countAt(words, end) && t.kindAt(words, end) != wordValue) {
		if end++; words[end-1].Stop != hear.None {
			break
		}
	}
	if end == named || end == len(words) || words[end-1].Stop > hear.Comma {
		return p, 0, 0
	}
	f := t.find(evercart.Query{Words: hear.Text(words[named:end])})
	called := make([]string, end-named)
	for i, w := range words[named:end] {
		called[i] = w.Text
	}
	hits := f.Hits
	if !f.Sure { // "T-shirts", beside other shirts
		hits = slices.DeleteFunc(slices.Clone(hits), func(h evercart.Hit) bool { return !t.titledAll(h.Product, called) })
	}
	if len(hits) == 0 || len(f.Unknown) > 0 || !f.Sure && len(hits) > 1 || len(hits[0].Product.Variants) < 2 || !t.calledBy(hits[:1], called) {
		return p, 0, 0
	}
	return hits[0].Product, from, end
}

// titledAll says that all of some words stand in a product's title.
func (t *turn) titledAll(p evercart.Product, called []string) bool {
	title := t.wordsOf(p.Title)
	return !slices.ContainsFunc(called, func(c string) bool {
		return !slices.ContainsFunc(title, func(w token) bool { return t.lang.Stem(w.Text) == t.lang.Stem(c) })
	})
}

// sharesAt reads options of a product, one after the other, each with its number where it has one, and where they end. Those that no number is
// said for count where bare says so.
func (t *turn) sharesAt(words []token, from int, p evercart.Product, bare bool) (shares []share, end int) {
	hits := []evercart.Hit{{Product: p, Variants: active(p.Variants)}}
	var it item
	n, begun := 0, false
	end = from
	close := func(at int) bool {
		said := t.optionsSaid(p, wishes{it.words, it.sizes})
		ok := len(said) > 0 && !slices.ContainsFunc(slices.Collect(maps.Values(said)), func(keys []string) bool { return len(keys) > 1 })
		if ok && (n > 0 || bare) {
			shares, end = append(shares, share{n, said}), at
		}
		it, n, begun = item{}, 0, false
		return ok
	}
	for i := from; i < len(words); {
		took, w := 0, words[i].Text
		prev := words[max(0, i-1)].Text
		switch count, num := t.lang.Number(words, i); {
		case num > 0 && prev != "in" && prev != "size" && w != "an" && !(begun && w == "one" && !t.optionNext(hits, words, i+1)):
			if begun && !close(i) {
				return shares, end
			}
			n, took = count, num
		case (w == "a" || w == "an" || (w == "another" || w == "other") && len(shares) > 0) && !begun && n == 0:
			n, took = 1, 1
		case w == "one" || w == "ones" || w == "of" || w == "in" || w == "size" || w == "the" || w == "color" || w == "colour":
			took = 1
		case w == "and" || w == "plus":
			if begun && !close(i) {
				return shares, end
			}
			took = 1
		default:
			if took = t.opinedAt(&it, hits, words, i); took == 0 {
				if begun && (words[i-1].Stop != hear.None || aroundShares[w]) {
					close(i)
				}
				return shares, end
			}
			for _, v := range it.nums {
				it.sizes = append(it.sizes, v.size)
			}
			it.nums, begun = nil, true
		}
		i += took
		if words[i-1].Stop != hear.None && begun && !close(i) || words[i-1].Stop >= hear.Period {
			return shares, end
		}
	}
	if begun {
		close(len(words))
	}
	return shares, end
}

// optionNext says that an option stands next: "one grey one black".
func (t *turn) optionNext(hits []evercart.Hit, words []token, i int) bool {
	var it item
	return i < len(words) && words[i-1].Stop == hear.None && t.opinedAt(&it, hits, words, i) > 0 && len(it.nums) == 0
}

// dealOut gives each share its number; all that is not told of one is as it is told of another ("two black and one white in M"). They are apart
// where an option is told of each, and is another one of each; ok = their numbers add up as well.
func dealOut(shares []share, n int) (out []share, apart, ok bool) {
	counted, sum := 0, 0
	for _, s := range shares {
		if s.n > 0 {
			counted, sum = counted+1, sum+s.n
		}
	}
	all := map[string][]string{}
	if counted > 0 && counted < len(shares) { // "three T-shirts in M, two black, one white"
		kept := shares[:0:0]
		for _, s := range shares {
			if s.n > 0 {
				kept = append(kept, s)
			} else {
				maps.Copy(all, s.said)
			}
		}
		shares = kept
	}
	seen := map[string][]string{}
	for _, s := range shares {
		for name, keys := range s.said {
			seen[name] = append(seen[name], keys[0])
		}
	}
	for name, keys := range seen {
		if len(keys) == 1 {
			all[name] = keys
		}
		slices.Sort(keys)
		apart = apart || len(keys) == len(shares) && len(slices.Compact(keys)) == len(shares)
	}
	out = slices.Clone(shares)
	for i := range out {
		said := maps.Clone(all)
		maps.Copy(said, out[i].said)
		out[i].said = said
		if counted == 0 {
			out[i].n = n / len(out)
		}
	}
	apart = apart && len(out) > 1
	return out, apart, apart && (counted > 0 && sum == n || counted == 0 && n%len(out) == 0)
}

// valuesOf are values of options as they are read.
func (t *turn) valuesOf(p evercart.Product, said map[string][]string) string {
	return strings.TrimPrefix(t.nameWith(p, said), hear.Text(t.wordsOf(p.Title))+" ")
}

// Words around "one oak and one black", said of what was just put in.
var (
	aroundShares = set("actually", "no", "sorry", "wait", "oh", "i", "mean", "meant", "make", "that", "it", "them", "those", "these", "rather", "let", "us", "have", "would", "like", "want", "please", "better", "well", "hm", "hmm", "um", "uh", "and", "then", "instead", "be", "should", "to", "said",
		"thanks", "on", "second", "thought", "thoughts", "okay", "ok", "prefer", "take", "give", "me", "so", "not", "both", "all", "after", "maybe", "perhaps", "pardon", "oops")
	takesWordBack = sift.Of(`\b(?:actually|no|sorry|wait|mean|meant|make|rather|instead|should|better|prefer|oops|pardon|thoughts?|after all|not)\b`)
)

// dealtAnew reads of what was just put in how many of it are to be otherwise: "two frames in oak" – "actually one oak and one black". None of it
// is dropped: the line gets the number that is said of it, and the others are put in.
func (t *turn) dealtAnew(text string) ([]clause, bool) {
	words := t.wordsOf(text)
	lines := t.lastChanged(t.state.Cart.Lines)
	if !t.fresh || masked(text) || len(words) == 0 || len(words) > 24 || len(lines) != 1 || !t.changedJustNow() || lines[0].Quantity < 2 || sayMore.MatchString(sameEach.ReplaceAllString(hear.Text(words), "")) {
		return nil, false
	}
	l := lines[0]
	p, ok := t.productOf(l.SKU)
	if !ok {
		return nil, false
	}
	from := 0
	for from < len(words) && aroundShares[words[from].Text] && !t.countAt(words, from) {
		from++
	}
	shares, end := t.sharesAt(words, from, p, false)
	if m := ofEachColor.FindStringSubmatch(hear.Text(words[from:])); m != nil {
		shares, end = t.eachColor(p, t.count(m[1])), len(words)
	}
	if slices.ContainsFunc(words[end:], func(w token) bool { return !aroundShares[w.Text] }) || end == from {
		return nil, false
	}
	sum := sumOf(shares)
	if _, _, ok := dealOut(shares, sum); !ok || sum != l.Quantity && !takesWordBack.MatchString(hear.Text(words)) {
		return nil, false
	}
	return t.dealtLines(p, l, shares)
}

// ofEachColor counts all that something comes in.
var ofEachColor = sift.Of(`^(one|two|three|four|\d+) (?:of|in) (?:each|every|both|either)(?: of the| of the two)? (?:colou?rs?|kinds?|sorts?|versions?)\b(?: please| instead| thanks)*$`)

// eachColor is so many of each color of a product.
func (t *turn) eachColor(p evercart.Product, n int) []share {
	var out []share
	for _, v := range active(p.Variants) {
		for _, o := range v.Options {
			keys := []string{t.lang.Value(o.Value)}
			if t.isColor(o) && !slices.ContainsFunc(out, func(s share) bool { return slices.Equal(s.said[o.Name], keys) }) {
				out = append(out, share{n, map[string][]string{o.Name: keys}})
			}
		}
	}
	return out
}

// sameEach is no word of more: "one of each".
var sameEach = sift.Of(`\bsecond thoughts?\b|\b(?:of|in) each\b`)

// dealtLines makes of a line what is said of its goods.
func (t *turn) dealtLines(p evercart.Product, l evercart.Line, shares []share) ([]clause, bool) {
	own := map[string][]string{}
	for _, o := range l.Options {
		own[o.Name] = []string{t.lang.Value(o.Value)}
	}
	shares, _, _ = dealOut(shares, sumOf(shares))
	var out, more []clause
	kept := false
	for _, s := range shares {
		said := maps.Clone(own)
		maps.Copy(said, s.said)
		same := true
		for name, keys := range s.said {
			same = same && slices.Equal(keys, own[name])
		}
		name := t.nameWith(p, said)
		switch {
		case same && kept:
			return nil, false
		case same:
			kept = true
			if s.n != l.Quantity {
				out = append(out, t.setTo(l, s.n))
			}
		default:
			if slices.ContainsFunc(having(t, active(p.Variants), said), func(v evercart.Variant) bool { _, there := t.state.Cart.LineOf(v.SKU); return there }) {
				return nil, false
			}
			x := strconv.Itoa(s.n) + " " + name
			more = append(more, clause{found: found{want: wantAdd, rule: true, x: x}, text: x})
		}
	}
	return append(out, more...), kept
}

func sumOf(shares []share) int {
	sum := 0
	for _, s := range shares {
		sum += s.n
	}
	return sum
}

// someOtherwise reads "one of them in khaki": that many of what was just put in are to be so, and no more are put in.
func (t *turn) someOtherwise(text string) (clause, bool) {
	words := t.wordsOf(text)
	lines := t.lastChanged(t.state.Cart.Lines)
	if !t.fresh || masked(text) || len(words) < 3 || len(words) > 12 || len(lines) != 1 || !t.changedJustNow() {
		return clause{}, false
	}
	m := someOfThem.FindStringSubmatch(hear.Text(words))
	if m == nil {
		return clause{}, false
	}
	n, value := t.count(m[1]), t.read(m[2])
	p, ok := t.productOf(lines[0].SKU)
	if !ok || n == 0 || n >= lines[0].Quantity || value.qty > 0 || len(t.newOptions(p, lines[0], wishes{value.words, slices.Concat(value.sizes, sizesOf(value.nums))})) == 0 || len(t.strange(p, value.words)) > 0 {
		return clause{}, false
	}
	x := strconv.Itoa(n) + " " + t.lineWords(lines[0])
	return clause{found: found{want: wantSwap, rule: true, x: x, y: m[2]}, text: hear.Text(words)}, true
}

var someOfThem = sift.Of(`^(?:(?:actually|no|sorry|wait|oh|but|and|make|please|could|can|you|i|would|like|want|should|be|well|hm+|okay|ok|with|only|just) )*(one|two|three|four|five|six|seven|eight|nine|\d+) of (?:them|those|these)(?: (?:should be|to be|could be|can be|be|was meant to be|has to be|needs to be|in|as|a))* ([a-z0-9][a-z0-9 -]{0,30}?)(?: (?:please|instead|then|though|thanks))*$`)
