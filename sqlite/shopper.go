package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

const selectShopper = `SELECT subject, life, into_, version, facts, sealed FROM shopper s
	WHERE subject = ? AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = s.life)`

func scanShopper(row litedb.Scanner, r *tables.Shopper) error {
	return row.Scan(&r.Subject, &r.Life, &r.Into, &r.Version, &r.Facts, &r.Sealed)
}

// Identify implements evercart.Shoppers.
func (s *Store) Identify(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	const op = "sqlite.Identify"
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
	const op = "sqlite.Identify"
	if err := s.keys.Begin(ctx, sh.Life); err != nil {
		return evercart.Shopper{}, err
	}
	facts, sealed, err := tables.PackShopper(ctx, s.keys, sh)
	if err != nil {
		return evercart.Shopper{}, err
	}
	subject := string(sh.Subject)
	err = s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		subject = string(sh.Subject)
		if hash != nil {
			err := tx.Row(`INSERT INTO outside(hash, subject) VALUES(?, ?) ON CONFLICT(hash) DO UPDATE SET subject = subject RETURNING subject`, hash, subject).Scan(&subject)
			if err != nil || subject != string(sh.Subject) {
				return err
			}
		}
		_, err := tx.Exec(`INSERT INTO shopper(subject, life, version, facts, sealed) VALUES(?, ?, 1, ?, ?)`, subject, string(sh.Life), facts, blob(sealed))
		return err
	})
	if err != nil {
		return evercart.Shopper{}, errorOf(err, op)
	}
	if subject != string(sh.Subject) { // the key that was made for nobody ends
		if err := s.keys.Destroy(ctx, sh.Life); err != nil {
			s.log.WarnContext(ctx, "sqlite: a key of nobody is left", "error", err)
		}
		sh, _, err = s.shopper(ctx, evercart.Subject(subject))
	}
	return sh, errorOf(err, op)
}

// Lookup implements evercart.Shoppers.
func (s *Store) Lookup(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	const op = "sqlite.Lookup"
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
	err = s.db.Row(ctx, `SELECT subject FROM outside WHERE hash = ?`, hash).Scan(&subject)
	if errors.Is(err, sql.ErrNoRows) {
		return evercart.Shopper{}, hash, nil
	}
	if err != nil {
		return evercart.Shopper{}, nil, err
	}
	sh, _, err := s.shopper(ctx, subject)
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
	const op = "sqlite.Shopper"
	sh, _, err := s.own(ctx, subject, op)
	return sh, errorOf(err, op)
}

// own finds a shopper that the caller may touch, under its own or the given name.
func (s *Store) own(ctx context.Context, subject evercart.Subject, op string) (evercart.Shopper, int64, error) {
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.Shopper{}, 0, err
	}
	sh, version, err := s.shopper(ctx, subject)
	if err == nil && !who.May(subject) && !who.May(sh.Subject) {
		err = notFound(op, "shopper")
	}
	if err != nil {
		return evercart.Shopper{}, 0, err
	}
	return sh, version, nil
}

// shopper reads a shopper with its aliases; an alias leads to the one it was joined to. NotFound.
func (s *Store) shopper(ctx context.Context, subject evercart.Subject) (evercart.Shopper, int64, error) {
	var r tables.Shopper
	for hops := 0; ; hops++ {
		err := scanShopper(s.db.Row(ctx, selectShopper, string(subject)), &r)
		if errors.Is(err, sql.ErrNoRows) || hops > 2 { // Join keeps the way one step long
			return evercart.Shopper{}, 0, notFound("sqlite.Shopper", "shopper")
		}
		if err != nil {
			return evercart.Shopper{}, 0, err
		}
		if r.Into == "" {
			break
		}
		subject = r.Into
		r = tables.Shopper{}
	}
	sh, err := r.Open(ctx, s.keys)
	if err != nil {
		return sh, 0, err
	}
	sh.Aliases, err = s.aliases(ctx, sh.Subject)
	return sh, r.Version, err
}

func (s *Store) aliases(ctx context.Context, of evercart.Subject) ([]evercart.Subject, error) {
	rows, err := s.db.Rows(ctx, `SELECT subject FROM shopper WHERE into_ = ? AND into_ <> '' ORDER BY subject`, string(of))
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var out []evercart.Subject
	for rows.Next() {
		var a evercart.Subject
		if err := rows.Scan(&a); err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, rows.Err()
}

// UpdateShopper implements evercart.Shoppers. Subject, life and aliases stay as they are.
func (s *Store) UpdateShopper(ctx context.Context, subject evercart.Subject, change func(evercart.Shopper) (evercart.Shopper, error)) (evercart.Shopper, error) {
	const op = "sqlite.UpdateShopper"
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
		err = s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
			n, err := tx.Exec(`UPDATE shopper SET version = version + 1, facts = ?, sealed = ? WHERE subject = ? AND life = ? AND version = ?
				AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = shopper.life)`, facts, blob(sealed), string(after.Subject), string(after.Life), version)
			if err == nil && n == 0 {
				err = tables.ErrStale
			}
			return err
		})
		if !errors.Is(err, tables.ErrStale) {
			return after, errorOf(err, op)
		}
		if err := tables.Pause(ctx, s.clock, run); err != nil {
			return before, errorOf(err, op)
		}
	}
	return evercart.Shopper{}, evercart.Errorf(evercart.Conflict, op, "lost the race for the shopper")
}

// Join implements evercart.Shoppers. Invalid when a user id names the guest already, Conflict when it is an alias of another.
func (s *Store) Join(ctx context.Context, guest, into evercart.Subject) (evercart.Shopper, error) {
	const op = "sqlite.Join"
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
	err = s.db.Write(ctx, litedb.Place{Alone: true}, func(tx *litedb.Tx) error {
		var row tables.Shopper
		if err := scanShopper(tx.Row(selectShopper, string(to.Subject)), &row); errors.Is(err, sql.ErrNoRows) {
			return notFound(op, "shopper")
		} else if err != nil {
			return err
		}
		n, err := tx.Exec(`UPDATE shopper SET into_ = ?, version = version + 1 WHERE subject = ? AND into_ IN ('', ?)
			AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = shopper.life)`, string(to.Subject), string(guest), string(to.Subject))
		if err == nil && n == 0 {
			err = tables.OthersAlias(op)
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(`UPDATE shopper SET into_ = ? WHERE into_ = ? AND into_ <> ''`, string(to.Subject), string(guest))
		return err
	})
	if err != nil {
		return evercart.Shopper{}, errorOf(err, op)
	}
	to, _, err = s.shopper(ctx, to.Subject)
	return to, errorOf(err, op)
}

// Release implements evercart.Shoppers.
func (s *Store) Release(ctx context.Context, by string, id evercart.Personal, of evercart.Subject) error {
	const op = "sqlite.Release"
	to, _, err := s.own(ctx, of, op)
	if err != nil {
		return errorOf(err, op)
	}
	err = tables.Release(ctx, s.keys, by, id, to, func(hash []byte, subjects []string) (bool, error) {
		names, err := json.Marshal(subjects)
		if err != nil {
			return false, err
		}
		var n int64
		err = s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
			n, err = tx.Exec(`DELETE FROM outside WHERE hash = ? AND subject IN (SELECT value FROM json_each(?))`, hash, string(names))
			return err
		})
		return n > 0, err
	})
	return errorOf(err, op)
}

// Export implements evercart.Shoppers. A session that cannot be read is given as far as it can.
func (s *Store) Export(ctx context.Context, subject evercart.Subject) (evercart.Export, error) {
	const op = "sqlite.Export"
	sh, _, err := s.own(ctx, subject, op)
	if err != nil {
		return evercart.Export{}, errorOf(err, op)
	}
	out := evercart.Export{Shopper: sh}
	ids, err := s.sessionsOf(ctx, sh.Subjects())
	if err != nil {
		return out, errorOf(err, op)
	}
	all := evercart.As(ctx, evercart.Caller{Role: evercart.RoleSystem})
	for _, id := range ids {
		one, err := tables.ExportSession(id, func() (evercart.State, error) { return s.load(ctx, id) },
			func() ([]evercart.Event, error) { return s.Events(all, id, 0, math.MaxInt) })
		if err != nil {
			return out, errorOf(err, op)
		}
		out.Sessions = append(out.Sessions, one)
	}
	return out, nil
}

func (s *Store) sessionsOf(ctx context.Context, subjects []evercart.Subject) ([]evercart.SessionID, error) {
	names, err := json.Marshal(subjects)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.Rows(ctx, `SELECT h.session FROM head h WHERE h.subject IN (SELECT value FROM json_each(?))
		AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = h.life) ORDER BY h.id`, names)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var out []evercart.SessionID
	for rows.Next() {
		var id evercart.SessionID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	return slices.Clip(out), rows.Err()
}
