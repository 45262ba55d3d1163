package gateway

import (
	"net/http"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// shopper finds who the path means: a user id, with ?by=subject a random name, as guests have no other, or with ?by=session whoever
// speaks in it.
func (g *Gateway) shopper(c call) (evercart.Shopper, error) {
	id := c.r.PathValue("user_id")
	ctx := system(c.r.Context(), g.cfg.Shop)
	switch by := c.r.URL.Query().Get("by"); by {
	case "", "user":
		user, err := evercart.ParseUserID(id)
		if err != nil {
			return evercart.Shopper{}, err
		}
		return g.cfg.Shoppers.Lookup(ctx, "user", user)
	case "subject":
		if id == "" || len(id) > 128 || strings.ContainsRune(id, 0) {
			return evercart.Shopper{}, evercart.Errorf(evercart.Invalid, "gateway", "not a subject")
		}
		return g.cfg.Shoppers.Shopper(ctx, evercart.Subject(id))
	case "session":
		session, err := evercart.ParseSessionID(id)
		if err != nil {
			return evercart.Shopper{}, err
		}
		st, err := g.cfg.Conversation.View(ctx, session)
		if err != nil {
			return evercart.Shopper{}, err
		}
		return g.cfg.Shoppers.Shopper(ctx, st.Subject)
	}
	return evercart.Shopper{}, evercart.Errorf(evercart.Invalid, "gateway", "by is user, subject or session")
}

func (g *Gateway) userSessions(c call) error {
	s, err := g.shopper(c)
	if err != nil {
		return err
	}
	return g.list(c, s.Subjects())
}

func (g *Gateway) export(c call) error {
	s, err := g.shopper(c)
	if err != nil {
		return err
	}
	x, err := g.cfg.Shoppers.Export(system(c.r.Context(), g.cfg.Shop), s.Subject)
	if err != nil {
		return err
	}
	out, err := wire.ExportOf(x)
	if err != nil {
		return err
	}
	return c.json(http.StatusOK, out)
}

func (g *Gateway) erase(c call) error {
	ctx := system(c.r.Context(), g.cfg.Shop)
	s, err := g.shopper(c)
	subject := s.Subject
	if evercart.CodeOf(err) == evercart.NotFound { // asked again, of an erasure that is not done, it is carried on
		if subject = evercart.Subject(c.r.PathValue("user_id")); c.r.URL.Query().Get("by") != "subject" {
			subject, err = g.cfg.Shoppers.Erasing(ctx, "user", evercart.Personal(subject))
		} else {
			err = nil
		}
	}
	if err != nil {
		return err
	}
	r, err := g.cfg.Shoppers.Erase(ctx, evercart.Erasure{Subject: subject, By: "operator:api"})
	if err != nil {
		return err
	}
	status := http.StatusOK
	if !r.Done {
		status = http.StatusAccepted // a job repeats what did not come through
	}
	return c.json(status, wire.ReceiptOf(r))
}
