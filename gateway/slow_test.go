package gateway_test

import (
	"io"
	"net"
	"strings"
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
