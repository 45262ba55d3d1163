package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
)

// helpOf is what --help of a command prints.
func helpOf(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(t.Context(), append(args, "--help"), stdio{strings.NewReader(""), &out, &errs}); code != 0 || errs.Len() > 0 {
		t.Fatalf("%v --help: %d %s", args, code, errs.String())
	}
	return out.String()
}

// every walks the tree of commands, each with its words: ["sessions", "show"].
func every(cmd *cobra.Command, words []string, visit func(cmd *cobra.Command, words []string)) {
	visit(cmd, words)
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			every(c, append(words[:len(words):len(words)], c.Name()), visit)
		}
	}
}

// Each command's help has an example of that command, fits a terminal, and says what its flags take in words of its own, not in Go's.
func TestHelpOfEveryCommand(t *testing.T) {
	t.Parallel()
	every(newRoot(stdio{}), nil, func(_ *cobra.Command, words []string) {
		help := helpOf(t, words...)
		if _, examples, ok := strings.Cut(help, "Examples:\n"); !ok || !strings.Contains(examples, strings.Join(append([]string{"evercart"}, words...), " ")) {
			t.Errorf("%v: no example of it", words)
		}
		inExamples := false
		for l := range strings.Lines(help) {
			l = strings.TrimRight(l, "\n")
			inExamples = l == "Examples:" || inExamples && l != "" // an example is to be copied, and not broken
			if n := utf8.RuneCountInString(l); n > helpWidth+4 && !inExamples && strings.HasPrefix(l, "   ") {
				t.Errorf("%v: %d characters: %s", words, n, l)
			}
			if name, ok := strings.CutPrefix(strings.TrimSpace(l), "--"); ok {
				for _, kind := range []string{"string", "strings", "stringArray", "int", "uint", "duration"} {
					if f := strings.Fields(name); len(f) > 1 && f[1] == kind {
						t.Errorf("%v: takes %s, which is Go's word: %s", words, kind, l)
					}
				}
			}
		}
	})
}

// The root lists every command once, under the heading of what it is for, and does not list the server's options a second time.
func TestHelpOfTheRootIsGrouped(t *testing.T) {
	t.Parallel()
	help, root := helpOf(t), newRoot(stdio{})
	_, list, _ := strings.Cut(help, "\nA shop:\n")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" && strings.Count("\n"+list, "\n  "+c.Name()+" ") != 1 {
			t.Errorf("%s stands %d times in: %s", c.Name(), strings.Count("\n"+list, "\n  "+c.Name()+" "), list)
		}
	}
	at := 0
	for _, g := range root.Groups() {
		i := strings.Index(help, "\n"+g.Title+":\n")
		if i <= at {
			t.Errorf("the heading %q stands at %d, after %d", g.Title, i, at)
		}
		at = i
	}
	if strings.Contains(help, "--catalog-refresh") {
		t.Error("the options of serve are listed by the root as well")
	}
}

// serve lists each option once, below the heading of its group, with what it takes, its variable and its default; those that are
// secret stand by their variable alone.
func TestHelpOfServeIsGrouped(t *testing.T) {
	t.Parallel()
	help := helpOf(t, "serve")
	at, group := 0, ""
	for _, o := range app.Options() {
		if o.Secret {
			if !strings.Contains(help, "\n  "+o.Env+" ") || strings.Contains(help, "--"+o.Key+" ") {
				t.Errorf("the secret %s", o.Env)
			}
			continue
		}
		if o.Group != group {
			group = o.Group
			if i := strings.Index(help, "\n"+group+":\n"); i <= at {
				t.Errorf("the heading %q stands at %d, after %d", group, i, at)
			} else {
				at = i
			}
		}
		name := "\n      --" + o.Key + " " + o.Value + " "
		i := strings.Index(help, name)
		if i <= at || o.Value == "" || strings.Count(help, name) != 1 {
			t.Errorf("--%s %s does not stand once below %q", o.Key, o.Value, group)
			continue
		}
		at = i
		entry, _, _ := strings.Cut(help[i+1:], "\n      --")
		entry = strings.Join(strings.Fields(entry), " ")
		if !strings.Contains(entry, "["+o.Env+"]") || o.Default != "" && !strings.Contains(entry, "(default "+o.Default+")") {
			t.Errorf("--%s does not say its variable and default: %s", o.Key, entry)
		}
	}
}
