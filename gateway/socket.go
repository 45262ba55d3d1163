package gateway

import (
	"context"
	"io"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
	"github.com/evercart/evercart/wire"
)

const socketRoute = "GET /ws/{session_id}"

// socket is one connection. Five goroutines serve it: the reader (the handler's own), the writer, the speaker, which takes the
// turns one after another, the follower, which tells what changed elsewhere, and one that pings.
type socket struct {
	g       *Gateway
	conn    *websocket.Conn
	line    *corked         // beneath conn
	ctx     context.Context //nolint:containedctx // the caller's, for as long as the socket lives
	cancel  context.CancelFunc
	acc     access
	asked   evercart.SessionID // as the path names it
	channel string
	locale  string

	out  chan []byte     // to the writer; full = a slow reader; nil = say farewell
	says chan wire.Frame // *wire.Say and *wire.Greet, to the speaker

	ending sync.Once
	over   chan struct{} // closed when the close handshake is done
	wg     sync.WaitGroup

	telling sync.Mutex // held from looking at the session to queueing what is told of it, so that nothing older follows

	mu       sync.Mutex                   // guards what the goroutines share
	session  evercart.SessionID           // where the conversation goes on; another after a sign-in
	joined   bool                         // session is there
	user     evercart.Personal            // whom it was joined as
	own      map[evercart.TurnID]struct{} // turns of this socket: their news is their reply
	coming   map[evercart.TurnID]int      // turns that were read and are not answered yet
	seq      evercart.Seq                 // what the client knows
	unfollow context.CancelFunc
	gone     bool // the socket is over
}

// maxOwn is how many own turns a socket remembers; older ones are long answered.
const maxOwn = 256

// connect serves GET /ws/{session_id}. What is wrong before the upgrade is a problem with a status.
func (g *Gateway) connect(c call) error {
	id, err := g.session(c)
	if err != nil {
		return err
	}
	if !g.ourOrigin(c.r) {
		return evercart.Errorf(evercart.Forbidden, "gateway", "pages of another origin may not open a socket")
	}
	s := &socket{
		g: g, acc: c.acc, asked: id, session: id, out: make(chan []byte, g.limits.Outgoing), says: make(chan wire.Frame, g.limits.Queue),
		over: make(chan struct{}), own: map[evercart.TurnID]struct{}{}, coming: map[evercart.TurnID]int{},
	}
	after, err := s.options(c)
	if err != nil {
		return err
	}
	s.ctx, s.cancel = context.WithCancel(c.r.Context())
	defer s.cancel()
	if s.ctx, err = g.as(s.ctx, c.acc); err != nil {
		return err
	}
	ready, err := s.arrive(after)
	if err != nil {
		return err
	}
	if err := g.enter(id); err != nil {
		return err
	}
	defer g.leave(id)
	// The origin was checked above, by the same rule, with an answer in the house's form.
	line := &corkable{ResponseWriter: c.w}
	s.conn, err = websocket.Accept(line, c.r, &websocket.AcceptOptions{InsecureSkipVerify: true, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return nil //nolint:nilerr // Accept has answered
	}
	s.line = line.conn
	s.conn.SetReadLimit(wire.MaxFrame)
	s.serve(ready)
	return nil
}

// options reads ?after=, ?channel= and ?locale=.
func (s *socket) options(c call) (evercart.Seq, error) {
	q := c.r.URL.Query()
	s.channel = "ws"
	switch ch := q.Get("channel"); ch {
	case "":
	case "ws", "page", "chat":
		s.channel = ch
	default:
		return 0, evercart.Errorf(evercart.Invalid, "gateway", "channel is ws, page or chat")
	}
	var err error
	if s.locale, err = wire.ParseLocale(q.Get("locale")); err != nil {
		return 0, err
	}
	return c.after("after")
}

// arrive gives the first frame. A bearer's session is begun here. For others it begins with the first words, which may name
// the shopper: until then a session that is not there is shown as empty.
func (s *socket) arrive(after evercart.Seq) (wire.Ready, error) {
	conv := s.g.cfg.Conversation
	var st evercart.State
	var err error
	if s.acc.rank == bearer {
		st, err = conv.Attach(s.ctx, evercart.Attach{Session: s.asked, Channel: s.channel, Locale: s.locale, Begin: true})
	} else {
		st, err = conv.View(s.ctx, s.asked)
	}
	if code := evercart.CodeOf(err); s.acc.rank != bearer && (code == evercart.NotFound || code == evercart.Gone) {
		empty := evercart.State{Session: s.asked, Cart: evercart.Cart{Currency: s.g.cfg.Shop.Currency}}
		return wire.Ready{Type: wire.TypeReady, Session: s.asked, State: wire.SessionOf(empty, nil), Shop: wire.ShopOf(s.g.cfg.Shop)}, nil
	}
	if err != nil {
		return wire.Ready{}, err
	}
	if st.Session != s.asked { // merged: after counts in the one that was asked for
		after = 0
	}
	turns, err := s.g.lastTurns(s.ctx, st, after)
	if err != nil {
		return wire.Ready{}, err
	}
	s.session, s.joined, s.seq = st.Session, s.acc.rank == bearer, st.Seq
	return wire.Ready{
		Type: wire.TypeReady, Session: st.Session, Seq: st.Seq, State: wire.SessionOf(st, turns), Shop: wire.ShopOf(s.g.cfg.Shop),
	}, nil
}

// serve runs the socket to its end.
func (s *socket) serve(ready wire.Ready) {
	g := s.g
	g.mu.Lock()
	g.sockets[s] = struct{}{}
	g.mu.Unlock()
	s.send(ready)
	if ready.Seq > 0 {
		s.follow(ready.Session, ready.Seq)
	} else {
		s.goes(s.awaitBegin)
	}
	s.goes(s.write)
	s.goes(s.speak)
	s.goes(s.ping)
	s.guarded(s.read)
	s.end(closeDone)
	s.cancel()
	s.mu.Lock()
	s.gone = true // nothing is begun any more
	s.mu.Unlock()
	s.wg.Wait()
	<-s.over
	g.mu.Lock()
	delete(g.sockets, s)
	g.mu.Unlock()
}

// goes begins one of the socket's goroutines.
func (s *socket) goes(f func()) { s.wg.Go(func() { s.guarded(f) }) }

// guarded ends the socket where f panics: what it did nobody does any more.
func (s *socket) guarded(f func()) {
	defer mishap.Catch(s.g.log, "socket", func() { s.end(closeFailed) })
	f()
}

// isThere says that the session was begun elsewhere since the first frame was made.
func (s *socket) isThere() bool {
	_, err := s.g.cfg.Conversation.View(s.ctx, s.asked)
	return err == nil
}

// awaitBegin follows the session once it was begun elsewhere, which it hears of or, where nobody tells, finds by looking; at this node, hasBegun
// tells, too.
func (s *socket) awaitBegin() {
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	var news <-chan struct{}
	if h, ok := s.g.cfg.Conversation.(evercart.Heralds); ok {
		news = h.Watch(ctx, s.asked)
	}
	look := time.NewTicker(lookForBegin)
	defer look.Stop()
	for s.waitsFor(s.asked) {
		if s.isThere() {
			s.follow(s.asked, 0)
			return
		}
		select {
		case <-news:
		case <-look.C:
		case <-ctx.Done():
			return
		}
	}
}

const lookForBegin = 2 * time.Second

// end closes the socket, once; the first reason counts. It does not block: the handshake waits for the other side.
func (s *socket) end(c closing) {
	s.ending.Do(func() {
		go func() {
			defer close(s.over)
			_ = s.conn.Close(c.code, c.reason) // at most 5 s; then the connection is gone in any case
			s.cancel()
		}()
	})
}

// read takes frames until the socket ends.
func (s *socket) read() {
	ctx := context.WithoutCancel(s.ctx) // a read whose context ends tears the connection down before a close frame can be sent
	slow := time.AfterFunc(time.Hour, func() { s.end(closeDripping) })
	slow.Stop() // people may be silent for as long as they like
	for {
		kind, r, err := s.conn.Reader(ctx)
		var b []byte
		if err == nil { // a message has begun: it may come in any number of frames, but not for ever
			slow.Reset(s.g.limits.FrameWait)
			b, err = io.ReadAll(r)
			slow.Stop()
		}
		switch {
		case err != nil:
			if websocket.CloseStatus(err) < 0 { // what came was no frame that a client may send, or nobody is there any more
				s.end(closeProtocol)
			}
			return
		case kind != websocket.MessageText:
			s.fail("", evercart.Errorf(evercart.Invalid, "gateway", "frames are text, not binary"))
		case !utf8.Valid(b):
			s.end(closeUTF8)
		default:
			s.frame(b)
		}
	}
}

// frame takes one frame. Whatever is wrong with it, the socket stays open.
func (s *socket) frame(b []byte) {
	f, turn, err := wire.ReadFrame(b)
	if err != nil {
		s.fail(turn, err)
		return
	}
	switch f := f.(type) {
	case *wire.Ping:
		s.send(wire.Pong{Type: wire.TypePong})
	case *wire.Partial: // a guess: what is meant comes as words
	case *wire.Say, *wire.Greet, *wire.Interrupt, *wire.Resume: // each costs the store something
		if err := s.g.rates.session(s.ctx, s.where()); err != nil {
			s.fail(turn, err)
			return
		}
		s.work(f, turn)
	}
}

func (s *socket) work(f wire.Frame, turn evercart.TurnID) {
	switch f := f.(type) {
	case *wire.Interrupt:
		// Read and done in order: what follows the interruption must not overtake it.
		i := evercart.Interruption{Session: s.where(), Turn: f.Turn, Heard: s.g.written(f.Heard)}
		err := s.speaksFor(f.User)
		if err == nil {
			err = s.interrupt(i)
		}
		switch evercart.CodeOf(err) {
		case "":
		case evercart.Invalid: // of what was heard: the turn has its reply
			s.fail("", err)
		default:
			s.fail(f.Turn, err)
		}
	case *wire.Resume:
		if err := s.resume(s.ctx, f.Seq); err != nil {
			s.fail("", err)
		}
	case *wire.Say, *wire.Greet:
		s.queue(f, turn)
	}
}

// speaksFor holds what is no turn to the shopper whom it names, as words are held.
func (s *socket) speaksFor(user evercart.Personal) error {
	user, err := s.g.named(s.ctx, s.acc, user)
	if err != nil {
		return err
	}
	return s.g.speaksIn(s.ctx, s.where(), user)
}

// interrupt ends a reply. Words that came before it on this socket may not have reached the agent yet: it waits for them, since they would be
// answered over it else.
func (s *socket) interrupt(i evercart.Interruption) error {
	for {
		coming := s.isComing(i.Turn)
		err := s.g.cfg.Conversation.Interrupt(s.ctx, i)
		if evercart.CodeOf(err) != evercart.NotFound || !coming || s.g.clock.Sleep(s.ctx, lookForTurn) != nil {
			return err
		}
	}
}

const lookForTurn = 5 * time.Millisecond

func (s *socket) isComing(id evercart.TurnID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.coming[id] > 0
}

// comes counts a turn that was read, or is answered.
func (s *socket) comes(id evercart.TurnID, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.coming[id] += n; s.coming[id] <= 0 {
		delete(s.coming, id)
	}
}

// queue hands words to the speaker. Busy when too many wait.
func (s *socket) queue(f wire.Frame, turn evercart.TurnID) {
	s.comes(turn, 1)
	select {
	case s.says <- f:
	default:
		s.comes(turn, -1)
		s.fail(turn, &evercart.Error{Code: evercart.Busy, Op: "gateway", Message: "too many turns are waiting", RetryAfter: time.Second})
	}
}

// ping asks now and then whether the other side is still there. It has a goroutine of its own, since it waits for the answer.
func (s *socket) ping() {
	every := time.NewTicker(s.g.limits.PingEvery)
	defer every.Stop()
	for {
		select {
		case <-every.C:
			ctx, cancel := context.WithTimeout(s.ctx, s.g.limits.PingEvery)
			err := s.conn.Ping(ctx)
			cancel()
			if err != nil {
				s.end(closeSilent)
				return
			}
		case <-s.ctx.Done():
			return
		}
	}
}

// send queues a frame for the writer. A reader that does not keep up is dropped, never waited for.
func (s *socket) send(v any) {
	b, err := wire.Marshal(v)
	if err != nil {
		s.g.note(s.ctx, socketRoute, s.asked, known(err))
		return
	}
	select {
	case s.out <- b:
	default:
		s.end(closeSlow)
	}
}

// fail sends an error frame.
func (s *socket) fail(turn evercart.TurnID, err error) {
	e := known(err)
	if e.Code == evercart.Canceled && s.ctx.Err() != nil {
		return // the caller has left
	}
	trace := s.g.note(s.ctx, socketRoute, s.asked, e)
	s.send(wire.TroubleOf(e, turn, answerOf(e.Code).title, trace))
}

func (s *socket) where() evercart.SessionID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.session
}
