package openaiapi

import (
	"encoding/json"
	"slices"

	"github.com/evercart/evercart/channel"
)

// The tools of platforms by which a call is put through or ended, where they offer them.
var (
	transferTools = []string{"transferCall", "transfer_call", "transfer_to_number"}
	endTools      = []string{"endCall", "end_call"}
	numberFields  = []string{"destination", "transfer_number", "phone_number", "number"}
)

// transfer calls the platform's tool that puts the caller through to the shop's people. False = it offers none for that number.
func (q request) transfer(a *answer, people channel.People) bool {
	number := channel.Dialable(people.Number)
	if number == "" {
		return false
	}
	values := map[string]string{"reason": "The caller asks for a person."}
	for _, f := range numberFields {
		values[f] = number
	}
	return q.use(a, transferTools, values)
}

// hangUp calls the platform's tool that ends the call. False = it offers none.
func (q request) hangUp(a *answer) bool {
	return q.use(a, endTools, map[string]string{"reason": "The caller said goodbye."})
}

func (q request) use(a *answer, names []string, values map[string]string) bool {
	if string(q.Choice) == `"none"` {
		return false
	}
	for _, t := range q.Tools {
		if !slices.Contains(names, t.Function.Name) {
			continue
		}
		if args, ok := t.arguments(values); ok {
			a.call(t.Function.Name, args)
			return true
		}
	}
	return false
}

// arguments fills a tool's parameters: those that have a value of ours, and with nothing those that must be there. False = one of
// them takes no such value.
func (t tool) arguments(values map[string]string) (string, bool) {
	p := t.Function.Parameters
	args := map[string]string{}
	for name, of := range p.Properties {
		value, ours := values[name]
		required := slices.Contains(p.Required, name)
		if !ours && !required {
			continue
		}
		text, err := json.Marshal(value)
		listed := len(of.Enum) == 0 || slices.ContainsFunc(of.Enum, func(e json.RawMessage) bool { return string(e) == string(text) })
		if err != nil || !listed || len(of.Type) > 0 && string(of.Type) != `"string"` {
			return "", false
		}
		args[name] = value
	}
	b, err := json.Marshal(args)
	return string(b), err == nil
}
