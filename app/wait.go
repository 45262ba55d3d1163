package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/evercart/evercart"
)

// missing is a database that a start needs, and that is away: the same again may work.
type missing struct {
	part string // "store" or "keys"
	err  error
}

func (m *missing) Error() string { return m.err.Error() }
func (m *missing) Unwrap() error { return m.err }

// partStore and partKeys are what may be away, by the names that /readyz has for them.
const (
	partStore = "store"
	partKeys  = "keys"
)

// needs marks an error as that of a database that is away. What lies in the data folder is there or it is not, and what is configured wrongly does
// not get better by waiting.
func (c Config) needs(part string, err error) error {
	if part == partStore && c.Postgres == "" || part == partKeys && c.Keys == "" {
		return err
	}
	if evercart.Away(err) {
		return &missing{part, err}
	}
	return err
}

const (
	doorWait  = 2 * time.Second  // after which the address is there, also where the start takes longer
	startMost = 5 * time.Second  // between two tries
	tellAgain = 30 * time.Second // that it still waits
)

// startAnyway starts the server, as soon as the databases that it needs can be reached; until then its address says that it is alive and not
// ready. What else is wrong ends the start. Nil = ctx ended first.
func startAnyway(ctx context.Context, c Config, log *slog.Logger, d *door) (*Server, error) {
	knock := time.AfterFunc(doorWait, func() { _ = d.open(ctx) }) // what keeps it shut, the start says, too
	defer knock.Stop()
	var told time.Time
	for pause := 250 * time.Millisecond; ; pause = min(2*pause, startMost) {
		s, err := start(ctx, c, log, d)
		away := &missing{}
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, nil
		case err == nil || !errors.As(err, &away):
			return s, err
		}
		if err := d.open(ctx); err != nil {
			return nil, err
		}
		if away.part == partKeys {
			d.waiting.Because(nil, away)
		} else {
			d.waiting.Because(away, nil)
		}
		if now := time.Now(); now.Sub(told) >= tellAgain {
			told = now
			log.Error("evercart cannot serve yet: what it needs is away; it goes on by itself when that is back", slog.String("part", away.part), slog.String("url", d.at()), slog.Any("error", away.err))
		}
		if c.clock().Sleep(ctx, pause) != nil {
			return nil, nil
		}
	}
}
