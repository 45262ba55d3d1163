package wire

import (
	"encoding/json"
	"time"

	"github.com/evercart/evercart"
)

// Session is a session as it stands, with its last turns. Version = Seq.
type Session struct {
	Session  evercart.SessionID `json:"session_id"`
	Seq      evercart.Seq       `json:"seq"`
	Version  evercart.Seq       `json:"version"`
	Cart     Cart               `json:"cart"`
	Saved    []Line             `json:"saved"`
	Focus    []evercart.SKU     `json:"focus"`
	Context  map[string]string  `json:"context"`
	Intent   string             `json:"intent"`
	Question *Question          `json:"question"`
	Summary  *string            `json:"summary"`
	Order    *json.RawMessage   `json:"order"`
	Locale   string             `json:"locale,omitempty"`
	Running  evercart.TurnID    `json:"running,omitempty"` // the turn that runs
	Into     evercart.SessionID `json:"into,omitempty"`    // merged: the conversation goes on there
	Turns    []TurnView         `json:"turns"`
	Usage    evercart.Usage     `json:"usage,omitzero"` // what models took for all its turns; for the shop's own people alone
}

// Question is what the agent asked and waits for.
type Question struct {
	Kind    string          `json:"kind"`
	Choices []evercart.SKU  `json:"choices"`
	Options []string        `json:"options"`
	Turn    evercart.TurnID `json:"turn_id,omitempty"`
}

// SessionOf makes the outside's session.
func SessionOf(s evercart.State, turns []evercart.TurnView) Session {
	out := Session{
		Session: s.Session, Seq: s.Seq, Version: s.Seq, Cart: CartOf(s.Cart), Saved: linesOf(s.Cart.Saved), Focus: orEmpty(s.Focus),
		Context: make(map[string]string, len(s.Personal.Context)), Intent: s.Intent, Locale: s.Locale, Into: s.Into, Turns: TurnsOf(turns),
	}
	for k, v := range s.Personal.Context {
		out.Context[k] = v.Reveal()
	}
	if q := s.Question; q != nil {
		out.Question = &Question{Kind: q.Kind, Choices: orEmpty(q.Choices), Options: orEmpty(q.Options), Turn: q.Turn}
	}
	if s.Summary != nil {
		text := s.Personal.Summary.Reveal()
		out.Summary = &text
	}
	if s.Active != nil {
		out.Running = s.Active.Turn
	}
	return out
}

// Begin is a body of POST /v1/sessions, all of it optional: {"session_id","user_id","locale","cart":[{"sku","quantity"}],
// "saved":[…],"focus":[sku]}.
type Begin struct {
	Session evercart.SessionID
	User    evercart.Personal
	Locale  string
	Seed    *evercart.Seed
}

const maxSeed = 1000

// ReadBegin reads a body of POST /v1/sessions; an empty one is {}. Invalid, TooLarge.
func ReadBegin(b []byte) (Begin, error) {
	var out Begin
	if len(b) == 0 {
		return out, nil
	}
	o, err := readObject(b)
	if err != nil {
		return out, err
	}
	id, ok, err := o.text("session_id")
	if err != nil {
		return out, err
	}
	if ok {
		if out.Session, err = evercart.ParseSessionID(id); err != nil {
			return out, err
		}
	}
	if out.User, err = o.user(); err != nil {
		return out, err
	}
	if out.Locale, err = o.locale(); err != nil {
		return out, err
	}
	out.Seed, err = o.seed()
	return out, err
}

func (f fields) seed() (*evercart.Seed, error) {
	if !f.has("cart") && !f.has("saved") && !f.has("focus") {
		return nil, nil
	}
	var s evercart.Seed
	var err error
	if s.Cart, err = f.seedLines("cart"); err != nil {
		return nil, err
	}
	if s.Saved, err = f.seedLines("saved"); err != nil {
		return nil, err
	}
	focus, err := f.list("focus", maxSeed)
	if err != nil {
		return nil, err
	}
	for _, raw := range focus {
		sku, err := readSKU(raw)
		if err != nil {
			return nil, err
		}
		s.Focus = append(s.Focus, sku)
	}
	return &s, nil
}

func (f fields) seedLines(key string) ([]evercart.SeedLine, error) {
	list, err := f.list(key, maxSeed)
	if err != nil {
		return nil, err
	}
	var out []evercart.SeedLine
	for _, raw := range list {
		o, err := readObject(raw)
		if err != nil {
			return nil, err
		}
		sku, err := readSKU(o["sku"])
		if err != nil {
			return nil, err
		}
		n, ok, err := o.number("quantity")
		if err != nil {
			return nil, err
		}
		if !ok { // a null or a forgotten one is no wish for one
			return nil, evercart.Errorf(evercart.Invalid, "wire", "a line has a quantity")
		}
		if n < 1 || n > 1<<30 {
			return nil, evercart.Errorf(evercart.Invalid, "wire", "quantity is a whole number from 1")
		}
		out = append(out, evercart.SeedLine{SKU: sku, Quantity: int(n)})
	}
	return out, nil
}

// readSKU reads a SKU: an id, so U+0000 is refused.
func readSKU(raw json.RawMessage) (evercart.SKU, error) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", evercart.Errorf(evercart.Invalid, "wire", "a sku is a string")
	}
	return ParseSKU(s)
}

// ParseSKU accepts 1 to 255 bytes without U+0000. Invalid.
func ParseSKU(s string) (evercart.SKU, error) {
	if s == "" || len(s) > 255 || evercart.Clean(s) != s {
		return "", evercart.Errorf(evercart.Invalid, "wire", "a sku is 1 to 255 bytes without U+0000")
	}
	return evercart.SKU(s), nil
}

// Begun answers POST /v1/sessions and /identify. Token is "" where the server has no signing key.
type Begun struct {
	Session evercart.SessionID `json:"session_id"`
	Token   string             `json:"token"`
	Expires *time.Time         `json:"expires_at,omitempty"`
	Seq     evercart.Seq       `json:"seq"`
	Cart    Cart               `json:"cart"`
}

// ReadIdentify reads a body of POST /v1/sessions/{id}/identify: {"user_id"}. Invalid.
func ReadIdentify(b []byte) (evercart.Personal, error) {
	o, err := readObject(b)
	if err != nil {
		return "", err
	}
	user, err := o.user()
	if err == nil && user == "" {
		err = evercart.Errorf(evercart.Invalid, "wire", "user_id is missing")
	}
	return user, err
}

// ReadPhone reads a body that names a telephone number: {"phone"}. Invalid.
func ReadPhone(b []byte) (evercart.Personal, error) {
	o, err := readObject(b)
	if err != nil {
		return "", err
	}
	number, _, err := o.text("phone")
	if err != nil {
		return "", err
	}
	return evercart.ParsePhone(number)
}

// Sessions answers GET /v1/sessions and /v1/users/{id}/sessions. Next is the cursor of the next page, "" after the last.
type Sessions struct {
	Sessions []evercart.SessionInfo `json:"sessions"`
	Next     string                 `json:"next"`
}

// SessionsOf makes a page of at most limit sessions.
func SessionsOf(in []evercart.SessionInfo, limit int) Sessions {
	out := Sessions{Sessions: orEmpty(in)}
	if len(in) > 0 && len(in) >= limit {
		out.Next = in[len(in)-1].Cursor
	}
	return out
}
