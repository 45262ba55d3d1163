package catalog_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/internal/bigfeed"
)

const small = "id,title,price\na,Lamp,5.00\nb,Vase,6.00\n"

// TestRefused holds what is no feed, and what is too much of one, to its code.
func TestRefused(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", catalog.MaxRow+100_000)
	for name, c := range map[string]struct {
		feed    string
		options catalog.Options
		want    evercart.Code
	}{
		"empty":                {"", catalog.Options{}, evercart.Invalid},
		"blank":                {" \n\t\n", catalog.Options{}, evercart.Invalid},
		"prose":                {"Dear customer,\nthank you.\n", catalog.Options{}, evercart.Invalid},
		"web page":             {"<!doctype html><html><body>Not found</body></html>", catalog.Options{}, evercart.Invalid},
		"other XML":            {"<?xml version='1.0'?><orders/>", catalog.Options{}, evercart.Invalid},
		"bytes":                {"PK\x03\x04\x00\x00\x00", catalog.Options{}, evercart.Invalid},
		"no rows":              {"id,title,price\n", catalog.Options{}, evercart.Invalid},
		"nothing for sale":     {"id,title,price\na,Lamp,\n", catalog.Options{}, evercart.Invalid},
		"cut off XML":          {`<rss><channel><item><g:id>a</g:id><title>A</title><g:price>1.00 USD</g:price></item>`, catalog.Options{}, evercart.Invalid},
		"cut off item":         {`<rss><channel><item><g:id>a</g:id>`, catalog.Options{}, evercart.Invalid},
		"cut off JSON":         {`[{"id":"a","title":"A","variants":[{"sku":"a","price":1}]}`, catalog.Options{}, evercart.Invalid},
		"broken JSON":          {`[{"id":"a",]`, catalog.Options{}, evercart.Invalid},
		"JSON of another kind": {`{"products": 5}`, catalog.Options{}, evercart.Invalid},
		"unknown charset":      {`<?xml version="1.0" encoding="ebcdic-us"?><rss></rss>`, catalog.Options{}, evercart.Invalid},
		"unknown unit":         {small, catalog.Options{PriceUnit: "pounds"}, evercart.Invalid},
		"quote without end":    {"id,title,price\na,\"" + long, catalog.Options{}, evercart.TooLarge},
		"item too large":       {"<rss><channel><item><title>" + long + "</title></item></channel></rss>", catalog.Options{}, evercart.TooLarge},
		"nesting too deep":     {"<rss><channel><item>" + strings.Repeat("<a>", 100) + "</item></channel></rss>", catalog.Options{}, evercart.TooLarge},
		"product too large":    {`[{"id":"` + strings.Repeat("x", catalog.MaxProduct+100_000) + `"}]`, catalog.Options{}, evercart.TooLarge},
		"strict":               {small + "c,Bowl,\n", catalog.Options{Strict: true}, evercart.Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := read(t, []byte(c.feed), c.options); got.Error != c.want {
				t.Errorf("got %q with %+v, want %q", got.Error, got.Report, c.want)
			}
		})
	}
}

// TestPrices holds the ways to write a price to what they mean; "" = refused.
func TestPrices(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cell, unit, want string
		currency         evercart.Currency
	}{
		{"89.5", "", "8950", "USD"}, {"12,50", "", "1250", "EUR"}, {"1.299,00", "", "129900", "EUR"}, {"1,299.00", "", "129900", "USD"},
		{"$59.99", "", "5999", "USD"}, {"$59.99", "", "5999", "CAD"}, {"$59.99", "", "", "EUR"}, {"349.00 EUR", "", "34900", "EUR"},
		{"EUR 349.00", "", "34900", "EUR"}, {"349.00 EUR", "", "", "USD"}, {"1 299,00 €", "", "129900", "EUR"}, {"1'299.00", "", "129900", "CHF"},
		{"1’299.–", "", "", "CHF"}, {"12,-", "", "1200", "EUR"}, {"1,299", "", "129900", "USD"}, {"1.299", "", "", "USD"}, {"1.299", "", "1299", "KWD"},
		{"1,299", "", "", "KWD"}, {"1.299.000", "", "1299000", "JPY"}, {"1500", "", "1500", "JPY"}, {"1500.00", "", "1500", "JPY"}, {"15.5", "", "", "JPY"},
		{"12.3456", "", "", "USD"}, {"12.5000", "", "1250", "USD"}, {"0", "", "0", "USD"}, {"-1", "", "", "USD"}, {"-$1", "", "", "USD"}, {"", "", "", "USD"},
		{"free", "", "", "USD"}, {"1e5", "", "", "USD"}, {"0x10", "", "", "USD"}, {"1,2,3", "", "", "USD"}, {"1.2,3.4", "", "", "USD"}, {"1,29,900.00", "", "", "USD"},
		{"99999999999999999999", "", "", "USD"}, {"NaN", "", "", "USD"}, {"kr 99", "", "9900", "NOK"}, {"99 kr", "", "", "USD"}, {"5\u00a0€", "", "500", "EUR"},
		{"3500", "minor", "3500", "USD"}, {"3500.00", "minor", "", "USD"}, {"$3500", "minor", "3500", "USD"}, {"35.5", "minor", "", "USD"},
	} {
		t.Run(c.cell+" "+string(c.currency)+c.unit, func(t *testing.T) {
			t.Parallel()
			feed := "id;title;price\nkeep;Keep;1\na;A;\"" + c.cell + "\"\n"
			got := ""
			for _, p := range read(t, []byte(feed), catalog.Options{Currency: c.currency, PriceUnit: c.unit}).Products {
				if p.ID == "a" {
					got = fmt.Sprint(p.Variants[0].Price)
				}
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestEncodings reads one feed in the ways in which it may be stored.
func TestEncodings(t *testing.T) {
	t.Parallel()
	feed := "id,title,price\na,Café Cup 杯,5.00\n"
	packed := new(bytes.Buffer)
	z := gzip.NewWriter(packed)
	_, _ = z.Write([]byte(feed))
	_ = z.Close()
	var little, big []byte
	for _, u := range append([]uint16{0xfeff}, utf16.Encode([]rune(feed))...) {
		little = append(little, byte(u), byte(u>>8))
		big = append(big, byte(u>>8), byte(u))
	}
	for name, stored := range map[string][]byte{
		"UTF-8": []byte(feed), "with a mark": []byte("\ufeff" + feed), "gzip": packed.Bytes(), "UTF-16 LE": little, "UTF-16 BE": big,
		"CRLF": []byte(strings.ReplaceAll(feed, "\n", "\r\n")), "no last break": []byte(strings.TrimSuffix(feed, "\n")),
	} {
		got := read(t, stored, catalog.Options{})
		if got.Error != "" || len(got.Products) != 1 || got.Products[0].Title != "Café Cup 杯" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestImportEnds: who stops listening is not called again, a sequence runs once, and an end of the context ends it.
func TestImportEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	seq, _, err := catalog.Import(ctx, strings.NewReader(small), catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for p := range seq {
		if p.ID != "a" {
			t.Errorf("got %s after the listener left", p.ID)
		}
		break
	}
	if code := lastCode(seq); code != evercart.Invalid {
		t.Errorf("a second run gives %q", code)
	}
	seq, _, err = catalog.Import(ctx, strings.NewReader(small), catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if code := lastCode(seq); code != evercart.Canceled {
		t.Errorf("a cancelled import gives %q", code)
	}
	broken := io.MultiReader(strings.NewReader(small+strings.Repeat("c,Bowl,7.00\n", 20_000)), failing{})
	seq, _, err = catalog.Import(context.Background(), broken, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if code := lastCode(seq); code != evercart.Unavailable {
		t.Errorf("a reader that fails gives %q", code)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

func lastCode(seq iter.Seq2[evercart.Product, error]) (code evercart.Code) {
	for _, err := range seq {
		code = evercart.CodeOf(err)
	}
	return code
}

// TestLargeFeed reads 50,000 variants, tells of the progress, and finds all of them.
func TestLargeFeed(t *testing.T) {
	t.Parallel()
	const variants = 50_000
	feed := new(bytes.Buffer)
	if err := bigfeed.Shopify(feed, variants); err != nil {
		t.Fatal(err)
	}
	size := int64(feed.Len())
	calls, lastRows, lastBytes := 0, 0, int64(0)
	got := read(t, feed.Bytes(), catalog.Options{Strict: true, Progress: func(rows int, bytes int64) {
		if calls++; rows < lastRows || bytes < lastBytes || bytes > size {
			t.Errorf("progress went from %d rows, %d bytes to %d rows, %d bytes", lastRows, lastBytes, rows, bytes)
		}
		lastRows, lastBytes = rows, bytes
	}})
	if got.Error != "" || got.Report.Variants != variants || got.Report.Products != variants/bigfeed.PerProduct {
		t.Fatalf("%+v, %q", got.Report, got.Error)
	}
	if lastRows != variants || lastBytes != size || calls < variants/256 || calls > variants/256+2 {
		t.Errorf("%d calls, in the end %d rows, %d of %d bytes", calls, lastRows, lastBytes, size)
	}
}

// TestSkipsAreBounded: a report keeps a hundred and counts on.
func TestSkipsAreBounded(t *testing.T) {
	t.Parallel()
	got := read(t, []byte(small+strings.Repeat("c,Bowl,\n", 5000)), catalog.Options{})
	if r := got.Report; r.SkippedCount != 5000 || len(r.Skipped) != 100 || r.Skipped[0].Line != 4 {
		t.Errorf("%d skipped, %d listed, first %+v", r.SkippedCount, len(r.Skipped), r.Skipped[0])
	}
}

// TestTextsAreTidy: what is cut ends in a word, nothing stays invisible, and markup is gone whatever its shape.
func TestTextsAreTidy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"Plain text", "Plain text"}, {"  two \t blanks\u00a0here ", "two blanks here"}, {"a < b & c > d", "a < b & c > d"},
		{"<p>One</p><p>Two<br/>Three</p>", "One\nTwo\nThree"}, {"<ul><li>A<li>B</ul>", "A\nB"}, {"&amp;lt;p&amp;gt;", "&lt;p&gt;"},
		{"&lt;p&gt;Twice&lt;/p&gt;", "Twice"}, {"Caf&eacute; &#8211; noir", "Café – noir"}, {"<script>if (a<b) {}</script>After", "After"},
		{"<style>p{}", ""}, {"<!-- c -->x<!-- open", "x"}, {"<a title=\"1 > 0\">link</a>", "link"}, {"x<b", "x"}, {"<", "<"}, {"1<2", "1<2"}, {"e\u0301", "é"},
		{"left\u202eright", "leftright"}, {"\x00nul", "nul"}, {"<P CLASS=x>Upper</P>", "Upper"}, {"<td>a</td><td>b</td>", "a b"}, {"line\nbreak", "line\nbreak"}, {"<script>a</scripty>b</SCRIPT >c", "c"},
		{"<p>line\nbreak</p>", "line break"}, {strings.Repeat("word ", 2000), strings.TrimSpace(strings.Repeat("word ", 1000))},
	} {
		feed := "id,title,price,description\na,A,1,\"" + strings.ReplaceAll(c.in, `"`, `""`) + "\"\n"
		got := read(t, []byte(feed), catalog.Options{})
		if len(got.Products) != 1 || got.Products[0].Text != c.want {
			t.Errorf("%q: got %+v, want %q", c.in, got.Products, c.want)
		}
	}
}

// TestUnitIsOfPlainTables: a unit said for several files changes only those whose format does not say.
func TestUnitIsOfPlainTables(t *testing.T) {
	t.Parallel()
	for feed, want := range map[string]evercart.Minor{
		"id,title,price\na,A,500\n": 500, "id,title,price,availability\na,A,5.00,in_stock\n": 500, "Handle,Title,Variant Price\na,A,5.00\n": 500,
		`[{"id":"a","title":"A","variants":[{"price":500}]}]`: 500,
	} {
		got := read(t, []byte(feed), catalog.Options{PriceUnit: catalog.Minor})
		if len(got.Products) != 1 || got.Products[0].Variants[0].Price != want {
			t.Errorf("%s: %q %+v", feed, got.Error, got.Products)
		}
	}
}

// TestHostileRowsEnd: rows that would cost the square of their size, if texts were searched from every point anew.
func TestHostileRowsEnd(t *testing.T) {
	t.Parallel()
	const n = 300_000
	for _, body := range []string{
		"<script>" + strings.Repeat("<a", n), "&lt;" + strings.Repeat("<a ", n), strings.Repeat("&lt;x", n/2), strings.Repeat("<script></b", n/4),
		strings.Repeat("<!--", n/2), strings.Repeat("</", n), strings.Repeat("<a b=' ", n/4), strings.Repeat("&amp;", n/2), "<" + strings.Repeat("a", n),
	} {
		if got := read(t, []byte("id,title,price,description\na,A,1,"+body+"\n"), catalog.Options{}); got.Error != "" || len(got.Products) != 1 {
			t.Errorf("%.20s…: %q %+v", body, got.Error, got.Report)
		}
	}
	group := new(bytes.Buffer)
	group.WriteString("id,title,price,group,material\n")
	for i := range 50_000 {
		fmt.Fprintf(group, "v%d,Cup,1.00,cup,clay\n", i)
	}
	if got := read(t, group.Bytes(), catalog.Options{}); len(got.Products) != 1 || len(got.Products[0].Variants) != 50_000 {
		t.Errorf("%q %+v", got.Error, got.Report)
	}
}
