package eval_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/internal/bigfeed"
	"github.com/evercart/evercart/internal/testdata"
	"github.com/evercart/evercart/trial"
	"github.com/evercart/evercart/trial/eval"
)

// stage is a private server with the offline brain; goods "" = the sample shop.
func stage(t *testing.T, goods string) trial.Stage {
	t.Helper()
	c, err := app.Load(map[string][]string{"brain": {"rules"}}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	s, err := app.Stages(c, slog.New(slog.DiscardHandler))(t.Context(), goods)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
	return s
}

// The whole path scores what the brain scores by itself: nothing is lost on the way.
func TestSharedSet(t *testing.T) {
	t.Parallel()
	f, err := os.Open(testdata.Path(t, "understanding", "open.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	r, err := eval.Understanding(t.Context(), stage(t, testdata.Path(t, "understanding", "catalog.csv")), "set", f)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Cases) != 150 || r.Right < 143 || r.ChangedWrongly > 1 {
		var text bytes.Buffer
		_ = r.Print(&text, true)
		t.Errorf("at least 95 of 100 right, at most 1 changed wrongly\n%s", text.String())
	}
}

// What is said to a shop of 50,000 variants shows the right goods, over the whole path.
func TestSearches(t *testing.T) {
	t.Parallel()
	goods := filepath.Join(t.TempDir(), "goods.csv")
	f, err := os.Create(goods)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(bigfeed.Shopify(f, 50_000), f.Close()); err != nil {
		t.Fatal(err)
	}
	set, err := os.Open("../../catalog/testdata/searches.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = set.Close() }()
	r, err := eval.Searches(t.Context(), stage(t, goods), "searches", set)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Cases) < 200 || r.Right*100 < 95*len(r.Cases) || r.ChangedWrongly > 0 {
		var text bytes.Buffer
		_ = r.Print(&text, true)
		t.Errorf("at least 95 of 100 right, nothing changed\n%s", text.String())
	}
}

// A search that shows what was not asked for is wrong, and one that finds nothing is refused.
func TestSearchesAreJudged(t *testing.T) {
	t.Parallel()
	set := `{"id":"a","kind":"k","say":"show me mugs","want":["dawn mug"]}
{"id":"b","kind":"k","say":"show me mugs","want":["teapot"]}
{"id":"c","kind":"k","say":"show me anything under twenty dollars","every":{"under":20}}
{"id":"d","kind":"k","say":"show me scarves","every":{"under":20}}
{"id":"e","kind":"k","say":"do you have flurble","want":["flurble"]}`
	r, err := eval.Searches(t.Context(), stage(t, ""), "set", strings.NewReader(set))
	if err != nil {
		t.Fatal(err)
	}
	want := []eval.Result{eval.Right, eval.Wrong, eval.Right, eval.Wrong, eval.Refused}
	for i, c := range r.Cases {
		if c.Result != want[i] {
			t.Errorf("%s: %s, want %s", c.ID, c.Result, want[i])
		}
	}
}

// Each kind of result is told apart, and the document is the promised one.
func TestResults(t *testing.T) {
	t.Parallel()
	set := `{"id":"1","kind":"a","cart":[],"said":["add the wool scarf"],"want":{"cart":[{"sku":"SCF-RED","quantity":1}]}}
{"id":"2","kind":"a","cart":[],"said":["add the linen shirt"],"want":{"cart":[{"sku":"LSH-WHT-S","quantity":1}]}}
{"id":"3","kind":"b","cart":[],"said":["add the salad bowl"],"want":{"cart":[{"sku":"BWL","quantity":1}]}}
{"id":"4","kind":"b","cart":[],"said":["add the wool scarf"],"want":{"cart":[]}}
{"id":"5","kind":"b","lang":"en-GB","cart":[{"sku":"SCF-RED","quantity":1}],"said":["what is in my cart"],"want":{"cart":[{"sku":"SCF-RED","quantity":1}],"show":["dawn-mug"],"about":"cart"}}
{"id":"6","kind":"b","cart":[],"focus":["wool-scarf"],"said":["I'll take the first one"],"want":{"cart":[{"sku":"SCF-RED","quantity":1}]}}

`
	r, err := eval.Understanding(t.Context(), stage(t, ""), "set", strings.NewReader(set))
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"right":2,"asked":1,"refused":1,"wrong":2,"changed_wrongly":1,"cases":[{"id":"1","result":"right"},{"id":"2","result":"asked"},` +
		`{"id":"3","result":"refused"},{"id":"4","result":"wrong"},{"id":"5","result":"wrong"},{"id":"6","result":"right"}]}`
	if string(b) != want {
		t.Errorf("%s\nnot\n%s", b, want)
	}
	var text bytes.Buffer
	if err := r.Print(&text, true); err != nil || !strings.Contains(text.String(), "en-GB") || !strings.Contains(text.String(), "4 wrong\n    > add the wool scarf") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

func TestBadSets(t *testing.T) {
	t.Parallel()
	s := stage(t, "")
	for set, line := range map[string]string{"": "no cases", "{}\n{\n": "line 2"} {
		if _, err := eval.Understanding(t.Context(), s, "set", strings.NewReader(set)); evercart.CodeOf(err) != evercart.Invalid || !strings.Contains(err.Error(), line) {
			t.Errorf("%q: %v", set, err)
		}
	}
	for set, says := range map[string]string{"> hi\n= A B C\n": "line 2", "= A\n": "line 1", "0 A\n> hi\n= A\n": "line 1", "# no\n": "no cases"} {
		if _, err := eval.Read("s", strings.NewReader(set)); evercart.CodeOf(err) != evercart.Invalid || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", set, err)
		}
	}
	if _, err := eval.Understanding(t.Context(), s, "set", strings.NewReader(`{"id":"x","cart":[{"sku":"NOPE","quantity":1}],"said":["hi"]}`)); err == nil || !strings.Contains(err.Error(), "case x") {
		t.Errorf("a cart that cannot be: %v", err)
	}
}

// The judge itself, over what no brain of ours does.
func TestJudge(t *testing.T) {
	t.Parallel()
	goods := eval.GoodsOf([]evercart.Product{{ID: "scarf", Title: "Wool Scarf"}, {ID: "mug", Title: "Dawn Mugs, Set"}, {ID: "lamp", Title: "Lamp"}})
	one, two := []eval.Line{{SKU: "A", Quantity: 1}}, []eval.Line{{SKU: "A", Quantity: 1}, {SKU: "B", Quantity: 2}}
	reversed := []eval.Line{two[1], two[0]}
	ask, no := eval.Outcome{Cart: one, Ask: true}, eval.Outcome{Cart: one, Refuse: true}
	for name, c := range map[string]struct {
		want    []eval.Outcome
		seen    eval.Seen
		result  eval.Result
		changed bool
	}{
		"order does not matter":     {[]eval.Outcome{{Cart: two}}, eval.Seen{Before: one, After: reversed}, eval.Right, false},
		"asked as wanted":           {[]eval.Outcome{ask}, eval.Seen{Before: one, After: one, Open: true}, eval.Right, false},
		"either is right":           {[]eval.Outcome{ask, no}, eval.Seen{Before: one, After: one, Refused: true}, eval.Right, false},
		"a question is no refusal":  {[]eval.Outcome{no}, eval.Seen{Before: one, After: one, Refused: true, Open: true}, eval.Asked, false},
		"asked beside a change":     {[]eval.Outcome{{Cart: two}}, eval.Seen{Before: one, After: two, Open: true}, eval.Wrong, false},
		"something else was put in": {[]eval.Outcome{{Cart: two}}, eval.Seen{Before: one, After: []eval.Line{{SKU: "C", Quantity: 1}}}, eval.Wrong, true},
		"put aside by mistake":      {[]eval.Outcome{{Cart: one}}, eval.Seen{Before: one, After: one, SavedAfter: one}, eval.Wrong, true},
		"put aside as wanted":       {[]eval.Outcome{{Cart: nil, Saved: &one}}, eval.Seen{Before: one, SavedAfter: one}, eval.Right, false},
		"nothing was done":          {[]eval.Outcome{{Cart: two}}, eval.Seen{Before: one, After: one}, eval.Wrong, false},
		"the first named counts":    {[]eval.Outcome{{Cart: one, Show: []string{"mug"}, About: "price"}}, eval.Seen{Before: one, After: one, Reply: "The dawn mug, not the lamp."}, eval.Right, false},
		"another came first":        {[]eval.Outcome{{Cart: one, Show: []string{"lamp"}, About: "price"}}, eval.Seen{Before: one, After: one, Reply: "The dawn mug, not the lamp."}, eval.Wrong, false},
		"all of the cart":           {[]eval.Outcome{{Cart: one, Show: []string{"lamp", "scarf"}, About: "cart"}}, eval.Seen{Before: one, After: one, Reply: "A lamp."}, eval.Wrong, false},
	} {
		result, changed := eval.Judge(eval.Case{WantAny: c.want}, c.seen, goods)
		if result != c.result || changed != c.changed {
			t.Errorf("%s: %s, changed %v", name, result, changed)
		}
	}
}

func TestJudgeAnswer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		must, not []string
		unknown   bool
		reply     string
		open      bool
		want      eval.Result
	}{
		{must: []string{"30 days"}, reply: "You have thirty days.", want: eval.Right},
		{must: []string{"30 days"}, reply: "You have thirty-one days.", want: eval.Wrong},
		{must: []string{"$1,200"}, reply: "From twelve hundred dollars on.", want: eval.Right},
		{must: []string{"$1,200"}, reply: "From one thousand two hundred dollars on.", want: eval.Right},
		{must: []string{"$5"}, reply: "It costs $5.95.", want: eval.Wrong},
		{must: []string{"$5.95"}, reply: "It costs five dollars and ninety-five cents.", want: eval.Right},
		{must: []string{"4"}, reply: "Within 14 days.", want: eval.Wrong},
		{must: []string{"3 p.m."}, reply: "Until three PM.", want: eval.Right},
		{must: []string{"6:30 p.m."}, reply: "Until six thirty p.m. on Mondays", want: eval.Right},
		{must: []string{"15%"}, reply: "You save fifteen percent.", want: eval.Right},
		{must: []string{"one-size"}, reply: "It is one size", want: eval.Right},
		{must: []string{"website"}, not: []string{"on the phone"}, reply: "On our website, not on the phone.", want: eval.Wrong},
		{must: []string{"website"}, reply: "Sorry, I don't know that.", want: eval.Refused},
		{must: []string{"website"}, reply: "Which one do you mean?", open: true, want: eval.Asked},
		{unknown: true, reply: "I don't know that. One moment, shall I put you through to a person?", want: eval.Right},
		{unknown: true, reply: "I don't know that.", want: eval.Refused},
		{unknown: true, reply: "No, we do not. I can put you through to a person, I don't know more.", want: eval.Wrong},
		{unknown: true, reply: "I don't know, but it takes about two weeks. Shall I get a person?", want: eval.Wrong},
		{unknown: true, reply: "I don't know, but before 2 a person can tell you.", want: eval.Wrong},
	} {
		var a eval.Asking
		a.Want.MustSay, a.Want.MustNotSay, a.Want.Unknown = c.must, c.not, c.unknown
		if got := eval.JudgeAnswer(a, c.reply, c.open); got != c.want {
			t.Errorf("%q: %s, not %s", c.reply, got, c.want)
		}
	}
}

// Questions are asked of the whole server, in each case's own session. What is put into the cart in the same breath is no answer.
func TestAnswers(t *testing.T) {
	t.Parallel()
	set := `{"id":"a","q":"add the wool scarf","want":{"must_say":["wool scarf"]}}
{"id":"b","q":"add the wool scarf","want":{"must_not_say":["wool scarf"]}}
{"id":"c","q":"how much is the wool scarf","want":{"must_say":["$33.33"]}}
{"id":"d","q":"how much is the wool scarf","want":{"unknown":true}}`
	r, err := eval.Answers(t.Context(), stage(t, ""), "set", strings.NewReader(set))
	if err != nil {
		t.Fatal(err)
	}
	var got []eval.Result
	for _, c := range r.Cases {
		got = append(got, c.Result)
	}
	if !slices.Equal(got, []eval.Result{eval.Wrong, eval.Right, eval.Right, eval.Wrong}) {
		t.Errorf("%v", got)
	}
}

// Both forms of a set say the same.
func TestShortForm(t *testing.T) {
	t.Parallel()
	short := "# two cases\n2 A, B saved: C focus: d, e\n> one\n> two\n= A saved: B show: x, y\n=| 3 A ask\n\nlang: de\n> alone\n= refuse\n"
	long := `{"id":"s:4","kind":"s","cart":[{"sku":"A","quantity":2},{"sku":"B","quantity":1}],"saved":[{"sku":"C","quantity":1}],"focus":["d","e"],"said":["one","two"],` +
		`"want_any":[{"cart":[{"sku":"A","quantity":1}],"saved":[{"sku":"B","quantity":1}],"show":["x","y"],"about":"browse"},{"cart":[{"sku":"A","quantity":3}],"ask":true}]}` + "\n" +
		`{"id":"s:9","kind":"s","lang":"de","said":["alone"],"want_any":[{"cart":[],"refuse":true}]}`
	a, err := eval.Read("s", strings.NewReader(short))
	if err != nil {
		t.Fatal(err)
	}
	b, err := eval.Read("s", strings.NewReader(long))
	if err != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("%v\n%+v\n%+v", err, a, b)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("2 A, B saved: C focus: d\n> one\n= A show: x\n=| 3 A ask\n")
	f.Add(`{"id":"x","cart":[],"said":["hi"],"want":{"cart":[]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		cases, err := eval.Read("s", strings.NewReader(text))
		if err == nil && len(cases) == 0 {
			t.Error("a set without cases")
		}
	})
}
