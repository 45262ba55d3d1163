// Package twilio is the telephone over Twilio ConversationRelay: Twilio hears and speaks, and talks to us in text over a socket
// of its own making, which its webhooks announce. Every request is signed, and a socket needs a pass that the webhook gave.
package twilio

import (
	"context"
	"crypto/sha256"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
)

// Name is the channel as events name it.
const Name = "twilio"

// Config is what the channel stands on. Desk, Account, Tokens and Public are needed.
type Config struct {
	Desk    channel.Desk
	Account string       // the one AccountSid whose calls are answered
	Tokens  []string     // its auth token; then those that are being replaced
	Public  string       // https://shop.example.com: how Twilio reaches this server, as configured there
	Style   func() Style // asked at each call; nil = as Twilio does it, in the shop's language
	Callers string       // whom a number is believed: CallersAny (default), CallersAttested, CallersNobody
	Limits  Limits
}

// Whose numbers lead to the shopper of earlier calls. A number can be forged; its network may attest it.
const (
	CallersAny      = "any"      // as it is shown
	CallersAttested = "attested" // where the network says that it is the caller's own
	CallersNobody   = "nobody"   // every call is a new guest's
)

// Limits bound what comes from outside. Zero means the default.
type Limits struct {
	Calls    int           // connected at once; 1,000
	Queue    int           // words of one call that wait; 8
	Outgoing int           // frames that wait to be sent; 256
	Setup    time.Duration // until a connection says what call it is, then until its conversation begins; 10 s
	Pass     time.Duration // how long a webhook's pass is good; 1 min
	Keys     time.Duration // after the last key; 2 s
	Silence  time.Duration // before the caller is asked whether he is still there; 60 s. After another half of it the call ends
	Linger   time.Duration // after a goodbye, before we hang up; 3 s
	Write    time.Duration // of one frame; 10 s
	Tries    int           // connections one after another that fail at once; 3
}

func (l Limits) filled() Limits {
	for p, n := range map[*int]int{&l.Calls: 1000, &l.Queue: 8, &l.Outgoing: 256, &l.Tries: 3} {
		if *p <= 0 {
			*p = n
		}
	}
	for p, d := range map[*time.Duration]time.Duration{&l.Setup: 10 * time.Second, &l.Pass: time.Minute, &l.Keys: 2 * time.Second,
		&l.Silence: time.Minute, &l.Linger: 3 * time.Second, &l.Write: 10 * time.Second} {
		if *p <= 0 {
			*p = d
		}
	}
	return l
}

// Channel answers calls.
type Channel struct {
	Config
	desk   channel.Desk
	public string // without a slash at its end
	socket string // the same as wss://
	pass   channel.Ticket
	used   *channel.Once // passes
	begun  *channel.Once // webhooks whose pass opened a socket
	log    *slog.Logger

	// mu guards the open calls, and whether new ones may come.
	mu      sync.Mutex
	calls   map[*call]struct{}
	bySID   map[string]*call // the newest connection of each call
	leaving bool
	open    sync.WaitGroup

	counts struct{ calls, resumed, turns, interrupted, transferred, refused atomic.Int64 }
}

var accountSID = regexp.MustCompile(`^AC[0-9a-f]{32}$`)

// New makes the channel. Invalid.
func New(c Config) (*Channel, error) {
	bad := func(why string) error { return evercart.Errorf(evercart.Invalid, "twilio.New", "%s", why) }
	desk, err := c.Desk.Filled()
	if err != nil {
		return nil, err
	}
	if !accountSID.MatchString(c.Account) {
		return nil, bad("the account is the AccountSid, AC and 32 hexadecimal digits")
	}
	if len(c.Tokens) == 0 || c.Tokens[0] == "" {
		return nil, bad("the auth token is missing")
	}
	u, err := url.Parse(c.Public)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, bad("the public address is https://HOST[/PATH]")
	}
	switch c.Callers {
	case "":
		c.Callers = CallersAny
	case CallersAny, CallersAttested, CallersNobody:
	default:
		return nil, bad("callers are any, attested or nobody")
	}
	if c.Style == nil {
		c.Style = func() Style { return Style{} }
	}
	c.Limits = c.Limits.filled()
	ch := &Channel{Config: c, desk: desk, public: strings.TrimRight(c.Public, "/"), log: desk.Log, calls: map[*call]struct{}{}, bySID: map[string]*call{},
		used: &channel.Once{Clock: desk.Clock, Shared: desk.Marks}, begun: &channel.Once{Clock: desk.Clock, Shared: desk.Marks}}
	ch.socket = "ws" + strings.TrimPrefix(ch.public, "http")
	// The pass is for the next seconds alone, so that a key made of the token serves: every node has it, and it is never sent.
	key := channel.MAC(sha256.New, []byte(c.Tokens[0]), []byte("evercart relay pass"))
	ch.pass = channel.Ticket{Key: key, Clock: desk.Clock, Lasts: c.Limits.Pass, Leeway: 5 * time.Second}
	return ch, nil
}

// The paths, below the server's root.
const (
	pathVoice  = "/channels/twilio/voice"
	pathRelay  = "/channels/twilio/relay"
	pathAction = "/channels/twilio/action"
	pathDialed = "/channels/twilio/dialed"
)

// Routes are what the server serves for it.
func (c *Channel) Routes() []channel.Route {
	return []channel.Route{
		{Method: "POST", Path: pathVoice, Form: true, Kind: "text/xml", Serve: c.voice, About: "Twilio: a call comes in; answered with TwiML that connects it"},
		{Method: "POST", Path: pathAction, Form: true, Kind: "text/xml", Serve: c.action, About: "Twilio: a connection has ended; the call is connected again, put through or ended"},
		{Method: "POST", Path: pathDialed, Form: true, Kind: "text/xml", Serve: c.dialed, About: "Twilio: a call that was put through has ended"},
		{Method: "GET", Path: pathRelay, Serve: c.relay, About: "Twilio ConversationRelay's socket"},
	}
}

// Stats counts.
func (c *Channel) Stats() channel.Stats {
	c.mu.Lock()
	live := len(c.calls)
	c.mu.Unlock()
	n := &c.counts
	return channel.Stats{Live: int64(live), Calls: n.calls.Load(), Resumed: n.resumed.Load(), Turns: n.turns.Load(),
		Interrupted: n.interrupted.Load(), Transferred: n.transferred.Load(), Refused: n.refused.Load()}
}

// Stop takes no more calls, lets running turns be answered, then ends every connection: Twilio asks its webhook what to do, and
// goes on with another node, or with this one once it is back. It blocks until nothing is open; when ctx ends, connections are cut.
func (c *Channel) Stop(ctx context.Context) error {
	c.mu.Lock()
	c.leaving = true
	for s := range c.calls {
		s.leave()
	}
	c.mu.Unlock()
	done := make(chan struct{})
	go func() { c.open.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	c.mu.Lock()
	for s := range c.calls {
		s.cancel()
	}
	c.mu.Unlock()
	<-done
	return evercart.Wrap(ctx.Err(), evercart.CodeOf(ctx.Err()), "twilio.Stop")
}

// enter counts a connection in. Unavailable, Busy.
func (c *Channel) enter(s *call) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.room(); err != nil {
		return err
	}
	c.calls[s] = struct{}{}
	c.open.Add(1)
	return nil
}

// room says whether one more call may come. mu is held.
func (c *Channel) room() error {
	switch {
	case c.leaving:
		return &evercart.Error{Code: evercart.Unavailable, Op: "twilio", Message: "the server is going away", RetryAfter: time.Second}
	case len(c.calls) >= c.Limits.Calls:
		return &evercart.Error{Code: evercart.Busy, Op: "twilio", Message: "too many calls at once", RetryAfter: time.Second}
	}
	return nil
}

func (c *Channel) exit(s *call) {
	c.mu.Lock()
	delete(c.calls, s)
	if c.bySID[s.sid] == s {
		delete(c.bySID, s.sid)
	}
	c.mu.Unlock()
	close(s.over)
	c.open.Done()
}

// replace makes a connection the one of its call. An older one is ended, and has a moment to record what was heard on it.
func (c *Channel) replace(s *call) {
	c.mu.Lock()
	older := c.bySID[s.sid]
	c.bySID[s.sid] = s
	c.mu.Unlock()
	if older == nil {
		return
	}
	older.cancel()
	moment, cancel := context.WithTimeout(s.ctx, time.Second)
	defer cancel()
	select {
	case <-older.over:
	case <-moment.Done():
	}
}

// style is how a call sounds now; its language is the shop's where it says none.
func (c *Channel) style() Style {
	s := c.Style()
	if s.Language.Code == "" {
		s.Language.Code = c.desk.Shop().Locale
	}
	return s
}
