package redistest_test

import (
	"testing"

	"github.com/evercart/evercart/internal/redistest"
)

// A server answers, dies with all that it held, and answers again at the same address.
func TestServer(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	s.Must(t, "SET", "a", "1")
	if got := s.Must(t, "GET", "a"); got != "1" {
		t.Fatalf("GET: %q", got)
	}
	s.Kill()
	if _, err := s.Do("PING"); err == nil {
		t.Fatal("a dead server answers")
	}
	if err := s.Begin(); err != nil {
		t.Fatal(err)
	}
	if got := s.Must(t, "GET", "a"); got != "" {
		t.Fatalf("GET after a crash: %q", got)
	}
}
