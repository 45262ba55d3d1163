package gateway

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// write sends frames.
func (s *socket) write() {
	expired, stop := s.g.expiry(s.acc)
	defer stop()
	late := time.AfterFunc(time.Hour, func() { _ = s.conn.CloseNow() }) // a write that hangs ends with its connection
	late.Stop()
	defer late.Stop()
	ctx := context.WithoutCancel(s.ctx)
	for {
		select {
		case b := <-s.out:
			late.Reset(s.g.limits.WriteWait)
			err := s.writeAll(ctx, b)
			late.Stop()
			if err != nil {
				s.cancel()
				return
			}
		case <-expired:
			s.end(closeExpired)
		case <-s.ctx.Done():
			s.end(closeDrain) // by whoever made our context; else the end has begun already
			return
		}
	}
}

// writeAll sends a frame, and those that wait behind it together with it.
func (s *socket) writeAll(ctx context.Context, b []byte) (err error) {
	if len(s.out) > 0 {
		s.line.cork()
		defer func() { err = errors.Join(err, s.line.uncork()) }()
	}
	for n := 0; ; n++ {
		if b == nil { // the farewell: all frames before it are out
			err = s.line.uncork()
			s.end(closeDrain)
			return err
		}
		if err = s.conn.Write(ctx, websocket.MessageText, b); err != nil || n == cap(s.out) {
			return err
		}
		select {
		case b = <-s.out:
		default:
			return nil
		}
	}
}

// corkable lets a connection be taken over from the server as one that can hold back what is written.
type corkable struct {
	http.ResponseWriter
	conn *corked // once it was taken over
}

// Hijack implements http.Hijacker.
func (c *corkable) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(c.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	c.conn = &corked{Conn: conn}
	rw.Writer.Reset(c.conn) // nothing is in it yet
	return c.conn, rw, nil
}

// corked is a connection whose frames go out together: the pieces of a reply and the reply are ready at one moment, and each was a call of the system and
// a wake-up of the client. What is held back is bounded by the queue
// of frames.
type corked struct {
	net.Conn

	mu   sync.Mutex // guards both, and the order of what goes out
	on   bool
	held []byte
}

// Write implements net.Conn.
func (c *corked) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.on {
		return c.Conn.Write(b)
	}
	c.held = append(c.held, b...)
	return len(b), nil
}

// cork holds back what is written from now on.
func (c *corked) cork() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.on = true
}

// uncork sends what was held back.
func (c *corked) uncork() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.on = false
	if len(c.held) == 0 {
		return nil
	}
	_, err := c.Conn.Write(c.held)
	if c.held = c.held[:0]; cap(c.held) > keptCork {
		c.held = nil
	}
	return err
}

const keptCork = 8 << 10 // bytes that an idle connection may hold on to
