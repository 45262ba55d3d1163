package agent

import (
	"slices"
	"strings"
	"sync"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// Live is what a shop may change while it is open: it is asked once a turn.
type Live struct {
	Shop         evercart.Shop
	Prompt       string // the shop's own prompt; the policy wins
	Greeting     string // "" = the language's
	GreetingBack string
	Allows       func(tool string) bool // nil = all
}

// now is the shop as it is at this moment.
func (a *Agent) now() Live {
	if a.Live != nil {
		return a.Live()
	}
	return Live{Shop: a.Shop, Prompt: a.Prompt}
}

// hashed keeps the hash of the prompt's fixed part, as long as that stays the same.
type hashed struct {
	mu     sync.Mutex // guards both
	prompt string     // that it is of, with the names of the tools
	hash   string
}

// hashOf names the fixed part of a turn's prompts.
func (a *Agent) hashOf(l Live) string {
	specs := a.allowed(l)
	var key strings.Builder
	key.WriteString(l.Prompt)
	for _, s := range specs {
		key.WriteString("\x00" + s.Name)
	}
	a.hash.mu.Lock()
	is, hash := a.hash.prompt, a.hash.hash
	a.hash.mu.Unlock()
	if hash != "" && is == key.String() {
		return hash
	}
	f := Fixed(specs, l.Prompt)
	if a.Prompted != nil {
		a.Prompted(f)
	}
	a.hash.mu.Lock()
	defer a.hash.mu.Unlock()
	a.hash.prompt, a.hash.hash = key.String(), f.Hash
	return f.Hash
}

// allows says whether a brain may call a tool in this turn.
func (l Live) allows(tool string) bool { return l.Allows == nil || l.Allows(tool) }

// specs are the tools that a brain is shown.
func (a *Agent) allowed(l Live) []evercart.ToolSpec {
	if l.Allows == nil || !slices.ContainsFunc(a.specs, func(s evercart.ToolSpec) bool { return !l.allows(s.Name) }) {
		return a.specs
	}
	return slices.DeleteFunc(slices.Clone(a.specs), func(s evercart.ToolSpec) bool { return !l.allows(s.Name) })
}

// notices are what a greeting discloses, told by its words: that an AI speaks, that the call is kept.
func notices(greeting string) string {
	words := hear.Tokens(greeting)
	has := func(list ...string) bool {
		return slices.ContainsFunc(words, func(t hear.Token) bool {
			return slices.ContainsFunc(list, func(w string) bool { return t.Text == w || len(w) > 3 && strings.HasPrefix(t.Text, w) })
		})
	}
	var out []string
	if has("ai", "ki", "ia", "bot", "artificial", "automated", "kunstliche", "robot") {
		out = append(out, "ai")
	}
	if has("record", "written", "transcri", "grab", "aufgezeichnet", "mitgeschrieben", "aufgenommen") {
		out = append(out, "recording")
	}
	return strings.Join(out, ",")
}

// disclosed is the fact that something was disclosed; heard is "sent" until a channel tells how much of it reached the ear.
func disclosed(text, heard string) []evercart.Fact {
	n := notices(text)
	if n == "" {
		return nil
	}
	return []evercart.Fact{&evercart.Noted{What: "disclosed", With: map[string]string{"notice": n, "heard": heard}}}
}
