package wire

import "encoding/json"

// ReadObject takes one JSON object apart.
func ReadObject(b []byte) (map[string]json.RawMessage, error) { return readObject(b) }
