package app

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"os"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/internal/movable"
	"github.com/evercart/evercart/trial"
)

// Stage is a private server for trials, on a data folder that goes with it. Its time can be moved.
type Stage struct {
	config Config
	log    *slog.Logger
	clock  *movable.Clock
	server *Server
	client *client.Client
}

var _ trial.Stage = (*Stage)(nil)

// Stages starts stages with this configuration; address, data and keys are the stage's own.
func Stages(c Config, log *slog.Logger) trial.Open {
	return func(ctx context.Context, catalog string) (trial.Stage, error) {
		c := c
		if catalog != "" {
			c.Catalog = []string{catalog}
		}
		return openStage(ctx, c, log)
	}
}

func openStage(ctx context.Context, c Config, log *slog.Logger) (*Stage, error) {
	dir, err := os.MkdirTemp("", "evercart-stage-*")
	if err != nil {
		return nil, err
	}
	s := &Stage{log: log, clock: &movable.Clock{}}
	c.Data, c.Addr, c.APIKeys, c.AdminKeys, c.Clock = dir, "127.0.0.1:0", nil, nil, s.clock
	c.Postgres, c.Keys, c.Master, c.Redis = "", "", "", "" // a trial is no guest in the shop's own databases
	s.config = c
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

func (s *Stage) start(ctx context.Context) error {
	server, err := Start(ctx, s.config, s.log)
	if err != nil {
		return err
	}
	r, err := server.folder.dial()
	if err != nil {
		return errors.Join(err, server.Stop(ctx))
	}
	s.server, s.client = server, r.Client
	return nil
}

// Client implements trial.Stage.
func (s *Stage) Client() *client.Client { return s.client }

// Products implements trial.Stage.
func (s *Stage) Products(ctx context.Context) iter.Seq2[evercart.Stocked, error] {
	return s.server.goods.Products(evercart.As(ctx, evercart.Caller{Shop: evercart.DefaultShop().ID, Role: evercart.RoleSystem}), 0)
}

// Move implements trial.Stage.
func (s *Stage) Move(d time.Duration) { s.clock.Move(d) }

// Restart implements trial.Stage.
func (s *Stage) Restart(ctx context.Context) error {
	if err := s.server.Stop(ctx); err != nil {
		return err
	}
	return s.start(ctx)
}

// Close implements trial.Stage.
func (s *Stage) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return errors.Join(s.server.Stop(ctx), os.RemoveAll(s.config.Data))
}
