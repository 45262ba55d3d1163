package evercart

import (
	"encoding/json"
	"fmt"
	"io"
)

// Personal hides itself from fmt, but where a verb does not fit a pointer inside a value ("%s" of an event), fmt prints what it
// points to without asking. So all that is reached by a pointer and holds personal text prints itself as its clear JSON.

func (f *TurnOpened) Format(s fmt.State, _ rune)  { show(s, string(f.Kind()), f) }
func (f *StepThought) Format(s fmt.State, _ rune) { show(s, string(f.Kind()), f) }
func (f *CallDone) Format(s fmt.State, _ rune)    { show(s, string(f.Kind()), f) }
func (f *ContextSet) Format(s fmt.State, _ rune)  { show(s, string(f.Kind()), f) }
func (f *WordsSent) Format(s fmt.State, _ rune)   { show(s, string(f.Kind()), f) }
func (f *TurnClosed) Format(s fmt.State, _ rune)  { show(s, string(f.Kind()), f) }
func (f *ReplyHeard) Format(s fmt.State, _ rune)  { show(s, string(f.Kind()), f) }
func (f *SummaryMade) Format(s fmt.State, _ rune) { show(s, string(f.Kind()), f) }
func (f *HandedOff) Format(s fmt.State, _ rune)   { show(s, string(f.Kind()), f) }

// Format hides what is personal from every verb of fmt.
func (s State) Format(f fmt.State, _ rune) { show(f, "state", s) }

// Format hides what is personal from every verb of fmt.
func (r Reply) Format(f fmt.State, _ rune) { show(f, "reply", r) }

// Format hides what is personal from every verb of fmt.
func (c ToolCall) Format(f fmt.State, _ rune) { show(f, "call", c) }

// Format hides what is personal from every verb of fmt.
func (s Shopper) Format(f fmt.State, _ rune) { show(f, "shopper", s) }

func show(f fmt.State, name string, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		b = []byte("{?}")
	}
	_, _ = io.WriteString(f, name+string(b))
}
