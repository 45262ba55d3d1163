// Command evercart is the one binary: the server, and the commands around it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/app"
)

// version is set when a release is built.
var version = "dev"

func main() {
	over := app.FitMemory()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr})
	stop()
	over()
	os.Exit(code)
}

type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// usageError is a mistake in how a command was called: exit code 2.
type usageError struct{ error }

// failed is an answer that is a failure but was printed already: exit code 1 without more words.
var failed = errors.New("failed")

// run runs one command line and gives its exit code: 0 done, 1 failed, 2 called wrongly.
func run(ctx context.Context, args []string, io stdio) int {
	root := newRoot(io)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, failed):
		return 1
	}
	_, _ = fmt.Fprintf(io.err, "evercart: %s\n", plain(err))
	if errors.As(err, &usageError{}) {
		_, _ = fmt.Fprintln(io.err, "Run the command with --help for how it is used.")
		return 2
	}
	if wrong := (*app.Misconfigured)(nil); errors.As(err, &wrong) {
		return 2
	}
	return 1
}

// plain is an error for people: without the names of functions, which are for logs; its code stands behind it, for scripts.
func plain(err error) string {
	text, code := err.Error(), ""
	if e := (*evercart.Error)(nil); errors.As(err, &e) && (e.Message != "" || e.Err != nil) {
		code = " (" + string(e.Code) + ")"
	}
	for e := (*evercart.Error)(nil); errors.As(err, &e); err = e.Err {
		say := e.Message
		if e.Err != nil && say != "" {
			say += ": "
		}
		if e.Err != nil {
			say += e.Err.Error()
		}
		if say == "" {
			say = string(e.Code)
		}
		text = strings.Replace(text, e.Error(), say, 1)
	}
	return text + code
}
