package test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// A guest, who has no user id, is found by the list, and exported and erased by the subject or by the session.
func TestGuestsByCommand(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	run := func(stdin string, args ...string) string {
		t.Helper()
		out, errs, code := evercart(t, nil, stdin, append(args, "--data", data)...)
		if code != 0 {
			t.Fatalf("%v: %d %s %s", args, code, out, errs)
		}
		return out
	}
	ids := []string{uuid(), uuid()}
	for _, id := range ids {
		run("add the wool scarf\n", "chat", "--session", id)
	}
	var list struct {
		Sessions []struct{ Session_id, Subject string } //nolint:revive // as JSON has it
	}
	if err := json.Unmarshal([]byte(run("", "sessions", "list", "--json")), &list); err != nil || len(list.Sessions) != 2 {
		t.Fatalf("%v %+v", err, list)
	}
	subjects := map[string]string{}
	for _, s := range list.Sessions {
		subjects[s.Session_id] = s.Subject
	}
	if table := run("", "sessions", "list"); !strings.Contains(table, subjects[ids[0]]) || !strings.Contains(table, "SHOPPER") {
		t.Errorf("the list does not show who: %s", table)
	}
	if out := run("", "sessions", "list", "--subject", subjects[ids[0]]); !strings.Contains(out, ids[0]) || strings.Contains(out, ids[1]) {
		t.Errorf("of one shopper: %s", out)
	}
	for _, by := range [][]string{{"--subject", subjects[ids[0]]}, {"--session", ids[0]}} {
		if out := run("", "sessions", "export", by[0], by[1]); !strings.Contains(out, `"session_id":"`+ids[0]) || strings.Contains(out, ids[1]) {
			t.Errorf("exported by %s: %.300s", by[0], out)
		}
	}
	for i, by := range [][]string{{"--subject", subjects[ids[0]]}, {"--session", ids[1]}} {
		if out := run("", "sessions", "erase", by[0], by[1], "--yes"); !strings.Contains(out, "Receipt") {
			t.Errorf("erased by %s: %s", by[0], out)
		}
		if out := run("", "sessions", "list", "--json"); strings.Contains(out, ids[i]) {
			t.Errorf("erased by %s, and still there: %s", by[0], out)
		}
	}
	for want, args := range map[string][]string{
		"needs one shopper: a user id, --subject or --session": {"export"},
		"needs one shopper: a user id, --subject":              {"erase", "u-ada", "--subject", "b"},
		"--user and --subject name the same shopper":           {"list", "--user", "a", "--subject", "b"},
	} {
		if _, errs, code := evercart(t, nil, "", append([]string{"sessions"}, args...)...); code != 2 || !strings.Contains(errs, want) {
			t.Errorf("%v: %d %s", args, code, errs)
		}
	}
}
