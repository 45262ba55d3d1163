package app

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

// Memory is how seldom garbage is collected. A turn leaves much garbage and little that stays: by Go's own default an eighth of all
// processor time went into collecting it.
type Memory struct {
	Garbage int   // percent of what stays, until it is collected; 0 = as Go does
	Reserve int   // bytes that count as if they stayed, and are never touched: where little stays, garbage was collected every 800 turns
	Limit   int64 // bytes from which on it is collected sooner; 0 = none
}

const mostReserve = 64 << 20 // four times as much may be in use before the first garbage is collected

// MemoryFor is what suits a process of which a container allows so much ("" or "max" = all there is). GOGC and GOMEMLIMIT stand where they
// are set.
func MemoryFor(getenv func(string) string, allowed string) Memory {
	var m Memory
	if getenv("GOGC") == "" {
		m.Garbage = 300
	}
	if getenv("GOGC") == "" && getenv("GOMEMLIMIT") == "" {
		m.Reserve = mostReserve
	}
	n, err := strconv.ParseInt(strings.TrimSpace(allowed), 10, 64)
	if err != nil {
		return m
	}
	n = max(n, 0)
	m.Reserve = min(m.Reserve, int(n/32))
	if getenv("GOMEMLIMIT") == "" && n > 0 {
		m.Limit = n/5*4 + int64(m.Reserve) // the rest is for what is not in Go's heap; what is not touched takes nothing
	}
	return m
}

// FitMemory sets it for this process, until what it gives is called.
func FitMemory() (over func()) {
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
	reserve := make([]byte, m.Reserve)
	return func() { runtime.KeepAlive(reserve) }
}
