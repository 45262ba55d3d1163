package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// looking reads a whole turn as a search, or as what narrows the last one or goes on with it: "boots under fifty", "not wool",
// "something cheaper", "what else". False = it is none of that.
func (t *turn) looking(text string, clauses []clause) (outcome, bool) {
	words := t.wordsOf(text)
	if len(words) == 0 || len(words) > maxWords || len(clauses) == 0 && !t.justLooked() {
		return outcome{}, false
	}
	q := t.state.Question
	open := q != nil && (t.state.Active == nil || q.Turn != t.state.Active.Turn)
	if !open && t.goesOn(words) {
		return t.goOn(), true
	}
	s := t.sought(words)
	if !open && !s.price && s.rank == 0 && t.choosesShown(text, clauses) {
		return outcome{}, false
	}
	if open && (!s.price || s.names || t.state.Looked == nil) || !t.mayLook(s, clauses) { // a question is answered first
		return outcome{}, false
	}
	if s.rank != 0 {
		return t.cheaper(s)
	}
	return t.lookFor(s)
}

// sought is a turn read as a search.
type sought struct {
	query string // without the words that only say that something is looked for
	price bool   // a bound, or only what is reduced
	less  bool   // something is not wanted
	who   bool   // for whom it is
	stock bool
	rank  int  // −1 = cheaper than what was shown, +1 = dearer
	names bool // there are other words
	one   bool // one thing is pointed at
	again bool // it speaks of the last search: "in blue then", "the waterproof ones"
}

func (t *turn) sought(words []hear.Token) sought {
	var s sought
	var kept []hear.Token
	s.rank = t.lang.Cheaper(words)
	for i := 0; i < len(words); {
		took := 0
		if _, n := t.lang.Bound(words, i); n > 0 {
			s.price, took = true, n
		} else if sale, stock, n := t.lang.Deal(words, i); n > 0 {
			s.price, s.stock, took = s.price || sale, s.stock || stock, n
		} else if n := t.unwanted(words, i); n > 0 && s.rank == 0 {
			s.less, took = true, n
		} else if these, _ := t.lang.People(t.lang.Stem(words[i].Text)); these != nil && (i == 0 || t.tables.before[words[i-1].Text] || strings.HasSuffix(words[i].Text, "s")) {
			s.who, took = true, 1
		}
		if took > 0 {
			kept, i = append(kept, words[i:i+took]...), i+took
			continue
		}
		w := words[i].Text
		s.again, s.one = s.again || t.tables.again[w], s.one || w == "one"
		if !t.tables.frames[w] {
			kept = append(kept, words[i])
			s.names = s.names || !t.lang.Small(w)
		}
		i++
	}
	if s.price { // "for less than a hundred" names its bound
		s.rank = 0
	}
	s.query = hear.Text(kept)
	return s
}

// unwanted reads what is not wanted: "not wool". A number after a "no" corrects one.
func (t *turn) unwanted(words []hear.Token, i int) int {
	n, _ := t.lang.Without(words, i)
	if n == 0 || i+n >= len(words) || words[i+n-1].Stop != hear.None {
		return 0
	}
	if _, took := t.lang.Number(words, i+n); took > 0 || !slices.ContainsFunc(words[i+n:], func(w token) bool { return !t.lang.Small(w.Text) }) {
		return 0
	}
	return n + 1
}

// mayLook says that nothing but a search is wanted. A price makes a search of a wish; whom it is for, or what it is not, makes
// one of a question only.
func (t *turn) mayLook(s sought, clauses []clause) bool {
	narrows := s.price || s.less || s.who || s.stock || s.rank != 0
	first := true
	for _, c := range clauses {
		switch c.want {
		case wantComment, wantTalk:
			continue
		case wantBrowse:
		case wantTell:
			if !narrows && !s.again && (t.state.Looked == nil || s.one || len(t.focus()) < 2) {
				return false
			}
		case wantNot, wantStock:
			if c.want == wantStock && s.stock && !s.price || !narrows && !s.again { // "do you have the blouse in stock?" is to be answered
				return false
			}
		case wantLess, wantMore: // "for less than a hundred"
			if !s.price {
				return false
			}
		case wantAdd:
			if (!s.price || s.rank != 0) && !(narrows && !s.names && t.state.Looked != nil) {
				return false
			}
		case wantNothing:
			if !narrows && t.read(c.x).bare() { // "two of those": nothing is named
				return false
			}
			if first && !t.mayBeBare(s, narrows, clauses) || !first && (!narrows || clauses[0].want == wantNot && t.state.Looked == nil && t.namesGoods(c.x)) { // "not the milk one, the dark chocolate bar" is a wish
				return false
			}
		default:
			return false
		}
		first = false
	}
	return narrows || t.state.Looked != nil
}

// mayBeBare says that words without a verb are a search: goods that are named are wanted, unless a price is named or something
// is left out.
func (t *turn) mayBeBare(s sought, narrows bool, clauses []clause) bool {
	return s.price || s.rank != 0 || s.less && t.leavesOut(clauses[0]) || s.stock && len(clauses) == 1 || t.state.Looked != nil && (narrows && !s.names || s.again)
}

// leavesOut says that a kind of goods is named of which some are not wanted: "shoes, not leather". With one thing, or one that is
// in the cart, it is said which one: "the shirt in XL, not M".
func (t *turn) leavesOut(c clause) bool {
	it := t.read(c.x)
	return !t.denied && !it.bare() && len(t.linesOfProducts(it)) == 0 && !t.find(evercart.Query{Words: it.query()}).Sure
}

// lookFor searches. What the catalogue does not understand is left to the rules.
func (t *turn) lookFor(s sought) (outcome, bool) {
	f := t.find(evercart.Query{Words: s.query, After: t.state.Looked, Limit: maxNamed})
	if cut := t.cutAsides(s.query); cut != s.query && (len(f.Unknown) > 0 || len(f.Hits) == 0) { // "for my mother"
		s.query = cut
		f = t.find(evercart.Query{Words: s.query, After: t.state.Looked, Limit: maxNamed})
	}
	narrows := s.price || s.less || s.who || s.stock
	refines := t.state.Looked != nil && shareTerms(*t.state.Looked, f.Looked)
	switch {
	case t.failed != nil, s.query == "", len(f.Unknown) > 0, len(f.Looked.Terms) == 0 && !f.Looked.Narrow():
		return outcome{}, false
	case !narrows && !refines, !s.price && !refines && !s.names:
		return outcome{}, false
	case len(f.Hits) == 0 || len(f.Hits[0].Variants) == 0:
		return t.noneSuch(f)
	}
	args := map[string]any{"query": s.query, "limit": maxNamed}
	if refines {
		args["refine"] = true
	}
	return outcome{calls: []call{{"search_products", args}}}, true
}

// shareTerms says that a search narrowed the one before, and did not begin anew.
func shareTerms(old, now evercart.Looked) bool {
	return len(old.Terms) == 0 || slices.ContainsFunc(now.Terms, func(w string) bool { return slices.Contains(old.Terms, w) })
}

// noneSuch says that nothing is within the bounds, and what there is beyond them.
func (t *turn) noneSuch(f evercart.Finding) (outcome, bool) {
	if !f.Looked.Narrow() {
		return outcome{}, false
	}
	near := t.find(evercart.Query{After: &evercart.Looked{Terms: f.Looked.Terms}, Limit: maxNamed})
	if len(f.Looked.Terms) == 0 || len(near.Hits) == 0 || len(near.Hits[0].Variants) == 0 {
		return outcome{say: t.sayOwn("none.such"), lost: true}, true
	}
	return outcome{say: t.sayOwn("none.but", t.voice.List(t.names(near.Hits))), lost: true}, true
}

// cheaper looks for what costs less, or more, than what was shown: within the last search, or among all of its kind where that knew one thing by
// its name.
func (t *turn) cheaper(s sought) (outcome, bool) {
	if len(t.state.Focus) == 0 && len(t.state.Cart.Lines) == 0 && t.said == "" && !s.names && !t.ofShown(s) {
		return openAsk(t.sayOwn("cheaper.what")), true
	}
	if t.state.Looked == nil && len(sentences(t.wordsOf(t.prompt.Now.Words.Reveal()))) > 1 { // "too expensive. The linen one instead" says what is wanted
		return outcome{}, false
	}
	if len(t.state.Focus) == 0 || !s.again && t.onePointed(s) || t.ofShown(s) && len(t.focus()) == 2 {
		return outcome{}, false
	}
	low, high, ok := t.shownPrices()
	if !ok {
		return outcome{}, false
	}
	key, than, bound, name := "no.cheaper", low, low.Price-1, "under"
	if s.rank > 0 {
		key, than, bound, name = "no.dearer", high, high.Price+1, "over"
	}
	within := func(q evercart.Query) bool {
		if q.Limit = 1; s.rank > 0 {
			q.Over = bound
		} else {
			q.Under = bound
		}
		f := t.find(q)
		return bound > 0 && len(f.Hits) > 0 && len(f.Hits[0].Variants) > 0
	}
	args := map[string]any{name: json.Number(than.Currency.Decimal(bound)), "limit": maxNamed}
	kind := t.shownKind()
	switch {
	case t.state.Looked != nil && within(evercart.Query{After: t.state.Looked}):
		args["refine"] = true
	case kind != "" && within(evercart.Query{Words: kind}):
		args["query"] = kind
	case t.state.Looked == nil && kind == "" || t.ofShown(s) && len(t.focus()) > 1:
		return outcome{}, false
	default:
		return outcome{say: t.sayOwn(key, t.voice.The(than.Title, nil), t.voice.Money(than.Price, than.Currency)), lost: true}, true
	}
	return outcome{calls: []call{{"search_products", args}}}, true
}

// shownPrices are the cheapest and the dearest of what was last shown.
func (t *turn) shownPrices() (low, high evercart.Shelved, ok bool) {
	shelf, err := t.catalog.Shelf(t.ctx, t.state.Focus...)
	if err != nil {
		t.failed = err
		return low, high, false
	}
	for _, sku := range t.state.Focus {
		v, ok := shelf.Get(sku)
		if !ok {
			continue
		}
		if low.SKU == "" || v.Price < low.Price {
			low = v
		}
		if high.SKU == "" || v.Price > high.Price {
			high = v
		}
	}
	return low, high, low.SKU != ""
}

// shownKind is the kind of the one thing that is spoken of, where it was known by its name; "" = several were shown.
func (t *turn) shownKind() string {
	hits := t.focus()
	if len(hits) != 1 {
		return ""
	}
	if kind := hits[0].Product.Type; kind != "" && t.knowsGoods(kind) {
		return kind
	}
	return ""
}

// ofShown says that those of several that were shown may be meant: "the cheaper ones".
func (t *turn) ofShown(s sought) bool {
	seeks := slices.ContainsFunc(t.wordsOf(t.prompt.Now.Words.Reveal()), func(w token) bool { return t.tables.frames[w.Text] })
	return !seeks && (strings.HasPrefix(s.query, "the ") || strings.Contains(s.query, " the "))
}

// onePointed says that one of what was shown is meant: "the cheaper one".
func (t *turn) onePointed(s sought) bool {
	words := " " + s.query + " "
	return s.names && !strings.Contains(words, " ones ") && (strings.Contains(words, " the ") || strings.Contains(words, " which "))
}

// goesOn says that more of the last search is wanted. A bare yes, or "more", is that only right after it.
func (t *turn) goesOn(words []hear.Token) bool {
	l := t.state.Looked
	if l == nil {
		return false
	}
	said := t.led(hear.Text(words))
	if t.grammar.others.MatchString(said) || t.grammar.others.MatchString(hear.Text(words)) {
		return true
	}
	if !t.justLooked() {
		return false
	}
	return t.grammar.onward.MatchString(hear.Text(words)) || t.grammar.onward.MatchString(said) ||
		l.Told < l.All && t.lang.Reply(words) == hear.Yes && t.onlyYes(words)
}

// onlyYes says that a yes says nothing else.
func (t *turn) onlyYes(words []hear.Token) bool {
	return !slices.ContainsFunc(words, func(w token) bool {
		return !t.lang.Small(w.Text) && t.lang.Reply([]token{w}) != hear.Yes && !t.tables.frames[w.Text]
	})
}

// justLooked says that the turn before was a search.
func (t *turn) justLooked() bool {
	n := len(t.prompt.History)
	if n == 0 || t.state.Looked == nil {
		return false
	}
	for _, s := range t.prompt.History[n-1].Steps {
		for _, c := range s.Calls {
			if c.Tool == "search_products" {
				return true
			}
		}
	}
	return false
}

func (t *turn) goOn() outcome {
	if l := t.state.Looked; l.Told >= l.All {
		return outcome{say: t.sayOwn("no.others")}
	}
	return outcome{calls: []call{{"search_products", map[string]any{"more": true, "limit": maxNamed}}}}
}
