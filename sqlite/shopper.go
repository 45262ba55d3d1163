package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

func newWrite() evercart.WriteID { return evercart.WriteID(rand.Text()) }

// shopperRow is a shopper as it is stored. Aliases are not: they are rows that point here.
type shopperRow struct {
	shopper evercart.Shopper
	into    evercart.Subject
	version int64
	facts   []byte
	sealed  []byte
}

const selectShopper = `SELECT subject, life, into_, version, facts, sealed FROM shopper s
	WHERE subject = ? AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = s.life)`

func (r *shopperRow) scan(row litedb.Scanner) error {
	return row.Scan(&r.shopper.Subject, &r.shopper.Life, &r.into, &r.version, &r.facts, &r.sealed)
}

// Identify implements evercart.Shoppers.
func (s *Store) Identify(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	const op = "sqlite.Identify"
	if _, err := caller(ctx, op); err != nil {
		return evercart.Shopper{}, err
	}
	sh := evercart.Shopper{Subject: evercart.Subject(rand.Text()), Life: evercart.Life(rand.Text()), Guest: id == ""}
	var hash []byte
	if id != "" {
		found, h, err := s.outside(ctx, by, id)
		if err != nil || found.Subject != "" {
			return found, errorOf(err, op)
		}
		hash = h
	}
	switch by {
	case "user":
		sh.Personal.User = id
	case "phone":
		sh.Personal.Phone = id
	}
	return s.begin(ctx, sh, hash)
}

// begin makes the row of a new shopper, its key first: a row without a key could not be read. Of two that begin the same
// one, the first stays.
func (s *Store) begin(ctx context.Context, sh evercart.Shopper, hash []byte) (evercart.Shopper, error) {
	const op = "sqlite.Identify"
	if err := s.keys.Begin(ctx, sh.Life); err != nil {
		return evercart.Shopper{}, err
	}
	facts, sealed, err := s.packShopper(ctx, sh)
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
	hash, err := s.keys.Hash(ctx, []byte(by+"\x00"+id.Reveal()))
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
	var r shopperRow
	for hops := 0; ; hops++ {
		err := r.scan(s.db.Row(ctx, selectShopper, string(subject)))
		if errors.Is(err, sql.ErrNoRows) || hops > 2 { // Join keeps the way one step long
			return evercart.Shopper{}, 0, notFound("sqlite.Shopper", "shopper")
		}
		if err != nil {
			return evercart.Shopper{}, 0, err
		}
		if r.into == "" {
			break
		}
		subject = r.into
		r = shopperRow{}
	}
	sh, err := s.unpackShopper(ctx, r)
	if err != nil {
		return sh, 0, err
	}
	sh.Aliases, err = s.aliases(ctx, sh.Subject)
	return sh, r.version, err
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

func (s *Store) packShopper(ctx context.Context, sh evercart.Shopper) (facts, sealed []byte, err error) {
	sh.Aliases = nil
	if facts, err = json.Marshal(sh); err != nil || sh.Personal == (evercart.ShopperPersonal{}) {
		return facts, nil, evercart.Wrap(err, evercart.Invalid, "sqlite.shopper")
	}
	plain, err := evercart.RevealJSON(sh.Personal)
	if err != nil {
		return nil, nil, err
	}
	sealed, err = s.keys.Seal(ctx, sh.Life, plain, shopperAAD(sh.Subject))
	return facts, sealed, err
}

func (s *Store) unpackShopper(ctx context.Context, r shopperRow) (evercart.Shopper, error) {
	const op = "sqlite.shopper"
	sh := evercart.Shopper{}
	if err := json.Unmarshal(r.facts, &sh); err != nil {
		return sh, evercart.Wrap(err, evercart.Damaged, op)
	}
	sh.Subject, sh.Life = r.shopper.Subject, r.shopper.Life
	if len(r.sealed) == 0 {
		return sh, nil
	}
	plain, err := s.keys.Open(ctx, sh.Life, r.sealed, shopperAAD(sh.Subject))
	if evercart.CodeOf(err) == evercart.Gone {
		return sh, notFound(op, "shopper")
	}
	if err != nil {
		return sh, err
	}
	return sh, evercart.Wrap(json.Unmarshal(plain, &sh.Personal), evercart.Damaged, op)
}

func shopperAAD(of evercart.Subject) []byte { return []byte("shopper/" + string(of)) }

// UpdateShopper implements evercart.Shoppers. Subject, life and aliases stay as they are.
func (s *Store) UpdateShopper(ctx context.Context, subject evercart.Subject, change func(evercart.Shopper) (evercart.Shopper, error)) (evercart.Shopper, error) {
	const op = "sqlite.UpdateShopper"
	for run := range maxRuns {
		before, version, err := s.own(ctx, subject, op)
		if err != nil {
			return evercart.Shopper{}, errorOf(err, op)
		}
		shown := before
		shown.Aliases, shown.Demographics = slices.Clone(before.Aliases), maps.Clone(before.Demographics) // change may write into them
		after, err := change(shown)
		if err != nil {
			return before, err
		}
		after.Subject, after.Life, after.Aliases = before.Subject, before.Life, before.Aliases
		if reflect.DeepEqual(before, after) {
			return before, nil
		}
		facts, sealed, err := s.packShopper(ctx, after)
		if err != nil {
			return before, err
		}
		err = s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
			n, err := tx.Exec(`UPDATE shopper SET version = version + 1, facts = ?, sealed = ? WHERE subject = ? AND life = ? AND version = ?
				AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = shopper.life)`, facts, blob(sealed), string(after.Subject), string(after.Life), version)
			if err == nil && n == 0 {
				err = errStale
			}
			return err
		})
		if !errors.Is(err, errStale) {
			return after, errorOf(err, op)
		}
		if err := s.pause(ctx, run); err != nil {
			return before, errorOf(err, op)
		}
	}
	return evercart.Shopper{}, evercart.Errorf(evercart.Conflict, op, "lost the race for the shopper")
}

// Join implements evercart.Shoppers. Invalid when guest is known already, Conflict when it is an alias of another.
func (s *Store) Join(ctx context.Context, guest, into evercart.Subject) (evercart.Shopper, error) {
	const op = "sqlite.Join"
	to, _, err := s.own(ctx, into, op)
	if err != nil {
		return evercart.Shopper{}, errorOf(err, op)
	}
	from, _, err := s.own(ctx, guest, op)
	switch {
	case err != nil:
		return evercart.Shopper{}, errorOf(err, op)
	case from.Subject == to.Subject:
		return to, nil
	case guest != from.Subject:
		return evercart.Shopper{}, evercart.Errorf(evercart.Conflict, op, "this guest is another shopper's alias")
	case !from.Guest:
		return evercart.Shopper{}, evercart.Errorf(evercart.Invalid, op, "only a guest becomes an alias")
	}
	err = s.db.Write(ctx, litedb.Place{Alone: true}, func(tx *litedb.Tx) error {
		var row shopperRow
		if err := row.scan(tx.Row(selectShopper, string(to.Subject))); errors.Is(err, sql.ErrNoRows) {
			return notFound(op, "shopper")
		} else if err != nil {
			return err
		}
		n, err := tx.Exec(`UPDATE shopper SET into_ = ?, version = version + 1 WHERE subject = ? AND into_ IN ('', ?)
			AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = shopper.life)`, string(to.Subject), string(guest), string(to.Subject))
		if err == nil && n == 0 {
			err = evercart.Errorf(evercart.Conflict, op, "this guest is another shopper's alias")
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
		one := evercart.SessionExport{State: evercart.State{Session: id}}
		state, err := s.load(ctx, id)
		if err == nil {
			one.State = state
		} else if evercart.CodeOf(err) != evercart.Damaged {
			return out, errorOf(err, op)
		}
		one.Events, err = s.Events(all, id, 0, int(^uint(0)>>1))
		if code := evercart.CodeOf(err); err != nil && code != evercart.Damaged && code != evercart.NotFound {
			return out, err
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
