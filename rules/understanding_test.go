package rules_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/testdata"
)

// trialCase is one annotated case: what was said, and the outcomes of which each is right.
type trialCase struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	Cart    []line    `json:"cart"`
	Saved   []line    `json:"saved"`
	Focus   []string  `json:"focus"`
	Said    []string  `json:"said"`
	Want    *outcome  `json:"want"`
	WantAny []outcome `json:"want_any"`
}

type outcome struct {
	Cart   []line   `json:"cart"`
	Saved  *[]line  `json:"saved"`
	Ask    bool     `json:"ask"`
	Refuse bool     `json:"refuse"`
	Show   []string `json:"show"`
	About  string   `json:"about"`

	focus []string
}

// tally counts what came of cases.
type tally struct{ right, asked, refused, wrong, changed int }

// TestUnderstanding holds the brain at the level that it has reached.
func TestUnderstanding(t *testing.T) {
	c := open(t, "understanding", "catalog.csv")
	all, kinds := tally{}, map[string]*tally{}
	for _, k := range casesOf(t, testdata.Path(t, "understanding", "open.jsonl")) {
		if kinds[k.Kind] == nil {
			kinds[k.Kind] = &tally{}
		}
		verdict, why := c.judge(k)
		for _, sum := range []*tally{&all, kinds[k.Kind]} {
			sum.count(verdict)
		}
		if verdict != "right" {
			t.Logf("%-10s %s %s", verdict, k.ID, why)
		}
	}
	names := []string{}
	for k := range kinds {
		names = append(names, k)
	}
	sort.Strings(names)
	for _, k := range names {
		t.Logf("%-20s %+v", k, *kinds[k])
	}
	t.Logf("all %+v", all)
	if all.right < 150 {
		t.Errorf("%d right", all.right)
	}
	if all.changed > 0 {
		t.Errorf("%d carts changed wrongly", all.changed)
	}
}

func (s *tally) count(verdict string) {
	switch verdict {
	case "right":
		s.right++
	case "asked":
		s.asked++
	case "refused":
		s.refused++
	case "changed":
		s.changed++
		s.wrong++
	default:
		s.wrong++
	}
}

func casesOf(t *testing.T, path string) []trialCase {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []trialCase
	for s := bufio.NewScanner(f); s.Scan(); {
		var k trialCase
		if err := json.Unmarshal(s.Bytes(), &k); err != nil {
			t.Fatal(err)
		}
		if k.Want != nil {
			k.WantAny = append(k.WantAny, *k.Want)
		}
		out = append(out, k)
	}
	return out
}

// judge plays a case and says what came of it.
func (c *counter) judge(k trialCase) (verdict, why string) {
	v := c.visit(k.Cart, k.Saved, k.Focus...)
	cart, saved := linesOf(v.state.Cart.Lines), linesOf(v.state.Cart.Saved)
	var last answer
	said := ""
	for _, words := range k.Said {
		last = v.say(words)
		said += fmt.Sprintf("\n    > %s\n    < %s %v", words, last.text, last.calls)
	}
	now, later := linesOf(v.state.Cart.Lines), linesOf(v.state.Cart.Saved)
	asked := v.state.Question != nil
	refused := !asked && isRefusal(last)
	same := slices.Equal(now, cart) && slices.Equal(later, saved)
	reached := same
	for _, w := range k.WantAny {
		wantSaved := saved
		if w.Saved != nil {
			wantSaved = sorted(*w.Saved)
		}
		if !slices.Equal(now, sorted(w.Cart)) || !slices.Equal(later, wantSaved) {
			continue
		}
		reached = true
		if w.Ask && asked || w.Refuse && refused || !w.Ask && !w.Refuse && !asked && (!refused || w.Show != nil) && c.shows(w, last) {
			return "right", ""
		}
	}
	switch {
	case !reached:
		return "changed", said + fmt.Sprint("\n    = ", now, later)
	case same && asked:
		return "asked", said
	case same && refused:
		return "refused", said
	}
	return "wrong", said
}

// isRefusal says that a turn said no.
func isRefusal(a answer) bool {
	for _, s := range []string{"Sorry", "cannot", "could not", "We have only", "We no longer", "at most", "There is nothing", "sold out"} {
		if strings.Contains(a.text, s) {
			return true
		}
	}
	return slices.ContainsFunc(a.codes, func(c evercart.Code) bool { return c != "" })
}

func sorted(lines []line) []line {
	out := slices.Clone(lines)
	if out == nil {
		out = []line{}
	}
	slices.SortFunc(out, func(a, b line) int { return strings.Compare(string(a.SKU), string(b.SKU)) })
	return out
}

// shows holds the products named in the answer against those wanted.
func (c *counter) shows(w outcome, a answer) bool {
	if w.Show == nil {
		return true
	}
	var named []string
	text := strings.ToLower(a.text)
	type at struct {
		id    string
		place int
	}
	var places []at
	for id, title := range c.titles() {
		if i := strings.Index(text, title); i >= 0 {
			places = append(places, at{id, i})
		}
	}
	sort.Slice(places, func(i, j int) bool { return places[i].place < places[j].place })
	for _, p := range places {
		named = append(named, p.id)
	}
	switch w.About {
	case "browse", "cart":
		need := min(3, len(w.Show))
		if w.About == "cart" {
			need = len(w.Show)
		}
		n := 0
		for _, s := range w.Show {
			if slices.Contains(named, s) {
				n++
			}
		}
		return n >= need
	}
	return len(w.Show) == 0 || len(named) > 0 && slices.Contains(w.Show, named[0])
}

func (c *counter) titles() map[string]string {
	out := map[string]string{}
	for _, h := range c.everything() {
		main, _, _ := strings.Cut(strings.ToLower(h.Title), ",")
		main = strings.ReplaceAll(main, "&", "and")
		for range 1 {
			main = strings.TrimSuffix(main, "s")
		}
		out[h.ID] = main
	}
	return out
}
