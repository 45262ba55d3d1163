package shop

import (
	"encoding/json"
	"strings"
)

// prop is one argument in a schema.
type prop struct{ name, schema string }

// object writes a strict schema; the order of the properties is kept, since the schema is part of a cached prompt.
func object(required []string, props ...prop) json.RawMessage {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{`)
	for i, p := range props {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + p.name + `":` + p.schema)
	}
	b.WriteString(`}`)
	if len(required) > 0 {
		b.WriteString(`,"required":["` + strings.Join(required, `","`) + `"]`)
	}
	b.WriteString(`,"additionalProperties":false}`)
	return json.RawMessage(b.String())
}

var (
	skuProp      = prop{"sku", `{"type":"string","minLength":1,"maxLength":128,"description":"SKU exactly as a tool gave it"}`}
	lineProp     = prop{"line", `{"type":"integer","minimum":1,"description":"number of the cart line, as in the cart"}`}
	quantityProp = prop{"quantity", `{"type":"integer","minimum":1,"description":"a whole number; never a guess"}`}
)
