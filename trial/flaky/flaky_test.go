package flaky_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evercart/evercart/trial/flaky"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// echo answers each line with itself; got, if not nil, hears of each line before the answer.
func echo(t *testing.T, got chan<- string) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = c.Close() }()
				for in := bufio.NewReader(c); ; {
					line, err := in.ReadString('\n')
					if err != nil {
						return
					}
					if got != nil {
						got <- line
					}
					if _, err := io.WriteString(c, line); err != nil {
						return
					}
				}
			}()
		}
	}()
	return ln.Addr().String()
}

func setup(t *testing.T, target string) *flaky.Proxy {
	t.Helper()
	p := flaky.New(flaky.Config{Addr: "127.0.0.1:0", Target: target})
	if err := p.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return p
}

type client struct {
	t *testing.T
	net.Conn
	in *bufio.Reader
}

func dial(t *testing.T, p *flaky.Proxy) client {
	t.Helper()
	c, err := net.Dial("tcp", p.Addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return client{t, c, bufio.NewReader(c)}
}

func (c client) say(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// hear reads a line within d.
func (c client) hear(d time.Duration) (string, error) {
	_ = c.SetReadDeadline(time.Now().Add(d))
	line, err := c.in.ReadString('\n')
	return strings.TrimSuffix(line, "\n"), err
}

func (c client) expect(line string) {
	c.t.Helper()
	if got, err := c.hear(time.Minute); got != line || err != nil {
		c.t.Fatalf("heard %q, %v; want %q", got, err, line)
	}
}

func set(t *testing.T, p *flaky.Proxy, w flaky.Weather) {
	t.Helper()
	if err := p.Set(w); err != nil {
		t.Fatal(err)
	}
}

func timedOut(err error) bool {
	var slow net.Error
	return errors.As(err, &slow) && slow.Timeout()
}

func TestPasses(t *testing.T) {
	t.Parallel()
	p := setup(t, echo(t, nil))
	c := dial(t, p)
	c.say("hello")
	c.expect("hello")
	big := strings.Repeat("x", 300_000)
	go func() { _, _ = io.WriteString(c, big+"\n") }() // what does not arrive is not heard either
	c.expect(big)
	if running, passed := p.Stats(); running != 1 || passed != 1 {
		t.Errorf("%d running, %d passed", running, passed)
	}
}

func TestHalfClose(t *testing.T) {
	t.Parallel()
	c := dial(t, setup(t, echo(t, nil)))
	c.say("last words")
	if err := c.Conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	c.expect("last words")
	if _, err := c.hear(time.Minute); !errors.Is(err, io.EOF) {
		t.Errorf("after the end: %v", err)
	}
}

func TestDelay(t *testing.T) {
	t.Parallel()
	p := setup(t, echo(t, nil))
	c := dial(t, p)
	set(t, p, flaky.Weather{Delay: 60 * time.Millisecond})
	began := time.Now()
	c.say("hello")
	c.expect("hello")
	if took := time.Since(began); took < 120*time.Millisecond {
		t.Errorf("there and back took %s", took)
	}
}

func TestHold(t *testing.T) {
	t.Parallel()
	got := make(chan string, 9)
	p := setup(t, echo(t, got))
	c := dial(t, p)
	set(t, p, flaky.Weather{HoldDown: true})
	c.say("done?")
	<-got // the target has done it, and its answer is held
	if line, err := c.hear(50 * time.Millisecond); !timedOut(err) {
		t.Fatalf("heard %q, %v", line, err)
	}
	set(t, p, flaky.Weather{HoldUp: true})
	c.expect("done?")
	c.say("more")
	select {
	case line := <-got:
		t.Fatalf("the target heard %q", line)
	case <-time.After(50 * time.Millisecond):
	}
	set(t, p, flaky.Weather{})
	c.expect("more")
}

func TestCut(t *testing.T) {
	t.Parallel()
	p := setup(t, echo(t, nil))
	a, b := dial(t, p), dial(t, p)
	for _, c := range []client{a, b} {
		c.say("hello")
		c.expect("hello")
	}
	if n := p.Cut(); n != 2 {
		t.Errorf("cut %d connections, want 2", n)
	}
	for _, c := range []client{a, b} {
		if line, err := c.hear(time.Minute); err == nil || timedOut(err) {
			t.Errorf("heard %q, %v", line, err)
		}
	}
	c := dial(t, p)
	c.say("again")
	c.expect("again")
}

func TestCutAfter(t *testing.T) {
	t.Parallel()
	p := setup(t, echo(t, nil))
	set(t, p, flaky.Weather{CutAfter: 8, Bytes: 3})
	c := dial(t, p)
	c.say("hello world")
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	got, err := io.ReadAll(c.in)
	if string(got) != "hello wo" || err == nil || timedOut(err) {
		t.Errorf("heard %q, %v", got, err)
	}
}

func TestDown(t *testing.T) {
	t.Parallel()
	p := setup(t, echo(t, nil))
	old := dial(t, p)
	old.say("hello")
	old.expect("hello")
	set(t, p, flaky.Weather{Down: true})
	if c, err := net.Dial("tcp", p.Addr()); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("dialled %v, %v", c, err)
	}
	old.say("still here")
	old.expect("still here")
	set(t, p, flaky.Weather{})
	c := dial(t, p)
	c.say("back")
	c.expect("back")
}

func TestNoTarget(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := ln.Addr().String()
	_ = ln.Close()
	conn, err := net.Dial("tcp", setup(t, nobody).Addr())
	if err != nil { // it was dropped before Dial was back
		return
	}
	defer func() { _ = conn.Close() }()
	if line, err := (client{t, conn, bufio.NewReader(conn)}).hear(time.Minute); err == nil || timedOut(err) {
		t.Errorf("heard %q, %v", line, err)
	}
}

func TestStop(t *testing.T) {
	t.Parallel()
	idle := flaky.New(flaky.Config{Addr: "127.0.0.1:0"})
	if err := idle.Stop(t.Context()); err != nil {
		t.Errorf("before Start: %v", err)
	}
	p := setup(t, echo(t, nil))
	c := dial(t, p)
	set(t, p, flaky.Weather{HoldUp: true})
	c.say("held")
	for range 2 {
		if err := p.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if line, err := c.hear(time.Minute); err == nil || timedOut(err) {
		t.Errorf("heard %q, %v", line, err)
	}
	if running, _ := p.Stats(); running != 0 {
		t.Errorf("%d connections run after Stop", running)
	}
	if err := p.Start(t.Context()); err == nil {
		t.Error("started twice")
	}
}
