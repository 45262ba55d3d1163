package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

// EraseJob is the kind of the job that carries an erasure to its end (see ResumeErasure).
const EraseJob = tables.EraseJob

// Erase implements evercart.Shoppers.
func (s *Store) Erase(ctx context.Context, e evercart.Erasure) (evercart.Receipt, error) {
	const op = "sqlite.Erase"
	sh, _, err := s.own(ctx, e.Subject, op)
	if evercart.CodeOf(err) == evercart.NotFound {
		todo, terr := s.unfinished(ctx, op, tables.Search(e.Subject), func(todo tables.Erasure) bool { return todo.Of(e.Subject) })
		if terr != nil {
			return evercart.Receipt{}, errorOf(terr, op)
		}
		return s.carry(ctx, todo), nil
	}
	if err != nil {
		return evercart.Receipt{}, errorOf(err, op)
	}
	r, err := s.eraseAll(ctx, sh.Subject)
	return r, errorOf(err, op)
}

// Erasing implements evercart.Shoppers.
func (s *Store) Erasing(ctx context.Context, by string, id evercart.Personal) (evercart.Subject, error) {
	const op = "sqlite.Erasing"
	if _, err := caller(ctx, op); err != nil {
		return "", err
	}
	hash, err := tables.Outside(ctx, s.keys, by, id)
	if err != nil {
		return "", errorOf(err, op)
	}
	todo, err := s.unfinished(ctx, op, tables.Search(hash), func(todo tables.Erasure) bool { return todo.Named(hash) })
	if err != nil {
		return "", errorOf(err, op)
	}
	return todo.Subjects[0], nil
}

// unfinished finds an erasure that has begun and is not done, of somebody whom the caller may touch. NotFound.
func (s *Store) unfinished(ctx context.Context, op string, search []byte, is func(tables.Erasure) bool) (tables.Erasure, error) {
	who, err := caller(ctx, op)
	if err != nil {
		return tables.Erasure{}, err
	}
	rows, err := s.db.Rows(ctx, `SELECT body FROM job WHERE kind = ? AND instr(body, ?) > 0 ORDER BY id`, EraseJob, search)
	if err != nil {
		return tables.Erasure{}, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	for rows.Next() {
		var body []byte
		if err := rows.Scan(&body); err != nil {
			return tables.Erasure{}, err
		}
		todo, err := tables.ReadErasure(evercart.Job{Body: body})
		if err == nil && is(todo) && slices.ContainsFunc(todo.Subjects, who.May) {
			return todo, nil
		}
	}
	if err := rows.Err(); err != nil {
		return tables.Erasure{}, err
	}
	return tables.Erasure{}, notFound(op, "shopper")
}

// eraseAll erases a shopper with all aliases. NotFound when that life has ended.
func (s *Store) eraseAll(ctx context.Context, subject evercart.Subject) (evercart.Receipt, error) {
	todo := tables.NewErasure()
	now := s.clock.Now()
	err := s.db.Write(ctx, litedb.Place{Alone: true}, func(tx *litedb.Tx) error { return endLife(tx, subject, &todo, now) })
	if err != nil {
		return evercart.Receipt{}, err
	}
	return s.carry(ctx, todo), nil
}

// carry does what is left of an erasure whose first commit was made. It is certain: what fails is repeated by the job.
func (s *Store) carry(ctx context.Context, todo tables.Erasure) evercart.Receipt {
	r, err := s.finish(context.WithoutCancel(ctx), todo)
	if err != nil {
		s.log.ErrorContext(ctx, "sqlite: an erasure goes on as a job", "receipt", todo.Receipt, "error", err)
		return r
	}
	err = s.db.Write(context.WithoutCancel(ctx), litedb.Place{}, func(tx *litedb.Tx) error {
		_, err := tx.Exec(`DELETE FROM job WHERE kind = ? AND key = ?`, EraseJob, todo.Receipt)
		return err
	})
	if err != nil { // the job finds it done
		s.log.WarnContext(ctx, "sqlite: the job of an erasure that is done stays", "receipt", todo.Receipt, "error", err)
	}
	return r
}

// ResumeErasure carries an erasure to its end, for the runner of jobs (EraseJob); as often as it takes.
func (s *Store) ResumeErasure(ctx context.Context, j evercart.Job) (evercart.Receipt, error) {
	const op = "sqlite.ResumeErasure"
	todo, err := tables.ReadErasure(j)
	if err != nil {
		return evercart.Receipt{}, err
	}
	r, err := s.finish(ctx, todo)
	return r, errorOf(err, op)
}

// Receipt finds that of an erasure whose rows are gone. NotFound.
func (s *Store) Receipt(ctx context.Context, id string) (evercart.Receipt, error) {
	const op = "sqlite.Receipt"
	if _, err := caller(ctx, op); err != nil {
		return evercart.Receipt{}, err
	}
	var (
		at    int64
		parts []byte
	)
	err := s.db.Row(ctx, `SELECT at, parts FROM receipt WHERE id = ?`, id).Scan(&at, &parts)
	if errors.Is(err, sql.ErrNoRows) {
		return evercart.Receipt{}, notFound(op, "receipt")
	}
	if err != nil {
		return evercart.Receipt{}, errorOf(err, op)
	}
	return tables.ReadReceipt(id, at, parts)
}

// ForgetDestroyed erases again whom a restored backup has brought back: shoppers whose key is destroyed. It asks
// after the key of every shopper, hundreds at once, and is for the time after a restore.
func (s *Store) ForgetDestroyed(ctx context.Context) ([]evercart.Receipt, error) {
	const op = "sqlite.ForgetDestroyed"
	var out []evercart.Receipt
	for after := ""; ; {
		page, err := s.lives(ctx, after)
		if err != nil || len(page) == 0 {
			return out, errorOf(err, op)
		}
		gone, err := evercart.DestroyedOf(ctx, s.keys, evercart.LivesOf(page)...)
		if err != nil {
			return out, errorOf(err, op)
		}
		for _, sh := range page {
			if after = string(sh.Subject); !slices.Contains(gone, sh.Life) {
				continue
			}
			r, err := s.eraseAll(ctx, sh.Subject)
			if err != nil && evercart.CodeOf(err) != evercart.NotFound { // an alias went with its shopper
				return out, errorOf(err, op)
			}
			if err == nil {
				out = append(out, r)
			}
		}
	}
}

// lives gives some shoppers after a subject.
func (s *Store) lives(ctx context.Context, after string) ([]evercart.Shopper, error) {
	rows, err := s.db.Rows(ctx, `SELECT subject, life FROM shopper s WHERE subject > ? AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = s.life)
		ORDER BY subject LIMIT 500`, after)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var out []evercart.Shopper
	for rows.Next() {
		var sh evercart.Shopper
		if err := rows.Scan(&sh.Subject, &sh.Life); err != nil {
			return nil, err
		}
		out = append(out, sh)
	}
	return out, rows.Err()
}

// endLife is the first commit: from it on nothing is written under these lives, and nobody finds them.
func endLife(tx *litedb.Tx, subject evercart.Subject, todo *tables.Erasure, now time.Time) error {
	todo.Subjects, todo.Lives = nil, nil
	rows, err := tx.Query(`SELECT subject, life FROM shopper s WHERE (subject = ? OR into_ = ?) AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = s.life)`,
		string(subject), string(subject))
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	for rows.Next() {
		var (
			sub  evercart.Subject
			life evercart.Life
		)
		if err := rows.Scan(&sub, &life); err != nil {
			return err
		}
		todo.Subjects, todo.Lives = append(todo.Subjects, sub), append(todo.Lives, life)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	if len(todo.Lives) == 0 {
		return notFound("sqlite.Erase", "shopper")
	}
	subjects, lives, err := lists(*todo)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(`INSERT INTO ended(life, at) SELECT value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`, now.UnixMilli(), lives); err != nil {
		return err
	}
	if todo.Names, err = unname(tx, subjects); err != nil {
		return err
	}
	todo.Outside = len(todo.Names)
	body, err := todo.Body()
	if err != nil {
		return err
	}
	return enqueue(tx, evercart.Job{Kind: EraseJob, Key: todo.Receipt, Due: now.Add(tables.EraseAfter), Body: body}, now.UnixMilli())
}

// unname takes all outside ids from these subjects, and gives their hashes.
func unname(tx *litedb.Tx, subjects []byte) (hashes [][]byte, err error) {
	rows, err := tx.Query(`DELETE FROM outside WHERE subject IN (SELECT value FROM json_each(?)) RETURNING hash`, subjects)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	for rows.Next() {
		var hash []byte
		if err := rows.Scan(&hash); err != nil {
			return nil, err
		}
		hashes = append(hashes, hash)
	}
	return hashes, rows.Err()
}

// lists gives the parts of an erasure as JSON, as statements want them.
func lists(e tables.Erasure) (subjects, lives []byte, err error) {
	if subjects, err = json.Marshal(e.SubjectNames()); err == nil {
		lives, err = json.Marshal(e.LifeNames())
	}
	return subjects, lives, err
}

// finish is the second and third commit, and empties the log. The receipt names what failed with -1.
func (s *Store) finish(ctx context.Context, todo tables.Erasure) (evercart.Receipt, error) {
	r := evercart.Receipt{ID: todo.Receipt, At: s.clock.Now().UTC().Truncate(time.Millisecond), Parts: map[string]int{}}
	for _, life := range todo.Lives {
		if err := s.keys.Destroy(ctx, life); err != nil {
			r.Parts["keys"], r.Parts["sessions"] = -1, -1
			return r, err
		}
	}
	r.Parts["keys"] = len(todo.Lives)
	if err := s.db.Write(ctx, litedb.Place{Alone: true}, func(tx *litedb.Tx) error { return erase(tx, todo, &r) }); err != nil {
		r.Parts = map[string]int{"keys": len(todo.Lives), "sessions": -1}
		return r, err
	}
	if err := s.checkpoint(ctx); err != nil {
		r.Parts["log"] = -1
		return r, err
	}
	r.Done = true
	return r, nil
}

// erase is the third commit: it deletes every row of these lives, and leaves the receipt. Done already, it reads that.
func erase(tx *litedb.Tx, todo tables.Erasure, r *evercart.Receipt) error {
	var (
		at    int64
		parts []byte
	)
	err := tx.Row(`SELECT at, parts FROM receipt WHERE id = ?`, todo.Receipt).Scan(&at, &parts)
	if err == nil {
		r.At = time.UnixMilli(at).UTC()
		return json.Unmarshal(parts, &r.Parts)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	subjects, lives, err := lists(todo)
	if err != nil {
		return err
	}
	counts, err := forget(tx, `SELECT id FROM head WHERE life IN (SELECT value FROM json_each(?))`, string(lives))
	if err != nil {
		return err
	}
	for _, d := range []struct{ part, query, list string }{
		{"jobs", `DELETE FROM job WHERE life IN (SELECT value FROM json_each(?)) AND life <> ''`, string(lives)},
		{"outside", `DELETE FROM outside WHERE subject IN (SELECT value FROM json_each(?))`, string(subjects)},
		{"shoppers", `DELETE FROM shopper WHERE life IN (SELECT value FROM json_each(?))`, string(lives)},
	} {
		n, err := tx.Exec(d.query, d.list)
		if err != nil {
			return err
		}
		counts[d.part] = int(n)
	}
	counts["outside"] += todo.Outside
	maps.Copy(r.Parts, counts)
	if parts, err = json.Marshal(r.Parts); err != nil {
		return err
	}
	if _, err = tx.Exec(`INSERT INTO receipt(id, at, parts) VALUES(?, ?, ?)`, todo.Receipt, r.At.UnixMilli(), parts); err != nil {
		return err
	}
	// What is left to do, emptying the log, needs no names: they leave the job with the rows.
	bare, err := todo.Bare().Body()
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE job SET body = ? WHERE kind = ? AND key = ?`, bare, EraseJob, todo.Receipt)
	return err
}

// forget deletes the sessions that a query gives the numbers of, and counts what went.
func forget(tx *litedb.Tx, which, arg string) (map[string]int, error) {
	counts := map[string]int{}
	for _, d := range []struct{ part, query string }{
		{"turns", `DELETE FROM turn WHERE session IN (` + which + `)`},
		{"events", `DELETE FROM event WHERE session IN (` + which + `)`},
		{"snapshots", `DELETE FROM snapshot WHERE session IN (` + which + `)`},
		{"listed", `DELETE FROM session_list WHERE session IN (` + which + `)`},
		{"sessions", `DELETE FROM head WHERE id IN (` + which + `)`},
	} {
		n, err := tx.Exec(d.query, arg)
		if err != nil {
			return nil, err
		}
		counts[d.part] = int(n)
	}
	return counts, nil
}

// checkpoint empties the log; readers may hold it for a moment.
func (s *Store) checkpoint(ctx context.Context) (err error) {
	for try := range 20 {
		if err = s.db.Checkpoint(ctx); err == nil {
			return nil
		}
		if serr := s.clock.Sleep(ctx, time.Duration(try+1)*10*time.Millisecond); serr != nil {
			return err
		}
	}
	return err
}

// ended says whether an erasure has ended this life.
func (s *Store) ended(ctx context.Context, life evercart.Life) (ended bool, err error) {
	err = s.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM ended WHERE life = ?)`, string(life)).Scan(&ended)
	return ended, err
}
