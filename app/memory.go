package app

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// Memory is how seldom garbage is collected. A turn leaves much garbage and little that stays: by Go's own default an eighth of all
// processor time went into collecting it.
type Memory struct {
	Garbage int   // percent of what stays, until it is collected; 0 = as Go does
	Limit   int64 // bytes from which on it is collected sooner; 0 = none
}

// MemoryFor is what suits a process of which a container allows so much ("" or "max" = all there is). GOGC and GOMEMLIMIT stand where they
// are set.
func MemoryFor(getenv func(string) string, allowed string) Memory {
	var m Memory
	if getenv("GOGC") == "" {
		m.Garbage = 300
	}
	n, err := strconv.ParseInt(strings.TrimSpace(allowed), 10, 64)
	if err == nil && getenv("GOMEMLIMIT") == "" {
		m.Limit = max(n, 0) / 5 * 4 // the rest is for what is not in Go's heap
	}
	return m
}

// FitMemory sets it for this process.
func FitMemory() {
	allowed, err := os.ReadFile("/sys/fs/cgroup/memory.max")
	if err != nil { // no container, or another system
		allowed = nil
	}
	m := MemoryFor(os.Getenv, string(allowed))
	if m.Garbage > 0 {
		debug.SetGCPercent(m.Garbage)
	}
	if m.Limit > 0 {
		debug.SetMemoryLimit(m.Limit)
	}
}
