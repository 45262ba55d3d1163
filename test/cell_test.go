package test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/evercart/evercart/internal/pgtest"
)

// postgres is the one that all tests share who do not break it.
var postgres pgtest.Lazy

func TestMain(m *testing.M) {
	code := m.Run()
	postgres.Stop()
	if dir := built.Load(); dir != nil {
		if err := os.RemoveAll(*dir); err != nil {
			_, _ = os.Stderr.WriteString(err.Error() + "\n")
		}
	}
	os.Exit(code)
}

var roleOfShop sync.Once

// cell is one throw-away PostgreSQL with a database of data and one of keys, and what makes servers on them.
type cell struct {
	t      *testing.T
	pg     *pgtest.Server
	data   string // names of the databases
	keys   string
	env    []string // of every node
	master string   // file of the master key, the same for all
}

// newCell makes two databases on the server that tests share.
func newCell(t *testing.T) *cell {
	t.Helper()
	pg := postgres.Server(t)
	roleOfShop.Do(func() { pg.SQL(t, "postgres", `CREATE ROLE shop LOGIN NOINHERIT`) })
	return cellOn(t, &postgres)
}

// breakableCell is one on a server of its own, which may be stopped.
func breakableCell(t *testing.T) *cell {
	t.Helper()
	own := &pgtest.Lazy{}
	t.Cleanup(own.Stop)
	own.Server(t).SQL(t, "postgres", `CREATE ROLE shop LOGIN NOINHERIT`)
	return cellOn(t, own)
}

// cellOn migrates both databases, as a merchant would.
func cellOn(t *testing.T, on *pgtest.Lazy) *cell {
	t.Helper()
	c := &cell{t: t, pg: on.Server(t), data: on.Database(t), keys: on.Database(t), master: filepath.Join(t.TempDir(), "master.key")}
	out, stderr, code := evercart(t, nil, "", "migrate", "--postgres", c.pg.URL(c.data, "evercart_owner"), "--keys", c.pg.URL(c.keys, "evercart_owner"), "--login", "shop")
	if code != 0 || !strings.Contains(out, "up to date") {
		t.Fatalf("migrate: %d %s %s", code, out, stderr)
	}
	c.env = []string{"EVERCART_POSTGRES=" + c.pg.URL(c.data, "shop"), "EVERCART_KEYS=" + c.pg.URL(c.keys, "shop"), "EVERCART_MASTER_KEY=" + c.master}
	return c
}

// nodes starts so many servers, each with a folder of its own.
func (c *cell) nodes(n int, conf config) []*server {
	c.t.Helper()
	out := make([]*server, n)
	for i := range out {
		out[i] = c.node(conf)
	}
	return out
}

func (c *cell) node(conf config) *server {
	c.t.Helper()
	conf.env = append(append([]string(nil), c.env...), conf.env...)
	return start(c.t, conf)
}

// doctor holds every session's snapshot against its events.
func (c *cell) doctor() {
	c.t.Helper()
	if out, stderr, code := evercart(c.t, c.env, "", "doctor", "--data", c.t.TempDir()); code != 0 || !strings.Contains(out, "each is what its events add up to") {
		c.t.Errorf("doctor: %d\n%s%s", code, out, stderr)
	}
}
