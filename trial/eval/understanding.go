package eval

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

// Line is a quantity of a SKU.
type Line struct {
	SKU      evercart.SKU `json:"sku"`
	Quantity int          `json:"quantity"`
}

// Case is what was said over a cart, and the outcomes of which each is right.
type Case struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	Lang    string    `json:"lang"`
	Cart    []Line    `json:"cart"`
	Saved   []Line    `json:"saved"`
	Focus   []string  `json:"focus"` // SKUs or handles
	Said    []string  `json:"said"`
	Want    *Outcome  `json:"want"`
	WantAny []Outcome `json:"want_any"`
}

// Outcome is what a case may come to. Without Ask, Refuse and Show the change is made and said.
type Outcome struct {
	Cart   []Line   `json:"cart"`
	Saved  *[]Line  `json:"saved"` // nil = as before
	Ask    bool     `json:"ask"`
	Refuse bool     `json:"refuse"`
	Show   []string `json:"show"`
	About  string   `json:"about"`
}

// Outcomes lists all that is right.
func (c Case) Outcomes() []Outcome {
	if c.Want == nil {
		return c.WantAny
	}
	return append(slices.Clone(c.WantAny), *c.Want)
}

// Result is how a case counts.
type Result string

// The results. Asked and Refused: that was not wanted, and nothing was changed.
const (
	Right   Result = "right"
	Asked   Result = "asked"
	Refused Result = "refused"
	Wrong   Result = "wrong"
)

// Seen is what a case came to.
type Seen struct {
	Before, SavedBefore []Line // before the first words
	After, SavedAfter   []Line
	Open                bool   // a question is open in the state
	Refused             bool   // the last answer said no
	Reply               string // the last answer
}

// Judge scores a case. changed = it is wrong, and cart or saved items are neither as before nor as any outcome wants.
func Judge(c Case, s Seen, goods Goods) (result Result, changed bool) {
	before, saved := sorted(s.Before), sorted(s.SavedBefore)
	after, savedAfter := sorted(s.After), sorted(s.SavedAfter)
	refused := s.Refused && !s.Open
	same := slices.Equal(after, before) && slices.Equal(savedAfter, saved)
	reached := same
	for _, w := range c.Outcomes() {
		wantSaved := saved
		if w.Saved != nil {
			wantSaved = sorted(*w.Saved)
		}
		if !slices.Equal(after, sorted(w.Cart)) || !slices.Equal(savedAfter, wantSaved) {
			continue
		}
		reached = true
		done := !w.Ask && !w.Refuse && !s.Open && (!refused || w.Show != nil) && goods.shown(w, s.Reply)
		if w.Ask && s.Open || w.Refuse && refused || done {
			return Right, false
		}
	}
	switch {
	case !reached:
		return Wrong, true
	case same && s.Open:
		return Asked, false
	case same && refused:
		return Refused, false
	}
	return Wrong, false
}

func sorted(lines []Line) []Line {
	out := append([]Line{}, lines...)
	slices.SortFunc(out, func(a, b Line) int { return strings.Compare(string(a.SKU), string(b.SKU)) })
	return out
}

// Goods tells which products an answer names.
type Goods struct{ names []named }

type named struct{ id, title string }

// GoodsOf makes Goods of products. A product is named by its title up to the first comma, in one number or the other.
func GoodsOf(products []evercart.Product) Goods {
	var g Goods
	for _, p := range products {
		g.add(p.ID, p.Title)
	}
	return g
}

func (g *Goods) add(id, title string) {
	title, _, _ = strings.Cut(strings.ToLower(title), ",")
	g.names = append(g.names, named{id, strings.TrimSuffix(strings.ReplaceAll(title, "&", "and"), "s")})
}

// andsOf are the words of other languages for the "and" of a name: "Fig und Cedar Candle".
var andsOf = strings.NewReplacer(" und ", " and ", " y ", " and ", " e ", " and ")

// in lists the products that a text names, in the order of their first mention.
func (g Goods) in(text string) []string {
	text = andsOf.Replace(strings.ToLower(text))
	type mention struct {
		id string
		at int
	}
	var all []mention
	for _, n := range g.names {
		if at := strings.Index(text, n.title); at >= 0 {
			all = append(all, mention{n.id, at})
		}
	}
	slices.SortStableFunc(all, func(a, b mention) int { return cmp.Compare(a.at, b.at) })
	out := make([]string, 0, len(all))
	for _, m := range all {
		out = append(out, m.id)
	}
	return out
}

// shown holds the products that an answer names against those wanted.
func (g Goods) shown(w Outcome, reply string) bool {
	if w.Show == nil {
		return true
	}
	names := g.in(reply)
	switch w.About {
	case "browse", "cart":
		need, n := len(w.Show), 0
		if w.About == "browse" {
			need = min(3, need)
		}
		for _, s := range w.Show {
			if slices.Contains(names, s) {
				n++
			}
		}
		return n >= need
	}
	return len(w.Show) == 0 || len(names) > 0 && slices.Contains(w.Show, names[0])
}
