package test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A node whose database of keys is away says that it is not ready, though the store commits: no load balancer is to send it turns.
func TestUnreadyWithoutKeys(t *testing.T) {
	t.Parallel()
	c := breakableCell(t)
	s := c.node(config{})
	metrics := func() string {
		t.Helper()
		res, err := http.Get(s.url + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		out, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	var v struct {
		Keys string            `json:"keys"`
		Args map[string]string `json:"args"`
	}
	if status := s.call("GET", "/readyz", nil, &v); status != 200 || v.Keys != "ok" {
		t.Fatalf("with keys: %d %+v", status, v)
	}
	c.pg.SQL(t, "postgres", `ALTER DATABASE `+c.keys+` ALLOW_CONNECTIONS false`, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '`+c.keys+`'`)
	until(t, "the server is not ready", func() bool { return s.call("GET", "/readyz", nil, &v) == 503 && v.Args["keys"] == "away" })
	if v.Args["store"] != "" {
		t.Errorf("the store is said to be away: %v", v.Args)
	}
	if out := metrics(); !strings.Contains(out, `evercart_up{part="keys"} 0`) || !strings.Contains(out, `evercart_up{part="store"} 1`) {
		t.Errorf("a scrape finds\n%s", out)
	}
	c.pg.SQL(t, "postgres", `ALTER DATABASE `+c.keys+` ALLOW_CONNECTIONS true`)
	until(t, "the server is ready again", s.isReady)
}

// A server whose data is moved away beneath it says that it is not ready, and refuses changes: they would go into what nobody finds again. With
// the file back, the same words are carried out, once.
func TestUnreadyWithoutItsData(t *testing.T) {
	t.Parallel()
	s := start(t, config{args: []string{"--store-wait", "1s"}})
	id, words := uuid(), said{"add one pack of socks", "t-1"}
	if _, err := s.post(id, said{"what is in my cart", "t-0"}); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(s.data, "data.db")
	if err := os.Rename(data, data+".away"); err != nil {
		t.Fatal(err)
	}
	var v struct {
		Args map[string]string `json:"args"`
	}
	until(t, "the server is not ready", func() bool { return s.call("GET", "/readyz", nil, &v) == 503 })
	if v.Args["store"] != "gone" {
		t.Errorf("it says %v", v.Args)
	}
	if _, err := s.post(id, words); err == nil || !strings.HasPrefix(err.Error(), "503") || !strings.Contains(err.Error(), ":unavailable") {
		t.Errorf("a change while the file is away: %v", err)
	}
	if err := os.Rename(data+".away", data); err != nil {
		t.Fatal(err)
	}
	until(t, "the server is ready again", s.isReady)
	if r, err := s.post(id, words); err != nil || r.Cart.packs() != 1 {
		t.Errorf("said again: %d packs, %v", r.Cart.packs(), err)
	}
	if turns := s.transcript(id); len(turns) != 2 {
		t.Errorf("%d turns", len(turns))
	}
}

// A database that stops flushing while a node runs keeps nothing: the node is not ready and says why, refuses changes, calls nothing durable, and
// carries the same words out once when it can. A database of keys that is read only is no less unready.
func TestUnreadyWhatWouldNotBeKept(t *testing.T) {
	t.Parallel()
	c := breakableCell(t)
	s := c.node(config{args: []string{"--store-wait", "1s"}})
	id := uuid()
	if r, err := s.post(id, said{"add one pack of socks", "t-0"}); err != nil || !r.Durable {
		t.Fatalf("%+v %v", r, err)
	}
	var v struct {
		Node string            `json:"node"`
		Args map[string]string `json:"args"`
	}
	if s.call("GET", "/readyz", nil, &v) != 200 || !strings.HasPrefix(v.Node, "n-") {
		t.Errorf("which node it is: %+v", v)
	}
	c.pg.SQL(t, "postgres", `ALTER SYSTEM SET fsync = off`, `SELECT pg_reload_conf()`)
	until(t, "the server is not ready", func() bool {
		return s.call("GET", "/readyz", nil, &v) == 503 && v.Args["store"] == "fsync is off" && v.Args["keys"] == "fsync is off"
	})
	words := said{"add one pack of socks", "t-1"}
	if r, err := s.post(id, words); err == nil || !strings.HasPrefix(err.Error(), "503") || !strings.Contains(err.Error(), ":unavailable") {
		t.Errorf("a change that would not be kept: %+v, %v", r, err)
	}
	if r, err := s.post(id, said{"what is in my cart", "t-2"}); err == nil && r.Durable {
		t.Errorf("an answer is called durable: %+v", r)
	}
	c.pg.SQL(t, "postgres", `ALTER SYSTEM RESET fsync`, `SELECT pg_reload_conf()`)
	until(t, "the server is ready again", s.isReady)
	if r, err := s.post(id, words); err != nil || r.Cart.packs() != 2 || !r.Durable {
		t.Errorf("said again: %d packs, %v", r.Cart.packs(), err)
	}
	c.pg.SQL(t, "postgres", `ALTER DATABASE `+c.keys+` SET default_transaction_read_only = on`, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '`+c.keys+`'`)
	until(t, "the server is not ready", func() bool { return s.call("GET", "/readyz", nil, &v) == 503 && v.Args["keys"] == "read only" })
	c.pg.SQL(t, "postgres", `ALTER DATABASE `+c.keys+` RESET default_transaction_read_only`, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '`+c.keys+`'`)
	until(t, "the server is ready again", s.isReady)
}
