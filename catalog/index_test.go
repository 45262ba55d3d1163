package catalog_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
)

func TestFindByWords(t *testing.T) {
	t.Parallel()
	x := catalog.NewIndex()
	x.Apply(wardrobe()...)
	for _, c := range []struct {
		words   string
		want    []string
		sure    bool
		unknown []string
	}{
		{"running shoes", []string{"running", "trail"}, true, nil},
		{"trail running shoes", []string{"trail"}, true, nil},
		{"trail ones", []string{"trail"}, true, nil},
		{"running shoos", []string{"running", "trail"}, true, nil},
		{"shoes", []string{"running", "trail", "loafers"}, false, nil},
		{"silk", []string{"blouse", "scarf"}, false, nil},
		{"silk blows", []string{"blouse"}, true, nil},
		{"ivory silk blouse", []string{"blouse"}, true, nil},
		{"scarves", []string{"scarf"}, true, nil},
		{"purple silk scarf", []string{"scarf"}, false, []string{"purple"}},
		{"t shirt", []string{"tee"}, true, nil},
		{"tshirts", []string{"tee"}, true, nil},
		{"crewneck", []string{"tee"}, true, nil},
		{"cafe nwar candle", []string{"cafe"}, true, nil},
		{"cafe\u0301 noir", []string{"cafe"}, true, nil},
		{"candle from fig", []string{"fig"}, true, nil},
		{"lavender candle", []string{"cafe", "fig"}, false, []string{"lavender"}},
		{"week end bag", []string{"bag"}, true, nil},
		{"a bottle of lemonade", []string{"lemonade"}, true, nil},
		{"roller skates", nil, false, []string{"roller", "skates"}},
		{"pleated skirt", nil, false, []string{"pleated", "skirt"}},
		{"shorts", nil, false, []string{"shorts"}},
		{"free pack cotton sox", []string{"socks"}, true, nil},
		{"", nil, false, nil},
	} {
		f, err := x.Find(context.Background(), evercart.Query{Words: c.words})
		if err != nil {
			t.Fatal(err)
		}
		if got := ids(f); !slices.Equal(got, c.want) || f.Sure != c.sure || !slices.Equal(f.Unknown, c.unknown) {
			t.Errorf("Find(%q) = %v sure=%v unknown=%q, want %v %v %q", c.words, got, f.Sure, f.Unknown, c.want, c.sure, c.unknown)
		}
	}
}

func TestFindVariants(t *testing.T) {
	t.Parallel()
	x := catalog.NewIndex()
	x.Apply(wardrobe()...)
	for _, c := range []struct {
		q    evercart.Query
		want []evercart.SKU
	}{
		{evercart.Query{Words: "silk blouse ivory", Options: []evercart.Option{{Value: "medium"}}}, []evercart.SKU{"BL-IVR-M"}},
		{evercart.Query{Words: "silk blouse ivory size em"}, []evercart.SKU{"BL-IVR-M"}},
		{evercart.Query{Words: "silk blouse", Options: []evercart.Option{{Name: "Color", Value: "Black"}}}, []evercart.SKU{"BL-BLK-S"}},
		{evercart.Query{Words: "silk blouse", Options: []evercart.Option{{Value: "XL"}}}, nil},
		{evercart.Query{Words: "silk blouse black medium"}, nil},
		{evercart.Query{Words: "running shoes eight and a half"}, []evercart.SKU{"RUN-8.5"}},
		{evercart.Query{Words: "silk blouse", Among: []evercart.SKU{"bl-blk-s", "SC-RED"}}, []evercart.SKU{"BL-BLK-S"}},
		{evercart.Query{Words: "pleated skirt", Among: []evercart.SKU{"SKIRT"}}, []evercart.SKU{"SKIRT"}},
		{evercart.Query{Words: "shoes", Under: 10000, Options: []evercart.Option{{Value: "9"}}}, []evercart.SKU{"RUN-9"}},
	} {
		f, err := x.Find(context.Background(), c.q)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Hits) == 0 {
			t.Errorf("Find(%+v) found nothing", c.q)
			continue
		}
		if got := skus(f.Hits[0].Variants); !slices.Equal(got, c.want) {
			t.Errorf("Find(%+v) = %v, want %v", c.q, got, c.want)
		}
	}
}

func TestApplyIsVisibleAtOnce(t *testing.T) {
	t.Parallel()
	x, ctx := catalog.NewIndex(), context.Background()
	x.Apply(wardrobe()...)
	renamed := thing("scarf", "Silk Shawl", "Shawls", "", one("SC-RED", 4500))
	x.Apply(evercart.Stocked{Product: renamed, Version: 90})
	if f, _ := x.Find(ctx, evercart.Query{Words: "scarf"}); len(f.Hits) != 0 {
		t.Errorf("the old name still finds %v", ids(f))
	}
	if f, _ := x.Find(ctx, evercart.Query{Words: "shawl"}); !slices.Equal(ids(f), []string{"scarf"}) {
		t.Errorf("the new name finds %v", ids(f))
	}
	x.Apply(evercart.Stocked{Product: evercart.Product{ID: "scarf"}, Version: 91})
	if _, err := x.ProductOf(ctx, "SC-RED"); evercart.CodeOf(err) != evercart.NotFound {
		t.Errorf("a removed product is still there: %v", err)
	}
	if shelf, _ := x.Shelf(ctx, "SC-RED", " bl-ivr-m "); len(shelf) != 1 || shelf["bl-ivr-m"].Title != "Silk Blouse" {
		t.Errorf("shelf = %v", shelf)
	}
	products, _, version := x.Stats()
	if products != len(wardrobe())-1 || version != 91 {
		t.Errorf("Stats = %d products, version %d", products, version)
	}
}

func TestManyReadersWhileItChanges(t *testing.T) {
	t.Parallel()
	x, ctx := catalog.NewIndex(), context.Background()
	x.Apply(wardrobe()...)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 200 {
				if f, err := x.Find(ctx, evercart.Query{Words: "silk blouse"}); err != nil || len(f.Hits) != 1 {
					t.Errorf("Find = %v, %v", ids(f), err)
					return
				}
			}
		})
	}
	for i := range 200 {
		x.Apply(evercart.Stocked{Product: thing("new", fmt.Sprintf("Lamp Number%d", i), "Lamps", "", one("NEW", 100)), Version: int64(100 + i)})
	}
	wg.Wait()
}

func FuzzFind(f *testing.F) {
	x := catalog.NewIndex()
	x.Apply(wardrobe()...)
	f.Add("two hundred and a half dozen blouses, size 8.5")
	f.Add("'' - ,, .5 1.2.3 é\u0301")
	f.Fuzz(func(t *testing.T, words string) {
		got, err := x.Find(context.Background(), evercart.Query{Words: words})
		if err != nil {
			t.Fatal(err)
		}
		if got.Sure && (len(got.Hits) == 0 || len(got.Unknown) > 0) {
			t.Errorf("sure of nothing: %+v", got)
		}
	})
}

func ids(f evercart.Finding) []string {
	var out []string
	for _, h := range f.Hits {
		out = append(out, h.Product.ID)
	}
	return out
}

func skus(variants []evercart.Variant) []evercart.SKU {
	var out []evercart.SKU
	for _, v := range variants {
		out = append(out, v.SKU)
	}
	return out
}

func one(sku evercart.SKU, price evercart.Minor, options ...string) evercart.Variant {
	v := evercart.Variant{SKU: sku, Price: price, Currency: "USD", Stock: 9, Active: true}
	for i := 0; i+1 < len(options); i += 2 {
		v.Options = append(v.Options, evercart.Option{Name: options[i], Value: options[i+1]})
	}
	return v
}

func thing(id, title, kind, text string, variants ...evercart.Variant) evercart.Product {
	return evercart.Product{ID: id, Title: title, Type: kind, Text: text, Variants: variants}
}

// wardrobe is a small shop, made for these tests.
func wardrobe() []evercart.Stocked {
	skirt := one("SKIRT", 6900)
	skirt.Active = false
	var out []evercart.Stocked
	for i, p := range []evercart.Product{
		thing("blouse", "Silk Blouse", "Blouses", "Loose, with buttons.", one("BL-IVR-S", 8950, "Color", "ivory", "Size", "S"),
			one("BL-IVR-M", 8950, "Color", "ivory", "Size", "M"), one("BL-BLK-S", 9450, "Color", "black", "Size", "S")),
		thing("scarf", "Silk Scarf", "Scarves", "A square.", one("SC-RED", 4500, "Color", "red")),
		thing("running", "Running Shoes", "Shoes", "Light, for the road.", one("RUN-8.5", 9500, "Size", "8.5"), one("RUN-9", 9500, "Size", "9")),
		thing("trail", "Trail Running Shoes", "Shoes", "For mud.", one("TRL-9", 12000, "Size", "9")),
		thing("loafers", "Leather Loafers", "Shoes", "Calf leather.", one("LOF-9", 12900, "Size", "9")),
		thing("tee", "Crew-Neck T-Shirt", "Tops", "Round neck.", one("TEE-M", 1900, "Size", "M")),
		thing("cafe", "Café Noir Candle", "Candles", "Smells of coffee.", one("CAF", 2450)),
		thing("fig", "Fig & Cedar Candle", "Candles", "Smells of green fig.", one("FIG", 2200)),
		thing("bag", "Weekend Bag", "Bags", "Fits the cabin.", one("BAG", 19900)),
		thing("lemonade", "Cloudy Lemonade", "Drinks", "With pulp.", one("LEM", 360)),
		thing("socks", "Cotton Socks, Three-Pack", "Socks", "One size.", one("SOC", 1299)),
		thing("skirt", "Pleated Skirt", "Skirts", "Green.", skirt),
	} {
		out = append(out, evercart.Stocked{Product: p, Version: int64(i + 1)})
	}
	return out
}

// warehouse makes n variants of invented goods, so many a product: 1 or 25.
func warehouse(n, each int) []evercart.Stocked {
	stuff := []string{"Wool", "Cotton", "Linen", "Walnut", "Steel", "Leather", "Canvas", "Silk", "Oak", "Glass", "Marble", "Felt"}
	kinds := []string{"Jacket", "Shirt", "Lamp", "Boots", "Chair", "Bowl", "Blanket", "Scarf", "Rug", "Kettle", "Mirror", "Vase", "Belt"}
	colors := []string{"red", "blue", "green", "black", "white"}
	sizes := []string{"S", "M", "L", "XL", "9"}
	var out []evercart.Stocked
	for i := 0; i*each < n; i++ {
		kind := kinds[i%len(kinds)]
		p := thing(fmt.Sprintf("p%d", i), fmt.Sprintf("%s %s Model%d", stuff[i%len(stuff)], kind, i), kind,
			"A sturdy thing for the kitchen, the garden and the road, made to last, washed by hand, number "+fmt.Sprint(i%997))
		p.Tags = []string{"home", "gift", fmt.Sprintf("line%d", i%40)}
		for k := range each {
			c, s := colors[(i+k/len(sizes))%len(colors)], sizes[(i/len(colors)+k)%len(sizes)]
			p.Variants = append(p.Variants, one(evercart.SKU(fmt.Sprintf("P%d-%s-%s", i, c, s)), evercart.Minor(1000+i), "Color", c, "Size", s))
		}
		out = append(out, evercart.Stocked{Product: p, Version: int64(i + 1)})
	}
	return out
}

func TestOnSaleLeavesOutWhatIsGone(t *testing.T) {
	t.Parallel()
	x := catalog.NewIndex()
	kite := evercart.Product{ID: "kite", Title: "Kite", Variants: []evercart.Variant{{SKU: "K-1", Active: true}, {SKU: "K-2"}}}
	x.Apply(evercart.Stocked{Product: kite, Version: 1}, evercart.Stocked{Product: evercart.Product{ID: "mug", Title: "Mug", Variants: []evercart.Variant{{SKU: "M-1"}}}, Version: 2})
	if products, variants := x.OnSale(); products != 1 || variants != 1 {
		t.Errorf("%d products, %d variants", products, variants)
	}
	if products, variants, _ := x.Stats(); products != 2 || variants != 3 {
		t.Errorf("held: %d products, %d variants", products, variants)
	}
}
