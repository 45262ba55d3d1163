package wire

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/evercart/evercart"
)

// MaxFrame is how many bytes one frame or one turn's body may have.
const MaxFrame = 256 << 10

// Frame is what a client sends on the socket: *Say, *Partial, *Greet, *Interrupt, *Resume or *Ping.
type Frame interface{ isFrame() }

type (
	// Say is one turn: {"user_id","text","turn_id"?,"locale"?}; "type":"say" may be left out.
	Say struct {
		User   evercart.Personal
		Text   evercart.Personal
		Turn   evercart.TurnID
		Locale string
	}
	// Partial is what was understood so far: {"type":"partial","text"…}. Nothing is answered and nothing is kept.
	Partial struct{}
	// Greet asks the agent to open, with a greeting or a recap: {"type":"greet","user_id"?,"turn_id"?,"locale"?}. Nothing is
	// pushed to a client that does not ask, so that its next "reply" is always the answer to its own words.
	Greet struct {
		User   evercart.Personal
		Turn   evercart.TurnID
		Locale string
	}
	// Interrupt tells that the shopper spoke over the reply: {"type":"interrupt","user_id"?,"turn_id"?,"heard"?}. Without turn_id the
	// running turn is meant, else the last one; without heard it is not known how far the reply was heard.
	Interrupt struct {
		User  evercart.Personal
		Turn  evercart.TurnID
		Heard *evercart.Personal
	}
	// Resume asks for what was missed after a seq: {"type":"resume","seq":42}.
	Resume struct{ Seq evercart.Seq }
	// Ping asks for a pong.
	Ping struct{}
)

func (*Say) isFrame()       {}
func (*Partial) isFrame()   {}
func (*Greet) isFrame()     {}
func (*Interrupt) isFrame() {}
func (*Resume) isFrame()    {}
func (*Ping) isFrame()      {}

// ReadFrame reads a client's frame. turn is the turn that it speaks of, as far as it could be read, also with an error, so
// that the answer can name it. Invalid, TooLarge.
func ReadFrame(b []byte) (f Frame, turn evercart.TurnID, err error) {
	o, err := readObject(b)
	if err != nil {
		return nil, "", err
	}
	kind, ok, err := o.text("type")
	if err != nil {
		return nil, "", err
	}
	turn, err = o.turn("turn_id")
	if err != nil {
		return nil, "", err
	}
	if !ok {
		kind = "say"
	}
	switch kind {
	case "say":
		f, err = o.say()
	case "partial":
		f = &Partial{}
	case "greet":
		f, err = o.greet()
	case "interrupt":
		f, err = o.interrupt()
	case "resume":
		f, err = o.resume()
	case "ping":
		f = &Ping{}
	default:
		err = evercart.Errorf(evercart.Invalid, "wire", "no such frame type: say, partial, greet, interrupt, resume and ping are known")
	}
	if err != nil {
		return nil, turn, err
	}
	return f, turn, nil
}

func (f fields) say() (*Say, error) {
	text, ok, err := f.text("text")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, evercart.Errorf(evercart.Invalid, "wire", "text is missing")
	}
	text = evercart.Clean(text)
	if n := utf8.RuneCountInString(text); n > evercart.MaxText {
		return nil, evercart.Errorf(evercart.TooLarge, "wire", "text has %d characters, at most %d are taken", n, evercart.MaxText)
	}
	if strings.TrimSpace(text) == "" {
		return nil, evercart.Errorf(evercart.Invalid, "wire", "text is empty")
	}
	s := &Say{Text: evercart.Personal(text)}
	if s.User, err = f.user(); err != nil {
		return nil, err
	}
	if s.Turn, err = f.turn("turn_id"); err != nil {
		return nil, err
	}
	s.Locale, err = f.locale()
	return s, err
}

func (f fields) greet() (*Greet, error) {
	var g Greet
	var err error
	if g.User, err = f.user(); err != nil {
		return nil, err
	}
	if g.Turn, err = f.turn("turn_id"); err != nil {
		return nil, err
	}
	g.Locale, err = f.locale()
	return &g, err
}

func (f fields) interrupt() (*Interrupt, error) {
	turn, err := f.turn("turn_id")
	if err != nil {
		return nil, err
	}
	i := &Interrupt{Turn: turn}
	if i.User, err = f.user(); err != nil {
		return nil, err
	}
	heard, ok, err := f.text("heard")
	if err != nil {
		return nil, err
	}
	if ok {
		p := evercart.Private(heard)
		i.Heard = &p
	}
	return i, nil
}

func (f fields) resume() (*Resume, error) {
	n, ok, err := f.number("seq")
	if err != nil {
		return nil, err
	}
	if !ok || n < 0 {
		return nil, evercart.Errorf(evercart.Invalid, "wire", "seq is a whole number from 0")
	}
	return &Resume{Seq: evercart.Seq(n)}, nil
}

// The types of a server's frames.
const (
	TypeReady = "ready"
	TypeDelta = "delta"
	TypeReply = "reply"
	TypeState = "state"
	TypeError = "error"
	TypePong  = "pong"
)

type (
	// Ready is the first frame on a socket: how the session stands. Seq 0 = it begins with the first words.
	Ready struct {
		Type    string             `json:"type"`
		Session evercart.SessionID `json:"session_id"`
		Seq     evercart.Seq       `json:"seq"`
		State   Session            `json:"state"`
		Shop    Shop               `json:"shop"`
	}
	// Shop is who answers.
	Shop struct {
		Name     string            `json:"name"`
		Locale   string            `json:"locale"`
		Currency evercart.Currency `json:"currency"`
	}
	// Delta is one speakable piece of the running reply; Hold marks a filler, which is no part of it.
	Delta struct {
		Type string          `json:"type"`
		Turn evercart.TurnID `json:"turn_id"`
		Text string          `json:"text"`
		Hold bool            `json:"hold,omitempty"`
	}
	// Reply ends a turn: all that it says is committed. Version = Seq. Of a repeated turn the words are those said then, the
	// cart that of now. It is also the answer of POST /webhook.
	Reply struct {
		Type    string             `json:"type"`
		Session evercart.SessionID `json:"session_id"`
		Turn    evercart.TurnID    `json:"turn_id"`
		Reply   string             `json:"reply"`
		Display string             `json:"display,omitempty"` // for the eye, where it differs
		How     evercart.Ending    `json:"how,omitempty"`
		Seq     evercart.Seq       `json:"seq"`
		Version evercart.Seq       `json:"version"`
		Cart    Cart               `json:"cart"`
		Shown   []evercart.SKU     `json:"shown"`
		Durable bool               `json:"durable"`
		Usage   evercart.Usage     `json:"usage,omitzero"` // what models took for it; for the shop's own people alone
	}
	// State tells what changed elsewhere, and answers "resume"; State.Turns holds the turns since the seq that the socket knew.
	State struct {
		Type    string             `json:"type"`
		Session evercart.SessionID `json:"session_id"`
		Seq     evercart.Seq       `json:"seq"`
		State   Session            `json:"state"`
	}
	// Trouble is an error on the socket, which stays open.
	Trouble struct {
		Type       string          `json:"type"`
		Code       evercart.Code   `json:"code"`
		Message    string          `json:"message"`
		Turn       evercart.TurnID `json:"turn_id,omitempty"`
		RetryAfter int64           `json:"retry_after_ms,omitempty"`
		Trace      string          `json:"trace_id,omitempty"` // where Code is internal: the same in the server's log
	}
	// Pong answers a ping.
	Pong struct {
		Type string `json:"type"`
	}
)

// ShopOf makes the outside's shop.
func ShopOf(s evercart.Shop) Shop { return Shop{Name: s.Name, Locale: s.Locale, Currency: s.Currency} }

// ReplyOf makes a reply frame.
func ReplyOf(id evercart.SessionID, r evercart.Reply) Reply {
	out := Reply{
		Type: TypeReply, Session: id, Turn: r.Turn, Reply: r.Text.Reveal(), How: r.How, Seq: r.Seq, Version: r.Seq,
		Cart: CartOf(r.Cart), Shown: orEmpty(r.Shown), Durable: r.Durable,
	}
	if d := r.Display.Reveal(); d != out.Reply {
		out.Display = d
	}
	return out
}

// FromServer is a server's frame as a client reads it: the field of its Type is set. Types not known set none.
type FromServer struct {
	Type    string
	Ready   *Ready
	Delta   *Delta
	Reply   *Reply
	State   *State
	Trouble *Trouble
}

// ReadFromServer reads a server's frame. Invalid.
func ReadFromServer(b []byte) (FromServer, error) {
	head := struct {
		Type string `json:"type"`
	}{typeAhead(b)}
	var err error
	if head.Type == "" {
		err = json.Unmarshal(b, &head)
	}
	f := FromServer{Type: head.Type}
	var into any = &head
	switch head.Type {
	case TypeReady:
		f.Ready = new(Ready)
		into = f.Ready
	case TypeDelta:
		f.Delta = new(Delta)
		into = f.Delta
	case TypeReply:
		f.Reply = new(Reply)
		into = f.Reply
	case TypeState:
		f.State = new(State)
		into = f.State
	case TypeError:
		f.Trouble = new(Trouble)
		into = f.Trouble
	}
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	return f, evercart.Wrap(err, evercart.Invalid, "wire.ReadFromServer")
}

// typeAhead is the type of a frame that begins with it, as ours do; "" = it must be looked for.
func typeAhead(b []byte) string {
	rest, ok := bytes.CutPrefix(b, []byte(`{"type":"`))
	name, _, closed := bytes.Cut(rest[:min(len(rest), 16)], []byte(`"`))
	if !ok || !closed || bytes.IndexByte(name, 0x5c) >= 0 { // an escape
		return ""
	}
	return string(name)
}
