package claims

import "maps"

// Parts are the parts of a language's reading that Without may take away.
var Parts = map[string]func(*lexicon){
	"verbs":      func(l *lexicon) { l.verbs, l.exact = nil, nil },
	"phrases":    func(l *lexicon) { l.states = nil },
	"nouns":      func(l *lexicon) { l.nouns = nil },
	"labels":     func(l *lexicon) { l.labels = nil },
	"numbers":    func(l *lexicon) { l.units, l.tens = nil, nil },
	"infinitive": func(l *lexicon) { l.infinitives, l.bases, l.gerunds = nil, nil, nil },
	"others":     func(l *lexicon) { l.moods.others = func(*lexicon, []word, int) bool { return false } },
	"negations":  func(l *lexicon) { l.lists[negations] = nil },
	"conditions": func(l *lexicon) { l.lists[conditions] = nil },
	"modals":     func(l *lexicon) { l.lists[modals] = nil },
	"wishes":     func(l *lexicon) { l.lists[wishes] = nil },
	"times":      func(l *lexicon) { l.lists[times], l.said[times] = nil, nil },
	"now":        func(l *lexicon) { l.lists[nows] = nil },
	"before":     func(l *lexicon) { l.lists[olds] = nil },
	"totals":     func(l *lexicon) { l.lists[totals] = nil },
	"carts":      func(l *lexicon) { l.lists[cartings] = nil },
	"being":      func(l *lexicon) { l.lists[beings] = nil },
	"articles":   func(l *lexicon) { l.lists[articles] = nil },
}

// Without is Check by a reading from which a part was taken.
func Without(part, locale, reply string, f Facts) Verdict {
	lex := *lexiconOf(locale)
	lex.lists, lex.said = maps.Clone(lex.lists), maps.Clone(lex.said)
	Parts[part](&lex)
	return lex.check(reply, f)
}
