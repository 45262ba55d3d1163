package gateway

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
	"github.com/evercart/evercart/wire"
)

const streamRoute = "GET /v1/sessions/{session_id}/stream"

type followed struct {
	event evercart.Event
	err   error
}

// follow runs Follow in a goroutine, so that its reader can also wait for other things. The channel is closed when it ends,
// which it does with ctx. Events that are not wanted are left out before anybody is woken for them; nil = all are.
func follow(ctx context.Context, conv evercart.Conversation, id evercart.SessionID, after evercart.Seq, wanted func(evercart.Event) bool) <-chan followed {
	out := make(chan followed, 16)
	go func() {
		defer close(out)
		defer mishap.Catch(nil, "follower", func() {
			select {
			case out <- followed{err: evercart.Errorf(evercart.Internal, "gateway", "the session cannot be followed")}:
			case <-ctx.Done():
			}
		})
		for e, err := range conv.Follow(ctx, id, after) {
			if err == nil && wanted != nil && !wanted(e) {
				continue
			}
			select {
			case out <- followed{e, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}

// stream sends events as they come (server-sent events; the event's seq is its id, its kind its type).
func (g *Gateway) stream(c call) error {
	id, err := g.session(c)
	if err != nil {
		return err
	}
	after, err := c.after("after")
	if err != nil {
		return err
	}
	if last := c.r.Header.Get("Last-Event-ID"); last != "" {
		n, err := strconv.ParseInt(last, 10, 64)
		if err != nil || n < 0 {
			return evercart.Errorf(evercart.Invalid, "gateway", "Last-Event-ID is a seq")
		}
		after = evercart.Seq(n)
	}
	ctx, cancel := context.WithCancel(c.r.Context())
	defer cancel()
	if ctx, err = g.as(ctx, c.acc); err != nil {
		return err
	}
	if _, err := g.cfg.Conversation.View(ctx, id); err != nil { // before the first byte, so that it can be a 404
		return err
	}
	if err := g.enter(id); err != nil {
		return err
	}
	defer g.leave(id)
	c.w.Header().Set("Content-Type", "text/event-stream")
	c.w.Header().Set("X-Accel-Buffering", "no")
	events := follow(ctx, g.cfg.Conversation, id, after, nil)
	err = g.sendEvents(ctx, c, events)
	cancel()
	for range events { // the goroutine ends before we do
	}
	return err
}

// sendEvents gives nil always: once the stream has begun there is no status left to say an error with, so that it becomes an
// event of the type "error" and the stream ends.
func (g *Gateway) sendEvents(ctx context.Context, c call, events <-chan followed) error {
	out := &sse{w: c.w, rc: http.NewResponseController(c.w), wait: g.limits.WriteWait}
	if !out.write("retry: 2000\n\n") {
		return nil
	}
	beat := time.NewTicker(15 * time.Second)
	defer beat.Stop()
	expired, stop := g.expiry(c.acc)
	defer stop()
	for {
		select {
		case f, ok := <-events:
			if !ok || !g.sendEvent(ctx, c, out, f) {
				return nil
			}
		case <-beat.C:
			if !out.write(": still here\n\n") {
				return nil
			}
		case <-expired:
			return nil
		case <-g.drain:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

func (g *Gateway) sendEvent(ctx context.Context, c call, out *sse, f followed) bool {
	if f.err == nil {
		e, err := wire.EventOf(f.event)
		if err == nil {
			body, err := wire.Marshal(e)
			return err == nil && out.write(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", e.Seq, e.Kind, body))
		}
		f.err = err
	}
	e := known(f.err)
	if e.Code == evercart.Canceled {
		return false
	}
	trace := g.note(ctx, c.r.Pattern, sessionOf(c.r), e)
	body, err := wire.Marshal(wire.TroubleOf(e, "", answerOf(e.Code).title, trace))
	if err == nil {
		out.write(fmt.Sprintf("event: error\ndata: %s\n\n", body))
	}
	return false
}

type sse struct {
	w    io.Writer
	rc   *http.ResponseController
	wait time.Duration
}

func (s *sse) write(text string) bool {
	_ = s.rc.SetWriteDeadline(time.Now().Add(s.wait))
	if _, err := io.WriteString(s.w, text); err != nil {
		return false
	}
	return s.rc.Flush() == nil
}

// expiry fires when a bearer's token ends; never for others.
func (g *Gateway) expiry(acc access) (<-chan time.Time, func()) {
	if acc.rank != bearer {
		return nil, func() {}
	}
	t := time.NewTimer(acc.token.Expires.Sub(g.clock.Now()))
	return t.C, func() { t.Stop() }
}

// enter counts a socket or stream in. Unavailable while leaving, Busy over a limit.
func (g *Gateway) enter(id evercart.SessionID) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.leaving:
		return &evercart.Error{Code: evercart.Unavailable, Op: "gateway", Message: "the server is going away", RetryAfter: time.Second}
	case g.total >= g.limits.Sockets:
		return &evercart.Error{Code: evercart.Busy, Op: "gateway", Message: "too many open connections", RetryAfter: 5 * time.Second}
	case g.bySess[id] >= g.limits.PerSession:
		return &evercart.Error{Code: evercart.Busy, Op: "gateway", Message: "too many open connections of this session", RetryAfter: 5 * time.Second}
	}
	g.bySess[id]++
	g.total++
	g.open.Add(1)
	return nil
}

// leave undoes enter.
func (g *Gateway) leave(id evercart.SessionID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.bySess[id]--; g.bySess[id] == 0 {
		delete(g.bySess, id)
	}
	g.total--
	g.open.Done()
}
