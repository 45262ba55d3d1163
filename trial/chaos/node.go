package chaos

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/internal/throwaway"
	"github.com/evercart/evercart/trial/flaky"
)

// node is one server process, at an address that stays the same. The storm alone starts and ends it.
type node struct {
	w     *world
	no    int
	dir   string
	addr  string // its own
	env   []string
	calls *flaky.Proxy // between the callers and it
	up    upstream     // to the databases
	aside upstream     // to Redis
	child *throwaway.Child

	starts atomic.Int64
	door   *client.Client // through the proxy
	inside *client.Client // past it
}

// life names one process: node and start.
type life struct{ node, start int }

const readyIn = time.Minute // how long a start may take on a busy machine

func (w *world) newNode(ctx context.Context, no int) (*node, error) {
	n := &node{w: w, no: no, dir: filepath.Join(w.c.Dir, fmt.Sprintf("node-%d", no+1)), up: upstream{map[string]*flaky.Proxy{}}, aside: upstream{map[string]*flaky.Proxy{}}}
	var err error
	if n.addr, err = freeAddr(); err != nil {
		return nil, err
	}
	n.calls = flaky.New(flaky.Config{Addr: "127.0.0.1:0", Target: n.addr})
	if err := n.calls.Start(context.WithoutCancel(ctx)); err != nil {
		return nil, err
	}
	w.onClose(n.close)
	if err := n.configure(ctx); err != nil {
		return nil, err
	}
	ways := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	if n.door, err = client.New(client.Config{URL: "http://" + n.calls.Addr(), HTTP: ways}); err != nil {
		return nil, err
	}
	if n.inside, err = client.New(client.Config{URL: "http://" + n.addr, HTTP: ways}); err != nil {
		return nil, err
	}
	return n, n.start(ctx)
}

func (n *node) configure(ctx context.Context) error {
	n.env = bare()
	for _, way := range []struct {
		name, raw string
		by        *upstream
	}{{"EVERCART_POSTGRES", n.w.place.data, &n.up}, {"EVERCART_KEYS", n.w.place.keys, &n.up}, {"EVERCART_REDIS", n.w.place.cache, &n.aside}} {
		if way.raw == "" {
			continue
		}
		to, err := way.by.through(context.WithoutCancel(ctx), way.raw)
		if err != nil {
			return err
		}
		n.env = append(n.env, way.name+"="+to)
	}
	if n.w.place.keys != "" {
		n.env = append(n.env, "EVERCART_MASTER_KEY="+n.w.place.master)
	}
	if n.w.brains != "" {
		n.env = append(n.env, "OPENAI_BASE_URL="+n.w.brains, "OPENAI_API_KEY=sk-of-the-trial")
	}
	return nil
}

// start runs the process and waits until it is ready. One that ended by itself is tried again: for a moment its port may have
// been another's.
func (n *node) start(ctx context.Context) error {
	var err error
	for range 3 {
		start := int(n.starts.Add(1))
		c := exec.Command(n.w.c.Binary, "serve", "--addr", n.addr, "--data", n.dir, "--log-level", "warn", "--brain", n.w.brainOf(start+n.no), "--model", "scripted")
		c.Dir, c.Env = n.w.c.Dir, n.env
		if n.child, err = throwaway.Run(c, n.dir+".log"); err != nil {
			return err
		}
		if err = n.ready(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		n.child.Kill()
	}
	return err
}

func (n *node) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyIn)
	defer cancel()
	for {
		err := n.inside.Ready(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-n.child.Done():
			said := n.child.Said()
			return fmt.Errorf("it ended by itself: %s", said[max(0, len(said)-2000):])
		case <-ctx.Done():
			return fmt.Errorf("it does not become ready: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// life is that of the process which runs now.
func (n *node) life() life { return life{n.no, int(n.starts.Load())} }

func (n *node) close() error {
	if n.child != nil {
		_ = n.child.Thaw()
		n.child.End()
	}
	return errors.Join(n.up.close(), n.aside.close(), n.calls.Stop(context.Background()))
}

func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(l.Addr().(*net.TCPAddr).Port)), l.Close()
}
