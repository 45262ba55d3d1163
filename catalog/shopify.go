package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
)

// readShopify reads Shopify's product CSV. A row is a variant, an image, or both; what a product says stands in its first
// row. Both header dialects are known: "Handle … Variant Price" and "URL handle … Price".
func readShopify(f *reading, comma rune, emit func(evercart.Product) error) error {
	t, err := newTable(f, comma)
	if err != nil {
		return err
	}
	f.options.PriceUnit = Major
	g := newGathering()
	for {
		more, err := t.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if reason := shopifyRow(f, t, g); reason != "" {
			if err := f.skip(t.line, reason); err != nil {
				return err
			}
		}
	}
	g.settleStock()
	return g.emit(f, emit)
}

// shopifyRow takes one row, or says why not.
func shopifyRow(f *reading, t *table, g *gathering) string {
	handle := tidy(t.get("handle", "urlhandle"), MaxID+1)
	switch {
	case t.torn():
		return "more cells than there are columns (a comma without quotes around it?)"
	case handle == "":
		return "no handle"
	case len(handle) > MaxID:
		return "the handle is longer than " + itoa(MaxID) + " bytes"
	}
	title := tidy(t.get("title"), MaxTitle)
	d := g.byID[strings.ToLower(handle)]
	if d == nil {
		if title == "" {
			return "no title, and no row of " + quoted(handle) + " before"
		}
		d, _ = g.get(handle, t.line)
	}
	shopifyProduct(t, d, title)
	image := imageURL(t.get("imagesrc", "productimageurl"))
	if image != "" && (d.Image == "" || t.get("imageposition") == "1") {
		d.Image = image
	}
	price, sku, value := t.get("variantprice", "price"), t.get("variantsku", "sku"), t.get("option1value")
	if title == "" && price == "" && sku == "" && value == "" {
		if image == "" && t.get("variantimage", "variantimageurl") == "" {
			return "neither a variant nor an image"
		}
		return ""
	}
	return shopifyVariant(f, t, d)
}

// shopifyProduct takes what the row says of the product; the first word on each point counts, except that a later row may
// still fill what was left open.
func shopifyProduct(t *table, d *draft, title string) {
	fill := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	fill(&d.Title, title)
	fill(&d.Type, kindOf(t.get("type", "productcategory")))
	fill(&d.Vendor, tidy(t.get("vendor"), MaxTitle))
	if d.Text == "" {
		d.Text = plainText(t.get("bodyhtml", "description", "body"))
	}
	if d.Tags == nil {
		d.Tags = tagList(t.get("tags"))
	}
	for i := range d.names {
		if d.names[i] == "" {
			d.names[i] = t.get("option" + itoa(i+1) + "name")
		}
	}
	// Blank on the rows after the first; exports from before 2020 have no status at all.
	status := t.get("status")
	if hidden := status != "" && !strings.EqualFold(status, "active") || no(t.get("published", "publishedononlinestore")); hidden && d.live {
		d.live = false
		for i := range d.Variants { // it may come with a later row
			d.Variants[i].Active = false
		}
	}
}

func shopifyVariant(f *reading, t *table, d *draft) string {
	cell := t.get("variantprice", "price")
	if cell == "" {
		return "no price"
	}
	amount, currency, reason := f.price(cell)
	if reason != "" {
		return reason
	}
	v := evercart.Variant{Price: amount, Currency: currency, Active: d.live, Image: imageURL(t.get("variantimage", "variantimageurl"))}
	var parts []string
	for i, name := range d.names {
		value := tidy(t.get("option"+itoa(i+1)+"value"), MaxTitle)
		if value == "" || strings.EqualFold(value, "Default Title") {
			continue
		}
		v.Options = append(v.Options, evercart.Option{Name: optionName(name), Value: value})
		parts = append(parts, value)
	}
	v.SKU = evercart.SKU(tidy(t.get("variantsku", "sku"), MaxSKU+1))
	if v.SKU == "" {
		v.SKU = derivedSKU(d.ID, parts)
	}
	if reason := f.take(v.SKU, t.line); reason != "" {
		return reason
	}
	if was := t.get("variantcompareatprice", "compareatprice"); was != "" {
		before, _, reason := f.price(was)
		switch {
		case reason != "":
			f.report.warn(t.line, "the price before the sale is left out: "+reason)
		case before > amount:
			v.Was = before
		}
	}
	if amount == 0 {
		f.report.warn(t.line, "the price is zero")
	}
	stock, loose, ok := shopifyStock(t)
	if !ok {
		f.report.warn(t.line, "the stock "+quoted(t.get("variantinventoryqty", "inventoryquantity"))+" is not a number; taken as not counted")
	}
	if v.Stock = stock; loose {
		d.loose = append(d.loose, looseQty{variant: len(d.Variants), quantity: stock})
	}
	d.Variants = append(d.Variants, v)
	return ""
}

// shopifyStock gives the stock of a row; loose says that the row states a quantity, but nobody who counts.
func shopifyStock(t *table) (stock int, loose, ok bool) {
	quantity := t.get("variantinventoryqty", "inventoryquantity")
	policy := strings.ToLower(t.get("variantinventorypolicy", "continuesellingwhenoutofstock"))
	if quantity == "" || policy == "continue" || yes(policy) {
		return evercart.Uncounted, false, true
	}
	n, ok := count(quantity)
	if !ok {
		return evercart.Uncounted, false, false
	}
	tracker := t.get("variantinventorytracker", "inventorytracker")
	return n, tracker == "" && t.has("variantinventorytracker", "inventorytracker"), true
}

// settleStock decides what quantities without a tracker mean. Shopify writes 0 for what it does not count, and some exports
// lose the tracker but keep the numbers. So: if any such row has more than 0, the feed's numbers are meant; else they are not.
func (g *gathering) settleStock() {
	meant := false
	for _, d := range g.drafts {
		for _, l := range d.loose {
			meant = meant || l.quantity > 0
		}
	}
	for _, d := range g.drafts {
		for _, l := range d.loose {
			if !meant {
				d.Variants[l.variant].Stock = evercart.Uncounted
			}
		}
		d.loose = nil
	}
}

// derivedSKU names a variant that has no SKU: the same handle and options give the same one again.
func derivedSKU(id string, values []string) evercart.SKU {
	parts := []string{slug(id)}
	for _, v := range values {
		parts = append(parts, slug(v))
	}
	sku := strings.Join(parts, "-")
	if len(sku) > MaxSKU {
		sum := sha256.Sum256([]byte(sku))
		sku = evercart.Clip(sku, MaxSKU/5) + "-" + hex.EncodeToString(sum[:8])
	}
	return evercart.SKU(sku)
}

// count reads a stock: a whole number, perhaps with empty decimals; below zero (oversold) is none.
func count(s string) (int, bool) {
	whole, fraction, _ := strings.Cut(strings.TrimSpace(s), ".")
	n, err := strconv.Atoi(whole)
	if err != nil || strings.Trim(fraction, "0") != "" || n > MaxStock {
		return 0, false
	}
	return max(n, 0), true
}

func yes(s string) bool {
	switch strings.ToLower(s) {
	case "true", "yes", "y", "1":
		return true
	}
	return false
}

func no(s string) bool {
	switch strings.ToLower(s) {
	case "false", "no", "n", "0":
		return true
	}
	return false
}
