package test

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
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// The telephone as these tests configure it.
const (
	phoneAccount = "AC0000000000000000000000000000000a"
	phoneToken   = "a-token-of-thirty-two-characters"
	phonePublic  = "https://shop.example.com"
)

func withPhone(c config) config {
	c.env = append(c.env, "EVERCART_TWILIO_ACCOUNT="+phoneAccount, "TWILIO_AUTH_TOKEN="+phoneToken, "EVERCART_PUBLIC_URL="+phonePublic)
	return c
}

// phoneSign signs as Twilio does.
func phoneSign(address string, form url.Values) string {
	m := hmac.New(sha1.New, []byte(phoneToken))
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

// phone is Twilio and a caller: it posts the webhooks, opens the socket that the answer asks for, plays what it is sent clause by
// clause, and tells what it played.
type phone struct {
	t      *testing.T
	s      *server
	sid    string // of the call
	from   string
	action string // where to go when a connection has ended
	relay  int    // connections so far
	conn   *websocket.Conn
	got    chan phoneFrame
	held   []string // clauses that were sent and not played
}

type phoneFrame struct {
	Type    string `json:"type"`
	Token   string `json:"token"`
	Last    bool   `json:"last"`
	HandOff string `json:"handoffData"`
}

type phoneAnswer struct {
	XMLName xml.Name  `xml:"Response"`
	Hangup  *struct{} `xml:"Hangup"`
	Dial    struct {
		Action string `xml:"action,attr"`
		Number string `xml:"Number"`
	} `xml:"Dial"`
	Connect struct {
		Action string `xml:"action,attr"`
		Relay  struct {
			URL    string `xml:"url,attr"`
			Hints  string `xml:"hints,attr"`
			Params []struct {
				Name  string `xml:"name,attr"`
				Value string `xml:"value,attr"`
			} `xml:"Parameter"`
		} `xml:"ConversationRelay"`
	} `xml:"Connect"`
}

// ring begins a call; the greeting is heard to its end.
func (s *server) ring(t *testing.T, from string) (p *phone, greeting string) {
	t.Helper()
	p = &phone{t: t, s: s, sid: "CA" + strings.ReplaceAll(uuid(), "-", ""), from: from}
	p.connect(p.post(phonePublic+"/channels/twilio/voice", "CallStatus", "ringing"))
	return p, p.listen()
}

// post sends one of Twilio's webhooks.
func (p *phone) post(address string, fields ...string) phoneAnswer {
	p.t.Helper()
	form := url.Values{"AccountSid": {phoneAccount}, "CallSid": {p.sid}, "From": {p.from}, "To": {"+15550109999"}, "Direction": {"inbound"}, "FromCity": {""}}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	if form.Has("SessionStatus") || form.Has("DialCallStatus") { // each ended session, and each dialed call, has a name of its own
		form.Set("SessionId", "VX"+strings.ReplaceAll(uuid(), "-", ""))
	}
	r, err := http.NewRequest(http.MethodPost, p.s.url+strings.TrimPrefix(address, phonePublic), strings.NewReader(form.Encode()))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Host = "shop.example.com"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Twilio-Signature", phoneSign(address, form))
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 {
		p.t.Fatalf("%s: %d %s %v", address, res.StatusCode, body, err)
	}
	var a phoneAnswer
	if err := xml.Unmarshal(body, &a); err != nil {
		p.t.Fatalf("%v: %s", err, body)
	}
	return a
}

// connect opens the socket.
func (p *phone) connect(a phoneAnswer) {
	p.t.Helper()
	to := a.Connect.Relay.URL
	if !strings.HasPrefix(to, "wss://shop.example.com/") {
		p.t.Fatalf("connected to %q: %+v", to, a)
	}
	path := strings.TrimPrefix(to, "wss://shop.example.com")
	conn, _, err := websocket.Dial(p.t.Context(), "ws"+strings.TrimPrefix(p.s.url, "http")+path,
		&websocket.DialOptions{Host: "shop.example.com", HTTPHeader: http.Header{"X-Twilio-Signature": {phoneSign(to, nil)}}})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = conn.CloseNow() })
	p.action, p.conn, p.held, p.got = a.Connect.Action, conn, nil, make(chan phoneFrame, 1000)
	p.relay++
	go func(conn *websocket.Conn, got chan phoneFrame) {
		defer close(got)
		for {
			_, b, err := conn.Read(context.Background())
			if err != nil {
				return
			}
			var f phoneFrame
			if json.Unmarshal(b, &f) == nil {
				got <- f
			}
		}
	}(conn, p.got)
	params := map[string]string{}
	for _, x := range a.Connect.Relay.Params {
		params[x.Name] = x.Value
	}
	p.send(map[string]any{"type": "setup", "sessionId": fmt.Sprintf("VX%032x", p.relay), "callSid": p.sid, "accountSid": phoneAccount, "from": p.from,
		"to": "+15550109999", "direction": "inbound", "callType": "PSTN", "customParameters": params})
}

func (p *phone) send(v map[string]any) {
	p.t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.conn.Write(p.t.Context(), websocket.MessageText, b); err != nil {
		p.t.Fatal(err)
	}
}

// say speaks; what is being played is not cut by that alone.
func (p *phone) say(words string) {
	p.t.Helper()
	p.send(map[string]any{"type": "prompt", "voicePrompt": words, "lang": "en-US", "last": true})
}

var errQuiet = errors.New("nothing more was sent")

func (p *phone) next() (phoneFrame, error) {
	select {
	case f, ok := <-p.got:
		if !ok {
			return f, io.EOF
		}
		return f, nil
	case <-time.After(time.Minute):
		return phoneFrame{}, errQuiet
	}
}

// wait takes one talk cycle without playing it, and gives its words. What breaks a silence before them is none of them.
func (p *phone) wait() string {
	p.t.Helper()
	var (
		said   strings.Builder
		filled bool
	)
	for {
		f, err := p.next()
		if err != nil || f.Type != "text" {
			p.t.Fatalf("%+v %v after %q", f, err, said.String())
		}
		if isFiller(f.Token) { // a slow machine's; it is heard at once
			p.send(map[string]any{"type": "info", "name": "tokensPlayed", "value": f.Token})
			filled = true
		} else {
			said.WriteString(f.Token)
		}
		if f.Last {
			words := said.String()
			if filled {
				words = strings.TrimPrefix(words, " ")
			}
			p.held = clauses(words)
			return words
		}
	}
}

// isFiller says that a token asks for patience, and is no part of a reply.
func isFiller(token string) bool {
	token = strings.TrimSpace(token)
	return strings.HasPrefix(token, "I'm still ") ||
		slices.Contains([]string{"One moment, please.", "Just a second.", "Still on it, thanks for waiting.", "Nearly there."}, token)
}

// clauses are what the voice plays at a time.
func clauses(text string) []string {
	return strings.FieldsFunc(strings.NewReplacer(". ", ".\n ", ": ", ":\n ", ", ", ",\n ", "? ", "?\n ").Replace(text), func(r rune) bool { return r == '\n' })
}

// play plays so many clauses.
func (p *phone) play(n int) (played string) {
	p.t.Helper()
	for _, c := range p.held[:n] {
		p.send(map[string]any{"type": "info", "name": "tokensPlayed", "value": c})
		played += c
	}
	p.held = p.held[n:]
	return played
}

// listen hears one talk cycle to its end.
func (p *phone) listen() string {
	p.t.Helper()
	said := p.wait()
	p.play(len(p.held))
	return said
}

// ask says words and hears the answer to its end.
func (p *phone) ask(words string) string {
	p.t.Helper()
	p.say(words)
	return p.listen()
}

// cut speaks over the clause that is being played, of which so many words were heard; it gives all that was heard.
func (p *phone) cut(whole, words int) string {
	p.t.Helper()
	played := p.play(whole)
	fragment := strings.Join(strings.Fields(p.held[0])[:words], " ")
	p.send(map[string]any{"type": "info", "name": "clientSpeaking", "value": "on"})
	p.send(map[string]any{"type": "info", "name": "tokensPlayed", "value": fragment})
	p.send(map[string]any{"type": "interrupt", "utteranceUntilInterrupt": fragment, "durationUntilInterruptMs": 684})
	p.held = nil
	return strings.TrimSpace(played + " " + fragment)
}

// drop loses the connection; Twilio asks what to do and connects again.
func (p *phone) drop() {
	p.t.Helper()
	if err := p.conn.Ping(p.t.Context()); err != nil { // all that was sent is read
		p.t.Fatal(err)
	}
	_ = p.conn.CloseNow()
}

func (p *phone) again() string {
	p.t.Helper()
	p.connect(p.post(p.action, "CallStatus", "in-progress", "SessionStatus", "failed", "SessionDuration", "30", "ErrorCode", "64105", "ErrorMessage", "Websocket ended"))
	return p.listen()
}

// hangUp ends the call.
func (p *phone) hangUp() {
	p.t.Helper()
	_ = p.conn.Close(websocket.StatusNormalClosure, "Closing websocket session")
	if a := p.post(p.action, "CallStatus", "completed", "SessionStatus", "completed", "SessionDuration", "34"); a.Connect.Action != "" || a.Dial.Number != "" {
		p.t.Errorf("after the end %+v", a)
	}
}

// only is the one session of a server.
func (s *server) only() string {
	s.t.Helper()
	var v struct {
		Sessions []struct {
			ID string `json:"session_id"`
		} `json:"sessions"`
	}
	if code := s.call("GET", "/v1/sessions", nil, &v); code != 200 || len(v.Sessions) != 1 {
		s.t.Fatalf("sessions: %d %+v", code, v.Sessions)
	}
	return v.Sessions[0].ID
}
