package wire

import (
	"unicode/utf8"

	"github.com/evercart/evercart"
)

// Product is what people name, with the variants that they buy.
type Product struct {
	ID       string    `json:"id"`
	Title    string    `json:"title"`
	Type     string    `json:"type,omitempty"`
	Vendor   string    `json:"vendor,omitempty"`
	Text     string    `json:"text,omitempty"`
	Image    string    `json:"image,omitempty"`
	Tags     []string  `json:"tags,omitempty"`
	Variants []Variant `json:"variants"`
}

// Variant is one thing for sale. Stock null = not counted.
type Variant struct {
	SKU      evercart.SKU      `json:"sku"`
	Options  Options           `json:"options"`
	Price    evercart.Minor    `json:"price"`
	Was      evercart.Minor    `json:"was,omitempty"`
	Currency evercart.Currency `json:"currency"`
	Stock    *int              `json:"stock"`
	Active   bool              `json:"active"`
	Image    string            `json:"image,omitempty"`
}

// ProductOf makes the outside's product.
func ProductOf(p evercart.Product) Product {
	out := Product{
		ID: p.ID, Title: p.Title, Type: p.Type, Vendor: p.Vendor, Text: p.Text, Image: p.Image, Tags: p.Tags,
		Variants: make([]Variant, 0, len(p.Variants)),
	}
	for _, v := range p.Variants {
		w := Variant{
			SKU: v.SKU, Options: Options(v.Options), Price: v.Price, Was: v.Was, Currency: v.Currency, Active: v.Active, Image: v.Image,
		}
		if v.Stock != evercart.Uncounted {
			n := v.Stock
			w.Stock = &n
		}
		out.Variants = append(out.Variants, w)
	}
	return out
}

// Hit is a product found.
type Hit struct {
	Product  Product        `json:"product"`
	Variants []evercart.SKU `json:"variants"` // those that fit
	Score    float64        `json:"score"`    // 0..1, of likeness
}

// Found answers GET /v1/catalog?q=.
type Found struct {
	Hits    []Hit    `json:"hits"`
	Sure    bool     `json:"sure"`    // the first one is meant beyond doubt
	Unknown []string `json:"unknown"` // words that name nothing in the first one
}

// FoundOf makes the outside's finding.
func FoundOf(f evercart.Finding) Found {
	out := Found{Hits: make([]Hit, 0, len(f.Hits)), Sure: f.Sure, Unknown: orEmpty(f.Unknown)}
	for _, h := range f.Hits {
		w := Hit{Product: ProductOf(h.Product), Variants: make([]evercart.SKU, 0, len(h.Variants)), Score: h.Score}
		for _, v := range h.Variants {
			w.Variants = append(w.Variants, v.SKU)
		}
		out.Hits = append(out.Hits, w)
	}
	return out
}

// What a feed may have, in characters: a title is said aloud, and stands in every event of a line.
const (
	maxTitle = 255
	maxText  = 5_000
)

// Patch is a body of PATCH /v1/catalog/{sku}: {"price","stock","active","title","text"}, those that are to change. Price is in minor
// units; stock null = not counted. Price, stock and active are the variant's, title and text its product's.
type Patch struct {
	Price  *evercart.Minor
	Stock  *int
	Active *bool
	Title  *string
	Text   *string
}

// ReadPatch reads a body of PATCH /v1/catalog/{sku}. Unlike elsewhere, keys that are not known are refused: a price that
// is misspelt must not look changed. Invalid.
func ReadPatch(b []byte) (Patch, error) {
	var p Patch
	o, err := readObject(b)
	if err != nil {
		return p, err
	}
	for k := range o {
		switch k {
		case "price", "stock", "active", "title", "text":
		default:
			return p, evercart.Errorf(evercart.Invalid, "wire", "price, stock, active, title and text can be changed, nothing else")
		}
	}
	if len(o) == 0 {
		return p, evercart.Errorf(evercart.Invalid, "wire", "nothing to change")
	}
	if err := p.variant(o); err != nil {
		return p, err
	}
	for _, f := range []struct {
		key  string
		into **string
		most int
	}{{"title", &p.Title, maxTitle}, {"text", &p.Text, maxText}} {
		s, ok, err := o.text(f.key)
		if err != nil {
			return p, err
		}
		if s = evercart.Clean(s); utf8.RuneCountInString(s) > f.most {
			return p, evercart.Errorf(evercart.TooLarge, "wire", "%s has at most %d characters", f.key, f.most)
		}
		if ok {
			*f.into = &s
		}
	}
	if p.Title != nil && *p.Title == "" {
		return p, evercart.Errorf(evercart.Invalid, "wire", "title is empty")
	}
	return p, nil
}

func (p *Patch) variant(o fields) error {
	price, ok, err := o.number("price")
	if err != nil {
		return err
	}
	if ok {
		if price < 0 || price > int64(evercart.MaxPrice) {
			return evercart.Errorf(evercart.Invalid, "wire", "price is in minor units, from 0 to %d", evercart.MaxPrice)
		}
		m := evercart.Minor(price)
		p.Price = &m
	}
	stock, ok, err := o.number("stock")
	if err != nil {
		return err
	}
	if _, there := o["stock"]; there && !ok {
		stock, ok = evercart.Uncounted, true
	} else if ok && (stock < 0 || stock > 1<<30) {
		return evercart.Errorf(evercart.Invalid, "wire", "stock is a whole number from 0, or null where it is not counted")
	}
	if ok {
		n := int(stock)
		p.Stock = &n
	}
	active, ok, err := o.boolean("active")
	if ok {
		p.Active = &active
	}
	return err
}

// Apply gives the product with the patch on the variant of that SKU. NotFound. It is pure.
func (p Patch) Apply(in evercart.Product, sku evercart.SKU) (evercart.Product, error) {
	out := in
	out.Variants = append([]evercart.Variant(nil), in.Variants...)
	if p.Title != nil {
		out.Title = *p.Title
	}
	if p.Text != nil {
		out.Text = *p.Text
	}
	for i := range out.Variants {
		v := &out.Variants[i]
		if v.SKU.Fold() != sku.Fold() {
			continue
		}
		if p.Price != nil {
			v.Price = *p.Price
		}
		if p.Stock != nil {
			v.Stock = *p.Stock
		}
		if p.Active != nil {
			v.Active = *p.Active
		}
		return out, nil
	}
	return in, evercart.Errorf(evercart.NotFound, "catalog", "no such sku")
}

// Put answers PUT /v1/catalog, counting variants. Report is the import's own: rows read, skipped and why.
type Put struct {
	evercart.PutReport
	Source string `json:"source"`
	Report any    `json:"report,omitempty"`
}
