package main

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart"
)

// dataFlags gives a command the options that it needs to find the data, and --json.
func dataFlags(cmd *cobra.Command) *bool {
	addOptions(cmd.Flags(), "data", "currency", "locale", "catalog", "price-unit", "shop")
	return cmd.Flags().Bool("json", false, "print one JSON document on one line")
}

// show prints a value as JSON or as a person reads it.
func show[T any](cmd *cobra.Command, asJSON bool, v T, human func(io.Writer, T) error) error {
	if asJSON {
		return printJSON(cmd, v)
	}
	return human(cmd.OutOrStdout(), v)
}

// printJSON prints one document on one line.
func printJSON(cmd *cobra.Command, v any) error {
	e := json.NewEncoder(cmd.OutOrStdout())
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// amount writes money for the eye: "89.50 USD".
func amount(m evercart.Minor, c evercart.Currency) string { return c.Decimal(m) + " " + string(c) }
