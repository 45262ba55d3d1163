package evercart

import "encoding/json"

// Kinds lists every kind of fact with its newest schema, the number of its lifts, and an empty fact.
func Kinds() map[Kind]struct {
	Schema, Lifts int
	Empty         Fact
} {
	out := map[Kind]struct {
		Schema, Lifts int
		Empty         Fact
	}{}
	for name, k := range kinds {
		out[name] = struct {
			Schema, Lifts int
			Empty         Fact
		}{k.schema, len(k.lifts), k.make()}
	}
	return out
}

// Lifted is the record's facts in a later schema.
func (r Record) Lifted(schema int, steps ...func(map[string]json.RawMessage)) (json.RawMessage, error) {
	var lifts []lift
	for _, s := range steps {
		lifts = append(lifts, s)
	}
	return r.lifted(schema, lifts)
}
