package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// opining is what stands around a size or a colour that somebody thinks right: "I should think a medium would do", "he is a nine".
var opining = set("think", "thinking", "should", "would", "suppose", "reckon", "guess", "imagine", "believe", "say", "saying", "said", "fit", "fits", "suit", "suits", "do", "does", "will", "usually", "normally", "probably", "generally", "mostly", "always", "perhaps", "maybe",
	"wear", "wears", "wearing", "take", "takes", "need", "needs", "am", "is", "are", "be", "being", "it", "he", "she", "they", "i", "we", "my", "me", "him", "her", "them", "us", "husband", "wife", "son", "daughter", "mother", "father", "mum", "dad", "brother", "sister",
	"a", "an", "the", "in", "size", "one", "ones", "colour", "color", "please", "then", "for", "about", "around", "best", "better", "fine", "nicely", "safest", "safe", "sure", "pretty", "quite", "definitely", "honestly", "let", "see", "know", "to", "that", "this", "well",
	"oh", "um", "uh", "er", "hm", "hmm", "ah", "okay", "ok", "yes", "yeah", "right", "so", "and", "have", "had", "go", "with", "like", "want", "prefer", "rather", "just", "really", "now", "actually", "there", "feet", "foot", "days", "nowadays", "lately", "these", "waist", "have", "can", "could", "might", "must", "if", "may", "usual", "as")

// opined reads what is thought right of the choices of a question, where nothing else is said: an item of options alone.
func (t *turn) opined(q *evercart.Question, text string) (item, bool) {
	words := t.wordsOf(text)
	if len(words) == 0 || len(words) > 16 || slices.ContainsFunc(words, func(w token) bool { return w.Stop == hear.Question || t.tables.denials[w.Text] && w.Text != "if" }) {
		return item{}, false
	}
	var it item
	hits := t.grouped(q.Choices)
	for i := 0; i < len(words); {
		n := t.opinedAt(&it, hits, words, i)
		if n == 0 && !opining[words[i].Text] {
			return item{}, false
		}
		i += max(1, n)
	}
	return it, len(it.words)+len(it.sizes)+len(it.nums) > 0
}

// opinedAt takes a size, a number or a word of an option into an item.
func (t *turn) opinedAt(it *item, hits []evercart.Hit, words []token, i int) int {
	if size, n := t.lang.Letters(words, i); n > 0 && (n > 1 || len(words[i].Text) > 3 || t.lang.IsMeasure(words[i].Text) || i+1 == len(words) || i > 0 && t.tables.sizeSigns[words[i-1].Text]) {
		it.sizes = append(it.sizes, size)
		return n
	}
	if size, n := t.lang.Measure(words, i); n > 0 && words[i].Text != "a" && (words[i].Text != "one" || t.isValue(hits, "1")) {
		count, _ := t.lang.Number(words, i)
		it.nums = append(it.nums, num{size, count, t.isValue(hits, size)})
		return n
	}
	if w := words[i].Text; !t.lang.Small(w) && t.allOptions(hits, []string{w}) {
		it.words = append(it.words, w)
		return 1
	}
	return 0
}

// takesShown reads "then I'll take that", where another variant was looked at while it was asked which one: that one is meant.
func (t *turn) takesShown(q *evercart.Question, it item) (outcome, bool) {
	calls := t.lastCalls()
	n := it.qty
	if it.qty = 0; !it.onlyPoints() || q.Kind != "variant" || q.Pending == nil || q.Pending.Verb != evercart.Add || len(calls) == 0 || len(t.state.Focus) == 0 {
		return outcome{}, false
	}
	sku := lookedUp(calls[len(calls)-1])
	if sku == "" || !sameSKU(sku, t.state.Focus[0]) {
		return outcome{}, false
	}
	pending := *q.Pending
	pending.SKU = sku
	if n > 0 {
		pending.Quantity = n
	}
	return outcome{commands: []evercart.Command{pending}}, true
}

// sameAsLast reads "the same size", asked which one: as the line has it that was last changed.
func (t *turn) sameAsLast(q *evercart.Question, it item) (item, bool) {
	if !it.same || q.Kind != "variant" || len(it.sizes)+len(it.sizedNums()) > 0 {
		return it, false
	}
	lines := t.lastChanged(t.state.Cart.Lines)
	if len(lines) != 1 || slices.ContainsFunc(it.words, func(w string) bool { return w != "colour" && w != "color" }) {
		return it, false
	}
	hits := t.grouped(q.Choices)
	same := item{qty: it.qty}
	if same.qty == 0 && len(it.nums) == 1 {
		same.qty = it.nums[0].count
	}
	for _, o := range lines[0].Options {
		if key := t.lang.Value(o.Value); !isDefault(o) && t.isValue(hits, key) {
			if t.isColor(o) {
				same.words = append(same.words, key)
			} else {
				same.sizes = append(same.sizes, key)
			}
		}
	}
	return same, len(same.words)+len(same.sizes) > 0
}

// What asks whether there is one otherwise: "would you have the large", "and in ivory you have the L?"
var otherwise = sift.Of(`^(?:(?:do|would|have|did) you (?:still |also |perhaps |maybe )*(?:have|got|do|get|stock|sell|carry)(?: it| them| that| those| one)?|is there|are there|is it|are they|does it come|do they come|what about|how about|in)\b`)

// asksOtherwise reads a question that names no more than options of the one thing that is spoken of; what was said of it before stands.
func (t *turn) asksOtherwise(words []token, text string) (clause, bool) {
	folded := hear.Text(words)
	if len(words) > 12 || !otherwise.MatchString(folded) && (t.openQuestion() != nil || !isOne.MatchString(folded)) {
		return clause{}, false
	}
	if wished.MatchString(folded) || t.openQuestion() != nil && ifYouHave.MatchString(folded) { // "in a large, if you have it" answers
		return clause{}, false
	}
	if strings.HasPrefix(folded, "in ") && !strings.Contains(folded, " you ") {
		return clause{}, false
	}
	hits := t.focus()
	if len(hits) != 1 || t.shopKnows(text) {
		return clause{}, false
	}
	var it item
	for i := 0; i < len(words); {
		n := t.opinedAt(&it, hits, words, i)
		if w := words[i].Text; n == 0 && !t.lang.Small(w) && !opining[w] && w != "got" && w != "available" && w != "stock" && w != "left" && w != "sell" && w != "carry" {
			return clause{}, false
		}
		i += max(1, n)
	}
	p := hits[0].Product
	for i, v := range it.nums {
		if !v.sized {
			return clause{}, false
		}
		it.sizes, it.nums[i].sized = append(it.sizes, v.size), true
	}
	if len(it.words)+len(it.sizes) == 0 {
		return clause{}, false
	}
	said := t.optionsSaid(p, wishes{it.words, t.measured([]evercart.Hit{{Product: p}}, it)})
	if len(said) == 0 {
		return clause{}, false
	}
	x := t.nameWith(p, t.andBefore(p, said))
	return clause{found: found{want: wantStock, rule: true, x: x}, text: x}, true
}

// asksAlike reads "and in natural", "and the teal", right after a question: the same is asked of that.
func (t *turn) asksAlike(words []token) (clause, bool) {
	for len(words) > 1 && openers[words[0].Text] && words[0].Text != "and" {
		words = words[1:]
	}
	n := len(t.prompt.History)
	if len(words) < 3 || len(words) > 6 || words[0].Text != "and" || words[1].Text != "in" && words[1].Text != "the" || n == 0 || t.openQuestion() != nil || !t.justShown() {
		return clause{}, false
	}
	past, hits := t.prompt.History[n-1], t.focus()
	rest := hear.Text(words[1:])
	list := t.parse(past.Words.Reveal())
	if k, strange := t.thingAt(words, 1); k == len(words)-1 && !strange && len(list) == 1 && list[0].want == wantPrice && len(past.Steps) > 0 && onlyLooked(past) { // "and the dusk mug"
		f := t.find(evercart.Query{Words: t.read(rest).query(), Limit: mostHits})
		if len(f.Hits) > 0 && len(f.Unknown) == 0 && t.ofFocusedKind(f.Hits[0].Product) && !t.inCart(f.Hits[0].Product) {
			return clause{found: found{want: wantPrice, rule: true, x: rest}, text: rest}, true
		}
	}
	if len(past.Steps) == 0 || !onlyLooked(past) || len(hits) != 1 || len(list) != 1 || !list[0].question() || !t.onlyOptions(rest) && !t.allOptions(hits, t.read(rest).words) || t.read(rest).qty > 0 {
		return clause{}, false
	}
	it := t.read(rest)
	said := t.optionsSaid(hits[0].Product, wishes{it.words, append(slices.Clone(it.sizes), sizesOf(it.nums)...)})
	if len(said) == 0 {
		return clause{}, false
	}
	x := t.nameWith(hits[0].Product, said)
	return clause{found: found{want: list[0].want, rule: true, x: x}, text: x}, true
}

var ifYouHave = sift.Of(`^in .*\bif (?:you have|there is|you do|possible|it comes)\b`)

// wished asks to have.
var wished = sift.Of(`\b(?:me|us|myself)\b|^(?:what|how) about (?:one|a|an|two)\b`)

// isOne tells what somebody is or takes: "I'm a seven".
var isOne = sift.Of(`^(?:(?:i|he|she|my [a-z]+) (?:am|is|take|takes|wear|wears|need|needs)(?: usually| normally| about| probably| always)* (?:an? |size )|(?:an? |size )?(?:[a-z]+ )?(?:is|would be) my size)`)

// nameWith names a product with values of its options, so that it is read as that.
func (t *turn) nameWith(p evercart.Product, said map[string][]string) string {
	out := []string{hear.Text(t.wordsOf(p.Title))}
	for _, o := range p.Variants[0].Options {
		keys := said[o.Name]
		if len(keys) != 1 {
			continue
		}
		if _, n := t.lang.Letters(t.wordsOf(keys[0]), 0); n > 0 || keys[0] != "" && keys[0][0] >= '0' && keys[0][0] <= '9' && !strings.Contains(keys[0], " ") {
			out = append(out, "size")
		}
		out = append(out, keys[0])
	}
	return strings.Join(out, " ")
}

// andBefore adds to what is said of a product's options what was said of them in the turns before, which only looked at it.
func (t *turn) andBefore(p evercart.Product, said map[string][]string) map[string][]string {
	out := map[string][]string{}
	for k, v := range said {
		out[k] = v
	}
	if q := t.openQuestion(); q != nil && q.Kind == "variant" {
		for _, o := range p.Variants[0].Options {
			if v, ok := t.onlyValue(q, o.Name); ok && out[o.Name] == nil {
				out[o.Name] = []string{v}
			}
		}
	}
	for i := len(t.prompt.History) - 1; i >= 0 && i >= len(t.prompt.History)-lookedBack; i-- {
		if past := t.prompt.History[i]; onlyLooked(past) {
			words := t.lang.Words(runsBig.ReplaceAllString(past.Words.Reveal(), "fit"))
			if slices.ContainsFunc(words, func(w token) bool { return t.tables.denials[w.Text] }) {
				continue
			}
			it := t.read(hear.Text(words))
			for name, keys := range t.optionsSaid(p, wishes{it.words, append(slices.Clone(it.sizes), sizesOf(it.nums)...)}) {
				if out[name] == nil && len(keys) == 1 {
					out[name] = keys
				}
			}
			continue
		}
		break
	}
	return out
}

// runsBig asks how goods fit: no size is said.
var runsBig = sift.Of(`(?i)\b(?:run|runs|come up|comes up|fit|fits) (?:a (?:bit|little) )?(?:big|small|large)\b`)

// lookedBack bounds how many turns back what was said of a thing still stands.
const lookedBack = 3

func sizesOf(nums []num) []string {
	var out []string
	for _, n := range nums {
		out = append(out, n.size)
	}
	return out
}

// onlyLooked says that a turn did no more than look at goods.
func onlyLooked(past evercart.Exchange) bool {
	for _, s := range past.Steps {
		for _, c := range s.Calls {
			if c.Tool != "get_product" && c.Tool != "search_products" {
				return false
			}
		}
	}
	return true
}

// onlyValue gives the value of an option that all choices of a question have.
func (t *turn) onlyValue(q *evercart.Question, name string) (string, bool) {
	value := ""
	for _, h := range t.grouped(q.Choices) {
		for _, v := range h.Variants {
			key := t.lang.Value(v.Option(name))
			if value != "" && key != value || key == "" {
				return "", false
			}
			value = key
		}
	}
	return value, value != ""
}

// askedBefore keeps of several variants of a product those that the turns before asked about: "do you have it in blue?" – "extra large?".
func (t *turn) askedBefore(h evercart.Hit, w wishes) []evercart.Variant {
	if len(h.Variants) < 2 || t.openQuestion() != nil || t.lastCall() != "get_product" && t.lastCall() != "search_products" {
		return h.Variants
	}
	kept := having(t, slices.Clone(h.Variants), t.andBefore(h.Product, t.optionsSaid(h.Product, w)))
	if len(kept) == 0 {
		return h.Variants
	}
	return kept
}
