package evercart_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/evercart/evercart"
)

var verbs = []evercart.Verb{evercart.Add, evercart.Add, evercart.Add, evercart.SetQuantity, evercart.Swap, evercart.Swap, evercart.Remove, evercart.Save,
	evercart.Restore, evercart.Keep, evercart.Clear, evercart.UndoLast, evercart.Refresh, evercart.SayPrices}

// Whatever is asked of a cart, in whatever order and on whatever shelf, it keeps its own rules.
func TestCartKeepsItsRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		c := newCounter(t)
		skus := rapid.SampledFrom([]evercart.SKU{"A", "B", "C", "D", "E", "a", "NONE", ""})
		turn := 0
		var undos []evercart.Cart // the cart before each turn that an undo can reach
		for range rapid.IntRange(1, 30).Draw(rt, "commands") {
			if rapid.IntRange(0, 9).Draw(rt, "shelf moves") == 0 {
				sku := rapid.SampledFrom([]evercart.SKU{"A", "B", "C", "D", "E"}).Draw(rt, "sku")
				c.stock(sku, evercart.Variant{Price: evercart.Minor(rapid.IntRange(0, 999).Draw(rt, "price")), Stock: rapid.IntRange(-1, 12).Draw(rt, "stock"), Active: rapid.IntRange(0, 4).Draw(rt, "active") > 0})
				undos = nil // what comes back then is not what went
				c.do(evercart.Command{Verb: evercart.Refresh})
			}
			turn++
			c.turn = evercart.TurnID(fmt.Sprint(turn))
			cmd := evercart.Command{Verb: rapid.SampledFrom(verbs).Draw(rt, "verb"), SKU: skus.Draw(rt, "sku"), To: skus.Draw(rt, "to"),
				Quantity: rapid.IntRange(-1, 11).Draw(rt, "quantity"), Line: evercart.LineNo(max(0, rapid.IntRange(-6, 6).Draw(rt, "line")))}
			undos = ruled(rt, c, cmd, undos)
		}
	})
}

// ruled runs one command and checks the cart's rules.
func ruled(rt *rapid.T, c *counter, cmd evercart.Command, undos []evercart.Cart) []evercart.Cart {
	before := c.state.Cart
	f, err := c.try(cmd)
	now := c.state.Cart
	lawful(rt, now, c.shop)
	switch {
	case err != nil:
		switch evercart.CodeOf(err) {
		case evercart.Invalid, evercart.NotFound, evercart.NotForSale, evercart.OutOfStock, evercart.LimitReached:
		default:
			rt.Fatalf("%+v: %v is not promised", cmd, err)
		}
	case f == nil:
		if asJSON(rt, before) != asJSON(rt, now) {
			rt.Fatalf("%+v: no fact and another cart", cmd)
		}
	case cmd.Verb == evercart.UndoLast:
		if n := len(undos); n > 0 {
			want := undos[n-1]
			if !sameGoods(want.Lines, now.Lines) || !sameGoods(want.Saved, now.Saved) || want.Totals != now.Totals {
				rt.Fatalf("undo gives %v %v, want %v %v", brief(now.Lines), brief(now.Saved), brief(want.Lines), brief(want.Saved))
			}
			undos = undos[:n-1]
		}
	case cmd.Verb == evercart.SayPrices, cmd.Verb == evercart.Refresh:
	default:
		undos = append(undos, before)
		switch cmd.Verb {
		case evercart.Swap, evercart.Save, evercart.Restore, evercart.Keep:
			if units(before) != units(now) {
				rt.Fatalf("%+v: %d units before, %d after", cmd, units(before), units(now))
			}
		}
	}
	if err == nil && f != nil && now.Version != before.Version+1 || f == nil && now.Version != before.Version {
		rt.Fatalf("%+v: version %d after %d", cmd, now.Version, before.Version)
	}
	return undos
}

// lawful: the total is that of the lines that count; no line without a unit, none twice, none over the limits.
func lawful(rt *rapid.T, c evercart.Cart, shop evercart.Shop) {
	var sum evercart.Minor
	numbers, skus, saved := map[evercart.LineNo]bool{}, map[evercart.SKU]bool{}, map[evercart.SKU]bool{}
	for _, l := range c.Lines {
		if l.Quantity < 1 || l.Quantity > shop.MaxQuantity || l.Total != l.UnitPrice*evercart.Minor(l.Quantity) || skus[l.SKU.Fold()] || numbers[l.No] || l.No >= c.Next {
			rt.Fatalf("line %+v of %v", l, brief(c.Lines))
		}
		skus[l.SKU.Fold()], numbers[l.No] = true, true
		if !l.Unavailable {
			sum += l.Total
		}
	}
	for _, l := range c.Saved {
		if l.Quantity < 1 || saved[l.SKU.Fold()] {
			rt.Fatalf("saved line %+v of %v", l, brief(c.Saved))
		}
		saved[l.SKU.Fold()] = true
	}
	if c.Totals.Subtotal != sum || c.Totals.Total != sum || len(c.Undo) > 5 {
		rt.Fatalf("totals %+v, lines add up to %d, %d undos", c.Totals, sum, len(c.Undo))
	}
}

func units(c evercart.Cart) (n int) {
	for _, l := range slices.Concat(c.Lines, c.Saved) {
		n += l.Quantity
	}
	return n
}

// sameGoods compares by line; the order may differ, and so may which price was said.
func sameGoods(a, b []evercart.Line) bool {
	if len(a) != len(b) {
		return false
	}
	for _, l := range a {
		i := slices.IndexFunc(b, func(o evercart.Line) bool { return o.No == l.No })
		if i < 0 || b[i].SKU != l.SKU || b[i].Quantity != l.Quantity || b[i].Kept != l.Kept || b[i].UnitPrice != l.UnitPrice || b[i].Unavailable != l.Unavailable {
			return false
		}
	}
	return true
}
