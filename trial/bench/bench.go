package bench

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/evercart/evercart/client"
)

// Config says what is measured. A zero field takes its default.
type Config struct {
	Server   *client.Client
	Store    string        // what keeps the data, for the report
	Database Database      // for the reference; nil = none
	CPU      CPU           // of a server in this process
	Sessions int           // live sessions (200)
	For      time.Duration // of the loop (20 s)
	Think    time.Duration // between a reply and the next words, half to one and a half of it; 0 = closed loop
	Clients  int           // of the reference (16)
	Growth   int           // turns of one long session, measured alone; 0 = none
	Mix      []string      // what is said, in turn; nil = Mix()
	Progress io.Writer     // nil = silent
	Profiles Profiles      // of the loop
}

// Database is the server's own database, asked directly.
type Database interface {
	// Insert commits one row in a transaction of its own, flushed to disk.
	Insert(context.Context) error
	// Written is how many bytes of log the database has written by now; 0 = it does not tell.
	Written(context.Context) (int64, error)
}

// CPU tells what processor time was taken by now; nil = it cannot be told.
type CPU struct {
	Process  func() time.Duration // by this process: the server, and those who speak to it
	Database func() time.Duration // by the server's database, where it is a process of its own
	// Allocated is the memory that this process has asked for, in pieces and in bytes, whatever was given back.
	Allocated func() (pieces, bytes uint64)
}

// Mix is the turns of the sample shop that are said by default, each as often as the next: one in two changes the cart.
func Mix() []string {
	return []string{
		"add one pack of socks", "what's in my cart", "how much is the candle", "add the ivory silk blouse in medium", "what scarves do you have",
		"remove the blouse", "what's in my cart", "add a red scarf", "remove the scarf", "remove the socks",
	}
}

func (c *Config) defaults() {
	if c.Sessions <= 0 {
		c.Sessions = 200
	}
	if c.For <= 0 {
		c.For = 20 * time.Second
	}
	if c.Clients <= 0 {
		c.Clients = 16
	}
	if len(c.Mix) == 0 {
		c.Mix = Mix()
	}
	if c.Progress == nil {
		c.Progress = io.Discard
	}
}

// Run measures. The reference runs before and after the loop, so that a machine that slows down is seen in both.
func Run(ctx context.Context, c Config) (Report, error) {
	c.defaults()
	r := Report{Store: c.Store, Sessions: c.Sessions, ThinkMS: c.Think.Milliseconds(), Mix: c.Mix}
	c.say("opening %d sessions", c.Sessions)
	people, err := c.open(ctx, c.Sessions)
	defer func() {
		for _, p := range people {
			p.close()
		}
	}()
	if err != nil {
		return r, err
	}
	if err := c.warm(ctx, people); err != nil {
		return r, err
	}
	ref := reference{c: c}
	if err := ref.before(ctx); err != nil {
		return r, err
	}
	c.say("taking turns for %s", c.For)
	profiled, err := c.Profiles.begin()
	if err != nil {
		return r, err
	}
	before, after, err := c.marked(ctx, people, &r)
	if err := errors.Join(err, profiled()); err != nil {
		return r, err
	}
	r.count(people)
	r.taken(before, after)
	if err := ref.after(ctx, r.TurnsPerSecond); err != nil {
		return r, err
	}
	r.compare(ref)
	c.say("reading what the server noted of its stages")
	if err := r.stages(ctx, c.Server, people); err != nil {
		return r, err
	}
	if c.Growth > 0 {
		c.say("one session of %d turns", c.Growth)
		r.Growth, err = c.grow(ctx)
	}
	return r, err
}

// marked is the loop between two looks at the counters.
func (c *Config) marked(ctx context.Context, people []*person, r *Report) (before, after mark, err error) {
	if before, err = c.mark(ctx); err != nil {
		return before, after, err
	}
	began := time.Now()
	if err = c.loop(ctx, people, began.Add(c.For)); err != nil {
		return before, after, err
	}
	r.Seconds = time.Since(began).Seconds()
	after, err = c.mark(ctx)
	return before, after, err
}

func (c *Config) say(format string, args ...any) {
	_, _ = fmt.Fprintf(c.Progress, "bench: "+format+"\n", args...)
}

// open opens sessions, each of a shopper of its own.
func (c *Config) open(ctx context.Context, n int) ([]*person, error) {
	people, errs := make([]*person, n), make([]error, n)
	run := rand.Text()[:8]
	var all sync.WaitGroup
	gate := make(chan struct{}, 16)
	for i := range n {
		all.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			people[i], errs[i] = c.person(ctx, fmt.Sprintf("bench-%s-%d", run, i), i)
		})
	}
	all.Wait()
	out := people[:0]
	var first error
	for i, p := range people {
		if p != nil {
			out = append(out, p)
		}
		if first == nil {
			first = errs[i]
		}
	}
	return out, first
}

// warm lets each session take two turns: its first one makes rows that later ones do not.
func (c *Config) warm(ctx context.Context, people []*person) error {
	c.say("warming up")
	err := each(people, func(p *person) error {
		for range 2 {
			if err := p.turn(ctx); err != nil {
				return err
			}
		}
		p.reset()
		return nil
	})
	return err
}

// loop lets all take turns until the time is over.
func (c *Config) loop(ctx context.Context, people []*person, end time.Time) error {
	return each(people, func(p *person) error {
		if !p.think(ctx, c.Think, true) {
			return ctx.Err()
		}
		for time.Now().Before(end) {
			if err := p.turn(ctx); err != nil {
				return err
			}
			if !p.think(ctx, c.Think, false) {
				return ctx.Err()
			}
		}
		return nil
	})
}

// each runs do for all at once, and gives the first error.
func each(people []*person, do func(*person) error) error {
	errs := make([]error, len(people))
	var all sync.WaitGroup
	for i, p := range people {
		all.Go(func() { errs[i] = do(p) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// mark is the counters at one moment; what a turn takes is the difference of two.
type mark struct {
	wrote         int64
	groups        grouped
	own, database time.Duration // processor time
	pieces, bytes uint64        // of memory
}

func (c *Config) mark(ctx context.Context) (m mark, err error) {
	if c.Database != nil {
		if m.wrote, err = c.Database.Written(ctx); err != nil {
			return m, err
		}
	}
	if c.CPU.Process != nil {
		m.own = c.CPU.Process()
	}
	if c.CPU.Database != nil {
		m.database = c.CPU.Database()
	}
	if c.CPU.Allocated != nil {
		m.pieces, m.bytes = c.CPU.Allocated()
	}
	m.groups, err = readGroups(ctx, c.Server)
	return m, err
}
