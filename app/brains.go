package app

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart/anthropic"
	"github.com/evercart/evercart/model"
)

// brainNames are the brains that there are.
var brainNames = []string{"anthropic", "openai", "rules"}

// brains resolves --brain into the chain of names. Auto asks Claude where its key is there, which names it as clearly as a flag does,
// and never another model.
func (c Config) brains() ([]string, error) {
	if c.Brain == "auto" {
		if c.AnthropicKey == "" {
			return []string{"rules"}, nil
		}
		return []string{"anthropic", "rules"}, nil
	}
	var chain []string
	for name := range strings.SplitSeq(c.Brain, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(brainNames, name) {
			return nil, wrong("brain", "anthropic, openai, rules or a chain of them, not %q", name)
		}
		if slices.Contains(chain, name) {
			return nil, wrong("brain", "%s stands twice in the chain", name)
		}
		chain = append(chain, name)
	}
	if slices.Contains(chain, "openai") && c.OpenAIBaseURL == "" {
		return nil, wrong("brain", "openai needs OPENAI_BASE_URL (or --openai-base-url)")
	}
	if slices.Contains(chain, "anthropic") && c.AnthropicKey == "" {
		return nil, wrong("brain", "anthropic needs ANTHROPIC_API_KEY")
	}
	return chain, nil
}

// models are the names that --model has for a brain: those with its name before a colon, and those without any brain's.
func (c Config) models(brain string) []string {
	var out []string
	for name := range strings.SplitSeq(c.Model, ",") {
		name = strings.TrimSpace(name)
		if of, rest, cut := strings.Cut(name, ":"); cut && slices.Contains(brainNames, of) {
			if of != brain {
				continue
			}
			name = rest
		}
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}

// prices are those of the vendor's list, then those that --price tells.
func (c Config) prices() (map[string]model.Price, error) {
	out := anthropic.Prices()
	for _, p := range c.Prices {
		name, list, ok := strings.Cut(p, "=")
		parts := strings.Split(list, "/")
		if !ok || name == "" || len(parts) < 2 || len(parts) > 4 {
			return nil, wrong("price", "MODEL=IN/OUT, MODEL=IN/CACHED/OUT or MODEL=IN/CACHED/WRITTEN/OUT in US dollars for a million tokens, not %q", p)
		}
		n := make([]int64, len(parts))
		for i, s := range parts {
			var err error
			if n[i], err = microUSD(s); err != nil {
				return nil, wrong("price", "%s: %v", name, err)
			}
		}
		price := model.Price{In: n[0], Cached: n[0], Written: n[0], Out: n[len(n)-1]}
		if len(n) > 2 {
			price.Cached = n[1]
		}
		if len(n) > 3 {
			price.Written = n[2]
		}
		out[name] = price
	}
	return out, nil
}

// budget reads --budget-day and --budget-call. A bound on costs that nobody can count would be no bound: then it is an error.
func (c Config) budget(chain []string) (model.Budget, error) {
	var b model.Budget
	for _, o := range []struct {
		key, value string
		into       *int64
	}{{"budget-day", c.BudgetDay, &b.Day}, {"budget-call", c.BudgetCall, &b.Call}} {
		if o.value == "" {
			continue
		}
		n, err := microUSD(o.value)
		if err != nil || n == 0 {
			return b, wrong(o.key, "an amount in US dollars such as 20 or 0.05, not %q", o.value)
		}
		*o.into = n
	}
	if b == (model.Budget{}) {
		return b, nil
	}
	prices, err := c.prices()
	if err != nil {
		return b, err
	}
	for _, brain := range chain {
		names := c.models(brain)
		if brain == "anthropic" && len(names) == 0 {
			names = []string{anthropic.DefaultModel}
		}
		for _, name := range names {
			if _, known := prices[name]; !known && brain != "rules" {
				return b, wrong("price", "what %s costs is not known: tell it with --price %s=IN/OUT", name, name)
			}
		}
	}
	return b, nil
}

// microUSD reads an amount in US dollars.
func microUSD(s string) (int64, error) {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || !(f >= 0 && f <= 1e9) {
		return 0, fmt.Errorf("not an amount in US dollars: %q", s)
	}
	return int64(math.Round(f * 1e6)), nil
}
