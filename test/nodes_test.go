package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evercart/evercart/internal/pgtest"
)

// cell is one throw-away PostgreSQL with a database of data and one of keys, and what makes servers on them.
type cell struct {
	t      *testing.T
	pg     *pgtest.Server
	data   string // names of the databases
	keys   string
	env    []string // of every node
	master string   // file of the master key, the same for all
}

// newCell starts the database and migrates both, as a merchant would.
func newCell(t *testing.T) *cell {
	t.Helper()
	var own pgtest.Lazy
	t.Cleanup(own.Stop)
	c := &cell{t: t, pg: own.Server(t), data: own.Database(t), keys: own.Database(t), master: filepath.Join(t.TempDir(), "master.key")}
	c.pg.SQL(t, "postgres", `CREATE ROLE shop LOGIN NOINHERIT`)
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

// Two nodes with folders of their own are one shop: sessions, tokens, goods and keys are the same on both.
func TestTwoNodes(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	c.env = append(c.env, "EVERCART_API_KEYS=programs-of-the-shop-1", "EVERCART_ADMIN_KEYS=operators-of-the-shop-1")
	s := c.nodes(2, config{})
	a, b := s[0], s[1]
	var begun struct {
		SessionID string `json:"session_id"`
		Token     string `json:"token"`
	}
	if status := a.call("POST", "/v1/sessions", map[string]any{"user_id": "u-ada"}, &begun); status/100 != 2 {
		t.Fatalf("begin: %d", status)
	}
	for i, node := range []*server{a, b, a} {
		talk := &talk{t: t, s: node, id: begun.SessionID, token: begun.Token}
		if err := talk.connect(); err != nil {
			t.Fatalf("node %d, turn %d: %v", i%2, i, err)
		}
		if got := talk.say("add one pack of socks").Cart.packs(); got != i+1 {
			t.Fatalf("turn %d on node %d: %d packs", i, i%2, got)
		}
	}
	if status := a.call("PATCH", "/v1/catalog/SOC-3PK", map[string]any{"price": 1399}, nil); status != 200 {
		t.Fatalf("patch: %d", status)
	}
	until(t, "the other node sees the price", func() bool { return b.session(begun.SessionID).Cart.Total == 3*1399 })

	// Another node's master key opens nothing, and none is made in its place.
	folder := t.TempDir()
	env := append(c.env[:2:2], "EVERCART_MASTER_KEY="+filepath.Join(folder, "master.key"))
	if _, stderr, code := evercart(t, env, "", "serve", "--addr", "127.0.0.1:0", "--data", folder); code != 1 || !strings.Contains(stderr, "--master-key") {
		t.Errorf("without the master key: %d %s", code, stderr)
	}
	if _, err := os.Stat(filepath.Join(folder, "master.key")); err == nil {
		t.Error("a master key was made that opens nothing")
	}
	if _, stderr, code := evercart(t, []string{c.env[0], "EVERCART_KEYS=" + c.pg.URL(c.data, "shop")}, "", "serve", "--data", folder); code != 2 || !strings.Contains(stderr, "database of its own") {
		t.Errorf("keys beside the data: %d %s", code, stderr)
	}
	// An erasure on one node reaches the other.
	if status := a.call("DELETE", "/v1/users/u-ada", nil, nil); status != 200 {
		t.Errorf("erasure: %d", status)
	}
	if status := b.call("GET", "/v1/sessions/"+begun.SessionID, nil, nil); status != 404 {
		t.Errorf("an erased session on the other node: %d", status)
	}
	copied := filepath.Join(t.TempDir(), "backup")
	if out, stderr, code := evercart(t, c.env, "", "backup", "--data", folder, copied); code != 0 || !strings.Contains(out, "keys.db") {
		t.Errorf("backup: %d %s%s", code, out, stderr)
	}
	c.doctor()
}
