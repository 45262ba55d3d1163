package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/trial/dialogue"
)

// testKey is where the key of a running server is read from: a command line can be read by every process of the machine.
const testKey = "EVERCART_TEST_KEY"

func newTest() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "test FILE...",
		Short: "Play conversation tests: what a shopper says, and what must come of it",
		Long: `Plays the dialogues in files (of a folder: its *.talk files) against a private server, or with --url
against a running one. docs/testing.md teaches the language. Exit code 0: all passed; 1: one failed;
2: a file cannot be understood.

With --url, dialogues that move the time, restart the server or change the catalogue are skipped. The
key of that server is read from the environment: ` + testKey + `.`,
		Example: "  evercart test examples/tests\n  evercart test --brain openai,rules --repeat 5 --junit report.xml examples/tests/adding.talk",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{errors.New("needs a FILE with dialogues, or a folder of them")}
			}
			return nil
		},
	}
	addOptions(cmd.Flags(), "catalog", "price-unit", "shop", "name", "currency", "locale", "brain", "model", "anthropic-base-url", "openai-base-url", "thinking", "effort", "price", "tools")
	asJSON := cmd.Flags().Bool("json", false, "print one JSON document on one line")
	junit := cmd.Flags().String("junit", "", "also write a JUnit report to this `FILE`")
	url := cmd.Flags().String("url", "", "play against the running server at this `URL`")
	repeat := cmd.Flags().Int("repeat", 1, "play each dialogue `N` times, and report pass^1 and pass^N")
	parallel := cmd.Flags().Int("parallel", 8, "`N` dialogues at a time")
	timeout := cmd.Flags().Duration("timeout", time.Minute, "`TIME` that one dialogue may take")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *repeat < 1 || *repeat > 1000 || *parallel < 1 || *parallel > 256 {
			return usageError{errors.New("--repeat is 1 to 1000, --parallel 1 to 256")}
		}
		dialogues, err := readDialogues(args)
		if err != nil {
			return usageError{err}
		}
		c, err := loadConfig(cmd)
		if err != nil {
			return err
		}
		run := dialogue.Config{Open: app.Stages(c, quiet(cmd.ErrOrStderr())), Parallel: *parallel, Repeat: *repeat, Timeout: *timeout}
		if *url != "" {
			if run.Server, err = client.New(client.Config{URL: *url, Key: os.Getenv(testKey)}); err != nil {
				return usageError{err}
			}
		}
		began := time.Now()
		outcomes, err := dialogue.Run(cmd.Context(), run, dialogues)
		if err != nil {
			return err
		}
		return tell(cmd, dialogue.Sum(outcomes, time.Since(began)), *asJSON, *junit)
	}
	return cmd
}

// tell prints a report; a failed dialogue is exit code 1.
func tell(cmd *cobra.Command, r dialogue.Report, asJSON bool, junit string) error {
	if junit != "" {
		f, err := os.Create(junit)
		if err != nil {
			return err
		}
		if err := errors.Join(r.JUnit(f), f.Close()); err != nil {
			return err
		}
	}
	if err := show(cmd, asJSON, r, func(w io.Writer, r dialogue.Report) error { return r.Print(w) }); err != nil {
		return err
	}
	if r.Failed > 0 {
		return failed
	}
	return nil
}

// readDialogues reads files, and the *.talk files of folders; folders below them are left out.
func readDialogues(args []string) ([]dialogue.Dialogue, error) {
	var out []dialogue.Dialogue
	for _, arg := range args {
		files := []string{arg}
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			if files, err = filepath.Glob(filepath.Join(arg, "*.talk")); err != nil {
				return nil, err
			}
			if len(files) == 0 {
				return nil, fmt.Errorf("%s: there are no *.talk files in it", arg)
			}
			slices.Sort(files)
		}
		for _, file := range files {
			d, err := readDialogue(file)
			if err != nil {
				return nil, err
			}
			out = append(out, d...)
		}
	}
	return out, nil
}

func readDialogue(file string) ([]dialogue.Dialogue, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return dialogue.Parse(file, f)
}
