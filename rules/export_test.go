package rules

import (
	"strings"

	"github.com/evercart/evercart/rules/roles"
)

// English is what becomes of words said in another language.
func English(tag, text string) string { return tongues()[tag].english(text, nil).words }

// CuesTwice lists the phrases that stand under more than one letter, or twice under one.
func CuesTwice() []string {
	var out []string
	for _, list := range englishCues {
		seen := map[string]bool{}
		for _, p := range list {
			text := strings.Join(p.Words, " ")
			if seen[text] {
				out = append(out, text)
			}
			seen[text] = true
		}
	}
	return out
}

// Labelled makes a brain of another that gives things the roles that label says.
func Labelled(b *Brain, label func(roles.Sentence) ([]roles.Role, float64)) *Brain {
	c := *b
	c.label = label
	return &c
}

// Labeller makes a labeller of a model.
func Labeller(m *roles.Model) func(roles.Sentence) ([]roles.Role, float64) { return labeller(m) }
