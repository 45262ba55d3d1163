package twilio_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel/twilio"
	"github.com/evercart/evercart/channeltest"
)

const (
	token   = "a-token-of-thirty-two-characters"
	account = "AC0000000000000000000000000000000a"
	public  = "https://shop.example.com"
)

func callSID(n int) string { return fmt.Sprintf("CA%032x", n) }

// sign signs as the platform does, written apart from what is tested.
func sign(token, address string, form url.Values) string {
	m := hmac.New(sha1.New, []byte(token))
	_, _ = io.WriteString(m, address)
	var names []string
	for n := range form {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		_, _ = io.WriteString(m, n+form.Get(n))
	}
	return base64.StdEncoding.EncodeToString(m.Sum(nil))
}

type bench struct {
	*channeltest.Bench
	t      *testing.T
	ch     *twilio.Channel
	server *httptest.Server
}

func newBench(t *testing.T, change ...func(*twilio.Config)) *bench {
	t.Helper()
	return onBench(t, channeltest.New(t), change...)
}

func onBench(t *testing.T, on *channeltest.Bench, change ...func(*twilio.Config)) *bench {
	t.Helper()
	b := &bench{t: t, Bench: on}
	c := twilio.Config{Desk: b.Desk, Account: account, Tokens: []string{token}, Public: public, Limits: twilio.Limits{Keys: 20 * time.Millisecond, Linger: 10 * time.Millisecond}}
	for _, f := range change {
		f(&c)
	}
	var err error
	if b.ch, err = twilio.New(c); err != nil {
		t.Fatal(err)
	}
	b.server = b.Serve(b.ch)
	return b
}

// twiml is an answer, as far as tests look into it.
type twiml struct {
	XMLName xml.Name  `xml:"Response"`
	Say     []string  `xml:"Say"`
	Hangup  *struct{} `xml:"Hangup"`
	Dial    *struct {
		Action string `xml:"action,attr"`
		Number string `xml:"Number"`
	} `xml:"Dial"`
	Connect *struct {
		Action string `xml:"action,attr"`
		Relay  struct {
			Attrs     []xml.Attr `xml:",any,attr"`
			Languages []struct {
				Code string `xml:"code,attr"`
			} `xml:"Language"`
			Params []struct {
				Name  string `xml:"name,attr"`
				Value string `xml:"value,attr"`
			} `xml:"Parameter"`
		} `xml:"ConversationRelay"`
	} `xml:"Connect"`
}

func (a twiml) attr(name string) string {
	for _, at := range a.Connect.Relay.Attrs {
		if at.Name.Local == name {
			return at.Value
		}
	}
	return ""
}

func (a twiml) params() map[string]string {
	out := map[string]string{}
	for _, p := range a.Connect.Relay.Params {
		out[p.Name] = p.Value
	}
	return out
}

var sessions atomic.Int64

func call(n int, more ...string) url.Values {
	f := url.Values{"AccountSid": {account}, "CallSid": {callSID(n)}, "From": {fmt.Sprintf("+1555010%04d", n)}, "To": {"+15550109999"}, "CallStatus": {"ringing"},
		"Direction": {"inbound"}, "FromCity": {""}}
	for i := 0; i+1 < len(more); i += 2 {
		f.Set(more[i], more[i+1])
	}
	if slices.Contains(more, "SessionStatus") || slices.Contains(more, "DialCallStatus") { // each ended session, and each dialed call, has a name of its own
		f.Set("SessionId", fmt.Sprintf("VX%032x", sessions.Add(1)))
	}
	return f
}

// post sends a form as the platform does; address is the whole of it, as our answers name it.
func (b *bench) post(address string, form url.Values) (int, string) {
	b.t.Helper()
	return b.send(address, form, sign(token, address, form))
}

func (b *bench) send(address string, form url.Values, signature string) (int, string) {
	b.t.Helper()
	r, err := http.NewRequest(http.MethodPost, b.server.URL+strings.TrimPrefix(address, public), strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Twilio-Signature", signature)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

func (b *bench) answer(address string, form url.Values) twiml {
	b.t.Helper()
	status, body := b.post(address, form)
	var a twiml
	if err := xml.Unmarshal([]byte(body), &a); status != 200 || err != nil {
		b.t.Fatalf("%d, %v: %s", status, err, body)
	}
	return a
}

// phone is the platform's end of one connection.
type phone struct {
	b    *bench
	conn *websocket.Conn
	got  chan map[string]any
}

func (b *bench) dial(signature string) (*websocket.Conn, int, error) {
	h := http.Header{"X-Twilio-Signature": {signature}}
	conn, res, err := websocket.Dial(b.t.Context(), "ws"+strings.TrimPrefix(b.server.URL, "http")+"/channels/twilio/relay", &websocket.DialOptions{HTTPHeader: h})
	status := 0
	if res != nil {
		status = res.StatusCode
	}
	return conn, status, err
}

// connect opens the socket that an answer asks for.
func (b *bench) connect(n int, a twiml) *phone {
	b.t.Helper()
	if a.Connect == nil || a.attr("url") != "wss://shop.example.com/channels/twilio/relay" {
		b.t.Fatalf("%+v", a)
	}
	conn, status, err := b.dial(sign(token, a.attr("url"), nil))
	if err != nil {
		b.t.Fatal(status, err)
	}
	p := &phone{b: b, conn: conn, got: make(chan map[string]any, 1000)}
	go p.read()
	p.say("setup", "sessionId", fmt.Sprintf("VX%032x", n), "callSid", callSID(n), "accountSid", account, "from", call(n).Get("From"), "to", "+15550109999",
		"direction", "inbound", "customParameters", a.params())
	return p
}

func (p *phone) read() {
	defer close(p.got)
	for {
		_, raw, err := p.conn.Read(context.Background())
		if err != nil {
			return
		}
		var m map[string]any
		if json.Unmarshal(raw, &m) == nil {
			p.got <- m
		}
	}
}

func (p *phone) say(kind string, fields ...any) {
	p.b.t.Helper()
	m := map[string]any{"type": kind}
	for i := 0; i+1 < len(fields); i += 2 {
		m[fields[i].(string)] = fields[i+1]
	}
	raw, _ := json.Marshal(m)
	if err := p.conn.Write(p.b.t.Context(), websocket.MessageText, raw); err != nil {
		p.b.t.Fatal(err)
	}
}

func (p *phone) prompt(words string) {
	p.b.t.Helper()
	p.say("prompt", "voicePrompt", words, "lang", "en-US", "last", true)
}
func (p *phone) played(words string) {
	p.b.t.Helper()
	p.say("info", "name", "tokensPlayed", "value", words)
}

var errNothing = errors.New("nothing came")

// next waits for the next frame; the connection's end is nil.
func (p *phone) next() (map[string]any, error) {
	select {
	case m := <-p.got:
		return m, nil
	case <-time.After(time.Minute):
		return nil, errNothing
	}
}

// answer reads text frames to the end of a talk cycle, and gives the tokens joined as the platform joins them.
func (p *phone) answer() string {
	p.b.t.Helper()
	var said strings.Builder
	for {
		m, err := p.next()
		if err != nil || m == nil {
			p.b.t.Fatalf("%v after %q", err, said.String())
		}
		if m["type"] != "text" {
			p.b.t.Fatalf("%v", m)
		}
		said.WriteString(m["token"].(string))
		if m["last"] == true {
			return said.String()
		}
	}
}

// until reads frames until one of a kind comes.
func (p *phone) until(kind string) map[string]any {
	p.b.t.Helper()
	for {
		m, err := p.next()
		if err != nil || m == nil {
			p.b.t.Fatalf("no %s: %v", kind, err)
		}
		if m["type"] == kind {
			return m
		}
	}
}

// last is the newest turn of the caller's session.
func (b *bench) last(n int) evercart.TurnView {
	b.t.Helper()
	turns := b.turns(n)
	return turns[len(turns)-1]
}

func (b *bench) turns(n int) []evercart.TurnView {
	b.t.Helper()
	ctx := evercart.As(context.Background(), evercart.Caller{Shop: "default", Role: evercart.RoleSystem})
	who, err := b.Store.Lookup(ctx, "phone", evercart.Private(call(n).Get("From")))
	if err != nil {
		b.t.Fatal(err)
	}
	return b.Turns(who.Open)
}

// eventually polls until want is nil, and tells the last reason.
func (b *bench) eventually(want func() error) {
	b.t.Helper()
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if err = want(); err == nil {
			return
		}
	}
	b.t.Fatal(err)
}
