package catalog

import (
	"strings"

	"github.com/evercart/evercart"
)

// plainColumns are the names, as columnKey makes them, by which a plain table may call what we know.
var plainColumns = map[string][]string{
	"id":           {"id", "productid", "itemid", "sku", "code", "articlenumber"},
	"sku":          {"sku", "variantsku"},
	"group":        {"group", "itemgroupid", "parent", "parentid"},
	"title":        {"title", "name", "productname", "producttitle", "product"},
	"price":        {"price", "unitprice", "regularprice"},
	"was":          {"was", "compareatprice", "oldprice", "listprice", "msrp", "rrp"},
	"currency":     {"currency", "currencycode", "pricecurrency"},
	"text":         {"text", "description", "body", "bodyhtml", "longdescription", "shortdescription"},
	"image":        {"image", "imageurl", "images", "imagelink", "imagesrc", "picture", "photo", "thumbnail"},
	"type":         {"type", "category", "categories", "producttype"},
	"vendor":       {"vendor", "brand", "manufacturer"},
	"tags":         {"tags", "keywords", "labels"},
	"stock":        {"stock", "quantity", "qty", "inventory", "stockquantity", "inventoryquantity"},
	"availability": {"availability", "stockstatus", "instock"},
	"active":       {"active", "status", "published", "enabled"},
	"color":        {"color", "colour"},
	"size":         {"size"},
	"material":     {"material"},
	"pattern":      {"pattern"},
	"gtin":         {"gtin", "ean", "upc", "barcode"},
}

// readPlain reads a table of goods: id, title, price, and what else there is.
func readPlain(f *reading, comma rune, emit func(evercart.Product) error) error {
	t, err := newTable(f, comma)
	if err != nil {
		return err
	}
	whole := &wholePrices{}
	if err := readFlat(f, t, plainColumns, whole.see, emit); err != nil {
		return err
	}
	if f.options.PriceUnit == "" && f.currency.Decimals() > 0 && whole.suspicious() {
		f.report.warn(0, "every price is a whole number of 100 or more: if these are minor units (cents), import with the price unit \"minor\"; if they are not, with \"major\"")
	}
	return nil
}

// readFlat reads a table whose rows each say everything.
func readFlat(f *reading, t *table, columns map[string][]string, see func(price string), emit func(evercart.Product) error) error {
	g := newGathering()
	get := func(key string) string { return t.get(columns[key]...) }
	for {
		more, err := t.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		reason := "more cells than there are columns (a comma without quotes around it?)"
		if !t.torn() {
			see(get("price"))
			reason = g.flat(f, t.line, get)
		}
		if reason != "" {
			if err := f.skip(t.line, reason); err != nil {
				return err
			}
		}
	}
	g.settleFlat()
	return g.emit(f, emit)
}

// wholePrices looks for the sign of cents that were taken for dollars.
type wholePrices struct{ seen, small, broken int }

func (w *wholePrices) see(price string) {
	switch number, _ := splitPrice(price); {
	case number == "":
	case strings.Trim(number, "0123456789") != "":
		w.broken++
	case len(strings.TrimLeft(number, "0")) < 3:
		w.small++
	default:
		w.seen++
	}
}

func (w *wholePrices) suspicious() bool { return w.seen >= 3 && w.small == 0 && w.broken == 0 }
