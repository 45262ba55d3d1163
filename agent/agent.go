// Package agent runs turns: it stores what a shopper said, lets a brain think, commits each effect before its result goes
// back, speaks what may be spoken, and closes the turn. It implements evercart.Conversation for every edge.
package agent

import (
	"context"
	_ "embed"
	"log/slog"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
)

//go:embed policy.md
var policy string

// Config is all that an agent needs. Store, Keys, Brains, Catalog and Node are required.
type Config struct {
	Store   evercart.Store
	Heads   evercart.Heads  // of a store that other nodes write, too; nil = this process alone writes it
	Deaths  evercart.Deaths // where a death can be told to the others; nil = they notice the silence
	Bus     evercart.Bus    // what other nodes wrote; nil = they are found by looking
	Keys    evercart.Keys
	Brains  []evercart.Brain // a chain: the next one answers when the one before fails before its first word or effect
	Tools   []evercart.Tool
	Catalog evercart.Catalog
	Shop    evercart.Shop
	Prompt  string      // the shop's own prompt; the policy wins
	Live    func() Live // the shop as it is now, asked once a turn; nil = Shop and Prompt for good
	// Prompted hears of each fixed part of prompts before its first turn is closed; nil = nobody does.
	Prompted func(FixedPrompt)
	Node     evercart.NodeID
	Formers  []evercart.NodeID // the processes that had this one's place: they are over
	Clock    evercart.Clock
	Log      *slog.Logger
	Limits   Limits
}

// Limits bound a turn. A zero field takes its default.
type Limits struct {
	Turn     time.Duration // how long a turn of this node may take (30 s)
	Claim    time.Duration // how long any node's claim stands (60 s)
	Dead     time.Duration // a node without a beat for so long is dead (5 s)
	Beat     time.Duration // how often this node beats and looks for the turns of dead ones (1 s, with Heads 0.5 s)
	Look     time.Duration // how often it looks for what other nodes wrote (1 s, with a bus 30 s)
	Wait     time.Duration // how long a turn waits for those before it (20 s)
	Queue    int           // turns of one session that may wait (16)
	Filler   time.Duration // silence before the first filler (0.9 s)
	Again    time.Duration // silence before a further one (7 s)
	Tool     time.Duration // how long a tool runs, in silence, before it is said what it does (2 s)
	Words    time.Duration // how old an unsaved word may become (1 s)
	Apology  time.Duration // from the words to a spoken sentence, whatever the model does wrong (5 s)
	First    time.Duration // to the first sign of a step, where another brain of the chain could answer (3 s)
	Requests int           // attempts at one step (3); two where another brain of the chain could answer
	Steps    int           // steps of a turn that may call tools (8)
	Text     int           // characters that one turn may produce (20,000)
	Recent   int           // turns that a model sees (20)
	Recap    time.Duration // how long away before a recap is due (1 h)
	Drain    time.Duration // how long Stop lets turns run on (10 s)
	Commit   time.Duration // how long one commit may take (10 s)
	Read     time.Duration // how long one reading may take (5 s)
	Away     time.Duration // how long a change waits for a store that is away (8 s)
}

// Agent is a node's conversation with its shoppers.
type Agent struct {
	// What it talks to.
	Config
	specs []evercart.ToolSpec
	tools map[string]evercart.Tool
	hash  hashed // of policy, tools and shop prompt

	recalls evercart.Recalls // what the store remembers; nil = nothing

	// The turns that run here.
	lanes    lanes
	hub      hub
	openings openings
	pulse    pulse
	left     left
	rescues  rescues

	// Life.
	life    context.Context    // ends when Stop begins: nothing that can be left to others is waited for
	end     context.CancelFunc // of life
	mu      sync.Mutex         // guards the four below
	started bool
	stopped bool
	stop    context.CancelFunc // of the upkeep
	idle    []chan func()      // hands that wait for a turn
	turns   sync.WaitGroup     // turns in flight; Add only under mu while not stopped
	hands   sync.WaitGroup     // the goroutines that run them
	upkeep  sync.WaitGroup
}

var _ evercart.Conversation = (*Agent)(nil)

// New makes an agent; nothing runs before Start, but turns are answered. Invalid when something required is missing.
func New(c Config) (*Agent, error) {
	if c.Store == nil || c.Keys == nil || c.Catalog == nil || len(c.Brains) == 0 || c.Node == "" {
		return nil, evercart.Errorf(evercart.Invalid, "agent.New", "an agent needs a store, keys, a catalogue, a node id and a brain")
	}
	if c.Clock == nil {
		c.Clock = evercart.SystemClock{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Limits.Look <= 0 && c.Bus != nil {
		c.Limits.Look = 30 * time.Second // what the bus lost
	}
	if c.Limits.Beat <= 0 && c.Heads != nil {
		c.Limits.Beat = 500 * time.Millisecond // others wait for what it finds
	}
	c.Limits = c.Limits.defaults()
	a := &Agent{Config: c, tools: make(map[string]evercart.Tool, len(c.Tools)), stop: func() {}}
	for _, t := range c.Tools {
		spec := t.Spec()
		if _, twice := a.tools[spec.Name]; twice {
			return nil, evercart.Errorf(evercart.Invalid, "agent.New", "two tools are called %s", spec.Name)
		}
		if spec.Changes != (len(spec.Does) > 0) {
			return nil, evercart.Errorf(evercart.Invalid, "agent.New", "%s changes things and does not declare what it does, or the other way round", spec.Name)
		}
		a.tools[spec.Name], a.specs = t, append(a.specs, spec)
	}
	a.recalls, _ = c.Store.(evercart.Recalls)
	a.life, a.end = context.WithCancel(context.Background())
	return a, nil
}

func (l Limits) defaults() Limits {
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{
		{&l.Turn, 30 * time.Second}, {&l.Claim, time.Minute}, {&l.Dead, 5 * time.Second}, {&l.Beat, time.Second}, {&l.Look, time.Second}, {&l.Wait, 20 * time.Second},
		{&l.Filler, 900 * time.Millisecond}, {&l.Again, 7 * time.Second}, {&l.Tool, 2 * time.Second}, {&l.Words, time.Second}, {&l.Apology, 5 * time.Second}, {&l.First, 3 * time.Second},
		{&l.Recap, time.Hour}, {&l.Drain, 10 * time.Second}, {&l.Commit, 10 * time.Second}, {&l.Read, 5 * time.Second}, {&l.Away, 8 * time.Second},
	} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
	for _, d := range []struct {
		field *int
		value int
	}{{&l.Queue, 16}, {&l.Requests, 3}, {&l.Steps, 8}, {&l.Text, 20000}, {&l.Recent, 20}} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
	return l
}

// Start begins the upkeep: beats, and the turns that dead nodes left behind. Starting twice, or after Stop, is Invalid.
func (a *Agent) Start(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.started || a.stopped {
		return evercart.Errorf(evercart.Invalid, "agent.Start", "an agent starts once")
	}
	if err := a.beat(a.system(ctx)); err != nil {
		return evercart.Wrap(err, evercart.CodeOf(err), "agent.Start")
	}
	run, stop := context.WithCancel(a.system(context.WithoutCancel(ctx)))
	a.started, a.stop = true, stop
	a.upkeep.Go(func() { mishap.Keep(run, a.Log, "upkeep", func() { a.keepUp(run) }) })
	a.lookOut(run)
	return nil
}

// Stop takes no new turns, lets those that run finish for Limits.Drain or until ctx ends, then closes them as broken, and
// ends the upkeep. It blocks until all is over; again = no change.
func (a *Agent) Stop(ctx context.Context) error {
	a.mu.Lock()
	a.stopped = true
	stop := a.stop
	a.mu.Unlock()
	a.end()
	idle := make(chan struct{})
	go func() { a.turns.Wait(); close(idle) }()
	grace, cancel := context.WithTimeout(ctx, a.Limits.Drain)
	defer cancel()
	select {
	case <-idle:
	case <-grace.Done():
		a.lanes.each(func(t *turn) { t.cut(errStopping) })
		<-idle // each turn is bounded by its commits
	}
	a.dismiss()
	a.hands.Wait()
	stop()
	a.upkeep.Wait()
	return nil
}

// system is the agent's own office: upkeep, and what no shopper's caller may do.
func (a *Agent) system(ctx context.Context) context.Context {
	return evercart.As(ctx, evercart.Caller{Shop: a.Shop.ID, Role: evercart.RoleSystem})
}
