package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/client"
)

func newToken() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Make a session, and the token that may speak in it",
		Long: `Makes a session (or takes the one given) and prints a signed token that may speak in it, for one
shopper, for a day. A client sends it as ?token= or as Authorization: Bearer.`,
		Example: "  evercart token --user u-ada\n  evercart token --session 6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11 --json",
		Args:    noArgs,
	}
	asJSON := dataFlags(cmd)
	user := cmd.Flags().String("user", "", "the shopper's user `ID`; without one it is a guest")
	session := cmd.Flags().String("session", "", "`ID` of the session, a UUID; without one a new session is begun")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			v, err := r.Begin(ctx, client.Begin{Session: *session, User: *user})
			if err != nil {
				return err
			}
			if *asJSON {
				return printJSON(cmd, v)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "session %s\ntoken   %s\n", v.Session, v.Token)
			return err
		})
	}
	return cmd
}
