package test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// evercart test: exit code 0 where all hold, 1 where one does not (with file and line), 2 where a file cannot be understood.
func TestConversationTests(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("good.talk", "say add the wool scarf\nexpect cart SCF-RED\n")
	bad := write("bad.talk", "dialogue Bad\nsay add the wool scarf\nexpect cart SCF-RED 2\n")
	broken := write("broken.talk", "say hello\nexpect cart A B\nshout\n")
	junit := filepath.Join(dir, "report.xml")
	out, errs, code := evercart(t, nil, "", "test", "--json", "--repeat", "2", "--junit", junit, good, bad)
	var r struct {
		Passed, Failed, Repeat int
		PassN                  float64 `json:"pass_n"`
		Dialogues              []struct {
			Failures []struct {
				File string
				Line int
				Got  string
			}
		}
	}
	if code != 1 || json.Unmarshal([]byte(out), &r) != nil || strings.Count(out, "\n") != 1 {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	if r.Passed != 1 || r.Failed != 1 || r.Repeat != 2 || r.PassN != 0.5 || len(r.Dialogues) != 2 || len(r.Dialogues[1].Failures) != 1 {
		t.Fatalf("%+v", r)
	}
	if f := r.Dialogues[1].Failures[0]; f.File != bad || f.Line != 3 || f.Got != "the cart is: SCF-RED 1" {
		t.Errorf("%+v", f)
	}
	if b, err := os.ReadFile(junit); err != nil || !strings.Contains(string(b), "<failure message=") {
		t.Errorf("%v %s", err, b)
	}
	if out, errs, code := evercart(t, nil, "", "test", good); code != 0 || !strings.Contains(out, "1 dialogues passed, 0 failed") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if _, errs, code := evercart(t, nil, "", "test", good, broken); code != 2 || !strings.Contains(errs, broken+":2:") {
		t.Errorf("%d %s", code, errs)
	}
	if _, errs, code := evercart(t, nil, "", "test", filepath.Join(dir, "none.talk")); code != 2 || errs == "" {
		t.Errorf("%d %s", code, errs)
	}
	if _, _, code := evercart(t, nil, "", "test"); code != 2 {
		t.Errorf("no file: %d", code)
	}
}

// A running server with keys is played against with the key from the environment; what would change it for others is skipped.
func TestConversationTestsOverURL(t *testing.T) {
	t.Parallel()
	const key = "an-admin-key-for-this-test"
	s := start(t, config{catalog: "none", env: []string{"EVERCART_ADMIN_KEYS=" + key}})
	file := filepath.Join(t.TempDir(), "a.talk")
	text := "dialogue Plain\ncart MUG-SS 2\nsay add the wool scarf\nexpect cart MUG-SS 2, SCF-RED\n\ndialogue Later\nsay hello\nafter 2h\nexpect cart empty\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, code := evercart(t, []string{"EVERCART_TEST_KEY=" + key}, "", "test", "--url", s.url, file)
	if code != 0 || !strings.Contains(out, "1 dialogues passed, 0 failed, 1 skipped") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	out, errs, code = evercart(t, nil, "", "test", "--url", s.url, file)
	if code != 1 || !strings.Contains(out, "unauthorized") {
		t.Errorf("without a key: %d %s %s", code, out, errs)
	}
}

// A conversation becomes a test of itself; its words only with leave.
func TestExportAsTest(t *testing.T) {
	t.Parallel()
	data, id := filepath.Join(t.TempDir(), "data"), uuid()
	if out, errs, code := evercart(t, nil, "add the wool scarf\nremove the scarf\n", "chat", "--session", id, "--data", data); code != 0 {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	out, errs, code := evercart(t, nil, "", "sessions", "export", "--as-test", "--with-words", id, "--data", data)
	if code != 0 || strings.Contains(out, id) {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	file := filepath.Join(t.TempDir(), "session.talk")
	if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, errs, code := evercart(t, nil, "", "test", file); code != 0 {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if out, _, code := evercart(t, nil, "", "sessions", "export", "--as-test", id, "--data", data); code != 0 || strings.Contains(out, "scarf") || !strings.Contains(out, "say [personal]") {
		t.Errorf("%d %s", code, out)
	}
	if _, _, code := evercart(t, nil, "", "sessions", "export", "--with-words", id, "--data", data); code != 2 {
		t.Errorf("--with-words alone: %d", code)
	}
}

// evercart eval prints the promised document, and a table without --json; what is not there yet has a code.
func TestEval(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "cases.jsonl")
	text := `{"id":"a-01","kind":"a","cart":[],"said":["add the wool scarf"],"want":{"cart":[{"sku":"SCF-RED","quantity":1}]}}` + "\n" +
		`{"id":"a-02","kind":"a","cart":[],"said":["add the wool scarf"],"want":{"cart":[]}}` + "\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	const want = `{"right":1,"asked":0,"refused":0,"wrong":1,"changed_wrongly":1,"cases":[{"id":"a-01","result":"right"},{"id":"a-02","result":"wrong"}]}` + "\n"
	if out, errs, code := evercart(t, nil, "", "eval", "understanding", file, "--json"); code != 0 || out != want {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if out, errs, code := evercart(t, nil, "", "eval", "understanding", file, "--notes"); code != 0 || !strings.Contains(out, "CHANGED WRONGLY") || !strings.Contains(out, "a-02 wrong") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if _, errs, code := evercart(t, nil, "", "eval", "consent", file); code != 1 || !strings.Contains(errs, "not_implemented") {
		t.Errorf("%d %s", code, errs)
	}
	if _, errs, code := evercart(t, nil, "", "eval", "claims", file); code != 1 || !strings.Contains(errs, "line 1") {
		t.Errorf("cases of another kind: %d %s", code, errs)
	}
	if _, errs, code := evercart(t, nil, "", "eval", "dancing", file); code != 2 {
		t.Errorf("%d %s", code, errs)
	}
}
