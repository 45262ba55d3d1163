package test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const threeTools = "id,title,price\nHAM,Claw Hammer,29.50\nSAW,Fine Saw,18.90\nTAPE,Steel Tape,7.40\n"

// shopIn writes a shop's folder that sells in a currency, and a feed that names none.
func shopIn(t *testing.T, currency string) (shop, feed string) {
	t.Helper()
	dir := t.TempDir()
	shop, feed = filepath.Join(dir, "shop"), filepath.Join(dir, "tools.csv")
	if err := os.Mkdir(shop, 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(shop, "shop.toml"), "name = \"Tools\"\ncurrency = \""+currency+"\"\n")
	writeFile(t, feed, threeTools)
	return shop, feed
}

// The shop's own folder says what a feed without a currency costs, with a server or without; another currency is refused unless it is asked for.
func TestTheShopsCurrencyIsThatOfItsFeeds(t *testing.T) {
	t.Parallel()
	shop, feed := shopIn(t, "EUR")
	data := filepath.Join(t.TempDir(), "data")
	costs := func(when, currency string) {
		t.Helper()
		out, errs, code := evercart(t, nil, "", "catalog", "search", "hammer", "--data", data, "--shop", shop)
		if code != 0 || !strings.Contains(out, "29.50 "+currency) {
			t.Errorf("%s: %d %s %s, want 29.50 %s", when, code, out, errs, currency)
		}
	}
	refused := func(when string, args ...string) {
		t.Helper()
		_, errs, code := evercart(t, nil, "", append([]string{"catalog", "import", feed, "--data", data}, args...)...)
		if code != 1 || !strings.Contains(errs, "EUR") || !strings.Contains(errs, "USD") || !strings.Contains(errs, "nothing was taken over") {
			t.Errorf("%s: %d %s", when, code, errs)
		}
		costs(when, "EUR")
	}
	take := func(when string, args ...string) {
		t.Helper()
		if out, errs, code := evercart(t, nil, "", append([]string{"catalog", "import", feed, "--data", data}, args...)...); code != 0 {
			t.Errorf("%s: %d %s %s", when, code, out, errs)
		}
	}
	take("without a server", "--shop", shop)
	costs("without a server", "EUR")
	refused("without a server, in dollars", "--shop", shop, "--currency", "USD")
	refused("without a server, and nobody said", "--source", feed)

	s := start(t, config{data: data, catalog: "none", args: []string{"--shop", shop}})
	take("beside the server")
	costs("beside the server", "EUR")
	refused("beside the server, in dollars", "--currency", "USD")
	other, _ := shopIn(t, "USD")
	refused("beside the server, with the folder of another shop", "--shop", other)
	if a := s.open(uuid(), "u-ada").say("add a claw hammer"); !a.Cart.is("HAM 1") {
		t.Errorf("the live shop sells no more: %+v %q", a.Cart, a.Reply)
	}
	var problem struct{ Code, Detail string }
	if status := s.call("PUT", "/v1/catalog?currency=USD", threeTools, &problem); status != http.StatusBadRequest || !strings.Contains(problem.Detail, "sells in EUR") {
		t.Errorf("over HTTP: %d %+v", status, problem)
	}
	take("asked for", "--currency", "USD", "--foreign")
	costs("asked for", "USD")
}

// Goods that cannot be sold are found by the doctor, with a server or without, and by the start.
func TestGoodsInAnotherCurrencyAreFound(t *testing.T) {
	t.Parallel()
	shop, feed := shopIn(t, "EUR")
	data := filepath.Join(t.TempDir(), "data")
	doctor := func(when string, want int, say string, args ...string) {
		t.Helper()
		out, errs, code := evercart(t, nil, "", append([]string{"doctor", "--data", data}, args...)...)
		if code != want || !strings.Contains(out, say) {
			t.Errorf("%s: %d, want %d: %s %s", when, code, want, out, errs)
		}
	}
	if out, errs, code := evercart(t, nil, "", "catalog", "import", feed, "--data", data, "--currency", "usd"); code != 0 {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	doctor("nobody said what the shop sells in", 0, "all 3 variants on sale cost USD")
	doctor("the shop's folder", 1, "3 variants cost USD: this shop sells in EUR", "--shop", shop)
	s := start(t, config{data: data, catalog: "none", args: []string{"--shop", shop}})
	if said := s.out.String(); strings.Count(said, "3 variants cost USD: this shop sells in EUR") != 2 { // to people, and in the log
		t.Errorf("the start says %s", said)
	}
	doctor("the server knows", 1, "3 variants cost USD: this shop sells in EUR")
	if out, errs, code := evercart(t, nil, "", "catalog", "import", feed, "--data", data); code != 0 {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	doctor("mended", 0, "all 3 variants on sale cost EUR")
}

// Cents that look like dollars are warned of where nobody said what they are, also from the command line; what has no cents is not.
func TestCentsAreWarnedOf(t *testing.T) {
	t.Parallel()
	feed := filepath.Join(t.TempDir(), "cents.csv")
	writeFile(t, feed, "id,title,price\nHAM,Claw Hammer,2950\nSAW,Fine Saw,1890\nTAPE,Steel Tape,740\n")
	for _, c := range []struct {
		args  []string
		warns bool
	}{
		{nil, true}, {[]string{"--currency", "JPY"}, false}, {[]string{"--price-unit", "major"}, false}, {[]string{"--price-unit", "minor"}, false},
	} {
		out, errs, code := evercart(t, nil, "", append([]string{"catalog", "import", feed, "--data", t.TempDir()}, c.args...)...)
		if code != 0 || strings.Contains(out, "minor units (cents)") != c.warns || strings.Contains(out, "line 0") {
			t.Errorf("%v: %d %s %s", c.args, code, out, errs)
		}
	}
	s := start(t, config{catalog: feed})
	if !strings.Contains(s.out.String(), "minor units (cents)") {
		t.Errorf("the start says nothing of it: %s", s.out.String())
	}
}
