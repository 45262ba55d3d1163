package shop

import (
	"log/slog"
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

const (
	maxChoices = 12 // said in a question
	maxOpen    = 60 // variants that a first choice leaves open
)

// variant finds the exact SKU that is meant. A product that comes in several variants is a question whose pending command is
// that of the caller, without the SKU; an unknown SKU is NotFound with the real options of the product that comes nearest.
// The second result is the refusal, if there is one.
func (w *work) variant(sku evercart.SKU, pending evercart.Command, near ...evercart.SKU) (evercart.SKU, *evercart.Result, error) {
	shelf, err := w.catalog.Shelf(w.ctx, sku)
	if err != nil {
		return "", nil, err
	}
	if v, ok := shelf.Get(sku); ok {
		return v.SKU, nil, nil
	}
	p, err := w.catalog.Product(w.ctx, strings.TrimSpace(string(sku)))
	switch evercart.CodeOf(err) {
	case "":
		return w.oneOf(p, pending)
	case evercart.NotFound:
		r, err := w.unknown(sku, near)
		return "", r, err
	}
	return "", nil, err
}

// exact is the catalogue's spelling of a SKU; "" where there is none, so that a pending command never holds what is not there.
func (w *work) exact(sku evercart.SKU) evercart.SKU {
	shelf, err := w.catalog.Shelf(w.ctx, sku)
	if err != nil {
		return ""
	}
	v, _ := shelf.Get(sku)
	return v.SKU
}

// oneOf is the only variant of a product, or the question which one.
func (w *work) oneOf(p evercart.Product, pending evercart.Command) (evercart.SKU, *evercart.Result, error) {
	sold := slices.DeleteFunc(slices.Clone(p.Variants), func(v evercart.Variant) bool { return !v.Active })
	switch {
	case len(sold) == 0:
		e := evercart.Errorf(evercart.NotForSale, "shop", "not for sale").With(slog.String("title", p.Title))
		r := w.refusal(e, w.v.Error(e), nil)
		return "", &r, nil
	case len(sold) == 1:
		return sold[0].SKU, nil, nil
	}
	r := w.ask(p, sold, pending)
	return "", &r, nil
}

// ask makes the question which variant; what is in stock is offered, or all where nothing is.
func (w *work) ask(p evercart.Product, variants []evercart.Variant, pending evercart.Command) evercart.Result {
	there := slices.DeleteFunc(slices.Clone(variants), func(v evercart.Variant) bool { return v.Stock == 0 })
	if len(there) == 0 {
		there = variants
	}
	labels, whole := labelsOf(there)
	q := &evercart.Question{Kind: "variant", Options: labels, Pending: &pending}
	for _, v := range there {
		q.Choices = append(q.Choices, v.SKU)
	}
	if whole {
		q.Options = q.Options[:min(len(q.Options), maxChoices)]
		q.Choices = q.Choices[:len(q.Options)]
	}
	q.Choices = q.Choices[:min(len(q.Choices), maxOpen)]
	say := w.v.Say("ask.variant", w.v.Thing(p.Title, shared(there), 0), w.v.Or(w.names(q.Options)))
	e := evercart.Errorf(evercart.Ambiguous, "shop", "this product comes in several variants: ask which, never guess")
	r := w.refusal(e, say, map[string]any{"product": w.productData(p, there)})
	r.Question, r.Shown = q, firstOf(q.Choices)
	return r
}

// labelsOf says what tells variants apart, by the options in which they differ. With whole, there is one label a variant, in
// order; where that would be too much to listen to, the labels are the values of the first such option.
func labelsOf(variants []evercart.Variant) (labels []string, whole bool) {
	var differ []string // option names
	for _, o := range variants[0].Options {
		if slices.ContainsFunc(variants, func(v evercart.Variant) bool { return v.Option(o.Name) != o.Value }) {
			differ = append(differ, o.Name)
		}
	}
	if len(differ) > 1 && len(variants) > 4 {
		for _, v := range variants {
			if l := v.Option(differ[0]); !slices.Contains(labels, l) {
				labels = append(labels, l)
			}
		}
		return labels, false
	}
	for _, v := range variants {
		var values []string
		for _, name := range differ {
			values = append(values, v.Option(name))
		}
		if len(values) == 0 {
			values = []string{string(v.SKU)}
		}
		labels = append(labels, strings.Join(values, " "))
	}
	return labels, true
}

// names says labels: sizes that are numbers in words.
func (w *work) names(labels []string) []string {
	out := make([]string, len(labels))
	for i, l := range labels {
		words := strings.Fields(w.v.Name(l))
		for j := range words {
			words[j] = w.v.Size(words[j])
		}
		out[i] = strings.Join(words, " ")
	}
	return out
}

// choices says all that variants come in, one option after the other: "ivory and black; S, M and L".
func (w *work) choices(variants []evercart.Variant) string {
	var said []string
	for _, o := range variants[0].Options {
		var values []string
		for _, v := range variants {
			if l := v.Option(o.Name); l != "" && !slices.Contains(values, l) {
				values = append(values, l)
			}
		}
		if len(values) > 1 {
			said = append(said, w.v.List(w.names(values)))
		}
	}
	return strings.Join(said, "; ")
}

// shared are the options that all variants have alike.
func shared(variants []evercart.Variant) []evercart.Option {
	return slices.DeleteFunc(slices.Clone(variants[0].Options), func(o evercart.Option) bool {
		return slices.ContainsFunc(variants, func(v evercart.Variant) bool { return v.Option(o.Name) != o.Value })
	})
}

// nearCatalog is a catalogue that can also find the product whose SKUs look most like one that does not exist; where it
// cannot, what was shown and what is in the cart is compared.
type nearCatalog interface {
	Near(sku evercart.SKU) (evercart.Product, bool)
}

// unknown refuses a SKU that does not exist, with the real options of the nearest product.
func (w *work) unknown(sku evercart.SKU, near []evercart.SKU) (*evercart.Result, error) {
	e := evercart.Errorf(evercart.NotFound, "shop", "no such SKU; use one that a tool gave, or search_products").With(slog.String("what", "sku"))
	p, ok, err := w.nearest(sku, near)
	if err != nil || !ok {
		r := w.refusal(e, w.v.Error(e), nil)
		return &r, err
	}
	sold := slices.DeleteFunc(slices.Clone(p.Variants), func(v evercart.Variant) bool { return !v.Active })
	say := w.v.Error(e)
	if len(sold) > 1 {
		say += " " + w.v.Say("real.options", w.v.The(p.Title, shared(sold)), w.choices(sold))
	}
	r := w.refusal(e, say, map[string]any{"nearest": w.productData(p, sold)})
	return &r, nil
}

// nearest finds the product whose SKUs begin most like sku: first among near, else as the catalogue knows.
func (w *work) nearest(sku evercart.SKU, near []evercart.SKU) (evercart.Product, bool, error) {
	const least = 3 // characters in common
	best, length := evercart.SKU(""), least-1
	for _, c := range append(slices.Clone(near), w.state.Cart.SKUs(w.state.Focus...)...) {
		if n := common(c.Fold(), sku.Fold()); n > length {
			best, length = c, n
		}
	}
	if best == "" && len(near) > 0 {
		best = near[0] // another size of this very line is meant
	}
	if best == "" {
		if n, ok := w.catalog.(nearCatalog); ok {
			p, found := n.Near(sku)
			return p, found, nil
		}
		words := strings.NewReplacer("-", " ", "_", " ", "/", " ").Replace(string(sku))
		f, err := w.catalog.Find(w.ctx, evercart.Query{Words: words, Limit: 1})
		if err != nil || len(f.Hits) == 0 {
			return evercart.Product{}, false, err
		}
		return f.Hits[0].Product, true, nil
	}
	p, err := w.catalog.ProductOf(w.ctx, best)
	if evercart.CodeOf(err) == evercart.NotFound {
		return p, false, nil
	}
	return p, err == nil, err
}

func common(a, b evercart.SKU) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// lineArg reads which line is meant: its number or its SKU, one of them.
func (a *args) lineArg() (no evercart.LineNo, sku evercart.SKU) {
	_, byLine := a.values["line"]
	_, bySKU := a.values["sku"]
	if byLine == bySKU {
		a.fail("line", "give either line or sku")
	}
	return evercart.LineNo(a.whole("line")), evercart.SKU(a.text("sku", 128))
}

// line finds the line that is meant among those; a product of which there are several is a question.
func (w *work) line(lines []evercart.Line, no evercart.LineNo, sku evercart.SKU, pending evercart.Command) (evercart.Line, *evercart.Result) {
	var found []evercart.Line
	for _, l := range lines {
		if no != 0 && l.No == no || no == 0 && l.SKU.Fold() == sku.Fold() {
			return l, nil
		}
		if no == 0 && strings.EqualFold(l.Product, strings.TrimSpace(string(sku))) {
			found = append(found, l)
		}
	}
	switch len(found) {
	case 0:
		e := evercart.Errorf(evercart.NotFound, "shop", "no such line").With(slog.String("what", "line"))
		r := w.refusal(e, w.v.Error(e), map[string]any{"cart": w.cartData()})
		return evercart.Line{}, &r
	case 1:
		return found[0], nil
	}
	q := &evercart.Question{Kind: "line", Pending: &pending}
	for _, l := range found[:min(len(found), maxChoices)] {
		q.Choices = append(q.Choices, l.SKU)
		q.Options = append(q.Options, w.v.Thing(l.Title, l.Options, 0))
	}
	e := evercart.Errorf(evercart.Ambiguous, "shop", "several lines are of this product: ask which, never guess")
	r := w.refusal(e, w.v.Say("ask.line", w.v.Or(q.Options)), map[string]any{"cart": w.cartData()})
	r.Question, r.Shown = q, firstOf(q.Choices)
	return evercart.Line{}, &r
}

// firstOf keeps as many as a focus has.
func firstOf(skus []evercart.SKU) []evercart.SKU { return slices.Clone(skus[:min(len(skus), 10)]) }
