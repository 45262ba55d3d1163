package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/evercart/evercart/app"
)

// helpWidth is what a line of --help has room for: a terminal of common width beside nothing else.
const helpWidth = 100

// many is from how many of the server's options on they are listed under headings of their own.
const many = 20

// The kinds of commands, in the order in which the help of the root lists them.
const (
	groupShop   = "shop"
	groupKeep   = "keep"
	groupTry    = "try"
	groupOthers = "others"
)

// grouped adds the commands to the root, each under its heading.
func grouped(root *cobra.Command, title, id string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: id, Title: title})
	for _, c := range commands {
		c.GroupID = id
		root.AddCommand(c)
	}
}

// usage is what --help prints below a command's description. Cobra's own would list the forty options of the server twice, by
// the alphabet, each on one line however long it is.
func usage(cmd *cobra.Command) error {
	w := cmd.OutOrStderr()
	line(w, "Usage:")
	if cmd.Runnable() {
		line(w, "  "+cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		line(w, "  "+cmd.CommandPath()+" COMMAND [flags]")
	}
	if cmd.HasExample() {
		line(w, "\nExamples:\n"+cmd.Example)
	}
	commands(w, cmd)
	if !cmd.HasParent() {
		line(w, "\nThe options of the server: evercart serve --help. Those of a command: evercart COMMAND --help.")
		return nil
	}
	flags(w, cmd)
	if cmd.HasAvailableSubCommands() {
		line(w, "\nMore: "+cmd.CommandPath()+" COMMAND --help.")
	}
	return nil
}

// commands lists what stands below a command, by groups where it has any.
func commands(w io.Writer, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	list := func(title, group string) {
		line(w, "\n"+title+":")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() && c.GroupID == group {
				line(w, fmt.Sprintf("  %-12s %s", c.Name(), c.Short))
			}
		}
	}
	for _, g := range cmd.Groups() {
		list(g.Title, g.ID)
	}
	if len(cmd.Groups()) == 0 {
		list("Commands", "")
	}
}

// flags lists a command's own flags, then the server's options that it takes.
func flags(w io.Writer, cmd *cobra.Command) {
	own, server, count := newSet(), map[string]*pflag.FlagSet{}, 0
	all := app.Options()
	group := map[string]string{"config": all[0].Group}
	for _, o := range all {
		group[o.Key] = o.Group
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		g, ok := group[f.Name]
		if !ok {
			own.AddFlag(f)
			return
		}
		if server[g] == nil {
			server[g] = newSet()
		}
		server[g].AddFlag(f)
		count++
	})
	section(w, "Flags", own)
	if count == 0 {
		return
	}
	if count < many {
		set := newSet()
		for _, o := range all {
			if s := server[o.Group]; s != nil {
				set.AddFlagSet(s)
			}
		}
		section(w, "Options of the server (also from [ENVIRONMENT] and evercart.toml)", set)
		return
	}
	for _, o := range all {
		section(w, o.Group, server[o.Group])
		delete(server, o.Group)
	}
}

func section(w io.Writer, title string, set *pflag.FlagSet) {
	if set != nil && set.HasAvailableFlags() {
		line(w, "\n"+title+":\n"+strings.TrimRight(set.FlagUsagesWrapped(helpWidth), "\n"))
	}
}

func newSet() *pflag.FlagSet {
	s := pflag.NewFlagSet("", pflag.ContinueOnError)
	s.SortFlags = false
	return s
}

func line(w io.Writer, s string) { _, _ = fmt.Fprintln(w, s) }

// wrapped breaks a text at helpWidth, behind a column that is taken.
func wrapped(text string, column int) string {
	var b strings.Builder
	at := column
	for _, word := range strings.Fields(text) {
		if n := utf8.RuneCountInString(word) + 1; at+n > helpWidth {
			b.WriteString("\n" + strings.Repeat(" ", column))
			at = column + n
		} else {
			at += n
		}
		b.WriteString(" " + word)
	}
	return b.String()
}

// option shows a flag's value under a name that says what it takes: --data DIR, not --data string.
type option struct {
	pflag.Value
	takes string
}

// Type implements pflag.Value.
func (o option) Type() string { return o.takes }

// options is an option that may be given several times.
type options struct {
	option
	pflag.SliceValue
}

func addOne(f *pflag.FlagSet, key, takes, help string) {
	values := newSet()
	values.String(key, "", "")
	f.Var(option{values.Lookup(key).Value, takes}, key, help)
}

func addMany(f *pflag.FlagSet, key, takes, help string) {
	values := newSet()
	values.StringArray(key, nil, "")
	list := values.Lookup(key).Value
	if several, ok := list.(pflag.SliceValue); ok {
		f.Var(options{option{list, takes}, several}, key, help)
		f.Lookup(key).DefValue = "" // not "[]", which would be shown
	}
}
