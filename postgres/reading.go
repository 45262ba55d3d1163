package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/group"
	"github.com/evercart/evercart/tables"
)

// reading is a session as one round trip brought it: its head, the snapshot of the same moment, and changes in their order. The
// changes may go on beyond the head, or end before it where they are many.
type reading struct {
	head          head
	at            *int64 // of the snapshot; nil = there is none
	facts, sealed []byte
	changes       []packed
}

const (
	snapshotSQL = `SELECT h.session::text, ` + headCols + `, p.at_seq, p.facts, p.sealed
		FROM head h LEFT JOIN snapshot p ON p.session = h.id AND h.snap > 0 WHERE h.session = ANY ($1::uuid[]) AND ` + lives
	// sinceSQL are the changes that a snapshot lacks.
	sinceSQL = changesSQL + `h.snap` + changesEnd
	// tailSQL are those, and what else the last twenty turns consist of.
	tailSQL = changesSQL + `least(h.snap, coalesce((SELECT t.seq - t.events FROM change t WHERE t.session = h.id AND t.opens ORDER BY t.seq DESC LIMIT 1 OFFSET 19), 0))` + changesEnd

	changesSQL = `SELECT h.session::text, c.* FROM head h CROSS JOIN LATERAL (SELECT ` + changeCols + ` FROM change c WHERE c.session = h.id AND c.seq > `
	changesEnd = ` ORDER BY c.seq LIMIT $2) c WHERE h.session = ANY ($1::uuid[]) ORDER BY h.id, c.seq`
)

// readings are those of several sessions.
type readings map[evercart.SessionID]*reading

func (all readings) of(id evercart.SessionID) reading {
	if r := all[id]; r != nil {
		return *r
	}
	return reading{}
}

// asked are the statements that read these sessions, with the changes that a query finds.
func (all readings) asked(ids []string, changes string) []asked {
	return []asked{
		{snapshotSQL, []any{ids}, func(r pgx.Rows) error {
			var id evercart.SessionID
			one := &reading{}
			h := &one.head
			err := r.Scan(&id, &h.id, &h.seq, &h.snap, &h.life, &h.subject, &one.at, &one.facts, &one.sealed)
			all[id] = one
			return err
		}},
		{changes, []any{ids, page}, func(r pgx.Rows) error {
			var id evercart.SessionID
			var p packed
			err := r.Scan(&id, &p.seq, &p.at, &p.events, &p.opens, &p.closes, &p.turn, &p.write, &p.actor, &p.clear, &p.sealed, &p.faded)
			if one := all[id]; one != nil { // else it began since
				one.changes = append(one.changes, p)
			}
			return err
		}},
	}
}

// kept opens the snapshot. One that is missing, unreadable or of another fold is the zero State, to be folded again.
func (s *Store) kept(ctx context.Context, id evercart.SessionID, r reading) (evercart.State, error) {
	if r.at == nil {
		return evercart.State{}, nil
	}
	p := tables.Snapshot{Session: id, Life: r.head.life, At: evercart.Seq(*r.at), Facts: r.facts, Sealed: r.sealed}
	state, err := p.State(ctx, s.keys)
	if state.Seq > r.head.seq {
		state = evercart.State{}
	}
	return state, err
}

// stateOf folds a reading to the state of its head, and gives the events that it holds up to there without a gap. What is in the snapshot stays
// closed. Where rows are missing, the state ends before.
func (s *Store) stateOf(ctx context.Context, o office, id evercart.SessionID, r reading) (evercart.State, evercart.Closed, []evercart.Event, error) {
	state, err := s.kept(ctx, id, r)
	if err != nil {
		return state, nil, nil, err
	}
	n := 0 // changes that the snapshot knows
	for n < len(r.changes) && r.changes[n].seq <= state.Seq {
		n++
	}
	before := s.closed(id, r.head, r.changes[:n], state.Seq)
	var events []evercart.Event
	for _, p := range r.changes[n:] {
		err := s.open(ctx, id, r.head, p, 0, r.head.seq, func(e evercart.Event) error {
			events = append(events, e)
			if e.Seq != state.Seq+1 { // one that is no use would have to be there
				return nil
			}
			next, err := state.Apply(e)
			state = next
			return err
		})
		if err != nil {
			return state, nil, nil, err
		}
	}
	for state.Seq < r.head.seq {
		before := state.Seq
		err := s.events(ctx, o, id, r.head, before, r.head.seq, func(e evercart.Event) error {
			if n := len(events); n == 0 || events[n-1].Seq < e.Seq {
				events = append(events, e)
			}
			next, err := state.Apply(e)
			state = next
			return err
		})
		if err != nil || state.Seq == before {
			return state, nil, nil, err
		}
	}
	return state, before, events, nil
}

// look is one session that somebody wants to know.
type look struct {
	id     evercart.SessionID
	office office
	tail   bool // with what its last turns consist of
	found  reading
	err    error
}

// read asks for a session as it stands. What is asked for at the same time is read in one round trip, by few connections, so that those who
// speak find one: when a node dies, hundreds of shoppers come to the others at one moment.
func (s *Store) read(ctx context.Context, o office, id evercart.SessionID, tail bool) (reading, error) {
	l := &look{id: id, office: o, tail: tail}
	if err := s.looks.Ask(ctx, l, group.Place{}); err != nil {
		return reading{}, ofQueue(err, evercart.Unavailable)
	}
	if l.err != nil || !o.sees(l.found.head.subject) {
		return reading{}, l.err
	}
	return l.found, nil
}

// Tail implements evercart.Tails.
func (s *Store) Tail(ctx context.Context, id evercart.SessionID) (evercart.State, evercart.Closed, []evercart.Event, error) {
	const op = "postgres.Tail"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.State{}, nil, nil, err
	}
	if !isUUID(id) {
		return evercart.State{}, nil, nil, notFound(op, "session")
	}
	o := officeOf(who)
	found, err := s.read(ctx, o, id, true)
	if err == nil && (found.head.id == 0 || !who.May(found.head.subject)) {
		err = notFound(op, "session")
	}
	if err != nil {
		return evercart.State{}, nil, nil, errorOf(err, op)
	}
	state, before, events, err := s.stateOf(ctx, o, id, found)
	if err != nil || state.Seq != found.head.seq { // what is wrong with it, or what moved meanwhile, the other way finds out
		state, err = s.Load(ctx, id)
		before, events = nil, nil
	}
	return state, before, events, err
}

const (
	looksAtOnce   = 2  // round trips in flight
	looksTogether = 32 // sessions of one
)

// runLooks reads what some want to know, what is alike together. Row security is told all their subjects; who may have what is decided for
// each of them by the subject that the row names.
func (s *Store) runLooks(batch []*look) {
	s.count.looks.Add(1)
	type kind struct {
		role string
		tail bool
	}
	alike := map[kind][]*look{}
	for _, l := range batch {
		k := kind{l.office.role, l.tail}
		alike[k] = append(alike[k], l)
	}
	for k, looks := range alike {
		o := office{role: k.role}
		ids := make([]string, len(looks))
		for i, l := range looks {
			ids[i], o.subjects = string(l.id), append(o.subjects, l.office.subjects...)
		}
		changes := sinceSQL
		if k.tail {
			changes = tailSQL
		}
		all := readings{}
		err := s.eachOf(manyWait(context.Background()), o, all.asked(ids, changes)...)
		for _, l := range looks {
			l.found, l.err = all.of(l.id), err
		}
	}
}
