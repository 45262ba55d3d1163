package claims

import "slices"

// alike says that a thing named in another language by more words than fit is this one all the same, since its noun does, and nothing else does
// better: a clock for the table is the desk clock.
func (c *checker) alike(m mention, d Deed) bool {
	if c.lex.tongue == nil || len(m.head) == 0 || len(m.mods) == 0 {
		return false
	}
	whole := func(o Deed) bool { return o.Title != "" && o.Title != d.Title && m.fits(o, nil) == "" }
	for _, list := range [][]Deed{c.facts.Deeds, c.facts.Lines, c.facts.Saved, c.facts.Goods} {
		if slices.ContainsFunc(list, whole) {
			return false
		}
	}
	bare := m
	bare.mods = nil
	for _, mod := range m.mods {
		if goods(word{eng: mod}) != nounWord {
			bare.mods = append(bare.mods, mod)
		}
	}
	return len(bare.mods) < len(m.mods) && bare.fits(d, nil) == ""
}

// isOf says that a name only tells in Spanish which of the things before it is meant: "reloj de mesa", where there is a clock and no table.
func (c *checker) isOf(ws []word, of, m mention) bool {
	if c.lex.tag != "es" || m.unknown || of.unknown || m.from != of.at+2 || ws[m.from-1].key != "de" || ws[m.from-1].sep {
		return false
	}
	is := false
	for _, list := range [][]Deed{c.facts.Deeds, c.facts.Lines, c.facts.Saved, c.facts.Goods} {
		for _, d := range list {
			if d.Title != "" && (mention{head: m.head}).fits(d, nil) == "" {
				return false
			}
			is = is || d.Title != "" && (mention{head: of.head}).fits(d, nil) == ""
		}
	}
	return is
}

// shaped are what a word that has an opposite may be said of instead of the goods: "in the long cut".
var shaped = words("cut length fit version style one")
