package evercart

import (
	"log/slog"
	"slices"
)

// Verb is what a command does to the cart.
type Verb string

// The verbs, stable in storage.
const (
	Add         Verb = "add"          // SKU, Quantity ≥ 1: adds to the line of SKU, or begins one
	SetQuantity Verb = "set_quantity" // Line or SKU, Quantity ≥ 1
	Swap        Verb = "swap"         // Line or SKU, To; Quantity 0 = all of it: another size, colour or thing in its place
	Remove      Verb = "remove"       // Line or SKU; Quantity 0 = the whole line; also takes a saved line away
	Save        Verb = "save"         // Line or SKU: put aside for later, whole
	Restore     Verb = "restore"      // Line or SKU of a saved line: back into the cart, whole
	Keep        Verb = "keep"         // Line or SKU: asked to be held
	Clear       Verb = "clear"        // all lines; saved ones stay
	UndoLast    Verb = "undo"         // what the last turn did to the cart
	Refresh     Verb = "refresh"      // today's prices and availability
	SayPrices   Verb = "say_prices"   // Refresh, and every price counts as said aloud
	Begin       Verb = "begin"        // in a fact alone: what a session begins with, which no undo takes back
)

// Command is an intent, applied to the newest cart; it is never a new value of the cart.
type Command struct {
	Verb     Verb   `json:"verb"`
	Line     LineNo `json:"line,omitempty"` // 0 = the line of SKU
	SKU      SKU    `json:"sku,omitempty"`
	To       SKU    `json:"to,omitempty"`
	Quantity int    `json:"quantity,omitempty"`
}

// touched collects which lines a command changes.
type touched struct{ lines, saveds []Line }

func (t *touched) line(l Line)  { t.lines = latest(t.lines, l) }
func (t *touched) saved(l Line) { t.saveds = latest(t.saveds, l) }

// latest keeps one value a line, the last.
func latest(lines []Line, l Line) []Line {
	i := slices.IndexFunc(lines, func(o Line) bool { return o.No == l.No })
	if i < 0 {
		return append(lines, l)
	}
	lines[i] = l
	return lines
}

// Decide is the cart's one rule book: a command on the newest cart and today's shelf gives one fact that says what the cart
// now is, or a code and no change. A command that changes nothing gives no fact and no error. The shelf must hold
// c.SKUs(cmd.SKU, cmd.To). Invalid, NotFound, NotForSale, OutOfStock (args sku, have, want), LimitReached (args limit, want).
func (c Cart) Decide(cmd Command, shelf Shelf, shop Shop) (*CartChanged, error) {
	next, t, err := c.refreshed(shelf)
	if err != nil {
		return nil, err
	}
	d := decision{cart: next, shelf: shelf, shop: shop, t: t}
	if err := d.apply(cmd); err != nil {
		return nil, err
	}
	if err := d.cart.sum(); err != nil {
		return nil, err
	}
	f := &CartChanged{Command: cmd, Lines: changed(c.Lines, d.t.lines), Saved: changed(c.Saved, d.t.saveds), Totals: d.cart.Totals, Version: c.Version + 1}
	if len(f.Lines) == 0 && len(f.Saved) == 0 && cmd.Verb != UndoLast { // an undo is spent even where it changes nothing
		return nil, nil
	}
	return f, nil
}

// changed keeps of the touched lines those that are not as they were.
func changed(were, touched []Line) []Line {
	return slices.DeleteFunc(touched, func(l Line) bool {
		i := slices.IndexFunc(were, func(o Line) bool { return o.No == l.No })
		if i < 0 {
			return l.Quantity == 0
		}
		return were[i].same(l)
	})
}

type decision struct {
	cart  Cart
	shelf Shelf
	shop  Shop
	t     touched
}

func (d *decision) apply(cmd Command) error {
	switch cmd.Verb {
	case Add:
		return d.add(cmd.SKU, cmd.Quantity)
	case SetQuantity:
		return d.setQuantity(cmd)
	case Swap:
		return d.swap(cmd)
	case Remove:
		return d.remove(cmd)
	case Save:
		return d.save(cmd)
	case Restore:
		return d.restore(cmd)
	case Keep:
		l, err := d.find(cmd)
		if err != nil {
			return err
		}
		l.Kept = true
		d.put(l)
		return nil
	case Clear:
		for _, l := range slices.Clone(d.cart.Lines) {
			d.drop(l)
		}
		return nil
	case UndoLast:
		return d.undo()
	case Refresh:
		return nil
	case SayPrices:
		for _, l := range slices.Clone(d.cart.Lines) {
			if l.Said != l.UnitPrice {
				l.Said = l.UnitPrice
				d.put(l)
			}
		}
		return nil
	}
	return Errorf(Invalid, "cart", "no such command")
}

func (d *decision) add(sku SKU, n int) error {
	if n < 1 {
		return Errorf(Invalid, "cart.add", "a quantity is a whole number from 1")
	}
	v, err := d.sellable(sku)
	if err != nil {
		return err
	}
	l, ok := d.cart.LineOf(v.SKU)
	if !ok {
		if l, err = d.newLine(v); err != nil {
			return err
		}
	}
	return d.fill(l, v, l.Quantity, n)
}

// newLine begins a line for v, or says that the cart is full.
func (d *decision) newLine(v Shelved) (Line, error) {
	if len(d.cart.Lines) >= d.shop.MaxLines {
		return Line{}, Errorf(LimitReached, "cart", "the cart is full").With(slog.String("what", "lines"), slog.Int("limit", d.shop.MaxLines))
	}
	no := max(d.cart.Next, 1)
	d.cart.Next = no + 1
	return Line{No: no, SKU: v.SKU, Product: v.Product, Title: v.Title, Options: v.Options, Image: v.Image}, nil
}

// fill sets l to have+n of v, within limit and stock.
func (d *decision) fill(l Line, v Shelved, have, n int) error {
	if n > d.shop.MaxQuantity || have+n > d.shop.MaxQuantity {
		return d.tooMany(v.SKU, have, have+n)
	}
	if !v.Enough(have + n) {
		return outOfStock(v, have, have+n)
	}
	total, err := v.Price.Times(have + n)
	if err != nil {
		return err
	}
	l.Quantity, l.UnitPrice, l.Said, l.Total, l.Version = have+n, v.Price, v.Price, total, v.Version
	l.Unavailable, l.Left = false, 0
	d.put(l)
	return nil
}

func (d *decision) tooMany(sku SKU, have, want int) error {
	return Errorf(LimitReached, "cart", "at most %d of one thing", d.shop.MaxQuantity).With(slog.String("what", "quantity"),
		slog.String("sku", string(sku)), slog.Int("limit", d.shop.MaxQuantity), slog.Int("have", have), slog.Int("want", want))
}

func (d *decision) setQuantity(cmd Command) error {
	if cmd.Quantity < 1 {
		return Errorf(Invalid, "cart.set_quantity", "a quantity is a whole number from 1; remove takes a line away")
	}
	l, err := d.find(cmd)
	if err != nil {
		return err
	}
	v, err := d.sellable(l.SKU)
	if err != nil {
		return err
	}
	return d.fill(l, v, 0, cmd.Quantity)
}

// swap puts To in the place of a line, in one step: neither is ever missing. A line that To already has takes the quantity.
func (d *decision) swap(cmd Command) error {
	l, err := d.find(cmd)
	if err != nil {
		return err
	}
	v, err := d.sellable(cmd.To)
	if err != nil {
		return err
	}
	n := cmd.Quantity
	if n < 0 || n > l.Quantity {
		return Errorf(Invalid, "cart.swap", "only %d there to swap", l.Quantity)
	}
	if n == 0 {
		n = l.Quantity
	}
	if v.SKU.Fold() == l.SKU.Fold() {
		return nil
	}
	other, there := d.cart.LineOf(v.SKU)
	if n < l.Quantity {
		if err := d.lower(l, n); err != nil {
			return err
		}
	} else if there {
		d.drop(l)
	} else { // the same line, another thing: it keeps its place and whether it is held
		l.SKU, l.Product, l.Title, l.Options, l.Image = v.SKU, v.Product, v.Title, v.Options, v.Image
		return d.fill(l, v, 0, n)
	}
	if !there {
		if other, err = d.newLine(v); err != nil {
			return err
		}
		other.Kept = l.Kept
	}
	other.Kept = other.Kept || l.Kept
	return d.fill(other, v, other.Quantity, n)
}

func (d *decision) remove(cmd Command) error {
	if cmd.Quantity < 0 {
		return Errorf(Invalid, "cart.remove", "a quantity is a whole number from 1")
	}
	l, err := d.find(cmd)
	if err != nil {
		if s, ok := d.findSaved(cmd); ok {
			s.Quantity = 0
			d.putSaved(s)
			return nil
		}
		return err
	}
	if cmd.Quantity == 0 || cmd.Quantity >= l.Quantity {
		d.drop(l)
		return nil
	}
	return d.lower(l, cmd.Quantity)
}

// lower takes n of a line away; what is left stays, whatever its stock.
func (d *decision) lower(l Line, n int) (err error) {
	l.Quantity -= n
	if l.Total, err = l.UnitPrice.Times(l.Quantity); err != nil {
		return err
	}
	d.put(l)
	return nil
}

func (d *decision) save(cmd Command) error {
	l, err := d.find(cmd)
	if err != nil {
		return err
	}
	s, ok := d.cart.SavedOf(l.SKU)
	if !ok && len(d.cart.Saved) >= d.shop.MaxLines {
		return Errorf(LimitReached, "cart.save", "the list for later is full").With(slog.String("what", "saved"), slog.Int("limit", d.shop.MaxLines))
	}
	if ok && s.Quantity+l.Quantity > d.shop.MaxQuantity {
		return d.tooMany(l.SKU, s.Quantity, s.Quantity+l.Quantity)
	}
	d.drop(l)
	if ok {
		l.No, l.Quantity, l.Kept = s.No, s.Quantity+l.Quantity, l.Kept || s.Kept
	}
	if l.Total, err = l.UnitPrice.Times(l.Quantity); err != nil {
		return err
	}
	d.putSaved(l)
	return nil
}

func (d *decision) restore(cmd Command) error {
	s, ok := d.findSaved(cmd)
	if !ok {
		return d.notThere(cmd)
	}
	v, err := d.sellable(s.SKU)
	if err != nil {
		return err
	}
	l, there := d.cart.LineOf(s.SKU)
	if !there {
		if l, err = d.newLine(v); err != nil {
			return err
		}
		l.Kept = s.Kept
	}
	n := s.Quantity
	s.Quantity = 0
	d.putSaved(s)
	return d.fill(l, v, l.Quantity, n)
}

// undo puts the lines that the last turn touched back as they were; today's prices hold.
func (d *decision) undo() error {
	if len(d.cart.Undo) == 0 {
		return Errorf(NotFound, "cart.undo", "nothing to undo").With(slog.String("what", "undo"))
	}
	last := d.cart.Undo[len(d.cart.Undo)-1]
	for _, l := range last.Lines {
		if l.Quantity > 0 {
			var err error
			if l, err = l.on(d.shelf); err != nil {
				return err
			}
		}
		d.put(l)
	}
	for _, l := range last.Saved {
		d.putSaved(l)
	}
	return nil
}

func (d *decision) find(cmd Command) (Line, error) {
	if cmd.Line != 0 {
		if l, ok := d.cart.Line(cmd.Line); ok {
			return l, nil
		}
	} else if l, ok := d.cart.LineOf(cmd.SKU); ok && cmd.SKU != "" {
		return l, nil
	}
	return Line{}, d.notThere(cmd)
}

func (d *decision) findSaved(cmd Command) (Line, bool) {
	if cmd.Line == 0 {
		return d.cart.SavedOf(cmd.SKU)
	}
	i := slices.IndexFunc(d.cart.Saved, func(l Line) bool { return l.No == cmd.Line })
	if i < 0 {
		return Line{}, false
	}
	return d.cart.Saved[i], true
}

func (d *decision) notThere(cmd Command) error {
	return Errorf(NotFound, "cart."+string(cmd.Verb), "not in the cart").With(slog.String("what", "line"), slog.String("sku", string(cmd.SKU)), slog.Int("line", int(cmd.Line)))
}

// sellable finds a variant that can be sold at all.
func (d *decision) sellable(sku SKU) (Shelved, error) {
	v, ok := d.shelf.Get(sku)
	switch {
	case !ok:
		return v, Errorf(NotFound, "cart", "no such SKU").With(slog.String("what", "sku"), slog.String("sku", string(sku)))
	case !v.Active:
		return v, Errorf(NotForSale, "cart", "not for sale").With(v.named()...)
	case v.Stock == 0:
		return v, outOfStock(v, 0, 1)
	case v.Currency != d.cart.Currency:
		return v, Errorf(NotForSale, "cart", "sold in another currency").With(v.named()...)
	}
	return v, nil
}

func outOfStock(v Shelved, have, want int) error {
	return Errorf(OutOfStock, "cart", "not enough in stock").With(append(v.named(),
		slog.Int("stock", max(v.Stock, 0)), slog.Int("have", have), slog.Int("want", want))...)
}

// put replaces or adds a line; Quantity 0 takes it away, and the fact must still name it.
func (d *decision) put(l Line) {
	d.cart.Lines = put(d.cart.Lines, []Line{l})
	d.t.line(l)
}

func (d *decision) putSaved(l Line) {
	d.cart.Saved = put(d.cart.Saved, []Line{l})
	d.t.saved(l)
}

func (d *decision) drop(l Line) {
	l.Quantity, l.Total = 0, 0
	d.put(l)
}
