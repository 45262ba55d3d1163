package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
)

func newPrompt() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "prompt",
		Short:   "What models are told in every turn",
		Example: "  evercart prompt diff --shop ./shop",
		Args:    noArgs,
	}
	cmd.AddCommand(newPromptDiff())
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	return cmd
}

func newPromptDiff() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff [OLD [NEW]]",
		Short: "Compare what models were told in every turn with what they are told now",
		Long: `Compares the fixed part of all prompts: the house's rules, the shop's own prompt, the tools. OLD and NEW
are hashes, or the beginnings of hashes, from the closing event of a turn (evercart sessions replay);
the data folder keeps what they name. Without NEW, it compares with what is in the shop's folder now;
without OLD, with the newest prompt that differs from that. It needs no server.`,
		Example: "  evercart prompt diff --shop ./shop                # what my edit of prompt.md changes\n  evercart prompt diff 1f0c 88ab --shop ./shop --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 2 {
				return usageError{fmt.Errorf("compares two prompts, not %d", len(args))}
			}
			return nil
		},
	}
	addOptions(cmd.Flags(), "data", "shop", "name", "currency", "locale", "tools")
	asJSON := cmd.Flags().Bool("json", false, "print one JSON document on one line")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := loadConfig(cmd)
		if err != nil {
			return err
		}
		args = append(args, "", "")
		d, err := app.DiffPrompts(c, args[0], args[1])
		if err != nil {
			return err
		}
		return show(cmd, *asJSON, d, printPromptDiff)
	}
	return cmd
}

func printPromptDiff(w io.Writer, d app.PromptDiff) error {
	if d.Same {
		_, err := fmt.Fprintf(w, "Nothing differs: both are %s.\n", d.New)
		return err
	}
	_, _ = fmt.Fprintf(w, "--- %s\n+++ %s\n", d.Old, d.New)
	for _, l := range d.Lines {
		if _, err := fmt.Fprintln(w, l); err != nil {
			return err
		}
	}
	return nil
}
