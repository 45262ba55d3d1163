package postgres

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

// EraseJob is the kind of the job that carries an erasure to its end (see ResumeErasure).
const EraseJob = tables.EraseJob

// Erase implements evercart.Shoppers.
func (s *Store) Erase(ctx context.Context, e evercart.Erasure) (evercart.Receipt, error) {
	const op = "postgres.Erase"
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
	const op = "postgres.Erasing"
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
	bodies, err := collect(ctx, s, office{role: upkeep}, `SELECT body FROM job WHERE kind = $1 AND position($2::bytea IN body) > 0 ORDER BY id`, []any{EraseJob, search},
		func(r pgx.Rows, body *[]byte) error { return r.Scan(body) })
	if err != nil {
		return tables.Erasure{}, err
	}
	for _, body := range bodies {
		todo, err := tables.ReadErasure(evercart.Job{Body: body})
		if err == nil && is(todo) && slices.ContainsFunc(todo.Subjects, who.May) {
			return todo, s.begun(ctx, todo)
		}
	}
	return tables.Erasure{}, notFound(op, "shopper")
}

// eraseAll erases a shopper with all aliases. NotFound when that life has ended.
func (s *Store) eraseAll(ctx context.Context, subject evercart.Subject) (evercart.Receipt, error) {
	todo := tables.NewErasure()
	err := s.alone(ctx, office{role: upkeep}, nil, func(x *tx) error { return endLife(x, subject, &todo) })
	if err != nil {
		return evercart.Receipt{}, err
	}
	return s.carry(ctx, todo), nil
}

// carry does what is left of an erasure whose first commit was made. It is certain: what fails is repeated by the job.
func (s *Store) carry(ctx context.Context, todo tables.Erasure) evercart.Receipt {
	r, err := s.finish(context.WithoutCancel(ctx), todo)
	if err != nil {
		s.log.ErrorContext(ctx, "postgres: an erasure goes on as a job", "receipt", todo.Receipt, "error", err)
		return r
	}
	err = s.write(context.WithoutCancel(ctx), office{role: upkeep}, `DELETE FROM job WHERE kind = $1 AND key = $2`, []any{EraseJob, todo.Receipt}, nil)
	if err != nil { // the job finds it done
		s.log.WarnContext(ctx, "postgres: the job of an erasure that is done stays", "receipt", todo.Receipt, "error", err)
	}
	return r
}

// ResumeErasure carries an erasure to its end, for the runner of jobs (EraseJob); as often as it takes. Forbidden for what no erasure
// has begun.
func (s *Store) ResumeErasure(ctx context.Context, j evercart.Job) (evercart.Receipt, error) {
	const op = "postgres.ResumeErasure"
	todo, err := tables.ReadErasure(j)
	if err == nil {
		err = s.begun(ctx, todo)
	}
	if err != nil {
		return evercart.Receipt{}, errorOf(err, op)
	}
	r, err := s.finish(ctx, todo)
	return r, errorOf(err, op)
}

// begun holds what a job wants erased against the first commit of an erasure: these lives have ended, and none of these subjects lives on. The
// body of a job is no proof of either.
func (s *Store) begun(ctx context.Context, todo tables.Erasure) error {
	var begun bool
	_, err := s.one(ctx, office{role: upkeep}, `SELECT NOT EXISTS (SELECT 1 FROM unnest($1::text[]) AS l(life) WHERE NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = l.life))
		AND NOT EXISTS (SELECT 1 FROM shopper WHERE subject = ANY ($2::text[]) AND ended = 0)`, []any{todo.LifeNames(), todo.SubjectNames()}, &begun)
	if err == nil && !begun {
		err = evercart.Errorf(evercart.Forbidden, "postgres.ResumeErasure", "a job wants somebody erased whose erasure was never begun")
	}
	return err
}

// Receipt finds that of an erasure whose rows are gone. NotFound.
func (s *Store) Receipt(ctx context.Context, id string) (evercart.Receipt, error) {
	const op = "postgres.Receipt"
	if _, err := caller(ctx, op); err != nil {
		return evercart.Receipt{}, err
	}
	var (
		at    int64
		parts []byte
	)
	ok, err := s.one(ctx, office{role: upkeep}, `SELECT at, parts FROM receipt WHERE id = $1`, []any{id}, &at, &parts)
	if err == nil && !ok {
		err = notFound(op, "receipt")
	}
	if err != nil {
		return evercart.Receipt{}, errorOf(err, op)
	}
	return tables.ReadReceipt(id, at, parts)
}

// ForgetDestroyed erases again whom a restored backup has brought back: shoppers whose key is destroyed. It asks
// after the key of every shopper, hundreds at once, and is for the time after a restore.
func (s *Store) ForgetDestroyed(ctx context.Context) ([]evercart.Receipt, error) {
	const op = "postgres.ForgetDestroyed"
	var out []evercart.Receipt
	for after := ""; ; {
		some, err := collect(ctx, s, office{role: upkeep}, `SELECT subject, life FROM shopper WHERE subject > $1 AND ended = 0 ORDER BY subject LIMIT 500`, []any{after},
			func(r pgx.Rows, sh *evercart.Shopper) error { return r.Scan(&sh.Subject, &sh.Life) })
		if err != nil || len(some) == 0 {
			return out, errorOf(err, op)
		}
		gone, err := evercart.DestroyedOf(ctx, s.keys, evercart.LivesOf(some)...)
		if err != nil {
			return out, errorOf(err, op)
		}
		for _, sh := range some {
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

// endLife is the first commit: from it on nothing is written under these lives, and nobody finds them. The shoppers' rows are
// held against first rows, which hold them as well.
func endLife(x *tx, subject evercart.Subject, todo *tables.Erasure) error {
	todo.Subjects, todo.Lives = nil, nil
	rows, err := x.tx.Query(x.ctx, `SELECT subject, life FROM shopper WHERE (subject = $1 OR into_ = $1) AND ended = 0 ORDER BY subject FOR UPDATE`, string(subject))
	if err != nil {
		return err
	}
	defer rows.Close()
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
	rows.Close()
	if err := rows.Err(); err != nil {
		return err
	}
	if len(todo.Lives) == 0 {
		return notFound("postgres.Erase", "shopper")
	}
	if _, err := x.exec(`INSERT INTO ended(life, at) SELECT l, now_ms() FROM unnest($1::text[]) AS l ON CONFLICT DO NOTHING`, todo.LifeNames()); err != nil {
		return err
	}
	if _, err := x.exec(`UPDATE shopper SET ended = now_ms() WHERE life = ANY ($1::text[])`, todo.LifeNames()); err != nil {
		return err
	}
	hashes, err := x.tx.Query(x.ctx, `DELETE FROM outside WHERE subject = ANY ($1::text[]) RETURNING hash`, todo.SubjectNames())
	if err != nil {
		return err
	}
	if todo.Names, err = pgx.CollectRows(hashes, pgx.RowTo[[]byte]); err != nil {
		return err
	}
	todo.Outside = len(todo.Names)
	body, err := todo.Body()
	if err != nil {
		return err
	}
	_, err = x.exec(`INSERT INTO job(kind, key, session, life, due, body) VALUES($1, $2, '', '', now_ms() + $3::bigint, $4)`, EraseJob, todo.Receipt, tables.EraseAfter.Milliseconds(), body)
	return err
}

// finish is the second and third commit. The receipt names what failed with -1.
func (s *Store) finish(ctx context.Context, todo tables.Erasure) (evercart.Receipt, error) {
	r := evercart.Receipt{ID: todo.Receipt, At: s.now().UTC().Truncate(time.Millisecond), Parts: map[string]int{}}
	for _, life := range todo.Lives {
		if err := s.keys.Destroy(ctx, life); err != nil {
			r.Parts["keys"], r.Parts["sessions"] = -1, -1
			return r, err
		}
	}
	if err := s.alone(ctx, office{role: upkeep}, nil, func(x *tx) error {
		r.Parts = map[string]int{"keys": len(todo.Lives)}
		return erase(x, todo, &r)
	}); err != nil {
		r.Parts = map[string]int{"keys": len(todo.Lives), "sessions": -1}
		return r, err
	}
	r.Done = true
	return r, nil
}

// erase is the third commit: it deletes every row of these lives, and leaves the receipt. Done already, it reads that.
func erase(x *tx, todo tables.Erasure, r *evercart.Receipt) error {
	var (
		at    int64
		parts []byte
	)
	ok, err := x.row(`SELECT at, parts FROM receipt WHERE id = $1`, []any{todo.Receipt}, &at, &parts)
	if err != nil {
		return err
	}
	if ok {
		r.At, r.Parts = time.UnixMilli(at).UTC(), nil
		return json.Unmarshal(parts, &r.Parts)
	}
	counts, err := forget(x, `SELECT id FROM head WHERE life = ANY ($1::text[])`, todo.LifeNames())
	if err != nil {
		return err
	}
	for _, d := range []struct {
		part, query string
		list        []string
	}{
		{"jobs", `DELETE FROM job WHERE life = ANY ($1::text[]) AND life <> ''`, todo.LifeNames()},
		{"outside", `DELETE FROM outside WHERE subject = ANY ($1::text[])`, todo.SubjectNames()},
		{"shoppers", `DELETE FROM shopper WHERE life = ANY ($1::text[])`, todo.LifeNames()},
	} {
		n, err := x.exec(d.query, d.list)
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
	n, err := x.exec(`INSERT INTO receipt(id, at, parts) VALUES($1, $2, $3) ON CONFLICT DO NOTHING`, todo.Receipt, r.At.UnixMilli(), string(parts))
	if err == nil && n == 0 { // another was faster: what it counted counts
		_, err = x.row(`SELECT at, parts FROM receipt WHERE id = $1`, []any{todo.Receipt}, &at, &parts)
		if err == nil {
			r.At, r.Parts = time.UnixMilli(at).UTC(), nil
			err = json.Unmarshal(parts, &r.Parts)
		}
	}
	if err != nil {
		return err
	}
	// What is left to do needs no names: they leave the job with the rows.
	bare, err := todo.Bare().Body()
	if err != nil {
		return err
	}
	_, err = x.exec(`UPDATE job SET body = $1 WHERE kind = $2 AND key = $3`, bare, EraseJob, todo.Receipt)
	return err
}

// forget deletes the sessions that a query gives the numbers of, and counts what went. Their heads are held first: a group
// that is being written is waited for, and what it wrote is then seen.
func forget(x *tx, which string, arg any) (map[string]int, error) {
	if _, err := x.exec(`SELECT 1 FROM head WHERE id IN (`+which+`) ORDER BY id FOR UPDATE`, arg); err != nil {
		return nil, err
	}
	var events, turns int
	if _, err := x.row(`WITH gone AS (DELETE FROM change WHERE session IN (`+which+`) RETURNING events, opens)
		SELECT coalesce(sum(events), 0), count(*) FILTER (WHERE opens) FROM gone`, []any{arg}, &events, &turns); err != nil {
		return nil, err
	}
	counts := map[string]int{"events": events, "turns": turns}
	for _, d := range []struct{ part, query string }{
		{"snapshots", `DELETE FROM snapshot WHERE session IN (` + which + `)`},
		{"claims", `DELETE FROM claim WHERE session IN (` + which + `)`},
		{"listed", `DELETE FROM session_list WHERE session IN (` + which + `)`},
		{"sessions", `DELETE FROM head WHERE id IN (` + which + `)`},
	} {
		n, err := x.exec(d.query, arg)
		if err != nil {
			return nil, err
		}
		counts[d.part] = int(n)
	}
	return counts, nil
}

// forgetLeft deletes a session of a life that has ended.
func forgetLeft(x *tx, id evercart.SessionID) error {
	_, err := forget(x, `SELECT h.id FROM head h WHERE h.session = $1::uuid AND EXISTS (SELECT 1 FROM ended e WHERE e.life = h.life)`, string(id))
	return err
}

// ended says whether an erasure has ended this life.
func (s *Store) ended(ctx context.Context, life evercart.Life) (ended bool, err error) {
	_, err = s.one(ctx, office{role: app}, `SELECT EXISTS (SELECT 1 FROM ended WHERE life = $1)`, []any{string(life)}, &ended)
	return ended, err
}
