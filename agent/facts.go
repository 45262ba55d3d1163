package agent

import (
	"context"
	"encoding/json"

	"github.com/evercart/evercart"
)

// told is what a model is told of the state: data, in one stable form.
type told struct {
	Shop     string            `json:"shop"`
	Currency evercart.Currency `json:"currency"`
	Language string            `json:"language"`
	Cart     []toldLine        `json:"cart"`
	Total    string            `json:"total"`
	Saved    []toldLine        `json:"saved_for_later,omitempty"`
	Shown    []toldThing       `json:"last_shown,omitempty"` // in order: "the second one"
	Intent   string            `json:"intent,omitempty"`
	Context  map[string]string `json:"shopper_said,omitempty"`
	Question *toldQuestion     `json:"open_question,omitempty"`
	Earlier  *toldEarlier      `json:"earlier_in_this_conversation,omitempty"`
	Denied   string            `json:"not_so,omitempty"`
}

// notSo is what a model is told when its answer said that something was done, and nothing was.
const notSo = "No tool has changed anything in this turn. An answer of yours said that something was done; the shopper did not hear it. Call the tool, or say only what is so."

// otherwise is what a model is told when its answer told of what was done, and not as it was done.
const otherwise = "An answer of yours told of something that was not done in this turn, or not so: another thing, size, number or amount; the shopper did not hear it. Say only what the results of the tools and these facts bear out."

type toldLine struct {
	Line        evercart.LineNo `json:"line"`
	SKU         evercart.SKU    `json:"sku"`
	Name        string          `json:"name"`
	Quantity    int             `json:"quantity"`
	Each        string          `json:"each"`
	Total       string          `json:"total"`
	Kept        bool            `json:"kept,omitempty"`
	Unavailable bool            `json:"unavailable,omitempty"`
	Was         string          `json:"price_last_said,omitempty"`
}

// toldEarlier is what the turns before those that are sent came to.
type toldEarlier struct {
	Said    []string `json:"the_shopper_said,omitempty"`
	Account string   `json:"account,omitempty"`
}

type toldThing struct {
	SKU   evercart.SKU `json:"sku"`
	Name  string       `json:"name"`
	Price string       `json:"price"`
}

type toldQuestion struct {
	Kind    string         `json:"kind"`
	Choices []evercart.SKU `json:"choices,omitempty"`
	Options []string       `json:"options,omitempty"`
}

// prompt is all that the brain gets for one step on s. A brain that needs no prose gets no facts as prose.
func (w *work) prompt(ctx context.Context, s evercart.State, now evercart.Exchange, noCalls bool) evercart.Prompt {
	p := evercart.Prompt{Policy: policy, Tools: w.a.allowed(w.live), Shop: w.live.Prompt, State: s, History: w.history, Now: now, Locale: w.locale, NoCalls: noCalls}
	if !w.brain.AtOnce() {
		p.Facts = w.a.facts(ctx, s, w.locale, w.notSo())
	}
	return p
}

// notSo tells the brain why it is asked again; "" = it is not, or not for its words.
func (w *work) notSo() string {
	switch {
	case !w.denied:
		return ""
	case w.changed():
		return otherwise
	}
	return notSo
}

// facts renders the state as JSON at today's prices.
func (a *Agent) facts(ctx context.Context, s evercart.State, locale, denied string) string {
	shelf, err := a.Catalog.Shelf(ctx, s.Cart.SKUs(s.Focus...)...)
	if err == nil {
		s.Cart = s.Cart.On(shelf)
	}
	c := s.Cart.Currency
	t := told{Shop: a.now().Shop.Name, Currency: c, Language: locale, Cart: toldLines(s.Cart.Lines, c), Saved: toldLines(s.Cart.Saved, c),
		Total: amount(s.Cart.Totals.Total, c), Intent: s.Intent}
	for _, sku := range s.Focus {
		if v, ok := shelf.Get(sku); ok {
			t.Shown = append(t.Shown, toldThing{SKU: v.SKU, Name: v.Name(), Price: amount(v.Price, v.Currency)})
		}
	}
	for k, v := range s.Personal.Context {
		if t.Context == nil {
			t.Context = map[string]string{}
		}
		t.Context[k] = v.Reveal()
	}
	if s.Summary != nil {
		t.Earlier = &toldEarlier{Account: s.Personal.Summary.Text.Reveal()}
		for _, said := range s.Personal.Summary.Told {
			t.Earlier.Said = append(t.Earlier.Said, said.Reveal())
		}
	}
	if q := s.Question; q != nil {
		t.Question = &toldQuestion{Kind: q.Kind, Choices: q.Choices, Options: q.Options}
	}
	t.Denied = denied
	b, err := json.Marshal(t)
	if err != nil { // strings, numbers and maps of strings: cannot be
		a.Log.Error("facts not rendered", "session", s.Session)
	}
	return string(b)
}

func toldLines(lines []evercart.Line, c evercart.Currency) []toldLine {
	out := make([]toldLine, 0, len(lines))
	for _, l := range lines {
		t := toldLine{Line: l.No, SKU: l.SKU, Name: l.Name(), Quantity: l.Quantity, Each: amount(l.UnitPrice, c), Total: amount(l.Total, c),
			Kept: l.Kept, Unavailable: l.Unavailable}
		if l.Said != 0 && l.Said != l.UnitPrice {
			t.Was = amount(l.Said, c)
		}
		out = append(out, t)
	}
	return out
}

func amount(m evercart.Minor, c evercart.Currency) string { return c.Decimal(m) + " " + string(c) }
