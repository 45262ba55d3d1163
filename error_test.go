package evercart_test

import (
	"testing"

	"github.com/evercart/evercart"
)

// Most of what is asked for a code went well, dozens of times a turn: that costs no memory.
func TestCodeOfNothing(t *testing.T) { // not parallel: it counts what the process allocates
	var code evercart.Code
	if n := testing.AllocsPerRun(100, func() { code = evercart.CodeOf(nil) }); n != 0 || code != "" {
		t.Errorf("%q took %v pieces of memory", code, n)
	}
}
