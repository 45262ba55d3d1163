package speak_test

import (
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/speak"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with testdata/NAME.golden: reviewers read its diff as the change.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got\n%s\nwant\n%s", path, got, want)
	}
}

func line(no int, title string, n int, price evercart.Minor, options ...string) evercart.Line {
	l := evercart.Line{No: evercart.LineNo(no), Title: title, Quantity: n, UnitPrice: price, Said: price, Total: price * evercart.Minor(n)}
	for i := 0; i+1 < len(options); i += 2 {
		l.Options = append(l.Options, evercart.Option{Name: options[i], Value: options[i+1]})
	}
	return l
}

func cartOf(lines ...evercart.Line) evercart.Cart {
	c := evercart.Cart{Currency: "USD", Lines: lines}
	for _, l := range lines {
		if !l.Unavailable {
			c.Totals.Subtotal += l.Total
		}
	}
	c.Totals.Total = c.Totals.Subtotal
	return c
}

// carts are those that the golden files show.
func carts() map[string]evercart.Cart {
	blouse := line(1, "Silk Blouse", 2, 8950, "color", "ivory", "size", "M")
	scarf := line(2, "Wool Scarf", 1, 3333, "color", "red", "size", "one size")
	mug := line(3, `Salt & Stone "Dawn" Mug <large>`, 2, 1000)
	socks := line(4, "Cotton Socks, three-pack", 1, 1299)
	up, down, gone, unsaid := blouse, scarf, mug, scarf
	up.UnitPrice, up.Total = 9950, 19900
	down.UnitPrice, down.Total = 2999, 2999
	gone.Unavailable = true
	unsaid.Said = 0
	var many []evercart.Line
	for i := range 12 {
		many = append(many, line(i+1, "Beeswax Candle", i+1, 500, "color", []string{"red", "blue", "green"}[i%3]))
	}
	saved := cartOf(blouse)
	saved.Saved = []evercart.Line{scarf}
	taxed := cartOf(blouse)
	taxed.Totals = evercart.Totals{Subtotal: 17900, Discount: 2000, Shipping: 495, Tax: 1312, Total: 17707}
	yen := cartOf(line(1, "Tea Bowl", 3, 1200))
	yen.Currency = "JPY"
	return map[string]evercart.Cart{
		"empty": {Currency: "USD"}, "one": cartOf(blouse), "two": cartOf(blouse, scarf), "gone": cartOf(gone, socks), "moved": cartOf(up, down),
		"unsaid": cartOf(unsaid), "many": cartOf(many...), "saved": saved, "taxed": taxed, "yen": yen, "all gone": cartOf(gone),
		"only saved": {Currency: "USD", Saved: []evercart.Line{scarf}},
	}
}

// failures are those that the golden files show.
func failures() []error {
	with := func(code evercart.Code, args ...slog.Attr) error {
		return fmt.Errorf("somewhere: %w", evercart.Errorf(code, "secret.Op", "secret message").With(args...))
	}
	mug := slog.String("title", "Salt & Stone Mug")
	list := []error{
		with(evercart.OutOfStock, mug, slog.Int("stock", 0), slog.Int("want", 1)),
		with(evercart.OutOfStock, mug, slog.Int("stock", 1), slog.Int("want", 2)),
		with(evercart.OutOfStock, mug, slog.Int("stock", 4), slog.Int("have", 3), slog.Int("want", 5)),
		with(evercart.LimitReached, slog.String("what", "quantity"), slog.Int("limit", 99)),
		with(evercart.LimitReached, slog.String("what", "lines"), slog.Int("limit", 60)),
		with(evercart.LimitReached, slog.String("what", "saved"), slog.Int("limit", 60)),
		with(evercart.NotFound, slog.String("what", "sku")),
		with(evercart.NotFound, slog.String("what", "line")),
		with(evercart.NotFound, slog.String("what", "undo")),
		with(evercart.NotForSale, mug),
		with(evercart.NotForSale),
		with(evercart.Invalid, slog.String("what", "quantity")),
		with(evercart.Unavailable, slog.String("what", "turn")),
		errors.New("secret"),
	}
	for _, code := range []evercart.Code{evercart.Invalid, evercart.Unauthorized, evercart.Forbidden, evercart.NotFound, evercart.Gone,
		evercart.Conflict, evercart.TurnKnown, evercart.TurnMismatch, evercart.ClaimLost, evercart.Busy, evercart.RateLimited,
		evercart.TooLarge, evercart.Ambiguous, evercart.LimitReached, evercart.PriceChanged, evercart.CouponRefused,
		evercart.OutcomeUnknown, evercart.ModelRefused, evercart.Damaged, evercart.Unavailable, evercart.Timeout, evercart.Canceled,
		evercart.NotImplemented, evercart.Internal, "newer"} {
		list = append(list, with(code))
	}
	return list
}

func TestSpeech(t *testing.T) {
	t.Parallel()
	for _, tag := range []string{"en", "es", "de"} {
		v := speak.For(tag)
		var b strings.Builder
		all := carts()
		for _, name := range []string{"empty", "one", "two", "gone", "all gone", "moved", "unsaid", "many", "saved", "only saved", "taxed", "yen"} {
			fmt.Fprintf(&b, "%s\n  cart:  %s\n  news:  %s\n  recap: %s\n", name, v.Cart(all[name]), v.News(all[name]), v.Recap(all[name]))
		}
		b.WriteString("errors\n")
		for _, err := range failures() {
			said := v.Error(err)
			if strings.Contains(said, "secret") || strings.ContainsAny(said, "_{}%") || said == "" {
				t.Errorf("%v: %q", err, said)
			}
			fmt.Fprintf(&b, "  %s: %s\n", evercart.CodeOf(err), said)
		}
		fmt.Fprintf(&b, "greeting\n  %s\n", v.Greeting("Evercart"))
		golden(t, tag, b.String())
	}
}
