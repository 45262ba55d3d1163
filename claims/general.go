package claims

import "slices"

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

var (
	anyones = words("anything whoever anyone anybody")
	abiding = words("stays stay goes go keeps remains remain lasts gets")
	lasting = words("day days week weeks month months year hour hours noon tag tage tagen wochen monat monate monaten stunden dia dias semanas mes meses horas")
)
