package gateway

import (
	"context"
	"net/http"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// webhook takes what a platform tells of a call: words, which are answered with their reply, guesses, interruptions, the end.
func (g *Gateway) webhook(c call) error {
	b, err := c.body()
	if err != nil {
		return err
	}
	turn, err := wire.ReadTurn(b)
	if err != nil {
		return err
	}
	c.r.SetPathValue("session_id", string(turn.Session)) // for the log of a refusal
	if err := g.owns(c, turn.Session); err != nil {
		return err
	}
	if err := keyed(c.r, &turn.Say); err != nil {
		return err
	}
	counted := g.rates.session
	if turn.Kind == wire.KindPartial {
		counted = g.rates.guess
	}
	if err := counted(c.r.Context(), turn.Session); err != nil {
		return err
	}
	if turn.Kind != wire.KindFinal {
		ctx, user, err := g.speaking(c.r.Context(), c.acc, turn.Say.User)
		if err == nil {
			err = g.speaksIn(ctx, turn.Session, user)
		}
		if err != nil {
			return err
		}
		return g.told(ctx, c, turn)
	}
	var ctx context.Context
	var st evercart.State
	err = g.patiently(c.r.Context(), evercart.Utterance{Turn: turn.Say.Turn, Language: turn.Say.Locale}, func() error {
		var user evercart.Personal
		if ctx, user, err = g.speaking(c.r.Context(), c.acc, turn.Say.User); err != nil {
			return err
		}
		a := evercart.Attach{Session: turn.Session, User: user, Channel: "webhook", Locale: turn.Say.Locale, Begin: true}
		st, err = g.cfg.Conversation.Attach(ctx, a)
		return err
	})
	if err != nil {
		return err
	}
	g.hasBegun(st.Session)
	u := evercart.Utterance{Session: st.Session, Turn: turn.Say.Turn, Channel: "webhook", Language: turn.Say.Locale, Text: turn.Say.Text}
	mine, err := g.joins.join(ctx, turn, &u)
	if err != nil {
		return err
	}
	if !mine {
		return g.nothing(ctx, c, st.Session, turn.Say.Turn, wire.HowJoined)
	}
	reply, err := g.take(ctx, u, func(evercart.Spoken) {})
	if err != nil {
		return g.aloud(turn.Say.Locale, err)
	}
	return c.json(http.StatusOK, replyTo(ctx, st.Session, *reply))
}

// speaking is who calls, and the user to attach with.
func (g *Gateway) speaking(ctx context.Context, acc access, user evercart.Personal) (context.Context, evercart.Personal, error) {
	ctx, err := g.as(ctx, acc)
	if err == nil {
		user, err = g.named(ctx, acc, user)
	}
	return ctx, user, err
}

// told notes what is no turn. Nothing is begun by it.
func (g *Gateway) told(ctx context.Context, c call, turn wire.Turn) error {
	switch turn.Kind {
	case wire.KindPartial:
		g.joins.goesOn(turn)
		return g.nothing(ctx, c, turn.Session, turn.Say.Turn, wire.HowPartial)
	case wire.KindInterrupt:
		i := evercart.Interruption{Session: turn.Session, Turn: turn.Say.Turn, Heard: g.written(turn.Heard)}
		if err := g.cfg.Conversation.Interrupt(ctx, i); err != nil {
			return err
		}
	case wire.KindEnd:
		g.joins.end(turn)
	}
	return g.nothing(ctx, c, turn.Session, turn.Say.Turn, wire.HowNoted)
}

// nothing answers with no words: how it stands.
func (g *Gateway) nothing(ctx context.Context, c call, id evercart.SessionID, turn evercart.TurnID, how evercart.Ending) error {
	st, err := g.cfg.Conversation.View(ctx, id)
	switch evercart.CodeOf(err) {
	case "":
	case evercart.NotFound, evercart.Gone: // it begins with the first words
		st = evercart.State{Session: id, Cart: evercart.Cart{Currency: g.cfg.Shop.Currency}}
	default:
		return err
	}
	return c.json(http.StatusOK, replyTo(ctx, st.Session, evercart.Reply{Turn: turn, How: how, Seq: st.Seq, Cart: st.Cart, Durable: true}))
}

// speaksIn holds what is no turn to the shopper whom it names, as words are held: NotFound where the session is another's. It begins nothing,
// and nobody is signed in by it: in a guest's session, or one that is not there, everybody may.
func (g *Gateway) speaksIn(ctx context.Context, id evercart.SessionID, user evercart.Personal) error {
	if user == "" {
		return nil
	}
	st, err := g.cfg.Conversation.View(ctx, id)
	switch evercart.CodeOf(err) {
	case "":
	case evercart.NotFound, evercart.Gone:
		return nil
	default:
		return err
	}
	sys := system(ctx, g.cfg.Shop)
	owner, err := g.face(sys, func(ctx context.Context) (evercart.Shopper, error) { return g.cfg.Shoppers.Shopper(ctx, st.Subject) })
	if err != nil || owner.Guest {
		return err
	}
	who, err := g.face(sys, func(ctx context.Context) (evercart.Shopper, error) { return g.cfg.Shoppers.Lookup(ctx, "user", user) })
	if evercart.CodeOf(err) == evercart.NotFound || err == nil && who.Subject != owner.Subject {
		return evercart.Errorf(evercart.NotFound, "gateway", "no such session")
	}
	return err
}

// replyTo is a reply as the caller may see it: what it cost is the shop's own affair.
func replyTo(ctx context.Context, id evercart.SessionID, r evercart.Reply) wire.Reply {
	out := wire.ReplyOf(id, r)
	if ours(ctx) {
		out.Usage = r.Usage
	}
	return out
}

// ours says that one of the shop's own people or programs asks.
func ours(ctx context.Context) bool {
	c, _ := evercart.CallerOf(ctx)
	return c.Role == evercart.RoleOperator
}

// keyed makes the Idempotency-Key the turn's id: a copy joins the turn, other words under it are 422.
func keyed(r *http.Request, s *wire.Say) error {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		return nil
	}
	id, err := evercart.ParseTurnID(key)
	if err != nil {
		return evercart.Errorf(evercart.Invalid, "gateway", "Idempotency-Key is 1 to %d visible ASCII characters", evercart.MaxTurnID)
	}
	if s.Turn != "" && s.Turn != id {
		return evercart.Errorf(evercart.Invalid, "gateway", "Idempotency-Key and turn_id differ: send one of them")
	}
	s.Turn = id
	return nil
}

// take runs a turn to its reply, handing on the pieces. It measures, and says it where a turn ends without an answer.
func (g *Gateway) take(ctx context.Context, u evercart.Utterance, piece func(evercart.Spoken)) (*evercart.Reply, error) {
	began, first := g.clock.Now(), true
	since := func() float64 { return max(0, g.clock.Now().Sub(began)).Seconds() }
	for s, err := range g.cfg.Conversation.Take(ctx, u) {
		if err != nil {
			g.metrics.turns.WithLabelValues(u.Channel, string(evercart.CodeOf(err))).Inc()
			return nil, err
		}
		if first && !s.Hold { // a filler is no answer
			first = false
			g.metrics.first.WithLabelValues(u.Channel).Observe(since())
		}
		if s.Text != "" {
			piece(s)
		}
		if s.Reply != nil {
			g.metrics.turn.WithLabelValues(u.Channel).Observe(since())
			g.metrics.turns.WithLabelValues(u.Channel, string(s.Reply.How)).Inc()
			return s.Reply, nil
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, &evercart.Error{Code: evercart.Unavailable, Op: "gateway.take", Message: "the turn ended without an answer", RetryAfter: time.Second}
}
