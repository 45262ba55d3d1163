package twilio_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/channel/twilio"
)

const all = "And that is really all of it."

// A call from its first webhook to its end: greeted, answered, spoken over, remembered as heard.
func TestCall(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	a := b.answer(public+"/channels/twilio/voice", call(1))
	if a.attr("dtmfDetection") != "true" || a.attr("language") != "en-US" || a.attr("events") != "speaker-events tokens-played" || a.attr("welcomeGreeting") != "" {
		t.Errorf("%+v", a.Connect)
	}
	p := b.connect(1, a)
	if hello := p.answer(); !strings.Contains(hello, "Hello") {
		t.Errorf("greeted with %q", hello)
	}
	p.prompt("boots")
	if got := p.answer(); got != "You said boots. "+all {
		t.Errorf("%q", got)
	}
	p.played("Hello.") // an account that does not fit the words exactly
	p.played("You said boots.")
	p.played(" And that is")
	p.say("interrupt", "utteranceUntilInterrupt", "And that is", "durationUntilInterruptMs", "684.5")
	p.prompt("socks")
	if got := p.answer(); got != "You said socks. "+all {
		t.Errorf("%q", got)
	}
	turns := b.turns(1)
	if len(turns) != 3 || turns[1].Heard == nil || turns[1].Heard.Reveal() != "You said boots. And that is" || turns[2].Heard != nil {
		t.Errorf("%+v", turns)
	}
	if s := b.ch.Stats(); s.Live != 1 || s.Calls != 1 || s.Turns != 2 || s.Interrupted != 1 {
		t.Errorf("%+v", s)
	}
}

// Partial prompts, frames that nobody knows, odd and broken ones change nothing.
func TestOddFrames(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	p.answer()
	p.say("prompt", "voicePrompt", "bo", "lang", "en", "last", false)
	p.say("prompt", "voicePrompt", "boo", "last", "false")
	p.say("configUpdated", "value", map[string]any{"a": 1})
	p.say("info", "name", "configUpdated", "value", map[string]any{"a": 1})
	p.say("info", "name", "tokensPlayed", "value", 17)
	p.say("error", "description", "Invalid message received, code: 64107, {}")
	p.say("dtmf", "digit", "A")
	p.say("dtmf", "digit", "12")
	p.say("interrupt")
	p.say("setup", "callSid", "other")
	for _, raw := range []string{"", "null", "[]", "{}", `{"type":7}`, "{", "\x00", `{"type":"prompt","voicePrompt":7}`} {
		if err := p.conn.Write(t.Context(), websocket.MessageText, []byte(raw)); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.conn.Write(t.Context(), websocket.MessageBinary, []byte{1, 2}); err != nil {
		t.Fatal(err)
	}
	p.say("prompt", "voicePrompt", "boots")
	if got := p.answer(); got != "You said boots. "+all {
		t.Errorf("%q", got)
	}
	if turns := b.turns(1); len(turns) != 2 {
		t.Errorf("%d turns", len(turns))
	}
}

// Words that come while an answer is being made end it.
func TestFreshWords(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	p.answer()
	p.prompt("wait for me")
	<-b.brain.half
	p.prompt("no, socks")
	var said string
	for !strings.HasSuffix(said, all) {
		said += p.answer()
	}
	if !strings.HasSuffix(said, "You said no, socks. "+all) {
		t.Errorf("%q", said)
	}
	if turns := b.turns(1); turns[1].How != evercart.Interrupted || turns[2].How != evercart.Done {
		t.Errorf("%+v", turns)
	}
}

// A socket that drops while an answer is made: the answer is made to its end, the platform asks what to do, and the caller
// hears it in the new connection.
func TestDropAndAttachAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	a := b.answer(public+"/channels/twilio/voice", call(1))
	p := b.connect(1, a)
	p.answer()
	p.prompt("wait for me")
	<-b.brain.half
	if m, err := p.next(); err != nil || m["token"] != "You said wait for me." {
		t.Fatal(m, err)
	}
	p.played("You said wait")
	if err := p.conn.Ping(t.Context()); err != nil { // answered once that was read
		t.Fatal(err)
	}
	_ = p.conn.CloseNow()
	close(b.brain.onward)
	b.eventually(func() error {
		if v := b.last(1); v.Heard == nil || v.Closed == 0 {
			return fmt.Errorf("%+v", v)
		}
		return nil
	})
	if v := b.last(1); v.How != evercart.Done || v.Heard.Reveal() != "You said wait" {
		t.Errorf("%s, heard %q", v.How, v.Heard.Reveal())
	}
	again := b.answer(a.Connect.Action, call(1, "CallStatus", "in-progress", "SessionStatus", "failed", "SessionDuration", "9", "ErrorCode", "64105"))
	p = b.connect(1, again)
	want := "Sorry, I was cut off there. You said wait for me. " + all
	if got := p.answer(); got != want {
		t.Fatalf("%q", got)
	}
	p.played(want)
	p.prompt("thanks for that")
	p.answer()
	p.say("interrupt", "utteranceUntilInterrupt", "")
	if turns := b.turns(1); len(turns) != 3 || turns[1].Heard == nil || *turns[1].Heard != turns[1].Spoken {
		t.Errorf("%+v", turns[1])
	}
	if s := b.ch.Stats(); s.Resumed != 1 {
		t.Errorf("%+v", s)
	}
}

// What cannot be reached again and again is given up; a connection that lived was no failed try.
func TestReconnects(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	a := b.answer(public+"/channels/twilio/voice", call(1))
	for range 3 {
		a = b.answer(a.Connect.Action, call(1, "CallStatus", "in-progress", "SessionStatus", "failed", "SessionDuration", "0", "ErrorCode", "64102"))
		if a.Connect == nil {
			t.Fatalf("%+v", a)
		}
	}
	if long := b.answer(a.Connect.Action, call(1, "CallStatus", "in-progress", "SessionStatus", "failed", "SessionDuration", "300")); long.Connect == nil {
		t.Errorf("%+v", long)
	}
	over := b.answer(a.Connect.Action, call(1, "CallStatus", "in-progress", "SessionStatus", "failed", "SessionDuration", "1"))
	if over.Connect != nil || over.Hangup == nil || len(over.Say) != 1 || over.Say[0] == "" {
		t.Errorf("%+v", over)
	}
	if gone := b.answer(a.Connect.Action, call(1, "CallStatus", "completed", "SessionStatus", "completed")); gone.Connect != nil || gone.Hangup != nil {
		t.Errorf("%+v", gone)
	}
}

// A caller who is handed off is put through once the sentence was heard; who is not taken comes back.
func TestTransfer(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	a := b.answer(public+"/channels/twilio/voice", call(1))
	p := b.connect(1, a)
	p.played(p.answer())
	p.prompt("person please")
	said := p.answer()
	select {
	case m := <-p.got:
		t.Fatalf("%v before it was heard", m)
	case <-time.After(150 * time.Millisecond):
	}
	p.played(said)
	end := p.until("end")
	var data struct{ Reason, Ticket string }
	if err := json.Unmarshal([]byte(end["handoffData"].(string)), &data); err != nil || data.Reason != "transfer" || data.Ticket != "h-1" {
		t.Fatalf("%v", end)
	}
	ended := call(1, "CallStatus", "in-progress", "SessionStatus", "ended", "HandoffData", end["handoffData"].(string))
	put := b.answer(a.Connect.Action, ended)
	if put.Dial == nil || put.Dial.Number != "+15550100" {
		t.Fatalf("%+v", put)
	}
	if done := b.answer(put.Dial.Action, call(1, "DialCallStatus", "completed")); done.Hangup == nil {
		t.Errorf("%+v", done)
	}
	back := b.answer(put.Dial.Action, call(1, "DialCallStatus", "no-answer"))
	if got := b.connect(1, back).answer(); !strings.HasPrefix(got, "Nobody could take your call just now.") {
		t.Errorf("%q", got)
	}
	b.people.There = false
	if left := b.answer(a.Connect.Action, ended); left.Dial != nil || left.Connect == nil {
		t.Errorf("%+v", left)
	}
	forged := call(1, "CallStatus", "in-progress", "SessionStatus", "ended", "HandoffData", `{"reason":"transfer","number":"+15550101234"`)
	if a := b.answer(a.Connect.Action, forged); a.Dial != nil || a.Hangup == nil {
		t.Errorf("%+v", a)
	}
}

// A goodbye ends the call when it was heard, unless the caller goes on.
func TestGoodbye(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *twilio.Config) { c.Limits.Linger = 300 * time.Millisecond })
	p := b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	p.played(p.answer())
	p.prompt("Goodbye.")
	p.played(p.answer())
	p.prompt("oh wait one more thing about these boots")
	if got := p.answer(); !strings.HasPrefix(got, "You said oh") {
		t.Errorf("%q", got)
	}
	p.prompt("bye bye")
	p.played(p.answer())
	if end := p.until("end"); !strings.Contains(end["handoffData"].(string), "goodbye") {
		t.Errorf("%v", end)
	}
}

// A caller who says nothing is asked, then the call ends.
func TestSilence(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *twilio.Config) { c.Limits.Silence = 200 * time.Millisecond })
	p := b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	p.played(p.answer())
	ask := p.answer()
	p.played(ask)
	over := p.answer()
	p.played(over)
	if end := p.until("end"); ask != "Are you still there?" || over == ask || !strings.Contains(end["handoffData"].(string), "silence") {
		t.Errorf("%q %q %v", ask, over, end)
	}
}

// Keys are a number once they pause or end with #; 0 alone asks for a person.
func TestKeys(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	p := b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	p.answer()
	for _, k := range "42#" {
		p.say("dtmf", "digit", string(k))
	}
	if got := p.answer(); !strings.HasPrefix(got, "You said 42.") && !strings.HasPrefix(got, "You said forty-two.") {
		t.Errorf("%q", got)
	}
	p.say("dtmf", "digit", "7")
	if p.answer(); b.last(1).Said != "7" {
		t.Errorf("%q", b.last(1).Said.Reveal())
	}
	p.say("dtmf", "digit", "0")
	if p.answer(); b.last(1).Said != "I would like to speak to a person." {
		t.Errorf("%q", b.last(1).Said.Reveal())
	}
	p.say("dtmf", "digit", "#")
	for range 100 {
		p.say("dtmf", "digit", "9")
	}
	p.say("dtmf", "digit", "#")
	if p.answer(); len(b.last(1).Said) > 40 {
		t.Errorf("%d", len(b.last(1).Said))
	}
}

// Another language that is configured is answered in its voice; one that is not is no language.
func TestLanguages(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *twilio.Config) {
		c.Style = func() twilio.Style {
			return twilio.Style{Languages: []twilio.Language{{Code: "es-US", Speech: "Google"}}, Greeting: "none", Hints: []string{"Linden, & \"Loom\"", "linden & \"loom\"", "", strings.Repeat("x", 61), "<b>"}}
		}
	})
	a := b.answer(public+"/channels/twilio/voice", call(1))
	if len(a.Connect.Relay.Languages) != 1 || a.Connect.Relay.Languages[0].Code != "es-US" || a.attr("hints") != "Linden & \"Loom\",<b>" {
		t.Errorf("%+v", a.Connect.Relay)
	}
	p := b.connect(1, a)
	if m, _ := p.next(); m["interruptible"] != false {
		t.Errorf("%v", m)
	}
	p.answer()
	for lang, want := range map[string]any{"es": "es-US", "es-MX": "es-US", "en": nil, "fr-FR": nil, "": nil} {
		p.say("prompt", "voicePrompt", "boots", "lang", lang, "last", true)
		m, err := p.next()
		if err != nil || m["lang"] != want {
			t.Errorf("%q: %v", lang, m)
		}
		p.answer()
	}
}

// The same number is the same shopper in the next call; a number that is not believed is not.
func TestWhoCalls(t *testing.T) {
	t.Parallel()
	for callers, same := range map[string]bool{twilio.CallersAny: true, twilio.CallersNobody: false, twilio.CallersAttested: false} {
		t.Run(callers, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, func(c *twilio.Config) { c.Callers = callers })
			enter := func(sid int, more ...string) string {
				form := call(1, more...)
				form.Set("CallSid", callSID(sid))
				a := b.answer(public+"/channels/twilio/voice", form)
				return a.params()["by"]
			}
			if got := enter(1) == "number"; got != same {
				t.Errorf("believed: %v", got)
			}
			if got := enter(2, "StirVerstat", "TN-Validation-Passed-A"); (got == "number") != (callers != twilio.CallersNobody) {
				t.Errorf("attested: %s", got)
			}
			if got := enter(3, "StirVerstat", "TN-Validation-Passed-B"); (got == "number") != same {
				t.Errorf("attested in part: %s", got)
			}
		})
	}
}

// Whoever is not the platform gets nowhere: unsigned, another account, a pass of another call, used or expired.
func TestRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *twilio.Config) { c.Limits.Setup = 300 * time.Millisecond })
	voice := public + "/channels/twilio/voice"
	for name, c := range map[string]struct {
		form      url.Values
		signature string
		want      string
	}{
		"unsigned":        {call(1), "", "forbidden"},
		"another token":   {call(1), sign("other", voice, call(1)), "forbidden"},
		"another form":    {call(2), sign(token, voice, call(1)), "forbidden"},
		"another account": {call(1, "AccountSid", "AC0"), sign(token, voice, call(1, "AccountSid", "AC0")), "forbidden"},
		"no call":         {call(1, "CallSid", "../x"), sign(token, voice, call(1, "CallSid", "../x")), "invalid"},
		"too large":       {call(1, "X", strings.Repeat("x", 70<<10)), "", "too_large"},
	} {
		if status, body := b.send(voice, c.form, c.signature); status != 499 || strings.TrimSpace(body) != c.want {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
	if _, status, err := b.dial(sign(token, "https://shop.example.com/channels/twilio/relay", nil)); err == nil || status != 499 {
		t.Errorf("an upgrade whose address was signed otherwise: %d", status)
	}
	a := b.answer(voice, call(1))
	good := a.params()
	setup := func(change func(m map[string]any)) bool { // true = let in
		conn, _, err := b.dial(sign(token, a.attr("url"), nil))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.CloseNow() }()
		m := map[string]any{"type": "setup", "sessionId": "VX1", "callSid": callSID(1), "accountSid": account, "from": "+15550100001", "customParameters": good}
		if change != nil {
			change(m)
			raw, _ := json.Marshal(m)
			if err := conn.Write(t.Context(), websocket.MessageText, raw); err != nil {
				t.Fatal(err)
			}
		}
		_, _, err = conn.Read(t.Context())
		return err == nil
	}
	for name, change := range map[string]func(map[string]any){
		"silent":          nil,
		"another call":    func(m map[string]any) { m["callSid"] = callSID(2) },
		"another account": func(m map[string]any) { m["accountSid"] = "AC0000000000000000000000000000000b" },
		"no pass":         func(m map[string]any) { m["customParameters"] = map[string]string{} },
		"another intention": func(m map[string]any) {
			m["customParameters"] = map[string]string{"pass": good["pass"], "by": good["by"], "how": "again"}
		},
		"another identity": func(m map[string]any) {
			m["customParameters"] = map[string]string{"pass": good["pass"], "by": "call", "how": good["how"]}
		},
		"no setup": func(m map[string]any) { m["type"] = "prompt" },
	} {
		if setup(change) {
			t.Errorf("%s: let in", name)
		}
	}
	if !setup(func(map[string]any) {}) {
		t.Error("the right one was not let in")
	}
	if setup(func(map[string]any) {}) {
		t.Error("a pass served twice")
	}
	if s := b.ch.Stats(); s.Refused < 8 || s.Live != 0 {
		b.eventually(func() error {
			if s = b.ch.Stats(); s.Live != 0 {
				return fmt.Errorf("%+v", s)
			}
			return nil
		})
	}
}

// A server that leaves takes no calls, answers what was said, then ends its connections; one that is full says so.
func TestStopAndFull(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *twilio.Config) { c.Limits.Calls = 1 })
	voice := public + "/channels/twilio/voice"
	p := b.connect(1, b.answer(voice, call(1)))
	p.answer()
	if full := b.answer(voice, call(2)); full.Connect != nil || full.Hangup == nil || len(full.Say) != 1 {
		t.Errorf("%+v", full)
	}
	p.prompt("wait for me")
	<-b.brain.half
	stopped := make(chan error, 1)
	go func() { stopped <- b.ch.Stop(t.Context()) }()
	b.eventually(func() error {
		if a := b.answer(voice, call(2)); len(a.Say) == 1 && !strings.Contains(a.Say[0], "still working") {
			return nil
		}
		return fmt.Errorf("calls are still taken")
	})
	close(b.brain.onward)
	if got := p.answer(); got != "You said wait for me. "+all {
		t.Errorf("%q", got)
	}
	for m := range p.got {
		t.Errorf("%v", m)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

// With the store away a caller hears a truthful sentence, and is not left in silence.
func TestStoreAway(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *twilio.Config) { c.Desk.Shoppers = away{c.Desk.Shoppers} })
	p := b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	if got := p.answer(); got == "" || got == all {
		t.Errorf("%q", got)
	}
	if end := p.until("end"); !strings.Contains(end["handoffData"].(string), "failed") {
		t.Errorf("%v", end)
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	good := twilio.Config{Desk: channel.Desk{Conversation: newBench(t).desk.Conversation, Shoppers: away{}}, Account: account, Tokens: []string{token}, Public: public}
	if _, err := twilio.New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*twilio.Config){
		"no desk": func(c *twilio.Config) { c.Desk = channel.Desk{} }, "account": func(c *twilio.Config) { c.Account = "AC1" }, "token": func(c *twilio.Config) { c.Tokens = nil },
		"address": func(c *twilio.Config) { c.Public = "shop.example.com" }, "query": func(c *twilio.Config) { c.Public = public + "?a=1" },
		"callers": func(c *twilio.Config) { c.Callers = "some" },
	} {
		c := good
		change(&c)
		if _, err := twilio.New(c); evercart.CodeOf(err) != evercart.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
