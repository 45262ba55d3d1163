package catalog

import (
	"slices"
	"strings"
	"time"

	"github.com/evercart/evercart"
)

// flatRow is one variant where every row says everything: Google's feeds and plain tables.
type flatRow struct {
	line    int
	id      string // of the row: the SKU
	group   string // joins rows to a product
	title   string
	options []evercart.Option // in the order color, size, material, pattern, age group, gender
	variant evercart.Variant
}

// cells gives a value by its key, "" where the row has none.
type cells func(key string) string

// flatOptions are the attributes that may tell the variants of a group apart. The first two always say something to a
// shopper; the others do so only where they differ.
var flatOptions = []struct {
	key, name string
	always    bool
}{
	{"color", "color", true}, {"size", "size", true},
	{"material", "material", false}, {"pattern", "pattern", false}, {"age_group", "age group", false}, {"gender", "gender", false},
}

// flat takes one row into its product, or says why not.
func (g *gathering) flat(f *reading, line int, get cells) string {
	row := flatRow{line: line, id: tidy(get("id"), MaxSKU+1), group: tidy(get("group"), MaxID+1), title: tidy(get("title"), MaxTitle)}
	if sku := tidy(get("sku"), MaxSKU+1); sku != "" {
		if row.group == "" {
			row.group = row.id // a table with both names the product by one and the variant by the other
		}
		row.id = sku
	}
	if row.group == "" {
		row.group = row.id
	}
	switch {
	case row.id == "":
		return "no id"
	case len(row.group) > MaxID:
		return "the id is longer than " + itoa(MaxID) + " bytes"
	case row.title == "":
		return "no title"
	}
	if reason := row.price(f, get); reason != "" {
		return reason
	}
	row.variant.SKU = evercart.SKU(row.id)
	if reason := f.take(row.variant.SKU, line); reason != "" {
		return reason
	}
	row.stock(f, get)
	for _, o := range flatOptions {
		if value := tidy(get(o.key), MaxTitle); value != "" {
			row.options = append(row.options, evercart.Option{Name: o.name, Value: value})
		}
	}
	row.variant.Image = imageURL(get("image"))
	checkGTIN(f, line, get)
	d, _ := g.get(row.group, line)
	d.describe(get)
	d.rows = append(d.rows, row)
	return ""
}

// describe takes what the row says of its product; the first word on each point counts.
func (d *draft) describe(get cells) {
	if d.Type == "" {
		d.Type = kindOf(get("type"))
	}
	if d.Vendor == "" {
		d.Vendor = tidy(get("vendor"), MaxTitle)
	}
	if d.Text == "" {
		d.Text = plainText(get("text"))
	}
	if d.Image == "" {
		d.Image = imageURL(get("image"))
	}
	if d.Tags == nil {
		d.Tags = tagList(get("tags"))
	}
}

// kindOf keeps the narrowest part of a path: of "Clothing > Tops > Blouses" the blouses.
func kindOf(s string) string {
	return tidy(s[strings.LastIndex(s, ">")+1:], MaxTitle)
}

// price settles what the variant costs now, a sale included.
func (row *flatRow) price(f *reading, get cells) string {
	cell := get("price")
	if cell == "" {
		return "no price"
	}
	if c := get("currency"); c != "" {
		named, err := evercart.ParseCurrency(c)
		if err != nil {
			return "the currency " + quoted(c) + " is none"
		}
		if named, reason := f.agree(of(named), cell); reason != "" {
			return reason
		} else if f.currency == "" {
			f.currency = named
		}
	}
	amount, currency, reason := f.price(cell)
	if reason != "" {
		return reason
	}
	row.variant.Price, row.variant.Currency = amount, currency
	if amount == 0 {
		f.report.warn(row.line, "the price is zero")
	}
	row.sale(f, get)
	if before := get("was"); before != "" && row.variant.Was == 0 {
		was, _, reason := f.price(before)
		switch {
		case reason != "":
			f.report.warn(row.line, "the price before the sale is left out: "+reason)
		case was > row.variant.Price:
			row.variant.Was = was
		}
	}
	return ""
}

func (row *flatRow) sale(f *reading, get cells) {
	cell := get("sale_price")
	if cell == "" {
		return
	}
	sale, _, reason := f.price(cell)
	if reason != "" {
		f.report.warn(row.line, "the sale is left out: "+reason)
		return
	}
	on, known := f.saleIsOn(get("sale_dates"))
	if !known {
		f.report.warn(row.line, "the sale is left out: its dates "+quoted(get("sale_dates"))+" are not an interval")
	}
	if on && sale < row.variant.Price {
		row.variant.Was, row.variant.Price = row.variant.Price, sale
	}
}

// saleIsOn reads "begin/end"; an empty interval is always.
func (f *reading) saleIsOn(interval string) (on, known bool) {
	if interval == "" {
		return true, true
	}
	first, last, ok := strings.Cut(interval, "/")
	begin, okBegin := feedTime(first)
	end, okEnd := feedTime(last)
	if !ok || !okBegin || !okEnd {
		return false, false
	}
	now := f.options.Clock.Now()
	f.report.turn(begin, now)
	f.report.turn(end, now)
	return !now.Before(begin) && now.Before(end), true
}

func feedTime(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	for _, layout := range []string{"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z07:00", "2006-01-02T15:04Z0700", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// stock reads availability and quantity.
func (row *flatRow) stock(f *reading, get cells) {
	v := &row.variant
	v.Active, v.Stock = true, evercart.Uncounted
	if active := get("active"); no(active) || strings.EqualFold(active, "inactive") || strings.EqualFold(active, "draft") || strings.EqualFold(active, "archived") {
		v.Active = false
	}
	if quantity := get("stock"); quantity != "" {
		n, ok := count(quantity)
		if !ok {
			f.report.warn(row.line, "the stock "+quoted(quantity)+" is not a number; taken as not counted")
			n = evercart.Uncounted
		}
		v.Stock = n
	}
	availability := get("availability")
	if at := strings.LastIndexAny(availability, "/#"); at >= 0 { // schema.org writes an address
		availability = availability[at+1:]
	}
	switch columnKey(availability) {
	case "", "instock", "limitedavailability", "available", "yes", "true", "1":
	case "preorder", "backorder", "presale", "availablefororder":
		v.Stock = evercart.Uncounted // sold although there is none
	case "outofstock", "soldout", "unavailable", "no", "false", "0":
		v.Stock = 0
	case "discontinued":
		v.Stock, v.Active = 0, false
	default:
		f.report.warn(row.line, "the availability "+quoted(get("availability"))+" is not known; taken as in stock")
	}
}

// settleFlat makes products of the gathered rows: a title that all share, and the options that tell them apart.
func (g *gathering) settleFlat() {
	for _, d := range g.drafts {
		d.Title = sharedTitle(d.rows)
		telling := map[string]bool{}
		for _, o := range flatOptions {
			telling[o.name] = o.always || differ(d.rows, o.name)
		}
		seen, twins := map[string]bool{}, false
		for _, row := range d.rows {
			for _, o := range row.options {
				if telling[o.Name] {
					row.variant.Options = append(row.variant.Options, o)
				} else if len(d.Tags) < MaxTags && !hasFold(d.Tags, o.Value) {
					d.Tags = append(d.Tags, o.Value)
				}
			}
			if row.variant.Image == d.Image {
				row.variant.Image = ""
			}
			key := optionKey(row.variant.Options)
			twins = twins || seen[key]
			seen[key] = true
			d.Variants = append(d.Variants, row.variant)
		}
		if twins {
			d.nameTwins()
		}
		d.rows = nil
	}
}

// nameTwins gives variants that no attribute tells apart what their titles say beyond the shared one, else their SKU.
func (d *draft) nameTwins() {
	for i := range d.Variants {
		v := &d.Variants[i]
		rest := beyond(d.rows[i].title, d.Title)
		if rest == "" {
			rest = string(v.SKU)
		}
		v.Options = append(v.Options, evercart.Option{Name: "variant", Value: rest})
	}
}

// beyond is what a title says after the shared one: of "Blouse (Ivory, S)" after "Blouse" it is "Ivory, S".
func beyond(title, shared string) string {
	rest, found := strings.CutPrefix(title, shared)
	if !found {
		return ""
	}
	words := strings.Fields(rest)
	for len(words) > 0 && slices.Contains(leading, strings.ToLower(strings.Trim(words[0], titleMarks))) {
		words = words[1:]
	}
	rest = strings.Join(words, " ")
	if strings.HasPrefix(rest, "(") && strings.HasSuffix(rest, ")") && strings.Count(rest, "(") == 1 {
		rest = rest[1 : len(rest)-1]
	}
	return strings.Trim(rest, " -–—|/,:;")
}

func optionKey(options []evercart.Option) string {
	var key strings.Builder
	for _, o := range options {
		key.WriteString(o.Name + "\x00" + strings.ToLower(o.Value) + "\x00")
	}
	return key.String()
}

func hasFold(list []string, s string) bool {
	for _, have := range list {
		if strings.EqualFold(have, s) {
			return true
		}
	}
	return false
}

// differ says whether the rows of a group differ in an option.
func differ(rows []flatRow, name string) bool {
	value := func(row flatRow) string {
		for _, o := range row.options {
			if o.Name == name {
				return strings.ToLower(o.Value)
			}
		}
		return ""
	}
	first := value(rows[0])
	for _, row := range rows[1:] {
		if value(row) != first {
			return true
		}
	}
	return false
}

// sharedTitle is the beginning that all titles of a group have in common, whole words of it: of "Silk Blouse - Ivory, S" and
// "Silk Blouse - Black, M" it is "Silk Blouse". Titles without a common word give the first one.
func sharedTitle(rows []flatRow) string {
	first := strings.Fields(rows[0].title)
	n := len(first)
	for _, row := range rows[1:] {
		words := strings.Fields(row.title)
		n = min(n, len(words))
		for i := range n {
			if !strings.EqualFold(first[i], words[i]) {
				n = i
				break
			}
		}
	}
	if n == len(first) {
		return rows[0].title
	}
	for n > 0 && slices.Contains(leading, strings.ToLower(strings.Trim(first[n-1], titleMarks))) {
		n--
	}
	title := strings.Join(first[:n], " ")
	if at := strings.LastIndexByte(title, '('); at > strings.LastIndexByte(title, ')') { // "Blouse (Ivory, S" and "(Ivory, M"
		title = title[:at]
	}
	if title = strings.TrimRight(title, titleMarks); title == "" {
		return rows[0].title
	}
	return title
}

const titleMarks = " -–—|/,:;(["

// leading are words that lead to what differs, and mean nothing without it; "" is a mark that stands alone.
var leading = []string{"", "in", "with", "size", "color", "colour"}

// checkGTIN warns of a number that cannot be right; the product is for sale all the same.
func checkGTIN(f *reading, line int, get cells) {
	code := get("gtin")
	if code == "" || no(get("identifier_exists")) || validGTIN(code) {
		return
	}
	f.report.warn(line, "the GTIN "+quoted(code)+" is not valid")
}

// validGTIN checks length (8, 12, 13, 14) and check digit.
func validGTIN(code string) bool {
	code = strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' || r == '\'' {
			return -1
		}
		return r
	}, code)
	n := len(code)
	if n != 8 && n != 12 && n != 13 && n != 14 || strings.Trim(code, "0123456789") != "" {
		return false
	}
	sum := 0
	for i := range n {
		digit := int(code[n-1-i] - '0')
		if i%2 == 1 {
			digit *= 3
		}
		sum += digit
	}
	return sum%10 == 0
}
