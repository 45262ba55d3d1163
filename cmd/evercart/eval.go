package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/trial"
	"github.com/evercart/evercart/trial/eval"
)

func newEval() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "eval understanding|answers|searches|control|claims FILE",
		Short: "Score the assistant on a set of annotated cases",
		Long: `Plays the cases in a file (one JSON object a line, or the short form) on a private server and counts
how they came out: right, asked (where no question was wanted), refused (where no refusal was wanted),
or wrong. docs/testing.md says what a case holds.`,
		Example: "  evercart eval understanding cases.jsonl --catalog products.csv\n  evercart eval answers questions.jsonl --shop ./shop --json\n  evercart eval searches searches.jsonl --catalog products.csv",
		Args:    exactly(2, "what to score and a FILE"),
	}
	addOptions(cmd.Flags(), "catalog", "price-unit", "shop", "name", "currency", "locale", "brain", "model", "anthropic-base-url", "openai-base-url", "thinking", "effort", "price")
	asJSON := cmd.Flags().Bool("json", false, "print one JSON document on one line")
	notes := cmd.Flags().Bool("notes", false, "say what came of each case that is not right")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		score, err := scorer(args[0])
		if err != nil {
			return err
		}
		f, err := os.Open(args[1])
		if err != nil {
			return usageError{err}
		}
		defer func() { _ = f.Close() }()
		c, err := loadConfig(cmd)
		if err != nil {
			return err
		}
		stage, err := app.Stages(c, quiet(cmd.ErrOrStderr()))(cmd.Context(), "")
		if err != nil {
			return err
		}
		r, err := score(cmd.Context(), stage, strings.TrimSuffix(filepath.Base(args[1]), filepath.Ext(args[1])), f)
		if err := errors.Join(err, stage.Close(cmd.Context())); err != nil {
			return err
		}
		return show(cmd, *asJSON, r, func(w io.Writer, r eval.Report) error { return r.Print(w, *notes) })
	}
	return cmd
}

// scorer finds what is to be scored.
func scorer(what string) (func(context.Context, trial.Stage, string, io.Reader) (eval.Report, error), error) {
	switch what {
	case "understanding":
		return eval.Understanding, nil
	case "answers":
		return eval.Answers, nil
	case "searches":
		return eval.Searches, nil
	case "control":
		return eval.ControlWords, nil
	case "claims":
		return eval.Claims, nil
	case "consent":
		return nil, evercart.Errorf(evercart.NotImplemented, "eval", "there is nothing to score yet for %s", what)
	}
	return nil, usageError{fmt.Errorf("score understanding, answers, searches, control or claims, not %q", what)}
}
