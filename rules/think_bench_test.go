package rules_test

import (
	"context"
	"iter"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/trial/bench"
)

// heardOut is a brain that keeps what it is asked.
type heardOut struct {
	evercart.Brain
	prompts []evercart.Prompt
}

func (h *heardOut) Think(ctx context.Context, p evercart.Prompt) iter.Seq2[evercart.Thought, error] {
	h.prompts = append(h.prompts, p)
	return h.Brain.Think(ctx, p)
}

// BenchmarkThink is all steps of the turns that evercart bench takes, in a session that has taken them before; without the tools. One
// round is ten turns.
func BenchmarkThink(b *testing.B) {
	c := counterOf(b, catalog.Sample())
	h := &heardOut{Brain: c.brain}
	c.brain = h
	v := c.visit(nil, nil)
	for range 2 {
		h.prompts = nil
		for _, words := range bench.Mix() {
			v.say(words)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range h.prompts {
			for range h.Brain.Think(context.Background(), p) {
			}
		}
	}
}
