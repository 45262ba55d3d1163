package main

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
)

// withServer runs a command's work against the server that holds the data folder, or a private one.
func withServer(cmd *cobra.Command, do func(context.Context, *app.Remote) error) error {
	c, err := loadConfig(cmd)
	if err != nil {
		return err
	}
	r, err := app.Dial(cmd.Context(), c, quiet(cmd.ErrOrStderr()))
	if err != nil {
		return err
	}
	return errors.Join(do(cmd.Context(), r), r.Close(cmd.Context()))
}

// quiet logs what went wrong in a private server, and nothing else.
func quiet(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelError}))
}
