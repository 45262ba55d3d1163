package keys

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/group"
	"github.com/evercart/evercart/internal/standby"
)

// patience is how long the database of keys may take to answer.
const patience = 5 * time.Second

// Shared names a PostgreSQL database of keys that several nodes share. It is never the one that keeps the data: a dump of the
// data would carry the keys, and an erasure would reach no backup.
type Shared struct {
	URL      string // as a role that Migrate let in; it may lead through a pooler in transaction mode
	Replicas int    // synchronous standbys that a new key must have reached: data sealed under a lost key is lost
}

// OpenShared opens keys that several nodes share; each needs the same master key. Invalid for a URL that is none, a server that
// does not flush or waits for fewer standbys, or a database that keeps the data; Unauthorized when it is not the master key
// of these keys, or the server refuses the role; NotFound when the database or its tables are not there yet (Migrate); Unavailable when it cannot
// be reached.
func OpenShared(ctx context.Context, s Shared, master []byte, options ...Option) (*Ring, error) {
	return openRing(ctx, master, options, func(clock evercart.Clock) (chest, error) { return openShared(ctx, s, clock) })
}

// Is says whether another URL leads to the same database, as far as their texts tell; OpenShared looks into the database itself.
func (s Shared) Is(url string) bool {
	ours, err := pgconn.ParseConfig(s.URL)
	if err != nil {
		return s.URL == url
	}
	other, err := pgconn.ParseConfig(url)
	return err == nil && ours.Host == other.Host && ours.Port == other.Port && ours.Database == other.Database
}

// Begun says whether a shared database holds keys yet, and so whether there is a master key somewhere that opens them.
func Begun(ctx context.Context, s Shared) (begun bool, err error) {
	d, err := openShared(ctx, s, evercart.SystemClock{})
	if err != nil {
		return false, err
	}
	defer d.close() //nolint:errcheck // it has no error
	err = d.one(ctx, `SELECT EXISTS (SELECT 1 FROM evercart_keys.shop)`, nil, &begun)
	return begun, sharedError(err, "keys.Begun")
}

// shared is a chest in a PostgreSQL database.
type shared struct {
	clock    evercart.Clock
	pool     *pgxpool.Pool
	reads    *group.Batcher[*read]
	replicas int                       // that are wanted
	roomy    atomic.Pointer[time.Time] // when its disk last had room
}

// read is one key that somebody wants.
type read struct {
	life    evercart.Life
	wrapped []byte // nil = destroyed
	found   bool
	err     error
}

var _ chest = (*shared)(nil)

func openShared(ctx context.Context, s Shared, clock evercart.Clock) (*shared, error) {
	const op = "keys.Open"
	config, err := pgxpool.ParseConfig(s.URL)
	if err != nil { // its text may hold a password
		return nil, evercart.Errorf(evercart.Invalid, op, "this is no URL of a PostgreSQL database")
	}
	if config.ConnConfig.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement { // what a pooler may lose
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = patience
	}
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "evercart keys"
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, sharedError(err, op)
	}
	d := &shared{pool: pool, replicas: s.Replicas, clock: clock}
	if err := d.inspect(ctx); err != nil {
		pool.Close()
		return nil, openError(err, op)
	}
	d.reads = group.New(d.read, group.Options{Flights: 2})
	return d, nil
}

// inspect holds the server against what a key needs.
func (d *shared) inspect(ctx context.Context) error {
	const op = "keys.Open"
	var (
		fsync, names string
		there, data  bool
		have         int
	)
	err := d.one(ctx, `SELECT `+askKept+`, to_regclass('evercart_keys.migration') IS NOT NULL, `+hasData, nil,
		&fsync, &names, &there, &data)
	lacks := standby.Lacks(fsync, names, d.replicas)
	switch {
	case err != nil:
		return err
	case data:
		return evercart.Errorf(evercart.Invalid, op, "this database keeps the data: a dump of it would carry the keys; give the keys a database of their own")
	case lacks != "":
		return evercart.Errorf(evercart.Invalid, op, "%s: the server of the keys does not keep what it acknowledges", lacks)
	case !there:
		return evercart.Errorf(evercart.NotFound, op, "the tables of the keys are not there yet: migrate the database of the keys")
	}
	if err := d.one(ctx, `SELECT coalesce(max(n), 0) FROM evercart_keys.migration`, nil, &have); err != nil {
		return err
	}
	if have > len(scripts) {
		return newer(have)
	}
	if have < len(scripts) {
		return evercart.Errorf(evercart.NotFound, op, "the tables of the keys are of version %d, this program needs %d: migrate the database of the keys", have, len(scripts))
	}
	return nil
}

// askKept are the settings by which a server keeps what it acknowledges.
const askKept = `current_setting('fsync'), current_setting('synchronous_standby_names')`

// kept refuses what a server acknowledged and would not keep: its settings are those of the transaction in which it was written. Unavailable.
func (d *shared) kept(op, fsync, names string) error {
	if lacks := standby.Lacks(fsync, names, d.replicas); lacks != "" {
		return useless(op, lacks)
	}
	return nil
}

// useless is a database of keys that is there, and no use.
func useless(op, how string) error {
	e := &evercart.Error{Code: evercart.Unavailable, Op: op, Message: "the database of the keys keeps none: " + how, RetryAfter: time.Second}
	return e.With(slog.String("how", how))
}

// check implements chest. It writes nothing: whether it could stands in the transaction's own settings.
func (d *shared) check(ctx context.Context) error {
	const op = "keys.Check"
	var (
		fsync, names, readOnly string
		there                  bool
	)
	err := d.one(ctx, `SELECT `+askKept+`, current_setting('transaction_read_only'), EXISTS (SELECT 1 FROM evercart_keys.life WHERE life = '')`, nil, &fsync, &names, &readOnly, &there)
	switch {
	case err != nil:
		return sharedError(err, op)
	case readOnly == "on":
		return useless(op, "read only")
	}
	if err := d.kept(op, fsync, names); err != nil {
		return err
	}
	return d.hasRoom(ctx, op)
}

// hasRoom asks whether the server's disk has room left, unless it had a moment ago.
func (d *shared) hasRoom(ctx context.Context, op string) error {
	now := d.clock.Now()
	if at := d.roomy.Load(); at != nil && now.Sub(*at) < standby.RoomFor {
		return nil
	}
	var bytes int64
	err := d.one(ctx, standby.Room, nil, &bytes)
	said, refused := errors.AsType[*pgconn.PgError](err)
	switch {
	case err == nil, refused && said.Code == standby.RoomBounded:
		d.roomy.Store(&now)
		return nil
	case refused && said.SeverityUnlocalized == "ERROR" && !strings.HasPrefix(said.Code, "57"): // it was not cancelled
		return useless(op, "full")
	}
	return sharedError(err, op)
}

// close implements chest.
func (d *shared) close() error {
	d.reads.Close()
	d.pool.Close()
	return nil
}

// lives implements chest.
func (d *shared) lives(ctx context.Context) (n int, err error) {
	err = d.one(ctx, `SELECT count(*) FROM evercart_keys.life WHERE wrapped IS NOT NULL`, nil, &n)
	return n, sharedError(err, "keys.Lives")
}

// destroyed implements chest.
func (d *shared) destroyed(ctx context.Context, lives []string) (out []evercart.Life, err error) {
	var names []string
	err = d.one(ctx, `SELECT coalesce(array_agg(life), '{}') FROM evercart_keys.life WHERE wrapped IS NULL AND life = ANY ($1::text[])`, []any{lives}, &names)
	for _, name := range names {
		out = append(out, evercart.Life(name))
	}
	return out, sharedError(err, "keys.Destroyed")
}

// begin implements chest. The key is there on disk before this returns; again, and after an answer that was lost, it is the same.
func (d *shared) begin(ctx context.Context, life evercart.Life, wrapped []byte, _ time.Time) error {
	const op = "keys.Begin"
	var (
		gone         bool
		fsync, names string
	)
	// The update changes nothing: it makes the row that is there one that is returned.
	err := d.one(ctx, `INSERT INTO evercart_keys.life AS l (life, wrapped) VALUES($1, $2)
		ON CONFLICT (life) DO UPDATE SET wrapped = l.wrapped RETURNING l.wrapped IS NULL, `+askKept, []any{string(life), wrapped}, &gone, &fsync, &names)
	if err == nil && gone {
		return destroyed(op)
	}
	if err == nil {
		err = d.kept(op, fsync, names)
	}
	return sharedError(err, op)
}

// wrapped implements chest.
func (d *shared) wrapped(ctx context.Context, life evercart.Life) ([]byte, error) {
	const op = "keys.Open"
	r := &read{life: life}
	if err := d.reads.Ask(ctx, r, group.Place{}); err != nil {
		return nil, sharedError(err, op)
	}
	switch {
	case r.err != nil:
		return nil, sharedError(r.err, op)
	case !r.found:
		return nil, unknown(op)
	case r.wrapped == nil:
		return nil, destroyed(op)
	}
	return r.wrapped, nil
}

// read finds all keys that are wanted at one moment. When a node dies, the keys of all its shoppers are, at the others.
func (d *shared) read(batch []*read) {
	lives := make([]string, len(batch))
	for i, r := range batch {
		lives[i] = string(r.life)
	}
	var (
		names   []string
		wrapped [][]byte
	)
	err := d.one(context.Background(), `SELECT coalesce(array_agg(life), '{}'), coalesce(array_agg(wrapped), '{}') FROM evercart_keys.life WHERE life = ANY ($1::text[])`, []any{lives}, &names, &wrapped)
	of := make(map[evercart.Life][]byte, len(names))
	for i, name := range names {
		of[evercart.Life(name)] = wrapped[i]
	}
	for _, r := range batch {
		r.wrapped, r.found = of[r.life]
		r.err = err
	}
}

// destroy implements chest. The server's own files and log forget the bytes later, as it cleans up; they are wrapped.
func (d *shared) destroy(ctx context.Context, life evercart.Life, _ time.Time) error {
	const op = "keys.Destroy"
	var fsync, names string
	err := d.one(ctx, `INSERT INTO evercart_keys.life AS l (life, wrapped, destroyed) VALUES($1, NULL, now())
		ON CONFLICT (life) DO UPDATE SET wrapped = NULL, destroyed = coalesce(l.destroyed, excluded.destroyed) RETURNING `+askKept, []any{string(life)}, &fsync, &names)
	if err == nil {
		err = d.kept(op, fsync, names)
	}
	return sharedError(err, op)
}

// shop implements chest.
func (d *shared) shop(ctx context.Context, name string, fresh []byte) (wrapped []byte, err error) {
	const op, known = "keys.Open", `SELECT wrapped FROM evercart_keys.shop WHERE name = $1`
	err = d.one(ctx, known, []any{name}, &wrapped)
	if errors.Is(err, pgx.ErrNoRows) {
		var made bool
		err = d.one(ctx, `INSERT INTO evercart_keys.shop(name, wrapped) VALUES($1, $2) ON CONFLICT DO NOTHING RETURNING true`, []any{name, fresh}, &made)
		if err == nil || errors.Is(err, pgx.ErrNoRows) {
			err = d.one(ctx, known, []any{name}, &wrapped)
		}
	}
	return wrapped, sharedError(err, op)
}

// one runs one statement in a transaction of its own that is flushed when it ends, whatever the server's default is, and reads
// one row: ErrNoRows where there is none. Every statement here may run twice, so one that a broken connection took is run again.
func (d *shared) one(ctx context.Context, query string, args []any, into ...any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := d.once(ctx, query, args, into)
	var said *pgconn.PgError
	if err != nil && !errors.Is(err, pgx.ErrNoRows) && ctx.Err() == nil && (!errors.As(err, &said) || said.SeverityUnlocalized != "ERROR") {
		d.pool.Reset() // what ended this connection has often ended the others
		err = d.once(ctx, query, args, into)
	}
	return err
}

func (d *shared) once(ctx context.Context, query string, args, into []any) error {
	b := &pgx.Batch{}
	b.Queue(`SELECT set_config('synchronous_commit', 'on', true)`)
	if query == standby.Room {
		b.Queue(standby.RoomFirst)
	}
	b.Queue(query, args...)
	results := d.pool.SendBatch(ctx, b)
	defer results.Close() //nolint:errcheck // asked for below, where it counts
	for range b.Len() - 1 {
		if _, err := results.Exec(); err != nil {
			return err
		}
	}
	if err := results.QueryRow().Scan(into...); err != nil {
		return err
	}
	return results.Close()
}

// openError is sharedError for a server that is met for the first time: what it refuses now is not configured as it should be.
func openError(err error, op string) error {
	var said *pgconn.PgError
	if errors.As(err, &said) && len(said.Code) == 5 {
		switch said.Code[:2] {
		case "28":
			return &evercart.Error{Code: evercart.Unauthorized, Op: op, Message: "the server of the keys refuses the role or its password", Err: err}
		case "3D":
			return &evercart.Error{Code: evercart.NotFound, Op: op, Message: "the server of the keys has no such database", Err: err}
		}
		if said.Code == "42501" {
			return &evercart.Error{Code: evercart.Forbidden, Op: op, Message: "the role may not use the tables of the keys: serve as the role that evercart migrate --login was given", Err: err}
		}
	}
	return sharedError(err, op)
}

// sharedError gives a code to what the server said; what has one keeps it.
func sharedError(err error, op string) error {
	var (
		ours *evercart.Error
		said *pgconn.PgError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &ours):
		return err
	case errors.Is(err, context.Canceled):
		return evercart.Wrap(err, evercart.Canceled, op)
	case errors.As(err, &said) && len(said.Code) == 5 && said.Code[:2] == "42":
		return evercart.Wrap(err, evercart.Internal, op) // a missing right or table: no retry mends it
	}
	return &evercart.Error{Code: evercart.Unavailable, Op: op, RetryAfter: time.Second, Err: err}
}
