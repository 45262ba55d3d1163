package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// settling gathers what a turn says of the options of one product, sentence by sentence: what is said last of an option counts.
type settling struct {
	hit  evercart.Hit
	said map[string]string // the value of each option that was spoken of
	n    int               // how many
}

// settled finds the answer to which one of a thing is wanted in whatever is told around it: "she was always a small, but her feet have
// swollen up, so I should think a large". False = no option is told, or more is wanted than that.
func (t *turn) settled(text string) (outcome, bool) {
	q := t.openQuestion()
	if t.said != "" || !t.fresh || masked(text) || q == nil || q.Kind != "variant" || q.Pending == nil || q.Pending.Verb == "" {
		return outcome{}, false
	}
	hits := t.grouped(q.Choices)
	words := t.lang.Words(text)
	if _, known := t.opined(q, text); known || len(hits) != 1 || len(words) < 3 || len(words) > maxWords {
		return outcome{}, false
	}
	return t.settledOf(q, hits[0], words)
}

func (t *turn) settledOf(q *evercart.Question, hit evercart.Hit, words []token) (outcome, bool) {
	s := &settling{hit: evercart.Hit{Product: hit.Product, Variants: active(hit.Product.Variants)}, said: map[string]string{}}
	for _, p := range told(words) {
		if !t.settles(s, p) {
			return outcome{}, false
		}
	}
	if len(s.said) == 0 {
		return outcome{}, false
	}
	keys := map[string][]string{}
	for name, v := range s.said {
		keys[name] = []string{v}
	}
	left := having(t, slices.Clone(hit.Variants), keys)
	if len(left) == 0 {
		left = having(t, slices.Clone(s.hit.Variants), keys)
	}
	var skus []evercart.SKU
	for _, v := range left {
		skus = append(skus, v.SKU)
	}
	if len(skus) == 0 {
		o := t.askAgain(q, q.Choices)
		o.say = t.sayOwn("no.such", t.the(hit.Product))
		return o, true
	}
	return t.doChoices(q, skus, s.n)
}

// told cuts what is told at marks and where it turns: "but", "so", "then", "now".
func told(words []token) [][]token {
	var out [][]token
	from := 0
	for i, w := range words {
		if i > from && (w.Text == "but" || w.Text == "so" || w.Text == "because" || w.Text == "though") {
			out, from = append(out, words[from:i]), i
		}
		if w.Stop != hear.None || i+1 == len(words) {
			out, from = append(out, words[from:i+1]), i+1
		}
	}
	return out
}

// Steps from a size that was told: "he is half a size up on me".
var (
	sizeUp   = sift.Of(`\b(?:size|sizes) (?:up|bigger|larger)\b`)
	sizeDown = sift.Of(`\b(?:size|sizes) (?:down|smaller)\b`)
)

// settles takes what one sentence says; false = it asks, or wants something else.
func (t *turn) settles(s *settling, p []token) bool {
	text := hear.Text(p)
	if interrogates(p) {
		return false
	}
	if sizeUp.MatchString(text) || sizeDown.MatchString(text) {
		return t.settlesStep(s, text)
	}
	found, or := map[string]int{}, false
	for i := 0; i < len(p); {
		name, value, n := t.optionAt(s.hit, p, i)
		switch {
		case n > 0 && t.saidOf(p, i, n):
			if found[name]++; found[name] > 1 && s.said[name] != value {
				if or = or || strings.Contains(text, " or "); !or {
					if strings.Contains(text, " and ") {
						return false
					}
				}
			}
			s.said[name] = value
			if count, took := t.lang.Number(p, max(0, i-1)); i > 0 && took == 1 && count > 1 {
				s.n = count
			}
		case n == 0 && t.otherWish(s.hit, p, i):
			return false
		case n == 0 && len(p) <= 3:
			if count, took := t.lang.Number(p, i); took > 0 && count > 1 && (i+took == len(p) || !lasting[p[i+took].Text]) {
				s.n, n = count, took
			}
		}
		i += max(1, n)
	}
	if or {
		for name, times := range found {
			if times > 1 {
				delete(s.said, name)
			}
		}
	}
	return true
}

// settlesStep goes a step on from the size that was told before.
func (t *turn) settlesStep(s *settling, text string) bool {
	for _, v := range s.hit.Variants {
		for _, o := range v.Options {
			if t.isColor(o) || s.said[o.Name] == "" || s.said[o.Name] != t.lang.Value(o.Value) {
				continue
			}
			to := t.steppedAs(text, evercart.Line{SKU: v.SKU, Options: v.Options}, sizeUp.MatchString(text)).To
			for _, w := range s.hit.Product.Variants {
				if to != "" && w.SKU == to {
					s.said[o.Name] = t.lang.Value(w.Option(o.Name))
					return true
				}
			}
		}
	}
	return false
}

// optionAt reads a value of an option of a product.
func (t *turn) optionAt(hit evercart.Hit, p []token, i int) (name, value string, n int) {
	var it item
	if n = t.opinedAt(&it, []evercart.Hit{hit}, p, i); n == 0 {
		return "", "", 0
	}
	for _, v := range it.nums {
		if v.sized {
			it.sizes = append(it.sizes, v.size)
		}
	}
	for name, keys := range t.optionsSaid(hit.Product, wishes{it.words, it.sizes}) {
		if len(keys) == 1 {
			return name, keys[0], n
		}
	}
	return "", "", 0
}

// saidOf says that a value is told of the thing that was asked about: not of a noun behind it ("an ivory skirt"), and not denied.
func (t *turn) saidOf(p []token, i, n int) bool {
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		w := p[j].Text
		if t.tables.denials[w] && w != "if" || w == "than" || w == "hates" || w == "hate" {
			return false
		}
		if !t.tables.articles[w] && w != "size" && w != "really" && w != "quite" {
			break
		}
	}
	if i+n >= len(p) || p[i+n-1].Stop != hear.None {
		return true
	}
	next := p[i+n].Text
	if lasting[next] {
		return false
	}
	_, cue := englishCues.At(p, i+n)
	return cue > 0 || opining[next] || englishFiller[next] || t.lang.Small(next) || saysOf.MatchString(next) || t.wordKind(next) != wordStrange && t.wordKind(next) != wordGoods
}

// lasting are counted by numbers that are no sizes.
var lasting = set("years", "year", "months", "month", "weeks", "week", "days", "day", "hours", "minutes", "times", "people", "kids", "dollars", "metres", "meters", "feet", "percent", "old")

// otherWish says that a word wants something else: a deed, or other goods that are wished for.
func (t *turn) otherWish(hit evercart.Hit, p []token, i int) bool {
	letter, n := englishCues.At(p, i)
	if n > 0 && strings.ContainsRune("rwvLb", letter) && !mildly[hear.Text(p[i:i+n])] {
		return true
	}
	if t.kindAt(p, i) != wordGoods || t.bears(hit.Product, []string{p[i].Text}) {
		return false
	}
	return slices.ContainsFunc(t.slotsOf(hear.Text(p)).slots, func(s slot) bool { return strings.ContainsRune("aAm", s.letter) && !mildly[s.text] })
}

// ofLooked leaves of a question which of several goods is meant the one that was looked at since it was asked, where the answer does not
// tell them apart: "loafers or a belt?" – "how much is the belt?" – "one please, black".
func (t *turn) ofLooked(q *evercart.Question, it item) *evercart.Question {
	calls := t.lastCalls()
	if q.Kind != "product" || len(calls) == 0 || calls[len(calls)-1].Tool != "get_product" || it.empty() || it.ref == refOther || it.ref == refEach || it.ref == refThem && it.qty == 0 || len(it.ordinals) > 0 || it.rank != 0 {
		return q
	}
	hits := t.grouped(q.Choices)
	at := -1
	for i, h := range hits {
		if inFocus(t.state.Focus[:min(1, len(t.state.Focus))], h.Product) {
			at = i
		}
	}
	if at < 0 || len(hits) < 2 {
		return q
	}
	if left, _ := t.narrowTo(q, it); !it.onlyPoints() && !slices.ContainsFunc(left, func(s evercart.SKU) bool { return inFocus([]evercart.SKU{s}, hits[at].Product) }) {
		return q
	}
	one := *q
	one.Choices, one.Options = nil, nil
	for _, v := range hits[at].Variants {
		one.Choices = append(one.Choices, v.SKU)
	}
	return &one
}
