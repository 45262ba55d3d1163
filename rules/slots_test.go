package rules_test

import (
	"testing"

	"github.com/evercart/evercart/rules"
)

// TestCuesAreOne: a phrase with two letters would be read by chance.
func TestCuesAreOne(t *testing.T) {
	t.Parallel()
	if twice := rules.CuesTwice(); len(twice) > 0 {
		t.Errorf("said twice: %q", twice)
	}
}
