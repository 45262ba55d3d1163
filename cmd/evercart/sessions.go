package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/trial/dialogue"
)

func newSessions() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "sessions",
		Short:   "Look at conversations; export or erase a shopper's",
		Example: "  evercart sessions list\n  evercart sessions show 6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSessionsList(), newSessionsShow(), newSessionsReplay(), newSessionsExport(), newSessionsErase())
	return cmd
}

func newSessionsList() *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List sessions, newest first", Args: noArgs,
		Example: "  evercart sessions list --user u-ada --limit 20"}
	asJSON := dataFlags(cmd)
	limit := cmd.Flags().Int("limit", 50, "list at most `N`, up to 1000")
	user := cmd.Flags().String("user", "", "only those of the shopper with this `ID`")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *limit < 1 || *limit > 1000 {
			return usageError{fmt.Errorf("--limit is 1 to 1000")}
		}
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			var list client.Sessions
			var err error
			if *user == "" {
				list, err = r.Sessions(ctx, client.Page{Limit: *limit})
			} else {
				list, err = r.SessionsOf(ctx, client.Person{User: *user})
			}
			if err != nil {
				return err
			}
			return show(cmd, *asJSON, list, printSessions)
		})
	}
	return cmd
}

func newSessionsShow() *cobra.Command {
	cmd := &cobra.Command{Use: "show SESSION", Short: "Show a session: cart, saved items, last turns", Args: exactly(1, "a session id"),
		Example: "  evercart sessions show 6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11 --json"}
	asJSON := dataFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			s, err := r.Session(ctx, args[0])
			if err != nil {
				return err
			}
			return show(cmd, *asJSON, s, printSession)
		})
	}
	return cmd
}

func newSessionsReplay() *cobra.Command {
	cmd := &cobra.Command{Use: "replay SESSION", Short: "Print the events of a session in order, one a line", Args: exactly(1, "a session id"),
		Example: "  evercart sessions replay 6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11"}
	asJSON := dataFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			events, err := allEvents(ctx, r, args[0])
			if err != nil {
				return err
			}
			if *asJSON {
				return printJSON(cmd, map[string]any{"session_id": args[0], "events": events})
			}
			return printEvents(cmd.OutOrStdout(), events)
		})
	}
	return cmd
}

func newSessionsExport() *cobra.Command {
	cmd := &cobra.Command{Use: "export USER | export --as-test SESSION", Short: "Print all that is kept of a shopper, as JSON; or a session as a conversation test",
		Long: `Prints all that is kept of a shopper, as JSON. With --as-test it prints one session as a dialogue for
evercart test, which expects the carts, totals and questions that came of it. What the shopper said is
personal, and a test file outlives an erasure. Therefore the words are left out, with [personal] in
their place for you to fill in; --with-words includes them.`,
		Args:    exactly(1, "a user id, or with --as-test a session id"),
		Example: "  evercart sessions export u-ada > u-ada.json\n  evercart sessions export --as-test 6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11 > returned.talk"}
	_ = dataFlags(cmd)
	asTest := cmd.Flags().Bool("as-test", false, "print a session as a conversation test")
	words := cmd.Flags().Bool("with-words", false, "with --as-test: include what the shopper said")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *words && !*asTest {
			return usageError{fmt.Errorf("--with-words goes with --as-test")}
		}
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			if *asTest {
				events, err := allEvents(ctx, r, args[0])
				if err != nil {
					return err
				}
				return dialogue.Export(cmd.OutOrStdout(), "Session "+args[0][:min(8, len(args[0]))], events, *words)
			}
			x, err := r.Export(ctx, client.Person{User: args[0]})
			if err != nil {
				return err
			}
			return printJSON(cmd, x)
		})
	}
	return cmd
}

// allEvents reads the events of a session, page by page.
func allEvents(ctx context.Context, r *app.Remote, session string) ([]client.Event, error) {
	events := []client.Event{}
	for after := int64(0); ; {
		page, err := r.Events(ctx, session, after)
		if err != nil {
			return nil, err
		}
		if len(page.Events) == 0 {
			return events, nil
		}
		events, after = append(events, page.Events...), int64(page.Next)
	}
}

func newSessionsErase() *cobra.Command {
	cmd := &cobra.Command{Use: "erase USER", Short: "Forget a shopper: rows, words and keys; prints the receipt", Args: exactly(1, "a user id"),
		Example: "  evercart sessions erase u-ada --yes"}
	asJSON := dataFlags(cmd)
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !*yes && !confirmed(cmd, fmt.Sprintf("Forget %s for good? Type yes: ", args[0])) {
			return fmt.Errorf("nothing was erased")
		}
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			receipt, err := r.Erase(ctx, client.Person{User: args[0]})
			if err != nil {
				return err
			}
			return show(cmd, *asJSON, receipt, printReceipt)
		})
	}
	return cmd
}

func confirmed(cmd *cobra.Command, question string) bool {
	_, _ = fmt.Fprint(cmd.ErrOrStderr(), question)
	var answer string
	_, _ = fmt.Fscanln(cmd.InOrStdin(), &answer)
	return strings.EqualFold(answer, "yes")
}
