package rules_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/trial/eval"
)

// TestControlWordsInTongues plays control words in Spanish and German, each into a session of its own with a cart.
func TestControlWordsInTongues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file  string
		least int // right of a hundred
	}{{"es", 97}, {"de", 97}, {"es2", 93}, {"de2", 95}} {
		k := counterOf(t, catalog.Sample())
		f, err := os.Open("../hear/testdata/control_" + c.file + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		right, all := 0, 0
		per := map[string][2]int{}
		for s := bufio.NewScanner(f); s.Scan(); {
			var l eval.Control
			if err := json.Unmarshal(s.Bytes(), &l); err != nil {
				t.Fatal(err)
			}
			v := k.visit([]line{{"MUG-SS", 2}}, nil)
			v.given = map[string]string{"es": "es-ES", "de": "de-DE"}[l.Lang]
			v.history = []evercart.Exchange{{Turn: "t0", Words: "hola", Heard: "SAID BEFORE"}}
			a := v.say(l.Text)
			n := per[l.Label]
			all++
			if n[1]++; eval.InKind(l.Lang, l.Label, a.text, "SAID BEFORE") && !a.changed {
				right++
				n[0]++
			} else {
				t.Logf("%s %s: %q: %s %v", c.file, l.Label, l.Text, a.text, a.calls)
			}
			per[l.Label] = n
		}
		f.Close()
		t.Logf("%s: %d of %d answered in kind %v", c.file, right, all, per)
		if right*100 < c.least*all {
			t.Errorf("%s: %d of %d answered in kind", c.file, right, all)
		}
	}
}
