package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/evercart/evercart/app"
)

// newRoot is the tree of commands. Without a command, evercart serves.
func newRoot(io stdio) *cobra.Command {
	root := &cobra.Command{
		Use:   "evercart",
		Short: "Answers shoppers who speak, and keeps their cart",
		Long: `Evercart answers shoppers who speak. It changes their cart only through commands that it checks and
prices itself, and commits every change before it says that the change was made. Without a command
it serves.`,
		Example:       "  evercart                                  # the sample shop, on http://127.0.0.1:8080\n  evercart serve --catalog products.csv     # your own goods\n  evercart chat                             # talk to it in the terminal",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArgs,
	}
	root.SetIn(io.in)
	root.SetOut(io.out)
	root.SetErr(io.err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{misread(err)} })
	serve := newServe()
	root.RunE = serve.RunE
	root.Flags().AddFlagSet(serve.Flags())
	grouped(root, "A shop", groupShop, serve, newChat(), newInit(), newCatalog(), newPrompt(), newToken())
	grouped(root, "What it keeps", groupKeep, newSessions(), newBackup(), newMigrate(), newDoctor())
	grouped(root, "Try and measure", groupTry, newTest(), newEval(), newBench(), newChaos(), newFakeModel())
	grouped(root, "Others", groupOthers, newVersion())
	root.SetUsageFunc(usage)
	root.SetHelpCommandGroupID(groupOthers)
	root.CompletionOptions.HiddenDefaultCmd = true
	return root
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("unknown command or argument %q", args[0])}
	}
	return nil
}

func exactly(n int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return usageError{fmt.Errorf("needs %s", what)}
		}
		return nil
	}
}

// addOptions gives a command the server's options; the file is named by --config.
func addOptions(f *pflag.FlagSet, only ...string) {
	addOne(f, "config", "FILE", "configuration file; default: "+app.DefaultFile+", if it is there")
	for _, o := range app.Options() {
		if o.Secret || len(only) > 0 && !contains(only, o.Key) {
			continue
		}
		help := o.Help + " [" + o.Env + "]"
		if o.Many() {
			addMany(f, o.Key, o.Value, help)
		} else {
			addOne(f, o.Key, o.Value, help+defaultOf(o))
		}
	}
}

func defaultOf(o app.Option) string {
	if o.Default == "" {
		return ""
	}
	return " (default " + o.Default + ")"
}

func contains(list []string, s string) bool {
	return slices.Contains(list, s)
}

// loadConfig reads flags that were given, the environment and the file.
func loadConfig(cmd *cobra.Command) (app.Config, error) {
	given := map[string][]string{}
	var file string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch v := f.Value.(type) {
		case pflag.SliceValue:
			given[f.Name] = v.GetSlice()
		default:
			if f.Name == "config" {
				file = f.Value.String()
				return
			}
			given[f.Name] = []string{f.Value.String()}
		}
	})
	c, err := app.Load(given, os.Environ(), file)
	if err != nil {
		return c, fmt.Errorf("configuration: %w", err)
	}
	c.Version = version
	return c, nil
}

// loadTrial is loadConfig for a trial's own server: its databases are those that a flag names. What the environment or the file says of them
// leads into the live shop.
func loadTrial(cmd *cobra.Command) (app.Config, error) {
	c, err := loadConfig(cmd)
	for key, to := range map[string]*string{"postgres": &c.Postgres, "keys": &c.Keys, "master-key": &c.Master, "redis": &c.Redis} {
		if !cmd.Flags().Changed(key) {
			*to = ""
		}
	}
	return c, err
}

// secretsHelp lists the options that have no flag, for --help.
func secretsHelp() string {
	var b strings.Builder
	for _, o := range app.Options() {
		if o.Secret {
			fmt.Fprintf(&b, "  %-21s", o.Env)
			b.WriteString(wrapped(o.Help, 23) + "\n")
		}
	}
	return b.String()
}
