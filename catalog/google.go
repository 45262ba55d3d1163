package catalog

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"github.com/evercart/evercart"
)

// googleKeys are Google's attributes, as columnKey makes them, by our keys.
var googleKeys = map[string][]string{
	"id":                {"id"},
	"group":             {"itemgroupid"},
	"title":             {"title"},
	"price":             {"price"},
	"sale_price":        {"saleprice"},
	"sale_dates":        {"salepriceeffectivedate"},
	"text":              {"description"},
	"image":             {"imagelink"},
	"type":              {"producttype", "googleproductcategory"},
	"vendor":            {"brand"},
	"stock":             {"quantity", "inventory", "selltogooglequantity", "sellongooglequantity"},
	"availability":      {"availability"},
	"color":             {"color", "colour"},
	"size":              {"size"},
	"material":          {"material"},
	"pattern":           {"pattern"},
	"age_group":         {"agegroup"},
	"gender":            {"gender"},
	"gtin":              {"gtin"},
	"identifier_exists": {"identifierexists"},
}

// readGoogleTable reads Google Merchant's TSV (or CSV). Its prices say their currency.
func readGoogleTable(f *reading, comma rune, emit func(evercart.Product) error) error {
	t, err := newTable(f, comma)
	if err != nil {
		return err
	}
	f.options.PriceUnit = Major
	return readFlat(f, t, googleKeys, func(string) {}, emit)
}

// readGoogleXML reads RSS 2.0 and Atom with the g: namespace. Only the children of an item itself count: g:shipping has a
// price of its own within.
func readGoogleXML(f *reading, emit func(evercart.Product) error) error {
	d := xml.NewDecoder(f.in.budget)
	d.Entity = xml.HTMLEntity
	d.CharsetReader = charset
	f.options.PriceUnit = Major
	g := newGathering()
	for depth := 0; ; {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) && depth <= 0 {
			break
		}
		if errors.Is(err, io.EOF) { // cut off between two items: what is missing must not count as gone
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return xmlError(d, err)
		}
		f.in.budget.reset() // between items; within one the bound is MaxRow
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "item" && start.Name.Local != "entry" {
			depth += level(token)
			continue
		}
		line, _ := d.InputPos()
		if err := f.row(); err != nil {
			return err
		}
		item, err := readItem(d)
		if err != nil {
			return xmlError(d, err)
		}
		get := func(key string) string { return item.get(googleKeys[key]) }
		if reason := g.flat(f, line, get); reason != "" {
			if err := f.skip(line, reason); err != nil {
				return err
			}
		}
	}
	g.settleFlat()
	return g.emit(f, emit)
}

// level is by how much a token goes down into the document.
func level(t xml.Token) int {
	switch t.(type) {
	case xml.StartElement:
		return 1
	case xml.EndElement:
		return -1
	}
	return 0
}

// item is what an item says: Google's own attributes, and those that RSS and Atom have anyway.
type item struct{ google, other map[string]string }

func (i item) get(keys []string) string {
	for _, m := range []map[string]string{i.google, i.other} {
		for _, k := range keys {
			if s := strings.TrimSpace(m[k]); s != "" {
				return s
			}
		}
	}
	return ""
}

// readItem reads to the end of an item whose start was read.
func readItem(d *xml.Decoder) (item, error) {
	it := item{google: map[string]string{}, other: map[string]string{}}
	var path []xml.Name
	var text strings.Builder
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return it, io.ErrUnexpectedEOF
		}
		if err != nil {
			return it, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(path) == 0 {
				text.Reset()
			}
			if path = append(path, t.Name); len(path) > 64 {
				return it, evercart.Errorf(evercart.TooLarge, opImport, "an item has more than 64 levels")
			}
		case xml.CharData:
			if len(path) == 1 {
				text.Write(t)
			}
		case xml.EndElement:
			if len(path) == 0 {
				return it, nil
			}
			if len(path) == 1 {
				it.put(path[0], text.String())
			}
			path = path[:len(path)-1]
		}
	}
}

func (i item) put(name xml.Name, value string) {
	into := i.other
	if strings.EqualFold(name.Space, "g") {
		into = i.google
	}
	key := columnKey(name.Local)
	if into[key] == "" { // the first counts: additional images and prices follow
		into[key] = value
	}
}

// charset decodes what an XML declaration names. UTF-16 was decoded by its mark already.
func charset(label string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "utf-8", "utf8", "utf-16", "utf16", "us-ascii", "ascii":
		return r, nil
	case "iso-8859-1", "latin1", "windows-1252", "cp1252":
		return charmap.Windows1252.NewDecoder().Reader(r), nil
	case "iso-8859-15":
		return charmap.ISO8859_15.NewDecoder().Reader(r), nil
	case "windows-1250":
		return charmap.Windows1250.NewDecoder().Reader(r), nil
	case "windows-1251":
		return charmap.Windows1251.NewDecoder().Reader(r), nil
	}
	return nil, evercart.Errorf(evercart.Invalid, opImport, "the character set %s is not known; write the feed in UTF-8", quoted(label))
}

func xmlError(d *xml.Decoder, err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) {
		line, _ := d.InputPos()
		return &evercart.Error{Code: evercart.Invalid, Op: opImport, Message: "the XML is broken at line " + itoa(line), Err: err}
	}
	return readError(err)
}
