package wire

import (
	"time"

	"github.com/evercart/evercart"
)

// TurnView is one turn as people read it. Closed 0 and How "" = it runs. Heard null = all of it, as far as is known.
type TurnView struct {
	Turn   evercart.TurnID `json:"turn_id"`
	What   string          `json:"what,omitempty"` // "greeting": nobody spoke, the agent opened
	Opened evercart.Seq    `json:"opened"`
	Closed evercart.Seq    `json:"closed"`
	At     time.Time       `json:"at"`
	Said   string          `json:"said"`
	Reply  string          `json:"reply"`
	Spoken string          `json:"spoken,omitempty"` // as sent to the ear, where it differs
	Heard  *string         `json:"heard"`
	How    evercart.Ending `json:"how"`
	Calls  []Call          `json:"calls,omitempty"`
	Brain  string          `json:"brain,omitempty"`
}

// Call is one tool call. Code "" = it worked, "open" = it has no result yet.
type Call struct {
	ID   evercart.CallID `json:"id"`
	Tool string          `json:"tool"`
	Code evercart.Code   `json:"code,omitempty"`
}

// TurnsOf makes a list of turns.
func TurnsOf(in []evercart.TurnView) []TurnView {
	out := make([]TurnView, 0, len(in))
	for _, t := range in {
		v := TurnView{
			Turn: t.Turn, What: t.What, Opened: t.Opened, Closed: t.Closed, At: t.At.UTC(), Said: t.Said.Reveal(),
			Reply: t.Reply.Reveal(), How: t.How, Brain: t.Brain,
		}
		if s := t.Spoken.Reveal(); s != v.Reply {
			v.Spoken = s
		}
		if t.Heard != nil {
			h := t.Heard.Reveal()
			v.Heard = &h
		}
		for _, c := range t.Calls {
			v.Calls = append(v.Calls, Call{ID: c.ID, Tool: c.Tool, Code: c.Code})
		}
		out = append(out, v)
	}
	return out
}

// Transcript answers GET /v1/sessions/{id}/transcript.
type Transcript struct {
	Session evercart.SessionID `json:"session_id"`
	Turns   []TurnView         `json:"turns"`
}
