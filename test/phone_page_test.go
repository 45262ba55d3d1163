package test

import (
	"path/filepath"
	"strings"
	"testing"
)

// What docs/channels/twilio.md promises a shopkeeper, tried by a scripted phone on one server: hints, whose number leads to a cart, the
// keypad, a person who does not take the call, connections that fail, taking leave.
func TestPhonePage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "shop.toml"), `name = "Fern & Clay"
[hand_off]
number = "+1-555-010-0142"

[channel.twilio]
greeting = "none"
hints    = ["Fern and Clay", "secateurs"]

[[channel.twilio.languages]]
code  = "es-US"
voice = "Lupe-Neural"
`)
	conf := withPhone(config{args: []string{"--shop", dir, "--twilio-callers", "attested"}})
	s := start(t, conf)
	for name, try := range map[string]func(*testing.T, *server){
		"hints": phoneHints, "who calls": phoneWho, "keys and languages": phoneKeys, "a person": phonePerson, "failing": phoneFails, "taking leave": phoneLeaves,
	} {
		t.Run(name, func(t *testing.T) { t.Parallel(); try(t, s) })
	}
}

// dial rings with what the network says of the number.
func (s *server) dial(t *testing.T, from string, fields ...string) (*phone, string) {
	t.Helper()
	p := &phone{t: t, s: s, sid: "CA" + strings.ReplaceAll(uuid(), "-", ""), from: from}
	p.connect(p.post(phonePublic+"/channels/twilio/voice", append([]string{"CallStatus", "ringing"}, fields...)...))
	return p, p.listen()
}

// attested is what a network says that vouches for a number.
var attested = []string{"StirVerstat", "TN-Validation-Passed-A"}

func phoneHints(t *testing.T, s *server) {
	p := &phone{t: t, s: s, sid: "CA" + strings.ReplaceAll(uuid(), "-", ""), from: "+15550100030"}
	hints := strings.Split(p.post(phonePublic+"/channels/twilio/voice", "CallStatus", "ringing").Connect.Relay.Hints, ",")
	if len(hints) < 5 || len(hints) > 100 || hints[0] != "Fern and Clay" || hints[1] != "secateurs" {
		t.Fatalf("hints are %q", hints)
	}
	contains(t, strings.ToLower(strings.Join(hints[2:], ",")), "silk blouse", "wool scarf", "candle")
}

func phoneWho(t *testing.T, s *server) {
	p, hello := s.dial(t, "+15550100031", attested...)
	contains(t, hello, "Hello")
	contains(t, p.ask("add two scarves"), "scarves")
	p.hangUp()
	p, hello = s.dial(t, "+15550100031") // a number that nobody vouches for leads to nobody's cart
	if strings.Contains(hello, "Welcome back") || strings.Contains(hello, "scarves") {
		t.Errorf("a number that may be forged hears %q", hello)
	}
	p.hangUp()
	p, hello = s.dial(t, "+266696687", attested...) // "anonymous" on a keypad
	if strings.Contains(hello, "Welcome back") {
		t.Errorf("nobody is welcomed back: %q", hello)
	}
	p.hangUp()
	p, hello = s.dial(t, "+15550100031", attested...)
	contains(t, hello, "Welcome back", "scarves")
	contains(t, p.ask("what is in my cart"), "scarves")
	p.hangUp()
}

func phoneKeys(t *testing.T, s *server) {
	p, _ := s.dial(t, "+15550100032", attested...)
	contains(t, p.ask("add the candle"), "andle")
	said := p.ask("how many candles do I have")
	p.send(map[string]any{"type": "dtmf", "digit": "*"})
	p.send(map[string]any{"type": "dtmf", "digit": "#"})
	if again := p.listen(); !strings.Contains(again, strings.TrimSuffix(said, ".")) {
		t.Errorf("%q, and again %q", said, again)
	}
	p.send(map[string]any{"type": "prompt", "voicePrompt": "¿qué hay en mi carrito?", "lang": "es-US", "last": true})
	if got := p.listen(); !strings.Contains(got, "carrito") {
		t.Errorf("in Spanish: %q", got)
	}
	p.hangUp()
}

func phonePerson(t *testing.T, s *server) {
	p, _ := s.dial(t, "+15550100033", attested...)
	contains(t, p.ask("add the candle"), "andle")
	p.send(map[string]any{"type": "dtmf", "digit": "0"})
	p.send(map[string]any{"type": "dtmf", "digit": "#"})
	contains(t, p.listen(), "person")
	end, err := p.next()
	if err != nil || end.Type != "end" || !strings.Contains(end.HandOff, "transfer") {
		t.Fatalf("%+v %v", end, err)
	}
	a := p.post(p.action, "CallStatus", "in-progress", "SessionStatus", "ended", "SessionDuration", "9", "HandoffData", end.HandOff)
	if a.Dial.Number != "+15550100142" || a.Dial.Action == "" {
		t.Fatalf("%+v", a)
	}
	p.connect(p.post(a.Dial.Action, "CallStatus", "in-progress", "DialCallStatus", "no-answer"))
	contains(t, p.listen(), "Nobody could take your call", "else")
	contains(t, p.ask("what is in my cart"), "andle")
	if b := p.post(a.Dial.Action, "CallStatus", "in-progress", "DialCallStatus", "completed"); b.Hangup == nil {
		t.Errorf("after a talk with a person %+v", b)
	}
}

func phoneFails(t *testing.T, s *server) {
	p, _ := s.dial(t, "+15550100034", attested...)
	p.drop()
	action := p.action
	for n := range 4 {
		a := p.post(action, "CallStatus", "in-progress", "SessionStatus", "failed", "SessionDuration", "0", "ErrorCode", "64102")
		if (a.Connect.Action == "") != (n == 3) || (a.Hangup != nil) != (n == 3) {
			t.Fatalf("after %d failures %+v", n+1, a)
		}
		action = a.Connect.Action
	}
}

func phoneLeaves(t *testing.T, s *server) {
	p, _ := s.dial(t, "+15550100035", attested...)
	p.ask("goodbye")
	end, err := p.next()
	if err != nil || end.Type != "end" || !strings.Contains(end.HandOff, "goodbye") {
		t.Fatalf("%+v %v", end, err)
	}
	if a := p.post(p.action, "CallStatus", "in-progress", "SessionStatus", "ended", "SessionDuration", "9", "HandoffData", end.HandOff); a.Hangup == nil {
		t.Errorf("%+v", a)
	}
}
