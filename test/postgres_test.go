package test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart/internal/pgtest"
)

// onPostgres is how a server is started whose data a private PostgreSQL keeps: migrated by its owner, served by a role that owns nothing.
func onPostgres(t *testing.T) (config, *pgtest.Server) {
	t.Helper()
	var own pgtest.Lazy
	t.Cleanup(own.Stop)
	pg, db := own.Server(t), own.Database(t)
	pg.SQL(t, "postgres", `CREATE ROLE shop LOGIN NOINHERIT`)
	if out, stderr, code := evercart(t, nil, "", "migrate", "--postgres", pg.URL(db, "evercart_owner"), "--login", "shop"); code != 0 || !strings.Contains(out, "up to date") {
		t.Fatalf("migrate: %d %s %s", code, out, stderr)
	}
	return config{env: []string{"EVERCART_POSTGRES=" + pg.URL(db, "shop")}}, pg
}

// On PostgreSQL: what was acknowledged is there once, whatever dies, the server of the database too.
func TestOnPostgres(t *testing.T) {
	t.Parallel()
	conf, pg := onPostgres(t)
	s := start(t, conf)
	c := s.open(uuid(), "u-ada")
	c.say("put the ivory silk blouse, medium, in my cart")
	s.restart()
	if v := s.session(c.id); !v.Cart.is("BLS-IVR-M 1") || v.Cart.Total != 8950 || len(v.Turns) != 1 {
		t.Fatalf("after kill -9: %s, %+v", v.Cart, v.Turns)
	}
	people := make([]*shopper, 6)
	for i := range people {
		people[i] = &shopper{id: uuid()}
	}
	acked := 0
	for range 4 {
		acked += s.loadUntilKilled(people, 20)
		s.run()
		s.checkPeople(t, people)
	}
	for _, p := range people {
		s.wantWholeSeq(p.id)
	}
	t.Logf("%d changes acknowledged over 4 kills", acked)

	// The database goes down as in a crash and comes back: the server says so meanwhile, and heals by itself.
	if err := pg.Restart(); err != nil {
		t.Fatal(err)
	}
	until(t, "the server is ready again", s.isReady)
	if v := s.session(c.id); !v.Cart.is("BLS-IVR-M 1") {
		t.Fatalf("after a crash of the database: %s", v.Cart)
	}
	if out, _, code := evercart(t, conf.env, "", "doctor", "--data", s.data); code != 0 || !strings.Contains(out, "each is what its events add up to") {
		t.Errorf("doctor: %d\n%s", code, out)
	}
	if status := s.call("DELETE", "/v1/users/u-ada", nil, nil); status != 200 {
		t.Errorf("erasure: %d", status)
	}
	if status := s.call("GET", "/v1/sessions/"+c.id, nil, nil); status != 404 {
		t.Errorf("an erased session: %d", status)
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
}

// A server without tables, or beside another on its folder, does not start, and says why.
func TestPostgresRefusals(t *testing.T) {
	t.Parallel()
	var own pgtest.Lazy
	t.Cleanup(own.Stop)
	pg, db := own.Server(t), own.Database(t)
	began := time.Now()
	_, stderr, code := evercart(t, nil, "", "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--postgres", pg.URL(db, "evercart_owner"))
	if code != 1 || !strings.Contains(stderr, "migrate") || time.Since(began) > time.Minute {
		t.Errorf("no tables: %d %s", code, stderr)
	}
	// What is configured wrongly does not get better by waiting: it is an error at once.
	for name, c := range map[string]struct{ data, keys, want string }{
		"a role that is not there":     {pg.URL(db, "nobody_at_all"), "", "role"},
		"a database that is not there": {pg.URL("none_at_all", "evercart_owner"), "", "no such database"},
		"keys without tables":          {pg.URL(db, "evercart_owner"), pg.URL("postgres", "evercart_owner"), "migrate the database of the keys"},
		"keys of another role":         {pg.URL(db, "evercart_owner"), pg.URL("postgres", "nobody_at_all"), "role"},
	} {
		env := []string{"EVERCART_POSTGRES=" + c.data}
		if c.keys != "" {
			env = append(env, "EVERCART_KEYS="+c.keys)
		}
		if _, stderr, code := evercart(t, env, "", "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir()); code != 1 || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: %d %s", name, code, stderr)
		}
	}
	// A trial is no guest in the shop's own database: it would not even reach this one.
	if out, stderr, code := evercart(t, []string{"EVERCART_POSTGRES=postgres://nobody@127.0.0.1:1/none"}, "", "test", "../examples/tests/removing.talk"); code != 0 {
		t.Errorf("a trial beside a configured database: %d %s %s", code, out, stderr)
	}
	if _, stderr, code = evercart(t, nil, "", "migrate"); code != 2 || !strings.Contains(stderr, "--postgres") {
		t.Errorf("migrate what: %d %s", code, stderr)
	}
}

// Who looks at a database that has lost a table, or looks with nothing in hand, is told so; nothing is made by looking.
func TestPostgresIncomplete(t *testing.T) {
	t.Parallel()
	conf, pg := onPostgres(t)
	s := start(t, conf)
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	look := func(data string) (string, int) {
		t.Helper()
		out, stderr, code := evercart(t, conf.env, "", "doctor", "--data", data)
		return out + stderr, code
	}
	if out, code := look(s.data); code != 0 || !strings.Contains(out, "all tables are there") || strings.Contains(out, "file is whole") {
		t.Errorf("whole: %d\n%s", code, out)
	}
	for _, data := range []string{filepath.Join(t.TempDir(), "none"), t.TempDir()} {
		if out, code := look(data); code != 1 || !strings.Contains(out, "master.key is missing") {
			t.Errorf("with no keys: %d\n%s", code, out)
		}
		if left, err := os.ReadDir(data); err == nil && len(left) > 0 {
			t.Errorf("looking made %v", left)
		}
	}
	at, err := url.Parse(strings.TrimPrefix(conf.env[0], "EVERCART_POSTGRES="))
	if err != nil {
		t.Fatal(err)
	}
	pg.SQL(t, strings.TrimPrefix(at.Path, "/"), `ALTER TABLE session_list RENAME TO elsewhere`)
	if out, code := look(s.data); code != 1 || !strings.Contains(out, "BAD   structure") || !strings.Contains(out, "session_list") {
		t.Errorf("without a table: %d\n%s", code, out)
	}
	if _, stderr, code := evercart(t, conf.env, "", "serve", "--addr", "127.0.0.1:0", "--data", s.data); code != 1 || !strings.Contains(stderr, "session_list") {
		t.Errorf("a server without a table: %d %s", code, stderr)
	}
}
