package app

import (
	"context"
	"encoding/hex"
	"log/slog"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/hot"
	"github.com/evercart/evercart/internal/mishap"
	"github.com/evercart/evercart/keys"
	"github.com/evercart/evercart/memory"
	"github.com/evercart/evercart/redis"
)

// near is what is nearer than the store: memory, and what all nodes share on Redis.
type near struct {
	*hot.Store
	bus     evercart.Bus // nil = there is no Redis; nodes look for each other's news in the store
	limiter evercart.Limiter
	redis   *redis.Client // nil = none is configured
	node    evercart.NodeID
}

// openNear puts a memory around the store. One that other processes write too is asked for the head of a session before
// anything is given out of memory or cache.
func (s *Server) openNear(ctx context.Context, store record, ring *keys.Ring) (near, error) {
	n := near{node: s.node, limiter: memory.NewLimiter(s.config.clock())}
	c := hot.Config{Keys: ring, Node: s.node, Clock: s.config.clock(), Log: s.log}
	c.Heads, _ = store.(evercart.Heads)
	if s.config.Redis != "" {
		var err error
		if n.redis, err = s.openRedis(ctx, ring); err != nil {
			return n, err
		}
		n.bus, n.limiter = n.redis, hot.Limiter{Shared: n.redis, Own: n.limiter}
		c.Cache, c.Bus = n.redis, n.redis
	}
	n.Store = hot.New(store, c)
	if err := n.Start(ctx); err != nil {
		return n, s.config.needs(partStore, err)
	}
	s.onStop("memory", n.Stop)
	return n, nil
}

// openRedis prepares the client. It connects by itself; whether it could is told by /readyz. What nodes share there is named by a
// hash that only they know, as are the addresses of those who call.
func (s *Server) openRedis(ctx context.Context, ring *keys.Ring) (*redis.Client, error) {
	name, err := ring.Hash(ctx, []byte("redis name"))
	if err != nil {
		return nil, s.config.needs(partKeys, err)
	}
	secret, err := ring.Hash(ctx, []byte("redis rates"))
	if err != nil {
		return nil, s.config.needs(partKeys, err)
	}
	client, err := redis.Open(redis.Config{URL: s.config.Redis, Name: hex.EncodeToString(name[:8]), Secret: secret, Clock: s.config.clock(), Log: s.log})
	if err != nil {
		return nil, err
	}
	s.onStop("redis", client.Stop)
	return client, client.Start(ctx)
}

// hear follows the bus for what the store's memory does not: keys that were destroyed elsewhere, and goods that moved.
func (s *Server) hear(ctx context.Context, n near, ring *keys.Ring, index *catalog.Index) {
	if n.bus == nil {
		return
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	moved := make(chan struct{}, 1)
	done := make(chan struct{}, 2)
	go func() {
		defer func() { done <- struct{}{} }()
		mishap.Keep(ctx, s.log, "news", func() {
			_ = n.bus.Listen(ctx, func(note evercart.Note) { // until ctx ends
				switch note.What {
				case evercart.NoteKeys:
					ring.Drop(note.Life)
				case evercart.NoteGoods:
					select {
					case moved <- struct{}{}:
					default: // that is known
					}
				}
			})
		})
	}()
	go func() {
		defer func() { done <- struct{}{} }()
		for {
			select {
			case <-ctx.Done():
				return
			case <-moved:
			}
			mishap.Do(s.log, "goods", func() {
				if err := index.Sync(ctx, n.Store); err != nil && ctx.Err() == nil {
					s.log.Warn("the goods could not be followed", slog.Any("error", err))
				}
			})
		}
	}()
	s.onStop("hearing", func(context.Context) error {
		stop()
		<-done
		<-done
		return nil
	})
}

// parts tells which node this is, and of what may be away without harm.
func (n near) parts() map[string]string {
	out := map[string]string{"node": string(n.node)}
	if n.redis != nil {
		out["redis"] = string(n.redis.State())
	}
	return out
}
