package rules

import (
	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// settlesOn decides for another size or color of what is there: "okay, go with the large then".
var settlesOn = sift.Of(`^(?:(?:oh|hm|hmm|well|so|and|but|okay|ok|right|alright|all right|actually|no|in that case|then|better|let us|i will|we will|i think i will|i would|maybe|perhaps|just|i had better|you know what) )*(?:go (?:with|for)|going (?:with|for)|settle (?:for|on)|better (?:make it|take)|rather have|rather take|opt for) (?:the |a |an |size )*(?P<x>[a-z0-9 ]+?)(?: one| ones)?(?: then| after all| instead| please| in that case| thanks| thank you)*$`)

// goesWith reads that as a change of the one thing that was put in last, where nothing is named but an option that it has not: a second one of it is
// asked for in other words.
func (t *turn) goesWith(text string) (outcome, bool) {
	m := settlesOn.FindStringSubmatch(hear.Text(t.lang.Words(text)))
	lines := t.lastChanged(t.state.Cart.Lines)
	if t.said != "" || m == nil || t.openQuestion() != nil || len(lines) != 1 || !t.onlyOptions(m[1]) {
		return outcome{}, false
	}
	if hits := t.focus(); len(hits) != 1 || hits[0].Product.ID != lines[0].Product {
		return outcome{}, false
	}
	o := t.change(clause{found: found{want: wantChange, rule: true, x: "it", y: m[1]}, text: "make it " + m[1]})
	for _, c := range o.commands {
		if c.Verb != evercart.Swap {
			return outcome{}, false
		}
	}
	return o, len(o.commands) == 1
}
