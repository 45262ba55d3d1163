package app

import (
	"github.com/evercart/evercart"
	"github.com/evercart/evercart/openai"
	"github.com/evercart/evercart/rules"
)

// build makes the chain of brains, and says its names.
func (s *Server) build(goods evercart.Catalog) ([]evercart.Brain, []string, error) {
	c := s.config
	names, err := c.brains()
	if err != nil {
		return nil, nil, err
	}
	out := make([]evercart.Brain, 0, len(names))
	for _, name := range names {
		switch name {
		case "openai":
			b, err := openai.New(openai.Config{BaseURL: c.OpenAIBaseURL, APIKey: c.OpenAIKey, Model: c.Model, Log: s.log})
			if err != nil {
				return nil, nil, err
			}
			out = append(out, b)
		case "rules":
			out = append(out, rules.New(rules.Config{Catalog: goods, Shop: s.shopNow(), Live: s.shopNow, Knows: s.knows()}))
		}
	}
	return out, names, nil
}
