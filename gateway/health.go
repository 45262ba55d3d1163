package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
)

// readiness is what was found when it was last looked for.
type readiness struct {
	mu    sync.Mutex // held while a check runs: many askers cost one commit
	at    time.Time
	store error // why the store cannot commit
	keys  error // why shoppers' keys cannot be read
}

const (
	readyFor = time.Second     // an answer holds as long
	lookFor  = 2 * time.Second // who does not answer within is away
)

func (g *Gateway) healthz(c call) error {
	return c.json(http.StatusOK, map[string]string{"status": "ok"})
}

// check looks whether what no turn can do without is there: the store that commits and the keys that it seals with.
func (g *Gateway) check(ctx context.Context) (store, keys error) {
	r := &g.ready
	r.mu.Lock()
	defer r.mu.Unlock()
	now := g.clock.Now()
	if !r.at.IsZero() && now.Sub(r.at) <= readyFor {
		return r.store, r.keys
	}
	// Detached: an asker who leaves must not make the next one think that the store is away.
	ctx, cancel := context.WithTimeout(system(context.WithoutCancel(ctx), g.cfg.Shop), lookFor)
	defer cancel()
	var both sync.WaitGroup // at once: one that hangs must not use up the other's time
	both.Go(func() { r.store = g.looked(ctx, g.cfg.Nodes.Check) })
	if g.cfg.KeysThere != nil {
		both.Go(func() { r.keys = g.looked(ctx, g.cfg.KeysThere) })
	}
	both.Wait()
	r.at = now
	return r.store, r.keys
}

// looked is what a look says; one that panics says that nothing is there.
func (g *Gateway) looked(ctx context.Context, look func(context.Context) error) (err error) {
	defer mishap.Catch(g.log, "health", func() { err = evercart.Errorf(evercart.Internal, "gateway", "the look failed") })
	return look(ctx)
}

// readyz says whether this process can serve turns.
func (g *Gateway) readyz(c call) error {
	g.mu.Lock()
	leaving := g.leaving
	g.mu.Unlock()
	if leaving {
		return &evercart.Error{Code: evercart.Unavailable, Op: "gateway.readyz", Message: "the server is going away", RetryAfter: time.Second}
	}
	if store, keys := g.check(c.r.Context()); store != nil || keys != nil {
		return unready(store, keys)
	}
	answer := map[string]string{}
	if g.cfg.Parts != nil { // what may be away without harm
		answer = g.cfg.Parts()
	}
	if g.cfg.KeysThere != nil {
		answer["keys"] = "ok"
	}
	answer["status"], answer["version"] = "ok", g.cfg.Version
	return c.json(http.StatusOK, answer)
}

// unready names what is away, or how else it is of no use (a full disk, a file that is gone); why stays in the log.
func unready(store, keys error) *evercart.Error {
	e := &evercart.Error{Code: evercart.Unavailable, Op: "gateway.readyz", Message: "the store cannot commit", RetryAfter: time.Second, Err: errors.Join(store, keys)}
	if store == nil {
		e.Message = "the shoppers' keys cannot be read"
	}
	for _, part := range []struct {
		name string
		err  error
	}{{"store", store}, {"keys", keys}} {
		if part.err != nil {
			how := "away"
			if said := evercart.AsError(part.err).Arg("how"); said.Kind() == slog.KindString {
				how = said.String()
			}
			e = e.With(slog.String(part.name, how))
		}
	}
	return e
}

func (g *Gateway) metricsPage(c call) error {
	g.metrics.serve.ServeHTTP(c.w, c.r)
	return nil
}
