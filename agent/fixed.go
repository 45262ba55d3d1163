package agent

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/evercart/evercart"
)

// FixedPrompt is the part of all prompts that is the same for every shopper.
type FixedPrompt struct {
	Hash string // in the closing event of each turn: the same bytes, the same hash
	Text string // as people read it: the policy, the shop's own prompt, the tools
}

// Fixed is what brains are told in every turn of a shop with these tools and this prompt of its own.
func Fixed(tools []evercart.ToolSpec, shop string) FixedPrompt {
	f := FixedPrompt{Hash: promptHash(policy, tools, shop)}
	var b strings.Builder
	fmt.Fprintf(&b, "# The house's rules\n\n%s\n\n# The shop's own prompt\n\n%s\n\n# The tools\n", strings.TrimSpace(policy), strings.TrimSpace(shop))
	for _, t := range tools {
		schema := new(bytes.Buffer)
		if json.Indent(schema, t.Schema, "", "  ") != nil {
			schema.Write(t.Schema)
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n%s\n", t.Name, t.About, schema)
	}
	f.Text = b.String()
	return f
}

// promptHash names the fixed part of all prompts.
func promptHash(policy string, tools []evercart.ToolSpec, shop string) string {
	b, err := json.Marshal([]any{policy, tools, shop})
	if err != nil { // strings and checked schemas: cannot fail
		return ""
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}
