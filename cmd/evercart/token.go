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
shopper, for a day. A client sends it as ?token= or as Authorization: Bearer. While a server runs on the
folder, it also prints the link that opens the talk page in that session:
http://127.0.0.1:8080/#session=SESSION&token=TOKEN. Whoever has the link may speak as that shopper.`,
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
			if err == nil && !r.Private {
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "page    %s/#session=%s&token=%s\n", r.URL, v.Session, v.Token)
			}
			return err
		})
	}
	return cmd
}
