package dialogue

import (
	"encoding/xml"
	"fmt"
	"io"
	"time"
)

// Report is the sum of a run. Pass1 is the share of dialogues that pass when played once, PassN that of those that passed
// every time.
type Report struct {
	Passed    int       `json:"passed"` // dialogues that passed every time
	Failed    int       `json:"failed"`
	Skipped   int       `json:"skipped"`
	Repeat    int       `json:"repeat"`
	Pass1     float64   `json:"pass_1"`
	PassN     float64   `json:"pass_n"`
	Millis    int64     `json:"ms"`
	Models    *Models   `json:"models,omitempty"` // nil = none was asked
	Dialogues []Outcome `json:"dialogues"`
}

// Sum makes a report.
func Sum(outcomes []Outcome, whole time.Duration) Report {
	r := Report{Millis: whole.Milliseconds(), Dialogues: outcomes}
	once := 0.0
	var models took
	for _, o := range outcomes {
		switch {
		case o.Skipped != "":
			r.Skipped++
			continue
		case o.Passed == o.Of:
			r.Passed++
		default:
			r.Failed++
		}
		r.Repeat = max(r.Repeat, o.Of)
		models.plus(o.models)
		once += float64(o.Passed) / float64(max(1, o.Of))
	}
	if played := r.Passed + r.Failed; played > 0 {
		r.Pass1, r.PassN = once/float64(played), float64(r.Passed)/float64(played)
	}
	r.Models = models.models()
	return r
}

// Print writes a report as a person reads it.
func (r Report) Print(w io.Writer) error {
	for _, o := range r.Dialogues {
		switch {
		case o.Skipped != "":
			_, _ = fmt.Fprintf(w, "skip  %s:%d  %s: %s\n", o.File, o.Line, o.Name, o.Skipped)
		case o.Passed < o.Of:
			times := ""
			if o.Of > 1 {
				times = fmt.Sprintf(" (%d of %d times)", o.Of-o.Passed, o.Of)
			}
			_, _ = fmt.Fprintf(w, "FAIL  %s:%d  %s%s\n", o.File, o.Line, o.Name, times)
			for _, f := range o.Failures {
				_, _ = fmt.Fprintf(w, "      %s:%d: %s\n        but %s\n", f.File, f.Line, f.Wanted, f.Got)
			}
		}
	}
	skipped := ""
	if r.Skipped > 0 {
		skipped = fmt.Sprintf(", %d skipped", r.Skipped)
	}
	if r.Repeat > 1 {
		_, _ = fmt.Fprintf(w, "pass^1 %.1f %%, pass^%d %.1f %%\n", 100*r.Pass1, r.Repeat, 100*r.PassN)
	}
	if r.Models != nil {
		_, _ = io.WriteString(w, r.Models.line())
	}
	_, err := fmt.Fprintf(w, "%d dialogues passed, %d failed%s (%.1f s)\n", r.Passed, r.Failed, skipped, float64(r.Millis)/1000)
	return err
}

// The elements of a JUnit report, as build servers read them.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`

		took time.Duration
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr"`
		Line    int           `xml:"line,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Skipped *junitSkip    `xml:"skipped,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkip struct {
		Message string `xml:"message,attr"`
	}
)

// JUnit writes a report as JUnit XML: a file is a suite, a dialogue a case.
func (r Report) JUnit(w io.Writer) error {
	all := junitSuites{Tests: len(r.Dialogues), Failures: r.Failed, Skipped: r.Skipped, Time: seconds(time.Duration(r.Millis) * time.Millisecond)}
	at := map[string]int{}
	for _, o := range r.Dialogues {
		i, known := at[o.File]
		if !known {
			i = len(all.Suites)
			at[o.File] = i
			all.Suites = append(all.Suites, junitSuite{Name: o.File})
		}
		all.Suites[i].add(o)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) add(o Outcome) {
	c := junitCase{Name: o.Name, Class: o.File, File: o.File, Line: o.Line, Time: seconds(o.Took)}
	s.Tests++
	s.took += o.Took
	s.Time = seconds(s.took)
	switch {
	case o.Skipped != "":
		s.Skipped++
		c.Skipped = &junitSkip{o.Skipped}
	case o.Passed < o.Of:
		s.Failures++
		c.Failure = failureOf(o)
	}
	s.Cases = append(s.Cases, c)
}

func failureOf(o Outcome) *junitFailure {
	out := &junitFailure{Message: fmt.Sprintf("passed %d of %d times", o.Passed, o.Of)}
	for i, f := range o.Failures {
		if i == 0 {
			out.Message = fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Wanted)
		}
		out.Text += fmt.Sprintf("%s:%d: %s\n  but %s\n", f.File, f.Line, f.Wanted, f.Got)
	}
	return out
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
