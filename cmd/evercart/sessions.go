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
	subject := cmd.Flags().String("subject", "", "only those of the shopper with this `NAME`, which the list shows; guests have no other")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if *limit < 1 || *limit > 1000 {
			return usageError{fmt.Errorf("--limit is 1 to 1000")}
		}
		if *user != "" && *subject != "" {
			return usageError{fmt.Errorf("--user and --subject name the same shopper: give one of them")}
		}
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			var list client.Sessions
			var err error
			if *user == "" && *subject == "" {
				list, err = r.Sessions(ctx, client.Page{Limit: *limit})
			} else {
				list, err = r.SessionsOf(ctx, client.Person{User: *user, Subject: *subject})
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
	cmd := &cobra.Command{Use: "export USER | export --subject NAME | export --session SESSION | export --as-test SESSION", Short: "Print all that is kept of a shopper, as JSON; or a session as a conversation test",
		Long: `Prints all that is kept of a shopper, as JSON. A guest has no user id and is named by a session, or by
the subject that evercart sessions list shows. With --as-test it prints one session as a dialogue for
evercart test, which expects the carts, totals and questions that came of it. What the shopper said is
personal, and a test file outlives an erasure. Therefore the words are left out, with [personal] in
their place for you to fill in; --with-words includes them.`,
		Example: "  evercart sessions export u-ada > u-ada.json\n  evercart sessions export --session 6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11 > guest.json\n  evercart sessions export --as-test 6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11 > returned.talk"}
	_ = dataFlags(cmd)
	person := personFlags(cmd)
	asTest := cmd.Flags().Bool("as-test", false, "print a session as a conversation test")
	words := cmd.Flags().Bool("with-words", false, "with --as-test: include what the shopper said")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *words && !*asTest {
			return usageError{fmt.Errorf("--with-words goes with --as-test")}
		}
		who, err := person(args)
		if err != nil {
			return err
		}
		if *asTest && len(args) == 0 {
			return usageError{fmt.Errorf("--as-test needs a session id")}
		}
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			if *asTest {
				events, err := allEvents(ctx, r, args[0])
				if err != nil {
					return err
				}
				return dialogue.Export(cmd.OutOrStdout(), "Session "+args[0][:min(8, len(args[0]))], events, *words)
			}
			x, err := r.Export(ctx, who)
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
	cmd := &cobra.Command{Use: "erase USER | erase --subject NAME | erase --session SESSION", Short: "Forget a shopper: rows, words and keys; prints the receipt",
		Long: `Forgets a shopper with all sessions: rows, words and keys; prints the receipt. A guest has no user id and is
named by a session, or by the subject that evercart sessions list shows.`,
		Example: "  evercart sessions erase u-ada --yes\n  evercart sessions erase --session 6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11"}
	asJSON := dataFlags(cmd)
	person := personFlags(cmd)
	yes := cmd.Flags().Bool("yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		who, err := person(args)
		if err != nil {
			return err
		}
		if !*yes && !confirmed(cmd, fmt.Sprintf("Forget %s, with all sessions, for good? Type yes: ", named(who))) {
			return fmt.Errorf("nothing was erased")
		}
		return withServer(cmd, func(ctx context.Context, r *app.Remote) error {
			receipt, err := r.Erase(ctx, who)
			if err != nil {
				return err
			}
			return show(cmd, *asJSON, receipt, printReceipt)
		})
	}
	return cmd
}

// personFlags are the ways to name a shopper beside a user id, of which guests have none.
func personFlags(cmd *cobra.Command) func(args []string) (client.Person, error) {
	subject := cmd.Flags().String("subject", "", "the shopper with this `NAME`, as evercart sessions list shows it; guests have no other")
	session := cmd.Flags().String("session", "", "the shopper who speaks in the session with this `ID`")
	return func(args []string) (client.Person, error) {
		who, named := client.Person{Subject: *subject, Session: *session}, len(args)
		if len(args) > 0 {
			who.User = args[0]
		}
		for _, flag := range []string{*subject, *session} {
			if flag != "" {
				named++
			}
		}
		if named != 1 {
			return who, usageError{fmt.Errorf("needs one shopper: a user id, --subject or --session")}
		}
		return who, nil
	}
}

func named(who client.Person) string {
	switch {
	case who.Subject != "":
		return "the shopper " + who.Subject
	case who.Session != "":
		return "the shopper of session " + who.Session
	}
	return who.User
}

func confirmed(cmd *cobra.Command, question string) bool {
	_, _ = fmt.Fprint(cmd.ErrOrStderr(), question)
	var answer string
	_, _ = fmt.Fscanln(cmd.InOrStdin(), &answer)
	return strings.EqualFold(answer, "yes")
}
