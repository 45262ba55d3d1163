package test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// askedClaude is a request as Claude's server got it.
type askedClaude struct {
	System   json.RawMessage `json:"system"`
	Tools    json.RawMessage `json:"tools"`
	Model    string          `json:"model"`
	Messages []struct {
		Role    string `json:"role"`
		Content []struct {
			Type      string `json:"type"`
			Text      string `json:"text"`
			ID        string `json:"id"`
			CallID    string `json:"tool_use_id"`
			IsError   bool   `json:"is_error"`
			Thinking  string `json:"thinking"`
			Signature string `json:"signature"`
		} `json:"content"`
	} `json:"messages"`
}

func (m *model) claude(no int) askedClaude {
	m.t.Helper()
	list := m.requests()
	if no < 0 {
		no += len(list)
	}
	var a askedClaude
	if err := json.Unmarshal(list[no].Body, &a); err != nil {
		m.t.Fatal(err)
	}
	return a
}

// asked counts the requests that have these words as the shopper's newest.
func (m *model) asked(words string) (n int) {
	for i := range m.requests() {
		last := ""
		for _, msg := range m.claude(i).Messages {
			for _, b := range msg.Content {
				if msg.Role == "user" && b.Type == "text" {
					last = b.Text
				}
			}
		}
		if last == words {
			n++
		}
	}
	return n
}

// With Claude: the platform sends a turn again, after its answer, while it is worked on, after a restart, on a socket.
func TestClaudeIsAskedOnce(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		rule{"when": map[string]any{"says": "scarf", "step": 0}, "answer": map[string]any{"hold": "think", "calls": []any{call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 1})}}},
		rule{"answer": map[string]any{"text": "A scarf is in your cart."}})
	s := start(t, m.with("anthropic"))
	post := func(id, turn string) (frame, int) {
		var f frame
		code := s.call("POST", "/webhook", map[string]any{"session_id": id, "user_id": "u-ada", "text": "add one scarf", "turn_id": turn}, &f)
		return f, code
	}
	id := uuid()
	type got struct {
		f    frame
		code int
	}
	copies := make(chan got, 2)
	for range 2 { // (b): a copy while the first one is still worked on
		go func() {
			f, code := post(id, "E1")
			copies <- got{f, code}
		}()
		m.awaitHeld("think")
	}
	m.release("think")
	first, second := <-copies, <-copies
	if first.code != 200 || second.code != 200 || first.f.Reply != second.f.Reply || !first.f.Cart.is("SCF-RED 1") {
		t.Fatalf("%+v\n%+v", first, second)
	}
	if again, code := post(id, "E1"); code != 200 || again.Reply != first.f.Reply { // (a)
		t.Errorf("%d %+v", code, again)
	}
	if n := m.asked("add one scarf"); n != 2 {
		t.Errorf("Claude was asked %d times for the turn, not twice (call, then words)", n)
	}
	s.restart()
	if again, code := post(id, "E1"); code != 200 || again.Reply != first.f.Reply || !again.Cart.is("SCF-RED 1") { // (d)
		t.Errorf("%d %+v", code, again)
	}
	c := s.open(id, "u-ada")
	if a, err := c.try("add one scarf", "E1"); err != nil || a.Reply != first.f.Reply { // (e)
		t.Errorf("%+v %v", a.frame, err)
	}
	s.wantTurns(t, id, 1)
	done := make(chan got, 1)
	go func() {
		f, code := post(id, "E2")
		done <- got{f, code}
	}()
	m.awaitHeld("think")
	m.release("think")
	if f := <-done; f.code != 200 || !f.f.Cart.is("SCF-RED 2") { // (f)
		t.Errorf("%+v", f)
	}
	m.wantNo400()
}

// By telephone: one sentence in two final transcripts. The answer to the first part is cut before it did anything, and what was
// said stands in the order in which it was said.
func TestClaudeHearsTwoFinals(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		rule{"when": map[string]any{"says": "wool scarves", "step": 0}, "answer": map[string]any{"calls": []any{call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 2})}}},
		rule{"when": map[string]any{"says": "wool scarves", "step": 1}, "answer": map[string]any{"text": "Two scarves are in your cart."}},
		rule{"when": map[string]any{"says": "add two"}, "answer": map[string]any{"hold": "first", "calls": []any{call("add_to_cart", map[string]any{"sku": "SOC-3PK", "quantity": 2})}}},
		text("", "Hello."))
	s := start(t, withPhone(m.with("anthropic")))
	p, _ := s.ring(t, "+15550100017")
	p.say("add two")
	m.awaitHeld("first")
	p.say("wool scarves")
	reply := p.listen()
	for reply == "" || strings.Contains(reply, "moment") { // the end of the first one's talk cycle, or a filler
		reply = p.listen()
	}
	m.release("first")
	v := s.session(s.only())
	if !v.Cart.is("SCF-RED 2") || v.Cart.Total != 6666 || !strings.Contains(reply, "Two scarves") {
		t.Errorf("%s %d after %q", v.Cart, v.Cart.Total, reply)
	}
	var said []string
	for _, turn := range s.transcript(s.only()) {
		if turn.Said != "" {
			said = append(said, turn.Said)
		}
	}
	if got := strings.Join(said, "|"); got != "add two|wool scarves" {
		t.Errorf("the transcript says %q", got)
	}
	p.hangUp()
	m.wantNo400()
}

// By telephone: what was understood so far buys nothing and leaves nothing behind.
func TestClaudeWaitsForTheLastWord(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		rule{"when": map[string]any{"says": "black", "step": 0}, "answer": map[string]any{"calls": []any{call("add_to_cart", map[string]any{"sku": "BLS-BLK-M", "quantity": 1})}}},
		rule{"when": map[string]any{"says": "black", "step": 1}, "answer": map[string]any{"text": "The black blouse is in your cart."}},
		rule{"when": map[string]any{"says": "silk"}, "answer": map[string]any{"calls": []any{call("add_to_cart", map[string]any{"sku": "BLS-IVR-M", "quantity": 1})}}},
		text("", "Hello."))
	s := start(t, withPhone(m.with("anthropic")))
	p, _ := s.ring(t, "+15550100018")
	id := s.only()
	for _, part := range []string{"add the silk", "add the silk blouse in ivory"} {
		p.send(map[string]any{"type": "prompt", "voicePrompt": part, "lang": "en-US", "last": false})
	}
	reply := p.ask("add the silk blouse in ivory… no, in black, medium")
	if v := s.session(id); !v.Cart.is("BLS-BLK-M 1") || v.Cart.Total != 9450 || !strings.Contains(reply, "black blouse") {
		t.Errorf("%s %d after %q", v.Cart, v.Cart.Total, reply)
	}
	changes := 0
	for _, e := range s.events(id) {
		if e.Kind == "cart.changed" {
			changes++
		}
	}
	if changes != 1 {
		t.Errorf("the cart changed %d times", changes)
	}
	if n := m.asked("add the silk blouse in ivory"); n != 0 {
		t.Errorf("Claude was asked %d times for a guess", n)
	}
	m.wantNo400()
}

// With Claude: interrupted, cut off, killed between a call and its result. The next turns always work, and the cart is what it is.
func TestClaudeCallsWithoutResults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		words, cart string
		cut         func(*server, *model, *talk)
	}{
		"interrupted in the call": {"half", "", func(_ *server, _ *model, c *talk) {
			_ = c.send(map[string]any{"type": "interrupt", "turn_id": "t-1", "heard": "One"})
		}},
		"interrupted after it": {"done", "SCF-RED 1", func(_ *server, _ *model, c *talk) {
			_ = c.send(map[string]any{"type": "interrupt", "turn_id": "t-1", "heard": ""})
		}},
		"the socket dies in it": {"half", "SCF-RED 1", func(_ *server, m *model, c *talk) { _ = c.conn.CloseNow(); m.release("half") }},
		"killed in it":          {"half", "", func(s *server, _ *model, _ *talk) { s.restart() }},
		"killed after it":       {"done", "SCF-RED 1", func(s *server, _ *model, _ *talk) { s.restart() }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			add := call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 1})
			m := startModel(t,
				rule{"when": map[string]any{"says": "half", "step": 0}, "times": 1, "answer": map[string]any{"text": "One moment, please. ", "chunk": -1, "calls": []any{add}, "hold": "half", "hold_at": 5}},
				rule{"when": map[string]any{"says": "done", "step": 0}, "times": 1, "answer": map[string]any{"calls": []any{add}}},
				rule{"when": map[string]any{"says": "done", "step": 1}, "times": 1, "answer": map[string]any{"hold": "done", "text": "The scarf is in your cart."}},
				calls("ordinary", call("view_cart", map[string]any{})),
				rule{"answer": map[string]any{"text": "Hello there."}})
			s := start(t, m.with("anthropic"))
			talk := s.open(uuid(), "u-ada")
			if err := talk.send(map[string]any{"user_id": "u-ada", "text": c.words, "turn_id": "t-1"}); err != nil {
				t.Fatal(err)
			}
			m.awaitHeld(c.words)
			c.cut(s, m, talk)
			if err := talk.connect(); err != nil {
				t.Fatal(err)
			}
			for _, words := range []string{"hello", "one", "an ordinary turn", "two", "three", "four"} {
				if a := talk.say(words); a.Reply != "Hello there." || !a.Cart.is(c.cart) {
					t.Errorf("%s: %q with %s", words, a.Reply, a.Cart)
				}
			}
			s.wantWholeSeq(talk.id)
			m.wantNo400()
		})
	}
}

// With Claude: three calls at once of which one fails, two that are the same, and a retry that runs nothing twice.
func TestClaudeCallsInParallel(t *testing.T) {
	t.Parallel()
	add := func(sku string) map[string]any { return call("add_to_cart", map[string]any{"sku": sku, "quantity": 1}) }
	m := startModel(t,
		calls("three", add("SCF-RED"), add("CND-CAF"), add("BLS-IVR-XXL")),
		rule{"when": map[string]any{"says": "three", "step": 1}, "times": 1, "answer": map[string]any{"status": 529}},
		calls("twins", add("SCF-RED"), add("SCF-RED")),
		rule{"answer": map[string]any{"text": "So it is."}})
	s := start(t, m.with("anthropic"))
	c := s.open(uuid(), "u-ada")
	if a := c.say("three at once"); !strings.HasPrefix(a.Reply, "So it is.") || !a.Cart.is("SCF-RED 1, CND-CAF 1") {
		t.Errorf("%q with %s", a.Reply, a.Cart)
	}
	if n := len(m.requests()); n != 3 {
		t.Errorf("%d requests, not three: calls, overloaded, words", n)
	}
	for no := 1; no <= 2; no++ {
		a := m.claude(no)
		last, before := a.Messages[len(a.Messages)-1], a.Messages[len(a.Messages)-2]
		if last.Role != "user" || len(last.Content) < 3 || len(before.Content) != 3 {
			t.Fatalf("%+v\n%+v", before, last)
		}
		for i, b := range last.Content[:3] {
			if b.Type != "tool_result" || b.CallID != before.Content[i].ID || b.IsError != (i == 2) {
				t.Errorf("request %d, block %d: %+v after %+v", no, i, b, before.Content[i])
			}
		}
	}
	if a := c.say("twins"); !a.Cart.is("SCF-RED 3, CND-CAF 1") {
		t.Errorf("%s", a.Cart)
	}
	if v := s.transcript(c.id); len(v) != 2 {
		t.Errorf("%d turns", len(v))
	}
	m.wantNo400()
}

// With Claude: thoughts survive a kill, an interruption, another model, being switched off; nobody ever hears or reads them.
func TestClaudeThinks(t *testing.T) {
	t.Parallel()
	const secret = "Zero\u0000 and 👩‍👩‍👧: a deep secret."
	m := startModel(t,
		rule{"when": map[string]any{"says": "scarf", "step": 0}, "answer": map[string]any{"thinks": secret, "hides": "deeper", "text": "One moment. ", "calls": []any{call("add_to_cart", map[string]any{"sku": "SCF-RED", "quantity": 1})}}},
		rule{"when": map[string]any{"says": "scarf", "step": 1}, "times": 1, "answer": map[string]any{"thinks": "More secret.", "hold": "killed", "text": "The scarf is in your cart."}},
		rule{"when": map[string]any{"says": "scarf", "step": 1}, "answer": map[string]any{"thinks": "More secret.", "text": "The scarf is in your cart."}},
		rule{"when": map[string]any{"says": "ponder"}, "times": 1, "answer": map[string]any{"thinks": strings.Repeat(secret, 20), "hold": "ponder", "hold_at": 9, "text": "Never said."}},
		calls("cart", call("view_cart", map[string]any{})),
		rule{"answer": map[string]any{"thinks": "Yet a secret.", "text": "Hello there."}})
	conf := m.with("anthropic")
	s := start(t, conf)
	base := s.args
	s.args = append(slices.Clone(base), "--thinking", "on")
	s.restart()
	c := s.open(uuid(), "u-ada")
	if err := c.send(map[string]any{"user_id": "u-ada", "text": "add a scarf", "turn_id": "t-1"}); err != nil {
		t.Fatal(err)
	}
	m.awaitHeld("killed")
	loop := m.claude(-1)
	if b := loop.Messages[len(loop.Messages)-2].Content; len(b) != 4 || b[0].Thinking != secret || b[0].Signature == "" || b[1].Type != "redacted_thinking" {
		t.Errorf("the thought went back as %+v", b)
	}
	again := func(args ...string) { // (a), (d), (e): a new process, on the same data
		t.Helper()
		s.kill()
		s.args = append(slices.Clone(base), args...)
		s.run()
		if err := c.connect(); err != nil {
			t.Fatal(err)
		}
		for _, words := range []string{"hello", "my cart?", "add a scarf", "thanks"} {
			if a := c.say(words); a.Type != "reply" || strings.Contains(a.Reply, "secret") {
				t.Errorf("%v, %s: %+v", args, words, a.frame)
			}
		}
	}
	again("--thinking", "on")
	if err := c.send(map[string]any{"user_id": "u-ada", "text": "ponder it", "turn_id": "t-2"}); err != nil { // (b)
		t.Fatal(err)
	}
	m.awaitHeld("ponder")
	if err := c.send(map[string]any{"type": "interrupt", "turn_id": "t-2", "heard": ""}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.await("t-2"); err != nil {
		t.Fatal(err)
	}
	again("--thinking", "on", "--model", "another")
	again("--thinking", "off")
	if v := s.session(c.id); !v.Cart.is("SCF-RED 4") {
		t.Errorf("%s", v.Cart)
	}
	for _, turn := range s.transcript(c.id) {
		if strings.Contains(turn.Reply, "secret") {
			t.Errorf("a thought is in the transcript: %+v", turn)
		}
	}
	for where, all := range s.allWritten(t) {
		if strings.Contains(all, "secret") {
			t.Errorf("a thought stands in the clear in %s", where)
		}
	}
	m.wantNo400()
}
