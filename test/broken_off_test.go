package test

import (
	"strings"
	"sync"
	"testing"
)

// The tool has run, and the answer breaks off inside an amount, in five ways. The scarf is added once, the shopper hears the end and
// the whole amount, and the turn stands once in the transcript, as incomplete, with what was sent.
func TestAnswerBreaksOff(t *testing.T) {
	t.Parallel()
	const totalInWords = "fifty-seven dollars and eighty-three cents"
	const said = "Your scarf is in the cart. The total is fifty-"
	cases := map[string]struct {
		answer map[string]any
		how    string
	}{
		"reset":    {map[string]any{"text": said, "cut": "reset"}, "broken"},
		"error":    {map[string]any{"text": said, "error": map[string]any{"message": "Overloaded", "type": "overloaded_error"}}, "broken"},
		"silent":   {map[string]any{"text": said, "hold": "ever", "hold_at": 8}, "broken"},
		"length":   {map[string]any{"text": said, "finish": "length"}, "broken"},
		"trickles": {map[string]any{"pieces": []string{said, "seven dollars and eighty-three cents."}, "pause": "4s"}, "done"},
	}
	inBoth(t, func(t *testing.T, brain string) {
		var script []rule
		for name, c := range cases {
			script = append(script, rule{"when": map[string]any{"says": name, "step": 1}, "answer": c.answer})
		}
		script = append(script, calls("scarf", call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 1})),
			text("sorry", "The total is $57.83."), rule{"answer": map[string]any{"text": "Hello there."}})
		m := newScripted(t, script...)
		s := start(t, m.with(brain))
		var all sync.WaitGroup
		for name, c := range cases {
			talk := s.open(s.begin("CND-CAF 1"), "")
			all.Go(func() {
				words := "Add a scarf and tell me the total, " + name
				a, err := talk.try(words, "t-1")
				if err != nil || a.Type != "reply" || !a.Cart.is("SCF-RED 1, CND-CAF 1") {
					t.Errorf("%s: %+v %v", name, a.frame, err)
					return
				}
				heard := strings.Join(a.deltas, " ")
				if halfASum.MatchString(heard) || !strings.Contains(heard, totalInWords) || heard != a.Reply {
					t.Errorf("%s: heard %q of %q", name, heard, a.Reply)
				}
				if name == "trickles" && len(a.holds) == 0 {
					t.Errorf("%s: nothing was heard before the first sentence was whole: %q", name, a.deltas)
				}
				if n := len(m.askedFor(words)); n != 2 {
					t.Errorf("%s: the model was asked %d times: the call, then the words that broke off", name, n)
				}
				again, err := talk.try("Sorry, what was the total?", "t-2")
				if err != nil || !again.Cart.is("SCF-RED 1, CND-CAF 1") || !strings.Contains(again.Reply, totalInWords) {
					t.Errorf("%s, then: %q with %s", name, again.Reply, again.Cart)
				}
				turn := s.wantOneTurn(talk.id, words)
				if turn.How != c.how || halfASum.MatchString(turn.Reply) {
					t.Errorf("%s: the transcript has %+v", name, turn)
				}
				s.wantTurns(t, talk.id, 2)
				s.wantWholeSeq(talk.id)
			})
		}
		all.Wait()
		m.wantNo400()
	})
}
