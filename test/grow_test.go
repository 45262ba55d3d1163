package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wantRefused starts a server that is to be refused for its keys, and holds that its folder stays without any.
func wantRefused(t *testing.T, what, folder string, args ...string) {
	t.Helper()
	_, stderr, code := evercart(t, nil, "", append([]string{"serve", "--addr", "127.0.0.1:0", "--data", folder}, args...)...)
	if code != 1 || !strings.Contains(stderr, "begun with other keys") {
		t.Errorf("%s: %d %s", what, code, stderr)
	}
}

// A shop on PostgreSQL with its keys in a folder grows: servers that come too early are refused and leave nothing behind, so the
// keys can be brought over after them as before them.
func TestGrowAfterARefusedStart(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	data, shared := c.pg.URL(c.data, "shop"), c.pg.URL(c.keys, "shop")
	s := start(t, config{args: []string{"--postgres", data}})
	talk := s.open(uuid(), "u-ada")
	talk.say("add one pack of socks")
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	master, fresh := filepath.Join(s.data, "master.key"), t.TempDir()
	wantRefused(t, "an empty database of keys", fresh, "--postgres", data, "--keys", shared, "--master-key", master)
	wantRefused(t, "and no master key", fresh, "--postgres", data, "--keys", shared)
	wantRefused(t, "a new folder", fresh, "--postgres", data)
	for _, name := range []string{"master.key", "keys.db"} {
		if _, err := os.Stat(filepath.Join(fresh, name)); err == nil {
			t.Errorf("a refused start has left %s", name)
		}
	}
	var left int
	c.ask(c.keys, "postgres", `SELECT (SELECT count(*) FROM evercart_keys.shop) + (SELECT count(*) FROM evercart_keys.life)`, &left)
	if left != 0 {
		t.Errorf("refused starts have left %d keys", left)
	}
	out, stderr, code := evercart(t, nil, "", "migrate", "--keys", c.pg.URL(c.keys, "evercart_owner"), "--login", "shop", "--keys-from", filepath.Join(s.data, "keys.db"))
	if code != 0 {
		t.Fatalf("bringing the keys: %d %s %s", code, out, stderr)
	}
	grown := start(t, config{args: []string{"--postgres", data, "--keys", shared, "--master-key", master}})
	if got := grown.open(talk.id, "u-ada").say("add one pack of socks").Cart.packs(); got != 2 {
		t.Errorf("%d packs after growing", got)
	}
}

// A folder with shoppers is not served with an empty database of keys, nor with another shop's.
func TestAFolderWithOtherKeys(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	shared := c.pg.URL(c.keys, "shop")
	s := start(t, config{})
	talk := s.open(uuid(), "u-ada")
	talk.say("add one pack of socks")
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	master := filepath.Join(s.data, "master.key")
	wantRefused(t, "an empty database of keys", s.data, "--keys", shared)
	out, stderr, code := evercart(t, nil, "", "migrate", "--keys", c.pg.URL(c.keys, "evercart_owner"), "--login", "shop", "--keys-from", filepath.Join(s.data, "keys.db"))
	if code != 0 {
		t.Fatalf("bringing the keys: %d %s %s", code, out, stderr)
	}
	grown := start(t, config{data: s.data, args: []string{"--keys", shared}})
	if got := grown.open(talk.id, "u-ada").say("add one pack of socks").Cart.packs(); got != 2 {
		t.Errorf("%d packs with the keys in a database", got)
	}
	if err := grown.stop(); err != nil {
		t.Fatal(err)
	}
	other := start(t, config{})
	if err := other.stop(); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, "another shop's keys", other.data, "--keys", shared, "--master-key", master)

	// A second backup into the same folder changes nothing there, and is no fault of the disk's.
	copied := t.TempDir()
	for i, want := range []int{0, 1} {
		if _, stderr, code := evercart(t, nil, "", "backup", "--data", other.data, copied); code != want || want == 1 && !strings.Contains(stderr, "data.db: file already exists") {
			t.Errorf("backup %d: %d %s", i+1, code, stderr)
		}
	}
}
