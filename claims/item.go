package claims

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// mention is one thing that a span names.
type mention struct {
	at      int        // of its last word
	from    int        // of its first
	head    []string   // what its last word may be
	mods    [][]string // known words before it: "silk", "weekend"; what each may be in English
	colors  []string
	size    string
	count   int  // 0 = not told
	reached bool // it is what a number came to: "down to two"
	more    bool // the number is of those that came or went: "two more"
	unknown bool
}

// mentions are what a span names, with what is said of each; one without a head where options or a number are told alone.
func (c *checker) mentions(sp span) []mention {
	out := c.heads(sp)
	if len(out) == 0 {
		out = []mention{{at: sp.to, from: sp.to}}
	}
	bare := len(out[0].head) == 0
	for i := sp.from; i < sp.to; i++ {
		if c.figureAt(sp, i) != nil || c.isOld(sp, i) || c.lex.toldApart(sp.s.words, i) {
			continue
		}
		if w := sp.s.words[i]; c.lex.tag == "en" && opposed(w) && shaped[c.lex.at(sp.s.words, i+1)] {
			m := &out[c.owner(out, i, true)]
			m.mods = append(slices.Clone(m.mods), w.eng)
		}
		if color := c.color(sp.s.words, i); color != "" {
			m := &out[c.owner(out, i, !bare)]
			m.colors = append(m.colors, color)
		}
		if size, _ := c.letterSize(sp, i); size != "" {
			out[c.owner(out, i, false)].size = size
		}
	}
	for _, f := range sp.figures {
		if f.amounts != nil || f.percent || c.isOld(sp, f.from) || c.lex.toldApart(sp.s.words, f.from) || c.isNumber(sp, f) {
			continue
		}
		if len(out) > 1 && f.n == len(out) && c.ofAll(sp, f) {
			continue
		}
		if c.isSize(sp, f) {
			out[c.owner(out, f.from, false)].size = f.text
		} else if m := &out[c.owner(out, f.from, true)]; m.count == 0 && !strings.Contains(f.text, ".") && c.counts(sp, f) {
			m.count, m.reached, m.more = f.n, c.reached(sp, f), differing[c.lex.at(sp.s.words, f.to)] || differing[c.lex.at(sp.s.words, f.to+1)]
		}
	}
	for i := sp.from; i < sp.to; i++ {
		m := &out[c.owner(out, i, true)]
		if m.count == 0 && i+2 < sp.to && onlyThese[sp.s.words[i].key] && ones[sp.s.words[i+1].key] && sp.s.words[i+1].key != "a" && (c.lex.is(plain, sp.s.words[i+2].key) || c.lex.nounAt(sp.s.words, i+2)) {
			m.count = 1 // "just one pair"
		}
		if n := tellings[sp.s.words[i].key]; n > 1 && i > 0 && looking[sp.s.words[i-1].key] {
			continue
		} else if m.count == 0 && n > 0 && (n > 1 || i+1 < sp.to && c.names(sp, i+1)) {
			m.count = n
		}
		if m.count == 0 && c.lex.is(boths, sp.s.words[i].key) && (len(out) == 1 || m.from-i == 1) && len(out) < 2 && len(c.facts.Deeds) < 2 { // of more deeds, "both" is told of two of them
			m.count = 2
		}
	}
	return out
}

// ofAll says that a number only counts the things that were named: "the lamp and the stove, forty dollars for the two".
func (c *checker) ofAll(sp span, f figure) bool {
	ws := sp.s.words
	return f.from > sp.from && (c.lex.is(articles, ws[f.from-1].key) || c.lex.is(wholes, ws[f.from-1].key)) && (f.to == len(ws) || ws[f.to].sep || c.lex.is(beings, ws[f.to].key))
}

// tellings are words that tell a number, and are none.
var tellings = map[string]int{"single": 1, "twice": 2, "zweimal": 2, "dreimal": 3}

// looking are what one may do twice, and nothing is done by it; differing say that a number is told of the difference.
var looking, differing = words("look looked check checked think ask asked try tried counted"), words("more extra additional fewer less mehr weniger mas menos")

// reached says that a number is what something came to: "down to two", "so there are two".
func (c *checker) reached(sp span, f figure) bool {
	prev := c.lex.at(sp.s.words, f.from-1)
	return reaching[prev] || f.from > sp.from && sp.trigger != nil && f.from > sp.trigger.to && c.lex.is(beings, prev)
}

// reaching stand before the number that something came to.
var reaching = words("auf to")

// owner is the mention that what stands at i belongs to: the next one where it stands close before it, else the one before.
func (c *checker) owner(ms []mention, i int, ahead bool) int {
	best := 0
	for k, m := range ms {
		if m.at < i {
			best = k
		}
		if ahead && m.from > i && m.from-i <= 4 || m.from <= i && i <= m.at {
			return k
		}
		if m.from > i && k == 0 {
			return 0
		}
	}
	return best
}

// heads finds the runs of words that name goods.
func (c *checker) heads(sp span) []mention {
	at := where{sp.s.at, sp.from, sp.to, len(sp.figures), sp.trigger}
	if at != c.seen.place || c.seen.list == nil {
		c.seen.place, c.seen.list = at, c.readHeads(sp)
	}
	return slices.Clone(c.seen.list)
}

// where tells spans apart.
type where struct {
	sentence, from, to, figures int
	trigger                     *trigger
}

func (c *checker) readHeads(sp span) []mention {
	out := []mention{}
	ws := sp.s.words
	for i := sp.from; i < sp.to; {
		m, to := c.head(sp, ws, i)
		if to == i {
			i++
			continue
		}
		if n := len(out) - 1; m.head != nil && n >= 0 && c.isOf(ws, out[n], m) {
			out[n].mods, out[n].at = append(out[n].mods, m.head), m.at
			i = to
			continue
		}
		if m.head != nil && !c.lex.toldApart(ws, i) {
			out = append(out, m)
		}
		i = to
	}
	return out
}

// head reads one run at i.
func (c *checker) head(sp span, ws []word, i int) (mention, int) {
	m := mention{from: i}
	to := i
	for to < sp.to && (to == i || !ws[to].sep) && c.names(sp, to) {
		m.mods = append(m.mods, ws[to].eng)
		to++
	}
	if to > i {
		last := c.lastNoun(ws[i:to])
		if last < 0 {
			return mention{}, to
		}
		m.at, m.head = i+last, ws[i+last].eng
		if n := len(ws[i+last].eng); c.lex.tongue != nil && n > 2 && len(c.lex.names(ws[i+last].key)) == 0 { // a compound: its first parts tell it apart
			m.head = ws[i+last].eng[n-2:]
		}
		m.mods = slices.Delete(m.mods, last, last+1)
		if n := len(ws[i+last].eng); len(m.head) < n {
			for _, e := range ws[i+last].eng[:n-len(m.head)] {
				m.mods = append(m.mods, []string{e})
			}
			m.head = slices.Concat(m.head, c.lex.ends(ws[i+last])) // a clock and a watch are one word
		}
		return m, to
	}
	if c.unknownName(sp, ws, i) {
		return mention{from: i, at: i, head: ws[i].eng, unknown: true}, i + 1
	}
	return mention{}, i
}

// lastNoun is the place of the word that names the goods of a run.
func (c *checker) lastNoun(run []word) int {
	if c.lex.tag == "es" { // "chaqueta vaquera"
		if i := slices.IndexFunc(run, func(w word) bool { return goods(w) == nounWord && !c.lex.tongue.Kind(w.key) || c.known.ends(w) }); i >= 0 {
			return i
		}
	}
	for i, w := range slices.Backward(run) {
		if goods(w) == nounWord || c.known.ends(w) {
			return i
		}
	}
	for i, w := range slices.Backward(run) { // "the merino"
		if c.known.holds(w) && goods(w) != kindWord {
			return i
		}
	}
	return -1
}

func (v vocabulary) holds(w word) bool {
	return slices.ContainsFunc(w.eng, func(e string) bool { _, ok := v[strings.TrimPrefix(e, "=")]; return ok })
}

func (v vocabulary) ends(w word) bool {
	return slices.ContainsFunc(w.eng, func(e string) bool { return v[strings.TrimPrefix(e, "=")] })
}

// names says that the word at i is part of a name of goods.
func (c *checker) names(sp span, i int) bool {
	w := sp.s.words[i]
	if sp.trigger != nil && i >= sp.trigger.from && i < sp.trigger.to && !(i > sp.trigger.from && i < sp.trigger.to-1 && (c.known.holds(w) || goods(w) == nounWord || opposed(w))) || c.figureAt(sp, i) != nil || len(w.key) < 2 {
		return false
	}
	if _, noun := c.lex.nouns[w.key]; noun || c.lex.is(plain, w.key) || c.lex.is(articles, w.key) || c.lex.is(sizing, w.key) || c.lex.is(ands, w.key) {
		return false
	}
	if prev := c.lex.at(sp.s.words, i-1); i > 0 && (c.lex.tag == "en" && (c.lex.is(ours, prev) || w.key == "side") || shelving[w.key] && (prev == "the" || fused[prev] || prev == "al") || w.key == "uhr" && c.figureAt(sp, i-1) != nil) {
		return false // "I saw", "back on the shelf", "drei Uhr"
	}
	if c.lex.is(cartings, w.key) && i > 0 && (c.lex.is(articles, sp.s.words[i-1].key) || fused[sp.s.words[i-1].key]) && !c.known.ends(w) {
		return false
	}
	if i+1 < len(sp.s.words) && slices.ContainsFunc(w.eng, func(e string) bool { return hues[e] != nil }) && slices.ContainsFunc(sp.s.words[i+1].eng, hear.For("en").Color) && !c.known.holds(w) {
		return false // "wine red"
	}
	if slices.ContainsFunc(w.eng, func(e string) bool { return c.isOption(e) && (hear.For("en").Color(e) || hues[e] != nil) }) && !c.known.ends(w) {
		return false // "from cream to moss"
	}
	if c.lex.tag == "en" && i > 0 && !w.sep && subjects[c.lex.at(sp.s.words, i-1)] && !c.known.holds(w) {
		return false // "as it stands"
	}
	if w.key == "down" && c.lex.tag == "en" && c.lex.at(sp.s.words, i+1) == "to" {
		return false
	}
	if slices.Contains(w.eng, "size") || c.isOptionName(w) || c.lex.contains(sp.s.words[:sp.to], i) && c.known.holds(sp.s.words[i+2]) || c.lex.contains(sp.s.words[:sp.to], i) && c.known.holds(sp.s.words[min(i+3, sp.to-1)]) {
		return false
	}
	return (goods(w) != notGoods || opposed(w)) && !c.lex.small(w.key) || c.known.holds(w)
}

// subjects have a verb behind them, and no name.
var subjects = words("it they we who")

// contains says that a word may name what goods come in: "three jars of hand cream".
func (l *lexicon) contains(ws []word, i int) bool {
	return l.tag == "en" && l.at(ws, i+1) == "of" && i+2 < len(ws)
}

// isOptionName says that a word names a choice of what was done: "strap", where it is brown now.
func (c *checker) isOptionName(w word) bool {
	return !c.known.ends(w) && slices.ContainsFunc(c.facts.Deeds, func(d Deed) bool {
		return slices.ContainsFunc(d.Options, func(o evercart.Option) bool { return slices.Contains(w.eng, hear.Fold(o.Name)) })
	})
}

// small says that a word of the language is no name, whatever it is in English.
func (l *lexicon) small(key string) bool {
	if _, verb := l.verbs[key]; verb {
		return true
	}
	for _, of := range []list{negations, conditions, modals, articles, adverbs, beings, havings, nows, totals, ours, persons, frees} {
		if l.is(of, key) {
			return true
		}
	}
	return false
}

// ofItems says that what was done was done to goods.
func (k class) ofItems() bool {
	return slices.Contains([]class{add, put, take, remove, save, restore, in, out, aside, back, count}, k)
}

// fits says whether a mention can be of these goods; what = in what it differs.
func (m mention) fits(d Deed, counts []int) (what string) {
	title := stems(d.Title)
	if len(m.head) > 0 && !slices.ContainsFunc(m.head, func(h string) bool { return named(strings.TrimPrefix(h, "="), title, d.Options) }) {
		return "item"
	}
	for _, mod := range m.mods {
		if slices.ContainsFunc(mod, func(e string) bool { return contrasts(e, title, d.Options) }) {
			return "option"
		}
		if !slices.ContainsFunc(mod, func(e string) bool { return m.modifies(e, title, d) }) {
			return "item"
		}
	}
	for _, color := range m.colors {
		if !hasColor(color, title, d.Options) || d.Kind == Options && !colored(d.Options) && !slices.Contains(title, color) {
			return "option"
		}
	}
	if m.size != "" && !hasSize(m.size, d) {
		return "option"
	}
	if m.count > 0 && len(counts) > 0 && !slices.Contains(counts, m.count) {
		return "count"
	}
	return ""
}

// modifies says that a word before a name may be said of these goods.
func (m mention) modifies(e string, title []string, d Deed) bool {
	if e, own := strings.CutPrefix(e, "="); own {
		return named(e, title, d.Options)
	}
	if slices.Contains(m.head, e) {
		return true
	}
	_, kind := hear.Goods(e)
	return !kind || hear.For("en").Color(e) || loose[e] || named(e, title, d.Options) || sizeWord(e, d.Options)
}

// loose are words that tell goods apart in some shop, and only praise them in another.
var loose = words("single nice warm new long short fresh small medium large big neat lovely fine family gift card natural men man women woman kid child children unisex adult baby")

func named(w string, title []string, options []evercart.Option) bool {
	if slices.ContainsFunc(title, func(t string) bool { return t == w || covers[w][t] || len(w) > 3 && strings.HasSuffix(t, w) }) {
		return true
	}
	return slices.ContainsFunc(options, func(o evercart.Option) bool { return slices.Contains(stems(o.Value), w) })
}
