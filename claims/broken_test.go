package claims_test

import (
	"testing"

	"github.com/evercart/evercart/claims"
)

// A reading from which a part was taken fails what the whole one passes, so that neither the floors nor the lists of sentences can be passed by a
// check that does not read: each part decides some of the sentences.
func TestBrokenReadingsFail(t *testing.T) {
	t.Parallel()
	cases := map[string][]sentence{}
	for _, language := range []string{"en", "de", "es"} {
		cases[language] = sentences(t, language)
	}
	for part := range claims.Parts {
		for language, list := range cases {
			const least = 2
			wrong := 0
			for _, s := range list {
				if wrong == least {
					break
				}
				if (len(claims.Without(part, language, s.text, s.facts).False) > 0) != s.lie {
					wrong++
				}
			}
			if wrong < least {
				t.Errorf("%s without %s: %d of %d sentences are judged otherwise, want %d at least", language, part, wrong, len(list), least)
			}
		}
	}
}

// sentence is one that was judged rightly by the whole reading.
type sentence struct {
	text  string
	facts claims.Facts
	lie   bool
}

// sentences are all that stand in testdata in one language, each held against what was done, and against nothing.
func sentences(t *testing.T, language string) []sentence {
	t.Helper()
	var out []sentence
	for _, line := range lines(t, "forms-"+language+".txt") {
		name, s := cutFirst(line)
		out = append(out, sentence{s, fixture(t, name), false}, sentence{s, fixture(t, "N"), len(claims.Check(language, s, fixture(t, "N")).False) > 0})
	}
	for _, s := range lines(t, "harmless-"+language+".txt") {
		out = append(out, sentence{s, fixture(t, "X"), false})
	}
	for _, w := range wordings(t) {
		if w.language == language {
			out = append(out, sentence{w.reply, fixture(t, w.fixture), w.lie})
		}
	}
	return out
}
