package postgres

import "github.com/jackc/pgx/v5/pgxpool"

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

// Pool gives tests the connections.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }
