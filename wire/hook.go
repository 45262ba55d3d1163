package wire

import (
	"github.com/evercart/evercart"
)

// Turn is a body of POST /webhook: a Say with its session, and what a voice platform tells of it. The session id is in canonical form.
type Turn struct {
	Session evercart.SessionID
	Kind    string // KindFinal, KindPartial, KindInterrupt, KindEnd
	Call    string // which call it is of; "" = the session is one call, as far as it is told
	Say     Say
	Part    *int64             // the place of a final in its call: parts that come close together are one turn; nil = it is whole
	Heard   *evercart.Personal // with KindInterrupt; nil = not known
}

// The kinds of a webhook's body.
const (
	KindFinal     = "final"     // a turn; also where no kind is said
	KindPartial   = "partial"   // what was understood so far
	KindInterrupt = "interrupt" // the shopper spoke over the reply
	KindEnd       = "end"       // of the call
)

// How a webhook's body ended that has no answer of its own.
const (
	HowPartial evercart.Ending = "partial" // nothing was done: it was a guess
	HowJoined  evercart.Ending = "joined"  // it is part of a turn whose answer goes to the last part
	HowNoted   evercart.Ending = "noted"   // an interruption, an end
)

// ReadTurn reads a body of POST /webhook. Invalid, TooLarge.
func ReadTurn(b []byte) (t Turn, err error) {
	o, err := readObject(b)
	if err != nil {
		return t, err
	}
	id, ok, err := o.text("session_id")
	if err != nil {
		return t, err
	}
	if !ok {
		return t, evercart.Errorf(evercart.Invalid, "wire", "session_id is missing")
	}
	if t.Session, err = evercart.ParseSessionID(id); err != nil {
		return t, err
	}
	if t.Kind, ok, err = o.text("kind"); err != nil {
		return t, err
	} else if !ok {
		t.Kind = KindFinal
	}
	if t.Call, _, err = o.text("call_id"); err != nil {
		return t, err
	}
	if len(t.Call) > maxCall {
		return t, evercart.Errorf(evercart.Invalid, "wire", "call_id has at most %d bytes", maxCall)
	}
	switch t.Kind {
	case KindFinal:
		if t.Part, err = o.part(); err == nil {
			err = o.sayInto(&t.Say)
		}
	case KindInterrupt:
		var i *Interrupt
		if i, err = o.interrupt(); err == nil {
			t.Say.Turn, t.Heard = i.Turn, i.Heard
		}
	case KindPartial, KindEnd:
		t.Say.Turn, err = o.turn("turn_id")
	default:
		err = evercart.Errorf(evercart.Invalid, "wire", "no such kind: final, partial, interrupt and end are known")
	}
	if err == nil {
		t.Say.User, err = o.user()
	}
	return t, err
}

func (f fields) sayInto(s *Say) error {
	say, err := f.say()
	if err == nil {
		*s = *say
	}
	return err
}

const (
	maxPart = 1 << 40 // the number of a part
	maxCall = 256     // bytes of a call's id
)

func (f fields) part() (*int64, error) {
	n, ok, err := f.number("part")
	if err != nil || !ok {
		return nil, err
	}
	if n < 0 || n > maxPart {
		return nil, evercart.Errorf(evercart.Invalid, "wire", "part is a whole number from 0")
	}
	return &n, nil
}
