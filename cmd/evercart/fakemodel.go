package main

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/trial/fakemodel"
)

func newFakeModel() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fake-model",
		Short: "A scripted language model for tests, in the dialects of Anthropic's messages and of chat completions",
		Long:  "A language model that says what a script tells it to: slow, held, cut or wrong on demand, and strict about what it is sent.",
		Example: `  evercart fake-model --script script.jsonl --addr 127.0.0.1:9090
  OPENAI_BASE_URL=http://127.0.0.1:9090/v1 evercart serve --brain openai --model fake
  ANTHROPIC_BASE_URL=http://127.0.0.1:9090 ANTHROPIC_API_KEY=any evercart serve --brain anthropic --model fake`,
		Args: noArgs,
	}
	script := cmd.Flags().String("script", "", "`FILE` with the script, - for standard input")
	addr := cmd.Flags().String("addr", "127.0.0.1:0", "loopback `ADDRESS` to listen on")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		var r io.Reader = cmd.InOrStdin()
		if *script == "" {
			return usageError{errors.New("needs --script FILE")}
		}
		if *script != "-" {
			f, err := os.Open(*script)
			if err != nil {
				return err
			}
			defer func() { _ = f.Close() }()
			r = f
		}
		return fakemodel.Run(cmd.Context(), fakemodel.Config{Addr: *addr, Script: r, Log: cmd.OutOrStdout()})
	}
	return cmd
}
