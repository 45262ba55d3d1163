package twilio_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/channel/twilio"
	"github.com/evercart/evercart/channeltest"
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
	<-b.Brain.Half
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
	<-b.Brain.Half
	if m, err := p.next(); err != nil || m["token"] != "You said wait for me." {
		t.Fatal(m, err)
	}
	p.played("You said wait")
	if err := p.conn.Ping(t.Context()); err != nil { // answered once that was read
		t.Fatal(err)
	}
	_ = p.conn.CloseNow()
	close(b.Brain.Onward)
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
	b.People.There = false
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
	b := newBench(t)
	p := b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	p.played(p.answer())
	p.prompt("bye bye")
	p.played(p.answer())
	if end := p.until("end"); !strings.Contains(end["handoffData"].(string), "goodbye") {
		t.Errorf("%v", end)
	}
	patient := newBench(t, func(c *twilio.Config) { c.Limits.Linger = time.Hour })
	p = patient.connect(1, patient.answer(public+"/channels/twilio/voice", call(1)))
	p.played(p.answer())
	p.prompt("Goodbye.")
	p.played(p.answer())
	p.prompt("oh wait one more thing about these boots")
	if got := p.answer(); !strings.HasPrefix(got, "You said oh") {
		t.Errorf("%q", got)
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
	b := newBench(t, func(c *twilio.Config) { c.Limits.Keys = time.Hour }) // no pause between keys is one
	p := b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	p.answer()
	for _, k := range "42#" {
		p.say("dtmf", "digit", string(k))
	}
	if got := p.answer(); !strings.HasPrefix(got, "You said 42.") && !strings.HasPrefix(got, "You said forty-two.") {
		t.Errorf("%q", got)
	}
	p.say("dtmf", "digit", "#")
	for range 100 {
		p.say("dtmf", "digit", "9")
	}
	p.say("dtmf", "digit", "#")
	if p.answer(); len(b.last(1).Said) > 40 {
		t.Errorf("%d", len(b.last(1).Said))
	}
	b = newBench(t) // each pause is one
	p = b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	p.answer()
	p.say("dtmf", "digit", "7")
	if p.answer(); b.last(1).Said != "7" {
		t.Errorf("%q", b.last(1).Said.Reveal())
	}
	p.say("dtmf", "digit", "0")
	if p.answer(); b.last(1).Said != "I would like to speak to a person." {
		t.Errorf("%q", b.last(1).Said.Reveal())
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
				by, _, _ := strings.Cut(a.params()["by"], ".")
				return by
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

// A tool that takes long is told of, in the middle of the talk; who speaks over that is heard, and what was asked first is not answered.
func TestSlowTool(t *testing.T) {
	t.Parallel()
	b := onBench(t, channeltest.New(t, func(l *agent.Limits) { l.Tool = time.Millisecond }))
	p := b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	p.answer()
	p.prompt("slow please")
	f, err := p.next()
	if err != nil || f["token"] != "I'm still looking that up." || f["last"] == true {
		t.Fatalf("%v %v", f, err)
	}
	p.played("I'm still")
	p.say("interrupt", "utteranceUntilInterrupt", "I'm still", "durationUntilInterruptMs", 200)
	p.prompt("other words")
	if f, err := p.next(); err != nil || f["token"] != "One moment, please." { // the tool is waited for
		t.Fatalf("%v %v", f, err)
	}
	close(b.Release)
	if got := p.answer(); !strings.HasSuffix(got, "You said other words. "+all) || strings.Contains(got, "slow") {
		t.Errorf("%q", got)
	}
	turns := b.turns(1)
	if v := turns[len(turns)-2]; v.How != evercart.Interrupted || v.Spoken != "" || v.Heard == nil || *v.Heard != "" || len(v.Calls) != 1 || v.Calls[0].Code != "" {
		t.Errorf("%+v", v)
	}
	p.prompt("slow again")
	if got := p.answer(); !strings.HasSuffix(got, "You said slow again. "+all) {
		t.Errorf("%q", got)
	}
	if v := b.last(1); v.Spoken != "You said slow again. "+all {
		t.Errorf("spoken is %q", v.Spoken.Reveal())
	}
}
