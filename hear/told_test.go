package hear_test

import (
	"strings"
	"testing"

	"github.com/evercart/evercart/hear"
)

func TestHeard(t *testing.T) {
	t.Parallel()
	const sent = "The ivory silk blouse is eighty-nine dollars and fifty cents. Shall I also add the brown loafers in size nine?"
	for account, want := range map[string]string{
		"The ivory silk blouse is eighty-nine":               "The ivory silk blouse is eighty-nine",
		"the ivory  silk blouse, is eightynine DOLLARS":      "The ivory silk blouse is eighty-nine dollars",
		"The ivory silk blouse is eighty nine dollars":       "The ivory silk blouse is eighty-nine dollars",
		"The ivory blouse is eighty-nine":                    "The ivory silk blouse is eighty-nine",
		"The ivory ivory silk blouse":                        "The ivory silk blouse",
		"":                                                   "",
		"Something else altogether, of another conversation": "",
		sent: sent,
		sent + " And much more than was ever said.": sent,
	} {
		if got := hear.Heard(sent, account); got != want {
			t.Errorf("%q: %q, not %q", account, got, want)
		}
	}
}

// Told finds what was heard in an account of more.
func TestTold(t *testing.T) {
	t.Parallel()
	sent := "The boots cost 89 dollars and 50 cents. Shall I add a pair?"
	for account, want := range map[string]string{
		"the boots cost eighty nine dollars and fifty cents shall i add a pair": sent,
		"hello there the boots cost": "The boots cost",
		"The boots cost 89 dollars":  "The boots cost 89 dollars",
	} {
		if got, ok := hear.Told(sent, account); !ok || got != want {
			t.Errorf("%q: %q %v", account, got, ok)
		}
	}
	if got, ok := hear.Told(sent, strings.Repeat("la ", 5000)); ok || got != "" {
		t.Errorf("%q %v", got, ok)
	}
}
