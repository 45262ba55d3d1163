package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// step does one clause, or ends the turn. said is what came of the clauses before.
func (t *turn) step(said []string) ([]evercart.Thought, error) {
	if t.prompt.Now.What == evercart.SayGreeting {
		return t.end(t.opening()), nil
	}
	if t.prompt.NoCalls {
		if len(said) == 0 {
			said = append(said, t.voice.Cart(t.state.Cart))
		}
		return t.end(said...), nil
	}
	if t.over() {
		t.askOn()
		return t.end(said...), nil
	}
	return t.understood(t.heard(t.prompt.Now.Words.Reveal()), said)
}

// over says that all that was wanted is done: what was said need not be read again.
func (t *turn) over() bool { return t.memory.Next >= noneLeft }

// asHeard does one clause of what was said, or ends the turn.
func (t *turn) asHeard(all string, said []string) ([]evercart.Thought, error) {
	text := t.toThePoint(all)
	t.denied, t.hesitated = t.beginsWithNo(text), t.hesitates(text)
	if len(t.memory.Plan) > 0 {
		return t.walk(unplanned(t.memory.Plan), text, said)
	}
	if len(t.memory.Read) > 0 {
		return t.walk(unplanned(t.memory.Read), text, said)
	}
	if t.sameAsWhat(text) {
		return t.leave(said, openAsk(t.voice.Say("not.understood")))
	}
	if t.fresh {
		if o, ok := t.retried(text); ok {
			t.memory.Next = 1
			return t.leave(said, o)
		}
		for _, answers := range []func(string) (outcome, bool){t.settled, t.acceptsPerson, t.asksOfCart, t.asksWhichMore, t.tellsOfBody, t.tellsTaste, t.tellsBudget, t.complains, t.goesWith} {
			if o, ok := answers(all); ok && t.failed == nil {
				t.memory.Next = noneLeft
				return t.leave(said, o)
			}
		}
	}
	read, list := t.atOnce(all, text)
	if len(list) > 0 {
		t.memory.Plan = plans(list)
		return t.walk(list, text, said)
	}
	return t.byGrammar(text, read, said)
}

// atOnce reads a turn that is one thing as a whole, by the first of the ways that knows it; none = it is for the grammar, beside what was
// learned of its words.
func (t *turn) atOnce(all, text string) (reading, []clause) {
	for _, reads := range []func(string) (clause, bool){t.ordersCart, t.asksAssistant, t.asksUntold} {
		if c, ok := reads(text); ok {
			return reading{}, []clause{c}
		}
	}
	read := t.labelledAs(text)
	if c, ok := t.putToShop(all, read); ok { // "my brother lives in Hamburg, how long would a parcel take": the remark is part of it
		return read, []clause{c}
	}
	if c, ok := t.foreignQuestion(text); ok {
		return read, []clause{c}
	}
	for _, reads := range []func(string) ([]clause, bool){t.dealtAnew, t.sequel} {
		if list, ok := reads(text); ok && t.failed == nil {
			return read, list
		}
	}
	for _, reads := range []func(string) (clause, bool){t.fromSaved, t.leftAt, t.someOtherwise, t.thoseToBe, t.takesItBack, t.emptiesAll, t.wantsNothingAfterAll, t.wantsNoMore, t.asksOfOne, t.onward} {
		if c, ok := reads(text); ok && t.failed == nil {
			return read, []clause{c}
		}
	}
	if read.sure >= t.alone && read.simple && read.question.clauses == nil && t.state.Looked == nil && len(t.changes(read.clauses)) > 0 {
		return read, read.clauses
	}
	return read, nil
}

// byGrammar reads a turn by the grammar, and holds that against what was learned of its words.
func (t *turn) byGrammar(text string, read reading, said []string) ([]evercart.Thought, error) {
	clauses := t.undoneOnce(t.withPolicy(text, t.parse(text)))
	if t.failed != nil {
		return nil, t.failed
	}
	t.clauses = len(clauses)
	o, whole := outcome{}, false
	if t.fresh {
		o, whole = t.asWhole(text, clauses)
		whole = whole && !o.silent()
	}
	if t.failed != nil {
		return nil, t.failed
	}
	if read.clauses != nil || read.idle || read.question.clauses != nil {
		taken := t.between(read, o, whole, clauses)
		if taken.empties() && !saysEmpty(read.labelled) {
			t.keeps = true
			taken = t.between(t.labelledAs(text), o, whole, clauses)
		}
		switch taken.verdict {
		case takeLabels, takeQuestion:
			t.memory.Plan = plans(taken.clauses)
			return t.walk(taken.clauses, text, said)
		case takeNeither:
			t.memory.Next = max(1, len(clauses))
			return t.leave(said, openAsk(t.voice.Say("not.understood")))
		case takeIdle:
			return t.end(t.voice.Say("okay")), nil
		}
	}
	if whole {
		t.memory.Next = noneLeft
		return t.leave(said, o)
	}
	if t.fresh && len(t.memory.Plan) == 0 && (t.halfKnown(clauses) || t.halfStrange(text, clauses)) {
		o := openAsk(t.voice.Say("not.understood"))
		t.memory.Next = len(clauses)
		return t.leave(said, o)
	}
	if len(t.memory.Plan) > 0 {
		clauses = unplanned(t.memory.Plan)
	}
	return t.walk(clauses, text, said)
}

// undoneOnce leaves out what only says once more that the last change is taken back, or what that comes to: "undo that, I do need them". What
// is put aside and brought back by its name is no undo: "the dishes I saved, put them back".
func (t *turn) undoneOnce(clauses []clause) []clause {
	if len(clauses) < 2 {
		return clauses
	}
	saved := slices.ContainsFunc(clauses, func(c clause) bool { return c.want == wantRestore && !t.onlyIt(c.x) })
	back := slices.IndexFunc(clauses, func(c clause) bool { return c.want == wantUndo })
	if back < 0 {
		return clauses
	}
	i := -1
	return slices.DeleteFunc(clauses, func(c clause) bool {
		if i++; !c.rule && thatWas.MatchString(c.text) { // "the red was nicer, go back"
			return true
		}
		again := c.want == wantUndo || c.y == "" && t.onlyIt(c.x) && slices.Contains([]want{wantRestore, wantAdd, wantKeep, wantLeave}, c.want)
		return again && (saved && c.want == wantUndo || !saved && i != back)
	})
}

var thatWas = sift.Of(`\b(?:was|were|looked) (?:much |far |really |so )?(?:nicer|better|prettier|fine|good|right)$`)

// walk does the clauses that are left, up to the first that has calls.
func (t *turn) walk(clauses []clause, text string, said []string) ([]evercart.Thought, error) {
	t.clauses = len(clauses)
	for t.memory.Next < len(clauses) {
		c := clauses[t.memory.Next]
		t.memory.Next++
		o := t.once(t.resolve(c), text)
		if len(t.memory.Plan) == 0 && o.comesToNothing(c) {
			if other, ok := t.loose(c); ok {
				o = other
			}
		}
		if t.failed != nil {
			return nil, t.failed
		}
		if len(o.about) == 1 && len(o.calls)+len(o.commands) == 0 && o.ask == nil { // it is what is spoken of now
			o.calls = []call{lookUp(evercart.Hit{Product: o.about[0].Product})}
		}
		t.keep(o, c)
		t.putOff(o, clauses)
		if o.say != "" {
			said = append(said, o.say)
		}
		if len(o.calls)+len(o.commands) > 0 {
			o.say, o.ask = "", nil
			switch {
			case t.memory.Next >= len(clauses):
				t.memory.Next, t.memory.Plan, t.memory.Read = noneLeft, nil, nil
			case len(t.memory.Plan) == 0:
				t.memory.Read = plans(clauses) // read again, with the cart as it is then, they could be others
			}
			return t.leave(said, o)
		}
	}
	if len(said) == 0 && t.memory.Ask == nil && len(t.prompt.Now.Steps) == 0 {
		if masked(text) {
			return t.end(t.voice.Say("left")), nil
		}
		said = append(said, t.talk(text))
	}
	t.askOn()
	return t.end(said...), nil
}

// askOn asks an open question again behind the answer to one about the same goods: "what sizes are there?" – "S and L. Which one?"
func (t *turn) askOn() {
	q := t.openQuestion()
	if t.memory.Ask != nil || q == nil || q.Pending == nil || q.Pending.Verb == "" || q.Kind != "variant" && q.Kind != "product" || len(t.prompt.Now.Steps) == 0 {
		return
	}
	for _, s := range t.prompt.Now.Steps {
		for _, c := range s.Calls {
			if c.Tool != "get_product" || !t.among(q, c) {
				return
			}
		}
	}
	if o := t.askAgain(q, q.Choices); o.ask != nil {
		t.memory.Ask, t.memory.Say = o.ask, o.askSay
	}
}

// among says that a product that was looked up is one of a question's.
func (t *turn) among(q *evercart.Question, c evercart.ToolCall) bool {
	var args struct {
		Product string `json:"product"`
	}
	_ = json.Unmarshal(c.Args, &args) // then it was looked up by its SKU
	sku := lookedUp(c)
	return slices.ContainsFunc(t.grouped(q.Choices), func(h evercart.Hit) bool {
		return h.Product.ID == args.Product || inFocus([]evercart.SKU{sku}, h.Product)
	})
}

// comesToNothing says that nothing came of a clause that wanted something.
func (o outcome) comesToNothing(c clause) bool {
	return o.lost && len(o.calls)+len(o.commands) == 0 && (o.ask == nil || c.want == wantBeside)
}

// halfKnown says that a turn wants several things of which one is not understood: it is asked about before any is done.
func (t *turn) halfKnown(clauses []clause) bool {
	if len(clauses) < 2 {
		return false
	}
	acts, odd := 0, 0
	for _, c := range clauses {
		if !c.want.acts() && c.want != wantRemove && c.want != wantNothing {
			continue
		}
		it := t.read(c.x + " " + c.y)
		f := t.find(evercart.Query{Words: it.query()})
		switch strange := !it.bare() && (len(f.Unknown) > 0 || len(f.Hits) == 0); {
		case strange && c.want != wantClear && c.want != wantUndo:
			odd++
		case c.want != wantNothing:
			acts++
		}
	}
	return acts > 0 && odd > 0
}

// halfStrange says that a turn in another language holds a word of which nothing is known, and wants several things, or one thing to
// become what that word tells.
func (t *turn) halfStrange(text string, clauses []clause) bool {
	strange := func(text string) bool {
		return slices.ContainsFunc(hear.Tokens(text), func(w token) bool { return slices.Contains(t.foreign.Strange, w.Text) })
	}
	if !strange(text) {
		return false
	}
	things := 0
	for _, c := range clauses {
		if (c.want == wantChange || c.want == wantSwap) && strange(c.y) {
			return true
		}
		if c.want.acts() || c.takesAway() || !c.rule {
			things += len(t.items(c))
		}
	}
	return things > 1
}

// asWhole reads what a turn is as a whole: small talk, a search, an answer. What else it is, its slots may tell, clause by clause.
func (t *turn) asWhole(text string, clauses []clause) (outcome, bool) {
	if o, ok := t.chatted(text, clauses); ok || t.failed != nil {
		return o, ok
	}
	if t.confirms(text) {
		return outcome{say: t.voice.Say("okay")}, true
	}
	goods := t.onlyGoods(text)
	if t.state.Looked == nil && !goods && t.planned(text, clauses) { // nothing is narrowed
		return outcome{}, false
	}
	for _, read := range []func(string, []clause) (outcome, bool){t.looking, t.answer} {
		if o, ok := read(text, clauses); ok || t.failed != nil {
			return o, ok
		}
	}
	if forWhom := goods && t.sought(t.wordsOf(text)).who; !forWhom && t.planned(text, clauses) { // "jackets for men" is a search
		return outcome{}, false
	}
	return t.guessed(text, clauses)
}

// onlyGoods says that a turn names goods and nothing that is to be done: "mugs on sale" may be a search.
func (t *turn) onlyGoods(text string) bool {
	return !strings.ContainsAny(t.slotsOf(text).letters(), slotDeeds)
}

// planned reads a turn by its slots, where all of it is explained that way.
func (t *turn) planned(text string, clauses []clause) bool {
	plan, ok := t.bySlots(text, clauses)
	if ok {
		t.memory.Plan = plans(plan)
	}
	return ok
}
