package test

import (
	"strings"
	"testing"
)

// A bench of a scripted model has no use for a brain that does not ask it.
func TestBenchOfAModelRefusesRules(t *testing.T) {
	t.Parallel()
	if _, stderr, code := evercart(t, nil, "", "bench", "--model-ms", "400", "--brain", "rules"); code != 2 || !strings.Contains(stderr, "--brain rules would not ask it") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}
