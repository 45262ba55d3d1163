package fakemodel

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// requests is GET /control/requests[?body=false].
func (s *Server) requests(w http.ResponseWriter, r *http.Request) {
	list := s.Requests()
	if r.URL.Query().Get("body") == "false" {
		for i := range list {
			list[i].Body = nil
		}
	}
	write(w, http.StatusOK, list)
}

func (s *Server) forget(w http.ResponseWriter, _ *http.Request) {
	s.Forget()
	w.WriteHeader(http.StatusNoContent)
}

// letGo is POST /control/release?hold=NAME[&always=true].
func (s *Server) letGo(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	write(w, http.StatusOK, map[string]int{"released": s.Release(q.Get("hold"), q.Get("always") == "true")})
}

// held is GET /control/held?hold=NAME[&n=1]: it answers once so many are held.
func (s *Server) held(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.URL.Query().Get("n"))
	if err != nil {
		n = 1
	}
	if s.Held(r.Context(), r.URL.Query().Get("hold"), n) == nil {
		w.WriteHeader(http.StatusNoContent)
	}
}

// change is PUT /control/script: the body is the new script.
func (s *Server) change(w http.ResponseWriter, r *http.Request) {
	if err := s.Play(http.MaxBytesReader(w, r.Body, maxScript)); err != nil {
		chat{}.refuse(w, bad("", "%v", err))
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func write(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a client that has gone needs no answer
}
