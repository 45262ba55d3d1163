package catalog

import (
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

// field says where in a product a word stands; the bits of a posting.
type field uint8

const (
	inTitle field = 1 << iota
	inType
	inOption
	inTag
	inVendor
	inText
	inAlias // a hyphenated name written as one word: "tshirt"
)

// strong are the fields that name goods; a word of the text alone describes them.
const strong = inTitle | inType | inOption | inTag | inVendor | inAlias

// posting is one product under one term.
type posting struct {
	doc    int32
	fields field
}

// vocabulary leads from words to products, and from misheard words to words.
type vocabulary struct {
	postings map[string][]posting
	sounds   map[string][]string // Sound key → strong surface forms
	grams    map[string][]string // trigram → strong surface forms
	surfaces map[string]surface  // strong surface form → what it stands for
}

// surface is a strong word as the catalogue writes it, with its stem and how many products use it.
type surface struct {
	stem string
	uses int
}

func newVocabulary() vocabulary {
	return vocabulary{map[string][]posting{}, map[string][]string{}, map[string][]string{}, map[string]surface{}}
}

// note collects a product's terms before they go into the postings.
type note struct {
	fields   map[string]field
	surfaces map[string]string
}

// learn enters a product's words and fills in what d needs for matching.
func (v *vocabulary) learn(lang *hear.Language, at int32, d *doc) {
	n := note{map[string]field{}, map[string]string{}}
	main, _, _ := strings.Cut(d.product.Title, ",")
	for _, w := range written(lang, main) {
		if !lang.Small(w.Text) {
			d.title = append(d.title, lang.Stem(w.Text))
		}
	}
	n.read(lang, d.product.Title, inTitle)
	n.readType(lang, d.product.Type)
	n.read(lang, d.product.Vendor, inVendor)
	for _, t := range d.product.Tags {
		n.read(lang, t, inTag)
	}
	n.read(lang, d.product.Text, inText)
	d.values = valuesOf(lang, d)
	d.sounds = soundedOf(lang, d)
	for _, val := range d.values {
		for _, s := range val.stems {
			n.fields[s] |= inOption
			n.surfaces[s] = s
		}
		if val.number != "" {
			n.fields[val.number] |= inOption
			n.surfaces[val.number] = val.number
		}
	}
	d.terms = make([]string, 0, len(n.fields))
	for term, f := range n.fields {
		v.postings[term] = append(v.postings[term], posting{at, f})
		d.terms = append(d.terms, term)
	}
	for s, stem := range n.surfaces {
		v.enter(s, stem)
	}
	for s := range n.surfaces {
		d.terms = append(d.terms, "\x00"+s)
	}
}

// read notes the words of one field; joined words are noted as one as well.
func (n *note) read(lang *hear.Language, text string, f field) {
	words := lang.Words(text)
	if f == inTitle {
		words = written(lang, text)
	}
	for i, w := range words {
		if lang.Small(w.Text) && len(w.Text) > 1 {
			continue
		}
		n.put(lang, w.Text, f)
		if f != inText && w.Joined && i+1 < len(words) {
			n.put(lang, w.Text+words[i+1].Text, inAlias)
		}
	}
}

// readType notes a kind by its last word; what stands before it tells more of it ("Kitchen Textiles").
func (n *note) readType(lang *hear.Language, text string) {
	words := lang.Words(text)
	for i, w := range words {
		f := inType
		if i < len(words)-1 && !w.Joined {
			f = inTag
		}
		if !lang.Small(w.Text) {
			n.put(lang, w.Text, f)
		}
	}
	n.read(lang, text, inTag)
}

func (n *note) put(lang *hear.Language, word string, f field) {
	stem := lang.Stem(word)
	n.fields[stem] |= f
	if f != inText {
		n.surfaces[word] = stem
		n.surfaces[stem] = stem
	}
}

// valuesOf lists the option values.
func valuesOf(lang *hear.Language, d *doc) []value {
	var out []value
	for i, variant := range d.product.Variants {
		for _, o := range variant.Options {
			name, key := hear.Fold(o.Name), lang.Value(o.Value)
			at := slices.IndexFunc(out, func(v value) bool { return v.option == name && v.key == key })
			if at < 0 {
				at = len(out)
				out = append(out, value{option: name, key: key, stems: stemsOf(lang, o.Value, key), number: lang.Numeral(o.Value)})
			}
			out[at].variants = append(out[at].variants, int32(i))
		}
	}
	return out
}

// written cuts what a feed writes into words, of which a measure is one: "8 mm" is "8mm".
func written(lang *hear.Language, text string) []hear.Token {
	return lang.Measured(lang.Words(hear.Written(text)), func(m hear.Measure) bool { return m.Sort != "" && m.Sort != "code" })
}

func stemsOf(lang *hear.Language, text, key string) []string {
	var out []string
	for _, w := range written(lang, text) {
		out = append(out, lang.Stem(w.Text))
	}
	if len(out) == 1 && out[0] != key {
		out = []string{key} // a size: "medium" and "m" are one
	}
	return out
}

func (v *vocabulary) enter(s, stem string) {
	old, ok := v.surfaces[s]
	v.surfaces[s] = surface{stem, old.uses + 1}
	if ok || strings.ContainsAny(s, "0123456789") { // "model4711" is not meant by what sounds like it
		return
	}
	if k := hear.Sound(s); k != "" {
		v.sounds[k] = append(v.sounds[k], s)
	}
	for _, g := range gramsOf(s) {
		v.grams[g] = append(v.grams[g], s)
	}
}

func (v *vocabulary) unlearn(at int32, terms []string) {
	for _, t := range terms {
		if s, ok := strings.CutPrefix(t, "\x00"); ok {
			v.leave(s)
			continue
		}
		list := v.postings[t]
		if i := slices.IndexFunc(list, func(p posting) bool { return p.doc == at }); i >= 0 {
			list[i] = list[len(list)-1]
			list = list[:len(list)-1]
		}
		if v.postings[t] = list; len(list) == 0 {
			delete(v.postings, t)
		}
	}
}

func (v *vocabulary) leave(s string) {
	old := v.surfaces[s]
	if old.uses > 1 {
		v.surfaces[s] = surface{old.stem, old.uses - 1}
		return
	}
	delete(v.surfaces, s)
	if strings.ContainsAny(s, "0123456789") {
		return
	}
	drop(v.sounds, hear.Sound(s), s)
	for _, g := range gramsOf(s) {
		drop(v.grams, g, s)
	}
}

func drop(m map[string][]string, key, s string) {
	list := m[key]
	if i := slices.Index(list, s); i >= 0 {
		list[i] = list[len(list)-1]
		list = list[:len(list)-1]
	}
	if m[key] = list; len(list) == 0 {
		delete(m, key)
	}
}

// gramsOf gives the trigrams of a word with marks at its ends.
func gramsOf(s string) []string {
	if len(s) < 4 {
		return nil
	}
	s = "^" + s + "$"
	out := make([]string, 0, len(s)-2)
	for i := 0; i+3 <= len(s); i++ {
		out = append(out, s[i:i+3])
	}
	return out
}

// has says that a word, or its stem, names goods.
func (v *vocabulary) has(stem string) bool {
	_, ok := v.surfaces[stem]
	return ok
}

func isNumber(s string) bool {
	_, took := hear.For("en").Number([]hear.Token{{Text: s}}, 0)
	return took > 0
}

// mishearsNumber says that recognisers write this word for a number.
func mishearsNumber(word string) bool {
	_, ok := hear.For("en").Mistaken(word)
	return ok
}

// maxApart is how unlike words of the same consonants may sound.
const maxApart = 20

// heardAs gives the stems that a word unknown to the catalogue was probably meant for, best first, at most three.
func (v *vocabulary) heardAs(word string) []string {
	if len(word) < 2 || strings.Trim(word, "0123456789.") == "" {
		return nil
	}
	type guess struct {
		stem string
		dist int
	}
	var guesses []guess
	see := func(s string, limit int) {
		if isNumber(s) && !mishearsNumber(word) { // "flour" asks for no set of four; "free pack" does mean a three-pack
			return
		}
		d := hear.Distance(word, s, limit)
		stem := v.surfaces[s].stem
		if d > limit || slices.ContainsFunc(guesses, func(g guess) bool { return g.stem == stem && g.dist <= d }) {
			return
		}
		guesses = append(guesses, guess{stem, d})
	}
	if key := hear.Sound(word); len(key) > 1 || len(word) <= 4 {
		phones := hear.PhonesOf(word)
		for _, s := range v.sounds[key] {
			if hear.Apart(phones, hear.PhonesOf(s), maxApart) <= maxApart { // "skis" are no "socks"
				see(s, max(1, max(len(word), len(s))*6/10))
			}
		}
	}
	for _, other := range hear.OtherSounds(word) {
		for _, s := range v.sounds[other] {
			see(s, max(1, max(len(word), len(s))*5/10))
		}
	}
	if len(word) >= 4 {
		for s := range v.near(word) {
			see(s, max(1, len(word)/4))
		}
	}
	slices.SortStableFunc(guesses, func(a, b guess) int {
		if a.dist != b.dist {
			return a.dist - b.dist
		}
		return strings.Compare(a.stem, b.stem)
	})
	var out []string
	for _, g := range guesses {
		if g.dist > guesses[0].dist+1 || len(out) == 3 {
			break
		}
		if !slices.Contains(out, g.stem) {
			out = append(out, g.stem)
		}
	}
	return out
}

// near gives the words that share enough trigrams with this one.
func (v *vocabulary) near(word string) map[string]int {
	count := map[string]int{}
	for _, g := range gramsOf(word) {
		for _, s := range v.grams[g] {
			count[s]++
		}
	}
	for s, n := range count {
		if n < max(2, len(word)/2-1) && n < len(word)-3 {
			delete(count, s)
		}
	}
	return count
}
