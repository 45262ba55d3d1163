package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
)

func newBackup() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "backup DIR",
		Short: "Copy the data and the keys into a folder, while the server runs or not",
		Long: `Writes two files into the folder: the data, and apart from it the shoppers' keys. The data alone
reveals nobody's words. Keep copies of the keys for seven days at most, since that is how far an
erasure reaches. The master key is not copied; keep it where you keep secrets.

If a PostgreSQL keeps the data (--postgres), only the keys are copied: take the data with pg_dump,
before the keys, as a role that row security does not hold. Keys that several nodes share (--keys) are
copied to a file as well; evercart migrate --keys-from brings it back.`,
		Example: "  evercart backup /var/backups/evercart",
		Args:    exactly(1, "a folder"),
	}
	addOptions(cmd.Flags(), "data", "postgres", "keys", "master-key")
	asJSON := cmd.Flags().Bool("json", false, "print one JSON document on one line")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := loadConfig(cmd)
		if err != nil {
			return err
		}
		files, err := app.Backup(cmd.Context(), c, args[0])
		if err != nil {
			return err
		}
		if *asJSON {
			return printJSON(cmd, map[string]any{"files": files})
		}
		for _, f := range files {
			_, _ = fmt.Fprintf(cmd.OutOrStdout(), "%-10s %s (%d bytes)\n", f.What, f.Path, f.Bytes)
		}
		return nil
	}
	return cmd
}
