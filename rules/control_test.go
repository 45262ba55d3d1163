package rules_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/internal/testdata"
)

// split is the part of CLINC150's control words that is played. "test" is for a report: nothing is tuned on it.
var split = flag.String("split", "val", "part of the control words: val or test")

var control = flag.String("control", "", "another file of labelled lines to play")

// told says what an answer comes to, by the sentences that this shop says.
func told(a answer) string {
	for _, call := range a.calls {
		if strings.HasPrefix(call, "view_cart") {
			return "shopping_list"
		}
		if strings.HasPrefix(call, "undo") {
			return "cancel"
		}
	}
	for _, k := range []struct{ label, part string }{
		{"order_status", "orders that were placed"}, {"what_can_i_ask_you", "You can ask me to find"}, {"oos", "I cannot help with that"}, {"are_you_a_bot", "I am the AI"},
		{"change_speed", "how fast I speak"}, {"repeat", "SAID BEFORE"}, {"goodbye", "Goodbye"}, {"thank_you", "You are welcome"}, {"greeting", "Hello!"}, {"greeting", "I am well"},
		{"maybe", "Take your time"}, {"no", "I left everything"}, {"shopping_list_update", "we do not have"}, {"shopping_list_update", "here is no"}, {"shopping_list_update", "I do not see"}, {"shopping_list_update", "I added"}, {"yes", "Okay."},
	} {
		if strings.Contains(a.text, k.part) {
			return k.label
		}
	}
	return a.text
}

// same are answers that do for each other: an "okay" to a yes that answers nothing, nothing changed for a no.
var same = map[string][]string{"cancel": {"no", "yes"}, "no": {"cancel", "yes"}, "yes": {"no"}, "maybe": {"no", "yes", "oos"}, "shopping_list": {"shopping_list_update"}}

// TestControlWords plays control words, each into a session of its own: the answer must be of its kind and the cart as before.
func TestControlWords(t *testing.T) {
	t.Parallel()
	c := counterOf(t, catalog.Sample())
	path := *control
	if path == "" {
		path = testdata.Path(t, "utterances", "clinc150_control.jsonl")
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	right, all, away, outside, changed := 0, 0, 0, 0, 0
	per := map[string][2]int{}
	for s := bufio.NewScanner(f); s.Scan(); {
		var l struct{ Text, Label, Split string }
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		if l.Split != *split || l.Label == "order" || l.Label == "change_speed" {
			continue
		}
		v := c.visit([]line{{"MUG-SS", 2}}, nil)
		v.history = []evercart.Exchange{{Turn: "t0", Words: "hello", Heard: "SAID BEFORE"}}
		a := v.say(l.Text)
		if a.changed {
			changed++
			t.Logf("changed the cart: %s %q: %s", l.Label, l.Text, a.text)
		}
		got := told(a)
		ok := got == l.Label
		for _, s := range same[l.Label] {
			ok = ok || got == s
		}
		n := per[l.Label]
		n[1]++
		if ok {
			n[0]++
		} else if *split == "val" {
			t.Logf("%s: %q: %s %v", l.Label, l.Text, a.text, a.calls)
		}
		per[l.Label] = n
		switch {
		case l.Label == "oos":
			outside++
			if ok {
				away++
			}
		default:
			all++
			if ok {
				right++
			}
		}
	}
	for l, n := range per {
		t.Logf("%-22s %d of %d", l, n[0], n[1])
	}
	t.Logf("%s: %d of %d answered in kind, %d of %d turned away, %d carts changed", *split, right, all, away, outside, changed)
	if *split != "val" || *control != "" {
		return
	}
	if all != 260 || right < 252 {
		t.Errorf("%d of %d answered in kind, want 252 of 260", right, all)
	}
	if changed > 0 {
		t.Errorf("%d carts changed", changed)
	}
}
