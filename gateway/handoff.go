package gateway

import (
	"context"
	"net/http"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// HandOffs are the tickets for people. It is handed in, since only the wiring knows both the store and the shop's tools.
type HandOffs interface {
	// Open gives those that are not delivered, the oldest first.
	Open(ctx context.Context, limit int) ([]wire.HandOff, error)
	// Close ends one: a person took care of it. NotFound.
	Close(ctx context.Context, ticket string) error
}

const maxHandOffs = 1000

func (g *Gateway) handOffs(c call) error {
	if g.cfg.HandOffs == nil {
		return c.json(http.StatusOK, wire.HandOffs{HandOffs: []wire.HandOff{}})
	}
	list, err := g.cfg.HandOffs.Open(system(c.r.Context(), g.cfg.Shop), maxHandOffs)
	if err != nil {
		return err
	}
	if list == nil {
		list = []wire.HandOff{}
	}
	return c.json(http.StatusOK, wire.HandOffs{HandOffs: list})
}

func (g *Gateway) closeHandOff(c call) error {
	id := c.r.PathValue("ticket")
	if g.cfg.HandOffs == nil || id == "" || len(id) > 64 {
		return evercart.Errorf(evercart.NotFound, "gateway", "no such ticket")
	}
	if err := g.cfg.HandOffs.Close(system(c.r.Context(), g.cfg.Shop), id); err != nil {
		return err
	}
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}

// pronounced is a piece for the ear.
func (g *Gateway) pronounced(text string) string {
	if g.cfg.Pronounce == nil {
		return text
	}
	return g.cfg.Pronounce(text)
}

// written is what was heard, as it was written.
func (g *Gateway) written(heard *evercart.Personal) *evercart.Personal {
	if heard == nil || g.cfg.Written == nil {
		return heard
	}
	p := evercart.Private(g.cfg.Written(heard.Reveal()))
	return &p
}
