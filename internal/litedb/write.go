package litedb

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/evercart/evercart/internal/group"
	"github.com/evercart/evercart/internal/mishap"
)

// Place says which changes may share a transaction.
type Place = group.Place

type change struct {
	key string
	do  func(*Tx) error       // in a transaction
	raw func(*sql.Conn) error // outside of any, alone
	err error
}

// Write runs do in a transaction that it may share with others, and returns when that is on disk. An error of do undoes
// what do did and harms no other. ErrLost when the outcome of the commit is not known. With ctx done before the transaction
// began, ctx's error; one that has begun is never cancelled. do must give back every error but those it expects.
func (d *DB) Write(ctx context.Context, p Place, do func(*Tx) error) error {
	return d.submit(ctx, p, &change{key: p.Key, do: do})
}

// Raw runs on the writing connection outside of any transaction, alone.
func (d *DB) Raw(ctx context.Context, do func(*sql.Conn) error) error {
	return d.submit(ctx, Place{Alone: true}, &change{raw: do})
}

func (d *DB) submit(ctx context.Context, p Place, c *change) error {
	if err := d.group.Do(ctx, c, p); err != nil {
		return err
	}
	return c.err
}

// runWhole runs one group, and takes a new connection where that panicked: nobody knows in which state the old one is.
func (d *DB) runWhole(batch []*change) {
	if !mishap.Do(nil, "group", func() { d.run(batch) }) {
		d.reset()
		fail(batch, ErrLost)
	}
}

// does runs what a change does; a panic undoes that change and harms no other of its group.
func (d *DB) does(c *change) (err error) {
	defer mishap.Catch(nil, "change", func() { err = errPanicked })
	return c.do(d.tx)
}

// run is one group: begin, each change in a savepoint, commit.
func (d *DB) run(batch []*change) {
	if err := d.connect(); err != nil {
		fail(batch, err)
		return
	}
	if batch[0].raw != nil {
		batch[0].err = batch[0].raw(d.tx.conn)
		return
	}
	if err := d.tx.plain("BEGIN IMMEDIATE"); err != nil {
		d.reset()
		fail(batch, err)
		return
	}
	var good []*change
	for _, c := range batch {
		ok, err := d.step(c)
		if err != nil { // the transaction is gone, with all that was in it
			d.reset()
			fail(batch, err)
			return
		}
		if ok {
			good = append(good, c)
		}
	}
	if len(good) == 0 {
		if err := d.tx.plain("ROLLBACK"); err != nil {
			d.reset()
		}
		return
	}
	if err := d.commit(good); err != nil {
		d.reset()
		fail(good, err)
		return
	}
	if d.config.Committed != nil {
		d.config.Committed(len(good))
	}
}

// step runs one change; err says that the transaction itself is lost.
func (d *DB) step(c *change) (ok bool, err error) {
	if err := d.tx.plain("SAVEPOINT one"); err != nil {
		return false, err
	}
	if c.err = d.does(c); c.err != nil {
		if err := d.tx.plain("ROLLBACK TO one"); err != nil {
			return false, fmt.Errorf("%w (after %w)", err, c.err)
		}
	}
	return c.err == nil, d.tx.plain("RELEASE one")
}

func (d *DB) commit(good []*change) error {
	fault := NoFault
	if d.config.Fault != nil {
		keys := make([]string, len(good))
		for i, c := range good {
			keys[i] = c.key
		}
		fault = d.config.Fault(keys)
	}
	if err := d.there(); err != nil {
		return err
	}
	if fault == LoseCommit {
		_ = d.tx.plain("ROLLBACK")
		return ErrLost
	}
	err := d.tx.plain("COMMIT")
	switch {
	case err == nil && fault == LoseAnswer:
		return ErrLost
	case err == nil, KindOf(err) == Busy, KindOf(err) == Full:
		return err
	}
	// A flush that failed may or may not have reached the disk: who asks must look.
	return fmt.Errorf("%w: %w", ErrLost, err)
}

func fail(batch []*change, err error) {
	for _, c := range batch {
		if c.err == nil {
			c.err = err
		}
	}
}

// connect takes the writing connection, again after a failure.
func (d *DB) connect() error {
	if d.tx != nil {
		return nil
	}
	conn, err := d.write.Conn(context.Background())
	if err != nil {
		return err
	}
	d.tx = &Tx{conn: conn, statements: map[string]*sql.Stmt{}}
	return nil
}

// reset gives up the transaction and the connection with it: the next group begins on a clean one.
func (d *DB) reset() {
	_ = d.tx.plain("ROLLBACK") // fails where it is gone already
	d.tx.close()
	d.tx = nil
}

// Tx is what a change writes through. Its statements are kept prepared: their texts must be few.
type Tx struct {
	conn       *sql.Conn
	statements map[string]*sql.Stmt
}

// Exec runs a statement and counts the rows it touched.
func (t *Tx) Exec(query string, args ...any) (int64, error) {
	s, err := t.prepare(query)
	if err != nil {
		return 0, err
	}
	r, err := s.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// Row reads one row; scanning gives sql.ErrNoRows where there is none.
func (t *Tx) Row(query string, args ...any) Scanner {
	s, err := t.prepare(query)
	if err != nil {
		return failed{err}
	}
	return s.QueryRowContext(context.Background(), args...)
}

// Query reads rows; the caller closes them before the next statement.
func (t *Tx) Query(query string, args ...any) (*sql.Rows, error) {
	s, err := t.prepare(query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(context.Background(), args...)
}

// Scanner is a row.
type Scanner interface{ Scan(into ...any) error }

type failed struct{ err error }

func (f failed) Scan(...any) error { return f.err }

func (t *Tx) prepare(query string) (*sql.Stmt, error) {
	if s, ok := t.statements[query]; ok {
		return s, nil
	}
	s, err := t.conn.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	t.statements[query] = s
	return s, nil
}

func (t *Tx) plain(query string) error {
	_, err := t.Exec(query)
	return err
}

func (t *Tx) close() {
	for _, s := range t.statements {
		_ = s.Close()
	}
	_ = t.conn.Close()
}
