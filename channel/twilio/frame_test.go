package twilio_test

import (
	"bufio"
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/channel/twilio"
	"github.com/evercart/evercart/internal/testdata"
)

// recorded are the lines of a call that was recorded, in their order.
func recorded(t *testing.T) []map[string]json.RawMessage {
	t.Helper()
	file, err := os.Open(testdata.Path(t, "..", "reference", "voice-samples", "twilio-conversationrelay-interrupt.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []map[string]json.RawMessage
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var l map[string]json.RawMessage
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		out = append(out, l)
	}
	return out
}

// What a recorded call played and cut is what is remembered of it: the first sentence, and three words of the second.
func TestRecordedInterruption(t *testing.T) {
	t.Parallel()
	var s channel.Speech
	s.Sent("greeting", "This is the spike. Say something, or press a key.", false)
	rest := " of twelve: the quick brown fox jumps over the lazy dog while the spike keeps talking so you can interrupt it."
	var heard []channel.Stops
	frames := 0
	for _, l := range recorded(t) {
		if string(l["dir"]) == `"out"` && len(heard) == 0 && len(s.Turns()) == 1 { // the recording is condensed: the sentences as it describes them
			for _, n := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"} {
				s.Sent("answer", "Sentence "+n+rest, false)
			}
		}
		if string(l["dir"]) != `"in"` {
			continue
		}
		kind, words, value, whole, err := twilio.ReadFrame(l["frame"])
		if err != nil {
			t.Fatal(err)
		}
		frames++
		switch {
		case kind == "info" && strings.Contains(string(l["frame"]), "tokensPlayed"):
			s.Played(value)
		case kind == "interrupt":
			s.CutIn(words)
			heard = s.Clear()
		case kind == "prompt" && whole && words != "Stop. Stop. Stop. I am interrupting you now.":
			t.Errorf("%q", words)
		}
	}
	want := "Sentence 1" + rest + " Sentence 2 of"
	if frames < 20 || len(heard) != 2 || !heard[0].Whole || heard[1].Whole || heard[1].Heard != want {
		t.Errorf("%d frames: %+v", frames, heard)
	}
}

// The recorded webhooks are answered: the call is connected, ended, ended, connected again.
func TestRecordedCallbacks(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(testdata.Path(t, "..", "reference", "voice-samples", "twilio-conversationrelay-callbacks.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	b := newBench(t, func(c *twilio.Config) { c.Account = "AC00000000000000000000000000000000" })
	form := func(name string) url.Values {
		var fields map[string]string
		if err := json.Unmarshal(all[name], &fields); err != nil {
			t.Fatal(name, err)
		}
		v := url.Values{}
		for k, s := range fields {
			v.Set(k, s)
		}
		return v
	}
	a := b.answer(public+"/channels/twilio/voice", form("voice_webhook"))
	if a.Connect == nil || !strings.HasPrefix(a.params()["by"], "number.") {
		t.Fatalf("%+v", a)
	}
	if a := b.answer(a.Connect.Action, form("action_caller_hung_up")); a.Connect != nil || a.Dial != nil {
		t.Errorf("hung up: %+v", a)
	}
	if a := b.answer(a.Connect.Action, form("action_after_our_end_message")); a.Hangup == nil || a.Connect != nil {
		t.Errorf("ended: %+v", a)
	}
	if a := b.answer(a.Connect.Action, form("action_after_socket_drop")); a.Connect == nil || a.params()["how"] != "again" {
		t.Errorf("dropped: %+v", a)
	}
}

// Whatever comes over the socket is read without a panic, and words stay text.
func FuzzFrame(f *testing.F) {
	for _, s := range []string{
		`{"type":"setup","sessionId":"VX1","callSid":"CA1","customParameters":{"pass":"1.x"}}`, `{"type":"prompt","voicePrompt":"boots","lang":"en","last":true}`,
		`{"type":"interrupt","utteranceUntilInterrupt":"The second","durationUntilInterruptMs":910}`, `{"type":"dtmf","digit":4}`,
		`{"type":"info","name":"tokensPlayed","value":{"a":[1]}}`, `{"type":"prompt","last":"yes"}`, `{"type":"info","value":1e999}`, `[]`, `{"type":null}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		kind, words, value, _, err := twilio.ReadFrame(b)
		if err != nil {
			if evercart.CodeOf(err) != evercart.Invalid {
				t.Fatalf("%v", err)
			}
			return
		}
		if kind == "" || !utf8.ValidString(words) || !utf8.ValidString(value) {
			t.Fatalf("%q %q %q", kind, words, value)
		}
		var s channel.Speech
		s.Sent("t", "The ivory silk blouse is eighty-nine dollars. Shall I add it?", false)
		s.Played(value)
		s.CutIn(words)
		for _, stop := range s.Clear() {
			if !strings.HasPrefix("The ivory silk blouse is eighty-nine dollars. Shall I add it?", stop.Heard) {
				t.Fatalf("%q was never said", stop.Heard)
			}
		}
	})
}
