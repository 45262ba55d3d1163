// Package postgres keeps everything in one PostgreSQL, for as many nodes as like: each change is flushed to disk, and on a
// synchronous standby where there is one, before it is answered.
package postgres

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/group"
	"github.com/evercart/evercart/tables"
)

// Config opens a Store.
type Config struct {
	// URL of the database, as evercart_app or a role that is a member of it, of evercart_jobs and of evercart_operator; it may
	// lead through a PgBouncer in transaction mode. pool_max_conns and default_query_exec_mode in it are honoured; the mode is
	// cache_describe where none is given, which needs no statement to outlive its transaction.
	URL      string
	Keys     evercart.Keys  // what sealed parts are sealed with
	Clock    evercart.Clock // nil = the machine's; times in the database are the database's
	Log      *slog.Logger   // nil = silent
	Replicas int            // synchronous standbys that a commit must have reached; Open refuses a server that asks for fewer
	Patience time.Duration  // how long a commit may take until its outcome counts as not known; 0 = 10 s

	fault   func(sessions []string) Fault // tests lose answers here
	watch   func(changes int)             // tests hear of grouped commits here
	async   bool                          // tests weaken commits here
	grouped bool                          // tests have each change written as a large group is
}

// Fault is what a test does to a commit.
type Fault int

// The faults.
const (
	NoFault    Fault = iota
	LoseAnswer       // the commit happens, its answer is lost
	LoseCommit       // it does not happen, and nobody is told
)

// Store implements evercart.Store.
type Store struct {
	pool      *pgxpool.Pool
	keys      evercart.Keys
	clock     evercart.Clock
	log       *slog.Logger
	config    Config
	group     *group.Batcher[*commit]
	looks     *group.Batcher[*look]
	questions *group.Batcher[*question]
	faces     *group.Batcher[*face]
	reads     chan struct{} // those that hold a connection, or wait for one
	lanes     *tables.Lanes
	ahead     atomic.Int64              // nanoseconds by which the database's clock is ahead of ours
	opened    atomic.Bool               // new connections are asked what their server keeps
	told      atomic.Pointer[kept]      // the server's settings as they were seen last
	lacks     atomic.Value              // why it would not keep what it acknowledges; "" = it would
	roomy     atomic.Pointer[time.Time] // when its disk last had room
	count     counters
}

var _ evercart.Store = (*Store)(nil)

type counters struct {
	groups, changes, looks, questions, faces, alone, stale, lost, split, damaged atomic.Int64
}

// Stats is what a store did since it was opened.
type Stats struct {
	Groups    int64 `json:"groups"`    // grouped transactions
	Changes   int64 `json:"changes"`   // committed in them
	Looks     int64 `json:"looks"`     // readings of sessions that were asked for at one moment
	Questions int64 `json:"questions"` // round trips of smaller reads that were asked for at one moment
	Faces     int64 `json:"faces"`     // readings of shoppers, likewise
	Alone     int64 `json:"alone"`     // transactions of one change
	Stale     int64 `json:"stale"`     // runs that met a newer version, or a row that another held
	Lost      int64 `json:"lost"`      // commits whose outcome had to be looked up
	Split     int64 `json:"split"`     // groups that were halved for an error of data
	Damaged   int64 `json:"damaged"`   // rows met that cannot be read
	Waiting   int   `json:"waiting"`   // changes that wait for a group
}

// openIn is how long a server may take to answer who opens a store: one that hangs is away.
const openIn = 15 * time.Second

// Open connects, and refuses a database that would not keep what is acknowledged. Unavailable when it cannot be reached, NotFound
// when it or its tables are not there yet (Migrate), Unauthorized when the server refuses the role or its password, Damaged when they are a newer program's or some are missing,
// Forbidden when the role is not one that Migrate let in, Invalid when it does not flush, or was begun
// with other keys.
func Open(ctx context.Context, c Config) (*Store, error) {
	const op = "postgres.Open"
	if c.Keys == nil {
		return nil, evercart.Errorf(evercart.Invalid, op, "a store needs keys")
	}
	s, err := connect(ctx, c)
	if err != nil {
		return nil, openError(err, op)
	}
	first, cancel := context.WithTimeout(ctx, openIn)
	defer cancel()
	if err = s.inspect(first); err == nil {
		err = s.sameKeys(first)
	}
	if err == nil {
		s.opened.Store(true)
		err = s.tick(first)
	}
	if err != nil {
		s.pool.Close()
		return nil, openError(err, op)
	}
	s.group = group.New(s.runGroup, group.Options{Flights: groupsInFlight, Few: fewInFlight})
	s.looks = group.New(s.runLooks, group.Options{Flights: looksAtOnce, Most: looksTogether})
	s.questions = group.New(s.runQuestions, group.Options{Flights: questionsAtOnce, Most: questionsTogether})
	s.faces = group.New(s.runFaces, group.Options{})
	return s, nil
}

// groupsInFlight: one change in twenty meets a group in flight even where people think between turns, and would wait for two round trips.
const groupsInFlight = 2

// fewInFlight: while more than so many are being written, what comes waits for them to land and goes in one group. A group costs the database
// as much as a dozen changes in it.
const fewInFlight = 8

// connect makes the pool of a store, which connects when it is first used.
func connect(ctx context.Context, c Config) (*Store, error) {
	if c.Clock == nil {
		c.Clock = evercart.SystemClock{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Patience <= 0 {
		c.Patience = 10 * time.Second
	}
	pc, err := poolConfig(c.URL)
	if err != nil {
		return nil, err
	}
	s := &Store{keys: c.Keys, clock: c.Clock, log: c.Log, config: c, lanes: tables.NewLanes()}
	s.reads = make(chan struct{}, max(1, pc.MaxConns-groupsInFlight-looksAtOnce-questionsAtOnce-2))
	pc.AfterConnect = s.met
	s.pool, err = pgxpool.NewWithConfig(ctx, pc)
	return s, err
}

// connections is how many a store may hold where its URL does not say. A hundred shoppers of a node that died come to this one in one moment, and
// each reads: what they wait for is mostly the network, the disk and the server's turn to run, not this machine.
const connections = 10

// CheckURL says whether Open can read a URL; it does not connect. Invalid.
func CheckURL(url string) error {
	_, err := poolConfig(url)
	return err
}

// poolConfig reads a URL. Its text never goes into an error: there is a password in it.
func poolConfig(url string) (*pgxpool.Config, error) {
	pc, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, evercart.Errorf(evercart.Invalid, "postgres.Open", "this is no URL of a PostgreSQL database")
	}
	if pc.ConnConfig.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		pc.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	if plain, err := pgx.ParseConfig(url); err == nil && plain.RuntimeParams["pool_max_conns"] == "" { // which the pool's own reading takes out
		pc.MaxConns = max(pc.MaxConns, connections)
	}
	if pc.ConnConfig.ConnectTimeout == 0 {
		pc.ConnConfig.ConnectTimeout = 5 * time.Second
	}
	if pc.ConnConfig.RuntimeParams["application_name"] == "" {
		pc.ConnConfig.RuntimeParams["application_name"] = "evercart"
	}
	return pc, nil
}

// Close waits for the running group and closes all connections; again = no change.
func (s *Store) Close() error {
	s.group.Close()
	s.looks.Close()
	s.questions.Close()
	s.faces.Close()
	s.pool.Close()
	return nil
}

// Stats tells what the store did.
func (s *Store) Stats() Stats {
	c := &s.count
	return Stats{Groups: c.groups.Load(), Changes: c.changes.Load(), Looks: c.looks.Load(), Questions: c.questions.Load(), Faces: c.faces.Load(), Alone: c.alone.Load(), Stale: c.stale.Load(), Lost: c.lost.Load(),
		Split: c.split.Load(), Damaged: c.damaged.Load(), Waiting: s.group.Waiting()}
}

// now is the database's time, as far as our clock and the last measurement tell.
func (s *Store) now() time.Time { return s.clock.Now().Add(time.Duration(s.ahead.Load())) }

// measured sets our clock by the database's, which told its time while a call ran.
func (s *Store) measured(began time.Time, theirs int64) {
	ended := s.clock.Now()
	middle := began.Add(ended.Sub(began) / 2)
	s.ahead.Store(int64(time.UnixMilli(theirs).Sub(middle)))
}

func (s *Store) tick(ctx context.Context) error {
	began := s.clock.Now()
	var theirs int64
	_, err := s.one(ctx, office{role: app}, `SELECT now_ms()`, nil, &theirs)
	if err == nil {
		s.measured(began, theirs)
	}
	return err
}

// caller takes the caller out of the context. Forbidden.
func caller(ctx context.Context, op string) (evercart.Caller, error) {
	c, ok := evercart.CallerOf(ctx)
	if !ok {
		return c, evercart.Errorf(evercart.Forbidden, op, "no caller")
	}
	return c, nil
}
