package app_test

import (
	"testing"

	"github.com/evercart/evercart/app"
)

// What the environment says stands; what a container allows is heeded.
func TestMemoryFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		env     map[string]string
		allowed string
		want    app.Memory
	}{
		{nil, "", app.Memory{Garbage: 300, Reserve: 64 << 20}},
		{nil, "max\n", app.Memory{Garbage: 300, Reserve: 64 << 20}},
		{nil, "3200000000\n", app.Memory{Garbage: 300, Reserve: 64 << 20, Limit: 2_560_000_000 + 64<<20}},
		{nil, "3200000\n", app.Memory{Garbage: 300, Reserve: 100_000, Limit: 2_660_000}},
		{nil, "-5", app.Memory{Garbage: 300}},
		{map[string]string{"GOGC": "50"}, "1000000", app.Memory{Limit: 800_000}},
		{map[string]string{"GOMEMLIMIT": "1GiB"}, "3200000", app.Memory{Garbage: 300}},
	} {
		if got := app.MemoryFor(func(name string) string { return c.env[name] }, c.allowed); got != c.want {
			t.Errorf("%v of %q: %+v, want %+v", c.env, c.allowed, got, c.want)
		}
	}
}
