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
		Long: `Makes the tables that this program needs, as their owner, and the roles that row security uses
(evercart_app, evercart_jobs, evercart_operator). The owner must be allowed to create roles, unless
these are there already. Run it before each new version is started; any number of copies may run at
once. --login names the role that may serve from these tables: make it NOINHERIT. With --keys, the
tables of the shoppers' keys are made in that database, which must be another one. A shop that has its
keys in a folder brings them there with --keys-from, before a server is started with --keys.`,
		Example: "  evercart migrate --postgres postgres://owner@db.example.com/shop --login shop\n  evercart migrate --keys postgres://owner@db.example.com/shop_keys --login shop\n  evercart serve --postgres postgres://shop@db.example.com/shop --keys postgres://shop@db.example.com/shop_keys",
		Args:    noArgs,
	}
	addOptions(cmd.Flags(), "postgres", "keys")
	login := cmd.Flags().String("login", "", "`ROLE` that evercart serve connects as")
	from := cmd.Flags().String("keys-from", "", "`FILE` of keys to bring into the database of --keys: the keys.db of a folder whose server is stopped, or a backup")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := loadConfig(cmd)
		if err != nil {
			return err
		}
		if c.Postgres == "" && c.Keys == "" {
			return usageError{fmt.Errorf("needs --postgres or --keys, the URL of the tables' owner")}
		}
		if *from != "" && c.Keys == "" {
			return usageError{fmt.Errorf("--keys-from needs --keys, the database that they go into")}
		}
		if err := app.Migrate(cmd.Context(), c, *login, *from); err != nil {
			return err
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), "The tables are up to date.")
		return err
	}
	return cmd
}
