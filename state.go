package evercart

import (
	"encoding/json"
	"time"
)

// FoldVersion changes with the meaning of any fold: a snapshot made by another one is folded again.
const FoldVersion = 3

// Bounds of State: what grows without end stays in events.
const (
	maxRecent  = 20 // turns whose opening event State remembers
	maxFocus   = 10
	maxContext = 32
	maxMerged  = 32
)

// State is what the events of a session add up to, bounded in size.
type State struct {
	Shop     ShopID                     `json:"shop"`
	Session  SessionID                  `json:"session"`
	Subject  Subject                    `json:"subject"`
	Life     Life                       `json:"life"`
	Seq      Seq                        `json:"seq"`
	Fold     int                        `json:"fold"` // the FoldVersion that made it
	Opened   time.Time                  `json:"opened"`
	Touched  time.Time                  `json:"touched"` // time of the last event
	Locale   string                     `json:"locale,omitempty"`
	Channel  string                     `json:"channel,omitempty"`
	Turns    int                        `json:"turns"`
	Recent   []Seq                      `json:"recent,omitempty"` // where the last turns begin, oldest first: their words are events
	Cart     Cart                       `json:"cart"`
	Focus    []SKU                      `json:"focus,omitempty"`  // last shown or spoken of, in order
	Looked   *Looked                    `json:"looked,omitempty"` // the last search, for "cheaper", "not wool" and "what else"
	Intent   string                     `json:"intent,omitempty"`
	Question *Question                  `json:"question,omitempty"` // asked and open; outlives restarts
	Active   *Claim                     `json:"active,omitempty"`   // the turn that runs
	Calls    []CallMark                 `json:"calls,omitempty"`    // of that turn
	Merged   []string                   `json:"merged,omitempty"`   // merge ids done, newest last
	Into     SessionID                  `json:"into,omitempty"`     // this session was merged into that one
	Summary  *Summarized                `json:"summary,omitempty"`  // how far the conversation is summed up; nil = not at all
	Spent    Usage                      `json:"spent,omitzero"`     // what models took for all turns that are over
	Personal StatePersonal              `json:"-"`
	Extra    map[string]json.RawMessage `json:"-"` // fields of a newer program, written back untouched
}

// StatePersonal is the sealed part of a State.
type StatePersonal struct {
	Context map[string]Personal `json:"context,omitempty"` // preferences as said: "shoe size" = "nine"
	Summary Summary             `json:"summary,omitzero"`  // of the turns up to Summarized.To
}

// Tail is the seq of the first event that the last turns need.
func (s State) Tail() Seq {
	if len(s.Recent) == 0 {
		return s.Seq + 1
	}
	return s.Recent[0]
}

// Apply folds the next event in. It is pure: s is left as it was. Damaged when the event does not follow.
func (s State) Apply(e Event) (State, error) {
	return s.Folded(e)
}

// Folded is s with these events, one after the other, as Apply does: all or none.
func (s State) Folded(events ...Event) (State, error) {
	next := s // one copy for all of them: folding writes into it, and into nothing that it shares with s
	for _, e := range events {
		if err := next.fold(e); err != nil {
			return s, err
		}
	}
	return next, nil
}

func (s *State) fold(e Event) error {
	if e.Seq != s.Seq+1 {
		return Errorf(Damaged, "State.Apply", "events out of sequence")
	}
	s.Seq, s.Touched, s.Fold = e.Seq, e.At, FoldVersion
	e.Fact.fold(s, e)
	return nil
}

// After is s with these facts: for tools, which say the new cart, and for stores, which commit it.
func (s State) After(now time.Time, turn TurnID, by Actor, facts ...Fact) (State, []Event, error) {
	events, next := make([]Event, 0, len(facts)), s
	for _, f := range facts {
		e := Event{Session: next.Session, Seq: next.Seq + 1, At: now, Turn: turn, Actor: by, Fact: f}
		if err := next.fold(e); err != nil {
			return s, nil, err
		}
		events = append(events, e)
	}
	return next, events, nil
}

// MarshalJSON writes the clear part, with the fields of a newer program.
func (s State) MarshalJSON() ([]byte, error) {
	type plain State
	b, err := json.Marshal(plain(s))
	if err != nil || len(s.Extra) == 0 {
		return b, err
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, err
	}
	for k, v := range s.Extra {
		if _, ours := m[k]; !ours {
			m[k] = v
		}
	}
	return json.Marshal(m)
}

// UnmarshalJSON reads the clear part and keeps what it does not know.
func (s *State) UnmarshalJSON(b []byte) error {
	type plain State
	var p plain
	if err := json.Unmarshal(b, &p); err != nil {
		return err
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	for _, k := range stateFields {
		delete(m, k)
	}
	if *s = State(p); len(m) > 0 {
		s.Extra = m
	}
	return nil
}
