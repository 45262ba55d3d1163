package claims

import (
	"slices"
	"strings"
)

// general says that a sentence tells of whatever there may be, and so how the shop works: "anything that is saved is kept for thirty days".
func (c *checker) general(sp span) bool {
	l, ws := c.lex, sp.s.words
	first := 0
	for first < len(ws)-1 && (l.is(adverbs, ws[first].key) && ws[first].key != "all" || l.is(ands, ws[first].key)) {
		first++
	}
	all := slices.ContainsFunc(ws, func(w word) bool { return lasting[w.key] })
	switch k, next := ws[first].key, l.at(ws, first+1); l.tag {
	case "en":
		if !anyones[k] && (!all || k != "whatever" && (k != "everything" && k != "all" || next != "that" && next != "you")) {
			return false
		}
		main := ""
		for _, w := range ws {
			if l.is(beings, w.key) || l.is(havings, w.key) || abiding[w.key] {
				main = w.key
			}
		}
		if main != "is" && main != "are" && !abiding[main] {
			return false
		}
	case "es":
		if !all || slices.ContainsFunc(ws, func(w word) bool { return w.key == "he" || w.key == "hemos" }) || (k != "lo" || next != "que") && (k != "todo" || next != "lo") {
			return false
		}
	default:
		if !all || k != "was" && k != "wer" && (k != "alles" || next != "was") {
			return false
		}
	}
	if t := sp.trigger; t.told && (t.class == in || t.class == out || t.class == have || t.class == back || t.class == empty) {
		return false
	}
	return !slices.ContainsFunc(ws, func(w word) bool { return l.is(nows, w.key) || l.is(ours, w.key) })
}

// attributive says that a sentence begins with a participle that only tells which things it is about: "cancelled orders are refunded within a week".
func (l *lexicon) attributive(ws []word, at int) bool {
	if at >= len(ws) || l.verbs[ws[at].key] == none && !sorted[ws[at].key] || slices.ContainsFunc(ws[:at], func(w word) bool { return !l.is(adverbs, w.key) && !l.is(ands, w.key) }) {
		return false
	}
	for i := at + 1; i+1 < min(at+4, len(ws)); i++ {
		if ws[i].sep || l.is(articles, ws[i].key) || ws[i].number || l.is(boths, ws[i].key) || l.is(wholes, ws[i].key) {
			return false
		}
		if next := ws[i+1]; strings.HasSuffix(ws[i].key, "s") && !next.sep && (next.key == "are" || l.is(modals, next.key) && next.key != "to" || enduring[next.key]) {
			return true
		}
	}
	return false
}

// lasts says that a Spanish participle behind a noun only tells which things are spoken of: "los pedidos cancelados se reembolsan".
func (l *lexicon) lasts(ws []word, at int) bool {
	if at == 0 || at+2 >= len(ws) || l.at(ws, at+1) != "se" || ws[at+1].sep || !strings.HasSuffix(ws[at-1].key, "s") || l.is(beings, ws[at-1].key) || l.is(havings, ws[at-1].key) {
		return false
	}
	verb := ws[at+2].low
	return (strings.HasSuffix(verb, "an") || strings.HasSuffix(verb, "en")) && verb != "han"
}

// sorted tell goods apart by what became of them, which a shop has a rule for.
var sorted = words("discontinued opened unopened damaged expired unclaimed unused delivered undelivered")

// enduring are what things do as a rule.
var enduring = words("stay go show ship arrive take come count remain expire last leave cost qualify get keep")

var (
	anyones = words("anything whoever anyone anybody")
	abiding = words("stays stay goes go keeps remains remain lasts gets")
	lasting = words("day days week weeks month months year hour hours noon tag tage tagen wochen monat monate monaten stunden dia dias semanas mes meses horas")
)
