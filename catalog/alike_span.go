package catalog

import (
	"strconv"
	"strings"

	"github.com/evercart/evercart/hear"
)

// span is a stretch of words with what it is best taken for.
type span struct {
	i, n    int
	to      sounded
	apart   int  // how unlike they sound, in hundredths
	several bool // it ends like several
	gain    int  // how much is under what would be accepted, weighed by how much there is to hear
}

// text is what a span is taken for; several stay several.
func (s span) text() string {
	if end := s.to.phones[len(s.to.phones)-1]; !s.to.last || !s.several || end == 'S' || end == 'Z' {
		return s.to.text
	}
	return s.to.text + "s"
}

// evidence is what beside the sound speaks for a word.
type evidence uint8

const (
	noEvidence evidence = iota
	isHere              // it is of the cart or the focus, and something of those is to be changed
	byOption            // an option of the same goods is said near it
	byTitle             // a word of the same name is said near it
	nextTo              // the word beside it stands there in the name
)

// accepted is how unlike a word may sound, by what speaks for it and how firm the words are that were heard.
var accepted = [...][hear.Tied]int{
	noEvidence: {hear.Loose: -1, hear.Often: -1, hear.Named: -1},
	isHere:     {hear.Loose: 18, hear.Often: 14, hear.Named: -1},
	byOption:   {hear.Loose: 22, hear.Often: -1, hear.Named: -1},
	byTitle:    {hear.Loose: 18, hear.Often: 8, hear.Named: 8},
	nextTo:     {hear.Loose: 28, hear.Often: 26, hear.Named: 14},
}

// exact is how unlike what sounds the same may sound: a vowel.
const exact = 4

// maxLike is how unlike the names may sound that are looked at.
const maxLike = 28 + margin

// margin is how much nearer the best must sound than the next.
const margin = 7

// best finds the span that is most surely something else.
func (m *mending) best() span {
	var best span
	for i := range m.words {
		for n := 1; n <= maxSpan && i+n <= len(m.words); n++ {
			if n > 1 && m.words[i+n-2].Stop != hear.None {
				break
			}
			how, ok := m.mendable(i, n)
			if !ok {
				continue
			}
			if s := m.heard(i, n, how); s.gain > best.gain {
				best = s
			}
		}
	}
	return best
}

// mendable says that some word of a span does not stand for itself, and how firm its firmest such word is.
func (m *mending) mendable(i, n int) (hear.Firm, bool) {
	span := mask(i, n)
	if m.done&span != 0 {
		return 0, false
	}
	firm, odd, loose := hear.Loose, 0, false
	for j := i; j < i+n; j++ {
		switch f := m.firm[j]; {
		case m.names(j) && m.open&(1<<j) == 0 && n == 1:
			return 0, false
		case m.names(j):
			firm = max(firm, hear.Named)
			if m.open&(1<<j) != 0 || n > 1 {
				odd++
			}
		case f == hear.Fixed:
			return 0, false
		case f == hear.Tied:
			firm = max(firm, hear.Often)
			if n == 1 && m.beside(i) {
				return hear.Named, true
			}
		default:
			firm, loose = max(firm, f), loose || f == hear.Loose
			odd++
		}
	}
	if n > 1 && !loose && (m.firm[i] == hear.Tied || n == 2 && joining[m.words[i+1].Text]) { // "my luck" is not "milk", "coat in" no "cotton"
		return 0, false
	}
	return firm, odd > 0
}

// beside says that a word of a name stands before or behind a word.
func (m *mending) beside(i int) bool {
	return i > 0 && m.words[i-1].Stop == hear.None && m.names(i-1) || i+1 < len(m.words) && m.words[i].Stop == hear.None && m.names(i+1)
}

// names says that a word is of the name or the options of goods nearby.
func (m *mending) names(i int) bool {
	for _, n := range m.near {
		if (n.title|n.other)&(1<<i) != 0 {
			return true
		}
	}
	return false
}

// heard finds what a span sounds most like.
func (m *mending) heard(i, n int, how hear.Firm) span {
	said := m.like(i, n)
	last := m.words[i+n-1].Text
	best, second := span{several: strings.HasSuffix(last, "s") && len(last) > 2}, 100
	weight := said.phones.Weight()
	for _, l := range said.like {
		most, s := m.mostOf(l.name, how, i, n, weight)
		if l.apart > most {
			if l.apart <= most+margin {
				second = min(second, l.apart)
			}
			continue
		}
		gain := (most - l.apart + 1) * weight / 100
		switch {
		case gain <= best.gain:
			second = min(second, l.apart)
		case best.n > 0 && best.to.stems != s.stems:
			second = min(second, best.apart)
			fallthrough
		default:
			best = span{i, n, s, l.apart, best.several, gain}
		}
	}
	if best.n > 0 && second < best.apart+margin && best.apart > 0 {
		return span{}
	}
	return best
}

// mostOf is how unlike a span may sound to a name, by the product for which most speaks.
func (m *mending) mostOf(of int, how hear.Firm, i, n, weight int) (int, sounded) {
	name := &m.named[of]
	best, most := name.sounded, -1
	if m.says(best, i, n) {
		return most, best
	}
	for _, h := range name.of {
		s := name.sounded
		s.at, s.last = h.at, h.last
		if k := m.most(m.evidence(&m.near[h.near], s, i, n), how, i, n, s, weight); k > most {
			best, most = s, k
		}
	}
	return most, best
}

// most is how unlike a span may sound to a word; negative = it is not looked at.
func (m *mending) most(e evidence, firm hear.Firm, i, n int, s sounded, weight int) int {
	most := accepted[e][firm]
	if n > 1 && weight >= 300 && most < exact { // torn, and just the same when it is joined
		most = exact
	} else if e == noEvidence && firm == hear.Loose && weight >= 300 {
		most = exact / 2
	}
	if m.firm[i] == hear.Tied && n == 1 && !m.names(i) {
		if e < nextTo {
			return -1
		}
		most = exact
	}
	if firm == hear.Often && e == byTitle && weight < 300 || firm == hear.Named && (n == 1 || int(s.n) == n) && m.heldAfter(i, 2) {
		return -1
	}
	if most < 0 {
		return -1
	}
	if most <= exact && s.at >= 0 {
		return most
	}
	if !m.counts(s, i, n, e) {
		return -1
	}
	if n > 1 || s.n > 1 {
		most = most * 6 / 10
	}
	if s.at < 0 {
		most = min(most, 14)
		if firm > hear.Loose && n == 1 {
			most = min(most, 3)
		}
		if n > 1 {
			return min(most, 7)
		}
	}
	if weight < 250 && e < nextTo {
		most = most * 8 / 10
	}
	return most
}

// heldAfter says that goods of another kind are named by what they hold: "steel water bottle".
func (m *mending) heldAfter(i, within int) bool {
	for j := i + 1; j < len(m.words) && j <= i+within && m.words[j-1].Stop == hear.None; j++ {
		if m.lang.Holder(m.words[j].Text) {
			return true
		}
	}
	return false
}

// counts says that a span may be said in numbers, where what it is held against is; a number is taken for nothing else.
func (m *mending) counts(s sounded, i, n int, e evidence) bool {
	for j := i; j < i+n; j++ {
		own, took := m.numbers[j].n, m.numbers[j].took
		switch {
		case took == 0:
		case !s.number, j > i, took >= n, strconv.Itoa(own) == s.stems:
			return false
		default:
			return e >= byTitle
		}
	}
	return !s.number || e >= byTitle && m.sized(i)
}

// sized says that a size is told where a span begins.
func (m *mending) sized(i int) bool {
	return i > 0 && m.lang.Sizes(m.words[i-1].Text) || i > 0 && m.words[i-1].Text == "a"
}

// says says that a word is said already, beside the span or in it.
func (m *mending) says(s sounded, i, n int) bool {
	there, tied := 0, false
	for j, stem := range m.stems[i : i+n] {
		if stem == s.stems && len(stem) > 1 {
			return true
		}
		if a, b, two := strings.Cut(s.stems, " "); two && (stem == a || stem == b) {
			there++
			continue
		}
		tied = tied || m.firm[i+j] == hear.Tied
	}
	if there > 1 || there > 0 && tied { // the other of the two is something else
		return true
	}
	around := m.around(i, n) &^ mask(i, n)
	for j, stem := range m.stems {
		if around&(1<<j) != 0 && stem == s.stems {
			return true
		}
	}
	return false
}

// evidence tells what speaks for a word of a product.
func (m *mending) evidence(near *nearby, s sounded, i, n int) evidence {
	if s.n == 2 && n == 1 && !strings.Contains(m.words[i].Text, "-") && len(s.text) < 6 {
		return noEvidence
	}
	around := m.around(i, n) &^ mask(i, n)
	if m.firm[i] > hear.Loose { // what people often say is bent only within a breath
		around &= m.breath(i, n)
	}
	title := near.title & around
	if s.at >= 0 {
		if i > 0 && title&(1<<(i-1)) != 0 && near.titleAt[i-1] == s.at-1 && m.words[i-1].Stop == hear.None {
			return nextTo
		}
		if j := i + n; j < len(m.words) && title&(1<<j) != 0 && near.titleAt[j] == s.at+s.n && m.words[j-1].Stop == hear.None {
			return nextTo
		}
	}
	switch {
	case title != 0:
		return byTitle
	case near.other&around != 0 && s.at >= 0:
		return byOption
	case near.here && m.alone && s.at >= 0 && m.singled(near, s) && m.pointed(i):
		return isHere
	}
	return noEvidence
}

// breath are the words near a span that no mark parts from it.
func (m *mending) breath(i, n int) uint64 {
	from, to := i, i+n
	for from > 0 && m.words[from-1].Stop == hear.None {
		from--
	}
	for to < len(m.words) && m.words[to-1].Stop == hear.None {
		to++
	}
	return mask(from, to-from)
}

// singled says that a word is of one product of those here.
func (m *mending) singled(near *nearby, s sounded) bool {
	for k := range m.near {
		other := &m.near[k]
		if other == near || !other.here {
			continue
		}
		for _, o := range m.docs[other.doc].sounds {
			if o.stems == s.stems {
				return false
			}
		}
	}
	return true
}

// pointed says that what stands before a span leads to a thing.
func (m *mending) pointed(i int) bool {
	return i > 0 && leads[m.words[i-1].Text] && m.words[i-1].Stop == hear.None
}

// joining are words that lead to an option, or to other goods.
var joining = map[string]bool{"in": true, "on": true, "of": true, "for": true, "with": true, "and": true, "at": true, "or": true, "to": true, "a": true, "the": true}

// leads are words that goods which are known follow.
var leads = map[string]bool{"the": true, "that": true, "this": true, "those": true, "these": true, "my": true, "our": true, "your": true}
