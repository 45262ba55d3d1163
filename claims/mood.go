package claims

import (
	"slices"
	"strings"
)

// mood says how a claim is meant.
type mood int

const (
	told   mood = iota // as a fact
	denied             // as something that was not done
	unreal             // asked, wished, to come, long ago, or done by others: no claim
)

// moods tell how a language says it.
type moods struct {
	questions map[string]bool                          // words that a question begins with
	others    func(l *lexicon, ws []word, at int) bool // somebody else did it
	rule      func(l *lexicon, ws []word, at int) bool // it is told as the rule, not of this time
}

// mood reads how the claim of a span is meant.
func (c *checker) mood(sp span) mood {
	l, ws := c.lex, sp.s.words
	at := sp.to
	if sp.trigger != nil {
		at = sp.trigger.from
	}
	switch {
	case c.asked(sp, at):
		return unreal
	case l.conditional(sp, at), l.wished(ws[sp.from:at]), sp.from > 0 && at < len(ws) && !c.hasVerb(sp) && !sp.has(l, ours) && l.wished(ws[:at]): // "you want this added and that removed"
		return unreal
	case sp.trigger == nil && (sp.has(l, supposed) || l.would(sp.words())):
		return unreal
	case sp.trigger == nil:
		return told
	case sp.trigger.failed:
		return denied
	case sp.trigger.told && (l.embedded(ws, sp.from, at) || l.promised(ws[sp.from:sp.to]) || l.wasThere(ws, sp) || l.byThem(ws[sp.from:at])), l.doubted(ws, sp.from, at), l.comesWith(ws, sp.from, at):
		return unreal
	case sp.trigger.class != addressed && l.modal(ws, sp, at), l.longAgo(sp, at), l.nearly(ws, sp.from, at), l.pluperfect(ws, sp.from, at):
		return unreal
	case l.ordered(sp, at):
		return unreal
	case !sp.trigger.told && !sp.trigger.managed && l.moods.others(l, ws[sp.from:sp.to], at-sp.from) && !c.granted(sp):
		return unreal
	case (!sp.trigger.told || sp.trigger.class == went || l.tag == "de") && l.moods.rule(l, ws[sp.from:sp.to], at-sp.from), c.generic(sp), c.general(sp), sp.has(l, shelves) && !sp.has(l, cartings) && sp.trigger.class.ofItems() && len(sp.figures) == 0:
		return unreal
	case (sp.trigger.class == same || l.negated(ws, sp, at)) && sp.has(l, besidesThat), sp.trigger.class == same && slices.ContainsFunc(ws[sp.from:sp.to], func(w word) bool { return remainders[w.key] }):
		return unreal
	case sp.trigger.class == same, l.negated(ws, sp, at):
		return denied
	}
	return told
}

// remainders are all that a deed was not done to: "and kept the rest as it was".
var remainders = words("rest others resto demas ubrige ubrigen andere anderen")

// generic says that something is told as it always is; "each" behind an amount only says what it is the price of.
func (c *checker) generic(sp span) bool {
	if k := sp.s.words[0].key; sp.from > 0 && (k == "each" || k == "every" || k == "jeder" || k == "jede" || k == "jedes" || k == "cada") && !sp.has(c.lex, ours) && !sp.has(c.lex, cartings) {
		return true // "each is put together and shipped by ourselves"
	}
	for i := sp.from; i < sp.to; i++ {
		if !c.lex.is(generics, sp.s.words[i].key) {
			continue
		}
		if !slices.ContainsFunc(sp.figures, func(f figure) bool { return f.amounts != nil && f.to == i }) {
			return true
		}
	}
	return false
}

// asked says that the claim stands in a question: what stands before a mark in front of one may still be told.
func (c *checker) asked(sp span, at int) bool {
	ws := sp.s.words
	if i := sp.s.firstAsks(); i >= 0 {
		return at >= i
	}
	if !sp.s.asks {
		return false
	}
	if sp.trigger != nil && at == 0 && !sp.trigger.told && slices.ContainsFunc(ws, func(w word) bool { return w.sep && ors[w.key] }) {
		return true // "sent as a gift, or is it for yourself?"
	}
	first := sp.from
	for first < at && first < len(ws) && (c.lex.is(ands, ws[first].key) || c.lex.is(adverbs, ws[first].key)) {
		first++
	}
	if c.lex.tag == "de" && first == at && sp.trigger != nil && slices.ContainsFunc(ws[min(sp.trigger.to, len(ws)):], func(w word) bool { return w.sep }) {
		return false // "ist drin, sonst noch etwas?"
	}
	if sp.from > 0 && c.lex.moods.questions[ws[0].key] || first < len(ws) && c.lex.moods.questions[ws[first].key] {
		return true
	}
	if !sp.last {
		return false
	}
	return !slices.ContainsFunc(ws[min(at+1, len(ws)):], func(w word) bool { return w.sep })
}

var ors = words("or oder o")

// firstAsks is where an inverted question mark stands; -1 = nowhere.
func (s sentence) firstAsks() int {
	return slices.IndexFunc(s.words, func(w word) bool { return w.asks })
}

// conditional says that something has to come first: "if" before the claim, or right behind it.
func (l *lexicon) conditional(sp span, at int) bool {
	ws := sp.s.words
	if k := ws[0].key; l.tag == "en" && !sp.s.asks && len(ws) > 1 && (k == "had" || k == "should" || k == "were") { // "had it been charged, …"
		return true
	}
	if k := ws[0].low; l.tag == "de" && !sp.s.asks && (k == "wäre" || k == "wären" || k == "hätte" || k == "hätten" || k == "würde" || k == "sollte") {
		return true
	}
	for i := range ws[:sp.to] {
		k := ws[i].key
		if sp.trigger != nil && i > sp.trigger.from && i < sp.trigger.to { // "otra vez"
			continue
		}
		if l.tag == "es" && k == "si" && ws[i].low != "si" || !l.is(conditions, k) {
			continue
		}
		if k == "vez" && l.at(ws, i-1) == "en" || k == "despues" && l.at(ws, i-1) == "para" || l.dated(ws, i) || k == "after" && l.at(ws, i+1) == "all" || k == "whenever" && (l.at(ws, i-1) == "for" || l.at(ws, i+1) == "you") || k == "while" && (l.at(ws, i-1) == "a" || l.at(ws, i-1) == "little") { // "en vez de tres", "until Friday"
			continue
		}
		if k == "before" && i > at && (l.at(ws, i+1) == "it" || l.at(ws, i+1) == "they") && !l.is(modals, l.at(ws, i+2)) {
			continue // "I stopped it before it shipped"
		}
		if next := l.at(ws, i+1); strings.HasSuffix(next, "ing") && l.tag == "en" || i == len(ws)-1 {
			continue // "after checking the stock, I added it"
		}
		if i < at {
			return true
		}
		if !slices.ContainsFunc(ws[at+1:i+1], func(w word) bool { return w.sep }) || l.tag == "de" && k == "sobald" {
			return true
		}
	}
	return false
}

// dated says that a day or an hour stands behind "until" or "before", and nothing that has to come first.
func (l *lexicon) dated(ws []word, i int) bool {
	if !ending[ws[i].key] && ws[i].key != "before" && ws[i].key != "vor" && ws[i].key != "antes" {
		return false
	}
	if k := l.at(ws, i+1); k == "tax" || k == "taxes" || k == "delivery" || k == "shipping" || k == "impuestos" || k == "steuern" || k == "versand" {
		return true
	}
	for k := i + 1; k < min(i+4, len(ws)); k++ {
		if ending[ws[i].key] && (l.is(days, ws[k].key) || ws[k].raw[0] >= '0' && ws[k].raw[0] <= '9') {
			return true
		}
	}
	return false
}

// ending are words before the time that something lasts to.
var ending = words("until till bis hasta")

// nearly says that something was as good as done, which is to say that it was not.
func (l *lexicon) nearly(ws []word, from, at int) bool {
	for i := at - 1; i >= from; i-- {
		if l.is(nearlies, ws[i].key) {
			return true
		}
		if ws[i].sep {
			return false
		}
	}
	return false
}

// longAgo says that a claim is told of a time before the call; what stands before a "so" or a "but" tells another's time.
func (l *lexicon) longAgo(sp span, at int) bool {
	ws := sp.s.words
	for i := at - 1; i > sp.from+2; i-- {
		if l.is(turns, ws[i].key) {
			sp.from = i
			break
		}
	}
	if l.tag == "en" { // "I've put it on the card you used last time"
		for i := at + 2; i < sp.to; i++ {
			if k := ws[i].key; (k == "you" || k == "we" || k == "they") && !ws[i].sep && sp.trigger != nil {
				sp.to = i
				break
			}
		}
	}
	for i, w := range sp.words() {
		if l.is(times, w.key) && !(w.key == "ago" && l.is(moments, l.at(sp.words(), i-1))) {
			return true
		}
	}
	return l.phrased(sp, times)
}

// pluperfect says that a claim is told as what had come before: "ya se había usado".
func (l *lexicon) pluperfect(ws []word, from, at int) bool {
	for i := at - 1; i >= max(from, at-2); i-- {
		if k := ws[i].key; k == "habia" || k == "habian" || k == "hubiera" || k == "habria" || k == "estaba" || k == "estaban" || k == "haya" || k == "hayan" {
			return true
		}
	}
	return false
}

func (l *lexicon) wished(before []word) bool {
	if l.tag == "en" { // "you wanted two, so I've put in two"
		for i := len(before) - 1; i > 0; i-- {
			if before[i].sep || l.is(turns, before[i].key) {
				before = before[i:]
				break
			}
		}
	}
	return slices.ContainsFunc(before, func(w word) bool { return l.is(wishes, w.key) })
}

// modal says that the claim hangs on a "will" or a "can". In German the verb may stand far from it.
func (l *lexicon) modal(ws []word, sp span, at int) bool {
	if sp.trigger.managed {
		return l.might(ws[max(sp.from, at-5):at])
	}
	if l.tag == "de" {
		from := sp.from
		for i := at; i > sp.from; i-- { // a part of its own: "geliefert wird über Nacht, ich habe es so eingestellt"
			if !ws[i].sep {
				continue
			}
			if part := (span{s: sp.s, from: i, to: sp.to}); part.has(l, havings) && part.has(l, ours) || sp.trigger.told && (span{s: sp.s, from: i, to: min(at+1, sp.to)}).has(l, beings) { // or "die hätten wir, sie ist im Korb"
				from = i
				break
			}
		}
		return slices.ContainsFunc(ws[from:sp.to], func(w word) bool { return l.is(modals, w.key) || w.low == "hätte" || w.low == "hätten" })
	}
	if l.causes(ws, sp.from, at) || l.coordinated(ws, at) {
		return true
	}
	for i := at - 1; i >= sp.from; i-- {
		switch k := ws[i].key; {
		case l.is(modals, k):
			return true
		case l.is(beings, k), l.is(havings, k), l.is(adverbs, k), l.is(negations, k), l.is(ours, k) && i > sp.from && l.is(modals, ws[i-1].key):
		default:
			return false
		}
		if ws[i].sep {
			return false
		}
	}
	return false
}

// causes says that one may have something done: "I can have the earrings taken out".
func (l *lexicon) causes(ws []word, from, at int) bool {
	for i := at - 1; i > max(from, at-7) && !ws[i+1].sep; i-- {
		if k := ws[i].key; (k == "have" || k == "get") && l.is(modals, ws[i-1].key) {
			return true
		}
	}
	return false
}

// would says that a Spanish verb tells what would be: "se ahorraría".
func (l *lexicon) would(ws []word) bool {
	return l.tag == "es" && slices.ContainsFunc(ws, func(w word) bool {
		return (strings.HasSuffix(w.low, "aría") || strings.HasSuffix(w.low, "arían") || strings.HasSuffix(w.low, "ería") || strings.HasSuffix(w.low, "erían")) && goods(w) == notGoods
	})
}

// embedded says that how things are is only asked within the sentence: "it depends on what you have in your cart".
func (l *lexicon) embedded(ws []word, from, at int) bool {
	for i := at - 1; i >= max(from, at-3); i-- {
		switch k := ws[i].key; {
		case l.tag == "en" && (k == "how" || k == "what"), l.tag == "de" && k == "was" && i > 0, l.tag == "es" && k == "que" && l.at(ws, i-1) == "lo":
			return true
		}
	}
	return false
}

// promised says that one says in German what one does, and not that it is done: "ich nehme sie heraus".
func (l *lexicon) promised(ws []word) bool {
	if l.tag != "de" || slices.ContainsFunc(ws, func(w word) bool { return l.is(havings, w.key) }) {
		return false
	}
	for i, w := range ws {
		if w.key != "ich" {
			continue
		}
		for _, k := range []string{l.at(ws, i-1), l.at(ws, i+1)} {
			if strings.HasSuffix(k, "e") && !l.is(adverbs, k) && !l.is(articles, k) && len(k) > 3 {
				return true
			}
		}
	}
	return false
}

// ordered says that the shopper is told to do something, and what then is so: "say yes and it is ordered".
func (l *lexicon) ordered(sp span, at int) bool {
	ws := sp.s.words
	first := 0
	for first < len(ws) && l.is(adverbs, ws[first].key) {
		first++
	}
	if l.tag == "de" && l.at(ws, 0) == "ein" && l.at(ws, 1) == "wort" {
		return true
	}
	return first < at && l.is(imperatives, ws[first].key)
}

// negated says that the claim is denied.
func (l *lexicon) negated(ws []word, sp span, at int) bool {
	end := at
	if l.tag == "de" {
		end = sp.to
	}
	for i := sp.from; i < end; i++ {
		if i >= at && i < sp.trigger.to && (sp.trigger.class == out || sp.trigger.class == empty) && !(ws[i].key == "nicht" && leftOut[l.at(ws, i+1)]) {
			continue // it belongs to what is told: "im Korb ist keine Kerze mehr"
		}
		if l.apart(ws, i) > i {
			continue
		}
		if l.denies(ws, i) && (l.tag == "de" || !slices.ContainsFunc(ws[i+1:at+1], func(w word) bool { return w.sep })) {
			return true
		}
	}
	for i := sp.trigger.to; i < min(at+3, sp.to); i++ { // "I changed nothing", "no he cambiado nada"
		if k := ws[i].key; (k == "nothing" || k == "nada" || k == "none" || k == "ningun" || k == "ninguna") && l.denies(ws, i) {
			return true
		}
	}
	return false
}

// denies says that a word denies what follows: not "no," alone, nor "no problem".
func (l *lexicon) denies(ws []word, i int) bool {
	if !l.is(negations, ws[i].key) || i+1 < len(ws) && ws[i+1].sep && (ws[i].key == "no" || ws[i].key == "nein") {
		return false
	}
	if ws[i].key == "nicht" && l.at(ws, i-1) == "sich" && worrying[l.at(ws, i-3)] {
		return false // "sorgen Sie sich nicht"
	}
	switch l.at(ws, i+1) {
	case "sorge", "sorgen", "angst", "bange", "frage", "ursache", "gedanken", "umstande", "eile":
		return l.tag != "de"
	case "problem", "problema", "problems", "problemas", "probleme", "schwierigkeiten", "weiteres", "worries", "trouble", "longer", "extra", "only", "nur", "solo", "ganz", "doubt", "mehr":
		return false
	case "hay":
		return l.at(ws, i+2) != "problema" && l.at(ws, i+2) != "inconveniente"
	}
	return true
}

// leftOut are where German things are not, when they are not there: "die Bestellung ist nicht raus".
var leftOut = words("raus heraus draussen weg verschwunden rausgegangen")

// worrying are what one is told not to do where all is well.
var worrying = words("sorgen beunruhigen angstigen aufregen wundern")

// phrased finds phrases of a list: "last week", "hace dos días".
func (l *lexicon) phrased(sp span, of list) bool {
	for _, pattern := range l.said[of] {
		for i := sp.from; i < sp.to; i++ {
			if match(sp.s.words[:sp.to], i, pattern) > i {
				return true
			}
		}
	}
	return false
}
