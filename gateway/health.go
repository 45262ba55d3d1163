package gateway

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

type readiness struct {
	mu  sync.Mutex // held while a check runs: many askers cost one commit
	at  time.Time
	err error
}

const readyFor = time.Second

func (g *Gateway) healthz(c call) error {
	return c.json(http.StatusOK, map[string]string{"status": "ok"})
}

// readyz says whether this process can commit; an answer holds for a second.
func (g *Gateway) readyz(c call) error {
	g.mu.Lock()
	leaving := g.leaving
	g.mu.Unlock()
	if leaving {
		return &evercart.Error{Code: evercart.Unavailable, Op: "gateway.readyz", Message: "the server is going away", RetryAfter: time.Second}
	}
	g.ready.mu.Lock()
	defer g.ready.mu.Unlock()
	if now := g.clock.Now(); g.ready.at.IsZero() || now.Sub(g.ready.at) > readyFor {
		// Detached: an asker who leaves must not make the next one think that the store is away.
		ctx, cancel := context.WithTimeout(system(context.WithoutCancel(c.r.Context()), g.cfg.Shop), 2*time.Second)
		defer cancel()
		g.ready.at, g.ready.err = now, g.cfg.Nodes.Check(ctx)
	}
	if g.ready.err != nil {
		return &evercart.Error{Code: evercart.Unavailable, Op: "gateway.readyz", Message: "the store cannot commit", RetryAfter: time.Second, Err: g.ready.err}
	}
	answer := map[string]string{}
	if g.cfg.Parts != nil { // what may be away without harm
		answer = g.cfg.Parts()
	}
	answer["status"], answer["version"] = "ok", g.cfg.Version
	return c.json(http.StatusOK, answer)
}

func (g *Gateway) metricsPage(c call) error {
	g.metrics.serve.ServeHTTP(c.w, c.r)
	return nil
}
