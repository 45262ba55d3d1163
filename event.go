package evercart

import (
	"encoding/json"
	"time"
)

// Fact is one thing that happened. The set is closed (fold is unexported): a State changes in this package alone. Facts say
// what IS (absolute lines and totals), never what to do: folding needs no rules, no catalogue, no tax table of that day.
type Fact interface {
	Kind() Kind
	// Sealed points to the part that is about a person and is stored encrypted; nil = none. The rest is stored in the clear.
	Sealed() any
	fold(*State, Event)
}

// Event is one fact about a session, numbered by the store; append-only.
type Event struct {
	Session SessionID
	Seq     Seq
	At      time.Time // the store's clock, UTC, ms
	Turn    TurnID    // "" outside a turn
	Write   WriteID
	Actor   Actor
	Fact    Fact // *Foreign when a newer program wrote it: counted, kept byte for byte, else ignored
	Faded   bool // its sealed part cannot be opened: redacted, or the life has ended
}

// The facts. Each is stored under its Kind with a schema number (record.go); fields are append-only.
type (
	// SessionOpened begins a session; always its first event.
	SessionOpened struct {
		Shop     ShopID   `json:"shop"`
		Subject  Subject  `json:"subject"`
		Life     Life     `json:"life"`
		Channel  string   `json:"channel,omitempty"` // "ws", "webhook", "page", "chat", …
		Locale   string   `json:"locale,omitempty"`
		Currency Currency `json:"currency"`
	}
	// SessionMerged stands in both sessions of a merge, after the cart changes that carried the lines over.
	SessionMerged struct {
		Merge string    `json:"merge"`          // the merge's id: the same one again changes nothing
		From  SessionID `json:"from,omitempty"` // set in the session that took the lines in
		Into  SessionID `json:"into,omitempty"` // set in the session that gave them: it is answered there from now on
	}
	// TurnOpened opens a turn, and claims it.
	TurnOpened struct {
		Node     NodeID                   `json:"node"`
		Channel  string                   `json:"channel,omitempty"`
		What     string                   `json:"what,omitempty"` // Utterance.What: "" = words
		MAC      []byte                   `json:"mac,omitempty"`  // of the words, by the life's key: tells a repeat from a misuse, and dies with the key
		Personal struct{ Words Personal } `json:"-"`
	}
	// TurnTaken takes over the turn of a dead node; it goes on with the calls that it has.
	TurnTaken struct {
		Node  NodeID    `json:"node"`
		Known time.Time `json:"known,omitzero"` // since when it was known that nobody worked on it: Orphan.Known
	}
	// StepThought is a model's message without its results, in the commit of its first effect.
	StepThought struct {
		Calls    []CallMark          `json:"calls,omitempty"`
		Personal struct{ Step Step } `json:"-"`
	}
	// CallDone is a call's result, in the commit of its effect. A call that has none is answered "not done".
	CallDone struct {
		Call     CallMark                `json:"call"`
		Personal struct{ Result Result } `json:"-"`
	}
	// CartChanged says what the cart is after one command.
	CartChanged struct {
		Command Command `json:"command"`
		Lines   []Line  `json:"lines,omitempty"` // new value of every line touched; Quantity 0 = gone
		Saved   []Line  `json:"saved,omitempty"`
		Totals  Totals  `json:"totals"`
		Version int64   `json:"version"`
	}
	// FocusSet says what was last shown or spoken of, in order.
	FocusSet struct {
		SKUs   []SKU   `json:"skus"`
		Looked *Looked `json:"looked,omitempty"` // the search that showed them; nil = none did, and the last one still stands
	}
	// ContextSet changes what is known of this shopper in this session. Values are what a person said, and sealed.
	ContextSet struct {
		Intent   string                               `json:"intent,omitempty"` // inferred: browse, buy, ask, change, leave, …; "" = as before
		Personal struct{ Values map[string]Personal } `json:"-"`                // an empty value takes the key away
	}
	// QuestionAsked opens a question. It stays open for the next turn; a turn that asks nothing closes it. One without a kind
	// withdraws the open one: its words did not reach the ear.
	QuestionAsked struct {
		Question Question `json:"question"`
	}
	// WordsSent is what went to the ear while a turn ran, with the next write, at most a second later.
	WordsSent struct {
		Personal struct{ Text Personal } `json:"-"`
	}
	// TurnClosed ends a turn.
	TurnClosed struct {
		How      Ending           `json:"how"`
		Brain    string           `json:"brain,omitempty"`
		Model    string           `json:"model,omitempty"`
		Prompt   string           `json:"prompt,omitempty"` // hash of policy, tools and shop prompt
		Usage    Usage            `json:"usage,omitzero"`
		Stages   map[string]int64 `json:"stages,omitempty"` // µs by stage: wait, claim, think, tools, …
		Shown    []SKU            `json:"shown,omitempty"`
		Cart     int64            `json:"cart,omitempty"` // version of the cart that the reply speaks of
		Personal struct {
			Generated Personal // as the brain wrote it, for the eye
			Played    Personal // as it was sent to the ear; "" = as generated
		} `json:"-"`
	}
	// ReplyHeard corrects what reached the ear of an earlier or the running turn's reply.
	ReplyHeard struct {
		Turn     TurnID                   `json:"turn"`
		Unknown  bool                     `json:"unknown,omitempty"` // interrupted, but the channel cannot say where
		Personal struct{ Heard Personal } `json:"-"`
	}
	// Noted is for analysis: searched, asked, clarified, quoted, disclosed, agreed, handed_off, ended. With holds codes,
	// numbers and catalogue terms; never words that a person said.
	Noted struct {
		What string            `json:"what"`
		With map[string]string `json:"with,omitempty"`
	}
	// HandedOff gives a shopper on to people: a ticket that stands until it is delivered. One with a ticket that is there
	// already tells more of it: a number to call, a time.
	HandedOff struct {
		Ticket   string `json:"ticket"`
		Reason   string `json:"reason"`           // a code: asked, unanswered, complaint, order, payment, other
		Wished   int64  `json:"wished,omitempty"` // when to call, Unix seconds; 0 = as soon as can be
		People   bool   `json:"people,omitempty"` // somebody was there when it was asked
		Cart     int64  `json:"cart,omitempty"`   // version of the cart then
		Lines    []Line `json:"lines,omitempty"`
		Total    Money  `json:"total,omitzero"`
		Personal struct {
			Number  Personal // to call, as digits
			Summary Personal
			When    Personal // the wish as it was said
		} `json:"-"`
	}
	// SummaryMade tells what the turns from one seq to another came to, so that they need not be told whole. It counts only where it
	// goes on from the summary that stands (Base = its To), and it never stands in the place of a fact.
	SummaryMade struct {
		Base     Seq     `json:"base"` // To of the summary that it goes on from; 0 = the first
		From     Seq     `json:"from"`
		To       Seq     `json:"to"`
		By       string  `json:"by,omitempty"` // the brain that wrote the text; "" = none did
		Personal Summary `json:"-"`
	}
	// Redacted records that the sealed part of an event was emptied.
	Redacted struct {
		At  Seq  `json:"at"`
		Why Code `json:"why"`
	}
	// Foreign is an event of a newer program.
	Foreign struct {
		Name   Kind
		Schema int
		Raw    json.RawMessage
		Closed []byte
	}
)

// Ending says how a turn ended.
type Ending string

// The endings.
const (
	Done        Ending = "done"
	Interrupted Ending = "interrupted" // the shopper spoke over it
	Broken      Ending = "broken"      // its node died, or its stream was cut: what was sent stands
	Failed      Ending = "failed"      // an apology was said
)

// CallMark names a call of the running turn and what became of it.
type CallMark struct {
	ID   CallID `json:"id"`
	Tool string `json:"tool"`
	Code Code   `json:"code,omitempty"` // CallOpen until done; "" = it worked
}

// CallOpen marks a call that has no result yet.
const CallOpen Code = "open"

// Question is what a yes, a no or "the second one" would mean.
type Question struct {
	Kind    string    `json:"kind"`              // variant, product, line, quantity, clear, confirm, …
	Choices []SKU     `json:"choices,omitempty"` // in the order said
	Options []string  `json:"options,omitempty"` // the values said: "ivory", "black"
	Pending *Command  `json:"pending,omitempty"` // what is done once it is settled
	Rest    []Command `json:"rest,omitempty"`    // further alternatives ("fifteen or fifty": one command each)
	Turn    TurnID    `json:"turn,omitempty"`    // set when committed
}

func (*SessionOpened) Kind() Kind { return "session.opened" }
func (*SessionMerged) Kind() Kind { return "session.merged" }
func (*TurnOpened) Kind() Kind    { return "turn.opened" }
func (*TurnTaken) Kind() Kind     { return "turn.taken" }
func (*StepThought) Kind() Kind   { return "step.thought" }
func (*CallDone) Kind() Kind      { return "call.done" }
func (*CartChanged) Kind() Kind   { return "cart.changed" }
func (*FocusSet) Kind() Kind      { return "focus.set" }
func (*ContextSet) Kind() Kind    { return "context.set" }
func (*QuestionAsked) Kind() Kind { return "question.asked" }
func (*WordsSent) Kind() Kind     { return "words.sent" }
func (*TurnClosed) Kind() Kind    { return "turn.closed" }
func (*ReplyHeard) Kind() Kind    { return "reply.heard" }
func (*Noted) Kind() Kind         { return "noted" }
func (*HandedOff) Kind() Kind     { return "handed.off" }
func (*SummaryMade) Kind() Kind   { return "summary.made" }
func (*Redacted) Kind() Kind      { return "redacted" }
func (f *Foreign) Kind() Kind     { return f.Name }

func (*SessionOpened) Sealed() any { return nil }
func (*SessionMerged) Sealed() any { return nil }
func (f *TurnOpened) Sealed() any  { return &f.Personal }
func (*TurnTaken) Sealed() any     { return nil }
func (f *StepThought) Sealed() any { return &f.Personal }
func (f *CallDone) Sealed() any    { return &f.Personal }
func (*CartChanged) Sealed() any   { return nil }
func (*FocusSet) Sealed() any      { return nil }
func (f *ContextSet) Sealed() any  { return &f.Personal }
func (*QuestionAsked) Sealed() any { return nil }
func (f *WordsSent) Sealed() any   { return &f.Personal }
func (f *TurnClosed) Sealed() any  { return &f.Personal }
func (f *ReplyHeard) Sealed() any  { return &f.Personal }
func (*Noted) Sealed() any         { return nil }
func (f *HandedOff) Sealed() any   { return &f.Personal }
func (f *SummaryMade) Sealed() any { return &f.Personal }
func (*Redacted) Sealed() any      { return nil }
func (*Foreign) Sealed() any       { return nil }
