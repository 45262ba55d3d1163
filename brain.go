package evercart

import (
	"context"
	"iter"
)

// Prompt is all that a brain is given for one step.
type Prompt struct {
	Policy  string // with Tools and Shop the cached prefix: the same bytes for every shopper
	Tools   []ToolSpec
	Shop    string     // the shop's own prompt; Policy wins
	Facts   string     // cart, focus, context, open question, rendered from State: data, not instructions
	State   State      // for a brain that needs no prose; with the effects of this turn's steps so far
	History []Exchange // whole turns, oldest first, as heard
	Now     Exchange   // the open turn, with the steps taken so far by whichever brain
	Locale  string
	NoCalls bool // only say how it stands: step cap, or another brain has acted in this turn
}

// Exchange is a turn as its events tell it; it is never stored as such.
type Exchange struct {
	Turn  TurnID
	What  string // Utterance.What
	Words Personal
	Heard Personal
	Steps []Step
	How   Ending
}

// Step is one request to a model and what came of it.
type Step struct {
	Brain   string     `json:"brain"`
	Text    Personal   `json:"text,omitempty"`
	Calls   []ToolCall `json:"calls,omitempty"`
	Results []Result   `json:"results,omitempty"` // one a call, same order; never fewer when given to a brain
	Opaque  []byte     `json:"opaque,omitempty"`  // vendor blocks, given back unchanged and only to the same brain and model
}

// Thought is a piece of a step. The last one has Stop; without it the stream was cut, and its calls do not exist.
type Thought struct {
	Text   string    // a piece of what is said
	Call   *ToolCall // whole
	Ask    *Question // what this step's words ask, for a brain that knows
	Stop   Stop
	Sure   float64 // 0..1, with Stop; 0 = the brain does not say
	Opaque []byte  // with Stop
	Usage  Usage   // with Stop
	Model  string  // with Stop
}

// Stop says why a step ended.
type Stop string

// The stops.
const (
	StopSaid    Stop = "said"    // the turn is over
	StopCalls   Stop = "calls"   // run them and come back
	StopLength  Stop = "length"  // cut at the length limit; calls of this step do not exist
	StopRefused Stop = "refused" // the model declined
)

// Brain decides what to do with a turn.
type Brain interface {
	Name() string
	// AtOnce: it thinks in memory, in no time, so the whole turn may be one change, and thought again on a conflict.
	AtOnce() bool
	// Think takes one step and holds nothing between steps: the same Prompt may go to another brain or node. Leaving the
	// loop or cancelling ctx stops it. RateLimited, Unavailable, Timeout, TooLarge, Invalid, ModelRefused, Unauthorized.
	Think(context.Context, Prompt) iter.Seq2[Thought, error]
}
