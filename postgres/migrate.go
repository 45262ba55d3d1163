package postgres

import (
	"context"
	"embed"
	"encoding/binary"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

//go:embed migrations/*.sql
var scripts embed.FS

// migrations gives the scripts in order.
func migrations() ([]string, error) {
	names, err := fs.Glob(scripts, "migrations/*.sql") // sorted
	if err != nil {
		return nil, err
	}
	out := make([]string, len(names))
	for i, name := range names {
		b, err := scripts.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out[i] = string(b)
	}
	return out, nil
}

// Migrate brings the tables up to date, as their owner: all scripts that are missing, in one transaction, under a lock that
// ends with it, so that any number of nodes may call it at once. The owner may create roles, or evercart_app, evercart_jobs and
// evercart_operator are there already. logins are the roles that servers connect as: they become members of those three.
// Damaged when the tables are a newer program's, or some are missing that were there.
func Migrate(ctx context.Context, ownerURL string, logins ...string) error {
	want, err := migrations()
	if err == nil {
		err = migrate(ctx, want, whole, ownerURL, logins...)
	}
	return openError(err, "postgres.Migrate")
}

// migrate runs scripts, and holds what is then there against parts.
func migrate(ctx context.Context, want []string, parts parts, ownerURL string, logins ...string) error {
	config, err := pgx.ParseConfig(ownerURL)
	if err != nil {
		return evercart.Errorf(evercart.Invalid, "postgres.Migrate", "this is no URL of a PostgreSQL database")
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is left to lose
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx)) //nolint:errcheck // after a commit it does nothing
	// Who is frozen while it migrates would hold the tables against all nodes.
	if _, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = '30s'`); err != nil {
		return err
	}
	// Of this transaction alone: a lock of the session would be left behind in a pooler.
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext('evercart migrations'))`); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `CREATE TABLE IF NOT EXISTS migration (n integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`); err != nil {
		return err
	}
	var have int
	if err := tx.QueryRow(ctx, `SELECT coalesce(max(n), 0) FROM migration`).Scan(&have); err != nil {
		return err
	}
	if have > len(want) {
		return newer(have, len(want))
	}
	for n := have; n < len(want); n++ {
		if _, err := tx.Exec(ctx, want[n], pgx.QueryExecModeSimpleProtocol); err != nil { // a script is many statements
			return fmt.Errorf("migration %d: %w", n+1, err)
		}
		if _, err := tx.Exec(ctx, `INSERT INTO migration(n) VALUES($1)`, n+1); err != nil {
			return err
		}
	}
	var missing []string
	if err := tx.QueryRow(ctx, askMissing, parts.tables, parts.functions).Scan(&missing); err != nil {
		return err
	}
	if len(missing) > 0 {
		return incomplete("postgres.Migrate", missing)
	}
	for _, login := range logins {
		if err := admit(ctx, tx, login); err != nil {
			return err
		}
	}
	return tx.Commit(ctx)
}

// admit lets a login take our three offices, one at a time: it inherits none of them, where the server can say so.
func admit(ctx context.Context, tx pgx.Tx, login string) error {
	var superuser, newServer bool
	err := tx.QueryRow(ctx, `SELECT rolsuper, current_setting('server_version_num')::int >= 160000 FROM pg_roles WHERE rolname = $1`, login).Scan(&superuser, &newServer)
	if none(err) {
		return evercart.Errorf(evercart.NotFound, "postgres.Migrate", "there is no role %s", login)
	}
	if err != nil || superuser || login == app {
		return err
	}
	grant := fmt.Sprintf("GRANT %s, %s, %s TO %s", app, upkeep, operator, pgx.Identifier{login}.Sanitize())
	if newServer {
		grant += " WITH INHERIT FALSE, SET TRUE"
	}
	_, err = tx.Exec(ctx, grant)
	return err
}

func newer(have, known int) error {
	return evercart.Errorf(evercart.Damaged, "postgres.Open", "the tables are of version %d, this program knows %d", have, known)
}

// Begun says whether a database belongs to keys already, and holds the server against what the promises need: as Open, it
// refuses what would not keep what is acknowledged, but it needs no keys and leaves nothing behind.
func Begun(ctx context.Context, c Config) (begun bool, err error) {
	const op = "postgres.Open"
	s, err := connect(ctx, c)
	if err != nil {
		return false, openError(err, op)
	}
	defer s.pool.Close()
	ctx, cancel := context.WithTimeout(ctx, openIn)
	defer cancel()
	var mark int64
	if err = s.inspect(ctx); err == nil {
		begun, err = s.one(ctx, office{role: upkeep}, keysMark, nil, &mark)
	}
	return begun, openError(err, op)
}

// keysMark finds what sameKeys leaves.
const keysMark = `SELECT value FROM meta WHERE name = 'keys'`

// sameKeys refuses a database that was begun with other keys: nobody would be found again, and what is there could not be read.
func (s *Store) sameKeys(ctx context.Context) error {
	hash, err := s.keys.Hash(ctx, []byte("the keys of a database"))
	if err != nil {
		return err
	}
	if len(hash) < 8 {
		return evercart.Errorf(evercart.Invalid, "postgres.Open", "a hash of %d bytes", len(hash))
	}
	ours, theirs := int64(binary.BigEndian.Uint64(hash)), int64(0)
	there, err := s.one(ctx, office{role: upkeep}, keysMark, nil, &theirs)
	if err == nil && !there {
		err = s.write(ctx, office{role: upkeep}, `INSERT INTO meta(name, value) VALUES('keys', $1) ON CONFLICT DO NOTHING`, []any{ours}, nil)
		if err == nil {
			_, err = s.one(ctx, office{role: upkeep}, keysMark, nil, &theirs)
		}
	}
	if err == nil && ours != theirs {
		err = evercart.Errorf(evercart.Invalid, "postgres.Open", "this database was begun with other keys: use the data folder (or its keys.db and master.key) that it was begun with")
	}
	return err
}
