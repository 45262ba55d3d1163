package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sharedData finds test data that is not part of the repository: absent data skips, or fails where it is required.
func sharedData(t *testing.T, parts ...string) string {
	t.Helper()
	dir := os.Getenv("EVERCART_TESTDATA")
	if dir == "" {
		dir = "../../shared/data"
	}
	path := filepath.Join(append([]string{dir}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("EVERCART_TEST_REQUIRE") == "1" {
			t.Fatalf("test data is required and absent: %v", err)
		}
		t.Skipf("test data is absent (set EVERCART_TESTDATA): %v", err)
	}
	return path
}

// Feeds of others import, and what is in them is found and bought by voice.
func TestForeignCatalogues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file []string
		args []string
		buy  []string // words, then the title and the price of the one line
		want []string
		unit []int64
	}{
		{file: []string{"catalogs", "packt_product-data.csv"},
			buy:  []string{"add a floor lamp", "I'd like the brown chair please", "put two metal mugs in my cart", "add the yellow gardening gloves"},
			want: []string{"Floor Lamp 1", "Brown Chair 1", "Metal Mug 2", "Gardening Gloves 1"}, unit: []int64{6999, 25000, 5999, 1599}},
		{file: []string{"catalogs", "ucp_flower_shop_products.csv"}, args: []string{"--price-unit", "minor"},
			buy:  []string{"add a bouquet of red roses", "I'll take three ceramic pots", "and a white orchid"},
			want: []string{"Bouquet of Red Roses 1", "Ceramic Pot 3", "White Orchid 1"}, unit: []int64{3500, 1500, 4500}},
		{file: []string{"understanding", "catalog.csv"},
			buy:  []string{"could you put the weekend bag in my cart", "add the ivory silk blouse in medium", "give me two dawn mugs"},
			want: []string{"Weekend Bag 1", "Silk Blouse 1", "Dawn Mug 2"}, unit: []int64{0, 8950, 0}},
	} {
		t.Run(c.file[1], func(t *testing.T) {
			t.Parallel()
			s := start(t, config{catalog: sharedData(t, c.file...), args: c.args})
			for i, words := range c.buy {
				a := s.open(uuid(), "u-ada").say(words)
				title, n, _ := strings.Cut(c.want[i], " 1")
				quantity := 1
				if n == "" && !strings.HasSuffix(c.want[i], " 1") {
					title = c.want[i][:len(c.want[i])-2]
					quantity = int(c.want[i][len(c.want[i])-1] - '0')
				}
				if len(a.Cart.Lines) != 1 || !strings.Contains(a.Cart.Lines[0].Title, title) || a.Cart.Lines[0].Quantity != quantity ||
					c.unit[i] != 0 && a.Cart.Lines[0].UnitPrice != c.unit[i] {
					t.Errorf("%q: %+v, %q", words, a.Cart.Lines, a.Reply)
				}
			}
		})
	}
}

// The command imports, says what it skipped, and a second import is an update; a strict one takes nothing over.
func TestImportCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "shop.csv")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data := filepath.Join(dir, "data")
	write("id,title,price,image\nA,Blue Vase,12.50,\nB,Broken Thing,,\nC,Green Jug,8.00,\n")
	out, errs, code := evercart(t, nil, "", "catalog", "import", file, "--data", data)
	if code != 0 || !strings.Contains(out, "2 products") || !strings.Contains(out, "line 3") {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	if _, _, code := evercart(t, nil, "", "catalog", "import", "--strict", file, "--data", data); code != 1 {
		t.Errorf("--strict: exit code %d", code)
	}
	write("id,title,price,image\nA,Blue Vase,13.50,\nD,Red Bowl,5.00,\n")
	if out, errs, code = evercart(t, nil, "", "catalog", "import", file, "--data", data); code != 0 || !strings.Contains(out, "1 new, 1 changed, 0 as before, 1 retired") {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	out, errs, code = evercart(t, nil, "", "catalog", "search", "blue", "vase", "--data", data)
	if code != 0 || !strings.Contains(out, "13.50 USD") || strings.Contains(out, "12.50") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if out, _, code = evercart(t, nil, "", "catalog", "search", "green jug", "--data", data); code != 0 || strings.Contains(out, "Green Jug") {
		t.Errorf("a retired product is found: %s", out)
	}
	if _, errs, code = evercart(t, nil, "", "catalog", "import", filepath.Join(dir, "none.csv"), "--data", data); code != 1 || errs == "" {
		t.Errorf("a missing file: %d %s", code, errs)
	}
	if _, _, code = evercart(t, nil, "", "catalog", "import"); code != 2 {
		t.Errorf("no file: exit code %d", code)
	}
}

// Who tried the sample shop first and then names a catalogue is served that catalogue from the first word on, and a name that does
// not lead to one ends the start: nobody is sold the sample's goods for the merchant's.
func TestOwnGoodsAfterTheSample(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, feed := filepath.Join(dir, "data"), filepath.Join(dir, "kites.csv")
	if err := os.WriteFile(feed, []byte("sku,title,price\nKITE-1,Blue Kite,10.00\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, errs, code := evercart(t, nil, "add the wool scarf\n", "chat", "--new", "--data", data); code != 0 || !strings.Contains(out, "Wool Scarf") {
		t.Fatalf("the sample: %d %s %s", code, out, errs)
	}
	if out, errs, code := evercart(t, nil, "", "chat", "--new", "--data", data, "--catalog", feed+".gone"); code != 1 || !strings.Contains(errs, "kites.csv.gone") {
		t.Errorf("a catalogue that is not there: %d %s %s", code, out, errs)
	}
	if out, errs, code := evercart(t, nil, "add the blue kite\nadd the wool scarf\n", "chat", "--new", "--data", data, "--catalog", feed); code != 0 ||
		!strings.Contains(out, "Blue Kite") || strings.Contains(out, "Wool Scarf  ") {
		t.Errorf("the merchant's goods: %d %s %s", code, out, errs)
	}
	if out, errs, code := evercart(t, nil, "add the blue kite\n", "chat", "--new", "--data", data, "--catalog", feed+".gone"); code != 0 || !strings.Contains(out, "Blue Kite") {
		t.Errorf("a feed that is away later: %d %s %s", code, out, errs)
	}
}
