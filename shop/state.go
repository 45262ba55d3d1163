package shop

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

// stateParts are what can be seen of a session, in the order in which it is told. What names the session or the shopper, and what
// the store needs for itself, is no part.
var stateParts = []string{"summary", "context", "notes", "intent", "focus", "question", "saved", "cart"}

// Bounds of what is told of a state.
const (
	partLines = 40 // lines of the cart, or of those saved, where they alone are asked for
	viewLines = 12 // where all is
	viewTold  = 8  // sentences of the summary, the newest
	saidItems = 4  // named aloud before "three more things"
)

// notePrefix begins the keys of notes among what is remembered of a shopper.
const notePrefix = "note "

type (
	linesData struct {
		Lines []lineData `json:"lines"`
		More  int        `json:"more_lines,omitempty"`
	}
	focusData struct {
		SKU    evercart.SKU   `json:"sku"`
		Name   string         `json:"name"`
		Price  evercart.Minor `json:"price"`
		Spoken string         `json:"spoken_price"`
	}
	questionData struct {
		Kind    string         `json:"kind"`
		Choices []evercart.SKU `json:"choices,omitempty"`
		Options []string       `json:"options,omitempty"`
	}
	summaryData struct {
		Told []string `json:"the_shopper_said,omitempty"` // oldest first
		More int      `json:"more_said,omitempty"`        // before those
		Text string   `json:"account,omitempty"`
	}
)

// view is a state at today's prices, to be told of. Nothing of it is committed: prices count as said through view_cart alone.
type view struct {
	*work
	shelf evercart.Shelf
}

func (k kit) look(ctx context.Context, s evercart.State) (view, error) {
	shelf, err := k.catalog.Shelf(ctx, s.Cart.SKUs(s.Focus...)...)
	w := view{work: k.begin(ctx, s), shelf: shelf}
	if err == nil {
		w.state.Cart = s.Cart.On(shelf)
	}
	return w, err
}

// part is one of stateParts as data, with at most so many lines; nil = there is nothing of it.
func (w view) part(name string, most int) any {
	s := w.state
	switch name {
	case "cart":
		d, some := w.cartData(), w.lines(s.Cart.Lines, most)
		d.Lines, d.Saved = some.Lines, nil
		return struct {
			cartData
			More int `json:"more_lines,omitempty"`
		}{d, some.More}
	case "saved":
		return w.lines(s.Cart.Saved, most)
	case "focus":
		return w.focus()
	case "context", "notes":
		return w.known(name == "notes")
	case "intent":
		if s.Intent != "" {
			return s.Intent
		}
	case "question":
		if q := s.Question; q != nil {
			return questionData{Kind: q.Kind, Choices: q.Choices, Options: q.Options}
		}
	case "summary":
		if d := w.summary(); d.Text != "" || len(d.Told) > 0 {
			return d
		}
	}
	return nil
}

func (w view) lines(lines []evercart.Line, most int) linesData {
	d := linesData{Lines: []lineData{}, More: max(0, len(lines)-most)}
	for _, l := range lines[:min(len(lines), most)] {
		d.Lines = append(d.Lines, w.lineData(l))
	}
	return d
}

// shown is what was last shown and is still in the shop.
func (w view) shown() []evercart.Shelved {
	var out []evercart.Shelved
	for _, sku := range w.state.Focus {
		if v, ok := w.shelf.Get(sku); ok {
			out = append(out, v)
		}
	}
	return out
}

func (w view) focus() []focusData {
	out := []focusData{}
	for _, v := range w.shown() {
		out = append(out, focusData{SKU: v.SKU, Name: v.Name(), Price: v.Price, Spoken: w.v.Money(v.Price, v.Currency)})
	}
	return out
}

// known is what is remembered: preferences, or notes under the names that they were given.
func (w *work) known(notes bool) map[string]string {
	out := map[string]string{}
	for key, v := range w.state.Personal.Context {
		if name, is := strings.CutPrefix(key, notePrefix); is == notes {
			out[name] = v.Reveal()
		}
	}
	return out
}

func (w view) summary() summaryData {
	told := w.state.Personal.Summary.Told
	d := summaryData{Text: w.state.Personal.Summary.Text.Reveal(), More: max(0, len(told)-viewTold)}
	for _, t := range told[d.More:] {
		d.Told = append(d.Told, t.Reveal())
	}
	return d
}

// say tells aloud one part that the store knows; "" = there is nothing of it, or it is of another kind. An amount in what a result
// says counts as the shop's: what a shopper or a model put into words, which may name any price, is never in it.
func (w view) say(name string) string {
	switch name {
	case "cart":
		cart := w.state.Cart
		cart.Saved = nil
		return w.v.Cart(cart)
	case "saved":
		return listed(w, "cart.saved", w.state.Cart.Saved, w.v.Line)
	case "focus":
		return listed(w, "state.shown", w.shown(), func(v evercart.Shelved) string {
			return w.v.Part("offer", w.v.The(v.Title, v.Options), w.v.Money(v.Price, v.Currency))
		})
	case "question":
		switch q := w.state.Question; {
		case q == nil:
			return ""
		case len(q.Options) > 0:
			return w.v.Say("state.asked.which", w.v.Or(q.Options))
		}
		return w.v.Say("state.asked")
	}
	return ""
}

// tell is say, also for what is in somebody's words: for the data of a result. The intent is a guess of ours, and is not told.
func (w view) tell(name string) string {
	switch name {
	case "context", "notes":
		known := w.known(name == "notes")
		return listed(w, "state.known", slices.Sorted(maps.Keys(known)), func(key string) string { return w.v.Plain(key + ": " + known[key]) })
	case "summary":
		return w.tellSummary()
	}
	return w.say(name)
}

// all puts the parts of which there is something behind each other.
func all(part func(string) string) string {
	var out []string
	for _, name := range stateParts {
		if said := part(name); said != "" {
			out = append(out, said)
		}
	}
	return strings.Join(out, " ")
}

// listed says a list in one phrase: the first few, and how many more there are; "" for an empty one.
func listed[T any](w view, phrase string, list []T, name func(T) string) string {
	if len(list) == 0 {
		return ""
	}
	n := min(len(list), saidItems)
	items := make([]string, 0, n+1)
	for _, one := range list[:n] {
		items = append(items, name(one))
	}
	if rest := len(list) - n; rest > 0 {
		items = append(items, w.v.Part("cart.more", rest))
	}
	return w.v.Say(phrase, strings.Join(items, "; "))
}

// tellSummary tells what the shopper told, sentence by sentence, then the account of the rest.
func (w view) tellSummary() string {
	d := w.summary()
	said := ""
	if len(d.Told) > 0 {
		told := make([]string, len(d.Told))
		for i, t := range d.Told {
			told[i] = strings.TrimRight(w.v.Plain(t), ".!? ")
		}
		said = w.v.Say("state.told", strings.Join(told, "; "))
	}
	return strings.TrimSpace(said + " " + w.v.Plain(d.Text))
}
