package claims

import (
	"slices"
	"strings"
	"unicode"

	"github.com/evercart/evercart/hear"
)

// unknownName says that a word for which there is no other use here stands where English names a thing.
func (c *checker) unknownName(sp span, ws []word, i int) bool {
	l := c.lex
	if sp.trigger == nil || !sp.trigger.class.ofItems() || i == sp.trigger.from || i == 0 || ws[i].sep || c.figureAt(sp, i) != nil {
		return false
	}
	if l.tongue != nil {
		return c.foreignName(sp, ws, i)
	}
	w := ws[i].key
	if len(w) < 3 || l.small(w) || l.is(plain, w) || l.is(cartings, w) || l.is(persons, w) || l.is(harmless, w) || l.is(times, w) || l.is(sizing, w) || l.is(ands, w) {
		return false
	}
	if _, verb := l.bases[w]; verb {
		return false
	}
	if measures[w] || c.isOptionName(ws[i]) {
		return false
	}
	_, labeled := l.labels[w]
	if _, noun := l.nouns[w]; noun || labeled || l.units[w] > 0 || l.tens[w] > 0 || l.scales[w] > 0 || goods(ws[i]) != notGoods || hear.For("en").Small(w) || l.sizes[w] != "" {
		return false
	}
	if i+1 < len(ws) && !ws[i+1].sep && (goods(ws[i+1]) == nounWord || c.known.holds(ws[i+1])) {
		return false // "lovely scarf"
	}
	before := ws[i-1].key
	if l.at(ws, i+1) == "'s" && l.nounAt(ws, i+2) {
		return false // "the men's loafers"
	}
	if i > sp.from+1 && toldOf[ws[i-2].key] && l.is(articles, before) {
		return false // "it won't be on your bill"
	}
	return before == "the" || before == "a" || before == "an" || before == "your" || goods(ws[i-1]) == kindWord || c.figureAt(sp, i-1) != nil && c.figureAt(sp, i-1).amounts == nil
}

// toldOf stand before what a deed was not done to.
var toldOf = words("on at for to with off under by about near of over through during after before as like in into inside from")

// foreignName says that a word of another language than English, for which there is no use here, stands where a thing is named.
func (c *checker) foreignName(sp span, ws []word, i int) bool {
	l, w := c.lex, ws[i]
	if len(w.key) < 4 || l.useful(w) || c.known.holds(w) {
		return false
	}
	if l.tag == "de" {
		return unicode.IsUpper([]rune(w.raw)[0]) && c.objectAt(sp, ws, i)
	}
	if i+1 < sp.to && !ws[i+1].sep && !l.is(ands, ws[i+1].key) && !l.follows(ws[i+1]) {
		return false
	}
	return c.objectAt(sp, ws, i)
}

// useful says that there is a use for a word here besides naming goods.
func (l *lexicon) useful(w word) bool {
	_, verb := l.verbs[w.key]
	_, noun := l.nouns[w.key]
	_, labeled := l.labels[w.key]
	_, number := l.units[w.key]
	_, past := l.past[w.low]
	if verb || noun || labeled || number || past || l.tens[w.key] > 0 || l.scales[w.key] > 0 || l.sizes[w.key] != "" || goods(w) != notGoods || l.tongue.Kind(w.key) || l.small(w.key) {
		return true
	}
	if l.tag == "de" && slices.ContainsFunc(plainTails, func(t string) bool { return strings.HasSuffix(w.key, t) }) {
		return true
	}
	for _, of := range []list{plain, cartings, harmless, times, days, moments, sizing, moneys, cents, percents, olds, discounts, generics, shelves, wishes, ands, boths, sundry} {
		if l.is(of, w.key) {
			return true
		}
	}
	return false
}

// follows says that a word may stand behind a name: an adjective of it, or the verb.
func (l *lexicon) follows(w word) bool {
	return l.is(beings, w.key) || l.is(havings, w.key) || l.is(nows, w.key) || l.is(adverbs, w.key) || l.tongue.Kind(w.key) || w.key == "de" || w.key == "en" || w.key == "a" || w.key == "al" || w.key == "por" || w.key == "para" || l.verbs[w.key] != none
}

// objectAt says that what stands at i is what was put somewhere: behind an article or a number, and behind no preposition.
func (c *checker) objectAt(sp span, ws []word, i int) bool {
	l, at := c.lex, i-1
	for l.tag == "de" && at > sp.from && i-at < 3 && ws[at].raw == ws[at].low && inflected(ws[at].key) && !l.is(articles, ws[at].key) {
		at--
	}
	if at < sp.from || !l.is(articles, ws[at].key) && l.units[ws[at].key] == 0 && ws[at].key[0] > '9' {
		return false
	}
	if at == sp.from || ws[at].sep {
		return true
	}
	before := ws[at-1].key
	if l.tag == "de" {
		return !prepositions[before]
	}
	return l.is(ands, before) || at == sp.trigger.to
}

// inflected says that a German word may be an adjective before a noun.
func inflected(key string) bool {
	for _, end := range []string{"e", "en", "es", "er", "em"} {
		if strings.HasSuffix(key, end) {
			return true
		}
	}
	return false
}

// plainTails end German nouns that name no goods: "Lieblingsteil", "Gesamtpreis".
var plainTails = strings.Fields("teil teile stuck stucke artikel packung packungen wahl wunsch produkt modell preis preise betrag summe kosten gebuhr wert nummer code adresse versand lieferung wagen liste zeit tage woche name farbe grosse lager bestand rabatt bestellung abholung kollegin kollege ung heit keit schaft tion")

var prepositions = words("in ins im auf aufs fur mit von vom zu zum zur bei beim nach aus uber unter vor ohne durch gegen wegen um am an ans statt anstatt als per pro")

// translated says that the nouns of goods have words in the reply's language here, so that what has none is something else.
func (c *checker) translated(deeds []Deed) bool {
	return !slices.ContainsFunc(deeds, func(d Deed) bool {
		of := stems(d.Title)
		return len(of) > 0 && !c.lex.has[of[len(of)-1]]
	})
}

// foreign says that a thing for which there is no word here is none of those that were done.
func (c *checker) foreign(w word, deeds []Deed) string {
	if c.translated(deeds) && !slices.ContainsFunc(deeds, func(d Deed) bool { return c.beginsAs(w, d) }) {
		return "item"
	}
	return ""
}

// beginsAs says that a German compound begins with a word of a title: "Tintenfass" of an ink bottle.
func (c *checker) beginsAs(w word, d Deed) bool {
	if c.lex.tag != "de" {
		return false
	}
	title := stems(d.Title)
	for at := 3; at <= len(w.key)-3; at++ {
		if slices.ContainsFunc(c.lex.names(w.key[:at]), func(name string) bool { return slices.Contains(title, hear.For("en").Stem(name)) }) {
			return true
		}
	}
	return false
}

// spoken are the last words of the English names of goods for which a language has words here.
func (l *lexicon) spoken() map[string]bool {
	out := map[string]bool{}
	take := func(name string) {
		if f := strings.Fields(name); len(f) > 0 {
			out[hear.For("en").Stem(hear.Fold(f[len(f)-1]))] = true
		}
	}
	for _, list := range l.goods {
		for _, name := range list {
			take(name)
		}
	}
	for _, name := range l.tongue.EnglishNames() {
		take(name)
	}
	return out
}
