package fakemodel

import (
	"net/http"
	"slices"
	"strings"
)

// keyOf is the credential of a request, however its vendor's clients send it.
func keyOf(r *http.Request) string {
	if key := r.Header.Get("X-Api-Key"); key != "" {
		return key
	}
	return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
}

// listed are the names of the script's models; none = any is there, and one is shown.
func (s *Server) listed() (names []string, key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.script.Settings.Models, s.script.Settings.Key
}

// modelOf is a model as a vendor lists it.
func modelOf(r *http.Request, name string) map[string]any {
	if r.Header.Get("Anthropic-Version") == "" {
		return map[string]any{"id": name, "object": "model", "owned_by": "script"}
	}
	can := func(names ...string) map[string]any {
		m := map[string]any{"supported": true}
		for _, n := range names {
			m[n] = map[string]bool{"supported": true}
		}
		return m
	}
	thinking := map[string]any{"supported": true, "types": can("adaptive", "disabled")}
	return map[string]any{"id": name, "type": "model", "display_name": name, "created_at": "2026-10-07T00:00:00Z", "lifecycle": "active",
		"max_input_tokens": 1_000_000, "max_tokens": 128_000,
		"capabilities": map[string]any{"effort": can("low", "medium", "high"), "thinking": thinking}}
}

// models is GET /v1/models.
func (s *Server) models(w http.ResponseWriter, r *http.Request) {
	names, key := s.listed()
	if key != "" && keyOf(r) != key {
		dialectOf(r).refuse(w, &refusal{status: http.StatusUnauthorized, fault: Fault{Message: "incorrect API key provided", Code: "invalid_api_key"}})
		return
	}
	if len(names) == 0 {
		names = []string{"scripted"}
	}
	list := make([]map[string]any, len(names))
	for i, n := range names {
		list[i] = modelOf(r, n)
	}
	if r.Header.Get("Anthropic-Version") != "" {
		write(w, http.StatusOK, map[string]any{"data": list, "has_more": false, "first_id": names[0], "last_id": names[len(names)-1]})
		return
	}
	write(w, http.StatusOK, map[string]any{"object": "list", "data": list})
}

// model is GET /v1/models/{id}.
func (s *Server) model(w http.ResponseWriter, r *http.Request) {
	names, key := s.listed()
	name := r.PathValue("id")
	switch {
	case key != "" && keyOf(r) != key:
		dialectOf(r).refuse(w, &refusal{status: http.StatusUnauthorized, fault: Fault{Message: "incorrect API key provided", Code: "invalid_api_key"}})
	case len(names) > 0 && !slices.Contains(names, name):
		dialectOf(r).refuse(w, &refusal{status: http.StatusNotFound, fault: Fault{Message: "the model does not exist", Code: "model_not_found"}})
	default:
		write(w, http.StatusOK, modelOf(r, name))
	}
}

// dialectOf tells by its headers who asks.
func dialectOf(r *http.Request) dialect {
	if r.Header.Get("Anthropic-Version") != "" {
		return newMessages()
	}
	return chat{}
}
