package twilio

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
)

// maxFrame bounds a frame of the platform's, in bytes: the longest words with all that stands around them.
const maxFrame = 64 << 10

// frame is one message of the platform. Fields of other kinds of frames are left empty, unknown ones are passed over.
type frame struct {
	Type string `json:"type"`

	// setup
	Session text              `json:"sessionId"`
	Call    text              `json:"callSid"`
	Account text              `json:"accountSid"`
	From    text              `json:"from"`
	To      text              `json:"to"`
	Way     text              `json:"direction"`
	Params  map[string]string `json:"customParameters"`

	// prompt
	Prompt evercart.Personal `json:"voicePrompt"`
	Lang   text              `json:"lang"`
	Last   *flag             `json:"last"`

	Digit     text              `json:"digit"`                   // dtmf
	Until     evercart.Personal `json:"utteranceUntilInterrupt"` // interrupt
	Complaint text              `json:"description"`             // error: may quote what was said, so it is never logged
	Name      text              `json:"name"`                    // info
	Value     json.RawMessage   `json:"value"`                   // of any shape
}

// text is a string that older versions may send as a number, or not at all.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*t = text(s)
		return nil
	}
	var n json.Number
	if json.Unmarshal(b, &n) == nil {
		*t = text(n)
	}
	return nil
}

// flag is a bool that older versions may send as a word.
type flag bool

// UnmarshalJSON implements json.Unmarshaler.
func (f *flag) UnmarshalJSON(b []byte) error {
	on, err := strconv.ParseBool(strings.Trim(string(b), `"`))
	*f = flag(err == nil && on)
	return nil
}

// readFrame reads a frame. Invalid.
func readFrame(b []byte) (frame, error) {
	var f frame
	if err := json.Unmarshal(b, &f); err != nil || f.Type == "" {
		return f, evercart.Errorf(evercart.Invalid, "twilio", "a frame is a JSON object with a type")
	}
	return f, nil
}

// whole says that a prompt is the caller's last word, and not what was understood so far.
func (f frame) whole() bool { return f.Last == nil || bool(*f.Last) }

// value is the value of an info frame where it is a string.
func (f frame) value() string {
	var t text
	_ = json.Unmarshal(f.Value, &t) // another shape is none that we know
	return string(t)
}

// The frames that are sent.
type (
	textFrame struct {
		Type          string `json:"type"` // text
		Token         string `json:"token"`
		Last          bool   `json:"last"`
		Lang          string `json:"lang,omitempty"`
		Interruptible *bool  `json:"interruptible,omitempty"`
	}
	endFrame struct {
		Type    string `json:"type"` // end
		HandOff string `json:"handoffData,omitempty"`
	}
)

// handOff is what is handed to the action callback: a code, and the ticket of a caller to be put through. Nothing personal.
type handOff struct {
	Reason string `json:"reason"`
	Ticket string `json:"ticket,omitempty"`
}

// Why we end a connection.
const (
	endTransfer = "transfer" // a person takes over
	endBye      = "goodbye"  // the caller said so
	endSilence  = "silence"  // nobody is there
	endFailed   = "failed"   // the conversation cannot begin
)
