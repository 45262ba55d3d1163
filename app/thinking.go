package app

import (
	"log/slog"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/openai"
	"github.com/evercart/evercart/rules"
	"github.com/evercart/evercart/shop"
)

// build makes the chain of brains, and says its names.
func (c Config) build(index evercart.Catalog, s evercart.Shop, log *slog.Logger) ([]evercart.Brain, []string, error) {
	names, err := c.brains()
	if err != nil {
		return nil, nil, err
	}
	out := make([]evercart.Brain, 0, len(names))
	for _, name := range names {
		switch name {
		case "openai":
			b, err := openai.New(openai.Config{BaseURL: c.OpenAIBaseURL, APIKey: c.OpenAIKey, Model: c.Model, Log: log})
			if err != nil {
				return nil, nil, err
			}
			out = append(out, b)
		case "rules":
			out = append(out, rules.New(rules.Config{Catalog: index, Shop: s}))
		}
	}
	return out, names, nil
}

func tools(index evercart.Catalog, s evercart.Shop) []evercart.Tool { return shop.Tools(index, s) }
