package keys

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

// scripts make the tables of a shared database, in order; what has run is never changed. Destroyed keys leave dead rows: the
// server is to clean each of them up, soon.
var scripts = [...]string{`
CREATE TABLE evercart_keys.life (  -- one key a life; destroyed ones stay, empty, so that they never come back
  life      text COLLATE "C" PRIMARY KEY,
  wrapped   bytea,                 -- under the master key; NULL = destroyed
  begun     timestamptz NOT NULL DEFAULT now(),
  destroyed timestamptz
) WITH (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
CREATE TABLE evercart_keys.shop (  -- keys of the whole shop
  name      text COLLATE "C" PRIMARY KEY,
  wrapped   bytea NOT NULL
);`}

// hasData asks whether the database keeps the data, too: in whatever schema, and whether or not we may read it.
const hasData = `EXISTS (SELECT 1 FROM pg_class WHERE relkind = 'r' AND relname = 'session_list')`

// Migrate makes the tables of a shared database of keys, or brings them up to date, as their owner; any number of nodes may call
// it at once. logins are the roles that nodes connect as: they may read and begin keys and destroy them, and delete none. Invalid
// when the database keeps the data, NotFound for a role that is not there, Damaged when the tables are a newer program's.
func Migrate(ctx context.Context, ownerURL string, logins ...string) error {
	const op = "keys.Migrate"
	return openError(owning(ctx, ownerURL, func(tx pgx.Tx) error {
		if err := migrate(ctx, tx); err != nil {
			return err
		}
		for _, login := range logins {
			if err := admit(ctx, tx, login); err != nil {
				return err
			}
		}
		return nil
	}), op)
}

// owning runs do in one transaction of the owner, alone of its kind.
func owning(ctx context.Context, ownerURL string, do func(pgx.Tx) error) error {
	config, err := pgx.ParseConfig(ownerURL)
	if err != nil {
		return evercart.Errorf(evercart.Invalid, "keys.Migrate", "this is no URL of a PostgreSQL database")
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is left to lose
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// Who is frozen meanwhile would hold the keys against all nodes.
		if _, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = '30s'`); err != nil {
			return err
		}
		// Of this transaction alone: a lock of the session would be left behind in a pooler.
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext('evercart keys'))`); err != nil {
			return err
		}
		return do(tx)
	})
}

func migrate(ctx context.Context, tx pgx.Tx) error {
	var data bool
	if err := tx.QueryRow(ctx, `SELECT `+hasData).Scan(&data); err != nil {
		return err
	}
	if data {
		return evercart.Errorf(evercart.Invalid, "keys.Migrate", "this database keeps the data: a dump of it would carry the keys; give the keys a database of their own")
	}
	const tables = `CREATE SCHEMA IF NOT EXISTS evercart_keys;
		CREATE TABLE IF NOT EXISTS evercart_keys.migration (n integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`
	if _, err := tx.Exec(ctx, tables, pgx.QueryExecModeSimpleProtocol); err != nil {
		return err
	}
	var have int
	if err := tx.QueryRow(ctx, `SELECT coalesce(max(n), 0) FROM evercart_keys.migration`).Scan(&have); err != nil {
		return err
	}
	if have > len(scripts) {
		return newer(have)
	}
	for n := have; n < len(scripts); n++ {
		if _, err := tx.Exec(ctx, scripts[n], pgx.QueryExecModeSimpleProtocol); err != nil {
			return fmt.Errorf("migration %d: %w", n+1, err)
		}
		if _, err := tx.Exec(ctx, `INSERT INTO evercart_keys.migration(n) VALUES($1)`, n+1); err != nil {
			return err
		}
	}
	return nil
}

// admit lets a role read, begin and destroy keys.
func admit(ctx context.Context, tx pgx.Tx, login string) error {
	var name string
	err := tx.QueryRow(ctx, `SELECT rolname FROM pg_roles WHERE rolname = $1`, login).Scan(&name)
	if errors.Is(err, pgx.ErrNoRows) {
		return evercart.Errorf(evercart.NotFound, "keys.Migrate", "there is no role %s", login)
	}
	if err != nil {
		return err
	}
	who := pgx.Identifier{name}.Sanitize()
	_, err = tx.Exec(ctx, `GRANT USAGE ON SCHEMA evercart_keys TO `+who+`; GRANT SELECT ON evercart_keys.migration, evercart_keys.life, evercart_keys.shop TO `+who+`;
		GRANT INSERT ON evercart_keys.life, evercart_keys.shop TO `+who+`; GRANT UPDATE (wrapped, destroyed) ON evercart_keys.life TO `+who, pgx.QueryExecModeSimpleProtocol)
	return err
}

func newer(have int) error {
	return evercart.Errorf(evercart.Damaged, "keys.Open", "the tables of the keys are of version %d, this program knows %d", have, len(scripts))
}
