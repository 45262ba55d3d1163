package wire

import (
	"encoding/json"
	"time"

	"github.com/evercart/evercart"
)

// Event is one fact about a session. Facts is what is kept in the clear, Personal what is kept sealed; Faded = it was
// redacted, or its key is gone.
type Event struct {
	Session  evercart.SessionID `json:"session_id"`
	Seq      evercart.Seq       `json:"seq"`
	At       time.Time          `json:"at"`
	Turn     evercart.TurnID    `json:"turn_id,omitempty"`
	Actor    evercart.Actor     `json:"actor,omitempty"`
	Kind     evercart.Kind      `json:"kind"`
	Facts    json.RawMessage    `json:"facts"`
	Personal json.RawMessage    `json:"personal,omitempty"`
	Faded    bool               `json:"faded,omitempty"`
}

// EventOf makes the outside's event. The keyed hash of a turn's words and a vendor's own blocks stay inside.
func EventOf(e evercart.Event) (Event, error) {
	out := Event{Session: e.Session, Seq: e.Seq, At: e.At.UTC(), Turn: e.Turn, Actor: e.Actor, Kind: e.Fact.Kind(), Faded: e.Faded}
	fact := e.Fact
	switch f := fact.(type) {
	case *evercart.Foreign:
		out.Facts = f.Raw
		return out, nil
	case *evercart.TurnOpened:
		c := *f
		c.MAC = nil
		fact = &c
	case *evercart.StepThought:
		c := *f
		c.Personal.Step.Opaque = nil
		fact = &c
	}
	var err error
	if out.Facts, err = json.Marshal(fact); err != nil {
		return out, evercart.Wrap(err, evercart.Internal, "wire.EventOf")
	}
	if p := fact.Sealed(); p != nil && !e.Faded {
		out.Personal, err = evercart.RevealJSON(p)
	}
	return out, err
}

// Events answers GET /v1/sessions/{id}/events. Next is what to ask for as after; it stays where the list is empty.
type Events struct {
	Events []Event      `json:"events"`
	Next   evercart.Seq `json:"next"`
}

// EventsOf makes a page of events.
func EventsOf(in []evercart.Event, after evercart.Seq) (Events, error) {
	out := Events{Events: make([]Event, 0, len(in)), Next: after}
	for _, e := range in {
		w, err := EventOf(e)
		if err != nil {
			return out, err
		}
		out.Events, out.Next = append(out.Events, w), e.Seq
	}
	return out, nil
}
