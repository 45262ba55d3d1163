// Package mishap is where panics end. Whatever runs beside a request is guarded by it, so that a mistake in one piece of work ends that piece
// and not the process, with everybody else's work.
package mishap

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"
)

var seen atomic.Int64 // of the process: what a panic would end

// Seen counts the panics that this process has outlived.
func Seen() int64 { return seen.Load() }

// Note counts and logs what recover gave; log nil = the process's own. A value can hold what somebody said, so its type alone is told, save where
// the runtime itself made it.
func Note(log *slog.Logger, what string, p any) {
	seen.Add(1)
	if log == nil {
		log = slog.Default()
	}
	told := fmt.Sprintf("%T", p)
	if e, ok := p.(runtime.Error); ok {
		told = e.Error()
	}
	log.Error("panic: this piece of work is given up, the rest goes on", "what", what, "panic", told, "stack", string(debug.Stack()))
}

// Catch is deferred: it ends a panic, then does what ends the work in order.
func Catch(log *slog.Logger, what string, then ...func()) {
	if p := recover(); p != nil {
		Note(log, what, p)
		for _, f := range then {
			f()
		}
	}
}

// Do runs f, and says whether it came to its end.
func Do(log *slog.Logger, what string, f func()) (whole bool) {
	whole = true
	defer Catch(log, what, func() { whole = false })
	f()
	return whole
}

// pause is how long upkeep that panicked rests: what made it panic may still be there.
const pause = time.Second

// Keep runs upkeep that lasts as long as ctx: one that panics is begun again after a moment, since a node without it would be half dead.
func Keep(ctx context.Context, log *slog.Logger, what string, f func()) {
	for !Do(log, what, f) {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}
