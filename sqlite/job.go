package sqlite

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

// enqueue adds a job, unless one of its kind and key is there.
func enqueue(tx *litedb.Tx, j evercart.Job, now int64) error {
	if j.Kind == "" {
		return evercart.Errorf(evercart.Invalid, "sqlite.Enqueue", "a job has a kind")
	}
	due := now
	if !j.Due.IsZero() {
		due = j.Due.UnixMilli()
	}
	_, err := tx.Exec(`INSERT INTO job(kind, key, session, life, due, body) VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		j.Kind, j.Key, string(j.Session), string(j.Life), due, blob(j.Body))
	return err
}

// Enqueue implements evercart.Jobs.
func (s *Store) Enqueue(ctx context.Context, jobs ...evercart.Job) error {
	const op = "sqlite.Enqueue"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	now := s.clock.Now().UnixMilli()
	err := s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		for _, j := range jobs {
			if err := enqueue(tx, j, now); err != nil {
				return err
			}
		}
		return nil
	})
	return errorOf(err, op)
}

// Lease implements evercart.Jobs. No kinds = all kinds.
func (s *Store) Lease(ctx context.Context, by evercart.NodeID, kinds []string, most int, lasting time.Duration) ([]evercart.Job, error) {
	const op = "sqlite.Lease"
	if _, err := caller(ctx, op); err != nil {
		return nil, err
	}
	if most <= 0 || len(kinds) == 0 { // who handles nothing is given nothing
		return nil, nil
	}
	list, err := json.Marshal(kinds)
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Invalid, op)
	}
	now := s.clock.Now().UnixMilli()
	const where = `parked = 0 AND due <= ? AND until <= ? AND kind IN (SELECT value FROM json_each(?))`
	var due bool
	if err := s.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM job WHERE `+where+`)`, now, now, list).Scan(&due); err != nil || !due {
		return nil, errorOf(err, op) // an idle table costs no commit
	}
	var out []evercart.Job
	err = s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		out = out[:0]
		rows, err := tx.Query(`UPDATE job SET attempt = attempt + 1, fence = fence + 1, holder = ?, until = ?
			WHERE id IN (SELECT id FROM job WHERE `+where+` ORDER BY due, id LIMIT ?)
			RETURNING id, kind, key, session, life, due, attempt, fence, body`,
			string(by), now+lasting.Milliseconds(), now, now, list, most)
		if err != nil {
			return err
		}
		defer rows.Close() //nolint:errcheck // rows.Err tells
		for rows.Next() {
			var (
				j    evercart.Job
				at   int64
				body []byte
			)
			if err := rows.Scan(&j.ID, &j.Kind, &j.Key, &j.Session, &j.Life, &at, &j.Attempt, &j.Fence, &body); err != nil {
				return err
			}
			j.Due, j.Body = time.UnixMilli(at).UTC(), body
			out = append(out, j)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, errorOf(err, op)
	}
	slices.SortStableFunc(out, func(a, b evercart.Job) int { return a.Due.Compare(b.Due) }) // RETURNING promises no order
	return out, nil
}

// Extend implements evercart.Jobs.
func (s *Store) Extend(ctx context.Context, j evercart.Job, lasting time.Duration) error {
	until := s.clock.Now().Add(lasting).UnixMilli()
	return s.fenced(ctx, "sqlite.Extend", j, func(tx *litedb.Tx, id int64) (int64, error) {
		return tx.Exec(`UPDATE job SET until = ? WHERE id = ? AND fence = ? AND holder <> ''`, until, id, j.Fence)
	})
}

// Settle implements evercart.Jobs.
func (s *Store) Settle(ctx context.Context, j evercart.Job, how evercart.Settlement) error {
	const op = "sqlite.Settle"
	return s.fenced(ctx, op, j, func(tx *litedb.Tx, id int64) (int64, error) {
		if how.Done {
			return tx.Exec(`DELETE FROM job WHERE id = ? AND fence = ? AND holder <> ''`, id, j.Fence)
		}
		again := how.Again
		if again.IsZero() {
			again = s.clock.Now()
		}
		return tx.Exec(`UPDATE job SET holder = '', until = 0, parked = ?, due = ?, why = ?, attempt = CASE WHEN ? > 0 THEN ? ELSE attempt END
			WHERE id = ? AND fence = ? AND holder <> ''`,
			how.Park, again.UnixMilli(), string(how.Why), how.Count, how.Count, id, j.Fence)
	})
}

// Unpark implements evercart.Jobs.
func (s *Store) Unpark(ctx context.Context, kinds []string) error {
	const op = "sqlite.Unpark"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	list, err := json.Marshal(kinds)
	if err != nil {
		return evercart.Wrap(err, evercart.Invalid, op)
	}
	const where = `parked <> 0 AND kind IN (SELECT value FROM json_each(?))`
	var some bool
	if err := s.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM job WHERE `+where+`)`, list).Scan(&some); err != nil || !some {
		return errorOf(err, op)
	}
	now := s.clock.Now().UnixMilli()
	return errorOf(s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		_, err := tx.Exec(`UPDATE job SET parked = 0, due = ? WHERE `+where, now, list)
		return err
	}), op)
}

// fenced writes as the holder of a lease. ClaimLost when that is another by now.
func (s *Store) fenced(ctx context.Context, op string, j evercart.Job, write func(*litedb.Tx, int64) (int64, error)) error {
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	id, err := strconv.ParseInt(j.ID, 10, 64)
	if err != nil {
		return evercart.Errorf(evercart.Invalid, op, "no id of a job")
	}
	err = s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		n, err := write(tx, id)
		if err == nil && n == 0 {
			err = evercart.Errorf(evercart.ClaimLost, op, "the job is another's now")
		}
		return err
	})
	return errorOf(err, op)
}

var _ evercart.OpenJobs = (*Store)(nil)

// JobCounts implements evercart.OpenJobs.
func (s *Store) JobCounts(ctx context.Context) ([]evercart.JobCount, error) {
	const op = "sqlite.JobCounts"
	if _, err := caller(ctx, op); err != nil {
		return nil, err
	}
	out, err := s.jobCounts(ctx)
	return out, errorOf(err, op)
}

func (s *Store) jobCounts(ctx context.Context) ([]evercart.JobCount, error) {
	rows, err := s.db.Rows(ctx, `SELECT kind, count(*), count(*) FILTER (WHERE parked = 0 AND attempt >= ?1), count(*) FILTER (WHERE parked <> 0),
		coalesce(max(why) FILTER (WHERE parked <> 0), max(why) FILTER (WHERE attempt >= ?1), '') FROM job GROUP BY kind ORDER BY kind`, evercart.FailingFrom)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var out []evercart.JobCount
	for rows.Next() {
		var c evercart.JobCount
		if err := rows.Scan(&c.Kind, &c.Open, &c.Failing, &c.Parked, &c.Why); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

// OpenJobs implements evercart.OpenJobs.
func (s *Store) OpenJobs(ctx context.Context, kind string, limit int) ([]evercart.Job, error) {
	const op = "sqlite.OpenJobs"
	if _, err := caller(ctx, op); err != nil {
		return nil, err
	}
	rows, err := s.db.Rows(ctx, `SELECT id, kind, key, session, life, due, attempt, fence, body FROM job WHERE kind = ? ORDER BY id LIMIT ?`, kind, limit)
	if err != nil {
		return nil, errorOf(err, op)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var out []evercart.Job
	for rows.Next() {
		var (
			j    evercart.Job
			at   int64
			body []byte
		)
		if err := rows.Scan(&j.ID, &j.Kind, &j.Key, &j.Session, &j.Life, &at, &j.Attempt, &j.Fence, &body); err != nil {
			return nil, errorOf(err, op)
		}
		j.Due, j.Body = time.UnixMilli(at).UTC(), body
		out = append(out, j)
	}
	return out, errorOf(rows.Err(), op)
}

// CloseJob implements evercart.OpenJobs. Who holds a lease on it finds it lost.
func (s *Store) CloseJob(ctx context.Context, kind, key string) error {
	const op = "sqlite.CloseJob"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	err := s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		n, err := tx.Exec(`DELETE FROM job WHERE kind = ? AND key = ?`, kind, key)
		if err == nil && n == 0 {
			err = evercart.Errorf(evercart.NotFound, op, "no such job")
		}
		return err
	})
	return errorOf(err, op)
}
