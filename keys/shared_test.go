package keys_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/pgtest"
	"github.com/evercart/evercart/keys"
)

// server has a template with the tables of keys, and a role that nodes connect as.
var server = pgtest.Lazy{Prepare: prepare}

func prepare(ctx context.Context, ownerURL string) error {
	if err := run(ctx, ownerURL, `CREATE ROLE nodes LOGIN NOINHERIT`); err != nil {
		return err
	}
	return keys.Migrate(ctx, ownerURL, "nodes")
}

func TestMain(m *testing.M) {
	code := m.Run()
	server.Stop()
	os.Exit(code)
}

func run(ctx context.Context, url string, statements ...string) error {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if err == nil {
			_, err = c.Exec(ctx, statement)
		}
	}
	return errors.Join(err, c.Close(ctx))
}

func openShared(t *testing.T, url string, options ...keys.Option) *keys.Ring {
	t.Helper()
	r, err := keys.OpenShared(t.Context(), keys.Shared{URL: url + "&pool_max_conns=3"}, master, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func newShared(t *testing.T) opener {
	url := server.Server(t).URL(server.Database(t), "nodes")
	return func(t *testing.T, options ...keys.Option) *keys.Ring { return openShared(t, url, options...) }
}

// Keys in memory do not hide that their database is away, or that the table is.
func TestCheckShared(t *testing.T) {
	t.Parallel()
	s, db := server.Server(t), server.Database(t)
	r := openShared(t, s.URL(db, "nodes"))
	begin(t, r, "a")
	_, err := r.MAC(t.Context(), "a", nil)
	code(t, "use it", err, "")
	code(t, "there", r.Check(t.Context()), "")
	s.SQL(t, db, `ALTER TABLE evercart_keys.life RENAME TO elsewhere`)
	code(t, "no table", r.Check(t.Context()), evercart.Internal)
	s.SQL(t, "postgres", `ALTER DATABASE `+db+` ALLOW_CONNECTIONS false`, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '`+db+`'`)
	_, err = r.MAC(t.Context(), "a", nil)
	code(t, "from memory", err, "")
	code(t, "away", r.Check(t.Context()), evercart.Unavailable)
}

// A database of keys that would keep none is no use, though keys can be read there: one that is read only, or that no longer flushes.
func TestCheckSharedKeeps(t *testing.T) {
	t.Parallel()
	own := pgtest.Lazy{Prepare: prepare}
	t.Cleanup(own.Stop)
	s, db := own.Server(t), own.Database(t)
	r := openShared(t, s.URL(db, "nodes"))
	begin(t, r, "a")
	comes := func(how string) {
		t.Helper()
		end := time.Now().Add(2 * time.Minute)
		for {
			err := r.Check(t.Context())
			got := ""
			if err != nil {
				code(t, "check", err, evercart.Unavailable)
				got = evercart.AsError(err).Arg("how").String()
			}
			if got == how {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("the check says %q, want %q", got, how)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	for setting, how := range map[string]string{"default_transaction_read_only = on": "read only", "fsync = off": "fsync is off"} {
		s.SQL(t, "postgres", `ALTER SYSTEM SET `+setting, `SELECT pg_reload_conf()`)
		comes(how)
		_, err := r.MAC(t.Context(), "a", nil)
		code(t, "a key that is there", err, "")
		code(t, "begin, "+how, r.Begin(t.Context(), "b"), evercart.Unavailable)
		code(t, "destroy, "+how, r.Destroy(t.Context(), "c"), evercart.Unavailable)
		name, _, _ := strings.Cut(setting, " ")
		s.SQL(t, "postgres", `ALTER SYSTEM RESET `+name, `SELECT pg_reload_conf()`)
		comes("")
		code(t, "begin again", r.Begin(t.Context(), "b"), "")
		code(t, "destroy again", r.Destroy(t.Context(), "c"), "")
	}
}

// A database of keys whose disk is full begins no key, and says so.
func TestSharedNoRoom(t *testing.T) {
	t.Parallel()
	own := pgtest.Lazy{Prepare: prepare}
	t.Cleanup(own.Stop)
	s, db := own.Server(t), own.Database(t)
	// A file stands where the server would make the folder of its own: it rewrites rows, and can make no other file.
	s.SQL(t, "postgres", `COPY (SELECT 1) TO PROGRAM 'rm -rf base/pgsql_tmp && cat > base/pgsql_tmp'`)
	r := openShared(t, s.URL(db, "nodes"))
	err := r.Check(t.Context())
	code(t, "check without room", err, evercart.Unavailable)
	if how := evercart.AsError(err).Arg("how").String(); how != "full" {
		t.Errorf("the check says %q", how)
	}
	s.SQL(t, "postgres", `COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; rm base/pgsql_tmp'`)
	code(t, "check with room", r.Check(t.Context()), "")
}

// Who was never let in, and who gives a wrong password, is told so, at a migration as at a start.
func TestSharedIsNotForAll(t *testing.T) {
	t.Parallel()
	s, db := server.Server(t), server.Database(t)
	s.SQL(t, "postgres", `CREATE ROLE stranger LOGIN`)
	_, err := keys.OpenShared(t.Context(), keys.Shared{URL: s.URL(db, "stranger")}, master)
	code(t, "a role that was not let in", err, evercart.Forbidden)
	if !strings.Contains(err.Error(), "--login") {
		t.Errorf("%v", err)
	}
	code(t, "a role that there is not", keys.Migrate(t.Context(), s.URL(db, "nobody")), evercart.Unauthorized)
	code(t, "a role that owns nothing", keys.Migrate(t.Context(), s.URL(db, "stranger")), evercart.Forbidden)
}

func TestDestroyShared(t *testing.T) {
	t.Parallel()
	s, db := server.Server(t), server.Database(t)
	r := openShared(t, s.URL(db, "nodes"))
	begin(t, r, "a")
	begin(t, r, "b")
	sealed, err := r.Seal(t.Context(), "a", []byte("x"), nil)
	code(t, "seal", err, "")
	for range 2 {
		code(t, "destroy", r.Destroy(t.Context(), "a"), "")
		_, err = r.Open(t.Context(), "a", sealed, nil)
		code(t, "open", err, evercart.Gone)
		code(t, "begin", r.Begin(t.Context(), "a"), evercart.Gone)
		_, err = r.Seal(t.Context(), "b", []byte("x"), nil)
		code(t, "the neighbour", err, "")
		r = openShared(t, s.URL(db, "nodes"))
	}
	code(t, "destroy what was never begun", r.Destroy(t.Context(), "c"), "")
	code(t, "begin it then", r.Begin(t.Context(), "c"), evercart.Gone)
	if n, err := r.Lives(t.Context()); err != nil || n != 1 {
		t.Errorf("%d keys left, %v", n, err)
	}
	// A node may end keys, not rows: one that is deleted would come back.
	if err := run(t.Context(), s.URL(db, "nodes"), `DELETE FROM evercart_keys.life`); err == nil {
		t.Error("a node may delete keys")
	}
}

// Nodes begin at once, on an empty database: all get the same key of the shop, and of a life.
func TestNodesBeginTogether(t *testing.T) {
	t.Parallel()
	open := newShared(t)
	const nodes = 4
	var (
		all    sync.WaitGroup
		hashes [nodes][]byte
		macs   [nodes][]byte
	)
	for i := range nodes {
		r := open(t)
		all.Go(func() {
			if err := r.Begin(context.Background(), "a"); err != nil {
				t.Errorf("begin: %v", err)
			}
			var err, err2 error
			hashes[i], err = r.Hash(context.Background(), []byte("x"))
			macs[i], err2 = r.MAC(context.Background(), "a", []byte("x"))
			if err := errors.Join(err, err2); err != nil {
				t.Errorf("node %d: %v", i, err)
			}
		})
	}
	all.Wait()
	for i := range nodes {
		if !bytes.Equal(hashes[i], hashes[0]) || !bytes.Equal(macs[i], macs[0]) {
			t.Errorf("node %d has other keys", i)
		}
	}
}

// The database of keys restarts under the nodes: what they ask next is answered.
func TestSharedHeals(t *testing.T) {
	t.Parallel()
	var own pgtest.Lazy
	t.Cleanup(own.Stop)
	s, db := own.Server(t), own.Database(t)
	s.SQL(t, "postgres", `CREATE ROLE nodes LOGIN`)
	code(t, "migrate", keys.Migrate(t.Context(), s.URL(db, "evercart_owner"), "nodes"), "")
	r := openShared(t, s.URL(db, "nodes"))
	begin(t, r, "a")
	sealed, err := r.Seal(t.Context(), "a", []byte("x"), nil)
	code(t, "seal", err, "")
	if err := s.Restart(); err != nil {
		t.Fatal(err)
	}
	begin(t, r, "b")
	r.Drop("a")
	if got, err := r.Open(t.Context(), "a", sealed, nil); err != nil || string(got) != "x" {
		t.Errorf("after a crash of the server: %q, %v", got, err)
	}
	s.Stop()
	if got, err := r.Open(t.Context(), "a", sealed, nil); err != nil || string(got) != "x" {
		t.Errorf("a key that is held needs no server: %q, %v", got, err)
	}
	r.Drop("a")
	_, err = r.Open(t.Context(), "a", sealed, nil)
	code(t, "with the server away", err, evercart.Unavailable)
	code(t, "a new key meanwhile", r.Begin(t.Context(), "c"), evercart.Unavailable)
}

func TestSharedRefuses(t *testing.T) {
	t.Parallel()
	s, db := server.Server(t), server.Database(t)
	url, owner := s.URL(db, "nodes"), s.URL(db, "evercart_owner")
	begin(t, openShared(t, url), "a")
	for what, c := range map[string]struct {
		shared keys.Shared
		master []byte
		want   evercart.Code
	}{
		"another master key": {keys.Shared{URL: url}, bytes.Repeat([]byte{4}, 32), evercart.Unauthorized},
		"no URL":             {keys.Shared{URL: "secret words"}, master, evercart.Invalid},
		"too few standbys":   {keys.Shared{URL: url, Replicas: 1}, master, evercart.Invalid},
		"no tables":          {keys.Shared{URL: s.URL("postgres", "nodes")}, master, evercart.NotFound},
		"no server":          {keys.Shared{URL: "postgres://nodes@127.0.0.1:1/none"}, master, evercart.Unavailable},
	} {
		_, err := keys.OpenShared(t.Context(), c.shared, c.master)
		code(t, what, err, c.want)
		if strings.Contains(err.Error(), "secret words") {
			t.Errorf("%s: the URL stands in the error", what)
		}
	}
	if begun, err := keys.Begun(t.Context(), keys.Shared{URL: url}); err != nil || !begun {
		t.Errorf("begun %v, %v", begun, err)
	}
	code(t, "a role that is not there", keys.Migrate(t.Context(), owner, "nobody"), evercart.NotFound)
	// The data and the keys in one database: neither may come second.
	if err := run(t.Context(), owner, `CREATE TABLE session_list (n integer)`); err != nil {
		t.Fatal(err)
	}
	_, err := keys.OpenShared(t.Context(), keys.Shared{URL: url}, master)
	code(t, "beside the data", err, evercart.Invalid)
	code(t, "migrated beside the data", keys.Migrate(t.Context(), owner), evercart.Invalid)
	if !(keys.Shared{URL: url}).Is(owner) || (keys.Shared{URL: url}).Is(s.URL("postgres", "nodes")) {
		t.Error("one database under two logins is one")
	}
}

func TestMigrateTogether(t *testing.T) {
	t.Parallel()
	s, db := server.Server(t), server.Database(t)
	s.SQL(t, db, `DROP SCHEMA evercart_keys CASCADE`)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := keys.Migrate(context.Background(), s.URL(db, "evercart_owner"), "nodes"); err != nil {
				t.Errorf("migrate: %v", err)
			}
		})
	}
	all.Wait()
	begin(t, openShared(t, s.URL(db, "nodes")), "a")
	s.SQL(t, db, `INSERT INTO evercart_keys.migration(n) VALUES(99)`)
	_, err := keys.OpenShared(t.Context(), keys.Shared{URL: s.URL(db, "nodes")}, master)
	code(t, "of a newer program", err, evercart.Damaged)
	code(t, "migrated by an older program", keys.Migrate(t.Context(), s.URL(db, "evercart_owner")), evercart.Damaged)
}

// A shop grows from one node to several, and a backup of its shared keys is a file again; what is destroyed stays so.
func TestGrow(t *testing.T) {
	t.Parallel()
	old, path := newRing(t)
	sealed := map[evercart.Life][]byte{}
	for i := range 1200 {
		life := evercart.Life(fmt.Sprint("life", i))
		begin(t, old, life)
		if i < 3 {
			var err error
			sealed[life], err = old.Seal(t.Context(), life, []byte("words"), nil)
			code(t, "seal", err, "")
		}
	}
	code(t, "destroy", old.Destroy(t.Context(), "life0"), "")
	hash, err := old.Hash(t.Context(), []byte("u-ada"))
	code(t, "hash", err, "")
	code(t, "close", old.Close(), "")

	s, db := server.Server(t), server.Database(t)
	owner := s.URL(db, "evercart_owner")
	code(t, "no file", keys.Import(t.Context(), owner, path+"x"), evercart.NotFound)
	code(t, "import", keys.Import(t.Context(), owner, path), "")
	r := openShared(t, s.URL(db, "nodes"))
	if n, err := r.Lives(t.Context()); err != nil || n != 1199 {
		t.Fatalf("%d keys came over, %v", n, err)
	}
	if now, err := r.Hash(t.Context(), []byte("u-ada")); err != nil || !bytes.Equal(now, hash) {
		t.Errorf("nobody would be found again: %v", err)
	}
	code(t, "destroy", r.Destroy(t.Context(), "life1"), "")
	code(t, "an old file once more", keys.Import(t.Context(), owner, path), "")
	copied := filepath.Join(t.TempDir(), "copy.db")
	code(t, "backup", r.Backup(t.Context(), copied), "")
	if info, err := os.Stat(copied); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a copy of keys that others may read: %v, %v", info.Mode(), err)
	}
	if files, _ := os.ReadDir(filepath.Dir(copied)); len(files) != 1 {
		t.Errorf("%d files beside the copy", len(files)-1)
	}
	code(t, "a backup over another", r.Backup(t.Context(), copied), evercart.Conflict)
	for _, from := range []*keys.Ring{r, openRing(t, copied)} {
		for life, want := range map[evercart.Life]evercart.Code{"life0": evercart.Gone, "life1": evercart.Gone, "life2": ""} {
			_, err := from.Open(t.Context(), life, sealed[life], nil)
			code(t, string(life), err, want)
		}
	}
	_, other := newRing(t)
	code(t, "the keys of another shop", keys.Import(t.Context(), owner, other), evercart.Invalid)
}

// What a start that came too early has left in a database of keys does not keep the right ones out, until a shopper has a key.
func TestImportOverAnEarlyStart(t *testing.T) {
	t.Parallel()
	old, path := newRing(t)
	begin(t, old, "a")
	hash, err := old.Hash(t.Context(), []byte("u-ada"))
	code(t, "hash", err, "")
	code(t, "close", old.Close(), "")
	s, db := server.Server(t), server.Database(t)
	owner, url := s.URL(db, "evercart_owner"), s.URL(db, "nodes")
	early, err := keys.OpenShared(t.Context(), keys.Shared{URL: url}, bytes.Repeat([]byte{4}, 32))
	code(t, "an early start", err, "")
	_, err = early.Shop(t.Context(), "tokens") // which the file has not
	code(t, "its other key", err, "")
	code(t, "close", early.Close(), "")
	code(t, "import", keys.Import(t.Context(), owner, path), "")
	r := openShared(t, url)
	if now, err := r.Hash(t.Context(), []byte("u-ada")); err != nil || !bytes.Equal(now, hash) {
		t.Errorf("nobody would be found again: %v", err)
	}
	_, err = r.Shop(t.Context(), "tokens")
	code(t, "no key of the early start is left", err, "")
	if n, err := r.Lives(t.Context()); err != nil || n != 1 {
		t.Errorf("%d keys came over, %v", n, err)
	}
}
