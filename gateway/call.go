package gateway

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// json answers with a value.
func (c call) json(status int, v any) error {
	body, err := wire.Marshal(v)
	if err != nil {
		return err
	}
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(status)
	_, _ = c.w.Write(append(body, '\n')) // the caller may have left: nothing to be done
	return nil
}

// body reads a small body within ten seconds. Invalid, TooLarge.
func (c call) body() ([]byte, error) {
	_ = http.NewResponseController(c.w).SetReadDeadline(time.Now().Add(10 * time.Second))
	b, err := io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, wire.MaxFrame))
	if err != nil {
		if e := known(err); e.Code != evercart.Internal {
			return nil, e
		}
		return nil, &evercart.Error{Code: evercart.Invalid, Op: "gateway", Message: "the body could not be read", Err: err}
	}
	_ = http.NewResponseController(c.w).SetReadDeadline(time.Time{})
	return b, nil
}

// session reads the id in the path. A bearer of another session's token gets the answer of one that is not there.
func (g *Gateway) session(c call) (evercart.SessionID, error) {
	id, err := evercart.ParseSessionID(c.r.PathValue("session_id"))
	if err != nil {
		return "", err
	}
	return id, g.owns(c, id)
}

func (g *Gateway) owns(c call, id evercart.SessionID) error {
	if c.acc.rank == bearer && c.acc.token.Session != id {
		return evercart.Errorf(evercart.NotFound, "gateway.owns", "no such session") // the token is for another one
	}
	return nil
}

// as puts the caller into the context: a bearer is the shopper with all of his names, all others are the shop's own people.
func (g *Gateway) as(ctx context.Context, acc access) (context.Context, error) {
	if acc.rank != bearer {
		return evercart.As(ctx, evercart.Caller{Shop: g.cfg.Shop.ID, Role: evercart.RoleOperator}), nil
	}
	s, err := g.face(ctx, func(ctx context.Context) (evercart.Shopper, error) {
		return g.cfg.Shoppers.Shopper(system(ctx, g.cfg.Shop), acc.token.Subject)
	})
	switch evercart.CodeOf(err) {
	case "":
	case evercart.NotFound, evercart.Gone:
		return nil, evercart.Errorf(evercart.Unauthorized, "gateway", "the token is not valid, or has expired")
	default:
		return nil, err
	}
	if s.Subject != acc.token.Subject {
		// The guest of this token was named since. Who began the conversation as a guest need not be who signed in: only the
		// token that the sign-in gave speaks for the shopper.
		return nil, evercart.Errorf(evercart.Unauthorized, "gateway", "the token ended with the sign-in; use the one that came with it")
	}
	return evercart.As(ctx, evercart.Caller{Shop: g.cfg.Shop.ID, Role: evercart.RoleShopper, Subjects: s.Subjects()}), nil
}

// system is for what the gateway itself looks up.
func system(ctx context.Context, shop evercart.Shop) context.Context {
	return evercart.As(ctx, evercart.Caller{Shop: shop.ID, Role: evercart.RoleSystem})
}

// named checks the user id in a turn. Trusted callers name the shopper; a bearer is who the token says, so that another name
// is Forbidden, with one answer whether that name is known or not. It gives the user to attach with.
func (g *Gateway) named(ctx context.Context, acc access, user evercart.Personal) (evercart.Personal, error) {
	if user == "" || acc.trusted() {
		return user, nil
	}
	s, err := g.face(ctx, func(ctx context.Context) (evercart.Shopper, error) {
		return g.cfg.Shoppers.Lookup(system(ctx, g.cfg.Shop), "user", user)
	})
	if err != nil && evercart.CodeOf(err) != evercart.NotFound {
		return "", err
	}
	if caller, ok := evercart.CallerOf(ctx); err == nil && ok && caller.May(s.Subject) {
		return "", nil
	}
	return "", evercart.Errorf(evercart.Forbidden, "gateway", "user_id is not the shopper of this token")
}

// after reads a seq from the address; 0 where it is absent.
func (c call) after(name string) (evercart.Seq, error) {
	n, err := c.number(name, 0, 1<<62)
	return evercart.Seq(n), err
}

// number reads a whole number from 0 to most; 0 where it is absent.
func (c call) number(name string, least, most int64) (int64, error) {
	s := c.r.URL.Query().Get(name)
	if s == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < least || n > most {
		return 0, evercart.Errorf(evercart.Invalid, "gateway", "%s is a whole number from %d to %d", name, least, most)
	}
	return n, nil
}

// time reads a time of RFC 3339; zero where it is absent.
func (c call) time(name string) (time.Time, error) {
	s := c.r.URL.Query().Get(name)
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return t, evercart.Errorf(evercart.Invalid, "gateway", "%s is a time such as 2026-01-31T12:00:00Z", name)
	}
	return t, nil
}
