package postgres

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

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
	s.told.Store(&k)
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

// asKept is the role of a change, in a server of the settings that are told beside it. In one of others the role is nobody's, so that the transaction
// ends there: a commit that is asked for in the same round trip comes to nothing.
func asKept(role, fsync, standbys string) string {
	return `CASE WHEN current_setting('fsync') = ` + fsync + ` AND current_setting('synchronous_standby_names') = ` + standbys + ` THEN ` + role + ` ELSE 'evercart_unkept' END`
}

var setKept = `SELECT set_config('role', ` + asKept("$1", "$4", "$5") + `, true), set_config('evercart.subjects', $2, true), set_config('synchronous_commit', $3, true)`

// office is the first statement of a transaction, with its arguments.
func (s *Store) office(o office, does access) (query string, args []any) {
	args = []any{o.role, o.names()}
	switch does {
	case reads:
		return setOffice, args
	case probes:
		return setWriter, append(args, s.commits())
	}
	k := s.told.Load()
	return setKept, append(args, s.commits(), k.fsync, k.standbys)
}

// keeping runs a transaction, and once more where it came to nothing since the server's settings had been changed to others, with which it keeps what
// it acknowledges, too.
func (s *Store) keeping(ctx context.Context, run func() error) error {
	saw := *s.told.Load()
	err := run()
	if said, ok := errors.AsType[*pgconn.PgError](err); !ok || said.Code != "22023" { // no such role, or a value that is none
		return err
	}
	if err := s.askSettings(ctx); err != nil {
		return err
	}
	if err := s.unkept(); err != nil {
		return err
	}
	if *s.told.Load() == saw {
		return err
	}
	return run()
}

// askSettings looks at the server's settings, and writes nothing.
func (s *Store) askSettings(ctx context.Context) error {
	return s.eachOnce(ctx, office{role: upkeep}, reads, asked{`SELECT ` + askKept, nil, func(r pgx.Rows) error {
		var k kept
		err := r.Scan(&k.fsync, &k.standbys)
		if err == nil {
			s.keeps(ctx, k)
		}
		return err
	}})
}

// hasRoom asks whether the server's disk has room left, unless it had a moment ago. Unavailable.
func (s *Store) hasRoom(ctx context.Context) error {
	now := s.clock.Now()
	if at := s.roomy.Load(); at != nil && now.Sub(*at) < standby.RoomFor {
		return nil
	}
	none := func(pgx.Rows) error { return nil }
	err := s.eachOnce(ctx, office{role: app}, probes, asked{standby.RoomFirst, nil, none}, asked{standby.Room, nil, none})
	said, refused := errors.AsType[*pgconn.PgError](err)
	switch {
	case err == nil, refused && said.Code == standby.RoomBounded:
		s.roomy.Store(&now)
		return nil
	case refused && said.SeverityUnlocalized == "ERROR" && class(err) != "57": // it was not cancelled
		e := &evercart.Error{Code: evercart.Unavailable, Op: "postgres.Check", Message: "the database's disk has no room left", RetryAfter: time.Second, Err: err}
		return e.With(slog.String("how", "full"))
	}
	return err
}
