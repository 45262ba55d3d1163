package rules

import (
	_ "embed" // what is known

	"github.com/evercart/evercart/internal/sift"
)

// What the expressions of the rules need, found out beforehand. An expression that was written since is found out at the start, which
// takes a hundred times as long: `go test ./rules -run Known -update` writes the tables anew.
var (
	//go:embed known/leads.bin
	knownLeads sift.Table
	//go:embed known/asides.bin
	knownAsides sift.Table
	//go:embed known/rules.bin
	knownRules sift.Table
)
