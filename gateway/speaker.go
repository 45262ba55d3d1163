package gateway

import (
	"cmp"
	"context"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/patience"
	"github.com/evercart/evercart/speak"
	"github.com/evercart/evercart/wire"
)

// speak takes the turns of a socket one after another, until the socket ends or the server leaves.
func (s *socket) speak() {
	for {
		if s.g.drained() {
			s.farewell()
			return
		}
		select {
		case f := <-s.says:
			u, user := utterance(f)
			if err := s.turn(u, user); err != nil {
				s.fail(u.Turn, err)
			}
			s.comes(named(f), -1)
		case <-s.g.drain:
		case <-s.ctx.Done():
			return
		}
	}
}

// farewell refuses what still waits, then ends the socket when all frames are out.
func (s *socket) farewell() {
	for {
		select {
		case f := <-s.says:
			u, _ := utterance(f)
			s.comes(named(f), -1)
			s.fail(u.Turn, &evercart.Error{Code: evercart.Unavailable, Op: "gateway", Message: "the server is going away", RetryAfter: time.Second})
			continue
		default:
		}
		break
	}
	select {
	case s.out <- nil:
	default:
		s.end(closeDrain)
	}
}

// utterance makes a turn of a frame. A turn without an id gets one here, so that the socket knows its own.
func utterance(f wire.Frame) (evercart.Utterance, evercart.Personal) {
	var u evercart.Utterance
	var user evercart.Personal
	switch f := f.(type) {
	case *wire.Say:
		u, user = evercart.Utterance{Turn: f.Turn, Language: f.Locale, Text: f.Text}, f.User
	case *wire.Greet:
		u, user = evercart.Utterance{Turn: f.Turn, Language: f.Locale, What: evercart.SayGreeting}, f.User
	}
	if u.Turn == "" {
		u.Turn = evercart.TurnID("srv-" + random(16))
	}
	return u, user
}

// named is the turn id that a frame came with; "" = none.
func named(f wire.Frame) evercart.TurnID {
	switch f := f.(type) {
	case *wire.Say:
		return f.Turn
	case *wire.Greet:
		return f.Turn
	}
	return ""
}

// turn answers one utterance on the socket. The reply is sent when it is committed, as the agent promises.
func (s *socket) turn(u evercart.Utterance, user evercart.Personal) error {
	u.Channel = s.channel
	s.remember(u.Turn)
	var fresh bool
	u.Came = s.g.clock.Now()
	err := s.holding(&u, func() (err error) {
		if user, err = s.g.named(s.ctx, s.acc, user); err == nil {
			fresh, err = s.join(user, u.Language)
		}
		return err
	})
	if err != nil {
		return err
	}
	u.Session = s.where()
	sent := false
	piece := func(p evercart.Spoken) {
		sent = sent || !p.Hold
		s.send(wire.Delta{Type: wire.TypeDelta, Turn: u.Turn, Text: s.g.pronounced(p.Text), Hold: p.Hold})
	}
	reply, err := s.g.take(s.ctx, u, piece)
	if code := evercart.CodeOf(err); !fresh && !sent && (code == evercart.NotFound || code == evercart.Gone) {
		// It was erased, or merged, since we joined: the words begin it again.
		s.part()
		if _, err = s.join(user, u.Language); err != nil {
			return err
		}
		u.Session = s.where()
		reply, err = s.g.take(s.ctx, u, piece)
	}
	if err != nil {
		return err
	}
	frame := replyTo(s.ctx, u.Session, *reply)
	frame.Turn = u.Turn
	s.telling.Lock()
	defer s.telling.Unlock()
	s.knows(frame.Seq)
	s.send(frame)
	return nil
}

// holding does what comes before a turn begins. When that takes long it asks for patience, which the turn is told, and says so when it fails
// for want of the store: nobody is left in silence.
func (s *socket) holding(u *evercart.Utterance, do func() error) error {
	say := func(text string) {
		s.send(wire.Delta{Type: wire.TypeDelta, Turn: u.Turn, Text: s.g.pronounced(text), Hold: true})
	}
	voice := s.voice(*u)
	said, err := patience.While(s.ctx, s.g.clock, patience.Pauses{}, func(n int) {
		u.Came = s.g.clock.Now()
		say(voice.Filler(2 * n))
	}, do)
	u.Fillers += said
	if evercart.Away(err) && s.ctx.Err() == nil && said > 0 {
		say(voice.Error(err))
	}
	return err
}

// voice speaks to who is not known yet.
func (s *socket) voice(u evercart.Utterance) *speak.Voice {
	return speak.For(cmp.Or(u.Language, s.locale, s.g.cfg.Shop.Locale))
}

// join attaches the socket to its session as this user, if it is not yet; fresh = it was not.
func (s *socket) join(user evercart.Personal, locale string) (fresh bool, err error) {
	s.mu.Lock()
	joined := s.joined && (user == "" || user == s.user)
	id := s.session
	s.mu.Unlock()
	if joined {
		return false, nil
	}
	if locale == "" {
		locale = s.locale
	}
	a := evercart.Attach{Session: id, User: user, Channel: s.channel, Locale: locale, Begin: true}
	st, err := s.g.cfg.Conversation.Attach(s.ctx, a)
	if err != nil {
		return true, err
	}
	s.mu.Lock()
	moved := st.Session != s.session || s.unfollow == nil
	if st.Session != s.session {
		s.seq = 0 // the client knows nothing of that one
	}
	s.session, s.joined = st.Session, true
	if user != "" {
		s.user = user
	}
	s.mu.Unlock()
	if moved {
		s.follow(st.Session, st.Seq)
		s.g.hasBegun(st.Session)
	}
	return true, nil
}

// hasBegun lets the sockets that wait for a session to begin follow it.
func (g *Gateway) hasBegun(id evercart.SessionID) {
	g.mu.Lock()
	var waiting []*socket
	for s := range g.sockets {
		if s.waitsFor(id) {
			waiting = append(waiting, s)
		}
	}
	g.mu.Unlock()
	for _, s := range waiting {
		s.follow(id, 0)
	}
}

// waitsFor says that the socket was opened on a session that was not there yet.
func (s *socket) waitsFor(id evercart.SessionID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.session == id && s.unfollow == nil
}

// part forgets the session as joined; the next words go by the path's own id again.
func (s *socket) part() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.joined, s.session, s.user, s.seq = false, s.asked, "", 0
	if s.unfollow != nil {
		s.unfollow()
		s.unfollow = nil
	}
}

func (s *socket) remember(id evercart.TurnID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.own) >= maxOwn {
		clear(s.own)
	}
	s.own[id] = struct{}{}
}

// knows notes that the client has been told the session up to seq.
func (s *socket) knows(seq evercart.Seq) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq = max(s.seq, seq)
}

// follow begins to tell what changes elsewhere in this session, instead of in the one before.
func (s *socket) follow(id evercart.SessionID, after evercart.Seq) {
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		cancel()
		return
	}
	if s.unfollow != nil {
		s.unfollow()
	}
	s.unfollow = cancel
	s.goes(func() {
		defer cancel()
		s.news(ctx, id, after)
	})
}

const (
	newsPause = 30 * time.Millisecond // what comes this close together is told at once
	newsAgain = time.Second           // before following again, once that broke off
)

// news follows a session until ctx ends, or the session is gone.
func (s *socket) news(ctx context.Context, id evercart.SessionID, after evercart.Seq) {
	for ctx.Err() == nil {
		var end evercart.Code
		after, end = s.follows(ctx, id, after)
		if end == evercart.NotFound || end == evercart.Gone {
			return
		}
		if s.g.clock.Sleep(ctx, newsAgain) != nil {
			return
		}
	}
}

// follows tells news until the events end; it gives the seq of the last news and why it ended.
func (s *socket) follows(ctx context.Context, id evercart.SessionID, after evercart.Seq) (evercart.Seq, evercart.Code) {
	ctx, cancel := context.WithCancel(ctx)
	events := follow(ctx, s.g.cfg.Conversation, id, after, s.isNews)
	defer func() {
		cancel()
		for range events { // its goroutine ends before we do
		}
	}()
	pause := time.NewTimer(time.Hour)
	defer pause.Stop()
	fresh, heard := false, false
	for {
		select {
		case f, ok := <-events:
			if !ok {
				return after, ""
			}
			if f.err != nil {
				return after, evercart.CodeOf(f.err)
			}
			if _, ok := f.event.Fact.(*evercart.ReplyHeard); ok {
				heard = true
			}
			if after = f.event.Seq; !fresh {
				fresh = true
				pause.Reset(newsPause)
			}
		case <-pause.C:
			since := s.told()
			if heard { // of a turn that was told before
				since = 0
			}
			fresh, heard = false, false
			if err := s.tell(ctx, since); err != nil {
				return after, evercart.CodeOf(err)
			}
		}
	}
}

// isNews says whether the client must be told of an event: it changes what is seen, and is not part of a turn of its own.
func (s *socket) isNews(e evercart.Event) bool {
	s.mu.Lock()
	_, own := s.own[e.Turn]
	known := e.Seq <= s.seq
	s.mu.Unlock()
	if own || known {
		return false
	}
	switch e.Fact.(type) {
	case *evercart.CartChanged, *evercart.ContextSet, *evercart.FocusSet, *evercart.QuestionAsked, *evercart.TurnClosed, *evercart.ReplyHeard, *evercart.SessionMerged:
		return true
	}
	return false
}

func (s *socket) told() evercart.Seq {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seq
}

// tell sends the session as it stands, with its turns after a seq.
func (s *socket) tell(ctx context.Context, after evercart.Seq) error {
	s.telling.Lock()
	defer s.telling.Unlock()
	st, turns, err := s.look(ctx, after)
	if err == nil {
		s.show(st, turns)
	}
	return err
}

// look reads the session as it stands, with its turns after a seq. A session that was merged goes on in another one, of which the client knows
// nothing yet.
func (s *socket) look(ctx context.Context, after evercart.Seq) (evercart.State, []evercart.TurnView, error) {
	from := s.where()
	st, err := s.g.cfg.Conversation.View(ctx, from)
	if err != nil {
		return st, nil, err
	}
	if st.Session != from {
		after = 0
	}
	turns, err := s.g.lastTurns(ctx, st, after)
	return st, turns, err
}

// show sends a session that was just looked at; where it goes on in another one, the socket moves there. Who calls holds telling.
func (s *socket) show(st evercart.State, turns []evercart.TurnView) {
	moved := s.moves(st.Session)
	s.knows(st.Seq)
	s.send(wire.State{Type: wire.TypeState, Session: st.Session, Seq: st.Seq, State: wire.SessionOf(st, turns)})
	if moved {
		s.follow(st.Session, st.Seq) // ends the following that may have called us
	}
}
