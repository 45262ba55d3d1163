package speak

import (
	"strings"

	"github.com/evercart/evercart"
)

// maxSaid is how many lines a listener is told in full.
const maxSaid = 4

// maxBreath is how many a recap names.
const maxBreath = 2

// Cart says what is in the cart: lines with their totals, what cannot be had, prices that moved, what is saved, the total.
func (v *Voice) Cart(c evercart.Cart) string {
	counted, _ := parted(c.Lines)
	var said []string
	switch {
	case len(c.Lines) == 0:
		said = append(said, v.Say("cart.empty"))
	case len(counted) == 1 && c.Totals.Total == counted[0].Total: // the total says its price
		said = append(said, v.Say("cart.lines", v.Line(counted[0])))
	case len(counted) > 0:
		items := make([]string, 0, maxSaid+1)
		full, rest := split(counted, maxSaid)
		for _, l := range full {
			items = append(items, v.Part("cart.line", v.Line(l), v.Money(l.Total, c.Currency)))
		}
		if rest > 0 {
			items = append(items, v.Part("cart.more", rest))
		}
		said = append(said, v.Say("cart.lines", v.semicolons(items)))
	}
	said = append(said, v.News(c))
	if len(c.Saved) > 0 {
		said = append(said, v.Say("cart.saved", v.things(c.Saved, maxSaid)))
	}
	if len(c.Lines) > 0 {
		said = append(said, v.Totals(c))
	}
	return sentences(said...)
}

// Totals says what the counted lines cost, with discount, shipping and tax where there are any; the total is last.
func (v *Voice) Totals(c evercart.Cart) string {
	t := c.Totals
	var said []string
	if t.Total != t.Subtotal {
		said = append(said, v.Say("cart.subtotal", v.Money(t.Subtotal, c.Currency)))
	}
	if t.Discount != 0 {
		said = append(said, v.Say("cart.discount", v.Money(t.Discount, c.Currency)))
	}
	if t.Shipping != 0 {
		said = append(said, v.Say("cart.shipping", v.Money(t.Shipping, c.Currency)))
	}
	if t.Tax != 0 {
		said = append(said, v.Say("cart.tax", v.Money(t.Tax, c.Currency)))
	}
	return sentences(append(said, v.Say("cart.total", v.Money(t.Total, c.Currency)))...)
}

// News says which lines cannot be had, or not as many, and which prices are not as they were last said; "" when there is none.
func (v *Voice) News(c evercart.Cart) string {
	counted, gone := parted(c.Lines)
	var said []string
	if len(gone) > 0 {
		said = append(said, v.Say("cart.gone", v.the(gone)))
	}
	told, left := 0, 0
	for _, l := range counted {
		if l.Left > 0 && told < maxSaid {
			told++
			said = append(said, v.Say("cart.left", v.the([]evercart.Line{l}), l.Left))
		}
		if l.Said == l.UnitPrice {
			continue
		}
		if told == maxSaid {
			left++
			continue
		}
		told++
		said = append(said, v.moved(l, c.Currency))
	}
	if left > 0 {
		said = append(said, v.Say("cart.news.more", left))
	}
	return sentences(said...)
}

func (v *Voice) moved(l evercart.Line, c evercart.Currency) string {
	name, now := v.the([]evercart.Line{l}), v.Money(l.UnitPrice, c)
	switch {
	case l.Said == 0:
		return v.Say("cart.price", name, now)
	case l.UnitPrice > l.Said:
		return v.Say("cart.price.up", name, v.Money(l.Said, c), now)
	}
	return v.Say("cart.price.down", name, v.Money(l.Said, c), now)
}

// Recap is one breath for a shopper who comes back: what is there, and what it costs. What changed is News.
func (v *Voice) Recap(c evercart.Cart) string {
	counted, _ := parted(c.Lines)
	var said []string
	switch {
	case len(counted) > 0:
		said = append(said, v.Say("recap", v.things(counted, maxBreath), v.Money(c.Totals.Total, c.Currency)))
	case len(c.Lines) == 0:
		said = append(said, v.Say("recap.empty"))
	}
	if n := len(c.Saved); n > 0 {
		said = append(said, v.Say("recap.saved", n))
	}
	return sentences(said...)
}

// things names lines with their quantities: "two silk blouses in ivory, size M; and one wool scarf in red".
func (v *Voice) things(lines []evercart.Line, most int) string {
	full, rest := split(lines, most)
	items := make([]string, 0, len(full)+1)
	for _, l := range full {
		items = append(items, v.Line(l))
	}
	if rest > 0 {
		items = append(items, v.Part("cart.more", rest))
	}
	return v.semicolons(items)
}

// the names lines as known things, without quantities.
func (v *Voice) the(lines []evercart.Line) string {
	full, rest := split(lines, maxSaid)
	items := make([]string, 0, len(full)+1)
	for _, l := range full {
		items = append(items, v.The(l.Title, l.Options))
	}
	if rest > 0 {
		items = append(items, v.Part("cart.more", rest))
	}
	return v.semicolons(items)
}

// semicolons joins items that may hold commas themselves, so that a voice breathes at the right places.
func (v *Voice) semicolons(items []string) string {
	inner := false
	for _, i := range items {
		inner = inner || strings.Contains(i, ",")
	}
	if !inner || len(items) < 2 {
		return v.List(items)
	}
	n := len(items) - 1
	return strings.Join(items[:n], "; ") + ";" + v.t.and + items[n]
}

// split keeps the first lines to be told in full and counts the rest; one line more than allowed is told as well, since
// "and one more thing" is no shorter.
func split(lines []evercart.Line, n int) ([]evercart.Line, int) {
	if len(lines) <= n+1 {
		return lines, 0
	}
	return lines[:n], len(lines) - n
}

// parted separates what counts from what cannot be had.
func parted(lines []evercart.Line) (counted, gone []evercart.Line) {
	for _, l := range lines {
		if l.Unavailable {
			gone = append(gone, l)
		} else {
			counted = append(counted, l)
		}
	}
	return counted, gone
}

func sentences(said ...string) string {
	kept := said[:0:0]
	for _, s := range said {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, " ")
}
