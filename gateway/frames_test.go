package gateway_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/wire"
)

// wired is a socket whose frames a test writes byte by byte.
type wired struct {
	t *testing.T
	net.Conn
	r *bufio.Reader
}

func (b *bench) wire(path string) *wired {
	b.t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(b.server.URL, "http://"))
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = c.Close() })
	w := &wired{b.t, c, bufio.NewReader(c)}
	_, _ = fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", path, c.RemoteAddr())
	res, err := http.ReadResponse(w.r, nil)
	if err != nil || res.StatusCode != http.StatusSwitchingProtocols {
		b.t.Fatalf("upgrade: %v %v", res, err)
	}
	return w
}

// code reads to the close frame, and gives its code; 0 = the connection ended without one.
func (w *wired) code() int {
	w.t.Helper()
	_ = w.SetReadDeadline(time.Now().Add(time.Minute))
	for {
		var head [2]byte
		if _, err := io.ReadFull(w.r, head[:]); err != nil {
			return 0
		}
		n := int(head[1])
		if n == 126 {
			var long [2]byte
			if _, err := io.ReadFull(w.r, long[:]); err != nil {
				return 0
			}
			n = int(long[0])<<8 | int(long[1])
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(w.r, body); err != nil {
			return 0
		}
		if head[0]&0x0f == 8 && n >= 2 {
			return int(body[0])<<8 | int(body[1])
		}
	}
}

// A message may come in any number of frames, but not for ever; what a client may not send ends the socket with the code for that.
func TestSocketFrames(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *gateway.Config) { c.Limits.FrameWait = 50 * time.Millisecond })
	drips := b.wire("/ws/" + adaSession)
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		_, err := drips.Write([]byte{0x01, 0x81, 0, 0, 0, 0, '{'}) // text, more follows
		for err == nil {
			select {
			case <-over:
				return
			case <-time.After(5 * time.Millisecond):
				_, err = drips.Write([]byte{0x00, 0x80, 0, 0, 0, 0}) // nothing, more follows
			}
		}
	}()
	if code := drips.code(); code != int(websocket.StatusPolicyViolation) {
		t.Errorf("a message that never ends: close code %d", code)
	}
	close(over)
	<-ended

	bare := b.wire("/ws/" + adaSession)
	if _, err := bare.Write([]byte{0x81, 0x02, '{', '}'}); err != nil { // not masked
		t.Fatal(err)
	}
	if code := bare.code(); code != int(websocket.StatusProtocolError) {
		t.Errorf("a frame that is not masked: close code %d", code)
	}
}

// An interruption speaks for whom it names, as words do: not for another one than the token's, and in another's session not at all.
func TestSocketInterruptsAsItsShopper(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *gateway.Config) { c.Keys = withKeys() })
	first := b.dial("/ws/"+adaSession, "Authorization", "Bearer "+apiKey)
	first.next()
	first.send(`{"user_id":"ada","text":"hello","turn_id":"t-1"}`)
	first.until(wire.TypeReply)
	first.send(`{"type":"interrupt","turn_id":"t-1","user_id":"ben"}`)
	first.trouble(evercart.NotFound)
	first.send(`{"type":"interrupt","turn_id":"t-1","user_id":"ada"}`)
	first.send(`{"type":"ping"}`)
	first.until(wire.TypePong)

	own := b.dial("/ws/"+adaSession, "Authorization", "Bearer "+mint(t, "subject-1", adaSession, time.Hour))
	own.next()
	own.send(`{"type":"interrupt","turn_id":"t-1","user_id":"ben"}`)
	if e := own.trouble(evercart.Forbidden); e.Turn != "t-1" {
		t.Errorf("%+v", e)
	}
	own.send(`{"type":"interrupt","turn_id":"t-1","user_id":"ada"}`)
	own.send(`{"type":"interrupt","turn_id":"t-1"}`)
	own.send(`{"type":"ping"}`)
	own.until(wire.TypePong)
	b.double.mu.Lock()
	defer b.double.mu.Unlock()
	if n := len(b.double.cut); n != 3 {
		t.Errorf("%d interruptions came through", n)
	}
}
