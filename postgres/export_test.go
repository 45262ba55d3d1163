package postgres

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/evercart/evercart"
)

// WithFault gives tests the seam at which answers of commits are lost.
func (c Config) WithFault(f func(sessions []string) Fault) Config {
	c.fault = f
	return c
}

// WithWatch tells tests of every grouped commit.
func (c Config) WithWatch(f func(changes int)) Config {
	c.watch = f
	return c
}

// WithAsync gives tests commits that do not wait for the disk.
func (c Config) WithAsync() Config {
	c.async = true
	return c
}

// WithGroups has each change written by the statement for any number.
func (c Config) WithGroups() Config {
	c.grouped = true
	return c
}

// Pool gives tests the connections.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }

// SawStandbys has the store believe that it saw these standbys last.
func (s *Store) SawStandbys(names string) { s.told.Store(&kept{s.told.Load().fsync, names}) }

// Looks gives tests how many wait to know a session whole.
func (s *Store) Looks() int { return s.looks.Waiting() }

// Rewrite changes one event in its row, and gives the number of its session.
func Rewrite(ctx context.Context, c *pgx.Conn, id evercart.SessionID, at evercart.Seq, change func(*evercart.Record)) (session int64, err error) {
	if err := c.QueryRow(ctx, `SELECT id FROM head WHERE session = $1`, string(id)).Scan(&session); err != nil {
		return 0, err
	}
	var p packed
	err = scanPacked(c.QueryRow(ctx, `SELECT `+changeCols+` FROM change WHERE session = $1 AND seq >= $2 ORDER BY seq LIMIT 1`, session, int64(at)), &p)
	if err != nil {
		return 0, err
	}
	events, err := p.unpack(id)
	if err != nil {
		return 0, err
	}
	rows := make([]evercart.Record, len(events))
	for i, e := range events {
		if rows[i] = e.Record; e.Seq == at {
			change(&rows[i])
		}
	}
	now, err := pack(rows)
	if err != nil {
		return 0, err
	}
	_, err = c.Exec(ctx, `UPDATE change SET clear = $1, sealed = $2 WHERE session = $3 AND seq = $4`, now.clear, now.sealed, session, int64(p.seq))
	return session, err
}

// Unpack reads a row as a disk may have left it, and packs what it held again.
func Unpack(events int, clear, sealed []byte) (kinds []evercart.Kind, again bool, err error) {
	p := packed{seq: evercart.Seq(max(events, 0)), events: events, clear: clear, sealed: sealed}
	rows, err := p.unpack("")
	if err != nil {
		return nil, false, err
	}
	var records []evercart.Record
	for _, r := range rows {
		kinds, records = append(kinds, r.Kind), append(records, r.Record)
	}
	now, err := pack(records)
	return kinds, string(now.clear) == string(clear), err
}

// Whole gives tests what a database of ours should consist of.
func Whole() (tables, functions []string) { return whole.tables, whole.functions }

// MigrateTo makes the tables of an older program: the first n scripts.
func MigrateTo(ctx context.Context, ownerURL string, n int) error {
	want, err := migrations()
	if err != nil {
		return err
	}
	return migrate(ctx, want[:n], parts{}, ownerURL)
}

// ErasureOf finds the job that carries the erasure of a life to its end.
func ErasureOf(tb testing.TB, s *Store, life evercart.Life) evercart.Job {
	tb.Helper()
	j := evercart.Job{Kind: EraseJob}
	ok, err := s.one(context.Background(), office{role: upkeep}, `SELECT body FROM job WHERE kind = $1 AND position($2::bytea IN body) > 0`, []any{EraseJob, []byte(life)}, &j.Body)
	if err != nil || !ok {
		tb.Fatalf("the job of an erasure: %v, %v", ok, err)
	}
	return j
}

// Questions counts smaller reads that wait for a round trip.
func (s *Store) Questions() int { return s.questions.Waiting() }
