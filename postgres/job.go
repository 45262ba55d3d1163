package postgres

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

// enqueue adds a job, unless one of its kind and key is there. One that is due at once is so by the database's clock, which
// says what is leased: ours may be ahead of it by some milliseconds.
func enqueue(x *tx, j evercart.Job, subject evercart.Subject) error {
	due := int64(0)
	if !j.Due.IsZero() {
		due = j.Due.UnixMilli()
	}
	_, err := x.exec(`INSERT INTO job(kind, key, session, life, subject, due, body) VALUES($1, $2, $3, $4, $5, CASE WHEN $6::bigint = 0 THEN now_ms() ELSE $6 END, $7)
		ON CONFLICT DO NOTHING`,
		j.Kind, j.Key, string(j.Session), string(j.Life), string(subject), due, []byte(j.Body))
	return err
}

// Enqueue implements evercart.Jobs.
func (s *Store) Enqueue(ctx context.Context, jobs ...evercart.Job) error {
	const op = "postgres.Enqueue"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	jobs, err := checkJobs(jobs)
	if err != nil {
		return err
	}
	return errorOf(s.alone(ctx, office{role: upkeep}, nil, func(x *tx) error {
		for _, j := range jobs {
			if err := enqueue(x, j, ""); err != nil {
				return err
			}
		}
		return nil
	}), op)
}

// Lease implements evercart.Jobs.
func (s *Store) Lease(ctx context.Context, by evercart.NodeID, kinds []string, most int, lasting time.Duration) ([]evercart.Job, error) {
	const op = "postgres.Lease"
	if _, err := caller(ctx, op); err != nil {
		return nil, err
	}
	if most <= 0 || len(kinds) == 0 {
		return nil, nil
	}
	const where = `NOT parked AND due <= now_ms() AND until <= now_ms() AND kind = ANY ($1::text[])`
	args := []any{kinds}
	var due bool
	// Asked first: an idle table costs no commit.
	if _, err := s.one(ctx, office{role: upkeep}, `SELECT EXISTS (SELECT 1 FROM job WHERE `+where+`)`, args, &due); err != nil || !due {
		return nil, errorOf(err, op)
	}
	var out []evercart.Job
	err := s.write(ctx, office{role: upkeep}, `UPDATE job SET attempt = attempt + 1, fence = fence + 1, holder = $2, until = now_ms() + $3::bigint
		WHERE id IN (SELECT id FROM job WHERE `+where+` ORDER BY due, id LIMIT $4 FOR UPDATE SKIP LOCKED)
		RETURNING id, kind, key, session, life, due, attempt, fence, body`,
		append(args, string(by), lasting.Milliseconds(), most), func(r pgx.Rows) error {
			var j evercart.Job
			err := scanJob(r, &j)
			out = append(out, j)
			return err
		})
	if err != nil {
		return nil, errorOf(err, op)
	}
	slices.SortFunc(out, func(a, b evercart.Job) int { return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Fence, b.Fence)) }) // RETURNING promises no order
	return out, nil
}

// Extend implements evercart.Jobs.
func (s *Store) Extend(ctx context.Context, j evercart.Job, lasting time.Duration) error {
	return s.fenced(ctx, "postgres.Extend", j, `UPDATE job SET until = now_ms() + $3::bigint WHERE id = $1 AND fence = $2 AND holder <> '' RETURNING id`, lasting.Milliseconds())
}

// Settle implements evercart.Jobs.
func (s *Store) Settle(ctx context.Context, j evercart.Job, how evercart.Settlement) error {
	const op = "postgres.Settle"
	if how.Done {
		return s.fenced(ctx, op, j, `DELETE FROM job WHERE id = $1 AND fence = $2 AND holder <> '' RETURNING id`)
	}
	again := how.Again
	if again.IsZero() {
		again = s.now()
	}
	return s.fenced(ctx, op, j, `UPDATE job SET holder = '', until = 0, parked = $3, due = $4, why = $5, attempt = CASE WHEN $6::integer > 0 THEN $6 ELSE attempt END
		WHERE id = $1 AND fence = $2 AND holder <> '' RETURNING id`,
		how.Park, again.UnixMilli(), string(how.Why), how.Count)
}

// Unpark implements evercart.Jobs.
func (s *Store) Unpark(ctx context.Context, kinds []string) error {
	const op = "postgres.Unpark"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	return errorOf(s.write(ctx, office{role: upkeep}, `UPDATE job SET parked = false, due = now_ms() WHERE parked AND kind = ANY ($1::text[])`, []any{kinds}, nil), op)
}

// fenced writes as the holder of a lease. ClaimLost when that is another by now.
func (s *Store) fenced(ctx context.Context, op string, j evercart.Job, query string, args ...any) error {
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	id, err := strconv.ParseInt(j.ID, 10, 64)
	if err != nil {
		return evercart.Errorf(evercart.Invalid, op, "no id of a job")
	}
	n := 0
	err = s.write(ctx, office{role: upkeep}, query, append([]any{id, j.Fence}, args...), func(pgx.Rows) error {
		n++
		return nil
	})
	if err == nil && n == 0 {
		err = evercart.Errorf(evercart.ClaimLost, op, "the job is another's now")
	}
	return errorOf(err, op)
}

var _ evercart.OpenJobs = (*Store)(nil)

// JobCounts implements evercart.OpenJobs.
func (s *Store) JobCounts(ctx context.Context) ([]evercart.JobCount, error) {
	const op = "postgres.JobCounts"
	if _, err := caller(ctx, op); err != nil {
		return nil, err
	}
	out, err := collect(ctx, s, office{role: upkeep}, `SELECT kind, count(*), count(*) FILTER (WHERE NOT parked AND attempt >= $1), count(*) FILTER (WHERE parked),
		coalesce(max(why) FILTER (WHERE parked), max(why) FILTER (WHERE attempt >= $1), '') FROM job GROUP BY kind ORDER BY kind`, []any{evercart.FailingFrom},
		func(r pgx.Rows, c *evercart.JobCount) error {
			return r.Scan(&c.Kind, &c.Open, &c.Failing, &c.Parked, &c.Why)
		})
	return out, errorOf(err, op)
}

// OpenJobs implements evercart.OpenJobs.
func (s *Store) OpenJobs(ctx context.Context, kind string, limit int) ([]evercart.Job, error) {
	const op = "postgres.OpenJobs"
	if _, err := caller(ctx, op); err != nil {
		return nil, err
	}
	out, err := collect(ctx, s, office{role: upkeep}, `SELECT id, kind, key, session, life, due, attempt, fence, body FROM job WHERE kind = $1 ORDER BY id LIMIT $2`,
		[]any{kind, limit}, scanJob)
	return out, errorOf(err, op)
}

// CloseJob implements evercart.OpenJobs. Who holds a lease on it finds it lost.
func (s *Store) CloseJob(ctx context.Context, kind, key string) error {
	const op = "postgres.CloseJob"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	n := 0
	err := s.write(ctx, office{role: upkeep}, `DELETE FROM job WHERE kind = $1 AND key = $2 RETURNING id`, []any{kind, key}, func(pgx.Rows) error {
		n++
		return nil
	})
	if err == nil && n == 0 {
		err = evercart.Errorf(evercart.NotFound, op, "no such job")
	}
	return errorOf(err, op)
}

func scanJob(r pgx.Rows, j *evercart.Job) error {
	var (
		id, at int64
		body   []byte
	)
	err := r.Scan(&id, &j.Kind, &j.Key, &j.Session, &j.Life, &at, &j.Attempt, &j.Fence, &body)
	j.ID, j.Due, j.Body = strconv.FormatInt(id, 10), time.UnixMilli(at).UTC(), body
	return err
}
