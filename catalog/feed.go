package catalog

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/evercart/evercart"
)

// Bounds on what a feed may hold. What is over them is skipped (a row), cut (a text), or refused (the file).
const (
	MaxFeed     = 1 << 30 // bytes of a feed, unpacked
	MaxRow      = 1 << 20 // bytes of one row or item; of one product, where the feed is JSON, MaxProduct
	MaxProduct  = 4 << 20
	MaxVariants = 1_000_000 // of a feed
	MaxID       = 255       // bytes of a product's id
	MaxSKU      = 128       // bytes
	MaxTitle    = 255       // characters; so are an option's value, a type and a vendor
	MaxText     = 5_000     // characters of a description
	MaxTags     = 50
	MaxOptions  = 8
	MaxStock    = 1_000_000_000
)

// The ways in which Options.PriceUnit may be said.
const (
	Major = "major" // "89.50" is 89 dollars and 50 cents
	Minor = "minor" // "8950" is the same
)

// Options says how to read a feed.
type Options struct {
	// Currency is what the shop sells in. Rows that name another one are skipped; empty takes the first that the feed
	// names, and USD when it names none.
	Currency evercart.Currency
	// PriceUnit is Major ("" too) or Minor, of a plain table, which does not say. It leaves the others alone: Shopify's and
	// Google's prices are major by their definition, our own JSON's are minor.
	PriceUnit string
	// Strict ends the import at the first row that would be skipped.
	Strict bool
	// Progress hears how far it is, at most once in 256 rows and once at the end: rows read, and bytes of the source (as
	// stored, packed where it is packed), so that bytes divided by the file's size is the share that is done.
	Progress func(rows int, bytes int64)
	// Clock tells whether a sale of a Google feed is on; nil is the machine's.
	Clock evercart.Clock
}

const opImport = "catalog.Import"

// errStop ends a parser whose listener wants no more.
var errStop = errors.New("the listener has left")

// parser reads one format and hands over products.
type parser func(*reading, func(evercart.Product) error) error

// reading is one import on its way.
type reading struct {
	ctx      context.Context //nolint:containedctx // the import's, for as long as it runs
	in       *input
	options  Options
	report   *Report
	currency evercart.Currency // "" until one is known
	skus     map[evercart.SKU]int
	yielded  int
}

// Import reads a feed, whose format its content tells: Shopify's product CSV in both of its header dialects, Google
// Merchant as RSS, Atom, TSV or CSV, a plain table, or our own JSON (an array or lines of evercart.Product); each also
// packed with gzip, and in UTF-16. The sequence may be run once; the report is complete when it ends. Codes, at once or in
// the sequence: Invalid (no known format, no product in it, or with Strict a row that is wrong), TooLarge, Canceled,
// Timeout, Unavailable (the reader failed). An error ends the sequence: what came before it is not a feed.
func Import(ctx context.Context, r io.Reader, options Options) (iter.Seq2[evercart.Product, error], *Report, error) {
	if u := options.PriceUnit; u != "" && u != Major && u != Minor {
		return nil, nil, evercart.Errorf(evercart.Invalid, opImport, "the price unit is %q or %q", Major, Minor)
	}
	if options.Clock == nil {
		options.Clock = evercart.SystemClock{}
	}
	in, err := open(r)
	if err != nil {
		return nil, nil, err
	}
	format, parse, err := detect(in)
	if err != nil {
		return nil, nil, err
	}
	report := &Report{Format: format}
	if guessed, err := in.assumeWestern(format); err != nil {
		return nil, nil, err
	} else if guessed {
		report.warn(0, "the feed is not UTF-8; read as Windows-1252")
	}
	f := &reading{
		ctx: ctx, in: in, options: options, currency: options.Currency,
		report: report, skus: map[evercart.SKU]int{},
	}
	return f.sequence(parse), f.report, nil
}

func (f *reading) sequence(parse parser) iter.Seq2[evercart.Product, error] {
	return func(yield func(evercart.Product, error) bool) {
		if f.in == nil {
			yield(evercart.Product{}, evercart.Errorf(evercart.Invalid, opImport, "a feed is read once"))
			return
		}
		err := parse(f, func(p evercart.Product) error {
			f.yielded++
			f.report.Products++
			f.report.Variants += len(p.Variants)
			if !yield(p, nil) {
				return errStop
			}
			return nil
		})
		f.progress(true)
		f.in = nil
		switch {
		case errors.Is(err, errStop):
		case err != nil:
			yield(evercart.Product{}, evercart.AsError(err))
		case f.yielded == 0:
			yield(evercart.Product{}, f.nothing())
		}
	}
}

// nothing is the error of a feed without a product, with the first reason why.
func (f *reading) nothing() error {
	why := ""
	if len(f.report.Skipped) > 0 {
		why = "; line " + itoa(f.report.Skipped[0].Line) + ": " + f.report.Skipped[0].Reason
	}
	return evercart.Errorf(evercart.Invalid, opImport, "no product in this feed (%d rows read, %d skipped%s)", f.report.Rows, f.report.SkippedCount, why)
}

// row counts a row, tells of the progress and sees whether to go on.
func (f *reading) row() error {
	f.report.Rows++
	f.progress(false)
	f.in.budget.reset()
	if err := f.ctx.Err(); err != nil {
		return evercart.Wrap(err, evercart.CodeOf(err), opImport)
	}
	return nil
}

func (f *reading) progress(end bool) {
	if f.options.Progress != nil && f.in != nil && (end || f.report.Rows%256 == 0) {
		f.options.Progress(f.report.Rows, f.in.read.Load())
	}
}

// skip reports a row that is left out; with Strict it is the end.
func (f *reading) skip(line int, reason string) error {
	f.report.skip(line, reason)
	if f.options.Strict {
		return evercart.Errorf(evercart.Invalid, opImport, "line %d: %s", line, reason)
	}
	return nil
}

// take claims a SKU for a line; an earlier holder is given as a reason against it.
func (f *reading) take(sku evercart.SKU, line int) string {
	switch {
	case sku == "":
		return "no SKU"
	case len(sku) > MaxSKU:
		return "the SKU is longer than " + itoa(MaxSKU) + " bytes"
	case len(f.skus) >= MaxVariants:
		return "more than " + itoa(MaxVariants) + " variants"
	}
	key := sku.Fold()
	if at, taken := f.skus[key]; taken {
		return "the SKU " + quoted(string(sku)) + " is already that of line " + itoa(at)
	}
	f.skus[evercart.SKU(strings.Clone(string(key)))] = line
	return ""
}

// detect tells the format by the first bytes.
func detect(in *input) (string, parser, error) {
	head, err := in.peek()
	if err != nil {
		return "", nil, err
	}
	text := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case len(text) == 0:
		return "", nil, evercart.Errorf(evercart.Invalid, opImport, "the feed is empty")
	case text[0] == '{' || text[0] == '[':
		return FormatJSON, readJSON, nil
	case text[0] == '<':
		return detectXML(text)
	}
	return detectTable(text)
}

func detectXML(text []byte) (string, parser, error) {
	lower := bytes.ToLower(text[:min(len(text), 4096)])
	for _, root := range []string{"<rss", "<feed", "<rdf:rdf", "<channel"} {
		if bytes.Contains(lower, []byte(root)) {
			return FormatGoogleXML, readGoogleXML, nil
		}
	}
	if bytes.Contains(lower, []byte("<html")) || bytes.Contains(lower, []byte("<!doctype html")) {
		return "", nil, evercart.Errorf(evercart.Invalid, opImport, "this is a web page, not a feed")
	}
	return "", nil, evercart.Errorf(evercart.Invalid, opImport, "this XML is neither RSS nor Atom")
}

// detectTable tells tables apart by the names in their first line.
func detectTable(text []byte) (string, parser, error) {
	line, comma := header(text)
	if bytes.IndexByte(line, 0) >= 0 {
		return "", nil, evercart.Errorf(evercart.Invalid, opImport, "this is not text")
	}
	has := map[string]bool{}
	for cell := range strings.SplitSeq(string(line), string(comma)) {
		has[columnKey(cell)] = true
	}
	named := func(names ...string) bool {
		for _, n := range names {
			if has[n] {
				return true
			}
		}
		return false
	}
	switch {
	case named("handle", "urlhandle") && named("title"):
		return FormatShopify, func(f *reading, emit func(evercart.Product) error) error { return readShopify(f, comma, emit) }, nil
	case named("id") && named("title") && named("availability", "imagelink", "itemgroupid", "gtin", "googleproductcategory"):
		return FormatGoogleTable, func(f *reading, emit func(evercart.Product) error) error { return readGoogleTable(f, comma, emit) }, nil
	case named(plainColumns["id"]...) && named(plainColumns["title"]...) && named(plainColumns["price"]...):
		return FormatPlain, func(f *reading, emit func(evercart.Product) error) error { return readPlain(f, comma, emit) }, nil
	}
	return "", nil, evercart.Errorf(evercart.Invalid, opImport,
		"no known feed: a table begins with the names of its columns, at least id, title and price (or Shopify's Handle and Title)")
}
