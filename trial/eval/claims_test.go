package eval_test

import (
	"bytes"
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
	for _, set := range []string{testdata.Path(t, "claims", "open.jsonl"), "../../claims/testdata/claims-1.jsonl", "../../claims/testdata/claims-2.jsonl"} {
		f, err := os.Open(set)
		if err != nil {
			t.Fatal(err)
		}
		r, err := eval.Claims(t.Context(), nil, "", f)
		_ = f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Cases) != 120 || r.Wrong > 1 || r.Refused > 1 {
			var text bytes.Buffer
			_ = r.Print(&text, true)
			t.Errorf("%s: %s", set, text.String())
		}
	}
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
