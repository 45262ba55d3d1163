package test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// shopFolder writes a shop's folder.
func shopFolder(t *testing.T, handOff string) string {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "shop.toml"), `
name = "Fern & Co"
greeting = "Hello, this is Fern. I'm an AI assistant, and this call is written down."
[hand_off]
name = "the Fern team"
`+handOff+`
[hours.people]
[synonyms]
"warmer" = "scarf"
[pronunciations]
"scarf" = "skarf"
`)
	if err := os.Mkdir(filepath.Join(dir, "answers"), 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "answers", "returns.md"), "# Returns\n\nYou can send back most things within 30 days.\n")
	return dir
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// ticket is an open hand-off, in the list and as it is delivered.
type ticket struct {
	Ticket  string `json:"ticket"`
	Session string `json:"session_id"`
	Reason  string `json:"reason"`
	Number  string `json:"number"`
	Summary string `json:"summary"`
	Lines   []struct {
		SKU      string `json:"sku"`
		Quantity int    `json:"quantity"`
	} `json:"lines"`
}

func (s *server) tickets(t *testing.T) []ticket {
	t.Helper()
	var v struct {
		HandOffs []ticket `json:"handoffs"`
	}
	if code := s.call("GET", "/v1/handoffs", nil, &v); code != 200 {
		t.Fatalf("handoffs: %d", code)
	}
	return v.HandOffs
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q is said without %q", text, p)
		}
	}
}

// Questions, edits, synonyms, pronunciations and a hand-off without a webhook, on a whole server.
func TestShopFolder(t *testing.T) {
	t.Parallel()
	dir := shopFolder(t, `email = "help@example.com"`)
	s := start(t, config{args: []string{"--shop", dir}})
	id := uuid()
	c := s.open(id, "")
	contains(t, c.say("how long do I have to send something back").Reply, "within thirty days")
	contains(t, c.say("do you give a student discount").Reply, "I don't know that. Shall I have a person call you back?")
	a := c.say("add two red warmers")
	contains(t, a.Reply, "scarves in red")
	contains(t, c.say("and how much is the scarf").Reply, "scarf")
	a = c.say("what is the scarf")
	contains(t, strings.Join(a.deltas, " "), "skarf")
	contains(t, a.Reply, "scarf")

	writeFile(t, filepath.Join(dir, "answers", "returns.md"), "# Returns\n\nYou can send back most things within 45 days, and that is a promise.\n")
	until(t, "the edit counts", func() bool {
		return strings.Contains(c.say("how long do I have to send something back").Reply, "forty-five days")
	})

	contains(t, c.say("I want to talk to a person").Reply, "Which number may they call you at?")
	contains(t, c.say("two oh seven five five five oh one four two").Reply, "the Fern team", "ends in zero one four two")
	list := s.tickets(t)
	if len(list) != 1 || list[0].Session != id || list[0].Number != "2075550142" || list[0].Reason != "asked" || len(list[0].Lines) != 1 || list[0].Lines[0].Quantity != 2 {
		t.Fatalf("tickets %+v", list)
	}
	s.kill()
	s.restart()
	if again := s.tickets(t); len(again) != 1 || again[0].Ticket != list[0].Ticket {
		t.Fatalf("after a kill: %+v", again)
	}
	if code := s.call("DELETE", "/v1/handoffs/"+list[0].Ticket, nil, nil); code != 204 {
		t.Errorf("closing a ticket: %d", code)
	}
	if code := s.call("DELETE", "/v1/handoffs/"+list[0].Ticket, nil, nil); code != 404 {
		t.Errorf("closing it again: %d", code)
	}
	if left := s.tickets(t); len(left) != 0 {
		t.Errorf("a closed ticket is open: %+v", left)
	}
}

// until waits for something that comes by itself.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	for began := time.Now(); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > 3*time.Minute {
			t.Fatalf("%s: not within three minutes", what)
		}
	}
}

// A ticket is delivered although the shop's system is down at first and the server is killed: the same key each time.
func TestTicketIsDelivered(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	keys, taken := map[string]int{}, []ticket(nil)
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var got ticket
		mu.Lock()
		defer mu.Unlock()
		keys[r.Header.Get("Idempotency-Key")]++
		if json.Unmarshal(body, &got) != nil || keys[r.Header.Get("Idempotency-Key")] == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		taken = append(taken, got)
	}))
	defer hook.Close()
	s := start(t, config{args: []string{"--shop", shopFolder(t, "number = \"+1-207-555-0142\"\nwebhook = \""+hook.URL+"\"")}})
	c := s.open(uuid(), "")
	c.say("I want to speak to a human")
	c.say("it's 207 555 0123")
	s.kill()
	s.restart()
	until(t, "the ticket is taken", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(taken) > 0
	})
	mu.Lock()
	defer mu.Unlock()
	if got := taken[0]; got.Number != "2075550123" || got.Session != c.id || !strings.HasPrefix(got.Ticket, "h-") {
		t.Errorf("%+v", got)
	}
}

// A folder that cannot be read ends the start, with the line.
func TestShopFolderRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "shop.toml"), "name = \"x\"\n\nnmae = \"y\"\n")
	_, stderr, code := evercart(t, nil, "", "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--shop", dir)
	if code != 2 || !strings.Contains(stderr, `shop.toml: line 3: unknown key "nmae"`) {
		t.Errorf("exit %d: %s", code, stderr)
	}
	fresh := filepath.Join(t.TempDir(), "shop")
	if out, stderr, code := evercart(t, nil, "", "init", fresh); code != 0 || !strings.Contains(out, "shop.toml") {
		t.Fatalf("init: exit %d: %s", code, stderr)
	}
	writeFile(t, filepath.Join(fresh, "prompt.md"), "mine")
	if _, stderr, code := evercart(t, nil, "", "init", fresh); code == 0 || !strings.Contains(stderr, "nothing was written") {
		t.Errorf("init again: exit %d: %s", code, stderr)
	}
	if b, err := os.ReadFile(filepath.Join(fresh, "prompt.md")); err != nil || string(b) != "mine" {
		t.Errorf("init overwrites: %s, %v", b, err)
	}
}
