package dialogue

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/trial"
)

// Failure is one thing that was not as it must be.
type Failure struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Wanted string `json:"wanted"`         // the line as it stands in the file
	Got    string `json:"got"`            // what was instead
	Said   string `json:"said,omitempty"` // the shop's last words
}

// stage is what a dialogue is played on: another one than a private server's cannot be moved or restarted.
type stage interface{ Client() *client.Client }

// play is a dialogue that is being played.
type play struct {
	on       stage
	dialogue Dialogue
	failures []Failure

	// The session.
	id, user string
	begin    client.Begin
	conn     *client.Conn

	// What the last words brought.
	since int64 // seq before them
	turn  string
	reply client.Reply
	view  *client.Session // as it stands; nil = to be read

	took took
}

// errBroken ends a dialogue that cannot go on; its failure is noted already.
var errBroken = errors.New("the dialogue broke off")

// run plays all steps. Expectations below the same words are all looked at; then a failed dialogue ends.
func (p *play) run(ctx context.Context) {
	defer p.hangUp()
	for i, s := range p.dialogue.Steps {
		if s.Do != Expect && len(p.failures) > 0 {
			return
		}
		var heard *string
		if i+1 < len(p.dialogue.Steps) && p.dialogue.Steps[i+1].Do == Interrupt {
			heard = &p.dialogue.Steps[i+1].Words
		}
		err := p.step(ctx, s, heard)
		switch {
		case err == nil, errors.Is(err, errBroken):
		case ctx.Err() != nil:
			p.fail(s, "it took too long")
		default:
			p.fail(s, told(err))
		}
		if err != nil {
			return
		}
	}
}

// told is an error for who wrote the dialogue.
func told(err error) string {
	e := evercart.AsError(err)
	if e == nil || e.Message == "" {
		return err.Error()
	}
	return fmt.Sprintf("%s (%s)", e.Message, e.Code)
}

func (p *play) fail(s Step, got string) {
	p.failures = append(p.failures, Failure{File: p.dialogue.File, Line: s.Line, Wanted: s.Source, Got: got, Said: p.reply.Reply})
}

func (p *play) step(ctx context.Context, s Step, heard *string) error {
	switch s.Do {
	case Cart:
		p.begin.Cart = append(p.begin.Cart, seeds(s.Items)...)
	case Saved:
		p.begin.Saved = append(p.begin.Saved, seeds(s.Items)...)
	case Focus:
		for _, i := range s.Items {
			p.begin.Focus = append(p.begin.Focus, i.SKU)
		}
	case User:
		p.user, p.begin.User = s.Words, s.Words
	case Locale:
		p.begin.Locale = s.Words
	case Say, Greet:
		return p.say(ctx, s, heard)
	case Interrupt: // done with the words above it
		return nil
	case After, Restart:
		p.hangUp()
		private, ok := p.on.(trial.Stage)
		if !ok {
			return evercart.Errorf(evercart.NotImplemented, "dialogue", "another's server cannot be moved in time or restarted")
		}
		if s.Do == After {
			private.Move(s.Wait)
			return nil
		}
		return private.Restart(ctx)
	case Catalogue:
		p.view = nil
		return p.change(ctx, *s.Change)
	case Expect:
		got, ok, err := p.holds(ctx, *s.Want)
		if err == nil && ok == s.Want.Not {
			p.fail(s, got)
		}
		return err
	}
	return nil
}

func seeds(items []Item) []client.SeedLine {
	out := make([]client.SeedLine, 0, len(items))
	for _, i := range items {
		out = append(out, client.SeedLine{SKU: i.SKU, Quantity: i.Quantity})
	}
	return out
}

func (p *play) hangUp() {
	if p.conn != nil {
		_ = p.conn.Close()
		p.conn = nil
	}
}

// connect begins the session with the first words, and opens its socket where there is none.
func (p *play) connect(ctx context.Context) error {
	if p.id == "" {
		b, err := p.on.Client().Begin(ctx, p.begin)
		if err != nil {
			return err
		}
		p.id = string(b.Session)
	}
	if p.conn != nil {
		return nil
	}
	conn, err := p.on.Client().Dial(ctx, p.id, client.Dial{Locale: p.begin.Locale})
	if err != nil {
		return err
	}
	p.conn, p.since = conn, int64(conn.Ready.Seq)
	return nil
}

// say says one thing and hears the answer out; heard != nil = speaks over it once these words were heard.
func (p *play) say(ctx context.Context, s Step, heard *string) error {
	if p.reply.Seq > 0 {
		p.since = int64(p.reply.Seq)
	}
	p.view, p.reply, p.turn = nil, client.Reply{}, "test-"+random()
	if err := p.connect(ctx); err != nil {
		return err
	}
	var err error
	began, first := time.Now(), time.Duration(0)
	if s.Do == Greet {
		err = p.conn.Greet(ctx, p.user, p.turn)
	} else {
		err = p.conn.Say(ctx, client.Turn{User: p.user, Text: s.Words, Turn: p.turn})
	}
	if err != nil {
		return err
	}
	told := ""
	cut := false
	for f, err := range p.conn.Answer(ctx, p.turn) {
		switch {
		case err != nil:
			return err
		case f.Delta != nil && !f.Delta.Hold:
			if first == 0 {
				first = time.Since(began)
			}
			told = strings.TrimSpace(told + " " + strings.TrimSpace(f.Delta.Text))
			if heard != nil && !cut {
				if cut, err = p.interrupt(ctx, told, *heard); err != nil {
					return err
				}
			}
		case f.Reply != nil:
			p.reply = *f.Reply
		}
	}
	p.took.add(p.reply.Usage, first)
	if heard == nil {
		return nil
	}
	if !cut {
		if cut, err = p.interrupt(ctx, p.reply.Reply, *heard); err != nil {
			return err
		}
	}
	if !cut {
		p.fail(s, fmt.Sprintf("%q was never said, so nobody could interrupt after it", *heard))
		return errBroken
	}
	return p.awaitHeard(ctx)
}

// interrupt speaks over the reply if the words have been said by now.
func (p *play) interrupt(ctx context.Context, told, after string) (bool, error) {
	i := strings.Index(strings.ToLower(told), strings.ToLower(after))
	if i < 0 || i+len(after) > len(told) {
		return false, nil
	}
	heard := told[:i+len(after)]
	return true, p.conn.Interrupt(ctx, p.turn, &heard)
}

// awaitHeard waits until the server has noted what was heard: an interruption has no answer of its own.
func (p *play) awaitHeard(ctx context.Context) error {
	for {
		v, err := p.on.Client().Session(ctx, p.id)
		if err != nil {
			return err
		}
		if t := turnOf(v, p.turn); t != nil && t.Heard != nil {
			p.view = &v
			return nil
		}
		if err := (evercart.SystemClock{}).Sleep(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
}

func turnOf(v client.Session, id string) *client.TurnView {
	for i := range v.Turns {
		if string(v.Turns[i].Turn) == id {
			return &v.Turns[i]
		}
	}
	return nil
}

func random() string {
	var b [12]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// change lets the shop change a variant.
func (p *play) change(ctx context.Context, c Change) error {
	patch := map[string]any{}
	switch c.What {
	case "gone":
		patch["active"] = false
	case "back":
		patch["active"] = true
	case "stock":
		patch["stock"] = nil
		if n, err := strconv.Atoi(c.To); err == nil {
			patch["stock"] = n
		}
	case "price":
		currency, err := p.currency(ctx)
		if err != nil {
			return err
		}
		if patch["price"], err = currency.ParseMinor(c.To); err != nil {
			return err
		}
	}
	_, err := p.on.Client().Patch(ctx, c.SKU, patch)
	return err
}

// currency is the shop's, which its carts tell; before the first words a passer-by's does.
func (p *play) currency(ctx context.Context) (evercart.Currency, error) {
	if p.id == "" {
		b, err := p.on.Client().Begin(ctx, client.Begin{})
		return b.Cart.Currency, err
	}
	v, err := p.session(ctx)
	return v.Cart.Currency, err
}
