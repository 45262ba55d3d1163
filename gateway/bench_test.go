package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/memory"
	"github.com/evercart/evercart/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	adaSession = "6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11"
	benSession = "0b8e8f2c-91b7-4f4b-8d59-3f6a6a9f5c22"
	apiKey     = "api-key-of-the-shop"
	adminKey   = "admin-key-of-the-shop"
)

var signing = gateway.SigningKey{ID: "k1", Secret: []byte("0123456789abcdef0123456789abcdef")}

func withKeys() gateway.Keys {
	return gateway.Keys{Signing: []gateway.SigningKey{signing}, API: []string{apiKey}, Admin: []string{adminKey}}
}

// bench is a gateway on a port of its own, over a double.
type bench struct {
	t      *testing.T
	double *double
	gate   *gateway.Gateway
	server *httptest.Server
	log    *lines
	cfg    gateway.Config
	serves *atomic.Pointer[gateway.Gateway]
}

// restart drains the gateway and puts a new one in its place, on the same port, as a new process would be.
func (b *bench) restart() {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := b.gate.Drain(ctx); err != nil {
		b.t.Fatal(err)
	}
	b.cfg.Registry = nil
	g, err := gateway.New(b.cfg)
	if err != nil {
		b.t.Fatal(err)
	}
	b.gate = g
	b.serves.Store(g)
}

// lines is a log that can be read while it is written.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func setup(t *testing.T, change ...func(*gateway.Config)) *bench {
	t.Helper()
	d, log := newDouble(), &lines{}
	s := store{d}
	cfg := gateway.Config{
		Conversation: d, Catalog: d, Sessions: s, Shoppers: s, Goods: s, Nodes: s,
		Log: slog.New(slog.NewTextHandler(log, nil)), Limiter: memory.NewLimiter(nil),
	}
	for _, f := range change {
		f(&cfg)
	}
	g, err := gateway.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, double: d, gate: g, log: log, cfg: cfg, serves: &atomic.Pointer[gateway.Gateway]{}}
	b.serves.Store(g)
	now := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { b.serves.Load().ServeHTTP(w, r) })
	b.server = httptest.NewUnstartedServer(now)
	b.server.Config = gateway.NewServer(now)
	b.server.Start()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_ = b.gate.Drain(ctx)
		b.server.Close()
	})
	return b
}

func keyed(c *gateway.Config) { c.Keys = withKeys() }

// call makes a request; bearer "" = none.
func (b *bench) call(method, path, bearer, body string, header ...string) (int, []byte, http.Header) {
	b.t.Helper()
	req, err := http.NewRequest(method, b.server.URL+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	if bearer != "" {
		req.Header.Set("Authorization", "Bearer "+bearer)
	}
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			req.Host = header[i+1]
			continue
		}
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := b.server.Client().Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	out, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp.StatusCode, out, resp.Header
}

// want makes a request and checks status and, of a problem, the code.
func (b *bench) want(status int, code evercart.Code, method, path, bearer, body string, header ...string) []byte {
	b.t.Helper()
	got, out, h := b.call(method, path, bearer, body, header...)
	if got != status {
		b.t.Fatalf("%s %s: status %d, want %d: %s", method, path, got, status, out)
	}
	if code == "" {
		return out
	}
	var p wire.Problem
	if err := json.Unmarshal(out, &p); err != nil || p.Code != code || p.Status != status || h.Get("Content-Type") != "application/problem+json" {
		b.t.Fatalf("%s %s: problem %+v (%v), want code %s", method, path, p, err, code)
	}
	return out
}

func read[T any](t *testing.T, b []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	return v
}

// line is a socket under test.
type line struct {
	t *testing.T
	c *websocket.Conn
}

func (b *bench) dial(path string, header ...string) *line {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	h := http.Header{}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	c, resp, err := websocket.Dial(ctx, b.server.URL+path, &websocket.DialOptions{HTTPHeader: h, HTTPClient: b.server.Client()})
	if err != nil {
		if resp != nil && resp.Body != nil {
			out, _ := io.ReadAll(resp.Body)
			b.t.Fatalf("dial %s: %v: %s", path, err, out)
		}
		b.t.Fatalf("dial %s: %v", path, err)
	}
	c.SetReadLimit(1 << 20)
	b.t.Cleanup(func() { _ = c.CloseNow() })
	return &line{b.t, c}
}

func (l *line) send(frame string) {
	l.t.Helper()
	l.raw(websocket.MessageText, []byte(frame))
}

func (l *line) raw(kind websocket.MessageType, b []byte) {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := l.c.Write(ctx, kind, b); err != nil {
		l.t.Fatal(err)
	}
}

func (l *line) next() wire.FromServer {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, b, err := l.c.Read(ctx)
	if err != nil {
		l.t.Fatal(err)
	}
	f, err := wire.ReadFromServer(b)
	if err != nil {
		l.t.Fatalf("%v: %s", err, b)
	}
	return f
}

// until reads on to the next frame of a type.
func (l *line) until(kind string) wire.FromServer {
	l.t.Helper()
	for {
		f := l.next()
		if f.Type == kind {
			return f
		}
		if f.Type == wire.TypeError {
			l.t.Fatalf("error frame %+v while waiting for %s", f.Trouble, kind)
		}
	}
}

// trouble reads the next frame, which must be an error of that code.
func (l *line) trouble(code evercart.Code) *wire.Trouble {
	l.t.Helper()
	f := l.next()
	if f.Trouble == nil || f.Trouble.Code != code {
		l.t.Fatalf("frame %+v (%+v), want an error %s", f, f.Trouble, code)
	}
	return f.Trouble
}

// closed waits for the end and gives its code.
func (l *line) closed() websocket.StatusCode {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		if _, _, err := l.c.Read(ctx); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

// noFeed is an import that finds nothing.
func noFeed(context.Context, io.Reader, gateway.ImportOptions) (iter.Seq2[evercart.Product, error], func() any, error) {
	return func(func(evercart.Product, error) bool) {}, nil, nil
}
