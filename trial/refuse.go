package trial

import (
	"slices"
	"strings"

	"github.com/evercart/evercart/wire"
)

// refusals are how an answer says no, where no tool said it. English, Spanish, German.
var refusals = []string{
	"Sorry", "cannot", "could not", "We have only", "We no longer", "at most", "There is nothing", "sold out",
	"Lo siento", "no puedo", "No puedo", "agotad", "ya no vendemos", "Ya no vendemos", "como máximo",
	"Leider", "leider", "kann ich nicht", "tut mir leid", "Tut mir leid", "Entschuldigung", "ausverkauft", "höchstens",
}

// Refuses says whether a turn said no: a tool refused, or the words did.
func Refuses(reply string, calls []wire.Call) bool {
	if slices.ContainsFunc(refusals, func(s string) bool { return strings.Contains(reply, s) }) {
		return true
	}
	return slices.ContainsFunc(calls, func(c wire.Call) bool { return c.Code != "" })
}
