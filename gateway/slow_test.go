package gateway_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// Who announces a body and sends none is answered nonetheless, and does not hold the connection.
func TestBodyThatNeverComes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, head := range []string{
		"POST /nowhere HTTP/1.1\r\n",                                    // no such path
		"GET /healthz HTTP/1.1\r\n",                                     // a path that takes no body
		"GET /openapi.json HTTP/1.1\r\n",                                // one with a long answer
		"POST /webhook HTTP/1.1\r\nOrigin: http://evil.example.com\r\n", // refused before it is read
	} {
		t.Run(strings.Fields(head)[1], func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", b.server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(time.Minute))
			if _, err := io.WriteString(conn, head+"Host: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"); err != nil {
				t.Fatal(err)
			}
			answer, err := io.ReadAll(conn)
			if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 ") {
				t.Errorf("answered %.40q, %v", answer, err)
			}
		})
	}
}

// slowly is a connection whose body does not come: whoever reads it waits until the time to read is over.
type slowly struct {
	*httptest.ResponseRecorder
	began chan struct{}
	once  sync.Once

	mu    sync.Mutex // guards all below
	until time.Time
	over  chan struct{} // closed when the time was made shorter
}

func (s *slowly) SetReadDeadline(at time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.until.IsZero() && at.Before(s.until) && time.Until(at) < 2*time.Second {
		select {
		case <-s.over:
		default:
			close(s.over)
		}
	}
	s.until = at
	return nil
}

func (s *slowly) Read([]byte) (int, error) {
	s.once.Do(func() { close(s.began) })
	<-s.over
	return 0, os.ErrDeadlineExceeded
}

func (s *slowly) Close() error { return nil }

// A server that leaves does not wait for bodies that do not come.
func TestLeavesBeforeABodyComes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := &slowly{ResponseRecorder: httptest.NewRecorder(), began: make(chan struct{}), over: make(chan struct{})}
	r := httptest.NewRequest("POST", "/webhook", s)
	r.ContentLength, r.RemoteAddr, r.Host = 100, "127.0.0.1:1", "127.0.0.1"
	r.Header.Set("Content-Type", "application/json")
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.gate.ServeHTTP(s, r)
	}()
	select {
	case <-s.began:
	case <-done:
		t.Fatalf("the body is not read: %d %s", s.Code, s.Body)
	}
	if err := b.gate.Drain(t.Context()); err != nil {
		t.Error(err)
	}
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("it waits for the body")
	}
	if s.Code != http.StatusBadRequest {
		t.Errorf("answered %d", s.Code)
	}
}
