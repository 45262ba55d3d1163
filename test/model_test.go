package test

import (
	"fmt"
	"strings"
	"testing"
)

// Text made for eyes is spoken without its marks; the transcript keeps it for display.
func TestModelWritesForEyes(t *testing.T) {
	t.Parallel()
	written := "**Great choice!** 🎉 See [our size guide](https://shop.example/size?x=1&y=2#top):\n\n| Size | Chest |\n|---|---|\n| M | 38\" |\n\n- Hand wash\n1. Fold\n> note\n`code` _soft_ ~ #1 seller"
	named := `The Salt & Stone "Dawn" Mug <large> is ten dollars; 5*3 is fifteen and BLS-IVR-M is a blouse.`
	m := startModel(t, text("guide", written, "chunk", 1), text("mug", named, "chunk", 3))
	s := start(t, m.with("openai"))
	c := s.open(uuid(), "u-ada")

	a := c.say("show me the size guide")
	for _, spoken := range append(a.deltas, a.Reply) {
		if i := strings.IndexAny(spoken, "*_#|>[]`🎉~"); i >= 0 || strings.Contains(spoken, "http") || strings.Contains(spoken, "shop.example") {
			t.Errorf("spoken: %q", spoken)
		}
	}
	if !strings.Contains(a.Reply, "our size guide") || !strings.Contains(a.Reply, "Hand wash") || !strings.Contains(strings.ToLower(a.Reply), "number one") {
		t.Errorf("words are lost: %q", a.Reply)
	}
	if turns := s.transcript(c.id); turns[0].Reply != written {
		t.Errorf("the transcript keeps %q", turns[0].Reply)
	}
	a = c.say("tell me about the mug")
	for _, want := range []string{"Stone", "Dawn", "large"} {
		if !strings.Contains(a.Reply, want) {
			t.Errorf("%q is lost: %q", want, a.Reply)
		}
	}
	if strings.ContainsAny(a.Reply, "<>") {
		t.Errorf("markup: %q", a.Reply)
	}
	m.wantNo400()
}

// Prices sound like prices, wherever the stream is cut.
func TestModelStreamsPrices(t *testing.T) {
	t.Parallel()
	said := "The weekend bag costs $1,299.99, the scarf $33.33, and three pairs of socks are $12.99."
	var script []rule
	cuts := []int{1, 2, 3, 5, 7, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34}
	for _, n := range cuts {
		script = append(script, rule{"when": map[string]any{"says": fmt.Sprintf("cut %d.", n)}, "answer": map[string]any{"pieces": []string{said[:n], said[n:]}}})
	}
	script = append(script, text("letters", said, "chunk", 1),
		text("small", "It is $0.99, or $5.00, or $1.01. Size 9.5 and a 3-pack.", "chunk", 2))
	m := startModel(t, script...)
	s := start(t, m.with("openai"))
	c := s.open(uuid(), "u-ada")
	var turns []string
	for _, n := range cuts {
		turns = append(turns, fmt.Sprintf("cut %d.", n))
	}
	for _, words := range append(turns, "letters") {
		a := c.say(words)
		for _, want := range []string{"one thousand two hundred ninety-nine dollars and ninety-nine cents", "thirty-three dollars and thirty-three cents", "twelve dollars and ninety-nine cents"} {
			if !strings.Contains(a.Reply, want) {
				t.Errorf("%s: %q lacks %q", words, a.Reply, want)
			}
			whole := 0
			for _, d := range a.deltas {
				whole += strings.Count(d, want)
			}
			if whole != 1 {
				t.Errorf("%s: %q is not in one piece of %q", words, want, a.deltas)
			}
		}
	}
	a := c.say("small")
	for _, want := range []string{"ninety-nine cents", "five dollars", "one dollar and one cent"} {
		if !strings.Contains(a.Reply, want) {
			t.Errorf("%q lacks %q", a.Reply, want)
		}
	}
	if strings.Contains(a.Reply, "nine dollars and fifty") || strings.Contains(a.Reply, "three dollars") {
		t.Errorf("a size or a pack became money: %q", a.Reply)
	}
	m.wantNo400()
}

// By the model: quantities from nowhere are refused, whatever their shape.
func TestModelAsksForNonsense(t *testing.T) {
	t.Parallel()
	quantities := []string{`0`, `-3`, `1.5`, `"two"`, `null`, `true`, `1e9`, `100`, `41`, `2147483648`, `9223372036854775808`, `2,"quantity":9`, ``}
	var script []rule
	for i, q := range quantities {
		args := `{"sku":"SCF-RED","quantity":` + q + `}`
		if q == "" {
			args = `{"sku":"SCF-RED"}`
		}
		script = append(script, calls(fmt.Sprintf("try %d.", i), raw("add_to_cart", args)))
	}
	for i, args := range []string{`{"sku":"SCF-RED","quantity":1,"price":100}`, `{"sku":"SCF-RED","quantity":1,"price_cents":100,"title":"Silk Blouse"}`,
		`{"sku":"BLS-IVR-XXL","quantity":1}`, `[]`, `{}`, `{"sku":"SCF-RED","quantity":1}{"sku":"SCF-RED","quantity":1}`, `{"sku":"SCF-RED","quantity":1`} {
		script = append(script, calls(fmt.Sprintf("odd %d.", i), raw("add_to_cart", args)))
	}
	script = append(script, calls("fly", call("fly_to_the_moon", map[string]any{})), rule{"answer": map[string]any{"text": "I see."}})
	m := startModel(t, script...)
	s := start(t, m.with("openai"))
	c := s.open(s.begin("SCF-RED 1"), "")
	for i := range quantities {
		if a := c.say(fmt.Sprintf("try %d.", i)); !a.Cart.is("SCF-RED 1") || a.Cart.Total != 3333 {
			t.Errorf("quantity %s: %s %d", quantities[i], a.Cart, a.Cart.Total)
		}
	}
	for i := range 7 {
		a := c.say(fmt.Sprintf("odd %d.", i))
		if got := a.Cart.String(); got != "SCF-RED 1" || a.Cart.Total != 3333 {
			t.Errorf("odd %d: %s %d", i, got, a.Cart.Total)
		}
	}
	if a := c.say("fly"); a.Reply == "" || !a.Cart.is("SCF-RED 1") {
		t.Errorf("an unknown tool: %+v", a.frame)
	}
	wantSums(t, s.session(c.id).Cart)
	m.wantNo400()
}

// By the model: a change of size is one step, and the blouse is never missing.
func TestModelChangesTheSize(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		calls("large", call("change_cart_line", map[string]any{"sku": "BLS-IVR-M", "to_sku": "BLS-IVR-L"})),
		calls("double", call("change_cart_line", map[string]any{"sku": "BLS-IVR-M", "to_sku": "BLS-IVR-XXL"})),
		rule{"answer": map[string]any{"text": "Let me see."}})
	s := start(t, m.with("openai"))
	c := s.open(s.begin("BLS-IVR-M 2, BLS-BLK-M 1"), "")
	if a := c.say("make it double XL"); !a.Cart.is("BLS-IVR-M 2, BLS-BLK-M 1") {
		t.Errorf("%s", a.Cart)
	}
	if a := c.say("make the ivory one a large"); !a.Cart.is("BLS-IVR-L 2, BLS-BLK-M 1") {
		t.Errorf("%s", a.Cart)
	}
	refused := string(m.requests()[1].Body)
	for _, size := range []string{"BLS-IVR-S", "BLS-IVR-L"} {
		if !strings.Contains(refused, size) {
			t.Errorf("the refusal does not name %s", size)
		}
	}
	m.wantNo400()
}

// With a model that takes its time: two turns 20 ms apart are answered in order, a copy joins the running turn.
func TestModelTakesItsTime(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		rule{"when": map[string]any{"says": "socks", "step": 0}, "answer": map[string]any{"hold": "slow", "calls": []any{call("add_to_cart", map[string]any{"sku": "SOC-3PK", "quantity": 1})}}},
		rule{"when": map[string]any{"says": "socks", "step": 1}, "answer": map[string]any{"text": "The socks are in your cart."}},
		calls("scarf", call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 1})),
		rule{"when": map[string]any{"says": "scarf", "step": 1}, "answer": map[string]any{"text": "The scarf is in your cart."}})
	s := start(t, m.with("openai"))
	id := uuid()
	c, twin := s.open(id, "u-ada"), s.open(id, "u-ada")
	if err := c.send(map[string]any{"user_id": "u-ada", "text": "add socks", "turn_id": "t-1"}); err != nil {
		t.Fatal(err)
	}
	m.awaitHeld("slow")
	if err := c.send(map[string]any{"user_id": "u-ada", "text": "add a scarf", "turn_id": "t-2"}); err != nil {
		t.Fatal(err)
	}
	twins := make(chan answer, 1)
	go func() {
		a, err := twin.try("add socks", "t-1")
		if err != nil {
			t.Error(err)
		}
		twins <- a
	}()
	m.release("slow")
	first, err := c.await("t-1")
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.await("t-2")
	if err != nil || first.Type != "reply" || second.Type != "reply" || first.Seq >= second.Seq {
		t.Fatalf("%+v\n%+v %v", first.frame, second.frame, err)
	}
	if a := <-twins; a.Reply != first.Reply {
		t.Errorf("the copy got %q, not %q", a.Reply, first.Reply)
	}
	if v := s.session(id); !v.Cart.is("SOC-3PK 1, SCF-RED 1") || v.Cart.Total != 4632 {
		t.Errorf("%s", v.Cart)
	}
	asked := 0
	for _, r := range m.requests() {
		if strings.Contains(string(r.Body), "add socks") && !strings.Contains(string(r.Body), "add a scarf") {
			asked++
		}
	}
	if asked != 2 {
		t.Errorf("the model was asked %d times for the first turn, not twice (call, then words)", asked)
	}
	s.wantWholeSeq(id)
	m.wantNo400()
}

// With a model: killed while it thinks after its call was carried out, the cart has the effect once, and the turn
// is ended by the next process.
func TestKilledWhileTheModelThinks(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		rule{"when": map[string]any{"says": "scarves", "step": 0}, "answer": map[string]any{"calls": []any{call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 2})}}},
		rule{"when": map[string]any{"says": "scarves", "step": 1}, "times": 1, "answer": map[string]any{"hold": "words", "text": "Two scarves are in your cart."}},
		rule{"when": map[string]any{"says": "scarves"}, "answer": map[string]any{"text": "Two scarves are in your cart."}},
		rule{"answer": map[string]any{"text": "Hello."}})
	s := start(t, m.with("openai"))
	c := s.open(uuid(), "u-ada")
	if err := c.send(map[string]any{"user_id": "u-ada", "text": "add two scarves", "turn_id": "t-1"}); err != nil {
		t.Fatal(err)
	}
	m.awaitHeld("words")
	s.restart()
	if err := c.connect(); err != nil {
		t.Fatal(err)
	}
	a, err := c.try("add two scarves", "t-1")
	if err != nil || a.Type != "reply" || !a.Cart.is("SCF-RED 2") {
		t.Fatalf("%+v %v", a.frame, err)
	}
	if b := c.say("hello"); !b.Cart.is("SCF-RED 2") {
		t.Fatalf("%+v", b.frame)
	}
	s.wantTurns(t, c.id, 2)
	s.wantWholeSeq(c.id)
	m.wantNo400()
}

// With a model: broken and secret things from its side.
func TestModelSendsOddText(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		text("zero", "A zero\u0000byte."),
		text("emoji", "Fine 👩‍👩‍👧 then.", "bytes", 1),
		text("broken", "A bad \ufffd byte.", "bad_utf8", true),
		text("card", "Your card 4111 1111 1111 1111 is noted.", "chunk", 1),
		calls("note", call("set_context", map[string]any{"values": map[string]any{"card": "4111 1111 1111 1111"}})),
		rule{"answer": map[string]any{"text": "Hello."}})
	s := start(t, m.with("openai"))
	c := s.open(uuid(), "u-ada")
	for _, words := range []string{"zero", "emoji", "broken", "my card is 4111 1111 1111 1111, code 737", "note", "hello", "hello again"} {
		if a := c.say(words); strings.Contains(a.Reply, "1111 1111") || strings.Contains(a.Reply, "\x00") {
			t.Errorf("%s: %q", words, a.Reply)
		}
	}
	for _, r := range m.requests() {
		if body := strings.ReplaceAll(string(r.Body), " ", ""); strings.Contains(body, "4111111111111111") || strings.Contains(body, "737") {
			t.Errorf("the model was sent a card: %s", r.Body)
		}
	}
	turns := s.transcript(c.id)
	if !strings.Contains(turns[1].Reply, "👩‍👩‍👧") {
		t.Errorf("the emoji is broken: %q", turns[1].Reply)
	}
	for where, all := range s.allWritten(t) {
		if in(all, "4111111111111111") {
			t.Errorf("%s holds the card", where)
		}
	}
	m.wantNo400()
}
