package catalog

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// Bounds of what is held against the sounds of a sentence.
const (
	maxSounded = 64 // products under one word; a word of more of them says little about what is meant
	maxNearby  = 64 // products in all
	maxSpan    = 4  // words that one was torn into
	window     = 4  // words around, in which others of the same thing may stand
	maxPasses  = 6  // what is mended in one sentence; a word that was may explain the next one
)

// sounded is a word of a product's name, two of them in a row, or a value that it comes in, as they sound.
type sounded struct {
	text   string // as it is said
	stems  string // of its words, joined by blanks
	phones hear.Phones
	at, n  int8 // where in the title, and how many words of it; an option has at = -1
	number bool // it is said in numbers
	last   bool // it ends the name
}

// soundedOf lists what a product may be called by. lang is the one that its words are in.
func soundedOf(lang *hear.Language, d *doc) []sounded {
	var out []sounded
	main, _, _ := strings.Cut(d.product.Title, ",") // what follows says how many there are of it
	words := lang.Words(main)
	for i, w := range words {
		if lang.Small(w.Text) && len(w.Text) > 1 {
			continue
		}
		if len(w.Text) > 1 {
			out = append(out, sounded{w.Text, lang.Stem(w.Text), hear.PhonesOf(w.Text), int8(min(i, 100)), 1, false, i == len(words)-1})
		}
		if i+1 < len(words) && words[i].Stop == hear.None && !lang.Small(words[i+1].Text) && len(words[i+1].Text) > 1 {
			two := hear.Text(words[i : i+2])
			stems := lang.Stem(w.Text) + " " + lang.Stem(words[i+1].Text)
			out = append(out, sounded{two, stems, hear.PhonesOf(two), int8(min(i, 100)), 2, false, i+2 == len(words)})
		}
	}
	for _, v := range d.values {
		said := hear.SpokenValue(v.key)
		number := strings.Trim(v.key, "0123456789.") == ""
		if number && said == v.key {
			continue
		}
		out = append(out, sounded{said, strings.Join(v.stems, " "), hear.PhonesOf(said), -1, 1, number, false})
	}
	return out
}

// Mend finds words that stand for others which sound like them: names of goods and their options that a recogniser heard wrong,
// split or joined. Words that mean something together as they are stay so. here are the SKUs of what the shopper has before him;
// alone says that they are wanted to be changed, so that one of them may be meant by a word that nothing else explains.
func (x *Index) Mend(words []hear.Token, firm []hear.Firm, here []evercart.SKU, alone bool) []hear.Mended {
	if len(words) == 0 || len(words) > 64 || len(firm) != len(words) || !slices.ContainsFunc(firm, func(f hear.Firm) bool { return f < hear.Tied }) {
		return nil
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	m := mending{Index: x, words: words, firm: firm, alone: alone, byText: map[string]int{}}
	m.stems, m.spans = make([]string, len(words)), make([][maxSpan + 1]sounds, len(words))
	for i, w := range words {
		m.stems[i] = x.lang.Stem(w.Text)
		if m.firm[i] != hear.Loose || len(w.Text) < 4 { // a number is known
			m.numbers[i].n, m.numbers[i].took = x.lang.Number(words, i)
		}
	}
	m.gather(here)
	var out []hear.Mended
	for range maxPasses {
		m.list()
		best := m.best()
		if best.n == 0 {
			break
		}
		out = append(out, hear.Mended{At: best.i, N: best.n, Text: best.text()})
		m.take(best)
	}
	return out
}

// mending is one sentence that is held against what the shop has.
type mending struct {
	*Index
	words   []hear.Token
	stems   []string
	firm    []hear.Firm
	spans   [][maxSpan + 1]sounds // by the word that they begin with, and how many they have
	named   []name                // what is nearby, by its words
	byText  map[string]int
	listed  int // products whose names are in named
	numbers [64]struct{ n, took int }
	near    []nearby
	done    uint64 // words that were mended
	open    uint64 // words that name goods, and nothing beside them is of the same ones
	alone   bool
}

// nearby is a product that the sentence, or the cart, may speak of.
type nearby struct {
	doc     int32
	title   uint64 // the words that are of its title
	other   uint64 // those that are of its options and kind
	here    bool
	titleAt [64]int8 // where in the title each word stands
}

// name is one way in which something nearby is called, with the products of which it is a part.
type name struct {
	sounded
	of []holder
}

type holder struct {
	near int
	at   int8
	last bool
}

// sounds is a span as it sounds, with the names that sound like it.
type sounds struct {
	phones hear.Phones
	seen   int // how many names were looked at
	like   []likeness
}

type likeness struct{ name, apart int }

// list enters the names of products that came near.
func (m *mending) list() {
	for ; m.listed < len(m.near); m.listed++ {
		for _, s := range m.docs[m.near[m.listed].doc].sounds {
			key := s.text
			if s.at < 0 {
				key += "\x00"
			}
			at, ok := m.byText[key]
			if !ok {
				at = len(m.named)
				m.byText[key], m.named = at, append(m.named, name{sounded: s})
			}
			m.named[at].of = append(m.named[at].of, holder{m.listed, s.at, s.last})
		}
	}
}

// like gives the names that a span sounds like; they are looked for once.
func (m *mending) like(i, n int) sounds {
	s := &m.spans[i][n]
	if s.phones == "" {
		s.phones = hear.PhonesOf(hear.Text(m.words[i : i+n]))
	}
	for ; s.seen < len(m.named); s.seen++ {
		if d := hear.Apart(s.phones, m.named[s.seen].phones, maxLike); d <= maxLike {
			s.like = append(s.like, likeness{s.seen, d})
		}
	}
	return *s
}

// gather finds the products that words of the sentence name, and which words fit none of their neighbours.
func (m *mending) gather(here []evercart.SKU) {
	for _, s := range here {
		if pl, ok := m.bySKU[s.Fold()]; ok && len(m.near) < maxNearby {
			m.at(pl.doc).here = true
		}
	}
	for i, stem := range m.stems {
		if m.lang.Small(m.words[i].Text) && len(m.words[i].Text) > 1 {
			continue
		}
		list := m.Index.words.postings[stem]
		if len(list) > maxSounded*4 {
			continue
		}
		for _, p := range list {
			if p.fields&(inTitle|inAlias) != 0 && m.docs[p.doc].sold {
				if n := m.at(p.doc); n != nil {
					n.title |= 1 << i
				}
			}
		}
	}
	for i := range m.words {
		m.sounding(i)
	}
	for k := range m.near {
		m.places(&m.near[k])
	}
	m.settle()
}

// sounding finds the products whose name has a word that sounds just like what begins at i, and is not said.
func (m *mending) sounding(i int) {
	text, loose := "", false
	for n := 1; n <= maxSpan && i+n <= len(m.words); n++ {
		w := m.words[i+n-1]
		text, loose = text+w.Text, loose || m.firm[i+n-1] < hear.Tied
		if loose && len(text) > 3 && m.firm[i] < hear.Tied {
			for _, s := range m.Index.words.sounds[hear.Sound(text)] {
				if list := m.Index.words.postings[m.Index.words.surfaces[s].stem]; len(list) <= maxSounded {
					m.bring(list)
				}
			}
		}
		if w.Stop != hear.None {
			return
		}
	}
}

// bring brings products under a word near, where it is of their names.
func (m *mending) bring(list []posting) {
	for _, p := range list {
		if p.fields&(inTitle|inAlias) != 0 && m.docs[p.doc].sold {
			m.at(p.doc)
		}
	}
}

// at gives a product's entry, a new one where there is none; nil where there are too many.
func (m *mending) at(doc int32) *nearby {
	for k := range m.near {
		if m.near[k].doc == doc {
			return &m.near[k]
		}
	}
	if len(m.near) == maxNearby {
		return nil
	}
	m.near = append(m.near, nearby{doc: doc})
	return &m.near[len(m.near)-1]
}

// places notes where in the title each word stands, and which words tell of an option or the kind.
func (m *mending) places(n *nearby) {
	d := &m.docs[n.doc]
	for i, stem := range m.stems {
		n.titleAt[i] = -1
		for _, s := range d.sounds {
			if s.n == 1 && s.at >= 0 && s.stems == stem {
				n.titleAt[i], n.title = s.at, n.title|1<<i
				break
			}
			if s.at < 0 && (s.stems == stem || s.text == m.words[i].Text) {
				n.other |= 1 << i
			}
		}
	}
}

// settle finds the words that name goods and fit none of their neighbours: "steel water", "still" beside a travel mug.
func (m *mending) settle() {
	m.open = 0
	named, fit := uint64(0), uint64(0)
	for _, n := range m.near {
		all := n.title | n.other
		named |= all
		for i := range m.words {
			if all&(1<<i) != 0 && m.others(all&m.around(i, 1), i) != 0 {
				fit |= 1 << i
			}
		}
	}
	for i := range m.words {
		if named&(1<<i) != 0 && fit&(1<<i) == 0 && m.others(named&m.around(i, 1), i) != 0 {
			m.open |= 1 << i
		}
	}
}

// others leaves out the words that are the same as the one at i.
func (m *mending) others(of uint64, i int) uint64 {
	for j := range m.words {
		if m.stems[j] == m.stems[i] {
			of &^= 1 << j
		}
	}
	return of
}

// around are the words near those of a span, in one sentence with it.
func (m *mending) around(i, n int) uint64 {
	from, to := i, i+n
	for from > 0 && i-from < window && m.words[from-1].Stop < hear.Period {
		from--
	}
	for to < len(m.words) && to-i-n < window && m.words[to-1].Stop < hear.Period {
		to++
	}
	return (1<<to - 1) &^ (1<<from - 1)
}

// take notes that words were mended: they now name what they were taken for.
func (m *mending) take(s span) {
	for j := range s.n {
		i := s.i + j
		m.done |= 1 << i
		m.stems[i] = ""
	}
	for j, stem := range strings.Fields(s.to.stems) {
		if j < s.n {
			m.stems[s.i+j] = stem
		}
	}
	if s.to.at >= 0 { // what else is called so may be meant as well
		for j := range s.n {
			if list := m.Index.words.postings[m.stems[s.i+j]]; len(list) <= maxSounded*4 {
				m.bring(list)
			}
		}
	}
	for k := range m.near {
		m.near[k].title, m.near[k].other = 0, 0
		m.places(&m.near[k])
	}
	m.settle()
}

// mask is a span's words.
func mask(i, n int) uint64 { return (1<<n - 1) << i }
