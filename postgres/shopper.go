package postgres

import (
	"context"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/group"
	"github.com/evercart/evercart/tables"
)

// Identify implements evercart.Shoppers. Nobody is known before it, so it is done in the office of upkeep.
func (s *Store) Identify(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	const op = "postgres.Identify"
	if _, err := caller(ctx, op); err != nil {
		return evercart.Shopper{}, err
	}
	var hash []byte
	if id != "" {
		found, h, err := s.outside(ctx, by, id)
		if err != nil || found.Subject != "" {
			return found, errorOf(err, op)
		}
		hash = h
	}
	return s.begin(ctx, tables.NewShopper(by, id), hash)
}

// begin makes the row of a new shopper, its key first: a row without a key could not be read. Of two that begin the same
// one, the first stays.
func (s *Store) begin(ctx context.Context, sh evercart.Shopper, hash []byte) (evercart.Shopper, error) {
	const op = "postgres.Identify"
	if err := s.keys.Begin(ctx, sh.Life); err != nil {
		return evercart.Shopper{}, err
	}
	facts, sealed, err := tables.PackShopper(ctx, s.keys, sh)
	if err != nil {
		return evercart.Shopper{}, err
	}
	subject := string(sh.Subject)
	err = s.alone(ctx, office{role: upkeep}, nil, func(x *tx) error {
		subject = string(sh.Subject)
		if hash != nil {
			_, err := x.row(`INSERT INTO outside(hash, subject) VALUES($1, $2) ON CONFLICT (hash) DO UPDATE SET subject = outside.subject RETURNING subject`, []any{hash, subject}, &subject)
			if err != nil || subject != string(sh.Subject) {
				return err
			}
		}
		_, err := x.exec(`INSERT INTO shopper(subject, life, version, facts, sealed) VALUES($1, $2, 1, $3, $4)`, subject, string(sh.Life), string(facts), sealed)
		return err
	})
	if err != nil {
		return evercart.Shopper{}, errorOf(err, op)
	}
	if subject != string(sh.Subject) { // the key that was made for nobody ends
		if err := s.keys.Destroy(ctx, sh.Life); err != nil {
			s.log.WarnContext(ctx, "postgres: a key of nobody is left", "error", err)
		}
		sh, _, err = s.shopper(ctx, office{role: upkeep}, evercart.Subject(subject))
	}
	return sh, errorOf(err, op)
}

// Lookup implements evercart.Shoppers.
func (s *Store) Lookup(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	const op = "postgres.Lookup"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.Shopper{}, err
	}
	if id == "" {
		return evercart.Shopper{}, notFound(op, "shopper")
	}
	sh, _, err := s.outside(ctx, by, id)
	if err == nil && (sh.Subject == "" || !slices.ContainsFunc(sh.Subjects(), who.May)) {
		err = notFound(op, "shopper")
	}
	if err != nil {
		return evercart.Shopper{}, errorOf(err, op)
	}
	return sh, nil
}

// outside finds a shopper by an outside id, with its hash; the zero Shopper when there is none.
func (s *Store) outside(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, []byte, error) {
	hash, err := tables.Outside(ctx, s.keys, by, id)
	if err != nil {
		return evercart.Shopper{}, nil, err
	}
	var subject evercart.Subject
	ok, err := s.one(ctx, office{role: upkeep}, `SELECT subject FROM outside WHERE hash = $1`, []any{hash}, &subject)
	if err != nil || !ok {
		return evercart.Shopper{}, hash, err
	}
	sh, _, err := s.shopper(ctx, office{role: upkeep}, subject)
	if evercart.CodeOf(err) == evercart.NotFound { // erased since, or brought back by a restored copy: then erased again
		if _, err = s.eraseAll(ctx, subject); evercart.CodeOf(err) == evercart.NotFound {
			err = nil
		}
		return evercart.Shopper{}, hash, err
	}
	return sh, hash, err
}

// Shopper implements evercart.Shoppers.
func (s *Store) Shopper(ctx context.Context, subject evercart.Subject) (evercart.Shopper, error) {
	const op = "postgres.Shopper"
	sh, _, err := s.own(ctx, subject, op)
	return sh, errorOf(err, op)
}

// own finds a shopper that the caller may touch, under its own or the given name.
func (s *Store) own(ctx context.Context, subject evercart.Subject, op string) (evercart.Shopper, int64, error) {
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.Shopper{}, 0, err
	}
	sh, version, err := s.shopper(ctx, officeOf(who), subject)
	if err == nil && !who.May(subject) && !who.May(sh.Subject) {
		err = notFound(op, "shopper")
	}
	if err != nil {
		return evercart.Shopper{}, 0, err
	}
	return sh, version, nil
}

// shopper reads a shopper with its aliases; an alias leads to the one it was joined to, and whoever sees the alias sees that
// one. NotFound.
func (s *Store) shopper(ctx context.Context, o office, subject evercart.Subject) (evercart.Shopper, int64, error) {
	q := &face{subject: subject}
	for hops := 0; ; hops++ {
		if err := s.face(ctx, o, q); err != nil {
			return evercart.Shopper{}, 0, err
		}
		if !q.found || hops > 2 { // Join keeps the way one step long
			return evercart.Shopper{}, 0, notFound("postgres.Shopper", "shopper")
		}
		if q.row.Into == "" {
			break
		}
		o.subjects = append(slices.Clone(o.subjects), q.row.Into)
		q = &face{subject: q.row.Into}
	}
	sh, err := q.row.Open(ctx, s.keys)
	if err != nil {
		return sh, 0, err
	}
	if len(q.aliases) > 0 {
		sh.Aliases = q.aliases
	}
	return sh, q.row.Version, nil
}

// face is one shopper that somebody wants to know, and the row that was found.
type face struct {
	subject evercart.Subject
	row     tables.Shopper
	aliases []evercart.Subject
	found   bool
	err     error
}

// faceSQL finds rows of shoppers that live.
const faceSQL = `SELECT subject, life, into_, version, facts, sealed, ARRAY(SELECT a.subject FROM shopper a WHERE a.into_ = s.subject AND a.into_ <> '' ORDER BY a.subject)
	FROM shopper s WHERE subject = ANY ($1::text[]) AND ended = 0 AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = s.life)`

// face reads one row. When a node dies, the first words of all its shoppers at the others ask who they are, in the server's own name: those
// are read together.
func (s *Store) face(ctx context.Context, o office, q *face) error {
	if o.role != upkeep {
		return s.facesOf(ctx, o, map[evercart.Subject][]*face{q.subject: {q}})
	}
	if err := s.faces.Ask(ctx, q, group.Place{}); err != nil {
		return err
	}
	return q.err
}

// runFaces reads all that are wanted at one moment.
func (s *Store) runFaces(batch []*face) {
	s.count.faces.Add(1)
	of := map[evercart.Subject][]*face{}
	for _, q := range batch {
		of[q.subject] = append(of[q.subject], q)
	}
	err := s.facesOf(manyWait(context.Background()), office{role: upkeep}, of)
	for _, q := range batch {
		q.err = err
	}
}

func (s *Store) facesOf(ctx context.Context, o office, of map[evercart.Subject][]*face) error {
	subjects := make([]string, 0, len(of))
	for subject := range of {
		subjects = append(subjects, string(subject))
	}
	return s.each(ctx, o, faceSQL, []any{subjects}, func(r pgx.Rows) error {
		var one face
		err := r.Scan(&one.row.Subject, &one.row.Life, &one.row.Into, &one.row.Version, &one.row.Facts, &one.row.Sealed, &one.aliases)
		for _, q := range of[one.row.Subject] {
			q.row, q.aliases, q.found = one.row, one.aliases, true
		}
		return err
	})
}

// UpdateShopper implements evercart.Shoppers. Subject, life and aliases stay as they are.
func (s *Store) UpdateShopper(ctx context.Context, subject evercart.Subject, change func(evercart.Shopper) (evercart.Shopper, error)) (evercart.Shopper, error) {
	const op = "postgres.UpdateShopper"
	for run := range tables.MaxRuns {
		before, version, err := s.own(ctx, subject, op)
		if err != nil {
			return evercart.Shopper{}, errorOf(err, op)
		}
		after, same, err := tables.ChangeShopper(before, change)
		if err != nil || same {
			return before, err
		}
		facts, sealed, err := tables.PackShopper(ctx, s.keys, after)
		if err != nil {
			return before, err
		}
		n := 0
		err = s.write(ctx, ownerOf(after.Subject), `UPDATE shopper SET version = version + 1, facts = $1, sealed = $2
			WHERE subject = $3 AND life = $4 AND version = $5 AND ended = 0 RETURNING version`,
			[]any{string(facts), sealed, string(after.Subject), string(after.Life), version}, func(pgx.Rows) error {
				n++
				return nil
			})
		if err != nil && !collided(err) {
			return before, errorOf(err, op)
		}
		if n > 0 {
			return after, nil
		}
		if err := tables.Pause(ctx, s.clock, run); err != nil {
			return before, errorOf(err, op)
		}
	}
	return evercart.Shopper{}, evercart.Errorf(evercart.Conflict, op, "lost the race for the shopper")
}

// Join implements evercart.Shoppers. Invalid when a user id names the guest already, Conflict when it is an alias of another.
func (s *Store) Join(ctx context.Context, guest, into evercart.Subject) (evercart.Shopper, error) {
	const op = "postgres.Join"
	to, _, err := s.own(ctx, into, op)
	if err != nil {
		return evercart.Shopper{}, errorOf(err, op)
	}
	from, _, err := s.own(ctx, guest, op)
	if err != nil {
		return evercart.Shopper{}, errorOf(err, op)
	}
	if done, err := tables.MayJoin(op, guest, from, to); done || err != nil {
		return to, err
	}
	// Of upkeep: the guest's own aliases move, too, which the caller may not name. Whom the caller may touch was asked above.
	err = s.alone(ctx, office{role: upkeep}, nil, func(x *tx) error { return join(x, guest, to.Subject) })
	if err != nil {
		return evercart.Shopper{}, errorOf(err, op)
	}
	to, _, err = s.shopper(ctx, office{role: upkeep}, to.Subject)
	return to, errorOf(err, op)
}

// Release implements evercart.Shoppers.
func (s *Store) Release(ctx context.Context, by string, id evercart.Personal, of evercart.Subject) error {
	const op = "postgres.Release"
	to, _, err := s.own(ctx, of, op)
	if err != nil {
		return errorOf(err, op)
	}
	err = tables.Release(ctx, s.keys, by, id, to, func(hash []byte, subjects []string) (there bool, err error) {
		err = s.write(ctx, office{role: upkeep}, `DELETE FROM outside WHERE hash = $1 AND subject = ANY ($2::text[]) RETURNING true`, []any{hash, subjects},
			func(r pgx.Rows) error { return r.Scan(&there) })
		return there, err
	})
	return errorOf(err, op)
}

// join makes one an alias of the other, with all that were joined to it, holding the rows in the order of their names.
func join(x *tx, guest, into evercart.Subject) error {
	const op = "postgres.Join"
	if _, err := x.exec(`SELECT 1 FROM shopper WHERE subject = ANY ($1::text[]) OR into_ = $2 AND into_ <> '' ORDER BY subject FOR UPDATE`,
		[]string{string(guest), string(into)}, string(guest)); err != nil {
		return err
	}
	var lives bool
	if ok, err := x.row(`SELECT true FROM shopper WHERE subject = $1 AND ended = 0 AND into_ = ''`, []any{string(into)}, &lives); err != nil {
		return err
	} else if !ok {
		return notFound(op, "shopper")
	}
	n, err := x.exec(`UPDATE shopper SET into_ = $1, version = version + 1 WHERE subject = $2 AND into_ IN ('', $1) AND ended = 0`, string(into), string(guest))
	if err == nil && n == 0 {
		err = tables.OthersAlias(op)
	}
	if err != nil {
		return err
	}
	_, err = x.exec(`UPDATE shopper SET into_ = $1 WHERE into_ = $2 AND into_ <> ''`, string(into), string(guest))
	return err
}

// Export implements evercart.Shoppers. A session that cannot be read is given as far as it can.
func (s *Store) Export(ctx context.Context, subject evercart.Subject) (evercart.Export, error) {
	const op = "postgres.Export"
	sh, _, err := s.own(ctx, subject, op)
	if err != nil {
		return evercart.Export{}, errorOf(err, op)
	}
	out := evercart.Export{Shopper: sh}
	o := ownerOf(sh.Subjects()...)
	names := make([]string, 0, len(sh.Subjects()))
	for _, sub := range sh.Subjects() {
		names = append(names, string(sub))
	}
	ids, err := collect(ctx, s, o, `SELECT h.session::text FROM head h WHERE h.subject = ANY ($1::text[]) AND `+lives+` ORDER BY h.id`, []any{names},
		func(r pgx.Rows, id *evercart.SessionID) error { return r.Scan(id) })
	if err != nil {
		return out, errorOf(err, op)
	}
	all := evercart.As(ctx, evercart.Caller{Role: evercart.RoleShopper, Subjects: sh.Subjects()})
	for _, id := range ids {
		one, err := tables.ExportSession(id, func() (evercart.State, error) { return s.load(ctx, o, id) },
			func() ([]evercart.Event, error) { return s.Events(all, id, 0, math.MaxInt) })
		if err != nil {
			return out, errorOf(err, op)
		}
		out.Sessions = append(out.Sessions, one)
	}
	return out, nil
}
