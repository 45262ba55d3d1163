package chaos

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// Config says what is tried. A zero field takes its default.
type Config struct {
	Binary   string        // the program whose nodes are tried
	Version  string        // of it, for the report
	Dir      string        // of the nodes' folders and logs: new, or empty
	Sessions int           // shoppers (60); every third one has a second device
	Nodes    int           // servers (1 on SQLite, 3 on PostgreSQL)
	For      time.Duration // how long (1 min)
	Think    time.Duration // between a reply and the next words, half to one and a half of it (100 ms)
	Every    time.Duration // between the end of a fault and the next (500 ms), half to one and a half of it
	Faults   []string      // those that may strike; nil = all that can be had here
	Brain    string        // rules, model, or mixed: the starts of nodes take turns
	Seed     uint64        // of the choice of faults; 0 = random

	// It goes on until there were so many, for ten times For, or ten minutes where that is more.
	Changes int // acknowledged
	Kills   int // of nodes

	// Where the data is: SQLite, or a PostgreSQL that is ours (Own), or another's, in which evercart migrate has made the tables.
	// With Own there is a Redis as well, ours where it is installed and no other is named.
	Own                           bool
	Postgres, Keys, Master, Redis string // as evercart serve takes them

	Progress io.Writer // nil = silent

	ownRedis bool
}

// Check refuses what cannot be tried, and fills in the defaults.
func (c *Config) Check() error {
	for p, d := range map[*time.Duration]time.Duration{&c.For: time.Minute, &c.Every: 500 * time.Millisecond} {
		if *p == 0 {
			*p = d
		}
	}
	if c.Sessions == 0 {
		c.Sessions = 60
	}
	if c.Nodes == 0 {
		if c.Nodes = 1; c.shared() {
			c.Nodes = 3
		}
	}
	if c.Brain == "" {
		c.Brain = brainMixed
	}
	if c.Progress == nil {
		c.Progress = io.Discard
	}
	if c.Seed == 0 {
		c.Seed = rand.Uint64N(1 << 32)
	}
	switch {
	case c.Sessions < 1 || c.Sessions > 5000 || c.Nodes < 1 || c.Nodes > 16:
		return errors.New("sessions are 1 to 5000, nodes 1 to 16")
	case c.For < time.Second || c.Every < 0 || c.Think < 0 || c.Changes < 0 || c.Kills < 0:
		return errors.New("the duration is 1s or more, nothing else is below 0")
	case c.Nodes > 1 && !c.shared():
		return errors.New("several nodes need a PostgreSQL (--postgres, --throwaway)")
	case c.Redis != "" && !c.shared():
		return errors.New("a Redis is for nodes on a PostgreSQL (--postgres, --throwaway)")
	case c.Own && c.Postgres != "":
		return errors.New("either a PostgreSQL of its own or another's")
	case c.Postgres != "" && c.Nodes > 1 && c.Keys == "":
		return errors.New("several nodes on one PostgreSQL need --keys, the database of the shoppers' keys")
	case !slices.Contains([]string{brainRules, brainModel, brainMixed}, c.Brain):
		return fmt.Errorf("the brain is %s, %s or %s", brainRules, brainModel, brainMixed)
	}
	if c.Own && c.Redis == "" {
		_, err := exec.LookPath("redis-server")
		c.ownRedis = err == nil
	}
	can := c.canHave()
	for _, name := range c.Faults {
		if !slices.Contains(can, name) {
			return fmt.Errorf("%q cannot be had here; there are %s", name, strings.Join(can, ", "))
		}
	}
	if len(c.Faults) == 0 {
		c.Faults = can
	}
	if c.Kills > 0 && !slices.Contains(c.Faults, killNode) {
		return errors.New("no node is ever killed by these faults")
	}
	return nil
}

// shared says whether the data is in a database that several nodes may use.
func (c *Config) shared() bool { return c.Own || c.Postgres != "" }

func (c *Config) say(format string, args ...any) {
	_, _ = fmt.Fprintf(c.Progress, "chaos: "+format+"\n", args...)
}

// Run tries it. An error is what kept the trial from being one; losses stand in the report.
func Run(ctx context.Context, c Config) (Report, error) {
	if err := c.Check(); err != nil {
		return Report{}, err
	}
	w := &world{c: &c, began: time.Now(), run: strings.ToLower(crand.Text()[:8])}
	err := w.build(ctx)
	var r Report
	if err == nil {
		r, err = w.try(ctx)
	}
	return r, errors.Join(err, w.close())
}

// world is a shop on trial.
type world struct {
	c      *Config
	began  time.Time // all times of the trial count from here
	run    string    // in the names of its shoppers: where other trials left theirs, nobody is met twice
	place  place
	brains string // base URL of the scripted model; "" = none
	nodes  []*node

	acked   atomic.Int64 // changes so far
	unfit   atomic.Int64 // requests that the model refused
	closers []func() error
}

func (w *world) now() time.Duration { return time.Since(w.began) }

func (w *world) onClose(f func() error) { w.closers = append(w.closers, f) }

func (w *world) close() error {
	var errs []error
	for _, f := range slices.Backward(w.closers) {
		errs = append(errs, f())
	}
	w.closers = nil
	return errors.Join(errs...)
}

// build starts everything: the database, the scripted model, the nodes.
func (w *world) build(ctx context.Context) error {
	var err error
	if w.c.Dir, err = filepath.Abs(w.c.Dir); err != nil { // the nodes run in it
		return err
	}
	if err := os.MkdirAll(w.c.Dir, 0o700); err != nil {
		return err
	}
	if inside, err := os.ReadDir(w.c.Dir); err != nil || len(inside) > 0 {
		return errors.Join(err, fmt.Errorf("%s is not empty: chaos needs a folder of its own", w.c.Dir))
	}
	if err := w.settle(ctx); err != nil {
		return err
	}
	if err := w.startModel(ctx); err != nil {
		return err
	}
	for i := range w.c.Nodes {
		n, err := w.newNode(ctx, i)
		if err != nil {
			return fmt.Errorf("node %d: %w", i+1, err)
		}
		w.nodes = append(w.nodes, n)
	}
	return w.stocked(ctx)
}

// stocked refuses a catalogue without the goods that are asked for: a shop's own database, in which a trial has no business.
func (w *world) stocked(ctx context.Context) error {
	for _, g := range goods {
		found, err := w.nodes[0].inside.Find(ctx, string(g.sku), 20)
		if err != nil {
			return fmt.Errorf("looking for the goods: %w", err)
		}
		if !sells(found, g.sku) {
			return fmt.Errorf("the database has a catalogue without %s: chaos talks of the sample shop's goods, and needs a database of its own", g.sku)
		}
	}
	return nil
}

func sells(found wire.Found, sku evercart.SKU) bool {
	return slices.ContainsFunc(found.Hits, func(h wire.Hit) bool {
		return slices.ContainsFunc(h.Product.Variants, func(v wire.Variant) bool { return v.SKU == sku })
	})
}

// try lets people talk while the faults strike, waits until all of them know what became of their words, and judges.
func (w *world) try(ctx context.Context) (Report, error) {
	w.c.say("%d shoppers, %d nodes, on %s, seed %d, for %s; faults: %s", w.c.Sessions, w.c.Nodes, w.place.name, w.c.Seed, w.c.For, strings.Join(w.c.Faults, ", "))
	people, err := w.people(ctx)
	if err != nil {
		return Report{}, err
	}
	stop := make(chan struct{})
	var all sync.WaitGroup
	for _, p := range people {
		for _, d := range p.devices {
			all.Go(func() { d.talk(ctx, stop) })
		}
	}
	s := &storm{w: w, rng: rand.New(rand.NewPCG(w.c.Seed, 1))}
	err = s.rage(ctx)
	close(stop)
	w.c.say("calm; %d changes acknowledged, waiting for the last words", w.acked.Load())
	all.Wait()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Report{}, err
	}
	return w.judge(ctx, people, s.struck)
}
