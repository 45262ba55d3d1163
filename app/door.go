package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/evercart/evercart/gateway"
)

// door is the address of a server. It can be there before the server is: who comes then is told so.
type door struct {
	config  Config
	waiting *gateway.Waiting

	mu     sync.Mutex // guards the three below
	server *http.Server
	url    string
	shut   bool // for good

	failed chan error // the listener broke
}

func newDoor(c Config) *door {
	return &door{config: c, waiting: gateway.NewWaiting(c.clock(), c.StoreWait), failed: make(chan error, 1)}
}

// open begins to listen; again = no change.
func (d *door) open(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.server != nil || d.shut {
		return nil
	}
	if err := gateway.CheckAddr(d.config.Addr, gateway.Keys{API: d.config.APIKeys, Admin: d.config.AdminKeys}); err != nil {
		return &Misconfigured{err}
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", d.config.Addr)
	if err != nil {
		return err
	}
	d.server, d.url = gateway.NewServer(d.waiting), "http://"+listener.Addr().String()
	go func(server *http.Server) {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			d.failed <- err
		}
	}(d.server)
	return nil
}

func (d *door) at() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.url
}

// close lets requests that run end until ctx does, then cuts them off.
func (d *door) close(ctx context.Context) error {
	d.mu.Lock()
	server := d.server
	d.shut = true
	d.mu.Unlock()
	if server == nil {
		return nil
	}
	return errors.Join(server.Shutdown(ctx), server.Close())
}

// slam closes at once: nobody is served yet.
func (d *door) slam() error {
	now, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if err := d.close(now); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
