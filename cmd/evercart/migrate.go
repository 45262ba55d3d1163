package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
)

func newMigrate() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Make the tables of a PostgreSQL database, or bring them up to date",
		Long: `Makes the tables that this program needs, as their owner, and the roles that row security goes by (evercart_app, evercart_jobs,
evercart_operator; the owner must be allowed to create roles, or they are there already). Run it before each new version is
started; any number of copies may run at once. With --login, that role may serve from these tables: make it NOINHERIT.`,
		Example: "  evercart migrate --postgres postgres://owner@db.example.com/shop --login shop\n  evercart serve --postgres postgres://shop@db.example.com/shop",
		Args:    noArgs,
	}
	addOptions(cmd.Flags(), "postgres")
	login := cmd.Flags().String("login", "", "role that evercart serve connects as")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := loadConfig(cmd)
		if err != nil {
			return err
		}
		if c.Postgres == "" {
			return usageError{fmt.Errorf("needs --postgres, the URL of the tables' owner")}
		}
		if err := app.Migrate(cmd.Context(), c, *login); err != nil {
			return err
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), "The tables are up to date.")
		return err
	}
	return cmd
}
