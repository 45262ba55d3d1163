package test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// measure reads one value of /metrics; 0 where it is not there.
func (s *server) measure(name string) float64 {
	s.t.Helper()
	res, err := http.Get(s.url + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\S+)$`).FindSubmatch(b)
	if found == nil {
		return 0
	}
	v, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return v
}

// With Claude away the shop goes on with rules, in the shopper's language; a breaker keeps later turns from asking.
func TestClaudeIsAway(t *testing.T) {
	t.Parallel()
	m := startModel(t, rule{"answer": map[string]any{"status": 529}})
	conf := m.with("anthropic,rules")
	s := start(t, conf)
	c := s.open(uuid(), "u-ada")
	if a := c.say("add a scarf"); a.Type != "reply" || !a.Cart.is("SCF-RED 1") {
		t.Errorf("%+v", a.frame)
	}
	if a := c.say("Was ist in meinem Warenkorb?"); !strings.Contains(a.Reply, "Warenkorb") && !strings.Contains(a.Reply, "Sie haben") {
		t.Errorf("in German: %q", a.Reply)
	}
	for n := 0; len(m.requests()) < 3 && n < 5; n++ { // on a machine that stands still a turn may ask once
		c.say("what's in my cart")
	}
	asked := len(m.requests())
	if asked != 3 {
		t.Errorf("Claude was asked %d times, not until it had failed three times", asked)
	}
	for range 5 {
		c.say("what's in my cart")
	}
	if n := len(m.requests()); n != asked || s.measure(`evercart_brain_resting{brain="anthropic"}`) != 1 {
		t.Errorf("asked %d times more while the breaker is open", n-asked)
	}
	m.wantNo400()
}

// Who refuses is not argued with: the next brain answers this turn, and is in the record of it.
func TestClaudeDeclines(t *testing.T) {
	t.Parallel()
	m := startModel(t, rule{"answer": map[string]any{"finish": "content_filter"}})
	s := start(t, m.with("anthropic,rules"))
	c := s.open(uuid(), "u-ada")
	if a := c.say("add a scarf"); !a.Cart.is("SCF-RED 1") || len(m.requests()) != 1 {
		t.Errorf("%+v after %d requests", a.frame, len(m.requests()))
	}
	if s.measure(`evercart_brain_resting{brain="anthropic"}`) != 0 {
		t.Error("a refusal opened the breaker")
	}
}

// What Claude costs is told, and bounded: by call and by day, over a restart.
func TestClaudeHasABudget(t *testing.T) {
	t.Parallel()
	m := startModel(t, rule{"answer": map[string]any{"text": "Hello there.", "usage": map[string]any{"prompt": 10_000, "cached": 8_000, "completion": 1_000}}})
	conf := m.with("anthropic,rules")
	conf.args = append(conf.args, "--price", "fake=1/0.1/1.25/5", "--budget-call", "0.015", "--budget-day", "0.03")
	s := start(t, conf)
	const each = 2000 + 800 + 5000 // millionths of a dollar
	c := s.open(uuid(), "u-ada")
	var f struct {
		Reply string `json:"reply"`
		Usage struct {
			In, Cached, Out int64
			Micro           int64 `json:"micro_usd"`
		} `json:"usage"`
	}
	ask := func(id string) string {
		t.Helper()
		f.Usage.Micro = 0
		if code := s.call("POST", "/webhook", map[string]any{"session_id": id, "user_id": "u-ada", "text": "hello"}, &f); code != 200 {
			t.Fatalf("%d", code)
		}
		return f.Reply
	}
	if got := ask(c.id); got != "Hello there." || f.Usage.Micro != each || f.Usage.In != 10_000 || f.Usage.Cached != 8_000 || f.Usage.Out != 1_000 {
		t.Errorf("%q, %+v", got, f.Usage)
	}
	ask(c.id)
	if got := ask(c.id); got == "Hello there." || f.Usage.Micro != 0 || len(m.requests()) != 2 { // 0.0156 of 0.015
		t.Errorf("over the call's budget: %q, %+v", got, f.Usage)
	}
	var v struct {
		Usage struct {
			Micro int64 `json:"micro_usd"`
		} `json:"usage"`
	}
	if s.call("GET", "/v1/sessions/"+c.id, nil, &v); v.Usage.Micro != 2*each {
		t.Errorf("the session has cost %d", v.Usage.Micro)
	}
	if got := s.measure(`evercart_model_cost_usd_total{brain="anthropic",model="fake"}`); got < 0.0155 || got > 0.0157 {
		t.Errorf("measured %v", got)
	}
	other := uuid()
	ask(other)
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	s.run()
	ask(other) // 0.0312 of 0.03, with what was spent before the restart
	if got := ask(uuid()); got == "Hello there." || len(m.requests()) != 4 || s.measure(`evercart_model_budget_denied_total{brain="anthropic",budget="day"}`) != 1 {
		t.Errorf("over the day's budget: %q after %d requests", got, len(m.requests()))
	}
}

// The shop's own prompt stands behind the policy; what was fixed in a turn's prompts is known by its hash, and the bytes are the same
// over turns, sessions and restarts until the prompt changes.
func TestClaudeKnowsTheShopsPrompt(t *testing.T) {
	t.Parallel()
	m := startModel(t, rule{"answer": map[string]any{"text": "Hello there."}})
	dir := shopFolder(t, "")
	writeFile(t, filepath.Join(dir, "prompt.md"), "We sell <scarves> & more.\n")
	conf := m.with("anthropic")
	conf.args = append(conf.args, "--shop", dir)
	s := start(t, conf)
	talk := func() (prefix, hash string) {
		t.Helper()
		c := s.open(uuid(), "u-ada")
		c.say("hello")
		c.say("guten Tag, ich hätte gern einen Schal")
		for i := range 2 {
			a := m.claude(-1 - i)
			if got := string(a.Tools) + string(a.System); prefix == "" || got == prefix {
				prefix = got
			} else {
				t.Errorf("the prefix differs within a session:\n%s\n%s", prefix, got)
			}
		}
		return prefix, s.promptOf(c.id)
	}
	one, hash := talk()
	other, same := talk()
	s.restart()
	third, after := talk()
	if one != other || one != third || hash == "" || hash != same || hash != after {
		t.Errorf("hashes %q %q %q; the same bytes: %v, %v", hash, same, after, one == other, one == third)
	}
	if policy, shop := strings.Index(one, "You are the voice of a shop"), strings.Index(one, "scarves"); policy < 0 || shop < policy {
		t.Errorf("policy at %d, shop's words at %d", policy, shop)
	}
	if err := os.WriteFile(filepath.Join(dir, "prompt.md"), []byte("We sell hats.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	until(t, "the new prompt", func() bool {
		c := s.open(uuid(), "u-ada")
		c.say("hello")
		return s.promptOf(c.id) != hash && strings.Contains(string(m.claude(-1).System), "hats")
	})
	m.wantNo400()
	if out, errs, code := evercart(t, nil, "", "prompt", "diff", hash[:6], "--shop", dir, "--data", s.data); code != 0 || !strings.Contains(out, "--- "+hash+"\n") ||
		!strings.Contains(out, "\n-We sell <scarves> & more.\n+We sell hats.\n") || strings.Contains(out, "add_to_cart") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if out, _, code := evercart(t, nil, "", "prompt", "diff", "--shop", dir, "--data", s.data, "--json"); code != 0 || !strings.Contains(out, `"old":"`+hash+`"`) {
		t.Errorf("%d %s", code, out)
	}
	if _, errs, code := evercart(t, nil, "", "prompt", "diff", "0000", "--shop", dir, "--data", s.data); code != 1 || !strings.Contains(errs, "not_found") {
		t.Errorf("%d %s", code, errs)
	}
}

// promptOf is the hash in the newest turn of a session.
func (s *server) promptOf(id string) string {
	s.t.Helper()
	var v struct {
		Events []struct {
			Kind  string          `json:"kind"`
			Facts json.RawMessage `json:"facts"`
		} `json:"events"`
	}
	s.call("GET", "/v1/sessions/"+id+"/events?after=0", nil, &v)
	hash := ""
	for _, e := range v.Events {
		var f struct {
			Prompt string `json:"prompt"`
		}
		if e.Kind == "turn.closed" && json.Unmarshal(e.Facts, &f) == nil && f.Prompt != "" {
			hash = f.Prompt
		}
	}
	return hash
}

// evercart test tells what a model took: tokens, cost, time to the first sentence. The script of make live-test prints it.
func TestConversationTestsTellTheCost(t *testing.T) {
	t.Parallel()
	m := startModel(t, rule{"answer": map[string]any{"text": "Hello there.", "usage": map[string]any{"prompt": 1000, "completion": 100}}})
	file := filepath.Join(t.TempDir(), "hello.talk")
	writeFile(t, file, "dialogue Hello\nsay hello\nexpect said \"hello\"\n")
	conf := m.with("anthropic")
	args := append([]string{"test", "--price", "fake=1/5", "--repeat", "4", file}, conf.args...)
	out, errs, code := evercart(t, conf.env, "", append(args, "--json")...)
	var r struct {
		PassN  float64 `json:"pass_n"`
		Models struct {
			Usage struct {
				In, Out int64
				Micro   int64 `json:"micro_usd"`
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != 0 || r.PassN != 1 || r.Models.Usage.In != 4000 || r.Models.Usage.Micro != 4*1500 {
		t.Errorf("%d %v %s %s", code, err, out, errs)
	}
	if out, _, _ := evercart(t, conf.env, "", args...); !strings.Contains(out, "pass^4 100.0 %") || !strings.Contains(out, "0.0060 USD; first sentence after") {
		t.Errorf("%s", out)
	}
}
