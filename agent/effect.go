package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/evercart/evercart"
)

// runCalls commits a step's calls in order, each with its result; the model's message goes with the first. Once the thinking
// is cut, the calls not begun are answered "not done" in the closing commit.
func (w *work) runCalls(ctx context.Context, n int, out stepped) error {
	defer w.stage("tools", w.a.Clock.Now())
	step := evercart.Step{Brain: w.brain.Name(), Text: evercart.Private(out.text), Calls: numbered(n, out.calls), Opaque: out.opaque}
	if out.ask != nil {
		w.pending = append(w.pending, &evercart.QuestionAsked{Question: *out.ask})
	}
	for i, call := range step.Calls {
		if ctx.Err() != nil {
			w.leaveUndone(&step, i)
			break
		}
		result, err := w.effect(ctx, step, call, i == 0)
		if err != nil {
			return err
		}
		step.Results = append(step.Results, result)
		w.acted = true
		w.learn(result)
	}
	w.now.Steps = append(w.now.Steps, step)
	if ctx.Err() != nil {
		return evercart.AsError(context.Cause(ctx))
	}
	return nil
}

// effect runs one call: it reads, then its change, its result and, with the first call of a step, the model's message are
// one commit. What the change would take and cannot have is a result too.
func (w *work) effect(ctx context.Context, step evercart.Step, call evercart.ToolCall, first bool) (evercart.Result, error) {
	read, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.a.Limits.Commit)
	defer cancel()
	defer w.does(call.Tool)()
	if w.repeats(call) {
		return w.commitCall(ctx, step, readied{w: w, call: call, again: true}, first)
	}
	r := w.readyCall(read, w.newest(), call).after(step)
	result, err := w.commitCall(ctx, step, r, first)
	switch code := evercart.CodeOf(err); code {
	case evercart.OutOfStock, evercart.CouponRefused, evercart.PriceChanged:
		return w.commitCall(ctx, step, readied{w: w, call: call, err: err}, first)
	default:
		return result, err
	}
}

// repeats says that the step before this one that changed something made this very call: a model that does not come to an end
// asks for the same thing over and over, and the shopper would have eight of it. Who wants two asks for two, or makes two calls in
// one step.
func (w *work) repeats(call evercart.ToolCall) bool {
	tool, ok := w.a.tools[call.Tool]
	if !ok || !tool.Spec().Changes || len(compact(call)) <= len("{}") {
		return false
	}
	for _, s := range slices.Backward(w.now.Steps) {
		acted := false
		for i, r := range s.Results {
			if t, ok := w.a.tools[s.Calls[i].Tool]; !ok || !t.Spec().Changes || r.Code != "" || r.Question != nil {
				continue
			}
			if acted = true; s.Calls[i].Tool == call.Tool && compact(s.Calls[i]) == compact(call) {
				return true
			}
		}
		if acted {
			return false
		}
	}
	return false
}

// compact is a call's arguments without blanks between them.
func compact(c evercart.ToolCall) string {
	var b bytes.Buffer
	if json.Compact(&b, c.Args.Reveal()) != nil {
		return ""
	}
	return b.String()
}

func (w *work) commitCall(ctx context.Context, step evercart.Step, r readied, first bool) (result evercart.Result, err error) {
	_, err = w.commit(ctx, "agent", func(s evercart.State) (evercart.Change, error) {
		if answered(s, r.call.ID) {
			return evercart.Change{}, nil // by (turn, call): once
		}
		var c evercart.Change
		c, result = r.on(s)
		result.Did = r.did(s, c, result)
		var head []evercart.Fact
		if first {
			head = append(head, thought(step))
		}
		c.Facts = slices.Concat(head, c.Facts, []evercart.Fact{done(r.call.Tool, result)})
		return c, nil
	})
	return result, err
}

func answered(s evercart.State, id evercart.CallID) bool {
	return slices.ContainsFunc(s.Calls, func(c evercart.CallMark) bool { return c.ID == id && c.Code != evercart.CallOpen })
}

// leaveUndone answers the calls from the i-th on, which were not begun.
func (w *work) leaveUndone(step *evercart.Step, i int) {
	if i == 0 {
		w.pending = append(w.pending, thought(*step))
	}
	for _, call := range step.Calls[i:] {
		r := notDone(call)
		step.Results = append(step.Results, r)
		w.pending = append(w.pending, done(call.Tool, r))
	}
}

// leftOpen answers the calls that are still open when a turn closes and that nothing in head answers: their commit failed, so they were not done.
func leftOpen(s evercart.State, head []evercart.Fact) []evercart.Fact {
	answers := func(id evercart.CallID) bool {
		return slices.ContainsFunc(head, func(f evercart.Fact) bool {
			d, ok := f.(*evercart.CallDone)
			return ok && d.Call.ID == id
		})
	}
	var out []evercart.Fact
	for _, c := range s.Calls {
		if c.Code == evercart.CallOpen && !answers(c.ID) {
			out = append(out, doneMark(c))
		}
	}
	return out
}
