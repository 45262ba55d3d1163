package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Bare is what the database does without us: one row in a transaction of its own. Measurements stand beside it.
type Bare struct{ pool *pgxpool.Pool }

// OpenBare makes a table of its own, as a role that may, and holds so many connections.
func OpenBare(ctx context.Context, url string, connections int) (*Bare, error) {
	const op = "postgres.OpenBare"
	pc, err := poolConfig(url)
	if err != nil {
		return nil, err
	}
	pc.MaxConns = int32(min(max(connections, 1), 1000)) //nolint:gosec // bounded
	pool, err := pgxpool.NewWithConfig(ctx, pc)
	if err != nil {
		return nil, errorOf(err, op)
	}
	if _, err := pool.Exec(ctx, `CREATE TABLE IF NOT EXISTS evercart_bench (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v bytea)`); err != nil {
		pool.Close()
		return nil, errorOf(err, op)
	}
	return &Bare{pool}, nil
}

var bareRow = make([]byte, 200)

// Insert commits one row.
func (b *Bare) Insert(ctx context.Context) error {
	_, err := b.pool.Exec(ctx, `INSERT INTO evercart_bench(v) VALUES($1)`, bareRow)
	return errorOf(err, "postgres.Bare.Insert")
}

// Written is how many bytes of log the server has written.
func (b *Bare) Written(ctx context.Context) (n int64, err error) {
	err = b.pool.QueryRow(ctx, `SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint`).Scan(&n)
	return n, errorOf(err, "postgres.Bare.Written")
}

// Close takes the table away.
func (b *Bare) Close(ctx context.Context) error {
	_, err := b.pool.Exec(ctx, `DROP TABLE IF EXISTS evercart_bench`)
	b.pool.Close()
	return errorOf(err, "postgres.Bare.Close")
}
