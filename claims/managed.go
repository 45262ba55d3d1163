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
	"en": words("managed able got happy glad pleased delighted sure"), // "I made sure to"
	"es": words("permiti permito acabo acabamos acaba acaban acabar pude pudimos podido logre logramos logrado consegui conseguimos conseguido"),
}

// managed says that the word at i is an infinitive that tells of something done.
func (l *lexicon) managed(ws []word, i int) (class, bool) {
	if i == 0 {
		return none, false
	}
	if k, ok := l.gerunds[ws[i].key]; ok && i > 1 {
		before := l.at(ws, i-1)
		return k, before == "finished" || before == "of" && ws[i-2].key == "liberty" || before == "in" && ws[i-2].key == "succeeded" || before == "done"
	}
	k, ok := l.infinitive(ws[i].key)
	if !ok {
		return none, false
	}
	prev := l.at(ws, i-1)
	switch l.tag {
	case "en":
		return k, prev == "to" && l.achieved(ws, i-2)
	case "es":
		if prev == "de" {
			prev = l.at(ws, i-2)
		}
		return k, achieved["es"][prev]
	}
	if i+1 < len(ws) && !ws[i+1].sep && !l.is(ands, ws[i+1].key) {
		return none, false
	}
	if strings.Contains(ws[i].key[1:], "zu") && slices.ContainsFunc(ws[:i], func(w word) bool { return permitted[w.key] }) {
		return k, true
	}
	for at := i - 1; at >= 0 && !ws[at+1].sep; at-- {
		if could(ws[at]) {
			return k, true
		}
	}
	return none, false
}

// achieved says that the English word at i tells that one got done what follows: who "was glad to" did, who "is glad to" may.
func (l *lexicon) achieved(ws []word, i int) bool {
	if i < 0 || !achieved["en"][ws[i].key] {
		return false
	}
	switch ws[i].key {
	case "managed", "got":
		return true
	case "sure":
		return l.at(ws, i-1) == "made"
	}
	for i--; i > 0 && (l.is(adverbs, ws[i].key) || ws[i].key == "more" || ws[i].key == "than"); i-- {
	}
	k := l.at(ws, i)
	return k == "was" || k == "were" || k == "been" || k == "not"
}

// failedTo says that the base of a verb tells what one did not get done: "I couldn't add it".
func (l *lexicon) failedTo(ws []word, i int) bool {
	prev, before := l.at(ws, i-1), l.at(ws, i-2)
	if prev == "not" {
		return before == "could"
	}
	return prev == "to" && (before == "unable" || before == "failed" || (before == "able" || before == "manage") && slices.ContainsFunc(ws[max(0, i-5):i], func(w word) bool { return w.key == "not" }))
}

// coordinated says that a verb whose past is its base hangs on the "can" of a verb before it: "I could take these out and put those in".
func (l *lexicon) coordinated(ws []word, at int) bool {
	if l.tag != "en" || !unbent[ws[at].key] {
		return false
	}
	i := at - 1
	for i > 0 && !l.is(ands, ws[i].key) && l.is(adverbs, ws[i].key) {
		i--
	}
	if i < 2 || ws[i].key != "and" {
		return false
	}
	for i--; i > 0; i-- {
		if l.is(ours, ws[i].key) || l.is(beings, ws[i].key) && ws[i].key != "be" {
			return false
		}
		if thinking[ws[i].key] {
			return !l.is(negations, ws[i+1].key) && ws[i+1].key != "have"
		}
		if ws[i].sep {
			return false
		}
	}
	return false
}

// unbent are verbs of doing whose past is their base.
var unbent = words("put set cut")

// thinking stand before what is only thought of, and what is to come.
var thinking = words("will would shall should can could may might")

// gerunds are the forms in "ing" of what one may have finished doing.
func gerunds(bases map[string]class) map[string]class {
	out := map[string]class{}
	for b, k := range bases {
		out[strings.TrimSuffix(b, "e")+"ing"] = k
		out[b+b[len(b)-1:]+"ing"] = k
	}
	return out
}

// permitted stand in German before what one got done: "ich habe mir erlaubt, sie dazuzulegen".
var permitted = words("erlaubt geschafft gelungen")

// could is German for what one was able to do, not for what one might.
func could(w word) bool { return w.low == "konnte" || w.low == "konnten" }

// might says that what was got done is only thought of: "I would have managed to add it".
func (l *lexicon) might(before []word) bool {
	return slices.ContainsFunc(before, func(w word) bool { return l.is(modals, w.key) && w.key != "to" && !could(w) })
}
