package app

import (
	"fmt"
	"slices"
	"strings"
)

// brains resolves --brain into the chain of names. Auto never sends words to a model that nobody asked for by name.
func (c Config) brains() ([]string, error) {
	if c.Brain == "auto" {
		return []string{"rules"}, nil
	}
	var chain []string
	for name := range strings.SplitSeq(c.Brain, ",") {
		name = strings.TrimSpace(name)
		if name != "rules" && name != "openai" {
			return nil, fmt.Errorf("brain: rules, openai or a chain of them, not %q", name)
		}
		if slices.Contains(chain, name) {
			return nil, fmt.Errorf("brain: %s stands twice in the chain", name)
		}
		chain = append(chain, name)
	}
	if slices.Contains(chain, "openai") && c.OpenAIBaseURL == "" {
		return nil, fmt.Errorf("brain: openai needs OPENAI_BASE_URL (or --openai-base-url)")
	}
	return chain, nil
}
