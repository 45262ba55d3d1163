package bench

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// Talk is what came of turns with a scripted model. Times are milliseconds.
type Talk struct {
	Store    string  `json:"store"`
	Sessions int     `json:"sessions"`
	ThinkMS  int64   `json:"think_ms"`
	FirstMS  int64   `json:"model_first_ms"` // as it was told to take
	Tokens   int     `json:"model_tokens_per_second"`
	Seconds  float64 `json:"seconds"`

	Turns      int   `json:"turns"`
	WithTool   int   `json:"with_tool"`
	Refused    int   `json:"refused"`
	NotDurable int   `json:"not_durable"`
	Again      int   `json:"asked_again"` // turns for which the model was asked more often than they need
	Unordered  int   `json:"unordered"`   // replies that are not what was sent, in order
	Silence    Times `json:"silence_ms"`  // from the words to the first text, a filler or not
	First      Times `json:"first_sentence_ms"`
	Own        Times `json:"own_ms"`      // of that, beyond what the model's own times add up to: turns without a tool
	OwnTool    Times `json:"own_tool_ms"` // turns with one
	Model      Times `json:"model_ms"`    // what they add up to: turns without a tool
	ModelTool  Times `json:"model_tool_ms"`
	Measured   int   `json:"measured"` // turns of which the model's own account is there
	Fillers    int   `json:"fillers"`
	Twice      int   `json:"fillers_twice_running"`

	Prompt *Prompts `json:"prompt,omitempty"`
}

// Prompts are the tokens that a model was told in a turn of one long session, means over the mix.
type Prompts struct {
	Turns int   `json:"turns"`
	Early int64 `json:"tokens_at_50"`
	Late  int64 `json:"tokens_at_end"`
}

// count reads the turns, and what the model says of each.
func (r *Talk) count(callers []*caller, took map[string][]asked) {
	var silence, first, own, ownTool, model, modelTool []time.Duration
	for _, c := range callers {
		r.Refused += c.refused
		r.NotDurable += c.light
		last := ""
		for _, t := range c.turns {
			r.Turns++
			if t.tool {
				r.WithTool++
			}
			if !t.order {
				r.Unordered++
			}
			for _, f := range t.fillers {
				r.Fillers++
				if f == last {
					r.Twice++
				}
				last = f
			}
			silence, first = append(silence, t.broken), append(first, t.first)
			sum, again, ok := t.model(took[t.name])
			if again {
				r.Again++
			}
			if !ok {
				continue
			}
			r.Measured++
			if t.tool {
				modelTool, ownTool = append(modelTool, sum), append(ownTool, t.first-sum)
			} else {
				model, own = append(model, sum), append(own, t.first-sum)
			}
		}
	}
	r.Silence, r.First = timesOf(silence), timesOf(first)
	r.Own, r.OwnTool, r.Model, r.ModelTool = timesOf(own), timesOf(ownTool), timesOf(model), timesOf(modelTool)
}

// model is what the model took of a turn until its first sentence was whole.
func (t talkTurn) model(list []asked) (sum time.Duration, again, ok bool) {
	want := 1
	if t.tool {
		want = 2
	}
	if len(list) != want {
		return 0, len(list) > want, false
	}
	for i, a := range list {
		at := len(a.Times) - 1
		if i == want-1 {
			at = t.event
		}
		if at < 0 || at >= len(a.Times) {
			return 0, false, false
		}
		sum += time.Duration(a.Times[at]) * time.Microsecond
	}
	return sum, false, true
}

// Print writes the report for a person.
func (r Talk) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name string, format string, args ...any) {
		_, _ = fmt.Fprintf(t, "%s\t"+format+"\n", append([]any{name}, args...)...)
	}
	row("live sessions", "%d, %.1f s to think, for %.1f s, on %s", r.Sessions, float64(r.ThinkMS)/1000, r.Seconds, r.Store)
	row("the model", "%d ms to the first token, %d tokens a second", r.FirstMS, r.Tokens)
	row("turns", "%d, %d of them with a tool; %d refused, %d not durable, %d asked again, %d out of order", r.Turns, r.WithTool, r.Refused, r.NotDurable, r.Again, r.Unordered)
	row("fillers", "%d, %d of them twice running", r.Fillers, r.Twice)
	if p := r.Prompt; p != nil {
		row("tokens told in a turn", "%d at turn %d, %d at turn %d", p.Early, promptsAt, p.Late, p.Turns)
	}
	_, _ = fmt.Fprintln(t, "\t\nMILLISECONDS\tP50\tP95\tP99")
	times := func(name string, v Times) { row(name, "%.1f\t%.1f\t%.1f", v.P50, v.P95, v.P99) }
	times("words to the first text (bar 950)", r.Silence)
	times("words to the first sentence", r.First)
	times("  no tool: the model's own times", r.Model)
	times("  no tool: beyond them (bar 30)", r.Own)
	times("  one tool: the model's own times", r.ModelTool)
	times("  one tool: beyond them (bar 60)", r.OwnTool)
	return t.Flush()
}
