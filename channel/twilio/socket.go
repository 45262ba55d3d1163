package twilio

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/internal/mishap"
)

// call is one connection of a call. The reader (the handler's own goroutine) takes frames in their order, the speaker answers
// words one after another, the writer sends, the watch looks for silence.
type call struct {
	c      *Channel
	conn   *websocket.Conn
	ctx    context.Context
	cancel context.CancelFunc
	log    *slog.Logger
	line   *channel.Line
	style  Style
	sid    string // of the call; "" until it is known
	how    string // beginning, again, notTaken
	who    channel.Who

	out   chan []byte    // to the writer; full = the other side does not read; nil = close
	says  chan utterance // to the speaker
	drain chan struct{}  // closed when the server leaves
	once  sync.Once      // of drain
	over  chan struct{}  // closed when all of it is recorded
	wg    sync.WaitGroup

	mu     sync.Mutex // guards all below
	active time.Time  // when somebody last spoke
	asked  bool       // whether he is still there
	words  int        // of the caller's, so far: whoever waits for silence sees that it was broken
	keys   keypad
	lang   string // of the words last said; "" = the shop's
	ended  bool   // the end was sent
}

// utterance is what waits for the speaker.
type utterance struct {
	words    evercart.Personal
	lang     string
	at       int // how many words of the caller's these are: call.words
	goodbye  bool
	greeting bool
}

// relay serves the socket. What is wrong before the upgrade is an answer with a status: the caller then hears busy.
func (c *Channel) relay(w http.ResponseWriter, r *http.Request) error {
	if err := c.signed(r, Signed{URL: c.socket + address(r)}); err != nil {
		return err
	}
	s := &call{c: c, log: c.log, style: c.style(), out: make(chan []byte, c.Limits.Outgoing), says: make(chan utterance, c.Limits.Queue),
		drain: make(chan struct{}), over: make(chan struct{}), active: c.desk.Clock.Now()}
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(r.Context()))
	defer s.cancel()
	if err := c.enter(s); err != nil {
		return err
	}
	defer c.exit(s)
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return nil //nolint:nilerr // Accept has answered
	}
	s.conn = conn
	conn.SetReadLimit(maxFrame)
	defer func() { _ = conn.CloseNow() }()
	if err := s.setUp(); err != nil {
		c.log.Warn("twilio: a connection is refused", slog.String("service", "twilio"), slog.String("code", string(evercart.CodeOf(err))), slog.String("why", evercart.AsError(err).Message))
		_ = conn.Close(websocket.StatusPolicyViolation, "refused")
		return nil
	}
	s.serve()
	return nil
}

// recorded is how long a webhook that opened a socket opens no other one.
const recorded = 90 * 24 * time.Hour

// setUp takes the first frame: whose call it is.
func (s *call) setUp() error {
	ctx, cancel := context.WithTimeout(s.ctx, s.c.Limits.Setup)
	defer cancel()
	_, b, err := s.conn.Read(ctx)
	if err != nil {
		return evercart.Wrap(err, evercart.Timeout, "twilio.setUp")
	}
	f, err := readFrame(b)
	if err != nil {
		return err
	}
	if f.Type != "setup" || !callSID.MatchString(string(f.Call)) {
		return evercart.Errorf(evercart.Invalid, "twilio", "the first frame is the setup of a call")
	}
	if string(f.Account) != s.c.Account {
		return s.c.refuse("another account's call")
	}
	pass := f.Params["pass"]
	by, from := f.Params["by"], f.Params["from"]
	s.how = f.Params["how"]
	if err := s.c.pass.Check(pass, s.c.Account, string(f.Call), by, s.how, from); err != nil {
		s.c.counts.refused.Add(1)
		return err
	}
	number := person(string(f.Way), string(f.From), string(f.To))
	if by != byCall && !channel.AnyEqual([]byte(by), []byte(s.c.byNumber(number))) {
		return s.c.refuse("the pass is another caller's")
	}
	s.sid = string(f.Call)
	sys := evercart.As(ctx, evercart.Caller{Shop: s.c.desk.Shop().ID, Role: evercart.RoleSystem})
	if !s.c.used.Use(sys, pass, s.c.Limits.Pass+s.c.pass.Leeway) {
		return s.c.refuse("the pass was used")
	}
	if !s.c.begun.Use(sys, "twilio "+from, recorded) {
		return s.c.refuse("the webhook was answered before")
	}
	s.log = s.c.log.With(slog.String("service", "twilio"), slog.String("call", s.sid))
	s.c.replace(s)
	s.who = channel.ByCall(Name, s.sid)
	if by != byCall {
		s.who, _ = channel.ByPhone(number)
	}
	return nil
}

// join finds the caller's session. A caller who waits for it is asked for patience, not for ever; one for whom there is none hears so.
func (s *call) join() {
	ctx, cancel := context.WithTimeout(s.ctx, s.c.Limits.Setup)
	defer cancel()
	line, err := s.c.desk.Join(ctx, channel.Arrival{Who: s.who, Channel: Name, Tells: true, Hold: s.ear(utterance{})})
	if err != nil {
		s.log.Error("twilio: the conversation cannot begin", slog.String("code", string(evercart.CodeOf(err))), slog.Any("error", err))
		s.apologise(err)
		return
	}
	s.line = line
	s.log.Info("twilio: connected", slog.String("session", string(s.line.Session())), slog.String("how", s.how))
}

// apologise tells a caller for whom nothing can be done so, and ends the connection.
func (s *call) apologise(err error) {
	s.send(textFrame{Type: "text", Token: s.c.desk.Sorry("", err), Last: true})
	s.finish(endFailed, "")
}

// serve runs the connection to its end.
func (s *call) serve() {
	s.c.counts.calls.Add(1)
	if s.how == again {
		s.c.counts.resumed.Add(1)
	}
	s.goes(s.write)
	s.join()
	if s.line != nil {
		s.goes(s.speak)
	} else {
		s.goes(s.mute)
	}
	s.goes(s.watch)
	s.read()
	s.cancel()
	s.wg.Wait()
	if s.line == nil {
		return
	}
	// The turn that ran has ended; what was not played is now recorded as not heard.
	s.line.Leave(context.WithoutCancel(s.ctx))
	s.log.Info("twilio: disconnected", slog.String("session", string(s.line.Session())))
}

// goes begins one of the call's goroutines; where it panics the connection ends, and the shop's own line takes the call.
func (s *call) goes(f func()) {
	s.wg.Go(func() {
		defer mishap.Catch(s.log, "twilio", s.cancel)
		f()
	})
}

// leave ends the connection once the turn that runs is answered.
func (s *call) leave() { s.once.Do(func() { close(s.drain) }) }

// read takes frames until the connection ends.
func (s *call) read() {
	for {
		kind, b, err := s.conn.Read(s.ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText || !utf8.Valid(b) {
			continue
		}
		f, err := readFrame(b)
		if err != nil {
			s.log.Warn("twilio: a frame that cannot be read", slog.Int("bytes", len(b)))
			continue
		}
		s.take(f)
	}
}

// write sends frames.
func (s *call) write() {
	for {
		select {
		case b := <-s.out:
			if b == nil {
				_ = s.conn.Close(websocket.StatusGoingAway, "the server is going away")
				s.cancel()
				return
			}
			ctx, cancel := context.WithTimeout(s.ctx, s.c.Limits.Write)
			err := s.conn.Write(ctx, websocket.MessageText, b)
			cancel()
			if err != nil {
				s.cancel()
				return
			}
		case <-s.ctx.Done():
			return
		}
	}
}

// send queues a frame. A side that does not read is dropped, never waited for.
func (s *call) send(v any) {
	b, err := json.Marshal(v)
	if err != nil { // strings and flags: cannot fail
		return
	}
	s.queue(b)
}

func (s *call) queue(b []byte) {
	select {
	case s.out <- b:
	default:
		s.log.Warn("twilio: frames are not read fast enough")
		s.cancel()
	}
}
