package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
)

func newInit() *cobra.Command {
	return &cobra.Command{
		Use:   "init DIR",
		Short: "Write an example of a shop's own words: shop.toml, answers, prompt",
		Long: `Writes a folder with an example of everything that a shop may say of itself: shop.toml with every key
explained, two answers and a prompt for models. Nothing that is already there is overwritten.`,
		Example: "  evercart init myshop\n  evercart serve --shop myshop",
		Args:    exactly(1, "a folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			names, err := app.InitShop(args[0])
			if err != nil {
				return err
			}
			for _, name := range names {
				_, _ = fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(args[0], filepath.FromSlash(name)))
			}
			_, _ = fmt.Fprintf(cmd.OutOrStdout(), "\nNow edit them, and: evercart serve --shop %s\n", args[0])
			return nil
		},
	}
}
