package test

import (
	"strings"
	"testing"
)

// What a shopper told early reaches the model late, over several summaries and a restart between them.
func TestToldEarly(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		rule{"when": map[string]any{"says": "give the account"}, "answer": map[string]any{"text": "Somebody asks about opening hours."}},
		rule{"answer": map[string]any{"text": "We open at nine."}})
	s := start(t, m.with("openai"))
	c := s.open(uuid(), "u-ada")
	early := []string{"My shoe size is nine.", "I'm allergic to wool.", "It's a gift for somebody called Noor.", "It must arrive before the 14th, and my budget is two hundred dollars."}
	for _, words := range early {
		c.say(words)
	}
	made := func() (n int) {
		for _, e := range s.events(c.id) {
			if e.Kind == "summary.made" {
				n++
			}
		}
		return n
	}
	for i := range 60 {
		c.say("When do you open on Monday?")
		if rounds := i / 18; i%18 == 17 { // turns are faster here than the runner of jobs looks
			until(t, "another summary", func() bool { return made() > rounds })
		}
		if i == 30 {
			s.restart()
			if err := c.connect(); err != nil {
				t.Fatal(err)
			}
		}
	}
	c.say("Which size do I wear, what am I allergic to, who is it for, by when, and what may it cost?")
	var asked string // the summary may be made at the same time
	for _, r := range m.requests() {
		if strings.Contains(string(r.Body), "what may it cost?") {
			asked = string(r.Body)
		}
	}
	for _, value := range []string{"nine", "wool", "Noor", "14th", "two hundred dollars"} {
		if had := s.summary(c.id); !strings.Contains(asked, value) || !strings.Contains(had, value) {
			t.Errorf("%s is not known any more: %q, asked with %.3000s", value, had, asked)
		}
	}
	if first := m.requests()[0].Body; len(asked) > len(first)+16_000 {
		t.Errorf("the last request has %d bytes, the first %d", len(asked), len(first))
	}
	s.wantWholeSeq(c.id)
	m.wantNo400()
}

// summary is what the interface shows of it; "" = none.
func (s *server) summary(id string) string {
	s.t.Helper()
	var v struct {
		Summary string `json:"summary"`
	}
	if code := s.call("GET", "/v1/sessions/"+id, nil, &v); code != 200 {
		s.t.Fatalf("session: %d", code)
	}
	return v.Summary
}
