package postgres

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/evercart/evercart"
)

// packed is the row of one change: all its events. They share a time, a turn and who acted, since one Update stamped them.
type packed struct {
	seq           evercart.Seq // of the last event
	at            int64        // Unix ms
	events        int
	opens, closes bool // its turn
	turn          evercart.TurnID
	write         evercart.WriteID
	actor         evercart.Actor
	clear         []byte  // of each event: kind, schema, facts (see 0002_changes.sql)
	sealed        []byte  // of each event its sealed part; nil = none has one
	faded         []int32 // which events, from 1, had theirs emptied
}

// pack makes the row of the events of one change. TooLarge where they do not fit one.
func pack(rows []evercart.Record) (packed, error) {
	first, last := rows[0], rows[len(rows)-1]
	p := packed{seq: last.Seq, at: first.At.UnixMilli(), events: len(rows), turn: first.Turn, write: first.Write, actor: first.Actor}
	size, seals := 0, 0
	for _, r := range rows {
		size, seals = size+12+len(r.Kind)+len(r.Facts), seals+len(r.Sealed)
	}
	if size+seals+4*len(rows) > maxPacked {
		return p, evercart.Errorf(evercart.TooLarge, "postgres.Update", "a change of %d bytes", size+seals)
	}
	p.clear = make([]byte, 0, size)
	if seals > 0 {
		p.sealed = make([]byte, 0, seals+4*len(rows))
	}
	for _, r := range rows {
		p.clear = led(p.clear, []byte(r.Kind))
		p.clear = binary.BigEndian.AppendUint32(p.clear, uint32(r.Schema))
		p.clear = led(p.clear, r.Facts)
		if seals > 0 {
			p.sealed = led(p.sealed, r.Sealed)
		}
		p.opens, p.closes = p.opens || r.Kind == turnOpened, p.closes || r.Kind == turnClosed
	}
	return p, nil
}

const (
	maxPacked = 256 << 20 // bytes of one row; the server takes four times as many

	turnOpened = evercart.Kind("turn.opened")
	turnClosed = evercart.Kind("turn.closed")
)

func led(to, part []byte) []byte {
	return append(binary.BigEndian.AppendUint32(to, uint32(len(part))), part...)
}

// stored is one event as it stands in its row.
type stored struct {
	evercart.Record
	faded bool
}

// unpack gives the events of a row. Damaged when it does not hold together.
func (p packed) unpack(id evercart.SessionID) ([]stored, error) {
	clear, sealed := frames{rest: p.clear}, frames{rest: p.sealed}
	if p.events < 1 || len(p.clear) < 12*p.events || p.seq < evercart.Seq(p.events) {
		return nil, p.damaged()
	}
	out := make([]stored, p.events)
	at := time.UnixMilli(p.at).UTC()
	for i := range out {
		e := &out[i]
		e.Session, e.Seq, e.At, e.Turn, e.Write, e.Actor = id, p.seq-evercart.Seq(p.events-1-i), at, p.turn, p.write, p.actor
		e.Kind, e.Schema, e.Facts = evercart.Kind(clear.part()), int(clear.number()), clear.part()
		if p.sealed != nil {
			if part := sealed.part(); len(part) > 0 {
				e.Sealed = part
			}
		}
		e.faded = slices.Contains(p.faded, int32(i+1))
	}
	if clear.short || sealed.short || len(clear.rest)+len(sealed.rest) > 0 {
		return nil, p.damaged()
	}
	return out, nil
}

// fade empties the sealed part of one event; ok is false where it has none.
func (p packed) fade(at evercart.Seq) (sealed []byte, faded []int32, ok bool, err error) {
	rows, err := p.unpack("")
	if err != nil {
		return nil, nil, false, err
	}
	left := 0
	for i, r := range rows {
		if r.Seq == at && len(r.Sealed) > 0 {
			ok, r.Sealed, faded = true, nil, append(slices.Clone(p.faded), int32(i+1))
		}
		sealed, left = led(sealed, r.Sealed), left+len(r.Sealed)
	}
	if left == 0 {
		sealed = nil
	}
	return sealed, faded, ok, nil
}

func (p packed) damaged() error {
	return &evercart.Error{Code: evercart.Damaged, Op: "postgres.unpack", Message: fmt.Sprintf("the row of the change at %d cannot be read", p.seq)}
}

// frames reads parts that are led by their lengths; short says that one ran over the end.
type frames struct {
	rest  []byte
	short bool
}

func (f *frames) number() uint32 {
	if len(f.rest) < 4 {
		f.rest, f.short = nil, true
		return 0
	}
	n := binary.BigEndian.Uint32(f.rest)
	f.rest = f.rest[4:]
	return n
}

func (f *frames) part() []byte {
	n := f.number()
	if uint64(n) > uint64(len(f.rest)) {
		f.rest, f.short = nil, true
		return nil
	}
	part := f.rest[:n:n]
	f.rest = f.rest[n:]
	return part
}
