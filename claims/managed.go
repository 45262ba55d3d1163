package claims

import (
	"slices"
	"strings"
)

// infinitive finds what an infinitive does.
func (l *lexicon) infinitive(key string) (class, bool) {
	if k, ok := l.infinitives[key]; ok {
		return k, true
	}
	if l.tag == "es" {
		for _, c := range clitics {
			if head, ok := strings.CutSuffix(key, c); ok && l.infinitives[head] != none {
				return l.infinitives[head], true
			}
		}
	}
	return none, false
}

// achieved are words for what one got done, before the infinitive that says what: "acabo de añadirla", "I managed to add it".
var achieved = map[string]map[string]bool{
	"en": words("managed able got"),
	"es": words("acabo acabamos acaba acaban acabar pude pudimos podido logre logramos logrado consegui conseguimos conseguido"),
}

// managed says that the word at i is an infinitive that tells of something done.
func (l *lexicon) managed(ws []word, i int) (class, bool) {
	if i == 0 {
		return none, false
	}
	k, ok := l.infinitive(ws[i].key)
	if !ok {
		return none, false
	}
	prev := l.at(ws, i-1)
	switch l.tag {
	case "en":
		if before := l.at(ws, i-3); prev != "to" || !achieved["en"][l.at(ws, i-2)] || l.at(ws, i-2) == "able" && before != "was" && before != "were" && before != "been" && before != "not" {
			return none, false
		}
		return k, true
	case "es":
		if prev == "de" {
			prev = l.at(ws, i-2)
		}
		return k, achieved["es"][prev]
	}
	if i+1 < len(ws) && !ws[i+1].sep && !l.is(ands, ws[i+1].key) {
		return none, false
	}
	for at := i - 1; at >= 0 && !ws[at+1].sep; at-- {
		if could(ws[at]) {
			return k, true
		}
	}
	return none, false
}

// could is German for what one was able to do, not for what one might.
func could(w word) bool { return w.low == "konnte" || w.low == "konnten" }

// might says that what was got done is only thought of: "I would have managed to add it".
func (l *lexicon) might(before []word) bool {
	return slices.ContainsFunc(before, func(w word) bool { return l.is(modals, w.key) && w.key != "to" && !could(w) })
}
