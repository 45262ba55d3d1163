package tongue

import (
	_ "embed" // what is known

	"github.com/evercart/evercart/internal/sift"
)

// What the turns of phrase need, found out beforehand, as that of the rules is: `go test ./rules/tongue -run Known -update` writes the
// tables anew.
var (
	//go:embed known/de.bin
	knownGerman sift.Table
	//go:embed known/es.bin
	knownSpanish sift.Table
)
