package fakemodel

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/evercart/evercart/internal/sse"
)

// stream sends the answer event by event, and says how it ended, and when each had left.
func (s *Server) stream(ctx context.Context, w http.ResponseWriter, a answer) (ended string, sent []int64) {
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusOK)
	if out.Flush() != nil {
		return EndedLeft, sent
	}
	body, tail := a.dialect.steps(a)
	cutAt := a.CutAt
	if cutAt == 0 || cutAt > len(body) {
		cutAt = len(body)
	}
	all := append(slices.Clip(body), tail...)
	if a.Cut != "" || a.Error != nil {
		all = all[:cutAt]
	}
	if a.Cut == "" && a.Error != nil {
		all = append(all, []sse.Event{a.dialect.fault(*a.Error)})
	}
	for i, step := range all {
		if s.pause(ctx, out, w, a, i+1) != nil {
			return EndedLeft, sent
		}
		var b []byte
		for _, e := range step {
			b = sse.Append(b, e)
		}
		if packets(out, w, b, a) != nil {
			return EndedLeft, sent
		}
		sent = append(sent, time.Since(a.came).Microseconds())
	}
	if a.Hold != "" && a.HoldAt > len(all) && s.holds.hold(ctx, a.Hold) != nil {
		return EndedLeft, sent
	}
	switch {
	case a.Cut == "reset":
		reset(out)
		return EndedCut, sent
	case a.Cut != "" || a.Error != nil:
		return EndedCut, sent
	}
	return EndedWhole, sent
}

// pause is what happens before the event of that number.
func (s *Server) pause(ctx context.Context, out *http.ResponseController, w http.ResponseWriter, a answer, no int) error {
	if a.Comment != "" {
		if err := packets(out, w, []byte(": "+strings.ReplaceAll(a.Comment, "\n", " ")+"\n\n"), a); err != nil {
			return err
		}
	}
	if a.Hold != "" && a.HoldAt == no {
		if err := s.holds.hold(ctx, a.Hold); err != nil {
			return err
		}
	}
	return sleep(ctx, a.Pause)
}

// encode writes characters as they are, so that packets can split them.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error() // all that is handed in here can be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// packets writes b in the wanted pieces, each flushed.
func packets(out *http.ResponseController, w http.ResponseWriter, b []byte, a answer) error {
	if a.BadUTF8 {
		b = bytes.ReplaceAll(b, []byte("\uFFFD"), []byte{0xff})
	}
	n := a.Bytes
	if n <= 0 {
		n = len(b)
	}
	for len(b) > 0 {
		n = min(n, len(b))
		if _, err := w.Write(b[:n]); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

// reset drops the connection without a goodbye.
func reset(out *http.ResponseController) {
	conn, _, err := out.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // net/http's own way to break an answer off
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
