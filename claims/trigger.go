package claims

import (
	"slices"
	"strings"
)

// triggers finds the claims of a sentence; of those that no mark parts, the first deed counts, else the first state.
func (l *lexicon) triggers(ws []word) []trigger {
	var all []trigger
	for i := 0; i < len(ws); {
		t, ok := l.trigger(ws, i)
		if !ok {
			i++
			continue
		}
		all = append(all, t)
		i = t.to
	}
	var out []trigger
	for _, t := range all {
		n := len(out)
		if n == 0 || l.parted(ws, out[n-1].to, t.from) || out[n-1].class == done && !t.told {
			out = append(out, t)
			continue
		}
		if slices.ContainsFunc(ws[out[n-1].to:t.from], func(w word) bool { return w.key == "before" }) {
			continue // "I stopped it before it shipped"
		}
		if p := &out[n-1]; p.told && !t.told && !l.byOthers(ws, t.from) || !p.told && l.byOthers(ws, p.from) { // "the slippers you saved are back"
			*p = t
		}
	}
	return out
}

// byOthers says that the word before a deed names somebody else.
func (l *lexicon) byOthers(ws []word, at int) bool {
	i := at - 1
	for i >= 0 && (l.is(havings, ws[i].key) || l.is(adverbs, ws[i].key) || ws[i].key == "would") && !l.is(ours, ws[i].key) {
		i--
	}
	return i >= 0 && l.is(persons, ws[i].key)
}

// parted says that a mark or a conjunction stands between two places.
func (l *lexicon) parted(ws []word, from, to int) bool {
	for i := from; i <= to && i < len(ws); i++ {
		if ws[i].sep || l.is(ands, ws[i].key) {
			return true
		}
	}
	return false
}

// state finds a phrase that tells how things are; to = i where there is none.
func (l *lexicon) state(ws []word, i int) (class, int) {
	find := func(of []phrase) (class, int) {
		for _, s := range of {
			to := match(ws, i, s.steps)
			if to > i+1 && l.is(ands, ws[to-1].key) { // "is in and …": it parts this claim from the next
				to--
			}
			if to > i {
				return s.class, to
			}
		}
		return none, i
	}
	if k, to := find(l.states[ws[i].key]); to > i {
		return k, to
	}
	for _, kind := range wordKinds {
		if of := l.states[kind.name]; of != nil && kind.is(ws[i]) {
			if k, to := find(of); to > i {
				return k, to
			}
		}
	}
	return none, i
}

func (l *lexicon) trigger(ws []word, i int) (trigger, bool) {
	if s, to := l.state(ws, i); to > i {
		got := l.tag == "en" && i > 1 && ws[i-1].key == "to" && l.achieved(ws, i-2) // "I managed to get it in"
		return trigger{from: i, to: to, class: s, told: s != undo && s != order && s != other, managed: got}, true
	}
	if c, ok := l.exact[ws[i].low]; ok && l.ofUs(ws, i) {
		return trigger{from: i, to: i + 1, class: c}, true
	}
	if c, ok := l.verbs[ws[i].key]; ok && !l.named(ws, i) && !l.idle(ws, i) {
		return trigger{from: i, to: i + 1, class: c}, true
	}
	if c, ok := l.bases[ws[i].key]; ok && i > 1 && ws[i-1].key == "not" && (ws[i-2].key == "did" || ws[i-2].key == "does") {
		return trigger{from: i, to: i + 1, class: c}, true
	}
	if c, ok := l.bases[ws[i].key]; ok && l.failedTo(ws, i) {
		return trigger{from: i, to: i + 1, class: c, failed: true}, true
	}
	if c, ok := l.managed(ws, i); ok {
		return trigger{from: i, to: i + 1, class: c, managed: true}, true
	}
	if l.unknownDeed(ws, i) {
		return trigger{from: i, to: i + 1, class: other}, true
	}
	return trigger{}, false
}

// idle says that a verb of doing does nothing as it stands: "I made sure", "it used to be three", "it turned out".
func (l *lexicon) idle(ws []word, i int) bool {
	next := idling[ws[i].key]
	return l.tag == "en" && (next[l.at(ws, i+1)] || l.at(ws, i+2) == "liberty" || ws[i].key == "returned" && i > 0 && l.is(articles, ws[i-1].key) && l.is(plain, l.at(ws, i+1)))
}

// idling are, by verb, the words behind it with which it does nothing.
var idling = map[string]map[string]bool{
	"made": words("sure certain up of from by out"), "used": words("to"), "turned": words("out up"), "pulled": words("up"), "passed": words("by"), "pointed": words("out"), "taken": words("care"), "noted": words("that"), "saved": words("items list"),
}

// named says that a word stands where a thing is named: "a second set of sheets", "your saved slippers".
func (l *lexicon) named(ws []word, i int) bool {
	switch {
	case l.tag == "es":
		return l.lasts(ws, i)
	case l.tag != "en":
		return false
	case l.attributive(ws, i):
		return true
	case i == 0:
		return false
	}
	if ws[i].key == "cut" && i > 1 && l.is(articles, ws[i-2].key) && l.nounAt(ws, i+1) || ws[i].key == "cut" && (l.is(articles, ws[i-1].key) || (opposed(ws[i-1]) || goods(ws[i-1]) == notGoods) && !l.small(ws[i-1].key) && (i == 1 || ws[i-1].sep || l.is(articles, ws[i-2].key) || ws[i-2].key == "in")) {
		return true // "in the long cut"
	}
	named := l.is(articles, ws[i-1].key) || ws[i-1].key == "single" || l.is(plain, ws[i-1].key) && ws[i].key == "set" || l.units[ws[i-1].key] > 0
	if ws[i].key == "set" {
		return named || l.at(ws, i+1) == "of" || goods(ws[i-1]) != notGoods && !toSet[l.at(ws, i+1)] // "the tea set"
	}
	return named && !l.is(pointing, ws[i-1].key) && l.nounAt(ws, i+1)
}

// toSet may stand behind what was set.
var toSet = words("to for aside up at as by")

// unknownDeed says that the shop's voice says of itself to have done something for which there is no word here.
func (l *lexicon) unknownDeed(ws []word, i int) bool {
	w := ws[i].key
	if l.is(harmless, w) || l.is(havings, w) || l.is(beings, w) || len(w) < 4 || goods(ws[i]) == nounWord {
		return false
	}
	switch l.tag {
	case "en":
		at, has := i-1, false
		for at >= 0 && (l.is(adverbs, ws[at].key) || l.is(havings, ws[at].key)) && !l.is(ours, ws[at].key) {
			has = has || ws[at].key == "have"
			at--
		}
		return strings.HasSuffix(w, "ed") && has && at >= 0 && l.is(ours, ws[at].key)
	case "es":
		return (strings.HasSuffix(w, "ado") || strings.HasSuffix(w, "ido")) && i > 0 && (ws[i-1].key == "he" || ws[i-1].key == "hemos")
	case "de":
		participle := strings.HasPrefix(w, "ge") && (strings.HasSuffix(w, "t") || strings.HasSuffix(w, "en")) || strings.HasSuffix(w, "iert")
		ends := i+1 == len(ws) || ws[i+1].sep || l.is(ands, ws[i+1].key)
		return participle && ends && slices.ContainsFunc(ws[:i], func(o word) bool { return o.key == "habe" }) &&
			slices.ContainsFunc(ws[:i], func(o word) bool { return o.key == "ich" })
	}
	return false
}
