package gateway

import (
	"context"
	"net/http"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// shownTurns is how many of the last turns a session is shown with.
const shownTurns = 20

// lastTurns gives those of a state that was just read, which is not read again for them.
func (g *Gateway) lastTurns(ctx context.Context, st evercart.State, after evercart.Seq) ([]evercart.TurnView, error) {
	if n := len(st.Recent); n >= shownTurns {
		after = max(after, st.Recent[n-shownTurns]-1)
	}
	return g.cfg.Conversation.Transcript(evercart.Having(ctx, st), st.Session, after, shownTurns)
}

// begin answers POST /v1/sessions: a session, and a token for it.
func (g *Gateway) begin(c call) error {
	b, err := c.body()
	if err != nil {
		return err
	}
	in, err := wire.ReadBegin(b)
	if err != nil {
		return err
	}
	if in.Seed != nil && c.acc.rank < anonymous {
		return evercart.Errorf(evercart.Forbidden, "gateway", "a session is begun with a cart on loopback or with an admin key only")
	}
	ctx, err := g.as(c.r.Context(), c.acc)
	if err != nil {
		return err
	}
	if in.Session == "" && in.User == "" {
		in.Session = evercart.SessionID(newUUID())
	}
	st, err := g.cfg.Conversation.Attach(ctx, evercart.Attach{
		Session: in.Session, User: in.User, Channel: "ws", Locale: in.Locale, Begin: true, Seed: in.Seed,
	})
	if err != nil {
		return err
	}
	g.hasBegun(st.Session)
	return g.begun(c, st, http.StatusCreated)
}

// begun answers with a token where the server can sign.
func (g *Gateway) begun(c call, st evercart.State, status int) error {
	out := wire.Begun{Session: st.Session, Seq: st.Seq, Cart: wire.CartOf(st.Cart)}
	if len(g.keys.Signing) > 0 {
		who, err := g.cfg.Shoppers.Shopper(system(c.r.Context(), g.cfg.Shop), st.Subject) // a guest who was named speaks as that
		if err != nil {
			return err
		}
		expires := g.clock.Now().Add(g.cfg.Tokens).UTC()
		token, err := MintToken(g.keys.Signing[0], Token{Subject: who.Subject, Session: st.Session, Expires: expires})
		if err != nil {
			return err
		}
		out.Token, out.Expires = token, &expires
	}
	return c.json(status, out)
}

// identify answers POST /v1/sessions/{session_id}/identify: a sign-in, asserted by the shop's back end. The answer names the
// session in which the conversation goes on.
func (g *Gateway) identify(c call) error {
	id, err := g.session(c)
	if err != nil {
		return err
	}
	b, err := c.body()
	if err != nil {
		return err
	}
	user, err := wire.ReadIdentify(b)
	if err != nil {
		return err
	}
	ctx, err := g.as(c.r.Context(), c.acc)
	if err != nil {
		return err
	}
	st, err := g.cfg.Conversation.SignIn(ctx, id, user)
	if err != nil {
		return err
	}
	return g.begun(c, st, http.StatusOK)
}

func (g *Gateway) show(c call) error {
	id, err := g.session(c)
	if err != nil {
		return err
	}
	ctx, err := g.as(c.r.Context(), c.acc)
	if err != nil {
		return err
	}
	st, err := g.cfg.Conversation.View(ctx, id)
	if err != nil {
		return err
	}
	turns, err := g.lastTurns(ctx, st, 0)
	if err != nil {
		return err
	}
	out := wire.SessionOf(st, turns)
	if ours(ctx) {
		out.Usage = st.Spent
	}
	return c.json(http.StatusOK, out)
}

func (g *Gateway) transcript(c call) error {
	id, err := g.session(c)
	if err != nil {
		return err
	}
	after, err := c.after("after")
	if err != nil {
		return err
	}
	last, err := c.number("last", 1, 1_000_000)
	if err != nil {
		return err
	}
	ctx, err := g.as(c.r.Context(), c.acc)
	if err != nil {
		return err
	}
	turns, err := g.cfg.Conversation.Transcript(ctx, id, after, int(last))
	if err != nil {
		return err
	}
	return c.json(http.StatusOK, wire.Transcript{Session: id, Turns: wire.TurnsOf(turns)})
}

func (g *Gateway) events(c call) error {
	id, err := g.session(c)
	if err != nil {
		return err
	}
	after, err := c.after("after")
	if err != nil {
		return err
	}
	limit, err := c.number("limit", 1, 1000)
	if err != nil {
		return err
	}
	ctx, err := g.as(c.r.Context(), c.acc)
	if err != nil {
		return err
	}
	st, err := g.cfg.Conversation.View(ctx, id) // of a merged session, where the conversation goes on
	if err != nil {
		return err
	}
	list, err := g.cfg.Sessions.Events(ctx, st.Session, after, int(limit))
	if err != nil {
		return err
	}
	page, err := wire.EventsOf(list, after)
	if err != nil {
		return err
	}
	return c.json(http.StatusOK, page)
}

// sessions answers GET /v1/sessions, newest first.
func (g *Gateway) sessions(c call) error { return g.list(c, nil) }

func (g *Gateway) list(c call, subjects []evercart.Subject) error {
	limit, err := c.number("limit", 1, 1000)
	if err != nil {
		return err
	}
	if limit == 0 {
		limit = 100
	}
	f := evercart.Filter{Subjects: subjects, After: c.r.URL.Query().Get("after"), Limit: int(limit)}
	if f.Since, err = c.time("since"); err != nil {
		return err
	}
	ctx, err := g.as(c.r.Context(), c.acc)
	if err != nil {
		return err
	}
	list, err := g.cfg.Sessions.Sessions(ctx, f)
	if err != nil {
		return err
	}
	return c.json(http.StatusOK, wire.SessionsOf(list, f.Limit))
}
