package test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// The budget of a day is of all nodes together where they share a Redis, also after it lost everything and after a node was started anew; what
// a node spent is counted once.
func TestBudgetOfAllNodes(t *testing.T) {
	t.Parallel()
	m := newScripted(t, rule{"answer": map[string]any{"text": "Hello there.", "usage": map[string]any{"prompt": 10_000, "completion": 1_000}}})
	c, r := newCached(t)
	conf := m.with("anthropic,rules")
	conf.args = append(conf.args, "--price", "fake=1/5", "--budget-day", "0.04") // 0.015 an answer
	s := c.nodes(2, conf)
	asked := func(node int) bool {
		t.Helper()
		before := len(m.fake.Requests())
		s[node].open(uuid(), "u-"+uuid()).say("good morning to you")
		return len(m.fake.Requests()) > before
	}
	together := func(node int, want float64) {
		t.Helper()
		until(t, "the nodes know of each other's costs", func() bool {
			got := s[node].measure("evercart_model_cost_today_all_usd")
			return got > want-0.0001 && got < want+0.0001
		})
	}
	if !asked(0) || !asked(1) {
		t.Fatal("the model is not asked")
	}
	together(0, 0.03)
	together(1, 0.03)
	r.Must(t, "FLUSHALL")
	if err := s[1].stop(); err != nil {
		t.Fatal(err)
	}
	var spent struct {
		Node string `json:"node"`
	}
	if b, err := os.ReadFile(filepath.Join(s[1].data, "spent.json")); err != nil || json.Unmarshal(b, &spent) != nil || spent.Node == "" {
		t.Errorf("spent.json: %s %v", b, err)
	}
	s[1].run()
	together(0, 0.03)
	together(1, 0.03)
	if !asked(1) { // 0.045 of 0.04
		t.Error("the model is not asked, and there is something left")
	}
	together(0, 0.045)
	if asked(0) || s[0].measure(`evercart_model_budget_denied_total{brain="anthropic",budget="day"}`) != 1 {
		t.Error("a node asks on, and what all may spend is spent")
	}
	if got := s[0].measure("evercart_model_cost_today_usd"); got < 0.0149 || got > 0.0151 {
		t.Errorf("of its own it has spent %v", got)
	}
}
