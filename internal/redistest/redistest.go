// Package redistest gives tests a throw-away Redis.
package redistest

import (
	"errors"
	"os"
	"testing"

	"github.com/evercart/evercart/internal/throwaway"
)

const require = "EVERCART_TEST_REQUIRE" // "1": a server that is absent fails a test instead of skipping it

// Server is the one of a test.
type Server struct{ *throwaway.Redis }

// Start runs a Redis with these further options ("--maxmemory", "2mb"); it goes with the test. Where Redis is not installed,
// the test is skipped, or fails where that is required.
func Start(tb testing.TB, options ...string) *Server {
	tb.Helper()
	return server(tb)(throwaway.StartRedis(options...))
}

// StartSentinel runs a Sentinel with a file of settings, which it rewrites; else as Start.
func StartSentinel(tb testing.TB, settings string) *Server {
	tb.Helper()
	return server(tb)(throwaway.StartSentinel(settings))
}

func server(tb testing.TB) func(*throwaway.Redis, error) *Server {
	return func(s *throwaway.Redis, err error) *Server {
		tb.Helper()
		switch {
		case err == nil:
		case errors.Is(err, throwaway.ErrAbsent) && os.Getenv(require) != "1":
			tb.Skip(err)
		default:
			tb.Fatal(err)
		}
		tb.Cleanup(s.Stop)
		return &Server{s}
	}
}

// Must is Do that ends the test when it fails.
func (s *Server) Must(tb testing.TB, args ...string) string {
	tb.Helper()
	out, err := s.Do(args...)
	if err != nil {
		tb.Fatal(err)
	}
	return out
}
