package dialogue

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// longPause is how long nobody may speak before an exported dialogue says so: from here on the agent greets anew.
const longPause = time.Hour

// Export writes a session's events as a dialogue that expects what came of it. What the shopper said, and what was heard of
// a reply, is personal: without words it is left out, and Withheld stands in its place until somebody writes words there.
func Export(w io.Writer, name string, events []wire.Event, words bool) error {
	x := export{words: words, lines: map[evercart.LineNo]evercart.Line{}, saved: map[evercart.LineNo]evercart.Line{}}
	for _, e := range events {
		if err := x.take(e); err != nil {
			return evercart.Wrap(err, evercart.Damaged, "dialogue.Export")
		}
	}
	if len(x.turns) == 0 {
		return evercart.Errorf(evercart.NotFound, "dialogue.Export", "nothing was said in this session yet")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Made from a session. Totals are those of that day's prices.\n")
	if !words {
		fmt.Fprintf(&b, "# What the shopper said was left out: write words in place of each %s.\n", Withheld)
	}
	fmt.Fprintf(&b, "\ndialogue %s\n%s", name, x.begin.String())
	for _, t := range x.turns {
		t.write(&b, words)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// export is what the events have come to.
type export struct {
	words    bool
	currency evercart.Currency
	lines    map[evercart.LineNo]evercart.Line
	saved    map[evercart.LineNo]evercart.Line
	begin    strings.Builder
	last     time.Time
	turns    []*exported
}

// exported is one turn.
type exported struct {
	id      evercart.TurnID
	pause   time.Duration
	changes []string // of the shop's, that the turn noticed
	greet   bool
	said    string
	heard   *string
	asks    bool
	outcome []string // what the cart is afterwards
}

func (x *export) now() *exported {
	if len(x.turns) == 0 {
		return nil
	}
	return x.turns[len(x.turns)-1]
}

func (x *export) take(e wire.Event) error {
	switch e.Kind {
	case (*evercart.SessionOpened)(nil).Kind():
		var f evercart.SessionOpened
		if err := json.Unmarshal(e.Facts, &f); err != nil {
			return err
		}
		if x.currency = f.Currency; f.Locale != "" {
			fmt.Fprintf(&x.begin, "  language %s\n", f.Locale)
		}
	case (*evercart.FocusSet)(nil).Kind():
		return x.focus(e)
	case (*evercart.TurnOpened)(nil).Kind():
		return x.open(e)
	case (*evercart.CartChanged)(nil).Kind():
		return x.change(e)
	case (*evercart.QuestionAsked)(nil).Kind():
		var f evercart.QuestionAsked
		if err := json.Unmarshal(e.Facts, &f); err != nil {
			return err
		}
		if t := x.now(); t != nil {
			t.asks = f.Question.Kind != ""
		}
	case (*evercart.TurnClosed)(nil).Kind():
		x.close()
	case (*evercart.ReplyHeard)(nil).Kind():
		return x.heard(e)
	}
	x.last = e.At
	return nil
}

// focus counts only where the session began with it.
func (x *export) focus(e wire.Event) error {
	var f evercart.FocusSet
	if err := json.Unmarshal(e.Facts, &f); err != nil || x.now() != nil || len(f.SKUs) == 0 {
		return err
	}
	names := make([]string, 0, len(f.SKUs))
	for _, s := range f.SKUs {
		names = append(names, string(s))
	}
	fmt.Fprintf(&x.begin, "  focus %s\n", strings.Join(names, ", "))
	return nil
}

func (x *export) open(e wire.Event) error {
	var f evercart.TurnOpened
	if err := json.Unmarshal(e.Facts, &f); err != nil {
		return err
	}
	if x.now() == nil {
		if len(x.lines) > 0 {
			fmt.Fprintf(&x.begin, "  cart %s\n", list(x.lines))
		}
		if len(x.saved) > 0 {
			fmt.Fprintf(&x.begin, "  saved %s\n", list(x.saved))
		}
	}
	t := &exported{id: e.Turn, greet: f.What == evercart.SayGreeting, said: Withheld}
	if p := e.At.Sub(x.last); x.now() != nil && p >= longPause {
		t.pause = p.Round(time.Minute)
	}
	var personal struct{ Words string }
	if x.words && !e.Faded && json.Unmarshal(e.Personal, &personal) == nil && personal.Words != "" {
		t.said = strings.Join(strings.Fields(personal.Words), " ")
	}
	x.turns, x.last = append(x.turns, t), e.At
	return nil
}

func (x *export) change(e wire.Event) error {
	var f evercart.CartChanged
	if err := json.Unmarshal(e.Facts, &f); err != nil {
		return err
	}
	for _, l := range f.Lines {
		if t, was := x.now(), x.lines[l.No]; t != nil && was.SKU == l.SKU && l.Quantity > 0 {
			t.notice(x.currency, was, l)
		}
		put(x.lines, l)
	}
	for _, l := range f.Saved {
		put(x.saved, l)
	}
	if t := x.now(); t != nil {
		t.outcome = []string{"cart " + list(x.lines), "saved " + list(x.saved), "total " + x.currency.Decimal(f.Totals.Total)}
	}
	x.last = e.At
	return nil
}

func put(lines map[evercart.LineNo]evercart.Line, l evercart.Line) {
	if lines[l.No] = l; l.Quantity == 0 {
		delete(lines, l.No)
	}
}

// notice keeps what the shop had changed of a line.
func (t *exported) notice(c evercart.Currency, was, is evercart.Line) {
	switch {
	case is.Unavailable && !was.Unavailable:
		t.changes = append(t.changes, fmt.Sprintf("catalogue %s gone", is.SKU))
	case was.Unavailable && !is.Unavailable:
		t.changes = append(t.changes, fmt.Sprintf("catalogue %s back", is.SKU))
	}
	if was.UnitPrice != is.UnitPrice {
		t.changes = append(t.changes, fmt.Sprintf("catalogue %s price %s", is.SKU, c.Decimal(is.UnitPrice)))
	}
}

// close notes how the cart stands, where the turn did not change it.
func (x *export) close() {
	if t := x.now(); t != nil && t.outcome == nil {
		t.outcome = []string{"cart " + list(x.lines), "no event cart.changed"}
	}
}

func (x *export) heard(e wire.Event) error {
	var f evercart.ReplyHeard
	if err := json.Unmarshal(e.Facts, &f); err != nil {
		return err
	}
	var personal struct{ Heard string }
	if len(e.Personal) > 0 {
		if err := json.Unmarshal(e.Personal, &personal); err != nil {
			return err
		}
	}
	for _, t := range x.turns {
		if t.id == f.Turn && !f.Unknown {
			t.heard = &personal.Heard
		}
	}
	return nil
}

// list writes lines as a dialogue has them.
func list(lines map[evercart.LineNo]evercart.Line) string {
	if len(lines) == 0 {
		return "empty"
	}
	var out []string
	for _, no := range slices.Sorted(maps.Keys(lines)) {
		out = append(out, fmt.Sprintf("%s %d", lines[no].SKU, lines[no].Quantity))
	}
	return strings.Join(out, ", ")
}

func (t *exported) write(b *strings.Builder, words bool) {
	b.WriteByte('\n')
	if t.pause > 0 {
		fmt.Fprintf(b, "  after %s\n", strings.TrimSuffix(t.pause.String(), "0s"))
	}
	for _, c := range t.changes {
		fmt.Fprintf(b, "  %s\n", c)
	}
	if t.greet {
		b.WriteString("  greet\n")
	} else {
		fmt.Fprintf(b, "  say %s\n", t.said)
	}
	switch {
	case t.heard == nil:
	case words && !strings.ContainsAny(*t.heard, "\"\r\n"):
		fmt.Fprintf(b, "  interrupt after \"%s\"\n", *t.heard)
	default:
		b.WriteString("  # the shopper spoke over this reply\n")
	}
	for _, o := range t.outcome {
		fmt.Fprintf(b, "  expect %s\n", o)
	}
	if t.asks {
		b.WriteString("  expect asks\n")
	} else {
		b.WriteString("  expect no question\n")
	}
}
