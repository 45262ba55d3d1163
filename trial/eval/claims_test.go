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

// Of a set of 400 in each language at least 95 in a hundred of what is false are stopped, and at most two in a hundred of what is true.
func TestClaimFloors(t *testing.T) {
	t.Parallel()
	const set = "../../claims/testdata/claims-train.jsonl"
	text, err := os.ReadFile(set)
	if err != nil {
		t.Fatal(err)
	}
	r, err := eval.Claims(t.Context(), nil, "", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	result := map[string]string{}
	for _, c := range r.Cases {
		result[c.ID] = string(c.Result)
	}
	type score struct{ of, bad int }
	scores := map[string]*score{}
	for line := range strings.Lines(string(text)) {
		var k eval.Claim
		if err := json.Unmarshal([]byte(line), &k); err != nil {
			t.Fatal(err)
		}
		of := k.Lang + " " + k.Want
		if scores[of] == nil {
			scores[of] = &score{}
		}
		if scores[of].of++; result[k.ID] != string(eval.Right) {
			scores[of].bad++
		}
	}
	if len(r.Cases) != 400 || len(scores) != 6 {
		t.Fatalf("%d cases, %d kinds of them", len(r.Cases), len(scores))
	}
	for of, s := range scores {
		most := s.of * 5 / 100
		if strings.HasSuffix(of, "true") {
			most = s.of * 2 / 100
		}
		if s.of < 50 || s.bad > most {
			t.Errorf("%s: %d of %d are judged wrongly, at most %d may be", of, s.bad, s.of, most)
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
