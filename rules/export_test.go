package rules

import (
	"strings"

	"github.com/evercart/evercart/internal/sift"
	"github.com/evercart/evercart/rules/odds"
	"github.com/evercart/evercart/rules/roles"
)

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
func Labelled(b *Brain, label func(roles.Sentence) []roles.Reading) *Brain {
	c := *b
	c.label = label
	return &c
}

// Labeller makes a labeller of a model.
func Labeller(m *roles.Model) func(roles.Sentence) []roles.Reading { return labeller(m) }

// Verdict is which reading counts.
type Verdict = verdict

// The verdicts.
const (
	TakeGrammar  = takeGrammar
	TakeLabels   = takeLabels
	TakeNeither  = takeNeither
	TakeIdle     = takeIdle
	TakeQuestion = takeQuestion
)

// Option is one way to take a turn.
type Option = option

// Verdict is what is taken.
func (o option) Verdict() Verdict { return o.verdict }

// Names are what speaks for and against it.
func (o option) Names() []string { return o.names }

// Weighed makes a brain of another that decides between readings as weigh says.
func Weighed(b *Brain, weigh func([]Option) int) *Brain {
	c := *b
	c.alone, c.weigh = 2, weigh
	return &c
}

// Asking makes a brain of another that is told by a model what is asked about.
func Asking(b *Brain, m *odds.Model) *Brain {
	c := *b
	c.about = asker(m)
	return &c
}

// Weigher makes a weigher of odds.
func Weigher(between, readings *odds.Model) func([]Option) int { return weigher(between, readings) }

// OwnWeigher is that of the repository.
func OwnWeigher() func([]Option) int { return weigher(odds.Between(), odds.Readings()) }

// Sets are those of which tables know what they need, by the names of the tables.
func Sets() map[string]*sift.Set {
	g := englishGrammar()
	return map[string]*sift.Set{"leads": g.leads, "asides": g.aside, "rules": g.rules}
}
