package test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// heardOf is what is remembered as heard of the newest turn, once that is recorded.
func (s *server) heardOf(id string, want string) {
	s.t.Helper()
	got := "(whole)"
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(20 * time.Millisecond) {
		turns := s.transcript(id)
		if h := turns[len(turns)-1].Heard; h != nil {
			if got = *h; got == want {
				return
			}
		}
	}
	s.t.Errorf("heard %q, not %q", got, want)
}

// A call of thirty turns through Twilio's own frames: browsing, adding, spoken over twice, the socket dropped once and attached
// again. The cart is right, and the transcript is what reached the ear.
func TestPhoneCall(t *testing.T) {
	t.Parallel()
	s := start(t, withPhone(config{}))
	p, hello := s.ring(t, "+15550100001")
	contains(t, hello, "Hello")
	id := s.only()
	asked := 1 // the greeting
	ask := func(words string, parts ...string) {
		t.Helper()
		asked++
		contains(t, p.ask(words), parts...)
	}
	cart := func(want string) {
		t.Helper()
		if c := s.session(id).Cart; !c.is(want) {
			t.Fatalf("after %d turns: %s, not %s", asked, c, want)
		}
	}
	ask("what do you have", "")
	ask("do you have silk blouses", "silk blouse")
	ask("add the ivory one in size M", "silk blouse")
	cart("BLS-IVR-M 1")
	ask("what is in my cart", "eighty-nine dollars and fifty cents")

	// The first interruption: after one clause and two words of the next.
	p.say("tell me about the leather loafers")
	asked++
	p.wait()
	first := p.cut(1, 1)
	ask("add them in size nine", "loafers")
	if turns := s.transcript(id); turns[len(turns)-2].Heard == nil || *turns[len(turns)-2].Heard != first {
		t.Errorf("heard %v, not %q", turns[len(turns)-2].Heard, first)
	}
	cart("BLS-IVR-M 1, LOF-BRN-9 1")
	ask("make it two blouses", "two")
	cart("BLS-IVR-M 2, LOF-BRN-9 1")
	ask("add three packs of socks", "three")
	ask("take the loafers out", "loafers")
	cart("BLS-IVR-M 2, SOC-3PK 3")
	ask("undo that", "")
	cart("BLS-IVR-M 2, LOF-BRN-9 1, SOC-3PK 3")
	ask("do you have candles", "café noir")
	ask("add it", "andle")
	ask("my card number is 4111 1111 1111 1111", "card")
	cart("BLS-IVR-M 2, CND-CAF 1, LOF-BRN-9 1, SOC-3PK 3")

	// The socket drops while the cart is being read out; what was heard is remembered, and the answer comes again.
	p.say("what is in my cart")
	asked++
	said := p.wait()
	part := p.play(1)
	p.drop()
	s.heardOf(id, strings.TrimSpace(part))
	back := p.again()
	if back != "Sorry, I was cut off there. "+said {
		t.Errorf("%q, then %q", said, back)
	}
	ask("how much is the scarf", "thirty-three dollars and thirty-three cents")
	s.heardWhole(id, said)
	ask("add two of them", "two")
	cart("BLS-IVR-M 2, CND-CAF 1, LOF-BRN-9 1, SCF-RED 2, SOC-3PK 3")
	ask("save the candle for later", "candle")
	ask("bring the candle back", "candle")
	ask("what did you say", "")
	ask("thank you", "")

	// The second interruption: nothing at all was heard.
	p.say("what is in my cart")
	asked++
	p.wait()
	p.send(map[string]any{"type": "interrupt", "utteranceUntilInterrupt": "", "durationUntilInterruptMs": 0})
	p.held = nil
	ask("remove the socks", "socks")
	if turns := s.transcript(id); turns[len(turns)-2].Heard == nil || *turns[len(turns)-2].Heard != "" {
		t.Errorf("heard %v", turns[len(turns)-2].Heard)
	}
	ask("one blouse is enough", "")
	ask("set the blouse to one", "already")
	cart("BLS-IVR-M 1, CND-CAF 1, LOF-BRN-9 1, SCF-RED 2")
	for _, words := range []string{"do you have mugs", "how much is the weekend bag", "what is the total", "what colors does the blouse come in", "do you have anything in wool", "what is in my cart"} {
		ask(words, "")
	}
	p.hangUp()
	turns := s.transcript(id)
	if len(turns) != asked || asked < 31 {
		t.Errorf("%d turns were said, %d are remembered", asked, len(turns))
	}
	if said := turns[14].Said; strings.Contains(said, "4111") {
		t.Errorf("a card number is kept: %q", said)
	}
	for path, text := range s.allWritten(t) {
		if strings.Contains(text, "4111 1111") || strings.Contains(text, "5550100001") {
			t.Errorf("%s holds a card number or the caller's", path)
		}
	}

	// Who calls again from that number hears what is in the cart, and has it.
	p, hello = s.ring(t, "+15550100001")
	contains(t, hello, "Welcome back", "blouse")
	contains(t, p.ask("what is in my cart"), "blouse", "scarves", "loafers")
	if s.only() != id {
		t.Error("the same number has another session")
	}
	p.hangUp()
}

// heardWhole: a reply that was said again, and heard this time, is remembered so.
func (s *server) heardWhole(id, reply string) {
	s.t.Helper()
	for _, turn := range s.transcript(id) {
		if turn.Heard != nil && *turn.Heard == reply {
			return
		}
	}
	s.t.Errorf("%q is not remembered as heard", reply)
}

// A caller who asks for a person is put through while people are there.
func TestPhoneTransfer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "shop.toml"), "name = \"Fern & Clay\"\n[hand_off]\nnumber = \"+1-555-010-0142\"\n")
	s := start(t, withPhone(config{args: []string{"--shop", dir}}))
	p, _ := s.ring(t, "+15550100001")
	p.say("I want to talk to a person")
	p.listen()
	end, err := p.next()
	if err != nil || end.Type != "end" || !strings.Contains(end.HandOff, "transfer") || strings.Contains(end.HandOff, "0142") {
		t.Fatalf("%+v %v", end, err)
	}
	a := p.post(p.action, "CallStatus", "in-progress", "SessionStatus", "ended", "SessionDuration", "9", "HandoffData", end.HandOff)
	if a.Dial.Number != "+15550100142" {
		t.Errorf("%+v", a)
	}
	if list := s.tickets(t); len(list) != 1 {
		t.Errorf("%+v", list)
	}
}

// A server that is stopped ends its calls in a way that Twilio asks for more; the call goes on with the one that comes after it.
func TestPhoneServerStops(t *testing.T) {
	t.Parallel()
	s := start(t, withPhone(config{}))
	p, _ := s.ring(t, "+15550100001")
	contains(t, p.ask("add two scarves"), "scarves")
	id := s.only()
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	if f, err := p.next(); err == nil {
		t.Errorf("%+v after the end", f)
	}
	s.run()
	contains(t, p.again(), "Sorry, I was cut off there.")
	contains(t, p.ask("add the candle"), "andle")
	if cart := s.session(id).Cart; !cart.is("CND-CAF 1, SCF-RED 2") {
		t.Errorf("in the cart: %s", cart)
	}
	p.hangUp()
	metrics := s.allWritten(t)["metrics"]
	contains(t, metrics, `evercart_channel_calls_total{channel="twilio"} 1`, `evercart_channel_resumed_total{channel="twilio"} 1`)
}

// What only a signature opens stays closed, on a server without keys as well; nothing else of it answers to the public name.
func TestPhoneRefuses(t *testing.T) {
	t.Parallel()
	s := start(t, withPhone(config{}))
	for _, path := range []string{"/channels/twilio/voice", "/channels/twilio/action", "/channels/twilio/dialed"} {
		if code := s.call("POST", path, "CallSid=CA1", nil); code != 400 && code != 403 {
			t.Errorf("%s: %d", path, code)
		}
	}
	if code := s.call("GET", "/channels/twilio/relay", nil, nil); code != 403 {
		t.Errorf("the socket: %d", code)
	}
	plain := start(t, config{})
	if code := plain.call("POST", "/channels/twilio/voice", "", nil); code != 404 {
		t.Errorf("not configured: %d", code)
	}
	_, stderr, code := evercart(t, []string{"EVERCART_TWILIO_ACCOUNT=" + phoneAccount}, "", "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir())
	if code == 0 || !strings.Contains(stderr, "twilio-auth-token") {
		t.Errorf("%d %s", code, stderr)
	}
}
