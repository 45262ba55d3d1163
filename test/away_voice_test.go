package test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart/trial/flaky"
)

// weather makes the database's network bad, or good again.
func weather(t *testing.T, p *flaky.Proxy, w flaky.Weather) {
	t.Helper()
	if err := p.Set(w); err != nil {
		t.Fatal(err)
	}
	if w.Down {
		p.Cut()
	}
}

// The two ways in which a database is away.
var awayWays = map[string]flaky.Weather{"stopped": {Down: true}, "hanging": {HoldUp: true, HoldDown: true}}

// tells that a text holds all of these words, whatever their case.
func tells(t *testing.T, what, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(w)) {
			t.Errorf("%s: %q does not say %q", what, text, w)
		}
	}
}

// Without the database, by telephone: who is on the line, who was cut off, and who calls again asks and is answered from memory; a change waits, then is
// refused in plain words; somebody new waits likewise. With the database back, nothing is there that was refused.
func TestWithoutTheDatabaseByPhone(t *testing.T) {
	t.Parallel()
	for name, bad := range awayWays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			awayByPhone(t, bad)
		})
	}
}

func awayByPhone(t *testing.T, bad flaky.Weather) {
	c, p := weathered(t)
	s := c.node(withPhone(config{args: []string{"--store-wait", "3s"}}))
	stays, _ := s.ring(t, "+15550100001")
	tells(t, "before", stays.ask("add a pack of socks"), "sock")
	cut, _ := s.ring(t, "+15550100002")
	told := cut.ask("add a mug")
	tells(t, "before", told, "mug")
	returns, _ := s.ring(t, "+15550100003")
	tells(t, "before", returns.ask("add a scarf"), "scar")
	returns.hangUp()

	weather(t, p, bad)
	tells(t, "who is on the line asks", stays.ask("what is in my cart"), "sock")
	tells(t, "who is on the line changes something", stays.ask("add a candle"), "nothing was changed")
	cut.say("what is in my cart")
	said := cut.wait()
	tells(t, "who will be cut off asks", said, "mug")
	cut.drop()
	tells(t, "who was cut off", cut.again(), "I was cut off there")
	tells(t, "who was cut off asks", cut.ask("what is in my cart"), "mug")
	again, hello := s.ring(t, "+15550100003")
	tells(t, "who calls again", hello, "welcome back", "scar")
	tells(t, "who calls again asks", again.ask("what is in my cart"), "scar")
	tells(t, "who calls again changes something", again.ask("add a candle"), "nothing was changed")
	_, sorry := s.ring(t, "+15550100004")
	tells(t, "somebody new", sorry, "nothing was changed")

	weather(t, p, flaky.Weather{})
	until(t, "it is ready again by itself", s.isReady)
	tells(t, "said again", again.ask("add a candle"), "candle")
	tells(t, "said again", stays.ask("what is in my cart"), "sock")
	for _, phone := range []*phone{stays, cut, again} {
		phone.hangUp()
	}
	for _, id := range s.ofCallers(t, 3) { // nobody began one meanwhile
		s.wantWholeSeq(id)
	}
}

// ofCallers are the sessions, one for each of so many callers.
func (s *server) ofCallers(t *testing.T, n int) []string {
	t.Helper()
	var v struct {
		Sessions []struct {
			ID string `json:"session_id"`
		} `json:"sessions"`
	}
	if code := s.call("GET", "/v1/sessions", nil, &v); code != http.StatusOK || len(v.Sessions) != n {
		t.Fatalf("sessions: %d %+v", code, v.Sessions)
	}
	var out []string
	for _, x := range v.Sessions {
		out = append(out, x.ID)
	}
	return out
}

// Without the database, by a voice platform that asks for each answer: a question is answered from memory, a copy of a request that was answered
// before gets its answer, a change waits and is refused, and is done once when the same list comes again.
func TestWithoutTheDatabaseByVoicePlatform(t *testing.T) {
	t.Parallel()
	for name, bad := range awayWays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			awayByVoice(t, bad)
		})
	}
}

func awayByVoice(t *testing.T, bad flaky.Weather) {
	c, p := weathered(t)
	c.env = append(c.env, "EVERCART_VOICE_KEYS="+voiceKey, "EVERCART_ADMIN_KEYS=an-admin-key-of-this-shop")
	s := c.node(config{args: []string{"--store-wait", "3s"}})
	s.admin = "an-admin-key-of-this-shop"
	say := func(call string, messages ...string) string {
		t.Helper()
		text, status, err := s.voice(t.Context(), voiceKey, call, messages...)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%d %v", status, err)
		}
		return text
	}
	first := say("c-1", "user", "add two red wool scarves")
	tells(t, "before", first, "I added two wool scarves")
	first = first[strings.Index(first, "I added"):] // a slow machine's filler may stand before it

	weather(t, p, bad)
	if again := say("c-1", "user", "add two red wool scarves"); !strings.HasSuffix(again, first) {
		t.Errorf("a copy of what was answered gets %q, not %q", again, first)
	}
	after := []string{"user", "add two red wool scarves", "assistant", first, "user"}
	tells(t, "a question", say("c-1", append(after, "what is in my cart")...), "two", "scar")
	tells(t, "a change", say("c-1", append(after, "add a mug")...), "nothing was changed just now", "cannot look up")
	tells(t, "somebody new", say("c-2", "user", "add a mug"), "nothing was changed just now", "cannot look up")

	weather(t, p, flaky.Weather{})
	until(t, "it is ready again by itself", s.isReady)
	for range 2 {
		tells(t, "said again", say("c-1", append(after, "add a mug")...), "mug")
	}
	if again := say("c-1", "user", "add two red wool scarves"); !strings.HasSuffix(again, first) {
		t.Errorf("afterwards a copy gets %q, not %q", again, first)
	}
	if id := s.only(); !s.session(id).Cart.is("MUG-SS 1, SCF-RED 2") {
		t.Errorf("the cart is %s", s.session(id).Cart)
	}
}

// Without the database, a repeat: of a turn that is remembered as finished it gets that turn's reply, which promises nothing; other words under its id
// are still refused as such. Where the turn is not remembered nobody can say that nothing was changed: it is said that it cannot be looked up.
func TestRepeatedWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	for name, bad := range awayWays {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			repeatedAway(t, bad)
		})
	}
}

func repeatedAway(t *testing.T, bad flaky.Weather) {
	c, p := weathered(t)
	nodes := c.nodes(2, config{args: []string{"--store-wait", "3s"}})
	here, there := nodes[0], nodes[1]
	id, guest := uuid(), uuid()
	talk := here.open(id, "u-ada")
	done, err := talk.try("add a scarf", "T1")
	if err != nil || done.Type != "reply" || !done.Durable {
		t.Fatalf("before: %+v %v", done.frame, err)
	}
	// A guest who signs in while he has a cart: his session goes on in another one.
	body := map[string]any{"session_id": guest, "text": "add a mug", "turn_id": "G1"}
	if code := here.call("POST", "/webhook", body, nil); code != http.StatusOK {
		t.Fatalf("a guest: %d", code)
	}
	if code := here.call("POST", "/v1/sessions/"+guest+"/identify", map[string]any{"user_id": "u-ada"}, nil); code != http.StatusOK {
		t.Fatalf("the sign-in: %d", code)
	}
	if a, err := talk.try("what is in my cart?", "T2"); err != nil || !a.Cart.is("MUG-SS 1, SCF-RED 1") {
		t.Fatalf("before: %+v %v", a.frame, err)
	}

	weather(t, p, bad)
	for range 2 {
		again, err := talk.try("add a scarf", "T1")
		if err != nil || again.Type != "reply" || again.Durable || again.Reply != done.Reply || !again.Cart.is("MUG-SS 1, SCF-RED 1") {
			t.Errorf("a turn that was finished: %+v, heard %q, %v", again.frame, again.holds, err)
		}
	}
	if other, err := talk.try("add a candle", "T1"); err != nil || other.Code != "turn_mismatch" {
		t.Errorf("other words: %+v %v", other.frame, err)
	}
	if a, err := talk.try("what is in my cart?", "T3"); err != nil || a.Type != "reply" || a.Durable {
		t.Errorf("a question: %+v, heard %q, %v", a.frame, a.holds, err)
	}
	for _, s := range nodes { // there it is not remembered; here neither what was said before the sessions were merged
		for turn, text := range map[string]string{"T1": "add a scarf", "G1": "add a mug"} {
			if s == here && turn == "T1" {
				continue
			}
			h, err := s.hook("", map[string]any{"session_id": id, "user_id": "u-ada", "text": text, "turn_id": turn})
			if err != nil || h.status != http.StatusServiceUnavailable || h.Code != "unavailable" {
				t.Errorf("%s: %d %+v %v", turn, h.status, h, err)
			}
			tells(t, "a repeat that is not remembered", h.Detail, "nothing was changed just now", "cannot look up")
		}
	}

	if err := talk.send(map[string]any{"text": "add a mug", "turn_id": "G1"}); err != nil { // it waits, and is not done twice
		t.Fatal(err)
	}
	time.Sleep(time.Second)
	weather(t, p, flaky.Weather{})
	if a, err := talk.await("G1"); err != nil || a.Type != "reply" || !a.Durable || !a.Cart.is("MUG-SS 1, SCF-RED 1") {
		t.Errorf("a repeat that waited: %+v, heard %q, %v", a.frame, a.holds, err)
	}
	until(t, "they are ready again", func() bool { return here.isReady() && there.isReady() })
	for _, s := range nodes {
		for turn, text := range map[string]string{"T1": "add a scarf", "G1": "add a mug"} {
			h, err := s.hook("", map[string]any{"session_id": id, "user_id": "u-ada", "text": text, "turn_id": turn})
			if err != nil || h.status != http.StatusOK || !h.Durable || !h.Cart.is("MUG-SS 1, SCF-RED 1") {
				t.Errorf("%s afterwards: %d %+v %v", turn, h.status, h, err)
			}
		}
	}
}
