package channel

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// Arrival is a person who comes on the line.
type Arrival struct {
	Who     Who
	Channel string      // "twilio": as events name it
	Locale  string      // BCP 47; "" = the shop's
	Tells   bool        // the platform was asked to tell what it plays: what it does not tell of was not heard
	Hold    func(Piece) // asks for patience while the store is slow; nil = nobody hears it yet
}

// Line is one person in conversation over one channel: turns one after another, the newest cutting what runs; what was sent to
// the ear and how far it came. Turn is for one goroutine; Played, Cut, Over and Leave may be called from others.
type Line struct {
	desk    Desk
	arrival Arrival
	base    context.Context //nolint:containedctx // outlives the connection: what was heard is recorded in any case

	mu      sync.Mutex // guards all below
	ctx     context.Context
	session evercart.SessionID
	locale  string
	memory  *evercart.State // as it was joined while the store was away; nil = it was not away
	seen    evercart.Seq    // events up to here were looked at for a hand-off
	making  *making
	speech  Speech
	again   map[evercart.TurnID]bool // turns that are said again: what an earlier line recorded of them is out of date
	fillers int                      // said since a turn was answered
	asked   time.Time                // when the last of them was
}

// making is a turn that is being answered.
type making struct {
	turn evercart.TurnID
	cut  bool
	done chan struct{}
}

// Piece is one text for the ear.
type Piece struct {
	Turn  evercart.TurnID
	Text  string
	Hold  bool // no part of the reply: a filler, an apology
	First bool // of this turn; all others follow after a blank
}

// Ended is a turn's end.
type Ended struct {
	Reply    *evercart.Reply
	Transfer string // the ticket of a caller who is to be put through now; "" = none
}

// Join attaches a person to the one open session, which is begun if need be.
func (d Desk) Join(ctx context.Context, a Arrival) (*Line, error) {
	l := &Line{desk: d, arrival: a, base: context.WithoutCancel(ctx), again: map[evercart.TurnID]bool{}}
	if err := l.Patiently(ctx, a.Hold, func() error { return l.join(ctx) }); err != nil {
		return nil, evercart.Unanswered(err, "channel.Join")
	}
	return l, nil
}

func (l *Line) join(ctx context.Context) error {
	ctx, _, remembered, err := l.desk.Enter(ctx, l.arrival.Who)
	if err != nil {
		return err
	}
	s, err := l.desk.Conversation.Attach(ctx, evercart.Attach{Channel: l.arrival.Channel, Locale: l.arrival.Locale, Begin: true})
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.memory = nil; remembered {
		l.memory = &s
	}
	l.ctx, l.session, l.locale, l.seen = context.WithoutCancel(ctx), s.Session, s.Locale, s.Seq
	return nil
}

// Session is where the conversation goes on.
func (l *Line) Session() evercart.SessionID { l.mu.Lock(); defer l.mu.Unlock(); return l.session }

// Making says that a turn is being answered.
func (l *Line) Making() bool { l.mu.Lock(); defer l.mu.Unlock(); return l.making != nil }

// View is the newest state.
func (l *Line) View(ctx context.Context) (evercart.State, error) {
	ctx, stop := l.within(ctx)
	defer stop()
	return l.desk.Conversation.View(ctx, l.Session())
}

// Aside says something that is no part of any reply, unless a turn is being answered.
func (l *Line) Aside(turn evercart.TurnID, text string, ear func(Piece)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.making != nil {
		return
	}
	l.speech.Sent(turn, text, true)
	ear(Piece{Turn: turn, Text: text, Hold: true, First: true})
}

// Locale is the session's language as it was joined.
func (l *Line) Locale() string { l.mu.Lock(); defer l.mu.Unlock(); return l.locale }

// NewTurn is a turn's id where a platform gives none: no dedupe is promised then.
func NewTurn() evercart.TurnID { return evercart.TurnID("call-" + rand.Text()) }

// Turn answers one utterance. ear is called for each piece, in order, and no more once the turn was cut. Whatever fails is also
// said to the person; the error is for the log. ctx ends the listening alone: the turn goes on.
func (l *Line) Turn(ctx context.Context, u evercart.Utterance, ear func(Piece)) (Ended, error) {
	return l.turn(ctx, u, "", ear)
}

// turn is Turn, with something said before it.
func (l *Line) turn(ctx context.Context, u evercart.Utterance, before string, ear func(Piece)) (Ended, error) {
	if u.Turn == "" {
		u.Turn, u.Fresh = NewTurn(), true
	}
	u.Channel = l.arrival.Channel
	u.Came = l.desk.Clock.Now()
	_ = l.patiently(ctx, u.Language, ear, func() error { l.confirm(); return nil })
	m := l.begin(u.Turn)
	defer l.finish(m)
	first, last := !l.held(&u), ""
	say := func(p Piece) {
		p.Turn, p.First = u.Turn, first
		if l.send(m, p, ear) {
			first, last = false, p.Text
		}
	}
	if before != "" {
		say(Piece{Text: before, Hold: true})
	}
	ctx, stop := l.within(ctx)
	defer stop()
	u.Session = l.Session()
	reply, err := l.take(ctx, u, say)
	if code := evercart.CodeOf(err); last == before && (code == evercart.NotFound || code == evercart.Gone) {
		// It was erased, or merged, since we joined: the words begin it again.
		if err = l.join(ctx); err == nil {
			again, stopAgain := l.within(ctx)
			defer stopAgain()
			u.Session = l.Session()
			reply, err = l.take(again, u, say)
		}
	}
	if err != nil {
		if sorry := l.desk.Sorry(l.spoken(u), err); evercart.CodeOf(err) != evercart.Canceled && sorry != last {
			say(Piece{Text: sorry, Hold: true})
		}
		return Ended{}, err
	}
	return Ended{Reply: reply, Transfer: l.transfer(ctx, reply)}, nil
}

// spoken is the language of an utterance.
func (l *Line) spoken(u evercart.Utterance) string {
	if u.Language != "" {
		return u.Language
	}
	return l.Locale()
}

// within is the caller's context with the end of ctx.
func (l *Line) within(ctx context.Context) (context.Context, context.CancelFunc) {
	l.mu.Lock()
	of := l.ctx
	l.mu.Unlock()
	joined, cancel := context.WithCancelCause(of)
	stop := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
	return joined, func() { stop(); cancel(nil) }
}

func (l *Line) take(ctx context.Context, u evercart.Utterance, say func(Piece)) (*evercart.Reply, error) {
	for p, err := range l.desk.Conversation.Take(ctx, u) {
		if err != nil {
			return nil, err
		}
		if p.Text != "" {
			say(Piece{Text: l.desk.aloud(p.Text), Hold: p.Hold})
		}
		if p.Reply != nil {
			return p.Reply, nil
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, evercart.AsError(context.Cause(ctx))
	}
	return nil, &evercart.Error{Code: evercart.Unavailable, Op: "channel.take", Message: "the turn ended without an answer", RetryAfter: time.Second}
}

func (l *Line) begin(turn evercart.TurnID) *making {
	m := &making{turn: turn, done: make(chan struct{})}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.speech.Told() {
		l.speech.Settle()
	} else { // nobody spoke over it, so that it was heard
		l.speech.Clear()
	}
	l.making = m
	return m
}

func (l *Line) finish(m *making) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.making == m {
		l.making = nil
	}
	close(m.done)
}

// send hands a piece on, unless its turn was cut.
func (l *Line) send(m *making, p Piece, ear func(Piece)) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m.cut {
		return false
	}
	l.speech.Sent(p.Turn, p.Text, p.Hold)
	ear(p)
	return true
}

// transfer looks whether the turn handed the person on to people who are there and can be put through to.
func (l *Line) transfer(ctx context.Context, reply *evercart.Reply) string {
	if l.desk.People == nil || l.desk.Sessions == nil || reply == nil || reply.Seq == 0 || !reply.Durable { // nothing else is done
		return ""
	}
	if p := l.desk.People(); p.Number == "" || !p.There {
		return ""
	}
	l.mu.Lock()
	after, session := l.seen, l.session
	l.seen = max(l.seen, reply.Seq)
	l.mu.Unlock()
	events, err := l.desk.Sessions.Events(ctx, session, after, 0)
	if err != nil {
		l.desk.Log.Warn("channel: nobody is put through, the events cannot be read", slog.String("session", string(session)), slog.String("code", string(evercart.CodeOf(err))))
		return ""
	}
	ticket := ""
	for _, e := range events {
		if f, ok := e.Fact.(*evercart.HandedOff); ok && f.People && f.Personal.Number == "" && e.Turn == reply.Turn {
			ticket = f.Ticket
		}
	}
	return ticket
}
