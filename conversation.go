package evercart

import (
	"context"
	"iter"
	"log/slog"
	"time"
)

// MaxText is how many characters one turn may have.
const MaxText = 4000

// Utterance is one thing that the shopper said.
type Utterance struct {
	Session  SessionID
	Turn     TurnID // "" = the server makes one and promises no dedupe
	Fresh    bool   // the turn's id was made for these words: nobody said them under it before
	Channel  string // "ws", "webhook", "page", "chat"
	Language string // BCP 47; "" = the session's
	What     string // SayWords, SayGreeting
	Text     Personal
	SpeakBy  time.Time // the platform's limit; zero = none
	Came     time.Time // when its silence began: with the words, or after the last filler that was said for them; zero = now
	Fillers  int       // said for it already, so that none is heard twice running
	Late     bool      // the call in which it was said is over: it is kept, and not answered
	Anew     bool      // with SayGreeting: a call begins, so that the cart is recalled however short ago it was left
}

// Refused is the error with which these words are refused. Where the store is away and the turn may have been done before, that could not be looked
// up: the error says so ("what": "turn"), since it would be untrue that nothing was changed.
func (u Utterance) Refused(err error) error {
	if CodeOf(err) != Unavailable || u.Turn == "" || u.Fresh {
		return err
	}
	e := AsError(err)
	if e.Arg("what").Kind() == slog.KindString {
		return err
	}
	return e.With(slog.String("what", "turn"))
}

// What an Utterance is.
const (
	SayWords    = ""         // the shopper's words
	SayGreeting = "greeting" // nobody spoke: the agent opens, with a greeting or a recap
)

// Spoken is one piece of an answer.
type Spoken struct {
	Turn  TurnID
	Text  string // plain words for the ear; the channel escapes for its markup
	Hold  bool   // filler, "one moment": not part of the reply
	Reply *Reply // the last piece only: it is committed
}

// Attach joins or begins a session.
type Attach struct {
	Session SessionID // "" = the shopper's open one, else a new one
	User    Personal  // who speaks, where the edge knows; "" = a guest, or the owner named by the Caller's subjects
	Channel string
	Locale  string
	Begin   bool  // begin it if it is not there; else NotFound
	Seed    *Seed // to begin a new session with; Conflict when it is not new
}

// Seed is what a session may begin with.
type Seed struct {
	Cart  []SeedLine
	Saved []SeedLine
	Focus []SKU
}

// SeedLine is a quantity of a SKU.
type SeedLine struct {
	SKU      SKU
	Quantity int
}

// Interruption tells that the shopper spoke over a reply.
type Interruption struct {
	Session SessionID
	Turn    TurnID    // "" = the running one, else the last one
	Heard   *Personal // nil = not known, "" = nothing
}

// Conversation is what every channel, the gateway and the dashboard talk to; agent implements it. Every method wants a
// Caller in ctx; another shopper's session is NotFound.
type Conversation interface {
	// Attach joins a session, or begins it. A User other than the session's shopper is NotFound; a guest's session is signed
	// in by it. A shopper's Caller reaches its own sessions; an operator's every one. NotFound, Gone, Invalid, Conflict,
	// Unavailable.
	Attach(context.Context, Attach) (State, error)
	// Take answers one utterance. Leaving the loop leaves the turn running (the line dropped); Interrupt ends it. A repeated
	// turn joins the running one, or yields its stored reply. Turns of one session are answered in the order they came.
	// TurnMismatch, Busy, NotFound, Gone, Invalid, TooLarge, Unavailable.
	Take(context.Context, Utterance) iter.Seq2[Spoken, error]
	// Interrupt cuts the running reply, or corrects what was heard of a closed one. NotFound when there is no such turn; Invalid when none of
	// the words that are reported as heard were said in it: that is kept as nothing heard.
	Interrupt(context.Context, Interruption) error
	// SignIn names the shopper of a guest's session; a cart that the shopper already has is merged, once. The state is that
	// of the session in which the conversation goes on.
	SignIn(ctx context.Context, id SessionID, user Personal) (State, error)
	// View gives the newest state, the cart as it stands today.
	View(context.Context, SessionID) (State, error)
	// Transcript gives turns after a seq, oldest first; the running one last. last > 0 = only that many, the newest.
	Transcript(ctx context.Context, id SessionID, after Seq, last int) ([]TurnView, error)
	// Follow yields the events after a seq, then those that come, until ctx ends or the loop is left.
	Follow(ctx context.Context, id SessionID, after Seq) iter.Seq2[Event, error]
}

// TurnView is a turn as people read it.
type TurnView struct {
	Turn   TurnID
	What   string
	Opened Seq
	Closed Seq // 0 = running
	At     time.Time
	Said   Personal
	Reply  Personal  // as written, for the eye
	Spoken Personal  // as sent to the ear
	Heard  *Personal // nil = all of it, as far as is known
	How    Ending    // "" = running
	Calls  []CallMark
	Brain  string
}

// Heralds is brought by a Conversation that hears of what is written, also at other nodes.
type Heralds interface {
	// Watch gets a value whenever something may have been written in a session, which need not be there yet, until ctx ends. Who watches first
	// and looks then misses nothing.
	Watch(ctx context.Context, id SessionID) <-chan struct{}
}
