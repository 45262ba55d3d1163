package fakemodel

import (
	"context"
	"sync"
)

// holds are the answers that wait to be released, by name.
type holds struct {
	mu      sync.Mutex
	waiting map[string]int
	round   map[string]int  // grows with each release: who came before it goes
	open    map[string]bool // lets everybody through
	changed chan struct{}   // closed and renewed with each change of the above
}

func newHolds() *holds {
	return &holds{waiting: map[string]int{}, round: map[string]int{}, open: map[string]bool{}, changed: make(chan struct{})}
}

// hold waits until name is released, or gives ctx's error.
func (h *holds) hold(ctx context.Context, name string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	round := h.round[name]
	h.waiting[name]++
	h.tell()
	defer func() { h.waiting[name]--; h.tell() }()
	return h.until(ctx, func() bool { return h.open[name] || h.round[name] != round })
}

// wait waits until n answers are held under name, or gives ctx's error.
func (h *holds) wait(ctx context.Context, name string, n int) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.until(ctx, func() bool { return h.waiting[name] >= n })
}

// release lets those go that are held now, and with always those that come later too. It counts the former.
func (h *holds) release(name string, always bool) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.round[name]++
	h.open[name] = always
	h.tell()
	return h.waiting[name]
}

// until waits with the lock given away.
func (h *holds) until(ctx context.Context, ok func() bool) error {
	for !ok() {
		changed := h.changed
		h.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
		h.mu.Lock()
		if ctx.Err() != nil && !ok() {
			return ctx.Err()
		}
	}
	return nil
}

func (h *holds) tell() {
	close(h.changed)
	h.changed = make(chan struct{})
}
