package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
)

func newDoctor() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "doctor",
		Short:   "Check the data folder: files, keys, every session's snapshot against its events, the goods' currency",
		Example: "  evercart doctor --data /var/lib/evercart",
		Args:    noArgs,
	}
	addOptions(cmd.Flags(), "data", "postgres", "keys", "master-key", "shop", "currency")
	asJSON := cmd.Flags().Bool("json", false, "print one JSON document on one line")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := loadConfig(cmd)
		if err != nil {
			return err
		}
		report, err := app.Examine(cmd.Context(), c)
		if err != nil {
			return err
		}
		if *asJSON {
			err = printJSON(cmd, report)
		} else {
			for _, f := range report.Findings {
				mark := "ok  "
				if !f.OK {
					mark = "BAD "
				}
				_, _ = fmt.Fprintf(cmd.OutOrStdout(), "%s  %-12s %s\n", mark, f.What, f.Text)
			}
		}
		if err == nil && !report.OK {
			return failed
		}
		return err
	}
	return cmd
}
