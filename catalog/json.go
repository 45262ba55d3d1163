package catalog

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/evercart/evercart"
)

// jsonProduct is evercart.Product as people write it: what is absent has a sensible meaning.
type jsonProduct struct {
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	Type     string            `json:"type"`
	Vendor   string            `json:"vendor"`
	Text     string            `json:"text"`
	Image    string            `json:"image"`
	Tags     []string          `json:"tags"`
	Variants []json.RawMessage `json:"variants"`
}

type jsonVariant struct {
	SKU      string            `json:"sku"`
	Options  []evercart.Option `json:"options"`
	Price    *int64            `json:"price"` // minor units
	Was      int64             `json:"was"`
	Currency string            `json:"currency"` // "" = the shop's
	Stock    *int              `json:"stock"`    // absent = not counted
	Active   *bool             `json:"active"`   // absent = true
	Image    string            `json:"image"`
}

// readJSON reads our own format: an array of products, products one after the other (JSONL), or {"products": […]}.
func readJSON(f *reading, emit func(evercart.Product) error) error {
	f.in.budget.row = MaxProduct
	f.in.budget.reset()
	lines := &lineCounter{r: f.in.budget, at: 1}
	d := json.NewDecoder(lines)
	inside, err := enterProducts(f, d)
	if err != nil {
		return jsonError(lines, d, err)
	}
	seen := map[string]int{}
	for {
		if inside && !d.More() {
			break
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); errors.Is(err, io.EOF) && !inside {
			break
		} else if err != nil {
			return jsonError(lines, d, err)
		}
		line := lines.line(d.InputOffset() - int64(len(raw)))
		if err := f.row(); err != nil {
			return err
		}
		if err := jsonRow(f, raw, line, seen, emit); err != nil {
			return err
		}
	}
	if inside {
		if _, err := d.Token(); err != nil { // the array's end, else the file was cut off
			return jsonError(lines, d, err)
		}
	}
	return nil
}

// enterProducts goes into the array, when there is one.
func enterProducts(f *reading, d *json.Decoder) (bool, error) {
	head, err := f.in.peek()
	if err != nil {
		return false, err
	}
	text := strings.TrimLeft(string(head[:min(len(head), 4096)]), " \t\r\n")
	if strings.HasPrefix(text, "{") {
		after := strings.TrimLeft(text[1:], " \t\r\n")
		if !strings.HasPrefix(after, `"products"`) {
			return false, nil
		}
		for range 2 { // the brace and the key
			if _, err := d.Token(); err != nil {
				return false, err
			}
		}
	}
	token, err := d.Token()
	if err != nil {
		return false, err
	}
	if token != json.Delim('[') {
		return false, evercart.Errorf(evercart.Invalid, opImport, "products stand in an array")
	}
	return true, nil
}

func jsonRow(f *reading, raw json.RawMessage, line int, seen map[string]int, emit func(evercart.Product) error) error {
	var in jsonProduct
	if err := json.Unmarshal(raw, &in); err != nil {
		return f.skip(line, "not a product of our format"+misfit(err))
	}
	p := evercart.Product{
		ID: tidy(in.ID, MaxID+1), Title: tidy(in.Title, MaxTitle), Type: tidy(in.Type, MaxTitle), Vendor: tidy(in.Vendor, MaxTitle),
		Text: tidyText(in.Text, MaxText), Image: imageURL(in.Image), Tags: tagList(strings.Join(in.Tags, ",")),
	}
	at, again := seen[strings.ToLower(p.ID)]
	switch {
	case p.ID == "":
		return f.skip(line, "no id")
	case len(p.ID) > MaxID:
		return f.skip(line, "the id is longer than "+itoa(MaxID)+" bytes")
	case again:
		return f.skip(line, "the id "+quoted(p.ID)+" is already that of line "+itoa(at))
	case p.Title == "":
		return f.skip(line, "no title")
	case len(in.Variants) == 0:
		return f.skip(line, "no variants")
	}
	seen[strings.ToLower(p.ID)] = line
	for i, each := range in.Variants {
		var row jsonVariant
		if err := json.Unmarshal(each, &row); err != nil {
			if err := f.skip(line, "variant "+itoa(i+1)+": not a variant of our format"+misfit(err)); err != nil {
				return err
			}
			continue
		}
		v, reason := jsonGoods(f, p.ID, row, line)
		if reason == "" {
			p.Variants = append(p.Variants, v)
		} else if err := f.skip(line, "variant "+itoa(i+1)+": "+reason); err != nil {
			return err
		}
	}
	if len(p.Variants) == 0 {
		return nil
	}
	return emit(p)
}

// misfit names the field whose kind is wrong.
func misfit(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return ": " + kind.Field + " is a " + kind.Value
	}
	return ""
}

// jsonGoods makes a variant, or says why not.
func jsonGoods(f *reading, product string, in jsonVariant, line int) (evercart.Variant, string) {
	v := evercart.Variant{
		SKU: evercart.SKU(tidy(in.SKU, MaxSKU+1)), Was: evercart.Minor(in.Was), Stock: evercart.Uncounted, Active: true, Image: imageURL(in.Image),
	}
	if in.Price == nil {
		return v, "no price"
	}
	if v.Price = evercart.Minor(*in.Price); v.Price < 0 || v.Was < 0 {
		return v, "the price is below zero"
	}
	if v.Price > evercart.MaxPrice {
		return v, "the price is too high"
	}
	if v.Was <= v.Price {
		v.Was = 0
	}
	var named []evercart.Currency
	if in.Currency != "" {
		c, err := evercart.ParseCurrency(in.Currency)
		if err != nil {
			return v, "the currency " + quoted(in.Currency) + " is none"
		}
		named = of(c)
	}
	currency, reason := f.agree(named, itoa(int(*in.Price)))
	if reason != "" {
		return v, reason
	}
	f.currency, v.Currency = currency, currency
	if in.Stock != nil && *in.Stock != evercart.Uncounted {
		v.Stock = min(max(*in.Stock, 0), MaxStock)
	}
	if in.Active != nil {
		v.Active = *in.Active
	}
	var values []string
	for _, o := range in.Options[:min(len(in.Options), MaxOptions)] {
		value := tidy(o.Value, MaxTitle)
		if value == "" {
			continue
		}
		v.Options = append(v.Options, evercart.Option{Name: optionName(o.Name), Value: value})
		values = append(values, value)
	}
	if v.SKU == "" {
		v.SKU = derivedSKU(product, values)
	}
	return v, f.take(v.SKU, line)
}

// lineCounter tells the line of an offset, whatever its reader has buffered ahead.
type lineCounter struct {
	r      io.Reader
	at     int     // the line of the first byte after the breaks that were asked past
	offset int64   // bytes read
	breaks []int64 // offsets of the line breaks not yet asked past
}

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			l.breaks = append(l.breaks, l.offset+int64(i))
		}
	}
	l.offset += int64(n)
	return n, err
}

// line gives the line of an offset, which must not be smaller than one asked for before.
func (l *lineCounter) line(offset int64) int {
	n := 0
	for n < len(l.breaks) && l.breaks[n] < offset {
		n++
	}
	l.breaks = l.breaks[n:]
	l.at += n
	return l.at
}

func jsonError(lines *lineCounter, d *json.Decoder, err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		line := lines.line(d.InputOffset())
		return &evercart.Error{Code: evercart.Invalid, Op: opImport, Message: "the JSON is broken at or after line " + itoa(line), Err: err}
	}
	return readError(err)
}
