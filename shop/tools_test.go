package shop_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/shop"
	"github.com/google/jsonschema-go/jsonschema"
)

func TestQuantitiesFromNowhere(t *testing.T) {
	t.Parallel()
	b := setup(t)
	wantCode(t, b.do("add_to_cart", `{"sku":"SCF-RED","quantity":1}`), "")
	refused := map[string]evercart.Code{
		`0`: evercart.Invalid, `-3`: evercart.Invalid, `1.5`: evercart.Invalid, `2.0`: evercart.Invalid, `"2"`: evercart.Invalid,
		`"two"`: evercart.Invalid, `null`: evercart.Invalid, `true`: evercart.Invalid, `1e9`: evercart.Invalid, `1e1`: evercart.Invalid,
		`[2]`: evercart.Invalid, `{}`: evercart.Invalid, `9223372036854775808`: evercart.Invalid, `9223372036854775807`: evercart.Invalid,
		`2147483648`: evercart.LimitReached, `100`: evercart.LimitReached, `41`: evercart.OutOfStock,
	}
	for n, code := range refused {
		for tool, args := range map[string]string{"add_to_cart": `{"sku":"SCF-RED","quantity":` + n + `}`, "change_cart_line": `{"line":1,"quantity":` + n + `}`} {
			r := b.do(tool, args)
			wantCode(t, r, code)
			if r.Say == "" {
				t.Errorf("%s %s: nothing to say", tool, n)
			}
		}
	}
	for _, args := range []string{
		``, `[]`, `null`, `"x"`, `{}`, `{"sku":"SCF-RED"}`, `{"quantity":1}`, `{"sku":"SCF-RED","quantity":2,"quantity":9}`, `{"sku":"SCF-RED","quantity":1}{}`,
		`{"sku":"SCF-RED","quantity":1} {"sku":"SCF-RED","quantity":1}`, `{"sku":"SCF-RED","quantity":1`, `{"sku":"SCF-RED","quantity":1,"price_cents":100}`,
		`{"sku":"SCF-RED","Quantity":1}`, `{"sku":5,"quantity":1}`, `{"sku":"","quantity":1}`, `{"sku":"SCF-RED","quantity":1,"keep":"yes"}`,
		`{"sku":"` + strings.Repeat("x", 1<<20) + `","quantity":1}`, "{\"sku\":\"\xff\",\"quantity\":1}",
	} {
		wantCode(t, b.do("add_to_cart", args), evercart.Invalid)
	}
	b.wantCart("SCF-RED 1 = 3333")
	b.goods.row("BAG-LTD").Stock = 99
	wantCode(t, b.do("add_to_cart", `{"sku":"BAG-LTD","quantity":99}`), "")
	b.wantCart("SCF-RED 1, BAG-LTD 99 = 12873234")
}

func TestAdd(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := b.do("add_to_cart", `{"sku":"BLS-IVR-M","quantity":1,"keep":true}`)
	wantSaid(t, r, "one silk blouse in ivory, size M", "eighty-nine dollars and fifty cents", "keep it in your cart")
	if !b.state.Cart.Lines[0].Kept || !slices.Equal(r.Shown, []evercart.SKU{"BLS-IVR-M"}) || r.Call != "1.1" {
		t.Errorf("kept %v, shown %v, call %q", b.state.Cart.Lines[0].Kept, r.Shown, r.Call)
	}
	b.do("add_to_cart", `{"sku":"BLS-BLK-M","quantity":1}`)
	wantSaid(t, b.do("add_to_cart", `{"sku":" bls-ivr-m ","quantity":1}`), "You now have two silk blouses in ivory, size M")
	b.wantCart("BLS-IVR-M 2, BLS-BLK-M 1 = 27350")
	wantSaid(t, b.do("add_to_cart", `{"sku":"SOC-3PK","quantity":50}`), "fifty three-packs of cotton socks", "six hundred forty-nine dollars and fifty cents")
}

func TestAddAsksWhich(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := b.do("add_to_cart", `{"sku":"silk-blouse","quantity":2}`)
	wantCode(t, r, evercart.Ambiguous)
	if q := r.Question; q == nil || q.Kind != "variant" || len(q.Choices) != 4 || q.Pending == nil || q.Pending.Verb != evercart.Add || q.Pending.Quantity != 2 || q.Pending.SKU != "" {
		t.Errorf("question %+v", r.Question)
	}
	wantSaid(t, r, "silk blouse", "ivory M", "black M")
	b.wantCart(" = 0")
	wantCode(t, b.do("add_to_cart", `{"sku":"scarf","quantity":1}`), "") // a product with one variant is that variant
	b.wantCart("SCF-RED 1 = 3333")
}

func TestUnknownSKU(t *testing.T) {
	t.Parallel()
	b := setup(t)
	wantCode(t, b.do("add_to_cart", `{"sku":"QQQ-1","quantity":1}`), evercart.NotFound)
	b.do("add_to_cart", `{"sku":"BLS-IVR-M","quantity":1}`)
	for _, r := range []evercart.Result{
		b.do("add_to_cart", `{"sku":"BLS-IVR-XXL","quantity":1}`), b.do("change_cart_line", `{"line":1,"to_sku":"BLS-IVR-XXL"}`),
		b.do("change_cart_line", `{"line":1,"to_sku":"XXL"}`), b.do("get_product", `{"sku":"BLS-GRN-M"}`),
	} {
		wantCode(t, r, evercart.NotFound)
		wantSaid(t, r, "we do not have that", "the silk blouse comes in ivory and black; S, M and L")
		if !strings.Contains(string(r.Data.Reveal()), "BLS-IVR-L") {
			t.Errorf("data %s", r.Data.Reveal())
		}
	}
	b.wantCart("BLS-IVR-M 1 = 8950")
}

func TestChange(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.do("add_to_cart", `{"sku":"BLS-IVR-M","quantity":2,"keep":true}`)
	b.do("add_to_cart", `{"sku":"BLS-BLK-M","quantity":1}`)
	wantSaid(t, b.do("change_cart_line", `{"sku":"BLS-IVR-M","to_sku":"BLS-IVR-L"}`), "two silk blouses in ivory, size L", "one hundred seventy-nine dollars")
	b.wantCart("BLS-IVR-L 2, BLS-BLK-M 1 = 27350")
	if !b.state.Cart.Lines[0].Kept {
		t.Error("no longer kept")
	}
	wantSaid(t, b.do("change_cart_line", `{"line":1,"to_sku":"bls-ivr-l"}`), "already")
	b.do("change_cart_line", `{"line":1,"to_sku":"BLS-IVR-S","quantity":1}`)
	b.wantCart("BLS-IVR-S 1, BLS-BLK-M 1 = 18400")
	b.do("change_cart_line", `{"line":1,"to_sku":"BLS-BLK-M","quantity":3}`)
	b.wantCart("BLS-BLK-M 4 = 37800")
	wantCode(t, b.do("change_cart_line", `{"line":2,"quantity":6}`), evercart.OutOfStock)
	wantCode(t, b.do("change_cart_line", `{"line":7,"quantity":1}`), evercart.NotFound)
	for _, args := range []string{`{"line":2}`, `{"quantity":2}`, `{"line":2,"sku":"BLS-BLK-M","quantity":2}`} {
		wantCode(t, b.do("change_cart_line", args), evercart.Invalid)
	}
	wantSaid(t, b.do("change_cart_line", `{"line":2,"quantity":2}`), "two silk blouses in black", "one hundred eighty-nine dollars")
}

func TestChangeAsksWhichLine(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.do("add_to_cart", `{"sku":"LOF-BRN-8","quantity":1}`)
	b.do("add_to_cart", `{"sku":"LOF-BRN-9","quantity":1}`)
	r := b.do("change_cart_line", `{"sku":"loafers","quantity":2}`)
	wantCode(t, r, evercart.Ambiguous)
	if r.Question == nil || r.Question.Kind != "line" || !slices.Equal(r.Question.Choices, []evercart.SKU{"LOF-BRN-8", "LOF-BRN-9"}) {
		t.Errorf("question %+v", r.Question)
	}
	b.wantCart("LOF-BRN-8 1, LOF-BRN-9 1 = 25800")
}

func TestRemoveSaveRestoreUndo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.do("add_to_cart", `{"sku":"SCF-RED","quantity":3}`)
	wantSaid(t, b.do("remove_from_cart", `{"sku":"SCF-RED","quantity":1}`), "one wool scarf in red", "two wool scarves")
	b.do("keep_for_later", `{"line":1}`)
	b.wantCart(" = 0")
	wantCode(t, b.do("bring_back", `{"sku":"MUG-SS"}`), evercart.NotFound)
	wantSaid(t, b.do("bring_back", `{"sku":"SCF-RED"}`), "sixty-six dollars and sixty-six cents")
	b.wantCart("SCF-RED 2 = 6666")
	b.do("keep_in_cart", `{"sku":"SCF-RED"}`)
	if !b.state.Cart.Lines[0].Kept {
		t.Error("not kept")
	}
	wantSaid(t, b.do("remove_from_cart", `{"sku":"SCF-RED"}`), "your cart is empty")
	wantSaid(t, b.do("undo", `{}`), "took back", "two wool scarves")
	b.wantCart("SCF-RED 2 = 6666")
}

func TestUndoOfNothing(t *testing.T) {
	t.Parallel()
	r := setup(t).do("undo", `{}`)
	wantCode(t, r, evercart.NotFound)
	wantSaid(t, r, "nothing to take back")
}

func TestClearAsksFirst(t *testing.T) {
	t.Parallel()
	b := setup(t)
	wantSaid(t, b.do("clear_cart", `{"confirmed":false}`), "empty already")
	b.do("add_to_cart", `{"sku":"SCF-RED","quantity":2}`)
	turn := b.open()
	for _, args := range []string{`{"confirmed":true}`, `{"confirmed":false}`, `{"confirmed":true}`} { // a yes in the same turn is nobody's
		r := b.call(turn, "clear_cart", args)
		wantCode(t, r, evercart.Ambiguous)
		if r.Question == nil || r.Question.Kind != "clear" || r.Question.Pending == nil || r.Question.Pending.Verb != evercart.Clear {
			t.Errorf("question %+v", r.Question)
		}
	}
	b.close(turn)
	b.wantCart("SCF-RED 2 = 6666")
	wantCode(t, b.do("clear_cart", `{"confirmed":true}`), "")
	b.wantCart(" = 0")
	b.do("undo", `{}`)
	b.wantCart("SCF-RED 2 = 6666")
}

func TestViewSaysWhatChanged(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.do("add_to_cart", `{"sku":"BLS-IVR-M","quantity":1}`)
	b.goods.row("BLS-IVR-M").Price = 9950
	wantSaid(t, b.do("view_cart", `{}`), "went up", "ninety-nine dollars and fifty cents")
	if l := b.state.Cart.Lines[0]; l.Said != 9950 || l.UnitPrice != 9950 {
		t.Errorf("line %+v", l)
	}
	seq := b.state.Cart.Version
	if r := b.do("view_cart", `{}`); strings.Contains(r.Say.Reveal(), "went up") || b.state.Cart.Version != seq {
		t.Errorf("told twice: %q", r.Say.Reveal())
	}
}

func TestViewNamesWhatIsGone(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]func(*goods){
		"inactive": func(g *goods) { g.row("MUG-SS").Active = false },
		"deleted":  func(g *goods) { g.drop("MUG-SS") },
		"sold out": func(g *goods) { g.row("MUG-SS").Stock = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.do("add_to_cart", `{"sku":"MUG-SS","quantity":2}`)
			b.do("add_to_cart", `{"sku":"SOC-3PK","quantity":1}`)
			away(b.goods)
			wantSaid(t, b.do("view_cart", `{}`), "mug", "not counted", "twelve dollars and ninety-nine cents")
			b.wantCart("MUG-SS 2!, SOC-3PK 1 = 1299")
			wantCode(t, b.do("remove_from_cart", `{"sku":"MUG-SS"}`), "")
			b.wantCart("SOC-3PK 1 = 1299")
		})
	}
}

// Another device fills the cart between the reading and the decision: its line is priced too, and not taken for gone.
func TestCartThatChangedMeanwhile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	effect, err := b.tools["add_to_cart"].Prepare(t.Context(), b.state, evercart.ToolCall{ID: "1.1", Args: evercart.PersonalJSON(`{"sku":"SCF-RED","quantity":1}`)})
	if err != nil {
		t.Fatal(err)
	}
	b.do("add_to_cart", `{"sku":"BAG-LTD","quantity":1}`)
	turn := b.open()
	b.commit(turn, "add_to_cart", effect)
	b.wantCart("BAG-LTD 1, SCF-RED 1 = 133332")
}

func TestSearch(t *testing.T) {
	t.Parallel()
	b := setup(t)
	turn := b.open()
	effect, err := b.tools["search_products"].Prepare(t.Context(), b.state, evercart.ToolCall{ID: "1.1", Args: evercart.PersonalJSON(`{"query":"blouse for somebody special","under":95.5}`)})
	if err != nil {
		t.Fatal(err)
	}
	change, r, err := effect(b.state)
	if err != nil {
		t.Fatal(err)
	}
	noted, ok := change.Facts[0].(*evercart.Noted)
	if !ok || noted.What != "searched" || noted.With["terms"] != "blouse" || noted.With["hits"] != "1" {
		t.Errorf("noted %+v", change.Facts[0])
	}
	wantSaid(t, r, "silk blouse from eighty-nine dollars and fifty cents")
	if !slices.Equal(r.Shown, []evercart.SKU{"BLS-IVR-S"}) {
		t.Errorf("shown %v", r.Shown)
	}
	b.commit(turn, "search_products", effect)
	b.close(turn)
	wantSaid(t, b.do("search_products", `{"query":"unicorn"}`), "could not find")
	for _, args := range []string{`{}`, `{"query":""}`, `{"query":"x","under":"5"}`, `{"query":"x","under":-1}`, `{"query":"x","limit":0}`} {
		wantCode(t, b.do("search_products", args), evercart.Invalid)
	}
}

// A search is remembered; the next one narrows it, or goes on with it.
func TestSearchGoesOn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	wantCode(t, b.do("search_products", `{"more":true}`), evercart.Invalid)
	wantSaid(t, b.do("search_products", `{"query":"silk wool bag","limit":1}`), "and", "more")
	first, looked := b.state.Focus, b.state.Looked
	if looked == nil || looked.Told != 1 || looked.All < 3 || len(first) != 1 {
		t.Fatalf("looked for %+v, focus %v", looked, first)
	}
	b.do("search_products", `{"more":true,"limit":1}`)
	if now := b.state.Looked; now.Told != 2 || now.All != looked.All || !slices.Equal(now.Terms, looked.Terms) || slices.Equal(b.state.Focus, first) {
		t.Errorf("looked for %+v, focus %v", now, b.state.Focus)
	}
	for range looked.All {
		b.do("search_products", `{"more":true}`)
	}
	wantSaid(t, b.do("search_products", `{"more":true}`), "That was all of them.")
	if now := b.state.Looked; now.Told != looked.All || len(b.state.Focus) == 0 {
		t.Errorf("at the end: %+v, focus %v", now, b.state.Focus)
	}
	b.do("search_products", `{"refine":true,"under":95.5}`)
	if now := b.state.Looked; now.Under != 9550 || !slices.Equal(now.Terms, looked.Terms) {
		t.Errorf("narrowed to %+v", now)
	}
	for _, args := range []string{`{"more":true,"query":"bag"}`, `{"more":true,"refine":true}`, `{"refine":true}`, `{"refine":"yes","query":"x"}`} {
		wantCode(t, b.do("search_products", args), evercart.Invalid)
	}
}

func TestGetProduct(t *testing.T) {
	t.Parallel()
	b := setup(t)
	wantSaid(t, b.do("get_product", `{"product":"silk-blouse"}`), "from eighty-nine dollars and fifty cents to ninety-four dollars and fifty cents", "ivory and black; S, M and L")
	r := b.do("get_product", `{"sku":"bag-ltd"}`)
	wantSaid(t, r, "one thousand two hundred ninety-nine dollars and ninety-nine cents", "only one is left")
	if !slices.Equal(r.Shown, []evercart.SKU{"BAG-LTD"}) {
		t.Errorf("shown %v", r.Shown)
	}
	b.goods.row("BAG-LTD").Active = false
	wantCode(t, b.do("get_product", `{"sku":"BAG-LTD"}`), evercart.NotForSale)
	wantCode(t, b.do("get_product", `{}`), evercart.Invalid)
}

func TestContext(t *testing.T) {
	t.Parallel()
	b := setup(t)
	wantCode(t, b.do("set_context", `{"values":{" Shoe  Size ":" nine ","card note":"x"},"intent":"buy"}`), evercart.Invalid)
	wantCode(t, b.do("set_context", `{"values":{" Shoe-Size ":" nine ","gift for":"4111 1111 1111 1111"},"intent":"buy"}`), "")
	known := b.state.Personal.Context
	if known["shoe size"].Reveal() != "nine" || b.state.Intent != "buy" || strings.Contains(known["gift for"].Reveal(), "4111") {
		t.Errorf("context %v, intent %q", len(known), b.state.Intent)
	}
	b.do("set_context", `{"values":{"shoe size":""}}`)
	if _, there := b.state.Personal.Context["shoe size"]; there {
		t.Error("not forgotten")
	}
	for _, args := range []string{`{}`, `{"values":{"price":"5"}}`, `{"values":{"e-mail":"x"}}`, `{"values":{"a":5}}`, `{"values":{"a":"x","a":"y"}}`,
		`{"values":[]}`, `{"intent":"steal"}`, `{"values":{"":"x"}}`, `{"values":{"a":"` + strings.Repeat("x", 201) + `"}}`} {
		wantCode(t, b.do("set_context", args), evercart.Invalid)
	}
}

// Each schema is a schema, strict, without price, session or identity, and always the same bytes.
func TestSchemas(t *testing.T) {
	t.Parallel()
	names := []string{"search_products", "get_product", "view_cart", "add_to_cart", "change_cart_line", "remove_from_cart", "keep_for_later",
		"bring_back", "keep_in_cart", "clear_cart", "undo", "set_context"}
	again := shop.Tools(fixture(), evercart.DefaultShop())
	for i, tool := range shop.Tools(fixture(), evercart.DefaultShop()) {
		spec := tool.Spec()
		if spec.Name != names[i] || spec.About == "" || string(spec.Schema) != string(again[i].Spec().Schema) {
			t.Errorf("tool %d is %q", i, spec.Name)
		}
		var s jsonschema.Schema
		if err := json.Unmarshal(spec.Schema, &s); err != nil {
			t.Fatalf("%s: %v", spec.Name, err)
		}
		resolved, err := s.Resolve(nil)
		if err != nil {
			t.Fatalf("%s: %v", spec.Name, err)
		}
		if err := resolved.Validate(map[string]any{"unknown": 1}); err == nil {
			t.Errorf("%s takes an unknown argument", spec.Name)
		}
		for p := range s.Properties {
			for _, bad := range []string{"price", "session", "user", "total", "discount"} {
				if strings.Contains(p, bad) {
					t.Errorf("%s has the argument %s", spec.Name, p)
				}
			}
		}
	}
}

func FuzzArguments(f *testing.F) {
	f.Add(uint8(3), `{"sku":"SCF-RED","quantity":1}`)
	f.Add(uint8(11), `{"values":{"a":"b"}}`)
	f.Add(uint8(4), `{"line":1,"to_sku":"BLS-IVR-L","quantity":2}`)
	f.Fuzz(func(t *testing.T, which uint8, args string) {
		b := setup(t)
		b.do("add_to_cart", `{"sku":"BLS-IVR-M","quantity":2}`)
		tools := shop.Tools(b.goods, evercart.DefaultShop())
		name := tools[int(which)%len(tools)].Spec().Name
		b.do(name, args)
		sum := evercart.Minor(0)
		for _, l := range b.state.Cart.Lines {
			if l.Quantity < 1 || l.Total != l.UnitPrice*evercart.Minor(l.Quantity) {
				t.Fatalf("line %+v", l)
			}
			sum += l.Total
		}
		if sum != b.state.Cart.Totals.Total {
			t.Fatalf("total %d, lines %d", b.state.Cart.Totals.Total, sum)
		}
	})
}
