package standby_test

import (
	"testing"

	"github.com/evercart/evercart/internal/standby"
)

func TestAsked(t *testing.T) {
	t.Parallel()
	for names, want := range map[string]int{"": 0, " ": 0, "a": 1, "a, b": 1, "*": 1, "2 (a, b, c)": 2, "FIRST 2 (a, b)": 2, "ANY 3 (*)": 3, "ANY 1(a,b)": 1} {
		if got := standby.Asked(names); got != want {
			t.Errorf("%q asks for %d, want %d", names, got, want)
		}
	}
}
