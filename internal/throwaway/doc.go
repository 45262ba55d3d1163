// Package throwaway starts servers of others, for tests and trials: PostgreSQL, PgBouncer and Redis, on free ports of the
// loopback, PostgreSQL flushed to disk as in earnest. They end with this process, in whatever way it ends.
package throwaway

import "errors"

// ErrAbsent says that a program is not installed.
var ErrAbsent = errors.New("not installed (scripts/setup.sh installs it)")
