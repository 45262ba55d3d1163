package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// lines finds which lines of a pool (the cart, or what is saved) an item means. None = the second result says why.
func (t *turn) lines(it item, pool []evercart.Line) ([]evercart.Line, string) {
	switch {
	case len(pool) == 0:
		return nil, t.sayOwn("empty")
	case len(it.ordinals) > 0 && it.bare():
		return t.byOrdinal(it.ordinals, pool)
	case it.bare() && len(it.sizes) == 0 && it.rank == 0 && len(it.sizedNums()) == 0:
		return t.pointedLines(it, pool), t.sayOwn("what.line")
	}
	found := t.namedLines(it, pool)
	if it.rank != 0 {
		found = extremeLine(found, it.rank)
	}
	if len(it.ordinals) > 0 && len(found) > 0 {
		return t.byOrdinal(it.ordinals, found)
	}
	return found, t.sayOwn("not.in.cart", it.spoken())
}

// spoken is what was said of an item, to say it back.
func (it item) spoken() string {
	words := slices.Clone(it.words)
	for _, s := range it.sizes {
		words = append(words, sizeName(s))
	}
	return strings.Join(words, " ")
}

func (it item) sizedNums() []num {
	return slices.DeleteFunc(slices.Clone(it.nums), func(n num) bool { return !n.sized })
}

func (t *turn) byOrdinal(ordinals []int, pool []evercart.Line) ([]evercart.Line, string) {
	var out []evercart.Line
	for _, o := range ordinals {
		i := place(o, len(pool))
		if i < 0 {
			return nil, t.sayOwn("no.line", len(pool), len(pool))
		}
		if !slices.ContainsFunc(out, func(l evercart.Line) bool { return l.No == pool[i].No }) {
			out = append(out, pool[i])
		}
	}
	return out, ""
}

// pointedLines finds what "it" means: what was last spoken of, the only line, what last changed; else all may be meant.
func (t *turn) pointedLines(it item, pool []evercart.Line) []evercart.Line {
	if it.ref == refEach {
		return pool
	}
	if t.memory.Lost {
		return nil
	}
	var in []evercart.Line
	for _, sku := range t.state.Focus {
		for _, l := range pool {
			if l.SKU.Fold() == sku.Fold() {
				in = append(in, l)
			}
		}
	}
	if len(in) == 0 && (t.justShown() || t.justLooked()) { // "is it hot?", shown in another size: the line of it that is there
		for _, l := range pool {
			if p, ok := t.productOf(l.SKU); ok && len(t.state.Focus) == 1 && inFocus(t.state.Focus, p) {
				in = append(in, l)
			}
		}
		if len(in) > 1 {
			in = nil
		}
	}
	if it.ref == refOther && len(in) == 1 && len(pool) == 2 {
		return slices.DeleteFunc(slices.Clone(pool), func(l evercart.Line) bool { return l.No == in[0].No })
	}
	if len(in) == 1 || len(in) > 1 && it.ref == refThem {
		return in
	}
	if len(pool) == 1 {
		return pool
	}
	if last := t.lastChanged(pool); len(last) == 1 {
		return last
	}
	return pool
}

// lastChanged gives the lines that the last change left.
func (t *turn) lastChanged(pool []evercart.Line) []evercart.Line {
	n := len(t.state.Cart.Undo)
	if n == 0 {
		return nil
	}
	var out []evercart.Line
	for _, u := range t.state.Cart.Undo[n-1].Lines {
		for _, l := range pool {
			if l.No == u.No {
				out = append(out, l)
			}
		}
	}
	return out
}

// namedLines finds lines by words, sizes and numbers. Only the lines of the pool compete.
func (t *turn) namedLines(it item, pool []evercart.Line) []evercart.Line {
	skus := make([]evercart.SKU, len(pool))
	for i, l := range pool {
		skus[i] = l.SKU
	}
	words := it.query()
	for _, n := range it.nums {
		if n.sized {
			words += " size " + n.size
		}
	}
	f := t.findAmong(words, it, skus)
	if len(f.Hits) == 0 {
		return t.leftLines(it, pool)
	}
	if len(f.Unknown) > 0 {
		return nil
	}
	hits := f.Hits
	if f.Sure {
		hits = hits[:1]
	}
	var out []evercart.Line
	for _, l := range pool {
		for _, h := range hits {
			if fits(h.Variants, evercart.Variant{SKU: l.SKU}) && t.sizesFit(l, it) {
				out = append(out, l)
			}
		}
	}
	return out
}

// sizesFit holds a line's options against the sizes said.
func (t *turn) sizesFit(l evercart.Line, it item) bool {
	want := slices.Clone(it.sizes)
	for _, n := range it.sizedNums() {
		want = append(want, n.size)
	}
	for _, s := range want {
		if !slices.ContainsFunc(l.Options, func(o evercart.Option) bool { return t.isOption(o.Value, s) }) && !titled(t, evercart.Product{Title: l.Title}, s) {
			return false
		}
	}
	return true
}

func extremeLine(lines []evercart.Line, rank int) []evercart.Line {
	var out []evercart.Line
	for _, l := range lines {
		if len(out) > 0 && l.UnitPrice != out[0].UnitPrice {
			if (l.UnitPrice < out[0].UnitPrice) != (rank < 0) {
				continue
			}
			out = out[:0]
		}
		out = append(out, l)
	}
	return out
}

// askLine asks which of several lines is meant; each answer has its own command.
func (t *turn) askLine(lines []evercart.Line, command func(evercart.Line) evercart.Command) outcome {
	q := &evercart.Question{Kind: "line"}
	for _, l := range lines[:min(len(lines), maxChoices)] {
		if cmd := command(l); cmd.Verb != "" && (cmd.Verb != evercart.Swap || cmd.To != "") { // something can be done with this one
			q.Choices, q.Options, q.Rest = append(q.Choices, l.SKU), append(q.Options, t.lineName(l)), append(q.Rest, cmd)
		}
	}
	if len(q.Choices) == 0 {
		return openAsk(t.voice.Say("error.ambiguous"))
	}
	names := q.Options[:min(len(q.Options), maxNamed+1)]
	return outcome{ask: q, askSay: t.voice.Say("ask.line", t.orMore(names, len(lines))), lost: true}
}

// onEach finds the lines of all items and makes a command of each; an open one is a question.
func (t *turn) onEach(items []item, pool []evercart.Line, command func(evercart.Line, item) evercart.Command) outcome {
	var o outcome
	for _, it := range items {
		if it.bad {
			return outcome{say: t.sayOwn("quantity"), lost: true}
		}
		found, why := t.lines(it, pool)
		if it.vague && it.bare() {
			return openAsk(t.sayOwn("what.line"))
		}
		all := it.ref == refEach || len(it.ordinals) > 0 || it.ref == refThem && it.bare() && len(found) < len(pool)
		switch {
		case t.failed != nil:
			return outcome{}
		case len(found) == 0 && it.bare() && len(it.ordinals) == 0 && len(pool) > 0:
			return openAsk(why)
		case len(found) == 0:
			o.say, o.lost = strings.TrimSpace(o.say+" "+why), true
		case len(found) > 1 && !all:
			ask := t.askLine(found, func(l evercart.Line) evercart.Command { return command(l, it) })
			if o.ask == nil {
				o.ask, o.askSay = ask.ask, ask.askSay
			}
		default:
			for _, l := range found {
				o.commands = append(o.commands, command(l, it))
			}
		}
	}
	return o
}

// orIt is the items of a clause, or what is spoken of where it names none.
func (t *turn) orIt(c clause) []item {
	if items := t.items(c); len(items) > 0 {
		return items
	}
	return []item{{ref: refIt}}
}

// remove takes lines out; what is only saved for later is taken from there.
func (t *turn) remove(c clause) outcome {
	items := t.orIt(c)
	pool := t.state.Cart.Lines
	if len(items) == 1 && items[0].onlyPoints() && t.clauses == 1 && len(t.state.Focus) > 0 && !t.focusIn() && declines.MatchString(hear.Text(t.wordsOf(t.prompt.Now.Words.Reveal()))) { // of what was shown, and is not there
		return outcome{say: t.voice.Say("left")}
	}
	if len(pool) == 0 && t.clauses > 1 { // "skip the mug, just add the throw"
		return outcome{lost: true}
	}
	if strings.HasPrefix(c.text, "i ") || strings.HasPrefix(c.text, "we ") || strings.HasPrefix(c.text, "no ") || strings.HasPrefix(c.text, "never mind ") || strings.HasPrefix(c.text, "forget about ") { // a remark, where it is not there
		if found, _ := t.lines(items[0], pool); len(found) == 0 && !items[0].bare() {
			return outcome{say: t.voice.Say("okay")}
		}
	}
	if len(items) == 1 && items[0].ref == refEach && items[0].bare() && len(pool) > 1 && !strings.Contains(c.text, "both") {
		return t.clear()
	}
	if o := t.onEach(items, pool, removal); len(o.commands) > 0 || o.ask != nil || len(t.state.Cart.Saved) == 0 {
		return o
	}
	if saved := t.onEach(items, t.state.Cart.Saved, removal); len(saved.commands) > 0 && !t.onlyIt(c.x) {
		return saved
	}
	return t.onEach(items, pool, removal)
}

// declines says no to something.
var declines = sift.Of(`^(?:(?:oh|no|well|hm+|thanks|thank you|sorry|actually) )*(?:(?:i|we) (?:do not|will not|would not|am not|are not|had better not|should not)\b|no\b|not\b|never mind\b)`)

// removal takes as many as were said, else the whole line.
func removal(l evercart.Line, it item) evercart.Command {
	cmd := evercart.Command{Verb: evercart.Remove, Line: l.No}
	if it.qty > 0 && it.qty < l.Quantity {
		cmd.Quantity = it.qty
	}
	if it.qty == 0 && len(it.nums) == 1 && !it.nums[0].sized && it.nums[0].count == 1 && l.Quantity > 1 { // "just the one lemonade"
		cmd.Quantity = 1
	}
	return cmd
}

// less takes a number off a line.
func (t *turn) less(c clause) outcome {
	items := t.orIt(c)
	n := t.count(c.n)
	if c.x == "" && strings.HasPrefix(c.text, "minus ") { // "minus two of those"
		return outcome{say: t.sayOwn("quantity"), lost: true}
	}
	return t.onEach(items, t.state.Cart.Lines, func(l evercart.Line, it item) evercart.Command {
		take := n
		if take == 0 {
			take = it.qty
		}
		if c.n == "half" {
			take = l.Quantity / 2
		}
		return removal(l, item{qty: take})
	})
}

// times multiplies a line's quantity.
func (t *turn) times(c clause) outcome {
	by := 2
	switch c.n {
	case "triple", "treble":
		by = 3
	case "quadruple":
		by = 4
	case "halve", "half":
		return t.onEach(t.orIt(c), t.state.Cart.Lines, func(l evercart.Line, _ item) evercart.Command {
			return evercart.Command{Verb: evercart.SetQuantity, Line: l.No, Quantity: max(1, l.Quantity/2)}
		})
	}
	return t.onEach(t.orIt(c), t.state.Cart.Lines, func(l evercart.Line, _ item) evercart.Command {
		return evercart.Command{Verb: evercart.SetQuantity, Line: l.No, Quantity: l.Quantity * by}
	})
}

// onLines does one thing with whole lines.
func (t *turn) onLines(c clause, verb evercart.Verb) outcome {
	items := t.orIt(c)
	o := t.onEach(items, t.state.Cart.Lines, func(l evercart.Line, _ item) evercart.Command {
		return evercart.Command{Verb: verb, Line: l.No}
	})
	if verb == evercart.Keep && len(o.commands) > 0 {
		o.commands = slices.DeleteFunc(o.commands, func(cmd evercart.Command) bool { // held already: nothing to do
			l, ok := t.state.Cart.Line(cmd.Line)
			return ok && l.Kept
		})
		if len(o.commands) == 0 {
			o.say = t.voice.Say("okay")
		}
	}
	return o
}

// except takes all lines out but those named.
func (t *turn) except(c clause) outcome {
	keep := map[evercart.LineNo]bool{}
	for _, it := range t.orIt(c) {
		found, why := t.lines(it, t.state.Cart.Lines)
		if len(found) == 0 {
			return outcome{say: why, lost: true}
		}
		for _, l := range found {
			keep[l.No] = true
		}
	}
	var o outcome
	for _, l := range t.state.Cart.Lines {
		if !keep[l.No] {
			o.commands = append(o.commands, evercart.Command{Verb: evercart.Remove, Line: l.No})
		}
	}
	if len(o.commands) == 0 {
		o.say = t.voice.Say("unchanged")
	}
	return o
}

// clear asks first; the tool makes the question.
func (t *turn) clear() outcome {
	return outcome{calls: []call{{"clear_cart", map[string]any{"confirmed": false}}}}
}
