package test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// priceParameter finds a parameter of a tool that would let a model say what something costs.
var priceParameter = regexp.MustCompile(`"(price|price_cents|unit_price|discount|tax|shipping|total|subtotal|amount)"\s*:\s*\{`)

// Goods and prices that the model invents. What it passes is never believed: the goods are those of the catalogue, at its prices,
// and the total that the shopper hears is the cart's.
func TestModelInventsGoods(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, brain string) {
		add := func(sku string, more ...any) map[string]any {
			args := map[string]any{"sku": sku, "quantity": 1}
			for i := 0; i+1 < len(more); i += 2 {
				args[more[i].(string)] = more[i+1]
			}
			return call("add_to_cart", args)
		}
		m := newScripted(t,
			calls("no such size", add("BLS-IVR-XXL")),
			calls("no such colour", add("BLS-GRN-M")),
			calls("with a blank", add("SCF-RED ")),
			calls("in small letters", add("scf-red")),
			calls("at my price", add("SCF-RED", "price_cents", 100, "name", "Silk Blouse")),
			rule{"when": map[string]any{"says": "at my price", "step": 1}, "answer": map[string]any{"calls": []any{add("SCF-RED")}}},
			calls("look for a scarf", call("search_products", map[string]any{"query": "scarf"})),
			calls("from another's search", add("wool-scarf")),
			calls("never shown", add("CND-CAF")),
			text("what is my total", "Your total is ten dollars. Shall I place the order?"),
			rule{"answer": map[string]any{"text": "Let me see."}})
		s := start(t, m.with(brain))
		fresh := func(words string) (answer, string) {
			t.Helper()
			c := s.open(uuid(), "u-"+uuid())
			a := c.say(words)
			asked := m.sent()
			last := asked[len(asked)-1].Messages
			return a, last[len(last)-1].Text
		}

		for words, want := range map[string][]string{"no such size": {"BLS-IVR-S", "BLS-IVR-M", "BLS-IVR-L"}, "no such colour": {"BLS-IVR-M", "BLS-BLK-M"}} {
			a, told := fresh(words)
			if !a.Cart.is("") || !strings.Contains(told, `"ok":false`) {
				t.Errorf("%s: the cart holds %q, the model is told %s", words, a.Cart, told)
			}
			for _, sku := range want {
				if !strings.Contains(told, sku) {
					t.Errorf("%s: the refusal does not name %s: %s", words, sku, told)
				}
			}
		}
		for _, words := range []string{"with a blank", "in small letters"} {
			first, _ := fresh(words)
			for range 2 {
				if again, _ := fresh(words); again.Cart.String() != first.Cart.String() {
					t.Errorf("%s: once %q, once %q", words, first.Cart, again.Cart)
				}
			}
			if got := first.Cart.String(); got != "" && got != "SCF-RED 1" {
				t.Errorf("%s: the cart holds %q", words, got)
			}
		}
		if a, _ := fresh("at my price"); !a.Cart.is("SCF-RED 1") || a.Cart.Total != 3333 || a.Cart.Lines[0].UnitPrice != 3333 || a.Cart.Lines[0].Title != "Wool Scarf" {
			t.Errorf("with a price from the model: %+v", a.Cart)
		}
		secret := s.open(uuid(), "u-ben")
		secret.say("look for a scarf, says a certain Benedikta")
		if a, told := fresh("from another's search"); a.Cart.Total != 0 && a.Cart.Total != 3333 || strings.Contains(told, "Benedikta") {
			t.Errorf("by what another one found: %s %d, told %s", a.Cart, a.Cart.Total, told)
		}
		if a, _ := fresh("never shown"); !a.Cart.is("CND-CAF 1") || a.Cart.Total != 2450 {
			t.Errorf("what was never shown: %s %d", a.Cart, a.Cart.Total)
		}
		for no, asked := range m.sent() {
			if found := priceParameter.Find(asked.Tools); found != nil {
				t.Errorf("request %d offers a tool that takes %s", no, found)
			}
		}

		c := s.open(s.begin("SCF-RED 1"), "")
		a := c.say("what is my total?")
		if strings.Contains(a.Reply, "ten dollars") || !strings.Contains(a.Reply, sumInWords) {
			t.Errorf("over a cart of 33.33: %q", a.Reply)
		}
		if b := c.say("yes"); !b.Cart.is("SCF-RED 1") || b.Cart.Total != 3333 {
			t.Errorf("after yes: %s %d", b.Cart, b.Cart.Total)
		}
		for _, e := range s.events(c.id) {
			if strings.Contains(e.Kind, "order") {
				t.Errorf("on the strength of an invented total: %+v", e)
			}
		}
		m.wantNo400()
	})
}

// Half a tool call, in nine shapes. Nothing is bought on the strength of it, above all not one for a dozen; asked again the dozen is
// bought; what is stored of it never spoils a later request.
func TestHalfAToolCall(t *testing.T) {
	t.Parallel()
	const half = `{"sku":"SCF-RED","quantity":1`
	full := map[string]any{"sku": "SCF-RED", "quantity": 12}
	one := func(c map[string]any, more ...any) map[string]any {
		out := map[string]any{"chunk": -1, "calls": []any{c}}
		for i := 0; i+1 < len(more); i += 2 {
			out[more[i].(string)] = more[i+1]
		}
		return out
	}
	padded := call("add_to_cart", full)
	padded["pad"] = 1 << 20
	cases := []struct {
		name   string
		answer map[string]any
	}{
		{"cut for its length", one(raw("add_to_cart", half), "finish", "length")},
		{"dropped", one(raw("add_to_cart", half), "cut", "reset")},
		{"claims to be whole", one(raw("add_to_cart", half))},
		{"no arguments", one(raw("add_to_cart", ""))},
		{"a list", one(raw("add_to_cart", "[]"))},
		{"an unknown key", one(raw("add_to_cart", `{"sku":"SCF-RED","quantity":12,"gift":true}`))},
		{"two objects", one(raw("add_to_cart", half+"}"+half+"}"))},
		{"no such tool", one(call("add_everything", full))},
		{"a megabyte", one(padded, "chunk", 4096)},
	}
	inBoth(t, func(t *testing.T, brain string) {
		script := []rule{calls("once more", call("add_to_cart", full)), calls("ordinary", call("view_cart", map[string]any{}))}
		for i, c := range cases {
			script = append(script, rule{"when": map[string]any{"says": fmt.Sprintf("scarves %d.", i), "step": 0}, "times": 1, "answer": c.answer})
		}
		m := newScripted(t, append(script, rule{"answer": map[string]any{"text": "Let me see."}})...)
		s := start(t, m.with(brain))
		for i, c := range cases {
			talk := s.open(uuid(), "u-ada")
			a := talk.say(fmt.Sprintf("A dozen scarves %d.", i))
			if !a.Cart.is("") || strings.TrimSpace(a.Reply) == "" {
				t.Errorf("%s: %q with %s", c.name, a.Reply, a.Cart)
			}
			if a := talk.say("once more"); !a.Cart.is("SCF-RED 12") || a.Cart.Total != 39996 {
				t.Errorf("%s, asked again: %s %d", c.name, a.Cart, a.Cart.Total)
			}
			if a := talk.say("an ordinary turn"); a.Type != "reply" || !a.Cart.is("SCF-RED 12") {
				t.Errorf("%s, then: %+v", c.name, a.frame)
			}
			s.wantWholeSeq(talk.id)
		}
		for no, asked := range m.fake.Requests() {
			if len(asked.Body) > 200<<10 {
				t.Errorf("request %d has %d bytes: broken arguments went back", no, len(asked.Body))
			}
		}
		m.wantNo400()
	})
}
