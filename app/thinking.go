package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/anthropic"
	"github.com/evercart/evercart/model"
	"github.com/evercart/evercart/openai"
	"github.com/evercart/evercart/redis"
	"github.com/evercart/evercart/rules"
)

// build makes the chain of brains, and says its names. Brains that ask a model are metered; where another one could answer in their
// place, a breaker keeps the chain from waiting for them.
func (s *Server) build(ctx context.Context, goods evercart.Catalog, shared *redis.Client) ([]evercart.Brain, []string, error) {
	c := s.config
	names, err := c.brains()
	if err != nil {
		return nil, nil, err
	}
	if err := s.startMeter(ctx, names, shared); err != nil {
		return nil, nil, err
	}
	out := make([]evercart.Brain, 0, len(names))
	for i, name := range names {
		last := i+1 == len(names)
		var b evercart.Brain
		switch name {
		case "anthropic":
			b, err = s.claude(ctx, last)
		case "openai":
			b, err = s.openai()
		case "rules":
			out = append(out, rules.New(rules.Config{Catalog: goods, Shop: s.shopNow(), Live: s.shopNow, Knows: s.knows(), Put: s.put()}))
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		b = &model.Metered{Brain: b, Meter: s.meter, Log: s.log, Told: s.spending.told, Denied: s.spending.denied}
		if !last {
			breaker := model.NewBreaker(b, c.clock(), s.log)
			s.spending.watch(name, breaker.Open)
			b = breaker
		}
		out = append(out, b)
	}
	return out, names, nil
}

func (s *Server) openai() (evercart.Brain, error) {
	c := s.config
	prices, err := c.prices()
	if err != nil {
		return nil, err
	}
	names := append(c.models("openai"), "")
	b, err := openai.New(openai.Config{BaseURL: c.OpenAIBaseURL, APIKey: c.OpenAIKey, Model: names[0], Price: prices[names[0]], Log: s.log})
	if err != nil {
		return nil, err
	}
	s.onStop("openai", func(context.Context) error { b.Close(); return nil })
	return b, nil
}

// checkModels is how long a start waits for the list of models.
const checkModels = 5 * time.Second

// claude makes the brain and looks whether its model is there. A model that is not, or a key that is refused, ends the start where
// nobody else could answer; where another brain can, the shop opens and the log says so.
func (s *Server) claude(ctx context.Context, alone bool) (evercart.Brain, error) {
	c := s.config
	prices, err := c.prices()
	if err != nil {
		return nil, err
	}
	b, err := anthropic.New(anthropic.Config{BaseURL: c.AnthropicBaseURL, APIKey: c.AnthropicKey, Models: c.models("anthropic"), Thinking: c.Thinking, Effort: c.Effort,
		Prices: prices, Clock: c.clock(), Log: s.log})
	if err != nil {
		return nil, err
	}
	s.onStop("anthropic", func(context.Context) error { b.Close(); return nil })
	ctx, cancel := context.WithTimeout(ctx, checkModels)
	defer cancel()
	name, err := b.Check(ctx)
	switch code := evercart.CodeOf(err); {
	case err == nil:
		s.log.Info("anthropic: the model is there", slog.String("model", name))
	case (code == evercart.NotFound || code == evercart.Unauthorized) && alone:
		return nil, fmt.Errorf("brain: anthropic: %s", cmp.Or(evercart.AsError(err).Message, string(code)))
	case errors.Is(ctx.Err(), context.Canceled):
		return nil, err
	default:
		s.log.Error("anthropic: the model could not be looked up", slog.String("code", string(code)), slog.Any("err", err))
	}
	return b, nil
}
