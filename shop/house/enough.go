package house

import "slices"

// enough says whether the sentence may stand as the answer.
func (a *Answers) enough(q query, r ranked) bool {
	if q.abroad && q.has("deliver") && slices.ContainsFunc(r.p.sentences, func(s sentence) bool { return s.words[classMark+"elsewhere"] }) {
		return r.cover >= enoughFact
	}
	if !r.typed || !r.some {
		return false
	}
	lost := 0.0
	for _, t := range r.missing {
		if a.unheard(t) { // the answers never speak of it
			return false
		}
		lost += t.force
	}
	if lost >= 1 && a.mostly(q, r) {
		lost = 0
	}
	if r.bare && !r.goods && r.carried <= 1 && a.another(q, r.p.title) {
		return false
	}
	if q.wants == 0 {
		if r.single && (q.yesNo && r.bare && !r.goods || !q.yesNo && !r.goods && !r.context) {
			return false
		}
		return r.cover >= enoughAny && lost < 1 && (r.carried >= 1 || r.carried > 0 && r.goods && r.cover >= 0.8)
	}
	if q.wants == ofMoney && r.carried == 0 && !r.context { // what goods cost is the catalogue's to say
		return false
	}
	return r.cover >= enoughFact && lost < 1
}

// mostly says that what a sentence holds of the question outweighs by far what it lacks, and that it states just what is asked
// for: "how many days do you hold the new one while I send the old one back".
func (a *Answers) mostly(q query, r ranked) bool {
	lost := 0.0
	for _, t := range r.missing {
		lost += a.weight(t)
	}
	return q.wants != 0 && r.p.sentences[r.at].plain&q.wants != 0 && r.carried >= 1 && len(r.missing) == 1 && lost <= maxLost*r.got
}

// another says that a title names a material or a kind of goods that the question does not: what is said of silk is not said
// of down.
func (a *Answers) another(q query, title bag) bool {
	for w := range title {
		if a.lex.goods[w] && !q.all[w] && !slices.ContainsFunc(a.lex.single[w], func(c string) bool { return q.all[classMark+c] }) {
			return true
		}
	}
	return false
}

// unheard says that neither a word, nor its class, nor one that sounds like it stands in the answers at all.
func (a *Answers) unheard(t term) bool {
	if t.force < 1 || a.known[t.stem] > 0 {
		return false
	}
	for _, c := range t.classes {
		if a.known[classMark+c] > 0 {
			return false
		}
	}
	return len(a.likely(t.stem)) == 0
}
