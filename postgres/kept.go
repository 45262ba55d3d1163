package postgres

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/standby"
)

// askKept are the settings by which a server keeps what it acknowledges.
const askKept = `current_setting('fsync'), current_setting('synchronous_standby_names')`

// kept are those settings, as a server told them.
type kept struct{ fsync, standbys string }

// met asks a server that a new connection leads to: it may be another one than before, or the same with other settings.
func (s *Store) met(ctx context.Context, c *pgx.Conn) error {
	if !s.opened.Load() { // inspect asks, and refuses
		return nil
	}
	var k kept
	err := c.QueryRow(ctx, `SELECT `+askKept, pgx.QueryExecModeExec).Scan(&k.fsync, &k.standbys)
	if err == nil {
		s.keeps(ctx, k)
	}
	return err
}

// keeps remembers whether the server would keep what it acknowledges, and logs when that changes.
func (s *Store) keeps(ctx context.Context, k kept) {
	lacks := standby.Lacks(k.fsync, k.standbys, s.config.Replicas)
	if was, _ := s.lacks.Swap(lacks).(string); was == lacks {
		return
	}
	if lacks != "" {
		s.log.ErrorContext(ctx, "postgres: the database would not keep what it acknowledges: changes are refused until it does", "why", lacks)
		return
	}
	s.log.InfoContext(ctx, "postgres: the database keeps what it acknowledges again")
}

// unkept refuses a change that the server would acknowledge and not keep. Unavailable, as if it were away.
func (s *Store) unkept() error {
	lacks, _ := s.lacks.Load().(string)
	if lacks == "" {
		return nil
	}
	e := &evercart.Error{Code: evercart.Unavailable, Op: "postgres", Message: "the database would not keep it: " + lacks, RetryAfter: time.Second}
	return e.With(slog.String("how", lacks))
}
