package fakemodel

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Bounds of what is taken and kept.
const (
	maxBody = 32 << 20
	maxKept = 64 << 20 // bytes of requests; the oldest go first
)

// Kept is a request as it came, and how its answer ended.
type Kept struct {
	No     int             `json:"no"` // from 1
	At     time.Time       `json:"at"`
	Path   string          `json:"path"`
	Key    bool            `json:"key"`            // it carried a key; which one is not kept
	Rule   string          `json:"rule,omitempty"` // that answered: its name, or its number from 1
	Status int             `json:"status,omitempty"`
	Why    string          `json:"why,omitempty"`     // it was refused
	Ended  string          `json:"ended,omitempty"`   // EndedWhole, EndedCut, EndedLeft; "" = runs
	Said   string          `json:"said,omitempty"`    // the last user text
	Times  []int64         `json:"sent_us,omitempty"` // when each event of a stream had left, since At
	Body   json.RawMessage `json:"body,omitempty"`    // a JSON string where it was no JSON
}

// How an answer ends.
const (
	EndedWhole = "whole"
	EndedCut   = "cut"  // as the script wanted
	EndedLeft  = "left" // the client was gone
)

// Server is the model. Make it with New.
type Server struct {
	mux   *http.ServeMux
	holds *holds

	mu      sync.Mutex // guards what follows
	script  Script
	used    []int // by rule
	kept    []*Kept
	size    int
	no      int
	changed chan struct{} // closed and renewed when a kept request changes
}

var _ http.Handler = (*Server)(nil)

// New reads the script and makes the server of it.
func New(script io.Reader) (*Server, error) {
	sc, err := Parse(script)
	if err != nil {
		return nil, err
	}
	s := &Server{mux: http.NewServeMux(), holds: newHolds(), changed: make(chan struct{})}
	s.play(sc)
	s.mux.HandleFunc("POST /v1/chat/completions", s.complete(chat{}))
	s.mux.HandleFunc("POST /v1/messages", s.complete(newMessages()))
	s.mux.HandleFunc("GET /v1/models", s.models)
	s.mux.HandleFunc("GET /v1/models/{id}", s.model)
	s.mux.HandleFunc("GET /control/requests", s.requests)
	s.mux.HandleFunc("DELETE /control/requests", s.forget)
	s.mux.HandleFunc("POST /control/release", s.letGo)
	s.mux.HandleFunc("GET /control/held", s.held)
	s.mux.HandleFunc("PUT /control/script", s.change)
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Play begins another script; all rules are unused again.
func (s *Server) Play(script io.Reader) error {
	sc, err := Parse(script)
	if err != nil {
		return err
	}
	s.play(sc)
	return nil
}

func (s *Server) play(sc Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script, s.used = sc, make([]int, len(sc.Rules))
}

// Requests lists what came and is kept, oldest first.
func (s *Server) Requests() []Kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Kept, len(s.kept))
	for i, k := range s.kept {
		out[i] = *k
	}
	return out
}

// Forget drops the kept requests.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept, s.size = nil, 0
}

// Release lets the answers go that are held under name, and with always those to come. It counts the former.
func (s *Server) Release(name string, always bool) int { return s.holds.release(name, always) }

// Held waits until n answers are held under name, or gives ctx's error.
func (s *Server) Held(ctx context.Context, name string, n int) error {
	return s.holds.wait(ctx, name, n)
}

// Until waits until the kept requests are as wanted, or gives ctx's error.
func (s *Server) Until(ctx context.Context, ok func([]Kept) bool) error {
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if ok(s.Requests()) {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// keep files a request; the returned function changes what is known of it.
func (s *Server) keep(r *http.Request, body []byte) func(func(*Kept)) {
	k := &Kept{At: time.Now().UTC(), Path: r.URL.Path, Key: keyOf(r) != "", Body: body}
	if !json.Valid(body) {
		k.Body, _ = json.Marshal(string(body))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.no++
	k.No = s.no
	s.kept, s.size = append(s.kept, k), s.size+len(k.Body)
	for s.size > maxKept && len(s.kept) > 1 {
		s.size -= len(s.kept[0].Body)
		s.kept = slices.Delete(s.kept, 0, 1)
	}
	s.tell()
	return func(f func(*Kept)) {
		s.mu.Lock()
		defer s.mu.Unlock()
		f(k)
		s.tell()
	}
}

func (s *Server) tell() {
	close(s.changed)
	s.changed = make(chan struct{})
}
