package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/evercart/evercart/internal/throwaway"
	"github.com/evercart/evercart/trial/flaky"
)

// The faults.
const (
	killNode     = "kill-node"     // SIGKILL, then a new start
	stopNode     = "stop-node"     // SIGTERM, then a new start
	freezeNode   = "freeze-node"   // SIGSTOP, then SIGCONT: for longer than others wait for it, where there are others
	cutCallers   = "cut-callers"   // all connections to a node are reset
	loseAnswers  = "lose-answers"  // what a node answers does not arrive, then its connections are reset
	cutDatabase  = "cut-database"  // all connections of a node to its database are reset
	loseCommits  = "lose-commits"  // what the database answers a node does not arrive, then the connections are reset
	holdDatabase = "hold-database" // nothing passes between a node and its database for a while
	killDatabase = "kill-database" // SIGKILL of the first process of PostgreSQL, then a new start
	cutRedis     = "cut-redis"     // all connections of a node to Redis are reset
	flushRedis   = "flush-redis"   // FLUSHALL
	freezeRedis  = "freeze-redis"  // SIGSTOP, then SIGCONT
	killRedis    = "kill-redis"    // SIGKILL, then a new start, empty
)

// Faults are all that there are, in the order of the report.
func Faults() []string {
	return []string{killNode, stopNode, freezeNode, cutCallers, loseAnswers, cutDatabase, loseCommits, holdDatabase, killDatabase,
		cutRedis, flushRedis, freezeRedis, killRedis}
}

// canHave are those that can be had with this configuration.
func (c *Config) canHave() []string {
	return slices.DeleteFunc(Faults(), func(name string) bool {
		switch name {
		case cutDatabase, loseCommits, holdDatabase:
			return !c.shared()
		case killDatabase:
			return !c.Own
		case cutRedis:
			return c.Redis == "" && !c.ownRedis
		case flushRedis, freezeRedis, killRedis:
			return !c.ownRedis
		}
		return false
	})
}

// fault is one that struck.
type fault struct {
	name     string
	from, to time.Duration
	life     life // of the node that it struck; node −1 = none
}

// storm lets faults strike, one after the other. One goroutine drives it.
type storm struct {
	w      *world
	rng    *rand.Rand
	struck []fault
	bag    []string // faults still to come before any comes again
	frozen int      // nodes so far
}

// atMost is how long wanted counts are waited for where ten times the configured time is less.
const atMost = 10 * time.Minute

// rage goes on for the configured time, and until the wanted counts are reached.
func (s *storm) rage(ctx context.Context) error {
	c, began, kills := s.w.c, s.w.now(), 0
	for {
		took := s.w.now() - began
		enough := s.w.acked.Load() >= int64(c.Changes) && kills >= c.Kills
		switch {
		case took >= c.For && enough:
			return nil
		case took >= max(10*c.For, atMost):
			return fmt.Errorf("after %s there were %d acknowledged changes and %d kills: fewer than wanted", took.Round(time.Second), s.w.acked.Load(), kills)
		}
		if err := s.sleep(ctx, c.Every/2, c.Every); err != nil {
			return err
		}
		f, err := s.strike(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if f.name == killNode {
			if kills++; kills%50 == 0 {
				c.say("%d kills, %d changes acknowledged", kills, s.w.acked.Load())
			}
		}
	}
}

// sleep waits for least and up to more.
func (s *storm) sleep(ctx context.Context, least, more time.Duration) error {
	if more > 0 {
		least += time.Duration(s.rng.Int64N(int64(more)))
	}
	select {
	case <-time.After(least):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// strike lets one fault happen, to its end.
func (s *storm) strike(ctx context.Context) (fault, error) {
	if len(s.bag) == 0 {
		s.bag = slices.Clone(s.w.c.Faults)
		s.rng.Shuffle(len(s.bag), func(i, j int) { s.bag[i], s.bag[j] = s.bag[j], s.bag[i] })
	}
	name := s.bag[0]
	s.bag = s.bag[1:]
	n := s.w.nodes[s.rng.IntN(len(s.w.nodes))]
	f := fault{name: name, life: n.life(), from: s.w.now()}
	if slices.Contains([]string{killDatabase, flushRedis, freezeRedis, killRedis}, name) {
		f.life = life{node: -1}
	}
	err := s.happen(ctx, name, n)
	f.to = s.w.now()
	s.struck = append(s.struck, f)
	return f, err
}

func (s *storm) happen(ctx context.Context, name string, n *node) error {
	switch name {
	case killNode:
		n.child.Kill()
		if err := s.sleep(ctx, 0, 200*time.Millisecond); err != nil {
			return err
		}
		return n.start(ctx)
	case stopNode:
		n.child.End()
		return n.start(ctx)
	case freezeNode:
		return s.freeze(ctx, n)
	case cutCallers:
		n.calls.Cut()
		return nil
	case loseAnswers:
		return s.lose(ctx, n.calls.Set, func() { n.calls.Cut() })
	case cutDatabase:
		n.up.cut()
		return nil
	case loseCommits:
		return s.lose(ctx, n.up.set, n.up.cut)
	case holdDatabase:
		if err := n.up.set(flaky.Weather{HoldUp: true, HoldDown: true}); err != nil {
			return err
		}
		err := s.sleep(ctx, 200*time.Millisecond, 2*time.Second)
		return later(err, n.up.set(flaky.Weather{}))
	case killDatabase:
		s.w.place.pg.Kill()
		err := s.sleep(ctx, 0, 500*time.Millisecond)
		return later(err, s.w.place.pg.Begin())
	case cutRedis:
		n.aside.cut()
		return nil
	}
	return s.redis(ctx, name, s.w.place.redis)
}

func (s *storm) redis(ctx context.Context, name string, r *throwaway.Redis) error {
	switch name {
	case flushRedis:
		_, err := r.Do("FLUSHALL")
		return err
	case freezeRedis:
		if err := r.Hang(); err != nil {
			return err
		}
		err := s.sleep(ctx, 200*time.Millisecond, 2*time.Second)
		return later(err, r.Resume())
	}
	r.Kill()
	err := s.sleep(ctx, 0, 2*time.Second)
	return later(err, r.Begin())
}

// freeze stops a node: for so long that others take it for dead and go on with its turns, or briefly; by turns.
func (s *storm) freeze(ctx context.Context, n *node) error {
	if err := n.child.Freeze(); err != nil {
		return err
	}
	least, more := 200*time.Millisecond, 2*time.Second
	if s.frozen++; len(s.w.nodes) > 1 && s.frozen%2 == 1 {
		least, more = 7*time.Second, 3*time.Second
	}
	err := s.sleep(ctx, least, more)
	return later(err, n.child.Thaw())
}

// lose holds back what the far end answers, then resets the connections: the work was done, and nobody was told.
func (s *storm) lose(ctx context.Context, set func(flaky.Weather) error, cut func()) error {
	if err := set(flaky.Weather{HoldDown: true}); err != nil {
		return err
	}
	err := s.sleep(ctx, 100*time.Millisecond, 700*time.Millisecond)
	cut()
	return later(err, set(flaky.Weather{}))
}

// later is the first error of two.
func later(first, second error) error {
	if first != nil {
		return first
	}
	return second
}
