package shop

import (
	"context"
	"maps"
	"slices"

	"github.com/evercart/evercart"
)

// elsewhere says, for the words of a key that is refused, what does it instead: the first that knows one of them answers.
var elsewhere = []struct {
	words []string
	does  string
}{
	{priceWords, pricesElsewhere},
	{personWords, personElsewhere},
	{[]string{"saved", "later"}, "keep_for_later puts a line aside, bring_back takes it back"},
	{[]string{"kept", "keep"}, "keep_in_cart marks a line as asked to be held"},
	{cartWords, cartElsewhere},
	{[]string{"focus", "shown", "looked"}, "search_products and get_product set what was last shown"},
	{[]string{"intent"}, "set_context sets the intent"},
	{[]string{"question"}, "a question is opened by the tool that asks it"},
	{[]string{"summary"}, "a summary is made by the shop; summarize_state tells it"},
	{[]string{"undo"}, "undo takes the last change of the cart back"},
	{[]string{"order", "payment", "delivery"}, "no tool writes it"},
}

// writeState patches what is remembered: preferences and notes, and nothing else.
func (k kit) writeState() evercart.Tool {
	const values = `{"type":"object","maxProperties":8,"additionalProperties":{"type":"string","maxLength":200}`
	return tool{
		spec: evercart.ToolSpec{
			Name: "write_state", Changes: true, Does: []evercart.DeedKind{evercart.DeedNoted},
			About: "Patch what is remembered in this conversation: context (preferences that the shopper told) and notes (by names of yours). An empty value forgets. " +
				"Never prices, the cart, or anything that identifies a person: other tools, or none, do that.",
			Schema: object([]string{"patch"}, prop{"patch", `{"type":"object","minProperties":1,"properties":{"context":` + values + `,"description":"shoe size: nine"},"notes":` +
				values + `}},"additionalProperties":false}`}),
		},
		prepare: func(ctx context.Context, _ evercart.State, a *args) evercart.Effect {
			fact := &evercart.ContextSet{}
			fact.Personal.Values = a.patch()
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				w := k.begin(ctx, s)
				if err := w.remember(fact); err != nil {
					return w.refuse(err, nil)
				}
				return evercart.Change{Facts: w.facts}, evercart.Result{Say: evercart.Private(w.v.Say("noted")),
					Data: data(map[string]any{"context": w.known(false), "notes": w.known(true)})}, nil
			}
		},
	}
}

// patch reads the values of a patch, under the keys of a context.
func (a *args) patch() map[string]evercart.Personal {
	a.only("", "patch")
	a.need("patch")
	raw, ok := a.take("patch")
	if !ok {
		return nil
	}
	inner, err := parseArgs(a.tool, raw)
	if err != nil {
		a.fail("patch", "it has to be an object with context, notes or both, each once")
		return nil
	}
	inner.only("patch", "context", "notes")
	if len(inner.values) == 0 {
		inner.fail("patch", "give context, notes or both")
	}
	out := inner.context("context", "")
	for key, v := range inner.context("notes", notePrefix) {
		if out == nil {
			out = map[string]evercart.Personal{}
		}
		if _, twice := out[key]; twice {
			inner.fail("notes", "a note has the name of a context value")
		}
		out[key] = v
	}
	if a.err == nil {
		a.err = inner.err
	}
	return out
}

// only refuses all keys but these, each with what does it in place of this tool.
func (a *args) only(where string, keys ...string) {
	for _, name := range slices.Sorted(maps.Keys(a.values)) {
		if slices.Contains(keys, name) {
			continue
		}
		why := "there is no such argument; context and notes are all that a patch has"
		for _, e := range elsewhere {
			if has(keyWords(name), e.words) {
				why = e.does
				break
			}
		}
		if where != "" {
			name = where + "." + name
		}
		a.fail(name, why)
	}
}
