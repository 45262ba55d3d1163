package evercart

import (
	"log/slog"
	"slices"
	"strings"
)

// Cart is what a shopper means to buy. It changes only by commands (command.go) and only at this package's hands.
type Cart struct {
	Version  int64    `json:"version"` // grows only when the cart changes: a slow question leaves it alone
	Currency Currency `json:"currency"`
	Next     LineNo   `json:"next"` // number of the next new line
	Lines    []Line   `json:"lines,omitempty"`
	Saved    []Line   `json:"saved,omitempty"` // put aside for later: shown, not counted
	Totals   Totals   `json:"totals"`
	Undo     []Undo   `json:"undo,omitempty"` // at most maxUndo, newest last
}

// Line is one SKU in the cart: adding it again grows the quantity.
type Line struct {
	No          LineNo   `json:"line"`
	SKU         SKU      `json:"sku"`
	Product     string   `json:"product,omitempty"`
	Title       string   `json:"title"`
	Options     []Option `json:"options,omitempty"`
	Image       string   `json:"image,omitempty"`
	Quantity    int      `json:"quantity"`
	UnitPrice   Minor    `json:"unit_price"`
	Total       Minor    `json:"total"`
	Said        Minor    `json:"said,omitempty"`        // unit price last said aloud; another than UnitPrice must be said
	Kept        bool     `json:"kept,omitempty"`        // asked to be held, still counted
	Unavailable bool     `json:"unavailable,omitempty"` // left the shop or sold out: shown, not counted
	Left        int      `json:"left,omitempty"`        // how many there are, where that is fewer than Quantity; 0 = enough
	Version     int64    `json:"version,omitempty"`     // the Variant.Version behind UnitPrice
}

// Totals of the lines that count, in minor units of the cart's currency. Total = Subtotal − Discount + Shipping + Tax.
type Totals struct {
	Subtotal Minor `json:"subtotal"`
	Discount Minor `json:"discount"`
	Shipping Minor `json:"shipping"`
	Tax      Minor `json:"tax"`
	Total    Minor `json:"total"`
}

// Undo is what one turn's changes replaced: the touched lines as they were (Quantity 0 = were not there).
type Undo struct {
	Turn  TurnID `json:"turn,omitempty"`
	Seq   Seq    `json:"seq"` // of the change that began it
	Lines []Line `json:"lines,omitempty"`
	Saved []Line `json:"saved,omitempty"`
}

const maxUndo = 5

// Line finds a counted line by its number.
func (c Cart) Line(no LineNo) (Line, bool) {
	i := slices.IndexFunc(c.Lines, func(l Line) bool { return l.No == no })
	if i < 0 {
		return Line{}, false
	}
	return c.Lines[i], true
}

// LineOf finds the counted line of a SKU.
func (c Cart) LineOf(sku SKU) (Line, bool) { return lineOf(c.Lines, sku) }

// SavedOf finds the saved line of a SKU.
func (c Cart) SavedOf(sku SKU) (Line, bool) { return lineOf(c.Saved, sku) }

func lineOf(lines []Line, sku SKU) (Line, bool) {
	i := slices.IndexFunc(lines, func(l Line) bool { return l.SKU.Fold() == sku.Fold() })
	if i < 0 {
		return Line{}, false
	}
	return lines[i], true
}

// SKUs lists all that the cart's rules need on a shelf: the lines, the saved lines, what an undo would bring back, and more.
func (c Cart) SKUs(more ...SKU) []SKU {
	out := make([]SKU, 0, len(c.Lines)+len(c.Saved)+len(more))
	for _, l := range c.Lines {
		out = append(out, l.SKU)
	}
	for _, l := range c.Saved {
		out = append(out, l.SKU)
	}
	if n := len(c.Undo); n > 0 {
		for _, l := range slices.Concat(c.Undo[n-1].Lines, c.Undo[n-1].Saved) {
			if !slices.Contains(out, l.SKU) {
				out = append(out, l.SKU)
			}
		}
	}
	return append(out, more...)
}

// Items counts the units that count.
func (c Cart) Items() int {
	n := 0
	for _, l := range c.Lines {
		if !l.Unavailable {
			n += l.Quantity
		}
	}
	return n
}

// News lists the lines whose price was never said as it is now, and those that cannot be had, or not as many.
func (c Cart) News() []Line {
	var out []Line
	for _, l := range c.Lines {
		if l.Said != l.UnitPrice || l.Unavailable || l.Left > 0 {
			out = append(out, l)
		}
	}
	return out
}

// On is the cart as it stands on today's shelf: today's prices, what cannot be had marked and not counted. It changes
// nothing; edges show it, and the next command commits it. The shelf must hold what c.SKUs() asks for.
func (c Cart) On(shelf Shelf) Cart {
	next, _, err := c.refreshed(shelf)
	if err != nil { // amounts beyond int64: show what was committed
		return c
	}
	return next
}

// refreshed returns the cart on the shelf with the lines that differ.
func (c Cart) refreshed(shelf Shelf) (Cart, touched, error) {
	next, t := c, touched{}
	next.Lines, next.Saved = slices.Clone(c.Lines), slices.Clone(c.Saved)
	for i, l := range next.Lines {
		now, err := l.on(shelf)
		if err != nil {
			return c, t, err
		}
		if !now.same(l) {
			next.Lines[i] = now
			t.line(now)
		}
	}
	for i, l := range next.Saved {
		now, err := l.on(shelf)
		if err != nil {
			return c, t, err
		}
		if !now.same(l) {
			next.Saved[i] = now
			t.saved(now)
		}
	}
	err := next.sum()
	return next, t, err
}

// on is the line at today's price; a SKU that left the shop, is inactive, or sold out keeps its last price, marked.
func (l Line) on(shelf Shelf) (Line, error) {
	v, ok := shelf.Get(l.SKU)
	if !ok || !v.Active || v.Stock == 0 {
		l.Unavailable, l.Left = true, 0
		return l, nil
	}
	if l.Unavailable, l.Left = false, 0; !v.Enough(l.Quantity) {
		l.Left = v.Stock
	}
	if v.Price != l.UnitPrice || v.Version != l.Version {
		l.UnitPrice, l.Version = v.Price, v.Version
	}
	total, err := l.UnitPrice.Times(l.Quantity)
	l.Total = total
	return l, err
}

// same ignores the row version alone: a patched stock is no change of the cart.
func (l Line) same(o Line) bool {
	return l.No == o.No && l.SKU == o.SKU && l.Quantity == o.Quantity && l.UnitPrice == o.UnitPrice && l.Total == o.Total &&
		l.Said == o.Said && l.Kept == o.Kept && l.Unavailable == o.Unavailable && l.Left == o.Left && l.Title == o.Title && slices.Equal(l.Options, o.Options)
}

// sum recomputes the totals from the lines that count.
func (c *Cart) sum() error {
	var sub Minor
	for _, l := range c.Lines {
		if l.Unavailable {
			continue
		}
		var err error
		if sub, err = sub.Plus(l.Total); err != nil {
			return err
		}
	}
	c.Totals = Totals{Subtotal: sub, Total: sub}
	return nil
}

// Name is what a person calls the line: "Silk Blouse, ivory, M".
func (l Line) Name() string { return nameOf(l.Title, l.Options) }

// Name is what a person calls the variant: "Silk Blouse, ivory, M".
func (s Shelved) Name() string { return nameOf(s.Title, s.Options) }

// named is the variant as errors carry it: its name in one, and in parts for whoever says it.
func (s Shelved) named() []slog.Attr {
	return []slog.Attr{slog.String("sku", string(s.SKU)), slog.String("title", s.Name()), slog.String("name", s.Title), slog.Any("options", s.Options)}
}

func nameOf(title string, options []Option) string {
	parts := make([]string, 1, len(options)+1)
	parts[0] = title
	for _, o := range options {
		parts = append(parts, o.Value)
	}
	return strings.Join(parts, ", ")
}
