// Package fakemodel runs the scripted model server as a process: a language model in the chat-completions dialect, and
// in that of Anthropic's messages, that says what its script tells it to. docs/fake-model.md describes the script.
package fakemodel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/evercart/evercart/internal/fakemodel"
)

// Config is what Run needs.
type Config struct {
	Addr   string    // host:port; port 0 = any free one
	Script io.Reader // docs/fake-model.md
	Log    io.Writer // gets the line that tells the address; nil = none
	// Ready, if set, is called once with the base URL, such as "http://127.0.0.1:41234/v1", when requests are taken.
	Ready func(baseURL string)
}

// New is the server of a script as a handler.
func New(script io.Reader) (http.Handler, error) { return fakemodel.New(script) }

// Run serves until ctx ends; that is no error. Answers that run then are broken off.
func Run(ctx context.Context, c Config) error {
	handler, err := fakemodel.New(c.Script)
	if err != nil {
		return fmt.Errorf("script: %w", err)
	}
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = srv.Close() })
	defer stop()
	base := "http://" + ln.Addr().String() + "/v1"
	if c.Log != nil {
		if _, err := fmt.Fprintf(c.Log, "fake-model: ANTHROPIC_BASE_URL=%s\nfake-model: OPENAI_BASE_URL=%s\n", strings.TrimSuffix(base, "/v1"), base); err != nil {
			_ = ln.Close()
			return err
		}
	}
	if c.Ready != nil {
		c.Ready(base)
	}
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
