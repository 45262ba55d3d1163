package evercart

import (
	"context"
	"encoding/json"
)

// ToolSpec is a tool as a brain sees it.
type ToolSpec struct {
	Name    string
	About   string
	Schema  json.RawMessage // strict JSON Schema; no session, identity or price is ever a parameter
	Changes bool            // it may change the cart or the context
	// Does lists the kinds of deeds that it may tell of as done, where Changes is set: a Result's Did of another kind does not count, and a
	// sentence that claims it is false.
	Does []DeedKind
}

// ToolCall is a brain's wish.
type ToolCall struct {
	ID     CallID       `json:"id"`
	Vendor string       `json:"vendor,omitempty"` // the vendor's own id, given back with the result
	Tool   string       `json:"tool"`
	Args   PersonalJSON `json:"args"` // whole and valid JSON, or there is no call
}

// Result is what came of a call.
type Result struct {
	Call     CallID       `json:"call"`
	Say      Personal     `json:"say,omitempty"`  // a sentence or two for the ear, in the session's language
	Data     PersonalJSON `json:"data,omitempty"` // short and absolute: the new cart, not the difference
	Code     Code         `json:"code,omitempty"` // "" = it worked
	Shown    []SKU        `json:"shown,omitempty"`
	Question *Question    `json:"question,omitempty"`
	// Did is what was done, for what is said of it. A tool puts there what its facts alone do not tell (an order's number, what a discount came
	// to); the agent adds what they do.
	Did []Deed `json:"did,omitempty"`
}

// Effect is what a call means to do, decided on the state it is handed: pure, may run again. The Result told is that of the
// run that was committed.
type Effect func(State) (Change, Result, error)

// Tool has two halves: Prepare reads, the Effect that it gives changes. A tool never calls the outside to change it: that
// is a job in its Change.
type Tool interface {
	Spec() ToolSpec
	// Prepare checks the arguments and reads the catalogue; it changes nothing. Its errors become results with a sentence.
	Prepare(context.Context, State, ToolCall) (Effect, error)
}
