package shop_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/shop"
	"github.com/evercart/evercart/shop/house"
)

const shopText = `
name = "Fern & Co"
timezone = "America/New_York"
[hand_off]
number = "+1-207-555-0142"
name = "the Fern team"
[hours.people]
mon = "08:00-20:00"
tue = "08:00-20:00"
`

const returnsText = "# Returns\n\nYou can send back most things within 30 days, until 6 p.m. on the last one. The label costs $6.50.\n\nWrite to help@example.com before January 31.\n"

// openHouse is a bench whose shop has words of its own; its clock stands on a Monday, at this time of the shop.
func openHouse(t *testing.T, toml, clock string) *bench {
	t.Helper()
	front, err := house.LoadFront(fstest.MapFS{"shop.toml": {Data: []byte(toml)}, "answers/returns.md": {Data: []byte(returnsText)}})
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", "2026-12-21 "+clock, front.Zone())
	if err != nil {
		t.Fatal(err)
	}
	b := setup(t)
	for _, tool := range shop.New(shop.Config{Catalog: b.goods, Shop: func() evercart.Shop { return evercart.DefaultShop() },
		Front: func() *house.Front { return front }, Clock: fake.NewClock(at)}) {
		b.tools[tool.Spec().Name] = tool
	}
	return b
}

// change runs a tool in a turn of its own and gives what it would commit.
func (b *bench) change(name, args string) (evercart.Change, evercart.Result) {
	b.t.Helper()
	turn := b.open()
	defer b.close(turn)
	effect, err := b.tools[name].Prepare(b.t.Context(), b.state, evercart.ToolCall{ID: "1.1", Tool: name, Args: evercart.PersonalJSON(args)})
	if err != nil {
		b.t.Fatal(err)
	}
	change, result, err := effect(b.state)
	if err != nil {
		b.t.Fatal(err)
	}
	b.fold(turn, change.Facts...)
	if result.Question != nil {
		b.fold(turn, &evercart.QuestionAsked{Question: *result.Question})
	}
	return change, result
}

func factOf[T evercart.Fact](t *testing.T, c evercart.Change) T {
	t.Helper()
	for _, f := range c.Facts {
		if f, ok := f.(T); ok {
			return f
		}
	}
	var none T
	t.Fatalf("no %T in %v", none, c.Facts)
	return none
}

func TestAnswerQuestion(t *testing.T) {
	t.Parallel()
	b := openHouse(t, shopText, "09:00")
	c, r := b.change("answer_question", `{"question":"how long do I have to send things back"}`)
	wantSaid(t, r, "within thirty days, until six p.m. on the last one")
	if n := factOf[*evercart.Noted](t, c); n.What != "asked" || n.With["topic"] != "returns" || n.With["answered_by"] != "returns.md" {
		t.Errorf("noted %v", n)
	}
	_, r = b.change("answer_question", `{"question":"which email do I write to before January 31"}`)
	wantSaid(t, r, "help@example.com", "January 31")
	c, r = b.change("answer_question", `{"question":"is there a military discount"}`)
	wantSaid(t, r, "I don't know that. Shall I put you through to a person?")
	if n := factOf[*evercart.Noted](t, c); n.With["topic"] != "unknown" || n.With["answered_by"] != "none" || r.Question == nil || r.Question.Kind != "person" {
		t.Errorf("noted %v, question %v", n, r.Question)
	}
	c, r = b.change("answer_question", `{"question":"are people on the phone now, are you open"}`)
	wantSaid(t, r, "open now, until eight p.m.")
	if n := factOf[*evercart.Noted](t, c); n.With["topic"] != "hours" || n.With["answered_by"] != "shop.toml" {
		t.Errorf("noted %v", n)
	}
	wantCode(t, b.do("answer_question", `{}`), evercart.Invalid)
}

// Without a person nobody is offered one.
func TestNobodyIsOffered(t *testing.T) {
	t.Parallel()
	b := openHouse(t, "name = \"Fern\"\n", "09:00")
	c, r := b.change("answer_question", `{"question":"is there a military discount"}`)
	if r.Say != "I don't know that." || r.Question != nil {
		t.Errorf("%s, asks %v", r.Say.Reveal(), r.Question)
	}
	if c, r = b.change("hand_off", `{"reason":"asked"}`); r.Code != evercart.NotImplemented || len(c.Facts)+len(c.Jobs) > 0 {
		t.Errorf("%s with %v", r.Code, c)
	}
}

// People are there: put through now, and the ticket is in the same change as the promise.
func TestHandOffNow(t *testing.T) {
	t.Parallel()
	b := openHouse(t, shopText, "09:00")
	b.do("add_to_cart", `{"sku":"SCF-RED","quantity":2}`)
	c, r := b.change("hand_off", `{"reason":"complaint","summary":"The scarf has a hole. My card is 4111 1111 1111 1111."}`)
	wantSaid(t, r, "put you through to a person", "the Fern team at one, two zero seven, five five five, zero one four two")
	f := factOf[*evercart.HandedOff](t, c)
	if f.Reason != "complaint" || !f.People || len(f.Lines) != 1 || f.Total.Minor != 6666 || strings.Contains(f.Personal.Summary.Reveal(), "4111") {
		t.Errorf("%+v %s", f, f.Personal.Summary.Reveal())
	}
	if len(c.Jobs) != 1 || c.Jobs[0].Kind != shop.HandOffKind || c.Jobs[0].Key != f.Ticket || !c.Jobs[0].Due.IsZero() || strings.Contains(string(c.Jobs[0].Body), "scarf") {
		t.Errorf("jobs %+v", c.Jobs)
	}
	var told struct {
		Transfer string `json:"transfer_to"`
	}
	if err := json.Unmarshal(r.Data.Reveal(), &told); err != nil || told.Transfer != "+1-207-555-0142" {
		t.Errorf("data %s", r.Data.Reveal())
	}
}

// Nobody is there: the number is asked for, told of the same ticket, and said back by its end alone.
func TestHandOffLater(t *testing.T) {
	t.Parallel()
	b := openHouse(t, shopText, "21:00")
	c, r := b.change("hand_off", `{"reason":"asked"}`)
	wantSaid(t, r, "They are back tomorrow at eight a.m. Which number may they call you at?")
	first := factOf[*evercart.HandedOff](t, c)
	if first.People || r.Question == nil || r.Question.Kind != "call_back" || c.Jobs[0].Due.IsZero() {
		t.Errorf("%+v, asks %v, due %s", first, r.Question, c.Jobs[0].Due)
	}
	c, r = b.change("hand_off", `{"reason":"asked","number":"five five five"}`)
	if wantSaid(t, r, "not sound like a whole phone number"); len(c.Facts) > 0 || r.Code != evercart.Invalid || r.Question == nil {
		t.Errorf("a broken number: %v", c)
	}
	c, r = b.change("hand_off", `{"reason":"asked","number":"two oh seven five five five oh one two three","when":"tomorrow at ten"}`)
	wantSaid(t, r, "passed it on to the Fern team", "the number that ends in zero one two three, tomorrow at ten a.m.")
	if strings.Contains(r.Say.Reveal(), "two zero seven") {
		t.Errorf("the whole number is read out: %s", r.Say.Reveal())
	}
	f := factOf[*evercart.HandedOff](t, c)
	if f.Ticket != first.Ticket || f.Personal.Number != "2075550123" || time.Unix(f.Wished, 0).UTC().Format(time.RFC3339) != "2026-12-22T15:00:00Z" {
		t.Errorf("%+v %s", f, f.Personal.Number.Reveal())
	}
	if c.Jobs[0].Key == first.Ticket || !strings.HasPrefix(c.Jobs[0].Key, first.Ticket) || !c.Jobs[0].Due.IsZero() {
		t.Errorf("what was told later has a job of its own: %+v", c.Jobs)
	}
	if slices.ContainsFunc(c.Facts, func(f evercart.Fact) bool { n, ok := f.(*evercart.Noted); return ok && n.What == "handed_off" }) {
		t.Error("one ticket is counted twice")
	}
}

// The names that a shop.toml is checked against are those of the tools that there are.
func TestToolNames(t *testing.T) {
	t.Parallel()
	var names []string
	for _, tool := range shop.New(shop.Config{Catalog: setup(t).goods, Shop: evercart.DefaultShop, Front: func() *house.Front { return nil }, Clock: evercart.SystemClock{}, Blueprint: true}) {
		names = append(names, tool.Spec().Name)
	}
	slices.Sort(names)
	if want := slices.Sorted(slices.Values(house.ToolNames)); !slices.Equal(names, want) {
		t.Errorf("tools %v, checked against %v", names, want)
	}
}
