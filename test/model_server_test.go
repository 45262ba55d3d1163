package test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// model is a scripted model server, a process of its own.
type model struct {
	t    testing.TB
	base string // http://127.0.0.1:port
}

// rule is one rule of a script; see docs/fake-model.md.
type rule map[string]any

func startModel(t testing.TB, script ...rule) *model {
	t.Helper()
	var b bytes.Buffer
	for _, r := range script {
		if err := json.NewEncoder(&b).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "script.jsonl")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, "fake-model", "--script", file, "--addr", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, base, ok := strings.Cut(lines.Text(), "OPENAI_BASE_URL="); ok {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return &model{t: t, base: strings.TrimSuffix(strings.TrimSpace(base), "/v1")}
		}
	}
	t.Fatal("the model server gave no address")
	return nil
}

// with is the configuration of a server that thinks with this model. Its turns may take as long as a test holds them on a slow machine.
func (m *model) with(brain string) config {
	return config{args: []string{"--brain", brain, "--model", "fake"}, env: []string{"EVERCART_TURN_LIMIT=10m",
		"OPENAI_BASE_URL=" + m.base + "/v1", "OPENAI_API_KEY=sk-test", "ANTHROPIC_BASE_URL=" + m.base, "ANTHROPIC_API_KEY=sk-test"}}
}

// request is what the model server kept of one request.
type request struct {
	No     int             `json:"no"`
	At     time.Time       `json:"at"`
	Path   string          `json:"path"`
	Status int             `json:"status"`
	Why    string          `json:"why"`
	Ended  string          `json:"ended"`
	Body   json.RawMessage `json:"body"`
}

func (m *model) requests() []request {
	m.t.Helper()
	res, err := http.Get(m.base + "/control/requests")
	if err != nil {
		m.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		m.t.Fatal(err)
	}
	var list []request
	if err := json.Unmarshal(b, &list); err != nil {
		var v struct {
			Requests []request `json:"requests"`
		}
		if err := json.Unmarshal(b, &v); err != nil {
			m.t.Fatalf("requests: %v: %.300s", err, b)
		}
		list = v.Requests
	}
	return list
}

// wantNo400: the strict model never had to refuse a request.
func (m *model) wantNo400() {
	m.t.Helper()
	for _, r := range m.requests() {
		if r.Status == 400 {
			m.t.Errorf("the model refused request %d: %s\n%.2000s", r.No, r.Why, r.Body)
		}
	}
}

func (m *model) awaitHeld(hold string) {
	m.t.Helper()
	client := &http.Client{Timeout: 3 * time.Minute}
	res, err := client.Get(m.base + "/control/held?n=1&hold=" + url.QueryEscape(hold))
	if err != nil || res.StatusCode != 204 {
		m.t.Fatalf("nothing is held as %q: %v; %d requests", hold, err, len(m.requests()))
	}
	_ = res.Body.Close()
}

func (m *model) release(hold string) {
	m.t.Helper()
	res, err := http.Post(m.base+"/control/release?hold="+url.QueryEscape(hold), "", nil)
	if err != nil || res.StatusCode/100 != 2 {
		m.t.Fatalf("release: %v %v", res, err)
	}
	_ = res.Body.Close()
}

func text(when string, say string, more ...any) rule {
	answer := map[string]any{"text": say}
	for i := 0; i+1 < len(more); i += 2 {
		answer[more[i].(string)] = more[i+1]
	}
	return rule{"when": map[string]any{"says": when}, "answer": answer}
}

func calls(when string, list ...map[string]any) rule {
	return rule{"when": map[string]any{"says": when, "step": 0}, "answer": map[string]any{"calls": list}}
}

func call(tool string, args any) map[string]any { return map[string]any{"tool": tool, "args": args} }

func raw(tool, args string) map[string]any { return map[string]any{"tool": tool, "raw": args} }
