// Package flaky is a TCP proxy with bad weather: it stands between two processes and delays, holds, cuts and refuses what
// goes through it, so that faults of a network can be had on one machine, on demand.
package flaky

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Weather is how the network behaves. It changes for running connections as well, from their next bytes on. The zero value
// is a good network.
type Weather struct {
	Delay    time.Duration // before bytes are passed on, each way; one packet waits for the one before it
	Bytes    int           // at most so many in a packet; 0 = as they come
	HoldUp   bool          // what the client sends stays here
	HoldDown bool          // what the target sends stays here: the work is done, and the answer is lost
	CutAfter int64         // bytes of the target after which its connection is reset; 0 = never
	Down     bool          // nobody listens: new connections are refused; running ones go on
}

// Config says between whom the proxy stands.
type Config struct {
	Addr   string // host:port to listen on; port 0 = any free one
	Target string // host:port of the real server
}

// Proxy passes connections on. Make it with New.
type Proxy struct {
	config Config

	mu      sync.Mutex // guards what follows
	weather Weather
	changed chan struct{} // closed and renewed with the weather
	addr    string        // once bound
	ln      net.Listener  // nil while down
	links   map[*link]bool
	passed  int // connections so far
	cancel  context.CancelFunc
	ctx     context.Context // ends with Stop
	running sync.WaitGroup
}

// link is one client with its connection to the target.
type link struct{ client, target net.Conn }

// New makes a proxy that does not run yet.
func New(c Config) *Proxy {
	return &Proxy{config: c, changed: make(chan struct{}), links: map[*link]bool{}}
}

// Start listens, until Stop or the end of ctx.
func (p *Proxy) Start(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx != nil {
		return errors.New("flaky: started twice")
	}
	ln, err := net.Listen("tcp", p.config.Addr)
	if err != nil {
		return fmt.Errorf("flaky: %w", err)
	}
	p.addr = ln.Addr().String()
	p.ctx, p.cancel = context.WithCancel(ctx)
	context.AfterFunc(p.ctx, p.close)
	p.accept(ln)
	return nil
}

// Stop drops everything and waits until nothing runs. It may be called more than once, and before Start.
func (p *Proxy) Stop(context.Context) error {
	p.mu.Lock()
	cancel := p.cancel
	p.mu.Unlock()
	if cancel != nil {
		cancel()
		p.close()
	}
	p.running.Wait()
	return nil
}

// Addr is where it listens; it stays the same in all weathers.
func (p *Proxy) Addr() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.addr
}

// Set changes the weather. It fails only where a proxy that was down cannot have its port back.
func (p *Proxy) Set(w Weather) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.weather = w
	close(p.changed)
	p.changed = make(chan struct{})
	switch {
	case p.ctx == nil || p.ctx.Err() != nil:
	case w.Down && p.ln != nil:
		_ = p.ln.Close()
		p.ln = nil
	case !w.Down && p.ln == nil:
		ln, err := net.Listen("tcp", p.addr)
		if err != nil {
			return fmt.Errorf("flaky: %w", err)
		}
		p.accept(ln)
	}
	return nil
}

// Cut resets all running connections, and counts them.
func (p *Proxy) Cut() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for l := range p.links {
		l.reset()
	}
	return len(p.links)
}

// Stats counts the connections that run, and all so far.
func (p *Proxy) Stats() (running, passed int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.links), p.passed
}

func (p *Proxy) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ln != nil {
		_ = p.ln.Close()
		p.ln = nil
	}
	for l := range p.links {
		l.reset()
	}
}

// accept takes clients in from ln until it is closed. The lock is held.
func (p *Proxy) accept(ln net.Listener) {
	p.ln = ln
	p.running.Go(func() {
		for {
			client, err := ln.Accept()
			if err != nil {
				return
			}
			p.running.Go(func() { p.pass(client) })
		}
	})
}

// pass serves one client to the end.
func (p *Proxy) pass(client net.Conn) {
	d := net.Dialer{Timeout: 5 * time.Second}
	target, err := d.DialContext(p.ctx, "tcp", p.config.Target)
	if err != nil {
		(&link{client: client}).reset()
		return
	}
	l := &link{client, target}
	p.mu.Lock()
	p.links[l] = true
	p.passed++
	gone := p.ctx.Err() != nil
	p.mu.Unlock()
	if gone { // Stop came between: it has not seen this link
		l.reset()
	}
	var both sync.WaitGroup
	both.Go(func() { p.flow(l, target, client, false) })
	both.Go(func() { p.flow(l, client, target, true) })
	both.Wait()
	_ = client.Close()
	_ = target.Close()
	p.mu.Lock()
	delete(p.links, l)
	p.mu.Unlock()
}

// flow carries bytes one way until an end closes or the link is reset. down = from the target to the client.
func (p *Proxy) flow(l *link, to, from net.Conn, down bool) {
	buf := make([]byte, 32<<10)
	var carried int64
	for {
		n, err := from.Read(buf)
		for packet := buf[:n]; len(packet) > 0; {
			w, ok := p.wait(down)
			if !ok {
				l.reset()
				return
			}
			size := len(packet)
			if w.Bytes > 0 {
				size = min(size, w.Bytes)
			}
			cut := down && w.CutAfter > 0 && carried+int64(size) >= w.CutAfter
			if cut {
				size = int(max(0, w.CutAfter-carried))
			}
			if _, err := to.Write(packet[:size]); err != nil || cut {
				l.reset()
				return
			}
			carried, packet = carried+int64(size), packet[size:]
		}
		switch {
		case errors.Is(err, io.EOF):
			if half, ok := to.(*net.TCPConn); ok {
				_ = half.CloseWrite()
			}
			return
		case err != nil:
			l.reset()
			return
		}
	}
}

// wait is what the weather does to the next packet; not ok = the proxy stops.
func (p *Proxy) wait(down bool) (Weather, bool) {
	for {
		p.mu.Lock()
		w, changed := p.weather, p.changed
		p.mu.Unlock()
		if down && w.HoldDown || !down && w.HoldUp {
			select {
			case <-changed:
				continue
			case <-p.ctx.Done():
				return w, false
			}
		}
		if w.Delay > 0 {
			t := time.NewTimer(w.Delay)
			defer t.Stop()
			select {
			case <-t.C:
			case <-p.ctx.Done():
				return w, false
			}
		}
		return w, true
	}
}

// reset drops both ends without a goodbye.
func (l *link) reset() {
	for _, c := range []net.Conn{l.client, l.target} {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
			_ = tcp.Close()
		}
	}
}
