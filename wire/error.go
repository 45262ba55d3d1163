package wire

import (
	"time"

	"github.com/evercart/evercart"
)

// Problem is an error of the HTTP interface (RFC 9457, application/problem+json).
type Problem struct {
	Type       string         `json:"type"` // urn:evercart:problem:CODE
	Title      string         `json:"title"`
	Status     int            `json:"status"`
	Detail     string         `json:"detail,omitempty"`
	Code       evercart.Code  `json:"code"`
	RetryAfter int64          `json:"retry_after_ms,omitempty"`
	Args       map[string]any `json:"args,omitempty"`     // SKUs, numbers, limits
	Trace      string         `json:"trace_id,omitempty"` // where Code is internal: the same in the server's log
}

// ProblemOf makes a problem of an error: the code, the safe message and the facts, never the cause.
func ProblemOf(e *evercart.Error, status int, title, trace string) Problem {
	p := Problem{
		Type: "urn:evercart:problem:" + string(e.Code), Title: title, Status: status, Detail: e.Message, Code: e.Code,
		RetryAfter: e.RetryAfter.Milliseconds(), Trace: trace,
	}
	if e.Code == evercart.Internal {
		p.Detail = ""
		return p
	}
	for _, a := range e.Args {
		if p.Args == nil {
			p.Args = map[string]any{}
		}
		p.Args[a.Key] = a.Value.Any()
	}
	return p
}

// Err is the problem as the house's error, for clients.
func (p Problem) Err() *evercart.Error {
	message := p.Detail
	if message == "" {
		message = p.Title
	}
	code := p.Code
	if code == "" {
		code = evercart.Internal
	}
	return &evercart.Error{Code: code, Op: "server", Message: message, RetryAfter: time.Duration(p.RetryAfter) * time.Millisecond}
}

// TroubleOf makes an error frame.
func TroubleOf(e *evercart.Error, turn evercart.TurnID, title, trace string) Trouble {
	t := Trouble{Type: TypeError, Code: e.Code, Message: e.Message, Turn: turn, RetryAfter: e.RetryAfter.Milliseconds(), Trace: trace}
	if t.Message == "" || e.Code == evercart.Internal {
		t.Message = title
	}
	return t
}

// Err is the frame as the house's error, for clients.
func (t Trouble) Err() *evercart.Error {
	return &evercart.Error{Code: t.Code, Op: "server", Message: t.Message, RetryAfter: time.Duration(t.RetryAfter) * time.Millisecond}
}
