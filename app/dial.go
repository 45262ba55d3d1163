package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/sqlite"
)

// Remote is a server that commands talk to: the one that holds the data folder, or a private one in this process.
type Remote struct {
	*client.Client
	URL     string
	Private bool // started for this command alone

	Currency evercart.Currency // what the shop sells in; "" = a server of an older version holds the folder

	stop func(context.Context) error
}

// Dial finds the server that holds the data folder, or starts a private one on a free loopback port, so that every command
// has one way to read and write. Close it when done.
func Dial(ctx context.Context, c Config, log *slog.Logger) (*Remote, error) {
	if r := folder(c.Data).live(ctx); r != nil {
		return r, nil
	}
	c.Addr = "127.0.0.1:0"
	s, err := Start(ctx, c, log)
	if err != nil {
		return nil, err
	}
	r, err := s.folder.dial()
	if err != nil {
		return nil, errors.Join(err, s.Stop(ctx))
	}
	r.Private, r.stop = true, s.Stop
	return r, nil
}

// live finds the server that holds the folder; nil = none. Its note alone proves nothing: a server that was killed leaves
// one, and another folder's server may have its address since.
func (f folder) live(ctx context.Context) *Remote {
	if held, err := sqlite.Held(f.data()); err != nil || !held {
		return nil
	}
	if r, err := f.dial(); err == nil && r.alive(ctx) {
		return r
	}
	return nil
}

// dial reads the note that a server left in its data folder.
func (f folder) dial() (*Remote, error) {
	note, err := f.running()
	if err != nil {
		return nil, err
	}
	c, err := client.New(client.Config{URL: note.URL, Key: note.Key})
	return &Remote{Client: c, URL: note.URL, Currency: note.Currency}, err
}

// Close ends a private server.
func (r *Remote) Close(ctx context.Context) error {
	if r.stop == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return r.stop(ctx)
}

// alive says whether it answers.
func (r *Remote) alive(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return r.Alive(ctx) == nil
}
