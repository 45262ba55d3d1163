package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"syscall"
	"time"

	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/internal/throwaway"
	"github.com/evercart/evercart/postgres"
	"github.com/evercart/evercart/sqlite"
	"github.com/evercart/evercart/trial/bench"
)

// BenchOptions says on what is measured.
type BenchOptions struct {
	Throwaway bool   // on a PostgreSQL of its own, which goes afterwards
	Reference string // URL of a role that may make a table in the server's database; "" = the URL that the server has
	Clients   int    // connections of the reference
}

// Bench is a server that is measured, with its database.
type Bench struct {
	Client   *client.Client
	Database bench.Database
	CPU      bench.CPU
	Store    string

	closers []func(context.Context) error
}

// OpenBench starts a server on a folder that goes with it: on SQLite, or on the PostgreSQL that the configuration names, or
// on one of its own.
func OpenBench(ctx context.Context, c Config, o BenchOptions, log *slog.Logger) (_ *Bench, err error) {
	b := &Bench{Store: "SQLite", CPU: bench.CPU{Process: spent, Allocated: allocated}}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close(ctx))
		}
	}()
	dir, err := os.MkdirTemp("", "evercart-bench-*")
	if err != nil {
		return nil, err
	}
	b.onClose(func(context.Context) error { return os.RemoveAll(dir) })
	c.Data, c.Addr, c.APIKeys, c.AdminKeys = filepath.Join(dir, "data"), "127.0.0.1:0", nil, nil
	if o.Throwaway {
		if c.Postgres, o.Reference, err = b.throwaway(ctx); err != nil {
			return nil, err
		}
	}
	if c.Postgres != "" {
		b.Store = "PostgreSQL"
		if o.Reference == "" {
			o.Reference = c.Postgres
		}
	}
	if b.Database, err = b.reference(ctx, dir, o); err != nil {
		return nil, fmt.Errorf("the reference: %w", err)
	}
	s, err := Start(ctx, c, log)
	if err != nil {
		return nil, err
	}
	b.onClose(s.Stop)
	r, err := s.folder.dial()
	if err != nil {
		return nil, err
	}
	b.Client = r.Client
	return b, nil
}

// spent is the processor time that this process has taken.
func spent() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// allocated is the memory that this process has asked for.
func allocated() (pieces, bytes uint64) {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:objects"}, {Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64(), s[1].Value.Uint64()
}

// reference opens the database beside the server, for single rows.
func (b *Bench) reference(ctx context.Context, dir string, o BenchOptions) (bench.Database, error) {
	if o.Reference == "" {
		bare, err := sqlite.OpenBare(ctx, filepath.Join(dir, "bare.db"))
		if err != nil {
			return nil, err
		}
		b.onClose(bare.Close)
		return bare, nil
	}
	bare, err := postgres.OpenBare(ctx, o.Reference, o.Clients)
	if err != nil {
		return nil, err
	}
	b.onClose(bare.Close)
	return bare, nil
}

// OpenReference opens the database of a server that runs elsewhere, for single rows.
func OpenReference(ctx context.Context, url string, clients int) (bench.Database, func(context.Context) error, error) {
	bare, err := postgres.OpenBare(ctx, url, clients)
	if err != nil {
		return nil, nil, err
	}
	return bare, bare.Close, nil
}

// throwaway starts a PostgreSQL and makes the tables; it gives the URLs of the role that serves and of one that may make
// a table.
func (b *Bench) throwaway(ctx context.Context) (serves, reference string, err error) {
	pg, err := throwaway.StartPostgres(ctx)
	if err != nil {
		return "", "", err
	}
	b.onClose(func(context.Context) error { pg.Stop(); return nil })
	b.CPU.Database = pg.CPU
	if err := pg.SQL("postgres", `CREATE ROLE shop LOGIN NOINHERIT`); err != nil {
		return "", "", err
	}
	if err := postgres.Migrate(ctx, pg.URL("evercart", "evercart_owner"), "shop"); err != nil {
		return "", "", err
	}
	return pg.URL("evercart", "shop"), pg.URL("evercart", "postgres"), nil
}

func (b *Bench) onClose(f func(context.Context) error) { b.closers = append(b.closers, f) }

// Close ends all that was started.
func (b *Bench) Close(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	var errs []error
	for _, v := range slices.Backward(b.closers) {
		errs = append(errs, v(ctx))
	}
	b.closers = nil
	return errors.Join(errs...)
}
