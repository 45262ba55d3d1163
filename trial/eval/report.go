package eval

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// Report is the score of a set.
type Report struct {
	Tally
	Cases []CaseResult `json:"cases"`
}

// Tally counts results.
type Tally struct {
	Right          int `json:"right"`
	Asked          int `json:"asked"`
	Refused        int `json:"refused"`
	Wrong          int `json:"wrong"`
	ChangedWrongly int `json:"changed_wrongly"` // of the wrong ones: cart or saved items are as nobody wanted
}

// CaseResult is the score of one case.
type CaseResult struct {
	ID     string `json:"id"`
	Result Result `json:"result"`

	kind, lang string
	changed    bool
	note       string // what was said and done, where it is not right
}

func (t *Tally) add(c CaseResult) {
	switch c.Result {
	case Right:
		t.Right++
	case Asked:
		t.Asked++
	case Refused:
		t.Refused++
	default:
		t.Wrong++
	}
	if c.changed {
		t.ChangedWrongly++
	}
}

func (t Tally) count() int { return t.Right + t.Asked + t.Refused + t.Wrong }

func reportOf(cases []CaseResult) Report {
	r := Report{Cases: cases}
	for _, c := range cases {
		r.add(c)
	}
	return r
}

// Print writes the table: a row a kind and one a language, then all. With notes it tells first what came of the cases that
// are not right.
func (r Report) Print(w io.Writer, notes bool) error {
	kinds, langs := map[string]*Tally{}, map[string]*Tally{}
	for _, c := range r.Cases {
		if notes && c.Result != Right {
			_, _ = fmt.Fprintf(w, "%s %s%s\n", c.ID, c.Result, c.note)
		}
		for _, by := range []struct {
			in  map[string]*Tally
			key string
		}{{kinds, c.kind}, {langs, c.lang}} {
			if by.in[by.key] == nil {
				by.in[by.key] = &Tally{}
			}
			by.in[by.key].add(c)
		}
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "KIND\tCASES\tRIGHT\tASKED\tREFUSED\tWRONG\tCHANGED WRONGLY\t")
	rows(t, kinds)
	if len(langs) > 1 || langs[""] == nil {
		rows(t, langs)
	}
	row(t, "all", r.Tally)
	return t.Flush()
}

func rows(t io.Writer, of map[string]*Tally) {
	keys := make([]string, 0, len(of))
	for k := range of {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		name := k
		if name == "" {
			name = "(none)"
		}
		row(t, name, *of[k])
	}
}

func row(t io.Writer, name string, n Tally) {
	share := 0.0
	if n.count() > 0 {
		share = 100 * float64(n.Right) / float64(n.count())
	}
	_, _ = fmt.Fprintf(t, "%s\t%d\t%d (%.1f %%)\t%d\t%d\t%d\t%d\t\n", name, n.count(), n.Right, share, n.Asked, n.Refused, n.Wrong, n.ChangedWrongly)
}
