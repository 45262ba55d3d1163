package chaos

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/wire"
)

// turn is what the record says of one turn.
type turn struct {
	opened, closed int
	effects        []effect
	refused        bool // a call of it came to nothing, and said so
	woven          bool // something of it stands outside of it, or something of another inside
	writers        map[string]bool
	taken          []taken
	began, ended   time.Time // by the store's clock; zero = it is not there
	end            evercart.Seq
}

// taken is how a turn passed from one node to another.
type taken struct {
	from      string
	at, known time.Time // by the store's clock: when it did, and since when it was known that its node was dead; zero = not said
}

// effect is what one command of a turn did to one of the goods.
type effect struct {
	verb evercart.Verb
	by   cart // after less before
}

// record is what is kept of a session, read from its events.
type record struct {
	turns  map[evercart.TurnID]*turn
	cart   cart
	gaps   int                      // numbers that no event has
	before map[evercart.TurnID]cart // what the cart was when a turn opened
	stood  []stood                  // what the cart was, in order
}

// stood is what the cart was from an event on.
type stood struct {
	seq  evercart.Seq
	cart cart
}

// readRecord reads all events of a session.
func readRecord(ctx context.Context, c *client.Client, session string) (record, error) {
	var all []wire.Event
	for after := int64(0); ; {
		page, err := c.Events(ctx, session, after)
		if err != nil {
			return record{}, err
		}
		if len(page.Events) == 0 {
			return recordOf(all)
		}
		all, after = append(all, page.Events...), int64(page.Next)
	}
}

// recordOf adds events up.
func recordOf(events []wire.Event) (record, error) {
	r := reading{record: record{turns: map[evercart.TurnID]*turn{}, before: map[evercart.TurnID]cart{}}, lines: map[evercart.LineNo]line{}}
	for _, e := range events {
		if e.Seq != r.seq+1 {
			r.gaps++
		}
		r.seq = e.Seq
		if err := r.event(e); err != nil {
			return r.record, fmt.Errorf("event %d: %w", e.Seq, err)
		}
	}
	return r.record, nil
}

// reading is a record while it is read.
type reading struct {
	record
	seq     evercart.Seq
	running evercart.TurnID
	writer  string // node that writes the running turn
	lines   map[evercart.LineNo]line
}

type line struct {
	SKU      evercart.SKU    `json:"sku"`
	No       evercart.LineNo `json:"line"`
	Quantity int             `json:"quantity"`
}

// facts are those parts of all kinds of events that matter here.
type facts struct {
	Node    string           `json:"node"`
	Known   time.Time        `json:"known"`
	Command evercart.Command `json:"command"`
	Lines   []line           `json:"lines"`
	Call    struct {
		Code evercart.Code `json:"code"`
	} `json:"call"`
}

func (r *reading) event(e wire.Event) error {
	var f facts
	if err := json.Unmarshal(e.Facts, &f); err != nil {
		return err
	}
	if e.Turn == "" {
		return nil
	}
	t := r.turns[e.Turn]
	if t == nil {
		t = &turn{writers: map[string]bool{}}
		r.turns[e.Turn] = t
	}
	switch e.Kind {
	case (*evercart.TurnOpened)(nil).Kind():
		if r.running != "" {
			t.woven, r.turns[r.running].woven = true, true
		}
		t.opened++
		t.began = e.At
		r.running, r.writer = e.Turn, f.Node
		r.before[e.Turn] = r.cart
	case (*evercart.TurnTaken)(nil).Kind():
		t.woven = t.woven || r.running != e.Turn
		t.taken = append(t.taken, taken{r.writer, e.At, f.Known})
		r.writer = f.Node
	case (*evercart.TurnClosed)(nil).Kind():
		t.woven = t.woven || r.running != e.Turn
		t.closed++
		t.ended, t.end = e.At, e.Seq
		t.writers[r.writer] = true
		r.running = ""
	case (*evercart.CartChanged)(nil).Kind():
		t.woven = t.woven || r.running != e.Turn
		t.writers[r.writer] = true
		r.change(t, f)
	case (*evercart.CallDone)(nil).Kind():
		t.refused = t.refused || f.Call.Code != ""
		t.woven = t.woven || r.running != e.Turn
	case (*evercart.StepThought)(nil).Kind():
		t.woven = t.woven || r.running != e.Turn
	}
	return nil
}

// change folds the lines of a changed cart, and notes what it did to the goods.
func (r *reading) change(t *turn, f facts) {
	for _, l := range f.Lines {
		r.lines[l.No] = l
	}
	var now cart
	for _, l := range r.lines {
		for i, g := range goods {
			if l.SKU == g.sku {
				now[i] += l.Quantity
			}
		}
	}
	e := effect{verb: f.Command.Verb}
	for i := range now {
		e.by[i] = now[i] - r.cart[i]
	}
	r.cart = now
	r.stood = append(r.stood, stood{r.seq, now})
	if e.verb == evercart.Add || e.verb == evercart.Remove {
		t.effects = append(t.effects, e)
	}
}

// lost says that what somebody was told is done is not there.
func (r record) lost(o *op) bool {
	t := r.turns[o.turn]
	if t == nil || t.opened == 0 || t.closed == 0 {
		return true
	}
	if !o.changes() || t.refused {
		return false
	}
	for _, e := range t.effects {
		if e.verb == o.verb && (o.verb == evercart.Remove || e.by[o.good] == 1) {
			return false
		}
	}
	return o.verb == evercart.Add || r.before[o.turn][o.good] > 0 // nothing there is nothing to take away
}

// doubled says that it happened more than once.
func (r record) doubled(o *op) bool {
	t := r.turns[o.turn]
	return t != nil && (t.opened > 1 || t.closed > 1 || len(t.effects) > 1)
}

func (r record) woven(o *op) bool {
	t := r.turns[o.turn]
	return t != nil && t.woven
}

// wrought says whether a turn changed the cart.
func (r record) wrought(id evercart.TurnID) bool {
	t := r.turns[id]
	return t != nil && len(t.effects) > 0
}

// toldLater says whether the cart that somebody was told with a turn is one that came after the turn, and not the turn's own: a node that did not
// hear the answer to its commit asks once more, and tells the cart as it is by then.
func (r record) toldLater(o *op) (later bool) {
	t := r.turns[o.turn]
	if t == nil || t.end == 0 {
		return false
	}
	own := cart{}
	for _, s := range r.stood {
		switch {
		case s.seq <= t.end:
			own = s.cart
		case s.cart == o.cart:
			later = true
		}
	}
	return later && own != o.cart
}
