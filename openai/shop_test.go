package openai_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/internal/fakemodel"
	"github.com/evercart/evercart/openai"
	"github.com/evercart/evercart/shop"
)

// counter is a shop with this brain behind it: the agent and the tools are the real ones, the model is scripted.
type counter struct {
	t     *testing.T
	ctx   context.Context
	agent *agent.Agent
	other func(node evercart.NodeID) *agent.Agent // another one on the same store, as after a crash
	model *fakemodel.Server
	turns int
}

const session = evercart.SessionID("6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11")

func open(t *testing.T, c openai.Config, script string) *counter {
	t.Helper()
	brain, model := scripted(t, c, script)
	goods := catalog.NewIndex()
	for _, g := range []struct {
		sku   evercart.SKU
		title string
		price evercart.Minor
	}{{"SCF-RED", "Wool Scarf", 3333}, {"CND-CAF", "Café Noir Candle", 2450}, {"SOC-3PK", "Cotton Socks", 1299}} {
		goods.Apply(evercart.Stocked{Version: 1, Product: evercart.Product{ID: string(g.sku), Title: g.title, Variants: []evercart.Variant{
			{SKU: g.sku, Price: g.price, Currency: "USD", Stock: evercart.Uncounted, Active: true, Version: 1}}}})
	}
	keys, house := fake.NewKeys(), evercart.DefaultShop()
	store := fake.NewStore(keys, evercart.SystemClock{}, fake.Flaws{})
	begin := func(node evercart.NodeID) *agent.Agent {
		a, err := agent.New(agent.Config{Store: store, Keys: keys, Catalog: goods, Shop: house, Node: node, Tools: shop.Tools(goods, house),
			Brains: []evercart.Brain{brain}, Log: slog.New(slog.DiscardHandler), Limits: agent.Limits{Beat: 20 * time.Millisecond, Dead: 200 * time.Millisecond,
				Turn: time.Hour, Wait: time.Hour, Apology: 45 * time.Second, Read: time.Hour, Commit: time.Hour}}) // a slow machine is no slow model
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Stop(context.Background()) })
		return a
	}
	a := begin("node")
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	ctx = evercart.As(ctx, evercart.Caller{Shop: house.ID, Role: evercart.RoleOperator})
	t.Cleanup(cancel)
	if _, err := a.Attach(ctx, evercart.Attach{Session: session, Begin: true, Channel: "ws"}); err != nil {
		t.Fatal(err)
	}
	return &counter{t: t, ctx: ctx, agent: a, other: begin, model: model}
}

// say takes a turn and gives its reply. A request that the model server refuses for its form fails the test.
func (c *counter) say(words string) *evercart.Reply {
	c.t.Helper()
	c.turns++
	var reply *evercart.Reply
	for p, err := range c.agent.Take(c.ctx, evercart.Utterance{Session: session, Turn: evercart.TurnID(fmt.Sprint("t-", c.turns)), Text: evercart.Private(words)}) {
		if err != nil {
			c.t.Fatalf("%s: %v", words, err)
		}
		if p.Reply != nil {
			reply = p.Reply
		}
	}
	if reply == nil {
		c.t.Fatalf("%s: no reply", words)
	}
	for _, k := range c.model.Requests() {
		if k.Why != "" {
			c.t.Fatalf("%s: the model server refused a request: %s\n%s", words, k.Why, k.Body)
		}
	}
	return reply
}

func (c *counter) cart(want string) {
	c.t.Helper()
	s, err := c.agent.View(c.ctx, session)
	if err != nil {
		c.t.Fatal(err)
	}
	var got []string
	for _, l := range s.Cart.Lines {
		got = append(got, fmt.Sprintf("%s %d", l.SKU, l.Quantity))
	}
	if strings.Join(got, ", ") != want {
		c.t.Errorf("cart is %q, want %q", strings.Join(got, ", "), want)
	}
}

const ordinary = ` {"answer":{"text":"How can I help?"}}`

// Three calls at once, of which one fails: each has its result, and a retry of the model runs nothing again.
func TestThreeCallsOneFails(t *testing.T) {
	t.Parallel()
	c := open(t, openai.Config{}, `
		{"when":{"says":"three","step":0},"answer":{"calls":[{"id":"a","tool":"add_to_cart","args":{"sku":"SCF-RED","quantity":1}},
			{"id":"b","tool":"add_to_cart","args":{"sku":"CND-CAF","quantity":1}},{"id":"c","tool":"add_to_cart","args":{"sku":"BLS-IVR-XXL","quantity":1}}]}}
		{"when":{"says":"three","step":1},"times":1,"answer":{"status":529}}
		{"when":{"says":"three","step":1},"answer":{"text":"Two are in, the blouse is not to be had."}}`+ordinary)
	if r := c.say("three things"); r.Text.Reveal() != "Two are in, the blouse is not to be had." || r.How != evercart.Done {
		t.Errorf("reply %q, %s", r.Text.Reveal(), r.How)
	}
	c.cart("SCF-RED 1, CND-CAF 1")
	c.say("thank you")
}

// Half a tool call buys nothing, and the conversation goes on.
func TestHalfACallBuysNothing(t *testing.T) {
	t.Parallel()
	half := `"chunk":-1,"calls":[{"tool":"add_to_cart","raw":"{\"sku\":\"SCF-RED\",\"quantity\":1"}]`
	for name, answer := range map[string]string{
		"length":          `{"finish":"length",` + half + `}`,
		"dropped":         `{"cut":"reset",` + half + `}`,
		"claims to end":   `{` + half + `}`,
		"list":            `{"calls":[{"tool":"add_to_cart","raw":"[]"}]}`,
		"nothing":         `{"calls":[{"tool":"add_to_cart","raw":""}]}`,
		"unknown key":     `{"calls":[{"tool":"add_to_cart","args":{"sku":"SCF-RED","quantity":1,"price":100}}]}`,
		"two objects":     `{"calls":[{"tool":"add_to_cart","raw":"{\"sku\":\"SCF-RED\",\"quantity\":1}{\"sku\":\"SCF-RED\",\"quantity\":1}"}]}`,
		"no such tool":    `{"calls":[{"tool":"buy everything!","args":{"sku":"SCF-RED"}}]}`,
		"a megabyte":      `{"chunk":4096,"calls":[{"tool":"add_to_cart","args":{"sku":"SCF-RED","quantity":1},"pad":1048576}]}`,
		"a call per year": `{"calls":[` + strings.TrimSuffix(strings.Repeat(`{"tool":"add_to_cart","args":{"sku":"SCF-RED","quantity":1}},`, 40), ",") + `]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := open(t, openai.Config{}, `{"when":{"says":"scarves","step":0},"times":1,"answer":`+answer+`}
				{"when":{"says":"scarves"},"answer":{"text":"That did not work."}}
				{"when":{"says":"again","step":0},"answer":{"calls":[{"tool":"add_to_cart","args":{"sku":"SCF-RED","quantity":12}}]}}`+ordinary)
			c.say("twelve scarves please")
			c.cart("")
			c.say("again")
			c.cart("SCF-RED 12")
			c.say("hello")
		})
	}
}

// The model fails before its first word: the turn is kept, and works once the model does.
func TestModelFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers string
		how     evercart.Ending
		most    int
		cart    string
	}{
		"twice":          {`{"when":{"says":"socks","step":0},"times":2,"answer":{"status":529}}`, evercart.Done, 4, "SOC-3PK 1"},
		"for ever":       {`{"when":{"says":"socks","step":0},"answer":{"status":529}}`, evercart.Failed, 3, ""},
		"for three days": {`{"when":{"says":"socks","step":0},"answer":{"status":429,"retry_after":"274579"}}`, evercart.Failed, 3, ""},
		"credential":     {`{"when":{"says":"socks","step":0},"answer":{"status":401}}`, evercart.Failed, 1, ""},
		"a bug":          {`{"when":{"says":"socks","step":0},"answer":{"status":400}}`, evercart.Failed, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := open(t, openai.Config{}, c.answers+` {"when":{"says":"socks","step":0},"answer":{"calls":[{"tool":"add_to_cart","args":{"sku":"SOC-3PK","quantity":1}}]}}`+ordinary)
			began := time.Now()
			r := b.say("add the socks")
			if r.How != c.how || r.Text == "" {
				t.Errorf("ended %s with %q", r.How, r.Text.Reveal())
			}
			if n := len(b.model.Requests()); n > c.most {
				t.Errorf("the model was asked %d times, want at most %d", n, c.most)
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("it took %s", took)
			}
			b.cart(c.cart)
			if err := b.model.Play(strings.NewReader(`{"when":{"says":"try again","step":0},"answer":{"calls":[{"tool":"add_to_cart","args":{"sku":"CND-CAF","quantity":1}}]}}` + ordinary)); err != nil {
				t.Fatal(err)
			}
			b.say("try again")
			b.cart(strings.TrimPrefix(c.cart+", CND-CAF 1", ", "))
		})
	}
}

// The answer breaks off after the tool ran: nothing is done twice, no cut amount is left standing.
func TestAnswerBreaksOff(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"dropped": `{"text":"Your scarf is in the cart. The total is thirty-","cut":"reset"}`,
		"error":   `{"text":"Your scarf is in the cart. The total is thirty-","error":{"message":"Overloaded","type":"overloaded_error"}}`,
		"silent":  `{"text":"Your scarf is in the cart. The total is thirty-","hold":"ever","hold_at":8}`,
		"length":  `{"text":"Your scarf is in the cart. The total is thirty-","finish":"length"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := open(t, openai.Config{Idle: time.Second}, `
				{"when":{"says":"add","step":0},"answer":{"calls":[{"tool":"add_to_cart","args":{"sku":"SCF-RED","quantity":1}}]}}
				{"when":{"says":"add","step":1},"answer":`+answer+`}
				{"answer":{"text":"Thirty-three dollars and thirty-three cents."}}`)
			r := c.say("add a scarf and tell me the total")
			if text := r.Text.Reveal(); strings.Contains(text, "thirty-") && !strings.Contains(text, "thirty-three dollars") || text == "" {
				t.Errorf("a cut amount stands: %q", text)
			}
			c.cart("SCF-RED 1")
			c.say("sorry, what was the total?")
			c.cart("SCF-RED 1")
		})
	}
}

// A long conversation on a small budget, not much above what tools, policy and one turn take: every request is one that the
// vendor takes, and holds the cart.
func TestLongConversation(t *testing.T) {
	t.Parallel()
	c := open(t, openai.Config{Budget: 6_500}, `
		{"when":{"match":"number (\\d+)","step":0},"answer":{"chunk":-1,"calls":[{"tool":"add_to_cart","args":{"sku":"SCF-RED","quantity":1}},
			{"tool":"view_cart"},{"tool":"search_products","args":{"query":"socks"}}]}}
		{"when":{"match":"number (\\d+)","step":1},"answer":{"text":"That was ${1}.","chunk":-1}}`)
	for i := range 60 {
		c.say(fmt.Sprintf("number %d", i))
		list := c.model.Requests()
		k := list[len(list)-1]
		if len(k.Body) > 26_000 || !strings.Contains(string(k.Body), `\"quantity\":`+fmt.Sprint(i+1)) {
			t.Fatalf("turn %d: %d bytes, or without the cart", i, len(k.Body))
		}
		c.model.Forget()
	}
	c.cart("SCF-RED 60")
}

// The shopper talks over an offer: the model learns what was heard of it, and nothing more.
func TestTalkedOver(t *testing.T) {
	t.Parallel()
	for name, heard := range map[string]string{"a part": "The wool scarf is thirty-three dollars", "nothing": "", "more than there was": "The wool scarf is a gift."} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := open(t, openai.Config{}, `{"when":{"says":"scarf"},"answer":{"text":"The wool scarf is thirty-three dollars. Shall I also add the brown loafers?"}}`+ordinary)
			c.say("what is the scarf?")
			said := evercart.Private(heard)
			if err := c.agent.Interrupt(c.ctx, evercart.Interruption{Session: session, Turn: "t-1", Heard: &said}); err != nil {
				t.Fatal(err)
			}
			c.say("yes")
			body := string(c.model.Requests()[1].Body)
			if strings.Contains(body, "loafers") && name != "more than there was" {
				t.Error("the model is told words that were not heard")
			}
			if name == "a part" && !strings.Contains(body, heard) {
				t.Error("the model is not told what was heard")
			}
			if strings.Contains(body, "is a gift") {
				t.Error("the model is told words that it never said")
			}
			c.cart("")
		})
	}
}

// A card number never reaches the model, in this turn or later.
func TestNoCardNumber(t *testing.T) {
	t.Parallel()
	c := open(t, openai.Config{}, ordinary)
	c.say("my card is 4111 1111 1111 1111, take the money")
	c.say("four one one one one one one one one one one one one one one one")
	c.say("hello")
	for _, k := range c.model.Requests() {
		if body := string(k.Body); strings.Contains(body, "4111") || strings.Contains(body, "one one one one") {
			t.Errorf("request %d holds the number", k.No)
		}
	}
}

// A node dies while the model thinks about a result: another goes on from there, asks with the same call and result, and
// does nothing twice; the dead one, which comes back to life, says and changes nothing.
func TestTakenOver(t *testing.T) {
	t.Parallel()
	c := open(t, openai.Config{}, `
		{"when":{"says":"scarf","step":0},"answer":{"calls":[{"id":"v-7","tool":"add_to_cart","args":{"sku":"SCF-RED","quantity":2}}]}}
		{"when":{"says":"scarf","step":1},"times":1,"answer":{"calls":[{"tool":"add_to_cart","args":{"sku":"CND-CAF","quantity":1}}],"hold":"dead","hold_at":1}}
		{"when":{"says":"scarf","step":1},"answer":{"text":"Two scarves."}}`+ordinary)
	old := make(chan *evercart.Reply, 1)
	go func() {
		var reply *evercart.Reply
		for p := range c.agent.Take(c.ctx, evercart.Utterance{Session: session, Turn: "t-dead", Text: "two scarfs"}) {
			if p.Reply != nil {
				reply = p.Reply
			}
		}
		old <- reply
	}()
	if err := c.model.Held(c.ctx, "dead", 1); err != nil {
		t.Fatal(err)
	}
	heir := c.other("heir")
	if err := heir.Start(c.ctx); err != nil {
		t.Fatal(err)
	}
	err := c.model.Until(c.ctx, func(k []fakemodel.Kept) bool { return len(k) == 3 && k[2].Ended == fakemodel.EndedWhole })
	if err != nil {
		t.Fatalf("nobody went on: %d requests", len(c.model.Requests()))
	}
	c.model.Release("dead", true)
	<-old
	c.agent = heir
	if r := c.say("hello"); r.Text.Reveal() != "How can I help?" {
		t.Errorf("afterwards: %q", r.Text.Reveal())
	}
	c.cart("SCF-RED 2")
	if body := string(c.model.Requests()[2].Body); !strings.Contains(body, `"tool_call_id":"v-7"`) {
		t.Errorf("the heir asked without the call that was done: %s", body)
	}
}
