package twilio_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/channel/twilio"
	"github.com/evercart/evercart/channeltest"
)

// Whoever is not the platform gets nowhere: unsigned, another account, a pass of another call, used or expired.
func TestRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *twilio.Config) { c.Limits.Setup = time.Hour })
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
	silent := newBench(t, func(c *twilio.Config) { c.Limits.Setup = 50 * time.Millisecond })
	conn, _, err := silent.dial(sign(token, a.attr("url"), nil))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	if _, _, err := conn.Read(t.Context()); err == nil {
		t.Error("silent: let in")
	}
	setup := func(change func(m map[string]any)) bool { // true = let in
		conn, _, err := b.dial(sign(token, a.attr("url"), nil))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.CloseNow() }()
		m := map[string]any{"type": "setup", "sessionId": "VX1", "callSid": callSID(1), "accountSid": account, "from": "+15550100001", "customParameters": good}
		change(m)
		raw, _ := json.Marshal(m)
		if err := conn.Write(t.Context(), websocket.MessageText, raw); err != nil {
			t.Fatal(err)
		}
		_, _, err = conn.Read(t.Context())
		return err == nil
	}
	for name, change := range map[string]func(map[string]any){
		"another call":    func(m map[string]any) { m["callSid"] = callSID(2) },
		"another account": func(m map[string]any) { m["accountSid"] = "AC0000000000000000000000000000000b" },
		"no pass":         func(m map[string]any) { m["customParameters"] = map[string]string{} },
		"another intention": func(m map[string]any) {
			m["customParameters"] = map[string]string{"pass": good["pass"], "by": good["by"], "how": "again", "from": good["from"]}
		},
		"another identity": func(m map[string]any) {
			m["customParameters"] = map[string]string{"pass": good["pass"], "by": "call", "how": good["how"], "from": good["from"]}
		},
		"another webhook": func(m map[string]any) {
			m["customParameters"] = map[string]string{"pass": good["pass"], "by": good["by"], "how": good["how"], "from": good["from"] + "x"}
		},
		"another caller": func(m map[string]any) { m["from"] = "+15550100002" },
		"a call of ours": func(m map[string]any) { m["direction"], m["to"] = "outbound-api", "+15550100002" },
		"no caller":      func(m map[string]any) { delete(m, "from") },
		"no setup":       func(m map[string]any) { m["type"] = "prompt" },
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
	signature := sign(token, voice, call(1))
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	spare := letters[strings.IndexByte(letters, signature[26])+1:][:1] // its last bits mean nothing
	for name, again := range map[string]func() (int, string){
		"the same webhook":              func() (int, string) { return b.send(voice, call(1), signature) },
		"its signature, another letter": func() (int, string) { return b.send(voice, call(1), signature[:26]+spare+signature[27:]) },
	} {
		status, body := again()
		if status != 200 {
			continue // refused as well
		}
		var twice twiml
		if err := xml.Unmarshal([]byte(body), &twice); err != nil {
			t.Fatal(err)
		}
		if good = twice.params(); setup(func(map[string]any) {}) {
			t.Errorf("%s opened a socket twice", name)
		}
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
	if full := b.answer(voice, call(2)); full.Connect != nil || full.Hangup == nil || len(full.Say) != 1 || !strings.Contains(full.Say[0], "call again") {
		t.Errorf("%+v", full)
	}
	p.prompt("wait for me")
	<-b.Brain.Half
	stopped := make(chan error, 1)
	go func() { stopped <- b.ch.Stop(t.Context()) }()
	if a := b.answer(voice, call(2)); a.Connect != nil || len(a.Say) != 1 {
		t.Errorf("%+v", a)
	}
	close(b.Brain.Onward)
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
	b := newBench(t)
	b.Shoppers.Before = channeltest.Away
	p := b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	if got := p.answer(); got == "" || got == all {
		t.Errorf("%q", got)
	}
	if end := p.until("end"); !strings.Contains(end["handoffData"].(string), "failed") {
		t.Errorf("%v", end)
	}
}

// hasty is a clock by which what is waited for comes a hundred times as soon.
type hasty struct{ evercart.SystemClock }

func (hasty) Sleep(ctx context.Context, d time.Duration) error {
	return evercart.SystemClock{}.Sleep(ctx, d/100)
}

func (hasty) AfterFunc(d time.Duration, f func()) func() bool { return time.AfterFunc(d/100, f).Stop }

// While the store hangs, who calls is asked for patience; then he hears the greeting as part of the same talk, or that it does not work.
func TestStoreHangs(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{})
	b := newBench(t)
	b.Shoppers.Before = func(ctx context.Context) error {
		select {
		case <-asked:
			return nil
		case <-ctx.Done():
			return evercart.Wrap(ctx.Err(), evercart.Timeout, "double")
		}
	}
	p := b.connect(1, b.answer(public+"/channels/twilio/voice", call(1)))
	if f, err := p.next(); err != nil || f["token"] != "One moment, please." || f["last"] == true {
		t.Fatalf("first %v, %v", f, err)
	}
	close(asked)
	if got := p.answer(); !strings.HasPrefix(got, " Hello") {
		t.Errorf("then %q", got)
	}
	if v := b.last(1); strings.Contains(v.Spoken.Reveal(), "moment") {
		t.Errorf("a filler is part of the reply: %q", v.Spoken.Reveal())
	}
	slow := newBench(t, func(c *twilio.Config) { // its silence is long before its patience is at an end
		c.Limits.Setup, c.Limits.Silence, c.Desk.Clock = 3*time.Second, time.Hour, hasty{}
	})
	slow.Shoppers.Before = func(ctx context.Context) error {
		<-ctx.Done()
		return evercart.Wrap(ctx.Err(), evercart.Timeout, "double")
	}
	p = slow.connect(2, slow.answer(public+"/channels/twilio/voice", call(2)))
	if got := p.answer(); !strings.HasPrefix(got, "One moment, please.") || !strings.HasSuffix(got, "nothing was changed. Please try again in a moment.") {
		t.Errorf("%q", got)
	}
	if end := p.until("end"); !strings.Contains(end["handoffData"].(string), "failed") {
		t.Errorf("%v", end)
	}
}

// Behind a proxy that serves us below a path, and takes that off, the addresses are those of the world.
func TestBelowAPath(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *twilio.Config) { c.Public = public + "/evercart/" })
	voice := public + "/evercart/channels/twilio/voice"
	form := call(1)
	if status, _ := b.send(public+"/channels/twilio/voice", form, sign(token, public+"/channels/twilio/voice", form)); status != 499 {
		t.Errorf("another address is taken: %d", status)
	}
	status, body := b.send(public+"/channels/twilio/voice", form, sign(token, voice, form))
	if status != 200 || !strings.Contains(body, `url="wss://shop.example.com/evercart/channels/twilio/relay"`) ||
		!strings.Contains(body, `action="https://shop.example.com/evercart/channels/twilio/action?`) {
		t.Errorf("%d %s", status, body)
	}
	conn, status, err := b.dial(sign(token, "wss://shop.example.com/evercart/channels/twilio/relay", nil))
	if err != nil {
		t.Fatal(status, err)
	}
	_ = conn.CloseNow()
}

func TestConfig(t *testing.T) {
	t.Parallel()
	good := twilio.Config{Desk: channel.Desk{Conversation: channeltest.New(t).Desk.Conversation, Shoppers: &channeltest.Shoppers{}}, Account: account, Tokens: []string{token}, Public: public}
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
