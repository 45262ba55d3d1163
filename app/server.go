package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/jobs"
	"github.com/evercart/evercart/model"
	"github.com/evercart/evercart/redis"
	"github.com/evercart/evercart/shop"
	"github.com/evercart/evercart/shop/house"
	"github.com/evercart/evercart/tables"
)

// Server is one process of evercart, from its data folder to its address.
type Server struct {
	URL string // http://127.0.0.1:8080

	config             Config
	folder             folder
	node               evercart.NodeID // of this start
	log                *slog.Logger
	house              *house.Folder // the shop's own words; nil = none
	brains             string
	meter              *model.Meter
	spending           *spending
	products, variants int
	sample             bool           // the sample shop is open
	foreign            string         // what is on sale and cannot be sold, in words; "" = nothing
	goods              evercart.Goods // for trials
	index              *catalog.Index
	done               func() jobs.Stats

	door    *door
	closers []closer // in the order of starting; Stop runs them backwards
}

// closer is one thing to end, with its name for the log.
type closer struct {
	name string
	stop func(context.Context) error
}

// Start wires everything in reading order, from the inside out: folder, keys, store, goods, brains, agent, jobs, gateway,
// address. What was started is stopped again when a later part fails.
func Start(ctx context.Context, c Config, log *slog.Logger) (*Server, error) {
	d := newDoor(c)
	s, err := start(ctx, c, log, d)
	if err != nil {
		return nil, errors.Join(err, d.slam())
	}
	return s, nil
}

func start(ctx context.Context, c Config, log *slog.Logger, d *door) (_ *Server, err error) {
	s := &Server{config: c, folder: folder(c.Data), node: newNode(), log: log.With(slog.String("service", "evercart")), door: d}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Stop(context.WithoutCancel(ctx)))
		}
	}()
	access := s.access()
	if err := gateway.CheckAddr(c.Addr, access); err != nil {
		return nil, &Misconfigured{err}
	}
	if err := s.openShop(ctx); err != nil {
		return nil, err
	}
	ring, store, err := s.openStore(ctx)
	if err != nil {
		return nil, err
	}
	if access.Signing, err = s.signing(ctx, ring); err != nil {
		return nil, c.needs(partKeys, err)
	}
	ctx = evercart.As(ctx, evercart.Caller{Shop: evercart.DefaultShop().ID, Role: evercart.RoleSystem})
	s.forgetRestored(ctx, store)
	live, err := s.openNear(ctx, store, ring)
	if err != nil {
		return nil, err
	}
	goods, index, err := s.openGoods(ctx, live)
	if err != nil {
		return nil, err
	}
	s.goods = goods
	s.hear(ctx, live, ring, index)
	heads, _ := store.(evercart.Heads) // of a store that other processes write, too
	deaths, _ := store.(evercart.Deaths)
	a, err := s.startAgent(ctx, parts{store: live, heads: heads, deaths: deaths, bus: live.bus, keys: ring, index: index, redis: live.redis})
	if err != nil {
		return nil, err
	}
	if err := s.startJobs(ctx, store, a); err != nil {
		return nil, err
	}
	return s, s.listen(ctx, access, edges{near: live, tickets: tickets{store}, goods: goods, index: index, agent: a, keysThere: ring.Check})
}

// Stop ends everything from the outside in, so that nobody speaks to a part that is gone: address, gateway, jobs, agent, goods, store.
func (s *Server) Stop(ctx context.Context) error {
	var errs []error
	for _, v := range slices.Backward(s.closers) {
		if err := v.stop(ctx); err != nil {
			errs = append(errs, fmt.Errorf("stopping %s: %w", v.name, err))
		}
	}
	s.closers = nil
	return errors.Join(errs...)
}

func (s *Server) onStop(name string, stop func(context.Context) error) {
	s.closers = append(s.closers, closer{name, stop})
}

type parts struct {
	store  evercart.Store
	heads  evercart.Heads  // nil = nobody else writes the store
	deaths evercart.Deaths // likewise
	bus    evercart.Bus    // nil = there is none
	keys   evercart.Keys
	index  *catalog.Index
	redis  *redis.Client // nil = none is configured
}

// startAgent builds the brains and the turn loop.
func (s *Server) startAgent(ctx context.Context, p parts) (*agent.Agent, error) {
	goods := s.words(p.index)
	brains, names, err := s.build(ctx, goods, p.redis)
	if err != nil {
		return nil, err
	}
	s.brains = strings.Join(names, ", then ")
	formers := s.folder.formers()
	if p.deaths != nil {
		if err := s.folder.held(s.node, formers); err != nil {
			return nil, err
		}
	}
	a, err := agent.New(agent.Config{Store: p.store, Heads: p.heads, Deaths: p.deaths, Formers: formers, Bus: p.bus, Keys: p.keys, Brains: brains, Tools: s.tools(goods), Catalog: goods, Shop: s.shopNow(), Live: s.live, Prompted: s.keepPrompt,
		Node: s.node, Clock: s.config.clock(), Log: s.log, Limits: agent.Limits{Turn: s.config.TurnLimit / 2, Claim: s.config.TurnLimit, First: s.config.FirstWord,
			Drain: s.config.Drain, Away: s.storeWait()}})
	if err != nil {
		return nil, err
	}
	if err := a.Start(ctx); err != nil {
		return nil, s.config.needs(partStore, err)
	}
	s.onStop("agent", a.Stop)
	return a, nil
}

func (s *Server) startJobs(ctx context.Context, store record, a *agent.Agent) error {
	handlers := map[string]jobs.Handler{
		tables.EraseJob: func(ctx context.Context, j evercart.Job) error {
			_, err := store.ResumeErasure(ctx, j)
			return err
		},
		agent.SummaryKind: a.Summarize,
	}
	if s.house != nil && s.house.Front().HandOff.Webhook != "" { // without one, tickets wait in the list of open ones
		handlers[shop.HandOffKind] = s.deliver(tickets{store})
	}
	r := jobs.New(jobs.Config{Jobs: store, Node: s.node, Clock: s.config.clock(), Log: s.log, Handlers: handlers,
		Lasting: []string{tables.EraseJob, shop.HandOffKind}}) // what shoppers were promised
	s.done = r.Stats
	if err := r.Start(ctx); err != nil {
		return s.config.needs(partStore, err)
	}
	s.onStop("jobs", r.Stop)
	return nil
}

type edges struct {
	near
	tickets tickets
	goods   evercart.Goods
	index   *catalog.Index
	agent   *agent.Agent

	keysThere func(context.Context) error
}

// listen opens the address and leaves a note in the data folder, so that commands find the server.
func (s *Server) listen(ctx context.Context, access gateway.Keys, e edges) error {
	if err := s.door.open(ctx); err != nil {
		return err
	}
	s.URL = s.door.at()
	voices, err := s.voices(e)
	if err != nil {
		return err
	}
	g, err := s.gateway(access, e, voices)
	if err != nil {
		return err
	}
	s.onStop("address", func(ctx context.Context) error {
		// Both at once: the gateway takes nothing new and waits for its turns' replies, while the agent lets the turns end,
		// or ends them when the drain is over.
		ended := make(chan error, 2)
		go func() { ended <- e.agent.Stop(ctx) }()
		go func() { ended <- hangUp(ctx, voices) }()
		return errors.Join(g.Drain(ctx), <-ended, <-ended, s.door.close(ctx))
	})
	s.door.waiting.Open(g)
	note := Running{URL: s.URL, PID: os.Getpid(), Currency: s.config.shop().Currency}
	if !access.Anonymous() {
		note.Key = access.Admin[len(access.Admin)-1]
	}
	if err := s.folder.announce(note); err != nil {
		return err
	}
	s.onStop("note", func(context.Context) error { return s.folder.forget() })
	return nil
}

// clock is the machine's, unless a trial brought its own.
func (c Config) clock() evercart.Clock {
	if c.Clock == nil {
		return evercart.SystemClock{}
	}
	return c.Clock
}

// shop is what the configuration says of the merchant.
func (c Config) shop() evercart.Shop {
	shop := evercart.DefaultShop()
	shop.Name, shop.Currency, shop.Locale = c.Name, evercart.Currency(strings.ToUpper(c.Currency)), c.Locale
	return shop
}
