package test

import (
	"encoding/json"
	"net"
	"strings"
	"testing"
)

// What was heard of a reply that is over shows on the other device, too.
func TestHeardElsewhere(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	id := uuid()
	one, two := s.open(id, "u-ada"), s.open(id, "u-ada")
	said := one.say("what is in my cart?")
	if f := two.untilFrame("state"); f.Seq < said.Seq {
		t.Errorf("the turn shows at %d, before %d", f.Seq, said.Seq)
	}
	first := strings.Fields(said.Reply)[0]
	if err := one.send(map[string]any{"type": "interrupt", "turn_id": said.TurnID, "heard": first}); err != nil {
		t.Fatal(err)
	}
	for shown := false; !shown; { // an older one may have been on its way
		var v view
		if err := json.Unmarshal(two.untilFrame("state").State, &v); err != nil {
			t.Fatal(err)
		}
		for _, turn := range v.Turns {
			shown = shown || turn.TurnID == said.TurnID && turn.Heard != nil && strings.HasPrefix(*turn.Heard, first)
		}
	}
}

// Where a program reads what the server tells, all of it is JSON, from the start to the end. An address that is taken is said, and nothing of
// what was begun meanwhile.
func TestWhatTheServerTells(t *testing.T) {
	t.Parallel()
	s := start(t, config{args: []string{"--log-format", "json"}})
	host := strings.TrimPrefix(s.url, "http://")
	if _, _, err := net.SplitHostPort(host); err != nil {
		t.Fatal(err)
	}
	_, stderr, code := evercart(t, nil, "", "serve", "--addr", host, "--data", t.TempDir())
	if code != 1 || !strings.Contains(stderr, "in use") || strings.Contains(stderr, "WARN") {
		t.Errorf("an address that is taken: %d %s", code, stderr)
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	var told []string
	for _, line := range strings.Split(strings.TrimSpace(s.out.String()), "\n") {
		var v struct {
			Msg string `json:"msg"`
			URL string `json:"url"`
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Errorf("not JSON: %q", line)
		}
		if v.URL == s.url {
			told = append(told, v.Msg)
		}
	}
	if got := strings.Join(told, ", "); got != "evercart serves, evercart stops" {
		t.Errorf("it tells %q", got)
	}
}
