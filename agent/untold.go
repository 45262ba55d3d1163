package agent

import (
	"context"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/claims"
	"github.com/evercart/evercart/hear"
)

// untold are the calls of this turn that did something of which its words say nothing: whatever a model was talked into by a text that it read,
// the shopper hears what it did. A call is told where its goods are named, or where none are and the words claim something that is so ("both
// are in your cart"). In a language that is not judged nobody can tell.
func (w *work) untold(ctx context.Context) []evercart.Step {
	var done []evercart.Step // a step for each call
	for _, s := range w.now.Steps {
		for _, r := range s.Results {
			if slices.ContainsFunc(r.Did, heardOfAlways) {
				done = append(done, evercart.Step{Results: []evercart.Result{r}})
			}
		}
	}
	said := w.said()
	spoken := hear.SpokenOver(said, w.locale)
	if len(done) == 0 || !claims.Judges(spoken) {
		return nil
	}
	rest := slices.DeleteFunc(slices.Clone(done), func(s evercart.Step) bool {
		return slices.ContainsFunc(s.Results[0].Did, func(d evercart.Deed) bool { return d.Title != "" && claims.Names(spoken, said, d.Title) })
	})
	if len(rest) == len(done) && claims.Check(spoken, said, w.truth(ctx)).Borne > 0 {
		return nil
	}
	return rest
}

// heardOfAlways says that a shopper hears of a deed in any case: what was merely noted need not be said.
func heardOfAlways(d evercart.Deed) bool { return d.Kind.Changes() && d.Kind != evercart.DeedNoted }
