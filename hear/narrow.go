package hear

import (
	"slices"
	"strconv"
	"strings"
)

// narrowing is what a language says of prices, of reduced goods, and of what is not wanted. Phrases are of whole words.
type narrowing struct {
	under, over       Phrases[string]    // before an amount
	underEnd, overEnd Phrases[string]    // after it: "fifty or less"
	around            Phrases[string]    // before it: a fifth less or more
	between           Phrases[[2]string] // the phrase, and what stands before the second amount
	needMoney         map[string]bool    // phrases above that count only with a word for money: "about", "from"
	money             map[string]bool    // "dollars"
	cost              map[string]bool    // what may stand before all this and names no goods: "costing"
	units             map[string]bool    // a number before these is no price: "cm"
	sale, stock       Phrases[string]
	without           Phrases[string] // before what is not wanted
	withoutEnd        string          // "no": only where what is not wanted ends the words, as in "no wool"
	or                map[string]bool
	cheaper, dearer   Phrases[string]
	alike             [][]string          // words that mean the same: "jumper", "sweater"
	people            map[string][]string // whom goods are for → all the words for them
	anybody           []string            // the words for goods that are for all
	likeColors        map[string]string   // "read" → "red"
	sizes             map[string]bool     // a word after these is a size
}

// Bound is what was said of a price, in hundredths of the main unit, bounds included; 0 = none.
type Bound struct{ Under, Over int64 }

// maxAmount is how many words an amount may have.
const maxAmount = 8

// Bound reads what is said of a price at words[i]: "under fifty", "between twenty and forty dollars", "30 or less".
func (l *Language) Bound(words []Token, i int) (b Bound, took int) {
	n := &l.narrow
	if pair, k := n.between.At(words, i); k > 0 {
		if b, took := l.between(words, i, k, pair); took > 0 {
			return b, took
		}
	}
	if p, k := n.under.At(words, i); k > 0 {
		if a, took := l.large(words, i+k, n.needMoney[p]); took > 0 {
			return Bound{Under: a}, k + took
		}
	}
	if p, k := n.over.At(words, i); k > 0 {
		if a, took := l.large(words, i+k, n.needMoney[p]); took > 0 {
			return Bound{Over: a}, k + took
		}
	}
	if p, k := n.around.At(words, i); k > 0 {
		if a, took := l.large(words, i+k, n.needMoney[p]); took > 0 {
			return Bound{Under: a + a/5, Over: a - a/5}, k + took
		}
	}
	if a, took := l.large(words, i, false); took > 0 {
		if _, k := n.underEnd.At(words, i+took); k > 0 {
			return Bound{Under: a}, took + k
		}
		if _, k := n.overEnd.At(words, i+took); k > 0 {
			return Bound{Over: a}, took + k
		}
	}
	return Bound{}, 0
}

// between reads two amounts behind a phrase of k words. The word between them may stand in the first one as well: "between a hundred and ten and …".
func (l *Language) between(words []Token, i, k int, pair [2]string) (Bound, int) {
	for at := i + k + 1; at < len(words) && at < i+k+maxAmount; at++ {
		if words[at].Text != pair[1] {
			continue
		}
		low, took := l.price(words[:at], i+k, false)
		high, more := l.price(words, at+1, l.narrow.needMoney[pair[0]])
		if took == at-i-k && more > 0 && high >= low {
			return Bound{Under: high, Over: low}, at + 1 + more - i
		}
	}
	return Bound{}, 0
}

// large reads a price that is one beyond doubt: a number below ten needs a word for money, since "up to four" may be how many,
// and "under nine" a size.
func (l *Language) large(words []Token, i int, needMoney bool) (hundredths int64, took int) {
	a, took := l.price(words, i, needMoney)
	if a >= 1000 || took == 0 {
		return a, took
	}
	return l.price(words, i, true)
}

// price reads an amount of money with its word: "fifty", "49.99", "a hundred dollars", "one fifty", "nineteen ninety-nine".
func (l *Language) price(words []Token, i int, needMoney bool) (hundredths int64, took int) {
	at := i
	if at+1 < len(words) && words[at].Text == "a" && l.scales[words[at+1].Text] > 0 {
		at++
	}
	a, n := l.amount(words, at)
	if n == 0 {
		return 0, 0
	}
	at += n
	if at < len(words) && l.narrow.units[words[at].Text] {
		return 0, 0
	}
	if at < len(words) && l.narrow.money[words[at].Text] {
		return a, at + 1 - i
	}
	if needMoney {
		return 0, 0
	}
	return a, at - i
}

func (l *Language) amount(words []Token, i int) (hundredths int64, took int) {
	if i >= len(words) {
		return 0, 0
	}
	w := strings.ReplaceAll(words[i].Text, ",", "")
	if whole, frac, _ := strings.Cut(w, "."); isDigits(whole) && len(whole) <= 7 && (frac == "" || isDigits(frac)) {
		n, err := strconv.ParseInt(whole+(frac + "00")[:2], 10, 64)
		if err != nil {
			return 0, 0
		}
		return n, 1
	}
	n, took := l.cardinal(words, i)
	if took == 0 {
		return 0, 0
	}
	next, more := l.cardinal(words, i+took)
	if more > 0 && words[i+took-1].Stop == None && next >= 10 && next < 100 && n > 0 {
		switch {
		case n < 10: // "one fifty"
			return int64(n*100+next) * 100, took + more
		case n < 100: // "nineteen ninety-nine"
			return int64(n*100 + next), took + more
		}
	}
	return int64(n) * 100, took
}

// Deal reads words at i that want reduced goods, or such as are in stock.
func (l *Language) Deal(words []Token, i int) (sale, stock bool, took int) {
	if _, k := l.narrow.sale.At(words, i); k > 0 {
		return true, false, k
	}
	if _, k := l.narrow.stock.At(words, i); k > 0 {
		return false, true, k
	}
	return false, false, 0
}

// Without reads words at i after which something stands that is not wanted: "not", "anything but". Weak: it counts only where
// that ends what was said, since "no" may be part of a name.
func (l *Language) Without(words []Token, i int) (took int, weak bool) {
	if _, k := l.narrow.without.At(words, i); k > 0 {
		return k, false
	}
	if l.narrow.withoutEnd != "" && words[i].Text == l.narrow.withoutEnd {
		return 1, true
	}
	return 0, false
}

// Or says that a word adds to what is not wanted: "not wool or silk".
func (l *Language) Or(w string) bool { return l.narrow.or[w] }

// Costs says that a word only leads to a price: "costing".
func (l *Language) Costs(w string) bool { return l.narrow.cost[w] }

// Cheaper says that words want what costs less (−1) or more (+1) than what was shown; 0 = neither.
func (l *Language) Cheaper(words []Token) int {
	for i := range words {
		if _, k := l.narrow.cheaper.At(words, i); k > 0 {
			return -1
		}
		if _, k := l.narrow.dearer.At(words, i); k > 0 {
			return 1
		}
	}
	return 0
}

// Alike gives the stems of the other words for the same goods.
func (l *Language) Alike(stem string) []string {
	for _, group := range l.narrow.alike {
		if slices.Contains(group, stem) {
			return group
		}
	}
	return nil
}

// People gives the stems of all words for the people that a word names, and of those for anybody: "lady" → "woman", "lady",
// …, "unisex". Nil when it names none.
func (l *Language) People(stem string) (these, anybody []string) {
	if these = l.narrow.people[stem]; these == nil {
		return nil, nil
	}
	return these, l.narrow.anybody
}

// Sizes says that a size follows the word.
func (l *Language) Sizes(w string) bool { return l.narrow.sizes[w] }

// LikeColor gives the colour that a word sounds exactly like: "read" → "red".
func (l *Language) LikeColor(w string) string { return l.narrow.likeColors[w] }
