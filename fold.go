package evercart

import (
	"maps"
	"reflect"
	"slices"
	"strings"
)

// stateFields are the names that this program writes; all others in a stored state are a newer program's.
var stateFields = func() []string {
	var names []string
	t := reflect.TypeFor[State]()
	for field := range t.Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "-" {
			names = append(names, name)
		}
	}
	return names
}()

func (f *SessionOpened) fold(s *State, e Event) {
	s.Session, s.Shop, s.Subject, s.Life, s.Opened = e.Session, f.Shop, f.Subject, f.Life, e.At
	s.Locale, s.Channel, s.Cart.Currency = f.Locale, f.Channel, f.Currency
}

func (f *SessionMerged) fold(s *State, _ Event) {
	s.Merged = last(append(slices.Clone(s.Merged), f.Merge), maxMerged)
	if f.Into != "" {
		s.Into = f.Into
	}
}

func (f *TurnOpened) fold(s *State, e Event) {
	s.Turns, s.Calls = s.Turns+1, nil
	s.Recent = last(append(slices.Clone(s.Recent), e.Seq), maxRecent)
	s.Active = &Claim{Turn: e.Turn, No: e.Seq, Node: f.Node, At: e.At}
}

func (f *TurnTaken) fold(s *State, e Event) {
	cut := s.Active != nil && s.Active.Cut
	s.Active = &Claim{Turn: e.Turn, No: e.Seq, Node: f.Node, At: e.At, Cut: cut}
}

func (f *StepThought) fold(s *State, _ Event) {
	s.Calls = slices.Clone(s.Calls)
	for _, c := range f.Calls {
		c.Code = CallOpen
		s.Calls = append(s.Calls, c)
	}
}

func (f *CallDone) fold(s *State, _ Event) {
	s.Calls = slices.Clone(s.Calls)
	for i := range s.Calls {
		if s.Calls[i].ID == f.Call.ID {
			s.Calls[i].Code = f.Call.Code
		}
	}
}

func (f *CartChanged) fold(s *State, e Event) {
	before := Undo{Turn: e.Turn, Seq: e.Seq, Lines: beforeOf(s.Cart.Lines, f.Lines), Saved: beforeOf(s.Cart.Saved, f.Saved)}
	s.Cart.Lines, s.Cart.Saved = put(s.Cart.Lines, f.Lines), put(s.Cart.Saved, f.Saved)
	s.Cart.Totals, s.Cart.Version = f.Totals, f.Version
	for _, l := range f.Lines {
		s.Cart.Next = max(s.Cart.Next, l.No+1)
	}
	switch f.Command.Verb {
	case Refresh, SayPrices, Begin: // not the shopper's doing, nothing to undo
	case UndoLast:
		if n := len(s.Cart.Undo); n > 0 {
			s.Cart.Undo = slices.Clone(s.Cart.Undo[:n-1])
		}
	default:
		s.Cart.Undo = remember(s.Cart.Undo, before)
	}
}

// remember adds an undo; the changes of one turn are one, and what was first replaced is what comes back.
func remember(undo []Undo, u Undo) []Undo {
	undo = slices.Clone(undo)
	if n := len(undo); n > 0 && u.Turn != "" && undo[n-1].Turn == u.Turn {
		joined := undo[n-1]
		joined.Lines, joined.Saved = first(joined.Lines, u.Lines), first(joined.Saved, u.Saved)
		undo[n-1] = joined
		return undo
	}
	return last(append(undo, u), maxUndo)
}

// first keeps of two lists the value seen first for each line.
func first(lines, more []Line) []Line {
	lines = slices.Clone(lines)
	for _, l := range more {
		if !slices.ContainsFunc(lines, func(o Line) bool { return o.No == l.No }) {
			lines = append(lines, l)
		}
	}
	return lines
}

// beforeOf gives the lines that a change replaces, Quantity 0 for those that it begins.
func beforeOf(have, change []Line) []Line {
	out := make([]Line, 0, len(change))
	for _, c := range change {
		if i := slices.IndexFunc(have, func(l Line) bool { return l.No == c.No }); i >= 0 {
			out = append(out, have[i])
		} else {
			out = append(out, Line{No: c.No, SKU: c.SKU, Product: c.Product, Title: c.Title, Options: c.Options})
		}
	}
	return out
}

func (f *FocusSet) fold(s *State, _ Event) {
	s.Focus = slices.Clone(f.SKUs[:min(len(f.SKUs), maxFocus)])
	if f.Looked != nil {
		s.Looked = f.Looked.bounded()
	}
}

func (f *ContextSet) fold(s *State, _ Event) {
	if f.Intent != "" {
		s.Intent = f.Intent
	}
	if len(f.Personal.Values) == 0 {
		return
	}
	c := maps.Clone(s.Personal.Context)
	if c == nil {
		c = map[string]Personal{}
	}
	for _, k := range slices.Sorted(maps.Keys(f.Personal.Values)) {
		if v := f.Personal.Values[k]; v == "" {
			delete(c, k)
		} else if _, there := c[k]; there || len(c) < maxContext {
			c[k] = v
		}
	}
	s.Personal.Context = c
}

func (f *QuestionAsked) fold(s *State, e Event) {
	q := f.Question
	if q.Kind == "" { // withdrawn: a yes to what was not heard is no yes
		s.Question = nil
		return
	}
	q.Turn = e.Turn
	s.Question = &q
}

func (*WordsSent) fold(*State, Event) {}

func (f *TurnClosed) fold(s *State, e Event) {
	s.Active, s.Calls, s.Spent = nil, nil, s.Spent.Plus(f.Usage)
	if s.Question != nil && s.Question.Turn != e.Turn {
		s.Question = nil // a question is open for one turn: a yes that comes later is a yes to something else
	}
}

func (f *ReplyHeard) fold(s *State, _ Event) {
	if s.Active != nil && s.Active.Turn == f.Turn {
		c := *s.Active
		c.Cut = true
		s.Active = &c
	}
}

func (*Noted) fold(*State, Event)     {}
func (*HandedOff) fold(*State, Event) {}

func (*Foreign) fold(*State, Event) {}

// put merges new values of lines into old ones, into a new slice: folding never writes into the state it came from.
func put(old, now []Line) []Line {
	out := make([]Line, 0, len(old)+len(now))
	for _, l := range old {
		if i := slices.IndexFunc(now, func(n Line) bool { return n.No == l.No }); i < 0 {
			out = append(out, l)
		} else if now[i].Quantity > 0 {
			out = append(out, now[i])
		}
	}
	for _, n := range now {
		if n.Quantity > 0 && !slices.ContainsFunc(old, func(l Line) bool { return l.No == n.No }) {
			out = append(out, n)
		}
	}
	return out
}

// last keeps the newest n.
func last[T any](list []T, n int) []T { return list[max(0, len(list)-n):] }
