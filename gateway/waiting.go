package gateway

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evercart/evercart"
)

// Waiting answers at an address whose server cannot open yet, since something that it needs is away: it is alive, it is not ready and says
// why, and whoever wants more waits a while for it to open, or is refused in plain words. Once it is open, it is that server.
type Waiting struct {
	clock    evercart.Clock
	patience time.Duration
	next     atomic.Pointer[http.Handler] // nil = not open yet
	opened   chan struct{}                // closed when next is there
	seats    chan struct{}                // held by those who wait

	mu          sync.Mutex // guards the two below
	store, keys error      // why they cannot be reached
}

// maxWaiting is how many requests may wait for a server to open; more are refused at once.
const maxWaiting = 1000

// NewWaiting makes one; each request waits for so long at most.
func NewWaiting(clock evercart.Clock, patience time.Duration) *Waiting {
	return &Waiting{clock: clock, patience: patience, opened: make(chan struct{}), seats: make(chan struct{}, maxWaiting)}
}

// Because notes what the server waits for; nothing = it is only starting.
func (q *Waiting) Because(store, keys error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.store, q.keys = store, keys
}

// Open hands all requests over, those that wait first. Once.
func (q *Waiting) Open(h http.Handler) {
	q.next.Store(&h)
	close(q.opened)
}

// ServeHTTP implements http.Handler.
func (q *Waiting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if q.next.Load() == nil && !asksHealth(r) {
		q.wait(r.Context())
	}
	if next := q.next.Load(); next != nil {
		(*next).ServeHTTP(w, r)
		return
	}
	defer unread(w, r)()
	secure(w.Header())
	if r.URL.Path == "/healthz" {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"status":"ok"}`))
		return
	}
	writeProblem(w, q.refusal(), http.StatusServiceUnavailable, answerOf(evercart.Unavailable).title, "")
}

// refusal says what is away, as /readyz does of a server that is open; why stays in the log.
func (q *Waiting) refusal() *evercart.Error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.store == nil && q.keys == nil {
		return &evercart.Error{Code: evercart.Unavailable, Op: "gateway.Waiting", Message: "the server is starting", RetryAfter: time.Second}
	}
	return unready(q.store, q.keys)
}

func asksHealth(r *http.Request) bool {
	return r.URL.Path == "/healthz" || r.URL.Path == "/readyz" || r.URL.Path == "/metrics"
}

// wait waits for the opening, as long as patience and seats last.
func (q *Waiting) wait(ctx context.Context) {
	select {
	case q.seats <- struct{}{}:
		defer func() { <-q.seats }()
	default:
		return
	}
	late, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		_ = q.clock.Sleep(late, q.patience)
	}()
	select {
	case <-q.opened:
	case <-late.Done():
	}
}
