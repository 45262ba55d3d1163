package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
)

// personal are the tables in which something belongs to a person.
var personal = []string{"change", "claim", "head", "job", "outside", "session_list", "shopper", "snapshot"}

// person begins a known shopper with a session that has been spoken in, in which a turn runs, and of which a job stands.
func person(t testing.TB, s *postgres.Store, user string) (evercart.State, evercart.Shopper) {
	t.Helper()
	p, err := s.Identify(sys(), "user", evercart.Personal(user))
	code(t, "identify", err, "")
	st := beginFor(t, s, p)
	for n := range 22 { // long enough for a snapshot
		st = turn(t, s, st, n+100, "hello", "Hello.")
	}
	c, err := s.Update(sys(), evercart.Update{Session: st.Session, Turn: "t2", Do: func(evercart.State) (evercart.Change, error) {
		return evercart.Change{Facts: []evercart.Fact{&evercart.TurnOpened{Node: "n"}}, Jobs: []evercart.Job{{Kind: "k", Key: user, Session: st.Session, Life: p.Life}}}, nil
	}})
	code(t, "open", err, "")
	return c.State, p
}

func connect(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

func ask[T any](t testing.TB, c interface {
	QueryRow(context.Context, string, ...any) pgx.Row
}, query string, args ...any) (v T) {
	t.Helper()
	if err := c.QueryRow(context.Background(), query, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return v
}

// within runs in one transaction in an office, which is undone.
func within(t testing.TB, c *pgx.Conn, role, subjects string, do func(pgx.Tx)) {
	t.Helper()
	tx, err := c.Begin(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.Background()) //nolint:errcheck // a test
	if _, err := tx.Exec(context.Background(), `SELECT set_config('role', $1, true), set_config('evercart.subjects', $2, true)`, role, subjects); err != nil {
		t.Fatal(err)
	}
	do(tx)
}

func refused(t testing.TB, tx pgx.Tx, what, query string, args ...any) {
	t.Helper()
	sub, err := tx.Begin(context.Background()) // a savepoint
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Rollback(context.Background()) //nolint:errcheck // a test
	tag, err := sub.Exec(context.Background(), query, args...)
	var said *pgconn.PgError
	if errors.As(err, &said) && said.Code == "42501" || err == nil && tag.RowsAffected() == 0 {
		return
	}
	t.Errorf("%s: %d rows, %v", what, tag.RowsAffected(), err)
}

// The application owns nothing, may not pass row security by, and row security holds on every table with a person in it.
func TestRoles(t *testing.T) {
	t.Parallel()
	c := connect(t, newPlace(t).root)
	for _, role := range []string{"evercart_app", "evercart_jobs", "evercart_operator"} {
		if ask[bool](t, c, `SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolinherit FROM pg_roles WHERE rolname = $1`, role) {
			t.Errorf("%s may too much", role)
		}
		if n := ask[int](t, c, `SELECT count(*) FROM pg_class k JOIN pg_roles r ON r.oid = k.relowner WHERE r.rolname = $1`, role); n > 0 {
			t.Errorf("%s owns %d things", role, n)
		}
	}
	secured := ask[[]string](t, c, `SELECT array_agg(relname::text ORDER BY relname) FROM pg_class WHERE relkind = 'r' AND relrowsecurity AND relforcerowsecurity`)
	if !slices.Equal(secured, personal) {
		t.Errorf("row security is forced on %v, want %v", secured, personal)
	}
	// A table with a subject, a session or a life in it belongs to somebody: a new one is not forgotten. Lives that ended name nobody.
	named := ask[[]string](t, c, `SELECT array_agg(DISTINCT table_name::text ORDER BY table_name::text) FROM information_schema.columns
		WHERE table_schema = 'public' AND column_name IN ('subject', 'session', 'life') AND table_name <> 'ended'`)
	if !slices.Equal(named, personal) {
		t.Errorf("tables that name a person: %v, secured: %v", named, personal)
	}
}

// Whoever is in a transaction sees and writes what belongs to its subjects; nobody where none are set.
func TestRowSecurity(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	_, ada := person(t, s, "ada")
	st, ben := person(t, s, "ben")
	root, c := connect(t, p.root), connect(t, strings.TrimSuffix(p.url, ten))
	for _, table := range personal {
		if n := ask[int](t, root, `SELECT count(*) FROM `+table); n < 2 {
			t.Fatalf("%d rows of %s: this test proves nothing", n, table)
		}
		if n := ask[int](t, c, `SELECT count(*) FROM `+table); n != 0 {
			t.Errorf("with no subject set, %d rows of %s are seen", n, table)
		}
	}
	within(t, c, "evercart_app", string(ada.Subject)+",nobody", func(tx pgx.Tx) {
		for _, table := range personal {
			mine, want := ask[int](t, tx, `SELECT count(*) FROM `+table+` WHERE subject = $1`, ada.Subject), table != "outside"
			if all := ask[int](t, tx, `SELECT count(*) FROM `+table); all != mine || (mine > 0) != want {
				t.Errorf("of %s, %d rows are seen and %d of them are one's own", table, all, mine)
			}
			refused(t, tx, "delete another's "+table, `DELETE FROM `+table+` WHERE subject = $1`, ben.Subject)
			refused(t, tx, "give away "+table, `UPDATE `+table+` SET subject = $1`, ben.Subject)
		}
		refused(t, tx, "move another's head", `UPDATE head SET seq = 99 WHERE session = $1`, string(st.Session))
		refused(t, tx, "speak in another's session", `INSERT INTO change(session, seq, at, events, opens, closes, named, subject, turn, write_, actor, clear)
			SELECT 1, 99, 0, 1, false, false, false, $1, '', 'w', '', ''`, ben.Subject)
		refused(t, tx, "open another's session", `INSERT INTO head(session, seq, snap, life, subject) VALUES(gen_random_uuid(), 0, 0, 'l', $1)`, ben.Subject)
		refused(t, tx, "ask for a job of another's", `INSERT INTO job(kind, key, session, life, subject, due) VALUES('k', 'x', '', '', $1, 0)`, ben.Subject)
		refused(t, tx, "lock another's head", `SELECT 1 FROM head WHERE session = $1 FOR UPDATE`, string(st.Session))
		refused(t, tx, "change what was said", `UPDATE change SET clear = ''`)
	})
	within(t, c, "evercart_operator", "", func(tx pgx.Tx) {
		for _, table := range personal {
			if n := ask[int](t, tx, `SELECT count(*) FROM `+table); n < 2 {
				t.Errorf("an operator sees %d rows of %s", n, table)
			}
			refused(t, tx, "an operator deletes "+table, `DELETE FROM `+table)
			refused(t, tx, "an operator changes "+table, `UPDATE `+table+` SET subject = subject`)
		}
	})
	// What could be read as two names is none.
	_, err := s.Load(evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleShopper, Subjects: []evercart.Subject{evercart.Subject("x," + string(ben.Subject))}}), st.Session)
	code(t, "a subject with a comma in it", err, evercart.NotFound)
}

// What ties a row to a session, a subject and a life is held against the session's own row: one's own name in a row is no way into another's
// session, and nobody asks for an erasure but who ends lives.
func TestRowsAreTied(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	mine, ada := person(t, s, "ada")
	theirs, ben := person(t, s, "ben")
	root, c := connect(t, p.root), connect(t, strings.TrimSuffix(p.url, ten))
	row := func(st evercart.State) int64 {
		return ask[int64](t, root, `SELECT id FROM head WHERE session = $1`, string(st.Session))
	}
	_, err := root.Exec(context.Background(), `DELETE FROM claim; DELETE FROM snapshot; DELETE FROM session_list`) // so that no row stands in the way
	code(t, "clear", err, "")
	inserts := map[string]string{
		"change": `INSERT INTO change(session, seq, at, events, opens, closes, named, subject, turn, write_, actor, clear)
			VALUES($1, 1000000, 0, 1, false, false, false, $2, '', 'w', '', '')`,
		"claim":        `INSERT INTO claim(session, subject, turn, no, node, at) VALUES($1, $2, 't', 1000000, 'n', 0)`,
		"snapshot":     `INSERT INTO snapshot(session, at_seq, subject, facts) VALUES($1, 1000000, $2, '{}')`,
		"session_list": `INSERT INTO session_list(session, opened, touched, currency, subject) VALUES($1, 0, 0, 'USD', $2)`,
	}
	const job = `INSERT INTO job(kind, key, session, life, subject, due) VALUES($1, 'x', $2, '', $3, 0)`
	within(t, c, "evercart_app", string(ada.Subject), func(tx pgx.Tx) {
		for table, insert := range inserts {
			refused(t, tx, "a "+table+" in another's session", insert, row(theirs), ada.Subject)
			refused(t, tx, "a "+table+" in no session", insert, 1<<40, ada.Subject)
			if _, err := tx.Exec(context.Background(), insert, row(mine), ada.Subject); err != nil {
				t.Fatalf("a %s in one's own session: %v", table, err)
			}
			refused(t, tx, "move a "+table, `UPDATE `+table+` SET session = $1 WHERE session = $2`, row(theirs), row(mine))
		}
		refused(t, tx, "an erasure", job, postgres.EraseJob, "", ada.Subject)
		refused(t, tx, "an erasure in one's own session", job, postgres.EraseJob, string(mine.Session), ada.Subject)
		refused(t, tx, "a job in another's session", job, "k", string(theirs.Session), ada.Subject)
		if _, err := tx.Exec(context.Background(), job, "k", string(mine.Session), ada.Subject); err != nil {
			t.Fatalf("a job in one's own session: %v", err)
		}
		refused(t, tx, "become another's", `UPDATE shopper SET into_ = $1`, ben.Subject)
		refused(t, tx, "live for ever", `UPDATE shopper SET ended = 1`)
		refused(t, tx, "take another's life", `UPDATE head SET life = $1`, ben.Life)
		refused(t, tx, "take another's id", `UPDATE head SET session = gen_random_uuid()`)
	})
	within(t, c, "evercart_app", string(ada.Subject)+","+string(ben.Subject), func(tx pgx.Tx) { // as a group of changes
		for table, insert := range inserts {
			refused(t, tx, "a "+table+" in the session of another of the group", insert, row(theirs), ada.Subject)
		}
	})
}

// One connection goes from hand to hand, and carries nothing over: not after a turn, not after one that was cut off.
func TestBorrowedConnection(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	whole := p.url
	p.url, _, _ = strings.Cut(whole, "&")
	if n := p.open(t).Pool().Config().MaxConns; n < 8 {
		t.Errorf("%d connections where the URL says nothing", n)
	}
	p.url = strings.TrimSuffix(whole, "10") + "1" // pool_max_conns
	s := patient(t, p)                            // two hundred stand in line for one connection
	if n := s.Pool().Config().MaxConns; n != 1 {
		t.Fatalf("%d connections", n)
	}
	var (
		states  [2]evercart.State
		callers [2]context.Context
		all     sync.WaitGroup
	)
	for i, user := range []string{"ada", "ben"} {
		sh, err := s.Identify(sys(), "user", evercart.Personal(user))
		code(t, "identify", err, "")
		states[i] = beginFor(t, s, sh)
		callers[i] = evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleShopper, Subjects: []evercart.Subject{sh.Subject}})
	}
	for n := range 200 {
		me, other := n%2, 1-n%2
		all.Go(func() {
			if _, err := s.Update(callers[me], evercart.Update{Session: states[me].Session, Do: facts(note("mine"))}); err != nil {
				t.Errorf("one's own: %v", err)
			}
			if _, err := s.Load(callers[me], states[other].Session); evercart.CodeOf(err) != evercart.NotFound {
				t.Errorf("another's: %v", err)
			}
		})
	}
	all.Wait()
	clean := func() {
		t.Helper()
		got := ask[string](t, s.Pool(), `SELECT current_user || '/' || coalesce(current_setting('evercart.subjects', true), '') || '/' || current_setting('synchronous_commit')`)
		if want := "evercart_app//on"; got != want {
			t.Errorf("an idle connection is %q, want %q", got, want)
		}
	}
	clean()
	ctx, cancel := context.WithCancel(callers[0])
	cancel()
	_, _ = s.Load(ctx, states[0].Session)
	_, err := s.Update(callers[0], evercart.Update{Session: states[0].Session, Do: func(evercart.State) (evercart.Change, error) {
		return evercart.Change{Facts: []evercart.Fact{note("x")}, Takes: []evercart.Take{{What: evercart.TakeStock, ID: "none", Quantity: 1}}}, nil
	}})
	code(t, "undone in the middle of its transaction", err, evercart.OutOfStock)
	clean()
	for i := range states {
		st, err := s.Load(callers[i], states[i].Session)
		code(t, "load", err, "")
		if st.Seq != 101 {
			t.Errorf("%s has %d events, want 101", fmt.Sprint(i), st.Seq)
		}
	}
}

// A commit is answered when it is flushed, whatever the server's default is: one by itself, one of a group, and one of several statements.
func TestCommitsAreFlushed(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	root := connect(t, p.root)
	code(t, "a server that does not flush", run(context.Background(), p.root,
		`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`,
		`CREATE TABLE noted (how text)`,
		// A trigger that is deferred runs when the transaction is about to be committed.
		`CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS
			$$ BEGIN INSERT INTO noted VALUES(current_setting('synchronous_commit')); RETURN NULL; END $$`,
		`CREATE CONSTRAINT TRIGGER note AFTER INSERT ON change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note()`), "")
	for _, p.grouped = range []bool{false, true} {
		s := p.open(t)
		st, _ := begin(t, s)
		_, err := s.Update(sys(), evercart.Update{Session: st.Session, Base: &st, Do: facts(note("x"))})
		code(t, "update", err, "")
	}
	if got := ask[string](t, connect(t, p.root), `SELECT current_setting('synchronous_commit')`); got != "off" {
		t.Fatalf("the server's default is %s", got)
	}
	if all, flushed := ask[int](t, root, `SELECT count(*) FROM noted`), ask[int](t, root, `SELECT count(*) FROM noted WHERE how = 'on'`); all != 4 || flushed != all {
		t.Errorf("%d of %d commits were flushed, want 4 of 4", flushed, all)
	}
}
