package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

// The roles of the database that a transaction may have.
const (
	app      = "evercart_app"      // sees and writes what belongs to the subjects of the transaction
	operator = "evercart_operator" // sees everything, writes nothing
	upkeep   = "evercart_jobs"     // our own upkeep: sees and writes everything
)

// office is in whose name a transaction runs. Row security goes by it; it is set within the transaction, so that a
// connection that goes back into a pool has none.
type office struct {
	role     string
	subjects []evercart.Subject
}

// officeOf is that of a caller who reads.
func officeOf(c evercart.Caller) office {
	switch c.Role {
	case evercart.RoleOperator:
		return office{role: operator}
	case evercart.RoleSystem:
		return office{role: upkeep}
	}
	return office{role: app, subjects: c.Subjects}
}

// ownerOf is the office of who writes what belongs to these subjects, whoever asked for it: the caller was checked before.
func ownerOf(subjects ...evercart.Subject) office { return office{role: app, subjects: subjects} }

// nobodys are characters that no subject has that row security is told of.
const nobodys = ",\x00"

// names lists the subjects as the policies read them. What could be taken for two names is nobody's.
func (o office) names() string {
	var out []string
	for _, s := range o.subjects {
		if s != "" && !strings.ContainsAny(string(s), nobodys) && !slices.Contains(out, string(s)) {
			out = append(out, string(s))
		}
	}
	return strings.Join(out, ",")
}

const (
	setOffice = `SELECT set_config('role', $1, true), set_config('evercart.subjects', $2, true)`
	// A commit is answered when it is flushed, whatever the server's default is.
	setWriter = `SELECT set_config('role', $1, true), set_config('evercart.subjects', $2, true), set_config('synchronous_commit', $3, true)`
	// A transaction of several round trips is given up by the server where nothing comes any more: a machine that is frozen, or has lost its
	// power, would hold its rows against all others for as long. Of the transaction alone, so a pooler may stand in between. Who was only slow
	// finds it undone and begins anew.
	alone = `, set_config('idle_in_transaction_session_timeout', '` + idleFor + `', true)`
)

// idleFor is for how long; a node that is silent is dead to others after five seconds.
const idleFor = "2s"

func (s *Store) commits() string {
	if s.config.async || !commitsFlush {
		return "off"
	}
	return "on"
}

// asked is one statement of a round trip, and what takes its rows.
type asked struct {
	query string
	args  []any
	scan  func(pgx.Rows) error
}

// each reads rows in one round trip. scan must not ask the store: the connection is held meanwhile.
func (s *Store) each(ctx context.Context, o office, query string, args []any, scan func(pgx.Rows) error) error {
	return s.eachOf(ctx, o, asked{query, args, scan})
}

// eachOf reads the rows of several statements in one round trip. A connection that broke is no reason to fail a read: it is read
// again, once.
func (s *Store) eachOf(ctx context.Context, o office, all ...asked) error {
	ctx, cancel := context.WithTimeout(ctx, s.config.Patience) // a server that hangs is not waited for
	defer cancel()
	rows := 0
	for i, a := range all {
		all[i].scan = func(r pgx.Rows) error {
			rows++
			return a.scan(r)
		}
	}
	err := s.eachOnce(ctx, o, reads, all...)
	if s.mended(err) && rows == 0 && ctx.Err() == nil {
		err = s.eachOnce(ctx, o, reads, all...)
	}
	return err
}

// mended gives up all idle connections after one broke: what ended that one has often ended the others, each of which would
// fail somebody else.
func (s *Store) mended(err error) bool {
	if !broken(err) {
		return false
	}
	s.pool.Reset()
	return true
}

func (s *Store) eachOnce(ctx context.Context, o office, does access, all ...asked) error {
	conn, err := s.acquire(ctx, does)
	if err != nil {
		return err
	}
	defer conn.Release()
	b := &pgx.Batch{} // a transaction that is one round trip
	first, args := s.office(o, does)
	b.Queue(first, args...)
	for _, a := range all {
		b.Queue(a.query, a.args...)
	}
	results := conn.SendBatch(ctx, b)
	defer results.Close() //nolint:errcheck // asked for below, where it counts
	if _, err := results.Exec(); err != nil {
		return err
	}
	for _, a := range all {
		if err := a.read(results); err != nil {
			return err
		}
	}
	return results.Close()
}

func (a asked) read(results pgx.BatchResults) error {
	rows, err := results.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := a.scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// conn is a connection that is held.
type conn struct {
	*pgxpool.Conn
	free func()
}

// Release gives it back.
func (c conn) Release() {
	c.Conn.Release()
	c.free()
}

// access is what a connection is for.
type access int

const (
	reads access = iota
	writes
	probes // writes that tell how the server is: never refused for what it lacks
)

// forMany marks a read that many wait for, or that nodes live by: there are few of them at once.
type forMany struct{}

// manyWait is the context of such a read.
func manyWait(ctx context.Context) context.Context { return context.WithValue(ctx, forMany{}, true) }

// acquire takes a connection. Who reads for one caller may have to wait before the door, so that who writes, or reads for many, finds a
// connection at once, however many come to read. For a writer, whose caller may not be asked any more, there being none is Unavailable, as is a server that would
// not keep it: surely nothing was written.
func (s *Store) acquire(ctx context.Context, does access) (conn, error) {
	free := func() {}
	if does == reads && ctx.Value(forMany{}) == nil {
		select {
		case s.reads <- struct{}{}:
			free = func() { <-s.reads }
		case <-ctx.Done():
			return conn{}, ctx.Err()
		}
	}
	c, err := s.pool.Acquire(ctx)
	if err != nil {
		free()
	}
	if err != nil && does != reads {
		err = &evercart.Error{Code: evercart.Unavailable, Op: "postgres", Message: "no connection to the database", RetryAfter: time.Second, Err: err}
	}
	if err == nil && does == writes { // asked only now: a new connection may have met another server
		if err = s.unkept(); err != nil {
			c.Release()
		}
	}
	return conn{c, free}, err
}

// one reads one row; ok is false where there is none.
func (s *Store) one(ctx context.Context, o office, query string, args []any, into ...any) (ok bool, err error) {
	err = s.each(ctx, o, query, args, func(r pgx.Rows) error {
		ok = true
		return r.Scan(into...)
	})
	return ok, err
}

// write runs one writing statement in a transaction of its own, and reads what it returns. tables.ErrLost when its outcome is not
// known. It goes on when the caller has gone.
func (s *Store) write(ctx context.Context, o office, query string, args []any, scan func(pgx.Rows) error) error {
	return s.writeAs(ctx, writes, o, query, args, scan)
}

func (s *Store) writeAs(ctx context.Context, does access, o office, query string, args []any, scan func(pgx.Rows) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.Patience)
	defer cancel()
	if scan == nil {
		scan = func(pgx.Rows) error { return nil }
	}
	return lostOr(s.sure(ctx, func() error { return s.eachOnce(ctx, o, does, asked{query, args, scan}) }))
}

// sure runs a transaction of one round trip, and once more where a broken connection took nothing of it.
func (s *Store) sure(ctx context.Context, run func() error) error {
	err := s.keeping(ctx, run)
	if s.mended(err) && pgconn.SafeToRetry(err) {
		err = s.keeping(ctx, run)
	}
	return err
}

// tx is a transaction of several round trips.
type tx struct {
	ctx context.Context
	tx  pgx.Tx
}

// exec runs a statement and counts the rows it touched.
func (t *tx) exec(query string, args ...any) (int64, error) {
	tag, err := t.tx.Exec(t.ctx, query, args...)
	return tag.RowsAffected(), err
}

// row reads one row; ok is false where there is none.
func (t *tx) row(query string, args []any, into ...any) (ok bool, err error) {
	err = t.tx.QueryRow(t.ctx, query, args...).Scan(into...)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// alone runs do in a transaction that it shares with nobody. What do locks it locks in the order shopper, sessions by number,
// SKUs by name, coupons, then the counter of the goods. tables.ErrLost when the outcome is not known. sessions are whom tests may
// lose an answer of.
func (s *Store) alone(ctx context.Context, o office, sessions []string, do func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.Patience)
	defer cancel()
	for try := 0; ; try++ {
		err := s.keeping(ctx, func() error { return s.aloneOnce(ctx, o, sessions, do) })
		if err == nil {
			s.count.alone.Add(1)
		}
		// A connection that breaks before the commit was asked for has committed nothing.
		again := s.mended(err) && !errors.Is(err, tables.ErrLost) && try < 2
		if !again && !collided(err) || try == maxCollisions {
			return err
		}
		if perr := tables.Pause(ctx, s.clock, try+2); perr != nil {
			return err
		}
	}
}

const maxCollisions = 8

func (s *Store) aloneOnce(ctx context.Context, o office, sessions []string, do func(*tx) error) error {
	conn, err := s.acquire(ctx, writes)
	if err != nil {
		return err
	}
	defer conn.Release()
	ptx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	undo := func() { _ = ptx.Rollback(context.WithoutCancel(ctx)) }
	first, args := s.office(o, writes)
	if _, err := ptx.Exec(ctx, first+alone, args...); err != nil {
		undo()
		return err
	}
	if err := do(&tx{ctx: ctx, tx: ptx}); err != nil {
		undo()
		return err
	}
	fault := NoFault
	if s.config.fault != nil && len(sessions) > 0 {
		fault = s.config.fault(sessions)
	}
	if fault == LoseCommit {
		undo()
		return tables.ErrLost
	}
	err = lostOr(ptx.Commit(ctx))
	if err == nil && fault == LoseAnswer {
		return tables.ErrLost
	}
	return err
}
