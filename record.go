package evercart

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Record is an event as stored and exported. Old schemas are lifted when read; rows are not rewritten, but by Redact.
type Record struct {
	Session SessionID
	Seq     Seq
	At      time.Time
	Turn    TurnID
	Write   WriteID
	Actor   Actor
	Kind    Kind
	Schema  int
	Facts   json.RawMessage
	Sealed  []byte // AEAD over the JSON of the sealed part; nil = none, or redacted
}

type (
	// SealFunc encrypts a part and binds it to aad.
	SealFunc func(plain, aad []byte) ([]byte, error)
	// OpenFunc decrypts it; Gone when the key is destroyed.
	OpenFunc func(sealed, aad []byte) ([]byte, error)
)

// lift turns the raw facts of one schema into those of the next.
type lift func(map[string]json.RawMessage)

// kinds: name → newest schema, constructor, and the lifts from schema 1 on.
var kinds = map[Kind]struct {
	schema int
	make   func() Fact
	lifts  []lift
}{
	"session.opened": {schema: 1, make: func() Fact { return new(SessionOpened) }},
	"session.merged": {schema: 1, make: func() Fact { return new(SessionMerged) }},
	"turn.opened":    {schema: 1, make: func() Fact { return new(TurnOpened) }},
	"turn.taken":     {schema: 1, make: func() Fact { return new(TurnTaken) }},
	"step.thought":   {schema: 1, make: func() Fact { return new(StepThought) }},
	"call.done":      {schema: 1, make: func() Fact { return new(CallDone) }},
	"cart.changed":   {schema: 1, make: func() Fact { return new(CartChanged) }},
	"focus.set":      {schema: 1, make: func() Fact { return new(FocusSet) }},
	"context.set":    {schema: 1, make: func() Fact { return new(ContextSet) }},
	"question.asked": {schema: 1, make: func() Fact { return new(QuestionAsked) }},
	"words.sent":     {schema: 1, make: func() Fact { return new(WordsSent) }},
	"turn.closed":    {schema: 1, make: func() Fact { return new(TurnClosed) }},
	"reply.heard":    {schema: 1, make: func() Fact { return new(ReplyHeard) }},
	"noted":          {schema: 1, make: func() Fact { return new(Noted) }},
	"handed.off":     {schema: 1, make: func() Fact { return new(HandedOff) }},
	"summary.made":   {schema: 1, make: func() Fact { return new(SummaryMade) }},
	"redacted":       {schema: 1, make: func() Fact { return new(Redacted) }},
}

// AAD binds a sealed part to its place: it opens nowhere else.
func (r Record) AAD() []byte {
	b := append(make([]byte, 0, 80), r.Session...)
	b = strconv.AppendInt(append(b, '/'), int64(r.Seq), 10)
	return append(append(b, '/'), r.Kind...)
}

// Encode parts an event into what is stored in the clear and what is sealed. seal is called only where there is something
// personal.
func (e Event) Encode(seal SealFunc) (Record, error) {
	r := Record{Session: e.Session, Seq: e.Seq, At: e.At, Turn: e.Turn, Write: e.Write, Actor: e.Actor, Kind: e.Fact.Kind()}
	if f, ok := e.Fact.(*Foreign); ok {
		r.Schema, r.Facts, r.Sealed = f.Schema, f.Raw, f.Closed
		return r, nil
	}
	r.Schema = kinds[r.Kind].schema
	var err error
	if r.Facts, err = json.Marshal(e.Fact); err != nil {
		return r, Wrap(err, Invalid, "Event.Encode")
	}
	if hasNUL(r.Facts) || strings.IndexByte(string(r.Turn), 0) >= 0 || strings.IndexByte(string(r.Write), 0) >= 0 || strings.IndexByte(string(r.Actor), 0) >= 0 {
		return r, Errorf(Invalid, "Event.Encode", "a fact holds U+0000")
	}
	p := e.Fact.Sealed()
	if p == nil || reflect.ValueOf(p).Elem().IsZero() {
		return r, nil
	}
	plain, err := RevealJSON(p)
	if err != nil {
		return r, err
	}
	r.Sealed, err = seal(plain, r.AAD())
	return r, err
}

// Decode reads a stored event and lifts old schemas; a kind or schema of a newer program becomes Foreign. Damaged when it
// cannot be read.
func (r Record) Decode(open OpenFunc) (Event, error) {
	e := Event{Session: r.Session, Seq: r.Seq, At: r.At, Turn: r.Turn, Write: r.Write, Actor: r.Actor}
	k, ok := kinds[r.Kind]
	if !ok || r.Schema > k.schema {
		e.Fact = &Foreign{Name: r.Kind, Schema: r.Schema, Raw: r.Facts, Closed: r.Sealed}
		return e, nil
	}
	raw, err := r.lifted(k.schema, k.lifts)
	if err != nil {
		return e, err
	}
	if !bytes.HasPrefix(bytes.TrimLeft(raw, " \t\r\n"), []byte("{")) { // null would read as a fact that says nothing
		return e, r.damaged(errors.New("no facts"))
	}
	e.Fact = k.make()
	if err := json.Unmarshal(raw, e.Fact); err != nil {
		return e, r.damaged(err)
	}
	p := e.Fact.Sealed()
	if p == nil || len(r.Sealed) == 0 {
		return e, nil
	}
	plain, err := open(r.Sealed, r.AAD())
	switch {
	case CodeOf(err) == Gone:
		e.Faded = true
	case err != nil:
		return e, r.damaged(err)
	default:
		if err := json.Unmarshal(plain, p); err != nil {
			return e, r.damaged(err)
		}
	}
	return e, nil
}

func (r Record) lifted(schema int, lifts []lift) (json.RawMessage, error) {
	if r.Schema >= schema {
		return r.Facts, nil
	}
	if r.Schema < 1 {
		return nil, r.damaged(fmt.Errorf("schema %d", r.Schema))
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(r.Facts, &m); err != nil {
		return nil, r.damaged(err)
	}
	if m == nil {
		return nil, r.damaged(errors.New("no facts"))
	}
	for n := r.Schema; n < schema; n++ {
		lifts[n-1](m)
	}
	return json.Marshal(m)
}

func (r Record) damaged(err error) error {
	return &Error{Code: Damaged, Op: "Record.Decode", Message: fmt.Sprintf("event %d (%s) cannot be read", r.Seq, r.Kind), Err: err}
}

// hasNUL finds the escape of U+0000 in JSON; the six visible characters of it are written with two backslashes and are none.
func hasNUL(b []byte) bool {
	for i := 0; ; {
		j := bytes.Index(b[i:], []byte(`\u0000`))
		if j < 0 {
			return false
		}
		j += i
		slashes := 0
		for k := j - 1; k >= 0 && b[k] == '\\'; k-- {
			slashes++
		}
		if slashes%2 == 0 {
			return true
		}
		i = j + 1
	}
}

// cleanJSON is the JSON with every string in it cleaned; what cannot be read as JSON is null.
func cleanJSON(b []byte) json.RawMessage {
	if len(b) == 0 || !json.Valid(b) {
		return json.RawMessage("null")
	}
	if !bytes.Contains(b, []byte(`\u`)) && utf8.Valid(b) {
		return json.RawMessage(b)
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return json.RawMessage("null")
	}
	out, err := json.Marshal(cleanAny(v))
	if err != nil {
		return json.RawMessage("null")
	}
	return out
}

func cleanAny(v any) any {
	switch v := v.(type) {
	case string:
		return Clean(v)
	case []any:
		for i := range v {
			v[i] = cleanAny(v[i])
		}
	case map[string]any:
		m := make(map[string]any, len(v))
		for k, e := range v {
			m[Clean(k)] = cleanAny(e)
		}
		return m
	}
	return v
}
