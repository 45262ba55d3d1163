package main

import (
	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
)

func newServe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Start the server (what evercart does without a command)",
		Long: `Starts the server: the talk page, WebSocket, webhook and HTTP API on one address.

Every option can also be set in the environment (the name in brackets) or in evercart.toml (the
name of the flag with _ for -). Secrets have no flag, since every process of the machine can read a
command line:
` + secretsHelp(),
		Example: "  evercart serve\n  evercart serve --addr 127.0.0.1:9000 --data /var/lib/evercart --catalog products.csv\n  OPENAI_BASE_URL=http://127.0.0.1:11434/v1 evercart serve --brain openai,rules --model qwen3",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := loadConfig(cmd)
			if err != nil {
				return err
			}
			return app.Run(cmd.Context(), c, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	addOptions(cmd.Flags())
	cmd.Flags().SortFlags = false
	return cmd
}
