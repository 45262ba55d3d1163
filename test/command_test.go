package test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every command explains itself with an example, and wrong calls are exit code 2.
func TestHelp(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"serve"}, {"chat"}, {"catalog", "import"}, {"catalog", "search"}, {"sessions", "list"}, {"sessions", "show"},
		{"sessions", "replay"}, {"sessions", "export"}, {"sessions", "erase"}, {"token"}, {"backup"}, {"doctor"}, {"test"}, {"eval"}, {"prompt", "diff"}, {"fake-model"}, {"version"}} {
		out, errs, code := evercart(t, nil, "", append(args, "--help")...)
		if code != 0 || !strings.Contains(out, "Examples:") || !strings.Contains(out, "evercart "+args[0]) {
			t.Errorf("%v: %d %s %s", args, code, out, errs)
		}
		if _, errs, code := evercart(t, nil, "", append(args, "--no-such-flag")...); code != 2 || !strings.Contains(errs, "no-such-flag") {
			t.Errorf("%v with a wrong flag: %d %s", args, code, errs)
		}
	}
	if _, errs, code := evercart(t, nil, "", "dance"); code != 2 || errs == "" {
		t.Errorf("an unknown command: %d %s", code, errs)
	}
	if _, errs, code := evercart(t, []string{"EVERCART_ADRESS=x"}, "", "serve"); code != 2 || !strings.Contains(errs, "EVERCART_ADRESS") {
		t.Errorf("an unknown variable: %d %s", code, errs)
	}
}

// A conversation piped from a file, then read, replayed, exported and erased by commands, beside a running server and without.
func TestCommandsOnOneFolder(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	folder := []string{"--data", data}
	id := uuid()
	out, errs, code := evercart(t, nil, "add the wool scarf\nwhat's in my cart\n", append([]string{"chat", "--session", id, "--user", "u-ada"}, folder...)...)
	if code != 0 || !strings.Contains(strings.ToLower(out), "scarf") {
		t.Fatalf("chat: %d %s %s", code, out, errs)
	}
	check := func(when string) {
		t.Helper()
		out, errs, code := evercart(t, nil, "", append([]string{"sessions", "show", id, "--json"}, folder...)...)
		var v view
		if code != 0 || json.Unmarshal([]byte(out), &v) != nil || len(v.Cart.Lines) != 1 || len(v.Turns) < 2 || strings.Count(out, "\n") != 1 {
			t.Fatalf("%s: show: %d %s %s", when, code, out, errs)
		}
		for _, args := range [][]string{{"sessions", "list"}, {"sessions", "list", "--user", "u-ada", "--json"}, {"sessions", "replay", id}, {"sessions", "show", id}, {"sessions", "export", "u-ada"}} {
			if out, errs, code := evercart(t, nil, "", append(args, folder...)...); code != 0 || !strings.Contains(out, id[:8]) && args[1] != "replay" {
				t.Errorf("%s: %v: %d %s %s", when, args, code, out, errs)
			}
		}
		if out, errs, code := evercart(t, nil, "", append([]string{"doctor", "--json"}, folder...)...); code != 0 {
			t.Errorf("%s: doctor: %d %s %s", when, code, out, errs)
		}
		to := filepath.Join(t.TempDir(), "backup")
		if out, errs, code := evercart(t, nil, "", append([]string{"backup", to}, folder...)...); code != 0 {
			t.Errorf("%s: backup: %d %s %s", when, code, out, errs)
		}
		if files, err := os.ReadDir(to); err != nil || len(files) != 2 {
			t.Errorf("%s: the backup is %v %v", when, files, err)
		}
	}
	check("without a server")
	s := start(t, config{data: data, catalog: "none"})
	check("beside a server")
	out, errs, code = evercart(t, nil, "", append([]string{"sessions", "erase", "u-ada", "--yes"}, folder...)...)
	if code != 0 || !strings.Contains(out, "Receipt") {
		t.Fatalf("erase: %d %s %s", code, out, errs)
	}
	if code := s.call("GET", "/v1/sessions/"+id, nil, nil); code != 404 {
		t.Errorf("an erased session is there: %d", code)
	}
	if _, errs, code := evercart(t, nil, "", append([]string{"sessions", "erase", "u-ada", "--yes"}, folder...)...); code != 1 || !strings.Contains(errs, "not_found") {
		t.Errorf("erased twice: %d %s", code, errs)
	}
}

// A backup opens with its keys and the master key, and holds the conversation.
func TestRestoreABackup(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(uuid(), "u-ada")
	c.say("add a scarf")
	to := filepath.Join(t.TempDir(), "backup")
	if out, errs, code := evercart(t, nil, "", "backup", to, "--data", s.data); code != 0 {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	c.say("add a candle")
	old := start(t, config{data: restore(t, s, to, to)})
	v := old.session(c.id)
	if !v.Cart.is("SCF-RED 1") || len(v.Turns) != 1 || v.Turns[0].Said != "add a scarf" {
		t.Errorf("%+v", v)
	}
}
