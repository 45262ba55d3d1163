package shop_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/shop"
	"github.com/evercart/evercart/shop/house"
)

// openBlueprint is a bench that offers read_state, write_state and summarize_state as well.
func openBlueprint(t *testing.T) *bench {
	t.Helper()
	b := setup(t)
	for _, tool := range shop.New(shop.Config{Catalog: b.goods, Shop: evercart.DefaultShop, Blueprint: true}) {
		b.tools[tool.Spec().Name] = tool
	}
	return b
}

// seen is what read_state gave.
type seen struct {
	Cart *struct {
		Lines []struct {
			SKU   evercart.SKU   `json:"sku"`
			Price evercart.Minor `json:"unit_price"`
			New   bool           `json:"price_not_said_yet"`
		} `json:"lines"`
		Total evercart.Minor `json:"total"`
		More  int            `json:"more_lines"`
	} `json:"cart"`
	Saved *struct {
		Lines []struct {
			SKU evercart.SKU `json:"sku"`
		} `json:"lines"`
	} `json:"saved"`
	Focus []struct {
		SKU   evercart.SKU   `json:"sku"`
		Name  string         `json:"name"`
		Price evercart.Minor `json:"price"`
	} `json:"focus"`
	Context  map[string]string `json:"context"`
	Notes    map[string]string `json:"notes"`
	Intent   string            `json:"intent"`
	Question *struct {
		Kind    string         `json:"kind"`
		Choices []evercart.SKU `json:"choices"`
	} `json:"question"`
	Summary *struct {
		Told []string `json:"the_shopper_said"`
		More int      `json:"more_said"`
		Text string   `json:"account"`
	} `json:"summary"`
}

func (b *bench) see(args string) (seen, evercart.Result) {
	b.t.Helper()
	turn := b.open()
	seq := b.state.Seq
	r := b.call(turn, "read_state", args)
	if b.state.Seq != seq {
		b.t.Errorf("read_state %s changes the state", args)
	}
	b.close(turn)
	wantCode(b.t, r, "")
	if r.Shown != nil || r.Question != nil {
		b.t.Errorf("read_state %s shows %v and asks %v", args, r.Shown, r.Question)
	}
	var v seen
	if err := json.Unmarshal(r.Data.Reveal(), &v); err != nil {
		b.t.Fatal(err)
	}
	return v, r
}

// lived is a session with something in every part of its state.
func lived(t *testing.T) *bench {
	t.Helper()
	b := openBlueprint(t)
	b.state.Subject, b.state.Session, b.state.Life = "subject-7f3a", "session-91cc", "life-55de"
	b.do("add_to_cart", `{"sku":"SCF-RED","quantity":2}`)
	b.do("add_to_cart", `{"sku":"SOC-3PK","quantity":1}`)
	b.do("keep_for_later", `{"sku":"SOC-3PK"}`)
	b.do("set_context", `{"values":{"shoe size":"nine"},"intent":"buy"}`)
	b.do("write_state", `{"patch":{"notes":{"gift wrapping":"wants a ribbon"}}}`)
	b.fold("", &evercart.FocusSet{SKUs: []evercart.SKU{"BLS-IVR-M", "GONE-1"}})
	sum := &evercart.SummaryMade{From: 1, To: b.state.Seq}
	sum.Personal = evercart.Summary{Told: []evercart.Personal{"I'm allergic to wool."}, Text: "They looked for a gift."}
	b.fold("", sum)
	return b
}

func TestReadState(t *testing.T) {
	t.Parallel()
	b := lived(t)
	b.goods.row("SCF-RED").Price = 4000 // the store's price, not the one of the cart
	v, r := b.see(`{}`)
	if v.Cart == nil || len(v.Cart.Lines) != 1 || v.Cart.Lines[0].Price != 4000 || !v.Cart.Lines[0].New || v.Cart.Total != 8000 {
		t.Errorf("cart %+v", v.Cart)
	}
	if v.Saved == nil || len(v.Saved.Lines) != 1 || v.Saved.Lines[0].SKU != "SOC-3PK" {
		t.Errorf("saved %+v", v.Saved)
	}
	if len(v.Focus) != 1 || v.Focus[0].Price != 8950 || v.Focus[0].Name != "Silk Blouse, ivory, M" {
		t.Errorf("focus %+v", v.Focus)
	}
	if len(v.Context) != 1 || v.Context["shoe size"] != "nine" || len(v.Notes) != 1 || v.Notes["gift wrapping"] != "wants a ribbon" || v.Intent != "buy" || v.Question != nil {
		t.Errorf("context %v, notes %v, intent %q, question %v", v.Context, v.Notes, v.Intent, v.Question)
	}
	if v.Summary == nil || !slices.Equal(v.Summary.Told, []string{"I'm allergic to wool."}) || v.Summary.Text != "They looked for a gift." {
		t.Errorf("summary %+v", v.Summary)
	}
	wantSaid(t, r, "two wool scarves in red", "went up", "eighty dollars")
	for _, hidden := range []string{"subject", "session", "life", "7f3a", "91cc", "55de", "turn"} {
		if strings.Contains(string(r.Data.Reveal()), hidden) {
			t.Errorf("%q is shown: %s", hidden, r.Data.Reveal())
		}
	}
}

func TestReadStateByPart(t *testing.T) {
	t.Parallel()
	b := lived(t)
	for part, said := range map[string]string{"cart": "two wool scarves", "saved": "one three-pack of cotton socks", "focus": "silk blouse in ivory, size M for eighty-nine dollars",
		"context": "", "notes": "", "summary": "", "intent": "", "question": "nothing of that"} {
		_, r := b.see(`{"part":"` + part + `"}`)
		wantSaid(t, r, said)
		var parts map[string]json.RawMessage
		if err := json.Unmarshal(r.Data.Reveal(), &parts); err != nil || len(parts) != 1 || parts[part] == nil {
			t.Errorf("%s: %s", part, r.Data.Reveal())
		}
		if said == "" && r.Say != "" { // what is in somebody's words is not the shop's to say
			t.Errorf("%s is said: %q", part, r.Say.Reveal())
		}
	}
	turn := b.open()
	b.call(turn, "add_to_cart", `{"sku":"silk-blouse","quantity":1}`)
	b.close(turn)
	v, r := b.see(`{"part":"question"}`)
	if v.Question == nil || v.Question.Kind != "variant" || len(v.Question.Choices) != 4 {
		t.Errorf("question %+v", v.Question)
	}
	wantSaid(t, r, "which one you mean", "ivory", "black")
	for _, args := range []string{`{"part":"identity"}`, `{"part":"session"}`, `{"part":""}`, `{"part":7}`, `{"session_id":"x"}`, `{"part":["cart"]}`} {
		wantCode(t, b.do("read_state", args), evercart.Invalid)
	}
}

// What is told of a long session is bounded, and says what it leaves out.
func TestReadStateIsBounded(t *testing.T) {
	t.Parallel()
	b := openBlueprint(t)
	for i := range 60 {
		name := "item " + itoa(i)
		b.goods.products = append(b.goods.products, evercart.Product{ID: name, Title: name, Variants: []evercart.Variant{variant(evercart.SKU("N-"+itoa(i)), 100, 9)}})
		wantCode(t, b.do("add_to_cart", `{"sku":"N-`+itoa(i)+`","quantity":1}`), "")
	}
	sum := &evercart.SummaryMade{From: 1, To: b.state.Seq}
	for range evercart.MaxTold {
		sum.Personal.Told = append(sum.Personal.Told, evercart.Private(strings.Repeat("x", evercart.MaxToldText)))
	}
	b.fold("", sum)
	for range 4 {
		values := map[string]string{}
		for range 8 {
			values["k"+itoa(len(b.state.Personal.Context)+len(values))] = strings.Repeat("y", 200)
		}
		args, _ := json.Marshal(map[string]any{"patch": map[string]any{"context": values}})
		wantCode(t, b.do("write_state", string(args)), "")
	}
	v, r := b.see(`{}`)
	if len(v.Cart.Lines) != 12 || v.Cart.More != 48 || v.Cart.Total != 6000 || len(v.Summary.Told) != 8 || v.Summary.More != evercart.MaxTold-8 || len(v.Context) != 32 {
		t.Errorf("%d lines and %d more, %d sentences and %d more, %d values", len(v.Cart.Lines), v.Cart.More, len(v.Summary.Told), v.Summary.More, len(v.Context))
	}
	if n := len(r.Data.Reveal()) + len(r.Say.Reveal()); n > 16<<10 {
		t.Errorf("all of the state has %d bytes", n)
	}
	v, r = b.see(`{"part":"cart"}`)
	if len(v.Cart.Lines) != 40 || v.Cart.More != 20 || len(r.Data.Reveal()) > 16<<10 {
		t.Errorf("%d lines and %d more in %d bytes", len(v.Cart.Lines), v.Cart.More, len(r.Data.Reveal()))
	}
	r = b.do("write_state", `{"patch":{"context":{"one more":"x"}}}`)
	wantCode(t, r, evercart.LimitReached)
	wantCode(t, b.do("set_context", `{"values":{"one more":"x"}}`), evercart.LimitReached)
	wantCode(t, b.do("write_state", `{"patch":{"context":{"k0":"z"}}}`), "") // one that is there already has room
}

func TestWriteState(t *testing.T) {
	t.Parallel()
	b := openBlueprint(t)
	r := b.do("write_state", `{"patch":{"context":{" Shoe-Size ":" nine "},"notes":{"colour":"pays with 4111 1111 1111 1111"}}}`)
	wantCode(t, r, "")
	wantSaid(t, r, "remember")
	known := b.state.Personal.Context
	if len(known) != 2 || known["shoe size"].Reveal() != "nine" || known["note colour"].Reveal() != "pays with (card number)" {
		t.Errorf("known: %d, %q, %q", len(known), known["shoe size"].Reveal(), known["note colour"].Reveal())
	}
	if strings.Contains(string(r.Data.Reveal()), "4111") {
		t.Errorf("a card number in the result: %s", r.Data.Reveal())
	}
	b.do("write_state", `{"patch":{"notes":{"colour":""}}}`)
	if got := b.state.Personal.Context; len(got) != 1 || got["shoe size"].Reveal() != "nine" {
		t.Errorf("%d values after one was forgotten", len(got))
	}
}

// A patch that is not one of context and notes is refused as a whole, with what does it instead.
func TestWriteStateRefuses(t *testing.T) {
	t.Parallel()
	b := openBlueprint(t)
	b.do("add_to_cart", `{"sku":"SCF-RED","quantity":1}`)
	before := b.state.Personal
	for args, why := range map[string]string{
		`{"patch":{"cart":{"lines":[]}}}`:                                                      "add_to_cart",
		`{"patch":{"cart_items":[{"sku":"SCF-RED","quantity":5}]}}`:                            "add_to_cart",
		`{"patch":{"saved_items":[]}}`:                                                         "keep_for_later",
		`{"patch":{"unit_price":1}}`:                                                           "catalogue",
		`{"patch":{"unitPrice":1,"context":{"shoe size":"nine"}}}`:                             "catalogue",
		`{"patch":{"user_id":"u-2"}}`:                                                          "sign-in",
		`{"patch":{"session_id":"s"}}`:                                                         "sign-in",
		`{"patch":{"intent":"buy"}}`:                                                           "set_context",
		`{"patch":{"focus":["SCF-RED"]}}`:                                                      "search_products",
		`{"patch":{"summary":"they are an admin"}}`:                                            "summarize_state",
		`{"patch":{"question":{}}}`:                                                            "question",
		`{"patch":{"colour":"red"}}`:                                                           "no such argument",
		`{"patch":{"context":{"shoe size":"nine"}},"user_id":"u-2"}`:                           "sign-in",
		`{"patch":{"context":{"price of the scarf":"one"}}}`:                                   "catalogue",
		`{"patch":{"context":{"Préis":"x","prìce":"1"}}}`:                                      "catalogue",
		`{"patch":{"context":{"userId":"u-2"}}}`:                                               "sign-in",
		`{"patch":{"notes":{"loyalty tier":"gold"}}}`:                                          "sign-in",
		`{"patch":{"notes":{"4111 1111 1111 1111":"x"}}}`:                                      "sign-in",
		`{"patch":{"notes":{"quantity":"5"}}}`:                                                 "change_cart_line",
		`{"patch":{"context":{"colour":5}}}`:                                                   "strings",
		`{"patch":{"context":{"colour":{"a":"b"}}}}`:                                           "strings",
		`{"patch":{"context":{"shoe size":"8","Shoe_Size":"9"}}}`:                              "twice",
		`{"patch":{"context":{"note a":"8"},"notes":{"a":"9"}}}`:                               "name of a context value",
		`{"patch":{"context":{"a":"1"},"context":{"a":"2"}}}`:                                  "each once",
		`{"patch":{"context":{"` + strings.Repeat("k", 41) + `":"x"}}}`:                        "1 to 40",
		`{"patch":{"notes":{"a":"` + strings.Repeat("x", 201) + `"}}}`:                         "200",
		`{"patch":{"notes":{"a":"","b":"","c":"","d":"","e":"","f":"","g":"","h":"","i":""}}}`: "too many",
		`{"patch":{}}`:   "give context",
		`{"patch":[]}`:   "object",
		`{"patch":"{}"}`: "object",
		`{}`:             "missing",
	} {
		r := b.do("write_state", args)
		wantCode(t, r, evercart.Invalid)
		if got := r.Say.Reveal(); !strings.Contains(got, why) { // of an error of Prepare the bench gives the message
			t.Errorf("%s: %q, without %q", args, got, why)
		}
	}
	if len(b.state.Personal.Context) != len(before.Context) || b.state.Intent != "" || b.state.Subject != "s" {
		t.Errorf("something was written: %d values", len(b.state.Personal.Context))
	}
	b.wantCart("SCF-RED 1 = 3333")
}

func TestSummarizeState(t *testing.T) {
	t.Parallel()
	b := lived(t)
	seq := b.state.Seq
	r := b.do("summarize_state", `{}`)
	wantCode(t, r, "")
	wantSaid(t, r, "silk blouse", "cotton socks", "two wool scarves", "sixty-six dollars and sixty-six cents")
	text := textOf(t, r)
	for _, part := range []string{"You told me: I'm allergic to wool. They looked for a gift.", "shoe size: nine", "ribbon", "silk blouse", "cotton socks", "two wool scarves"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q, without %q", text, part)
		}
	}
	for _, words := range []string{"allergic", "looked for", "shoe size", "ribbon"} { // what is in somebody's words is not the shop's to say
		if strings.Contains(r.Say.Reveal(), words) {
			t.Errorf("said %q", r.Say.Reveal())
		}
	}
	if b.state.Seq != seq+2 || !strings.HasSuffix(text, "cents.") { // its turn was opened and closed
		t.Errorf("seq %d after %d; %q", b.state.Seq, seq, text)
	}
	if len(r.Shown) > 0 || r.Question != nil || !strings.Contains(string(r.Data.Reveal()), `"total":6666`) {
		t.Errorf("%+v %s", r, r.Data.Reveal())
	}
	wantCode(t, b.do("summarize_state", `{"save":true}`), evercart.Invalid)
	wantSaid(t, openBlueprint(t).do("summarize_state", `{}`), "Your cart is empty.")
	for locale, said := range map[string]string{"de-DE": "Sie haben mir gesagt", "es-ES": "Usted me dijo"} {
		b.state.Locale = locale
		if text := textOf(t, b.do("summarize_state", `{}`)); !strings.Contains(text, said) {
			t.Errorf("%s: %q", locale, text)
		}
	}
}

func textOf(t *testing.T, r evercart.Result) string {
	t.Helper()
	var d struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(r.Data.Reveal(), &d); err != nil {
		t.Fatal(err)
	}
	return d.Text
}

// The three are offered where they are asked for, behind the others: the beginning of a cached prompt stays.
func TestBlueprintIsAskedFor(t *testing.T) {
	t.Parallel()
	names := func(c shop.Config) (out []string) {
		c.Catalog, c.Shop = fixture(), evercart.DefaultShop
		for _, tool := range shop.New(c) {
			out = append(out, tool.Spec().Name)
		}
		return out
	}
	front := func() *house.Front { return nil }
	plain, more := names(shop.Config{Front: front}), names(shop.Config{Front: front, Blueprint: true})
	if !slices.Equal(more, append(plain, "read_state", "write_state", "summarize_state")) {
		t.Errorf("%v beside %v", more, plain)
	}
}
