package channel_test

import (
	"strings"
	"testing"

	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/hear"
)

// Whatever a platform reports as heard, no more and nothing else is remembered than was sent.
func FuzzHeard(f *testing.F) {
	f.Add("Your total is ten dollars. Anything else?", "your total is ten")
	f.Add("¿Algo más?", "algo más")
	f.Add("a b c", "c b a")
	f.Add("\xff one", "one \xff")
	f.Fuzz(func(t *testing.T, sent, account string) {
		if got := hear.Heard(sent, account); !strings.HasPrefix(sent, got) {
			t.Fatalf("%q of %q", got, sent)
		}
		var s channel.Speech
		s.Sent("t", sent, false)
		s.Played(account)
		s.Played(account)
		s.CutIn(account)
		for _, stop := range s.Clear() {
			if !strings.HasPrefix(strings.TrimSpace(sent), stop.Heard) {
				t.Fatalf("%q of %q", stop.Heard, sent)
			}
		}
	})
}
