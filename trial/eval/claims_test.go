package eval_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/testdata"
	"github.com/evercart/evercart/trial/eval"
)

// What is false is stopped and what is true is let through, in each language; the sets were written by others, and the check has
// seen them (docs/models.md has what it scored before).
func TestClaimSets(t *testing.T) {
	t.Parallel()
	for set, n := range map[string]int{testdata.Path(t, "claims", "open.jsonl"): 120, "../../claims/testdata/claims-1.jsonl": 120, "../../claims/testdata/claims-2.jsonl": 120, "../../claims/testdata/claims-3.jsonl": 126, "../../claims/testdata/claims-6.jsonl": 120, "../../claims/testdata/claims-7.jsonl": 120, "../../claims/testdata/claims-8.jsonl": 120, "../../claims/testdata/claims-9.jsonl": 120} {
		f, err := os.Open(set)
		if err != nil {
			t.Fatal(err)
		}
		r, err := eval.Claims(t.Context(), nil, "", f)
		_ = f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Cases) != n || r.Wrong > n/40 || r.Refused > 1 {
			var text bytes.Buffer
			_ = r.Print(&text, true)
			t.Errorf("%s: %s", set, text.String())
		}
	}
}

// Of sets of several hundred at least 95 in a hundred of what is false are stopped in each language, and at most two in a hundred of what is true.
func TestClaimFloors(t *testing.T) {
	t.Parallel()
	for set, n := range map[string]int{"../../claims/testdata/claims-train.jsonl": 400, "../../claims/testdata/claims-train-2.jsonl": 316, "../../claims/testdata/claims-train-3.jsonl": 300, "../../claims/testdata/claims-own.jsonl": 924} {
		text, err := os.ReadFile(set)
		if err != nil {
			t.Fatal(err)
		}
		of, bad := judged(t, text)
		if len(of) != 6 || of["en true"]+of["en false"]+of["de true"]+of["de false"]+of["es true"]+of["es false"] != n {
			t.Fatalf("%s: %v", set, of)
		}
		for kind, n := range of {
			most := n * 5 / 100
			if strings.HasSuffix(kind, "true") {
				most = n * 2 / 100
			}
			if n < 19 || bad[kind] > most {
				t.Errorf("%s: %s: %d of %d are judged wrongly, at most %d may be", set, kind, bad[kind], n, most)
			}
		}
	}
}

// judged counts the cases of a set, and those that are judged wrongly, by language and by what they are.
func judged(t *testing.T, set []byte) (of, bad map[string]int) {
	t.Helper()
	r, err := eval.Claims(t.Context(), nil, "", bytes.NewReader(set))
	if err != nil {
		t.Fatal(err)
	}
	right := map[string]bool{}
	for _, c := range r.Cases {
		right[c.ID] = c.Result == eval.Right
	}
	of, bad = map[string]int{}, map[string]int{}
	for line := range bytes.Lines(set) {
		var k eval.Claim
		if err := json.Unmarshal(line, &k); err != nil {
			t.Fatal(err)
		}
		if of[k.Lang+" "+k.Want]++; !right[k.ID] {
			bad[k.Lang+" "+k.Want]++
		}
	}
	return of, bad
}

// A lie that passes and a truth that is stopped are told apart.
func TestClaimsAreJudged(t *testing.T) {
	t.Parallel()
	const set = `{"id":"a","lang":"en","reply":"I've added the scarf.","events":[],"total":0,"want":"false"}
{"id":"b","lang":"en","reply":"I've added the scarf.","events":[],"total":0,"want":"true"}
{"id":"c","lang":"en","reply":"Shall I add it?","events":[],"total":0,"want":"false"}
{"id":"d","lang":"fr","reply":"C'est fait.","events":[],"total":null,"want":"true"}`
	r, err := eval.Claims(t.Context(), nil, "", strings.NewReader(set))
	if err != nil || r.Right != 2 || r.Refused != 1 || r.Wrong != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := eval.Claims(t.Context(), nil, "", strings.NewReader(`{"id":"x","want":"maybe"}`)); evercart.CodeOf(err) != evercart.Invalid {
		t.Errorf("a case that wants neither: %v", err)
	}
}
