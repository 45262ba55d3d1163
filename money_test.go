package evercart_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/evercart/evercart"
)

// code fails unless err has that code.
func code(t testing.TB, what string, err error, want evercart.Code) {
	t.Helper()
	if got := evercart.CodeOf(err); got != want {
		t.Fatalf("%s: got code %q (%v), want %q", what, got, err, want)
	}
}

func TestAmounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		currency evercart.Currency
		text     string
		minor    evercart.Minor
		written  string
	}{
		{"USD", "89.5", 8950, "89.50"}, {"USD", "89", 8900, "89.00"}, {"USD", "0.05", 5, "0.05"}, {"USD", ".5", 50, "0.50"}, {"USD", "-3", -300, "-3.00"},
		{"USD", "-0.01", -1, "-0.01"}, {"USD", "1.2300", 123, "1.23"}, {"USD", " 7 ", 700, "7.00"}, {"USD", "000012.30", 1230, "12.30"},
		{"JPY", "100", 100, "100"}, {"JPY", "100.00", 100, "100"}, {"JPY", "-7", -7, "-7"},
		{"KWD", "0.005", 5, "0.005"}, {"KWD", "12.3", 12300, "12.300"},
		{"CLF", "1.0001", 10001, "1.0001"}, {"UYW", "0.0001", 1, "0.0001"},
		{"USD", "92233720368547758.07", math.MaxInt64, "92233720368547758.07"}, {"USD", "-92233720368547758.08", math.MinInt64, "-92233720368547758.08"},
	} {
		got, err := c.currency.ParseMinor(c.text)
		if err != nil || got != c.minor {
			t.Errorf("%s %q: got %d, %v; want %d", c.currency, c.text, got, err, c.minor)
		}
		if got := c.currency.Decimal(c.minor); got != c.written {
			t.Errorf("%d %s: got %q, want %q", c.minor, c.currency, got, c.written)
		}
	}
	for currency, texts := range map[evercart.Currency][]string{
		"USD": {"", " ", ".", "-", "5.", "1.234", "1,50", "1 000", "$3", "3 USD", "--3", "-+3", "+3", "1e3", "0x10", "NaN", "١", "92233720368547758.08", "99999999999999999999"},
		"JPY": {"1.5", "0.01"},
		"KWD": {"0.0005"},
		"CLF": {"0.00001"},
	} {
		for _, text := range texts {
			_, err := currency.ParseMinor(text)
			code(t, string(currency)+" "+text, err, evercart.Invalid)
		}
	}
}

func TestCurrencies(t *testing.T) {
	t.Parallel()
	for c, want := range map[evercart.Currency]struct {
		decimals int
		unit     evercart.Minor
	}{"JPY": {0, 1}, "USD": {2, 100}, "EUR": {2, 100}, "KWD": {3, 1000}, "CLF": {4, 10000}} {
		if c.Decimals() != want.decimals || c.Unit() != want.unit {
			t.Errorf("%s: %d decimals, unit %d", c, c.Decimals(), c.Unit())
		}
	}
	if c, err := evercart.ParseCurrency(" usd "); err != nil || c != "USD" {
		t.Error(c, err)
	}
	for _, bad := range []string{"", "US", "USDX", "U$D", "ÜSD", "12A"} {
		_, err := evercart.ParseCurrency(bad)
		code(t, bad, err, evercart.Invalid)
	}
}

func TestAmountsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]evercart.Currency{"JPY", "USD", "KWD", "CLF"}).Draw(t, "currency")
		m := evercart.Minor(rapid.Int64().Draw(t, "minor"))
		got, err := c.ParseMinor(c.Decimal(m))
		if err != nil || got != m {
			t.Fatalf("%d %s is written %q and read as %d (%v)", m, c, c.Decimal(m), got, err)
		}
	})
}

// Sums and products are right, or refused: never wrapped around.
func TestAmountsNeverWrap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64().Draw(t, "a"), rapid.Int64().Draw(t, "b")
		check := func(what string, got evercart.Minor, err error, want *big.Int) {
			if want.IsInt64() != (err == nil) || err == nil && int64(got) != want.Int64() {
				t.Fatalf("%d %s %d: got %d, %v; want %s", a, what, b, got, err, want)
			}
			if err != nil && evercart.CodeOf(err) != evercart.LimitReached {
				t.Fatalf("%d %s %d: %v", a, what, b, err)
			}
		}
		sum, err := evercart.Minor(a).Plus(evercart.Minor(b))
		check("+", sum, err, new(big.Int).Add(big.NewInt(a), big.NewInt(b)))
		product, err := evercart.Minor(a).Times(int(b))
		check("×", product, err, new(big.Int).Mul(big.NewInt(a), big.NewInt(b)))
	})
	for _, c := range []struct {
		m    evercart.Minor
		n    int
		want evercart.Code
	}{{math.MinInt64, -1, evercart.LimitReached}, {math.MinInt64, 1, ""}, {-1, math.MinInt64, evercart.LimitReached}, {math.MaxInt64, 2, evercart.LimitReached}, {0, math.MinInt64, ""}} {
		_, err := c.m.Times(c.n)
		code(t, "times", err, c.want)
	}
}
