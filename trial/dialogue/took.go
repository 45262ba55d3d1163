package dialogue

import (
	"fmt"
	"slices"
	"time"

	"github.com/evercart/evercart"
)

// took is what models took for dialogues: nothing where none was asked.
type took struct {
	usage  evercart.Usage
	firsts []time.Duration // of each turn that a model answered, from the words to the first sentence of the answer
}

func (t *took) add(u evercart.Usage, first time.Duration) {
	if u == (evercart.Usage{}) {
		return
	}
	t.usage = t.usage.Plus(u)
	if first > 0 {
		t.firsts = append(t.firsts, first)
	}
}

func (t *took) plus(o took) {
	t.usage, t.firsts = t.usage.Plus(o.usage), append(t.firsts, o.firsts...)
}

// first is a quantile of the times to the first sentence.
func (t took) first(q float64) time.Duration {
	if len(t.firsts) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t.firsts))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// Models is what models took for a run.
type Models struct {
	Usage    evercart.Usage `json:"usage"`
	FirstP50 int64          `json:"first_p50_ms"` // from the words to the first sentence
	FirstP95 int64          `json:"first_p95_ms"`
}

func (t took) models() *Models {
	if t.usage == (evercart.Usage{}) {
		return nil
	}
	return &Models{t.usage, t.first(0.5).Milliseconds(), t.first(0.95).Milliseconds()}
}

// line tells of the models as a person reads it.
func (m Models) line() string {
	u := m.Usage
	return fmt.Sprintf("models: %d tokens in (%d cached), %d out, %.4f USD; first sentence after %d ms (half), %d ms (95 %%)\n",
		u.In, u.Cached, u.Out, float64(u.MicroUSD)/1e6, m.FirstP50, m.FirstP95)
}
