package test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// windowBytes is the documented budget of a request: 16,000 tokens at four bytes.
const windowBytes = 64_000

// inCart finds both lines of the cart in the facts.
var inCart = regexp.MustCompile(`"cart":\[\{[^\]]*"SCF-RED"[^\]]*"MUG-SS"`)

// A conversation that is many times longer than what is sent of it, mostly with five calls at once, a product text of
// 300 KB, a turn of 200 KB, and restarts. Every request is one that the vendor takes, within the budget, and holds the cart.
func TestLongConversationIsCut(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, brain string) {
		set := call("change_cart_line", map[string]any{"sku": "SCF-RED", "quantity": "${int:2}"})
		look := func(words string) map[string]any { return call("search_products", map[string]any{"query": words}) }
		m := newScripted(t,
			rule{"when": map[string]any{"match": `all of number (\d+): (\d+)`, "step": 0}, "answer": map[string]any{"chunk": -1, "calls": []any{
				set, look("blouse"), look("loafers"), call("get_product", map[string]any{"sku": "CND-CAF"}), call("view_cart", map[string]any{})}}},
			rule{"when": map[string]any{"match": `number (\d+): (\d+)`, "step": 0}, "answer": map[string]any{"calls": []any{set}}},
			rule{"when": map[string]any{"says": "account"}, "answer": map[string]any{"text": "Somebody changes numbers."}},
			rule{"answer": map[string]any{"text": "So it is."}})
		s := start(t, m.with(brain))
		if code := s.call("PATCH", "/v1/catalog/CND-CAF", map[string]any{"text": strings.Repeat("👩‍👩‍👧 burns long. ", 300<<10/29)}, nil); code/100 != 2 && code != 413 && code != 422 && code != 400 {
			t.Fatalf("a text of 300 KB: %d", code)
		}
		c := s.open(s.begin("SCF-RED 1, MUG-SS 2"), "")
		turns, cuts, first, longest := runs(57, 150), 0, "", 0
		for i := 1; i <= turns; i++ {
			if i%(turns/3) == 0 {
				s.restart()
				if err := c.connect(); err != nil {
					t.Fatal(err)
				}
			}
			n := i%30 + 1
			words := fmt.Sprintf("number %d: %d", i, n)
			if i%10 > 0 {
				words = "all of " + words
			}
			if a := c.say(words); a.Type != "reply" || !a.Cart.is(fmt.Sprintf("SCF-RED %d, MUG-SS 2", n)) {
				t.Fatalf("turn %d: %+v", i, a.frame)
			}
			for _, k := range m.fake.Requests() {
				body := string(k.Body)
				if len(body) > windowBytes || !utf8.ValidString(body) || strings.Contains(body, `\ufffd`) {
					t.Fatalf("turn %d: a request of %d bytes", i, len(body))
				}
				if asked := k.Sent(); len(asked.Messages) > 1 && !strings.Contains(body, "account_so_far") {
					if told := facts(t, k.Body); !inCart.MatchString(told) {
						t.Fatalf("turn %d: the cart is not in the request: %s", i, told)
					}
					longest = max(longest, len(body))
					if began := asked.Messages[1].Text; began != first {
						first, cuts = began, cuts+1
					}
				}
			}
			m.wantNo400()
			m.fake.Forget()
		}
		if longest < windowBytes*3/4 {
			t.Errorf("the longest request has %d bytes: the budget was never the bound", longest)
		}
		if cuts < 40 {
			t.Errorf("the history was cut %d times in %d turns", cuts, turns)
		}

		long, err := c.try(strings.Repeat("blah ", 40<<10), "t-long")
		if err != nil || long.Type != "error" || long.Code != "too_large" || long.Message == "" {
			t.Errorf("a turn of 200 KB: %+v %v", long.frame, err)
		}
		if a := c.say("hello"); a.Reply != "So it is." {
			t.Errorf("afterwards: %+v", a.frame)
		}
		s.wantWholeSeq(c.id)
		m.wantNo400()
	})
}

// facts is the user's message in a request that says how things stand.
func facts(t *testing.T, body []byte) string {
	t.Helper()
	var any struct {
		Messages []json.RawMessage `json:"messages"`
	}
	if err := json.Unmarshal(body, &any); err != nil {
		t.Fatal(err)
	}
	for i := len(any.Messages) - 1; i >= 0; i-- {
		if text := strings.ReplaceAll(string(any.Messages[i]), `\"`, `"`); strings.Contains(text, "What the shop's records say now") {
			return text
		}
	}
	return ""
}
