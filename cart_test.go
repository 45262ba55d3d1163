package evercart_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evercart/evercart"
)

// counter is a cart at work: what is decided is folded, as a store does it.
type counter struct {
	t     testing.TB
	state evercart.State
	shelf evercart.Shelf
	shop  evercart.Shop
	turn  evercart.TurnID
}

func newCounter(t testing.TB) *counter {
	c := &counter{t: t, shelf: evercart.Shelf{}, shop: evercart.DefaultShop(), state: evercart.State{Cart: evercart.Cart{Currency: "USD"}}}
	c.shop.MaxLines, c.shop.MaxQuantity = 4, 9
	for i, sku := range []evercart.SKU{"A", "B", "C", "D", "E"} {
		c.stock(sku, evercart.Variant{Price: evercart.Minor(100*i + 101), Stock: evercart.Uncounted, Active: true})
	}
	return c
}

func (c *counter) stock(sku evercart.SKU, v evercart.Variant) {
	v.SKU = sku
	if v.Currency == "" {
		v.Currency = "USD"
	}
	c.shelf[sku.Fold()] = evercart.Shelved{Variant: v, Product: "p" + string(sku), Title: "Thing " + string(sku)}
}

// onShelf holds what the rules ask for and nothing else: a rule that needs more fails.
func (c *counter) onShelf(cmd evercart.Command) evercart.Shelf {
	out := evercart.Shelf{}
	for _, sku := range c.state.Cart.SKUs(cmd.SKU, cmd.To) {
		if v, ok := c.shelf.Get(sku); ok {
			out[sku.Fold()] = v
		}
	}
	return out
}

// try decides and folds; the decision must leave the cart it was made on as it was, and tell the totals that the fold has.
func (c *counter) try(cmd evercart.Command) (*evercart.CartChanged, error) {
	c.t.Helper()
	before := asJSON(c.t, c.state.Cart)
	f, err := c.state.Cart.Decide(cmd, c.onShelf(cmd), c.shop)
	if after := asJSON(c.t, c.state.Cart); after != before {
		c.t.Fatalf("%+v changed the cart it was decided on:\n%s", cmd, cmp.Diff(before, after))
	}
	if err != nil || f == nil {
		return f, err
	}
	was := c.state
	c.state, _, err = c.state.After(time.Time{}, c.turn, "shopper", f)
	if err != nil {
		c.t.Fatal(err)
	}
	if got := asJSON(c.t, was.Cart); got != before {
		c.t.Fatalf("folding %+v changed the state it came from", cmd)
	}
	if c.state.Cart.Totals != f.Totals || c.state.Cart.Version != f.Version {
		c.t.Fatalf("%+v: the fact says %+v, the fold %+v", cmd, f.Totals, c.state.Cart.Totals)
	}
	return f, nil
}

func (c *counter) do(cmd evercart.Command) *evercart.CartChanged {
	c.t.Helper()
	f, err := c.try(cmd)
	if err != nil {
		c.t.Fatalf("%+v: %v", cmd, err)
	}
	return f
}

func (c *counter) refuse(cmd evercart.Command, want evercart.Code) *evercart.Error {
	c.t.Helper()
	before := asJSON(c.t, c.state)
	_, err := c.try(cmd)
	code(c.t, fmt.Sprintf("%+v", cmd), err, want)
	if asJSON(c.t, c.state) != before {
		c.t.Fatalf("%+v was refused and changed the cart", cmd)
	}
	return evercart.AsError(err)
}

// has fails unless the lines are these: "2A" is two of A, "2A!" cannot be had, "2A*" is kept.
func (c *counter) has(want ...string) {
	c.t.Helper()
	if got := brief(c.state.Cart.Lines); !slices.Equal(got, want) {
		c.t.Fatalf("lines %v, want %v", got, want)
	}
}

func (c *counter) saved(want ...string) {
	c.t.Helper()
	if got := brief(c.state.Cart.Saved); !slices.Equal(got, want) {
		c.t.Fatalf("saved %v, want %v", got, want)
	}
}

func brief(lines []evercart.Line) []string {
	out := []string{}
	for _, l := range lines {
		s := fmt.Sprintf("%d%s", l.Quantity, l.SKU)
		if l.Unavailable {
			s += "!"
		}
		if l.Kept {
			s += "*"
		}
		out = append(out, s)
	}
	return out
}

func asJSON(t interface {
	Helper()
	Fatal(...any)
}, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func add(sku evercart.SKU, n int) evercart.Command {
	return evercart.Command{Verb: evercart.Add, SKU: sku, Quantity: n}
}

func on(v evercart.Verb, sku evercart.SKU) evercart.Command {
	return evercart.Command{Verb: v, SKU: sku}
}

func TestCartCommands(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(*counter){
		"add again grows the line": func(c *counter) {
			c.do(add("A", 2))
			c.do(add(" a ", 3))
			c.has("5A")
			if c.state.Cart.Totals.Total != 505 || c.state.Cart.Version != 2 || c.state.Cart.Next != 2 {
				c.t.Fatalf("%+v", c.state.Cart)
			}
		},
		"quantities": func(c *counter) {
			c.refuse(add("A", 0), evercart.Invalid)
			c.refuse(add("A", -1), evercart.Invalid)
			c.refuse(add("A", math.MinInt), evercart.Invalid)
			e := c.refuse(add("A", 10), evercart.LimitReached)
			if e.Arg("limit").Int64() != 9 || e.Arg("what").String() != "quantity" {
				c.t.Fatal(e.Args)
			}
			c.refuse(add("A", math.MaxInt), evercart.LimitReached)
			c.do(add("A", 9))
			c.refuse(add("A", 1), evercart.LimitReached)
			c.do(evercart.Command{Verb: evercart.SetQuantity, SKU: "A", Quantity: 3})
			c.do(evercart.Command{Verb: evercart.SetQuantity, Line: 1, Quantity: 4})
			c.refuse(evercart.Command{Verb: evercart.SetQuantity, SKU: "A"}, evercart.Invalid)
			c.refuse(evercart.Command{Verb: evercart.SetQuantity, SKU: "B", Quantity: 1}, evercart.NotFound)
			c.refuse(evercart.Command{Verb: evercart.SetQuantity, Line: 9, SKU: "A", Quantity: 1}, evercart.NotFound)
			c.has("4A")
		},
		"what cannot be sold": func(c *counter) {
			c.stock("B", evercart.Variant{Price: 1, Stock: 0, Active: true})
			c.stock("C", evercart.Variant{Price: 1, Stock: 5})
			c.stock("D", evercart.Variant{Price: 1, Stock: 5, Active: true, Currency: "EUR"})
			c.stock("E", evercart.Variant{Price: 1, Stock: 2, Active: true})
			c.refuse(add("B", 1), evercart.OutOfStock)
			c.refuse(add("C", 1), evercart.NotForSale)
			c.refuse(add("D", 1), evercart.NotForSale)
			c.refuse(add("NONE", 1), evercart.NotFound)
			c.refuse(add("", 1), evercart.NotFound)
			c.do(add("E", 2))
			e := c.refuse(add("E", 1), evercart.OutOfStock)
			if e.Arg("have").Int64() != 2 || e.Arg("want").Int64() != 3 || e.Arg("stock").Int64() != 2 || e.Arg("sku").String() != "E" {
				c.t.Fatal(e.Args)
			}
		},
		"the cart is full": func(c *counter) {
			for _, sku := range []evercart.SKU{"A", "B", "C", "D"} {
				c.do(add(sku, 1))
			}
			if e := c.refuse(add("E", 1), evercart.LimitReached); e.Arg("what").String() != "lines" {
				c.t.Fatal(e.Args)
			}
			c.do(add("A", 1))
			c.refuse(evercart.Command{Verb: evercart.Swap, SKU: "A", To: "E", Quantity: 1}, evercart.LimitReached)
			c.has("2A", "1B", "1C", "1D")
			c.do(evercart.Command{Verb: evercart.Swap, SKU: "A", To: "E"})
			c.has("2E", "1B", "1C", "1D")
		},
		"remove": func(c *counter) {
			c.do(add("A", 3))
			c.do(add("B", 1))
			c.do(evercart.Command{Verb: evercart.Remove, SKU: "A", Quantity: 1})
			c.has("2A", "1B")
			c.do(evercart.Command{Verb: evercart.Remove, Line: 1, Quantity: 7})
			c.has("1B")
			c.do(on(evercart.Remove, "B"))
			c.has()
			c.refuse(on(evercart.Remove, "B"), evercart.NotFound)
			c.refuse(evercart.Command{Verb: evercart.Remove, SKU: "B", Quantity: -1}, evercart.Invalid)
			c.do(add("A", 1))
			if l, _ := c.state.Cart.LineOf("A"); l.No != 3 {
				c.t.Fatalf("line number %d was used before", l.No)
			}
		},
		"what cannot be had any more can be taken away": func(c *counter) {
			c.do(add("A", 3))
			delete(c.shelf, "a")
			c.do(evercart.Command{Verb: evercart.Remove, SKU: "A", Quantity: 1})
			c.has("2A!")
			c.do(on(evercart.Remove, "A"))
			c.has()
		},
		"swap": func(c *counter) {
			c.do(add("A", 3))
			c.do(on(evercart.Keep, "A"))
			c.do(evercart.Command{Verb: evercart.Swap, SKU: "A", To: "B"})
			c.has("3B*")
			if l, _ := c.state.Cart.LineOf("B"); l.No != 1 || l.UnitPrice != 201 || l.Title != "Thing B" {
				c.t.Fatalf("%+v", l)
			}
			c.do(evercart.Command{Verb: evercart.Swap, Line: 1, To: "C", Quantity: 1})
			c.has("2B*", "1C*")
			c.do(evercart.Command{Verb: evercart.Swap, SKU: "B", To: "C"})
			c.has("3C*")
			c.refuse(evercart.Command{Verb: evercart.Swap, SKU: "C", To: "A", Quantity: 4}, evercart.Invalid)
			c.refuse(evercart.Command{Verb: evercart.Swap, SKU: "C", To: "NONE"}, evercart.NotFound)
			c.refuse(evercart.Command{Verb: evercart.Swap, SKU: "A", To: "B"}, evercart.NotFound)
			if f := c.do(evercart.Command{Verb: evercart.Swap, SKU: "C", To: "c"}); f != nil {
				c.t.Fatalf("swapped for itself: %+v", f)
			}
			c.do(add("A", 8))
			c.refuse(evercart.Command{Verb: evercart.Swap, SKU: "C", To: "A"}, evercart.LimitReached)
			c.has("3C*", "8A")
		},
		"save and restore": func(c *counter) {
			c.do(add("A", 2))
			c.do(add("B", 1))
			c.do(on(evercart.Save, "A"))
			c.has("1B")
			c.saved("2A")
			if c.state.Cart.Totals.Total != 201 {
				c.t.Fatalf("%+v", c.state.Cart.Totals)
			}
			c.do(add("A", 1))
			c.do(on(evercart.Restore, "A"))
			c.has("1B", "3A")
			c.saved()
			c.refuse(on(evercart.Restore, "A"), evercart.NotFound)
			c.do(on(evercart.Save, "B"))
			c.do(on(evercart.Remove, "B")) // also takes a saved line away
			c.saved()
			c.refuse(on(evercart.Save, "B"), evercart.NotFound)
		},
		"saving again adds up, within the limit": func(c *counter) {
			c.do(add("A", 5))
			c.do(on(evercart.Save, "A"))
			c.do(add("A", 4))
			c.do(on(evercart.Save, "A"))
			c.has()
			c.saved("9A")
			c.do(add("A", 1))
			c.refuse(on(evercart.Save, "A"), evercart.LimitReached)
			c.has("1A")
		},
		"restore what sold out": func(c *counter) {
			c.do(add("A", 2))
			c.do(on(evercart.Save, "A"))
			c.stock("A", evercart.Variant{Price: 101, Stock: 0, Active: true})
			c.refuse(on(evercart.Restore, "A"), evercart.OutOfStock)
			c.saved("2A")
		},
		"clear leaves what is saved": func(c *counter) {
			c.do(add("A", 2))
			c.do(add("B", 2))
			c.do(on(evercart.Save, "A"))
			c.do(evercart.Command{Verb: evercart.Clear})
			c.has()
			c.saved("2A")
			c.do(evercart.Command{Verb: evercart.UndoLast})
			c.has("2B")
		},
		"no change is no fact": func(c *counter) {
			c.do(add("A", 2))
			c.do(on(evercart.Keep, "A"))
			for _, cmd := range []evercart.Command{on(evercart.Keep, "A"), {Verb: evercart.SetQuantity, SKU: "A", Quantity: 2}, {Verb: evercart.Refresh}, {Verb: evercart.SayPrices}} {
				if f := c.do(cmd); f != nil {
					c.t.Fatalf("%+v gave %+v", cmd, f)
				}
			}
			c.do(on(evercart.Remove, "A"))
			if f := c.do(evercart.Command{Verb: evercart.Clear}); f != nil {
				c.t.Fatalf("clearing what is empty gave %+v", f)
			}
		},
		"undo brings back at today's price": func(c *counter) {
			c.do(add("A", 2))
			c.do(on(evercart.Remove, "A"))
			c.stock("A", evercart.Variant{Price: 500, Stock: evercart.Uncounted, Active: true})
			c.do(evercart.Command{Verb: evercart.UndoLast})
			c.has("2A")
			if news := c.state.Cart.News(); c.state.Cart.Totals.Total != 1000 || len(news) != 1 || news[0].Said != 101 {
				c.t.Fatalf("%+v, news %+v", c.state.Cart.Totals, news)
			}
			c.do(evercart.Command{Verb: evercart.UndoLast})
			c.has()
			c.refuse(evercart.Command{Verb: evercart.UndoLast}, evercart.NotFound)
		},
		"undo takes a whole turn back": func(c *counter) {
			c.turn = "t1"
			c.do(add("A", 2))
			c.turn = "t2"
			c.do(evercart.Command{Verb: evercart.Swap, SKU: "A", To: "B"})
			c.do(add("A", 1))
			c.do(on(evercart.Save, "B"))
			c.turn = "t3"
			c.do(evercart.Command{Verb: evercart.UndoLast})
			c.has("2A")
			c.saved()
		},
		"an undo that changes nothing is spent": func(c *counter) {
			c.turn = "t1"
			c.do(add("B", 1))
			c.turn = "t2"
			c.do(add("A", 1))
			c.do(on(evercart.Remove, "A"))
			c.turn = "t3"
			c.do(evercart.Command{Verb: evercart.UndoLast})
			c.has("1B")
			c.do(evercart.Command{Verb: evercart.UndoLast})
			c.has()
		},
		"prices move": func(c *counter) {
			c.do(add("A", 2))
			c.stock("A", evercart.Variant{Price: 150, Stock: 5, Active: true, Version: 2})
			c.do(evercart.Command{Verb: evercart.Refresh})
			if l := c.state.Cart.Lines[0]; l.UnitPrice != 150 || l.Said != 101 || l.Total != 300 || len(c.state.Cart.News()) != 1 {
				c.t.Fatalf("%+v", l)
			}
			c.do(evercart.Command{Verb: evercart.SayPrices})
			if len(c.state.Cart.News()) != 0 || len(c.state.Cart.Undo) != 1 {
				c.t.Fatalf("%+v", c.state.Cart)
			}
			c.stock("A", evercart.Variant{Price: 150, Stock: 0, Active: true, Version: 3})
			c.do(add("B", 1)) // any command tells what has changed
			c.has("2A!", "1B")
			if c.state.Cart.Totals.Total != 201 || c.state.Cart.Items() != 1 {
				c.t.Fatalf("%+v", c.state.Cart.Totals)
			}
		},
		"amounts that do not fit": func(c *counter) {
			c.stock("A", evercart.Variant{Price: math.MaxInt64 / 2, Stock: evercart.Uncounted, Active: true})
			c.stock("B", evercart.Variant{Price: math.MaxInt64 / 2, Stock: evercart.Uncounted, Active: true})
			c.do(add("A", 2))
			c.refuse(add("A", 1), evercart.LimitReached)
			c.refuse(add("B", 1), evercart.LimitReached)
		},
		"no such command": func(c *counter) { c.refuse(evercart.Command{Verb: "explode"}, evercart.Invalid) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(newCounter(t))
		})
	}
}

// The cart as it stands today is a view: it changes nothing.
func TestCartOnTodaysShelf(t *testing.T) {
	t.Parallel()
	c := newCounter(t)
	c.do(add("A", 2))
	before := asJSON(t, c.state.Cart)
	c.stock("A", evercart.Variant{Price: 150, Stock: 5, Active: true})
	if now := c.state.Cart.On(c.shelf); now.Totals.Total != 300 || now.Version != 1 || asJSON(t, c.state.Cart) != before {
		t.Fatalf("%+v", now)
	}
	c.stock("A", evercart.Variant{Price: math.MaxInt64, Stock: 5, Active: true})
	if now := c.state.Cart.On(c.shelf); asJSON(t, now) != before {
		t.Fatalf("%+v", now)
	}
}
