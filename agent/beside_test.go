package agent_test

import (
	"context"
	"slices"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// shows is a tool that only looks things up.
type shows struct{}

func (shows) Spec() evercart.ToolSpec { return evercart.ToolSpec{Name: "shows"} }
func (shows) Prepare(_ context.Context, _ evercart.State, c evercart.ToolCall) (evercart.Effect, error) {
	return func(evercart.State) (evercart.Change, evercart.Result, error) {
		return evercart.Change{}, evercart.Result{Say: "There.", Shown: []evercart.SKU{evercart.SKU(c.Args.Reveal())}}, nil
	}, nil
}

// Who has two things looked up in one step speaks of both ("which one is cheaper?"); who adds two things has the last one in mind,
// and a later step begins anew.
func TestWhatAStepLooksUpIsSpokenOfTogether(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		steps [][]evercart.Thought
		want  []evercart.SKU
	}{
		"looked up together":    {[][]evercart.Thought{{call("shows", "1"), call("shows", "2"), stop(evercart.StopCalls)}}, []evercart.SKU{"1", "2"}},
		"one after the other":   {[][]evercart.Thought{{call("shows", "1"), stop(evercart.StopCalls)}, {call("shows", "2"), stop(evercart.StopCalls)}}, []evercart.SKU{"2"}},
		"looked up, then added": {[][]evercart.Thought{{call("shows", "1"), adds("SCF-RED"), stop(evercart.StopCalls)}}, []evercart.SKU{"SCF-RED"}},
		"added, then looked up": {[][]evercart.Thought{{adds("SCF-RED"), call("shows", "1"), stop(evercart.StopCalls)}}, []evercart.SKU{"1"}},
	} {
		for _, once := range []bool{false, true} {
			model := script("model", append(c.steps, []evercart.Thought{text("Well."), stop(evercart.StopSaid)})...)
			model.once = once
			b := newBench(t, with(model), func(conf *agent.Config) { conf.Tools = append(conf.Tools, shows{}) })
			b.begin()
			b.answered("t-1", "show me")
			if got := b.begin().Focus; !slices.Equal(got, c.want) {
				t.Errorf("%s, at once %v: in focus are %v, want %v", name, once, got, c.want)
			}
		}
	}
}
