package app

import (
	"context"
	"log/slog"

	"github.com/gofrs/flock"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/keys"
	"github.com/evercart/evercart/postgres"
	"github.com/evercart/evercart/sqlite"
)

// record is the store of record, whichever database keeps it.
type record interface {
	evercart.Store
	evercart.OpenJobs
	ResumeErasure(context.Context, evercart.Job) (evercart.Receipt, error)
	ForgetDestroyed(context.Context) ([]evercart.Receipt, error)
	Close() error
}

// openStore opens the shoppers' keys and the store of record.
func (s *Server) openStore(ctx context.Context) (*keys.Ring, record, error) {
	if err := s.folder.make(); err != nil {
		return nil, nil, err
	}
	ring, err := s.config.openKeys(ctx)
	if err != nil {
		return nil, nil, err
	}
	s.onStop("keys", func(context.Context) error { return ring.Close() })
	store, err := s.openRecord(ctx, ring)
	if err != nil {
		return nil, nil, err
	}
	s.onStop("store", func(context.Context) error { return store.Close() })
	// The folder is ours from here on: a note in it is of a process that was killed, and its address may be another's by now.
	return ring, store, s.folder.forget()
}

func (s *Server) openRecord(ctx context.Context, ring *keys.Ring) (record, error) {
	if s.config.Postgres != "" {
		if err := s.holdFolder(); err != nil {
			return nil, err
		}
		store, err := postgres.Open(ctx, s.config.database(ring, s.log))
		if err != nil {
			return nil, s.config.needs(partStore, err)
		}
		return store, nil
	}
	if err := s.folder.agrees(ctx, ring); err != nil {
		return nil, err
	}
	return sqlite.Open(ctx, sqlite.Config{Path: s.folder.data(), Keys: ring, Clock: s.config.clock(), Log: s.log})
}

// holdFolder keeps other processes from the folder, as the file of a store would, so that commands find who holds it. Other
// nodes have folders of their own.
func (s *Server) holdFolder() error {
	lock := flock.New(s.folder.data() + ".lock")
	held, err := lock.TryLock()
	if err == nil && !held {
		err = evercart.Errorf(evercart.Conflict, "app.Start", "another process holds %s; stop it, or use another data folder", s.config.Data)
	}
	if err != nil {
		return err
	}
	s.onStop("folder", func(context.Context) error { return lock.Unlock() })
	return nil
}

func (c Config) database(ring *keys.Ring, log *slog.Logger) postgres.Config {
	return postgres.Config{URL: c.Postgres, Keys: ring, Clock: c.clock(), Log: log, Replicas: c.Replicas}
}

// Migrate makes the tables of the configured databases, or brings them up to date, and lets a role serve from them. With
// from, a file of keys is brought into the database of keys.
func Migrate(ctx context.Context, c Config, login, from string) error {
	var logins []string
	if login != "" {
		logins = append(logins, login)
	}
	if c.Postgres != "" {
		if err := postgres.Migrate(ctx, c.Postgres, logins...); err != nil {
			return err
		}
	}
	if c.Keys == "" {
		return nil
	}
	if err := keys.Migrate(ctx, c.Keys, logins...); err != nil || from == "" {
		return err
	}
	return keys.Import(ctx, c.Keys, from)
}
