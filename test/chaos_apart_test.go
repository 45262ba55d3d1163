package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the environment says of the live shop is not for a trial: it leads nowhere near it, and is in no one's way.
func TestChaosLeavesTheLiveShopAlone(t *testing.T) {
	t.Parallel()
	live := []string{"EVERCART_POSTGRES=postgres://shop@127.0.0.1:1/live", "EVERCART_KEYS=postgres://shop@127.0.0.1:1/keys", "EVERCART_REDIS=redis://127.0.0.1:1"}
	out, stderr, code := evercart(t, live, "", "chaos", "--sessions", "2", "--duration", "1s", "--changes", "2", "--brains", "rules", "--faults", "cut-callers", "--json",
		"--data", filepath.Join(t.TempDir(), "trial"))
	if code != 0 || !strings.Contains(out, `"store":"SQLite"`) {
		t.Errorf("exit code %d: %s %s", code, out, stderr)
	}
	out, stderr, code = evercart(t, live, "", "bench", "--sessions", "2", "--for", "1s", "--clients", "1", "--growth", "0", "--json")
	if code != 0 || !strings.Contains(out, `"SQLite"`) {
		t.Errorf("bench: exit code %d: %s %s", code, out, stderr)
	}
}

// One database may be tried again and again: the second trial meets nobody of the first. A catalogue without the goods that it speaks of is
// somebody's shop, and refused before anything is said.
func TestChaosTwiceOnOneDatabase(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	args := []string{"--postgres", c.pg.URL(c.data, "shop"), "--keys", c.pg.URL(c.keys, "shop"), "--master-key", c.master,
		"--nodes", "1", "--sessions", "3", "--duration", "2s", "--changes", "6", "--brains", "rules", "--faults", "kill-node", "--seed", "7"}
	for range 2 {
		r, code := runChaos(t, mustProgram(t), args...)
		wantKept(t, r, code)
		for _, s := range r.Slowest {
			if s.OpenedMS < 0 {
				t.Errorf("a turn of another trial: %+v", s)
			}
		}
	}

	shop := newCell(t)
	few := filepath.Join(t.TempDir(), "few.csv")
	feed := "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Status\n" +
		"hat,Hat,,Linden,Hats,,true,Title,Default Title,HAT-1,shopify,5,deny,20.00,active\n"
	if err := os.WriteFile(few, []byte(feed), 0o600); err != nil {
		t.Fatal(err)
	}
	shop.node(config{catalog: few}).kill()
	_, stderr, code := evercart(t, nil, "", "chaos", "--postgres", shop.pg.URL(shop.data, "shop"), "--keys", shop.pg.URL(shop.keys, "shop"), "--master-key", shop.master,
		"--nodes", "1", "--sessions", "1", "--duration", "1s", "--data", filepath.Join(t.TempDir(), "trial"))
	if code != 1 || !strings.Contains(stderr, "catalogue without") {
		t.Errorf("somebody's catalogue: exit code %d, %s", code, stderr)
	}
}
