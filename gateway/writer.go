package gateway

import (
	"net/http"
	"time"
)

// statusWriter remembers the status, and until when the body may take; http.ResponseController reaches through it for all else.
type statusWriter struct {
	http.ResponseWriter
	g      *Gateway
	status int
	until  time.Time // under g.mu: when the reading ends; zero = nothing is being read
}

// SetReadDeadline is for http.ResponseController. Of a server that is leaving nobody gets long to send the rest of a body.
func (w *statusWriter) SetReadDeadline(at time.Time) error {
	w.g.mu.Lock()
	defer w.g.mu.Unlock()
	w.until = at
	if w.g.leaving {
		return w.hurry()
	}
	return http.NewResponseController(w.ResponseWriter).SetReadDeadline(at)
}

// hurry sets the deadline, sooner if need be; g.mu is held.
func (w *statusWriter) hurry() error {
	if soon := time.Now().Add(restWait); w.until.After(soon) {
		w.until = soon
	}
	return http.NewResponseController(w.ResponseWriter).SetReadDeadline(w.until)
}

// reads notes a request whose body may be on its way; the func it gives forgets it.
func (g *Gateway) reads(w *statusWriter) func() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.bodies[w] = struct{}{}
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.bodies, w)
	}
}

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController and the WebSocket upgrade.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// probe is an answer that is looked at and not sent.
type probe struct {
	header http.Header
	status int
}

func (p *probe) Header() http.Header         { return p.header }
func (p *probe) WriteHeader(status int)      { p.status = status }
func (p *probe) Write(b []byte) (int, error) { return len(b), nil }
