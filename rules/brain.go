package rules

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/rules/odds"
	"github.com/evercart/evercart/rules/roles"
	"github.com/evercart/evercart/rules/tongue"
	"github.com/evercart/evercart/speak"
)

// Config is what a Brain needs.
type Config struct {
	Catalog evercart.Catalog
	Shop    evercart.Shop
	Live    func() evercart.Shop       // the shop as it is now; nil = Shop for good
	Knows   func(question string) bool // the shop's own words answer this; nil = it has none, and answer_question is not called
	Put     func(turn string) float64  // how likely English words are put to the shop itself, not to its catalogue or the cart; nil = nobody can tell
}

// Brain understands by rules. It is safe for use by many at once and keeps nothing between steps.
type Brain struct {
	catalog   evercart.Catalog
	shop      evercart.Shop
	live      func() evercart.Shop
	knows     func(question string) bool
	put       func(turn string) float64
	lang      *hear.Language
	tables    tables
	grammar   grammar
	slotRules []slotRule
	look      func(evercart.Query) evercart.Finding  // the catalogue, within a turn
	notes     *notes                                 // within a step; nil = outside of one
	label     func(roles.Sentence) []roles.Reading   // gives things their roles, the likeliest first; nil = nothing is labelled
	weigh     func([]option) int                     // decides between ways to take a turn
	about     func(roles.Sentence) (string, float64) // what a sentence asks about, and how sure that is
	alone     float64                                // so sure, labels are not weighed against the grammar
}

var _ evercart.Brain = (*Brain)(nil)

// New makes a Brain; the first one compiles the rules.
func New(c Config) *Brain {
	return &Brain{catalog: c.Catalog, shop: c.Shop, live: c.Live, knows: c.Knows, put: c.Put, lang: hear.For("en"), tables: english, grammar: englishGrammar(), slotRules: slotRules(),
		label: labeller(roles.Own()), about: asker(odds.Asked()), weigh: weigher(odds.Between(), odds.Readings()), alone: sureAlone}
}

// Name implements evercart.Brain.
func (*Brain) Name() string { return "rules" }

// AtOnce implements evercart.Brain: it thinks in memory.
func (*Brain) AtOnce() bool { return true }

// Think implements evercart.Brain. It fails only with the catalogue's errors.
func (b *Brain) Think(ctx context.Context, p evercart.Prompt) iter.Seq2[evercart.Thought, error] {
	return func(yield func(evercart.Thought, error) bool) {
		b := *b
		if b.live != nil {
			b.shop = b.live()
		}
		t := &turn{Brain: &b, ctx: ctx, prompt: &p, state: &p.State, voice: speak.For(p.Locale)}
		b.look, b.notes = t.find, newNotes()
		thoughts, err := t.inTongue()
		if err != nil {
			yield(evercart.Thought{}, err)
			return
		}
		for _, th := range thoughts {
			if !yield(th, nil) {
				return
			}
		}
	}
}

// turn is one step's view of a turn.
type turn struct {
	*Brain
	ctx     context.Context
	prompt  *evercart.Prompt
	state   *evercart.State // the prompt's
	voice   *speak.Voice
	said    string              // the words, where they are not English
	foreign tongue.English      // the same in English
	asking  func(string) string // a question as the shop's answers know it; nil = as it is

	memory    memory
	clauses   int  // of the turn
	fresh     bool // the turn's first step
	denied    bool // it began with a "no"
	hesitated bool // it began with a "wait"
	amiss     bool // something of it was not understood
	failed    error
	kinds     map[string]wordKind // what the words of the turn may be
	begun     bool                // something stands before the words that are read
	cut       *cutTurn            // the text that was last cut into slots
	keeps     bool                // no word of it may want the cart emptied, and yet that was read in it
}

// memory is what a step leaves for the next one; it travels as the step's opaque part.
type memory struct {
	Next  int                `json:"next"`            // the clause to go on with; noneLeft = all are done
	Lost  bool               `json:"lost,omitempty"`  // the clause before came to nothing: "it" means nothing
	Ask   *evercart.Question `json:"ask,omitempty"`   // a question for the end of the turn
	Say   string             `json:"say,omitempty"`   // its words
	Heard string             `json:"heard,omitempty"` // the words, where they were taken for others
	Plan  []planned          `json:"plan,omitempty"`  // the clauses, where they were read by slots: the cart has changed since
	Read  []planned          `json:"read,omitempty"`  // the same, where the grammar read them and some are left
}

// noneLeft is behind the last clause of every turn.
const noneLeft = maxWords

// outcome is what a clause comes to.
type outcome struct {
	commands []evercart.Command
	calls    []call // other calls, before the commands
	say      string
	ask      *evercart.Question
	askSay   string
	lost     bool
	about    []evercart.Hit // the one product of which it was said that it is not to be had like that
}

// silent says that nothing would be heard of it.
func (o outcome) silent() bool {
	return len(o.commands)+len(o.calls) == 0 && o.say == "" && o.askSay == ""
}

// call is a tool with its arguments.
type call struct {
	tool string
	args map[string]any
}

// keep remembers a clause's question for the end of the turn, and whether it came to something.
func (t *turn) keep(o outcome, c clause) {
	t.memory.Lost = o.lost || o.ask != nil
	t.amiss = t.amiss || o.lost && (o.ask == nil || o.ask.Kind == "what")
	switch {
	case o.ask == nil:
	case t.memory.Ask == nil:
		t.memory.Ask, t.memory.Say = o.ask, o.askSay
	default:
		t.memory.Say = strings.TrimSpace(t.memory.Say + " " + t.sayOwn("and.later", c.about()))
	}
}

// putOff leaves what follows the emptying of the cart until that is answered: a yes would take it out again.
func (t *turn) putOff(o outcome, clauses []clause) {
	if len(o.calls) != 1 || o.calls[0].tool != "clear_cart" || len(t.state.Cart.Lines) == 0 {
		return
	}
	for _, c := range clauses[t.memory.Next:] {
		if !c.rule || c.aboutThings() {
			t.memory.Say = t.sayOwn("and.later", c.about())
			break
		}
	}
	t.memory.Next = len(clauses)
}

// results takes up what the last step left and what came of its calls.
func (t *turn) results() []string {
	steps := t.prompt.Now.Steps
	t.fresh = len(steps) == 0
	if t.fresh {
		return nil
	}
	last := steps[len(steps)-1]
	t.memory.Next = len(steps)
	if last.Brain == t.Name() {
		var m memory
		if json.Unmarshal(last.Opaque, &m) == nil && m.Next > 0 {
			t.memory = m
		}
	}
	var said []string
	for i, r := range last.Results {
		if r.Code != "" {
			t.memory.Lost = true
		}
		if i < len(last.Calls) && last.Calls[i].Tool == "get_product" { // its answer was given in this room's own words
			continue
		}
		if s := strings.TrimSpace(r.Say.Reveal()); s != "" {
			said = append(said, s)
		}
	}
	return said
}

// leave ends a step with calls, or the turn where there are none.
func (t *turn) leave(said []string, o outcome) ([]evercart.Thought, error) {
	if t.failed != nil {
		return nil, t.failed
	}
	t.amiss = t.amiss || o.lost && (o.ask == nil || o.ask.Kind == "what")
	if o.ask != nil {
		t.memory.Ask, t.memory.Say = o.ask, o.askSay
	}
	if o.say != "" {
		said = append(said, o.say)
	}
	calls := o.calls
	for _, c := range o.commands {
		calls = append(calls, callOf(c))
	}
	if len(calls) == 0 {
		return t.end(said...), nil
	}
	out := t.texts(said)
	for i, c := range calls {
		args, err := json.Marshal(c.args)
		if err != nil {
			return nil, evercart.Wrap(err, evercart.Internal, "rules.Think")
		}
		id := strconv.Itoa(len(t.prompt.Now.Steps)+1) + "." + strconv.Itoa(i+1)
		out = append(out, evercart.Thought{Call: &evercart.ToolCall{ID: evercart.CallID(id), Tool: c.tool, Args: args}})
	}
	opaque, err := json.Marshal(t.memory)
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Internal, "rules.Think")
	}
	return append(out, evercart.Thought{Stop: evercart.StopCalls, Sure: 1, Opaque: opaque}), nil
}

// end ends the turn: what is left to say, and the question last.
func (t *turn) end(said ...string) []evercart.Thought {
	if t.memory.Say != "" {
		said = append(said, t.memory.Say)
	}
	out := t.texts(t.otherwise(said))
	if len(out) == 0 && !slices.ContainsFunc(t.prompt.Now.Steps, func(s evercart.Step) bool { return s.Text.Reveal() != "" }) { // a turn never ends without a word
		out = t.texts([]string{t.voice.Say("not.understood")})
	}
	if t.memory.Ask != nil {
		out = append(out, evercart.Thought{Ask: t.memory.Ask})
	}
	return append(out, evercart.Thought{Stop: evercart.StopSaid, Sure: 1})
}

// texts makes pieces that can be strung together; what was said already is not said twice.
func (t *turn) texts(said []string) []evercart.Thought {
	var out []evercart.Thought
	for i, s := range said {
		if s == "" || i > 0 && strings.HasSuffix(said[i-1], s) {
			continue
		}
		if len(out) > 0 {
			s = " " + s
		}
		out = append(out, evercart.Thought{Text: s})
	}
	return out
}

// callOf is the tool call of a command.
func callOf(c evercart.Command) call {
	args := map[string]any{}
	if c.Line != 0 {
		args["line"] = c.Line
	} else if c.SKU != "" {
		args["sku"] = c.SKU
	}
	if c.Quantity != 0 {
		args["quantity"] = c.Quantity
	}
	switch c.Verb {
	case evercart.Add:
		return call{"add_to_cart", map[string]any{"sku": c.SKU, "quantity": c.Quantity}}
	case evercart.SetQuantity:
		return call{"change_cart_line", args}
	case evercart.Swap:
		args["to_sku"] = c.To
		return call{"change_cart_line", args}
	case evercart.Remove:
		return call{"remove_from_cart", args}
	case evercart.Save:
		return call{"keep_for_later", args}
	case evercart.Restore:
		return call{"bring_back", args}
	case evercart.Keep:
		return call{"keep_in_cart", args}
	case evercart.Clear:
		return call{"clear_cart", map[string]any{"confirmed": false}}
	case evercart.UndoLast:
		return call{"undo", map[string]any{}}
	}
	return call{"view_cart", map[string]any{}}
}

// opening greets, or tells a shopper who comes back how things stand.
func (t *turn) opening() string {
	if len(t.state.Cart.Lines)+len(t.state.Cart.Saved) > 0 || t.state.Turns > 1 {
		return t.voice.Recap(t.today(t.state.Cart))
	}
	return t.voice.Greeting(t.shop.Name)
}
