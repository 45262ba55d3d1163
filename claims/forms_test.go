package claims_test

import (
	"os"
	"strings"
	"testing"

	"github.com/evercart/evercart/claims"
)

// unsaid are sentences around a claim in which it is none: it is asked, to come, or looked into.
var unsaid = map[string][]string{
	"de": {"Wenn Sie möchten: %s?", "Soll es heißen: %s?"},
	"en": {"Let me check whether %s.", "I'll let you know once %s.", "Tell me if %s.", "I can't say whether %s.", "You asked me whether %s."},
}

// lines reads a file of testdata without its comments.
func lines(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

// A deed is told in many ways. Each is a claim: it is let through where the deed was done, stopped where nothing was, and it is none where it
// is only asked for.
func TestForms(t *testing.T) {
	t.Parallel()
	for language, least := range map[string]int{"en": 450, "de": 180, "es": 185} {
		all := lines(t, "forms-"+language+".txt")
		for _, line := range all {
			name, s, _ := strings.Cut(line, " ")
			if f := claims.Check(language, s, fixture(t, name)).False; len(f) > 0 {
				t.Errorf("%s %s: %q is stopped: %+v", language, name, s, f)
			}
			if len(claims.Check(language, s, fixture(t, "N")).False)+len(claims.Check(language, s, fixture(t, "X")).False) == 0 {
				t.Errorf("%s %s: %q is let through", language, name, s)
			}
			for _, u := range unsaid[language] {
				half, ok := clause(s)
				if f := claims.Check(language, strings.Replace(u, "%s", half, 1), fixture(t, "X")).False; ok && len(f) > 0 {
					t.Errorf("%s %s: %q is stopped: %+v", language, u, half, f)
				}
			}
		}
		if len(all) < least {
			t.Errorf("%s: only %d forms", language, len(all))
		}
	}
}

// clause says whether a sentence may stand behind "whether", and how.
func clause(s string) (string, bool) {
	first, rest, _ := strings.Cut(strings.TrimRight(s, ".!"), " ")
	switch low := strings.ToLower(first); low {
	case "i", "i've", "i'm":
		return first + " " + rest, !strings.ContainsAny(rest, ",:")
	case "it's", "it", "the", "you", "you've", "you're", "your", "that's", "we've", "we're", "there's", "my", "a":
		return low + " " + rest, !strings.ContainsAny(rest, ",:")
	}
	return "", false
}

// What claims nothing of this turn is let through, whatever was done in it.
func TestHarmless(t *testing.T) {
	t.Parallel()
	for language, least := range map[string]int{"en": 175, "de": 85, "es": 80} {
		all := lines(t, "harmless-"+language+".txt")
		for _, s := range all {
			for _, name := range strings.Fields("X N B R Q O C P F M T A D H V W K G Z") {
				if f := claims.Check(language, s, fixture(t, name)).False; len(f) > 0 {
					t.Errorf("%s %s: %q is stopped: %+v", language, name, s, f)
				}
			}
		}
		if len(all) < least {
			t.Errorf("%s: only %d", language, len(all))
		}
	}
}
