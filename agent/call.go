package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/mishap"
)

// readied is a call whose reads are done: on decides it on a state, as often as that is needed.
type readied struct {
	w      *work
	call   evercart.ToolCall
	effect evercart.Effect
	err    error          // of the preparation
	again  bool           // it was carried out in this turn already
	beside []evercart.SKU // shown by what the step looked up before
}

// after lets a call that only looks things up add to what those before it in its step showed: who compares two things speaks of both.
func (r readied) after(step evercart.Step) readied {
	if r.changes(r.call) {
		return r
	}
	for i, result := range step.Results {
		if !r.changes(step.Calls[i]) {
			r.beside = append(r.beside, result.Shown...)
		}
	}
	return r
}

func (r readied) changes(call evercart.ToolCall) bool {
	tool, ok := r.w.a.tools[call.Tool]
	return !ok || tool.Spec().Changes
}

// numbered gives the calls of a step our own ids and takes card numbers out of their arguments.
func numbered(step int, calls []evercart.ToolCall) []evercart.ToolCall {
	out := make([]evercart.ToolCall, len(calls))
	for i, c := range calls {
		c.ID = evercart.CallID(fmt.Sprintf("%d.%d", step+1, i+1))
		if masked, found := hear.Mask(string(c.Args.Reveal())); found {
			c.Args = evercart.PersonalJSON(masked)
		}
		if !json.Valid(c.Args.Reveal()) {
			c.Args = evercart.PersonalJSON("null") // broken text never enters the history; the tool refuses null
		}
		out[i] = c
	}
	return out
}

// ready does the reading half of a call. It fails into a result, never out of the turn.
func (w *work) readyCall(ctx context.Context, s evercart.State, call evercart.ToolCall) (r readied) {
	r = readied{w: w, call: call}
	tool, ok := w.a.tools[call.Tool]
	if !ok {
		r.err = evercart.Errorf(evercart.NotImplemented, "agent", "there is no such tool")
		return r
	}
	if !w.live.allows(call.Tool) {
		r.err = evercart.Errorf(evercart.Forbidden, "agent", "this shop does not allow %s", call.Tool)
		return r
	}
	defer r.caught(&r.err)
	s.Locale = w.locale // a tool answers in the language of the turn
	r.effect, r.err = tool.Prepare(ctx, s, call)
	return r
}

// caught turns a tool's panic into its error.
func (r readied) caught(err *error) {
	if p := recover(); p != nil {
		mishap.Note(r.w.log().With("tool", r.call.Tool), "tool", p)
		*err = evercart.Errorf(evercart.Internal, "agent", "the tool failed")
	}
}

// on decides the call on s: what it changes, and its result. An error of the tool is a result without a change.
func (r readied) on(s evercart.State) (evercart.Change, evercart.Result) {
	if r.again {
		return evercart.Change{}, notAgain(r.call)
	}
	if r.err != nil || r.effect == nil {
		return r.refused(r.err)
	}
	change, result, err := r.run(s)
	if err != nil {
		return r.refused(err)
	}
	result.Call = r.call.ID
	if len(result.Shown) > 0 {
		change.Facts = focused(change.Facts, limited(slices.Concat(r.beside, result.Shown)))
	}
	if result.Question != nil {
		change.Facts = append(slices.Clip(change.Facts), &evercart.QuestionAsked{Question: *result.Question})
	}
	return change, result
}

func (r readied) run(s evercart.State) (c evercart.Change, res evercart.Result, err error) {
	defer r.caught(&err)
	s.Locale = r.w.locale
	return r.effect(s)
}

// refused is the result of a call that did not work: a sentence for the ear, a code and a message for the brain.
func (r readied) refused(err error) (evercart.Change, evercart.Result) {
	if err == nil {
		err = evercart.Errorf(evercart.Internal, "agent", "the tool did nothing")
	}
	e := evercart.AsError(err)
	say := r.w.voice().Error(err)
	told := map[string]string{"error": string(e.Code), "say": say}
	if e.Code != evercart.Internal && e.Message != "" {
		told["message"] = e.Message
	}
	data, _ := json.Marshal(told) // strings alone: cannot fail
	return evercart.Change{}, evercart.Result{Call: r.call.ID, Say: evercart.Private(say), Code: e.Code, Data: data}
}

// done is the fact of a call's result.
func done(tool string, r evercart.Result) *evercart.CallDone {
	f := &evercart.CallDone{Call: evercart.CallMark{ID: r.Call, Tool: tool, Code: r.Code}}
	f.Personal.Result = r
	return f
}

// notDone is the result of a call that was never begun.
func notDone(call evercart.ToolCall) evercart.Result {
	return evercart.Result{Call: call.ID, Code: evercart.Canceled, Data: evercart.PersonalJSON(`{"error":"canceled","message":"not done: nothing was changed by this call"}`)}
}

// notKnown is the result of a call whose own was lost.
func notKnown(call evercart.ToolCall) evercart.Result {
	return evercart.Result{Call: call.ID, Code: evercart.OutcomeUnknown, Data: evercart.PersonalJSON(
		`{"error":"outcome_unknown","message":"what became of this call is not known: it may have been done or not; the cart in the newest facts is what is so"}`)}
}

// notAgain is the result of a call that repeats the one before.
func notAgain(call evercart.ToolCall) evercart.Result {
	return evercart.Result{Call: call.ID, Code: evercart.Conflict, Data: evercart.PersonalJSON(
		`{"error":"conflict","message":"this very call was carried out in this turn already, and was not carried out again; where the shopper wants more of it, set the quantity of its line"}`)}
}

// thought is the fact of a step's message, with its calls still open.
func thought(s evercart.Step) *evercart.StepThought {
	f := &evercart.StepThought{Calls: make([]evercart.CallMark, len(s.Calls))}
	for i, c := range s.Calls {
		f.Calls[i] = evercart.CallMark{ID: c.ID, Tool: c.Tool}
	}
	s.Results = nil // each stands in its own fact
	f.Personal.Step = s
	return f
}

// learn keeps of a result what the reply needs.
func (w *work) learn(r evercart.Result) {
	for _, sku := range r.Shown {
		if len(w.shown) < maxShown && !containsSKU(w.shown, sku) {
			w.shown = append(w.shown, sku)
		}
	}
}

const maxShown = 10

// focused says what was shown: in the tool's own focus.set, where it ends with one, since that says what was looked for.
func focused(in []evercart.Fact, shown []evercart.SKU) []evercart.Fact {
	n := len(in)
	f := &evercart.FocusSet{SKUs: shown}
	if n > 0 {
		if own, ok := in[n-1].(*evercart.FocusSet); ok {
			n, f.Looked = n-1, own.Looked
		}
	}
	return append(in[:n:n], f)
}

func containsSKU(list []evercart.SKU, sku evercart.SKU) bool {
	for _, s := range list {
		if s.Fold() == sku.Fold() {
			return true
		}
	}
	return false
}
