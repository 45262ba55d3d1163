package test

import (
	"path/filepath"
	"strings"
	"testing"
)

// What cannot work is refused before anything is begun, in words of people: where it was said, what is needed there, exit code 2.
func TestWrongValues(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	broken, euro := filepath.Join(dir, "broken.toml"), filepath.Join(dir, "euro.toml")
	writeFile(t, broken, "addr = \"127.0.0.1:0\"\n\nname = \n")
	writeFile(t, euro, "addr = \"127.0.0.1:0\"\ncurrency = \"Euro\"\n")
	writeFile(t, filepath.Join(dir, "shop.toml"), "name = \"x\"\nquantity_cap = 0\n")
	for want, args := range map[string][]string{
		`--currency: three letters of ISO 4217, such as USD, not "Euro" (invalid)`:         {"serve", "--currency", "Euro"},
		`--locale: a language tag such as en-US, not "foo_bar_baz" (invalid)`:              {"serve", "--locale", "foo_bar_baz"},
		`--replicas: 0 or more, not -1 (invalid)`:                                          {"serve", "--replicas", "-1"},
		`--log-level: debug, info, warn or error, not "loud" (invalid)`:                    {"serve", "--log-level", "loud"},
		`--addr: an address is HOST:PORT, such as 127.0.0.1:8080, not "nowhere" (invalid)`: {"serve", "--addr", "nowhere"},
		`without an API or admin key the server listens on loopback only`:                  {"serve", "--addr", "0.0.0.0:0"},
		`broken.toml: line 3: `: {"serve", "--config", broken},
		`euro.toml: line 2: currency: three letters of ISO 4217, such as USD, not "Euro" (invalid)`: {"serve", "--config", euro},
		`shop.toml: line 2: quantity_cap: 1 to 9999, not 0 (invalid)`:                               {"serve", "--addr", "127.0.0.1:0", "--shop", dir},
		`--limit: a whole number is needed, not "x"`:                                                {"sessions", "list", "--limit", "x"},
		`--limit: a whole number is needed, not "99999999999999999999"`:                             {"catalog", "search", "--limit", "99999999999999999999", "scarf"},
		`--duration: a time such as 10s or 5m is needed, not "x"`:                                   {"chaos", "--duration", "x"},
		`--strict: true or false is needed, not "maybe"`:                                            {"catalog", "import", "--strict=maybe", "x.csv"},
	} {
		if args[0] == "serve" {
			args = append(args, "--data", filepath.Join(dir, "data"))
		}
		_, errs, code := evercart(t, nil, "", args...)
		if code != 2 || !strings.Contains(errs, want) || strings.Contains(errs, "strconv") || strings.Contains(errs, "time:") {
			t.Errorf("%v: %d %s, want %s", args, code, errs, want)
		}
	}
	_, errs, code := evercart(t, nil, "", "catalog", "import", dir, "--data", filepath.Join(dir, "data"))
	if code != 1 || !strings.Contains(errs, "this is a folder; a feed is a file") || strings.Contains(errs, "server") {
		t.Errorf("a folder as a feed: %d %s", code, errs)
	}
}
