package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/trial/bench"
)

// talkFlags are those of a bench with a scripted model.
type talkFlags struct {
	first  *int // ms; 0 = no such bench
	tokens *int // a second
}

func (f talkFlags) check() error {
	if *f.first < 0 || *f.first > 60_000 || *f.tokens < 1 || *f.tokens > 1000 {
		return usageError{errors.New("--model-ms is 1 to 60000, --tokens-per-second 1 to 1000")}
	}
	return nil
}

// benchTalk measures turns with a scripted model, in a process of its own, that takes its time.
func benchTalk(cmd *cobra.Command, c app.Config, talk bench.TalkConfig, f talkFlags, o app.BenchOptions, asJSON bool) (err error) {
	switch c.Brain {
	case "auto", "", "openai", "anthropic":
	default:
		return usageError{fmt.Errorf("--model-ms measures a scripted model, over the wire of openai or anthropic: --brain %s would not ask it", c.Brain)}
	}
	ctx := cmd.Context()
	base, stop, err := startFakeModel(ctx)
	if err != nil {
		return err
	}
	defer stop()
	if c.Brain != "anthropic" {
		c.Brain = "openai"
	}
	c.Model, c.OpenAIBaseURL, c.AnthropicBaseURL, c.OpenAIKey, c.AnthropicKey = "scripted", base+"/v1", base, "scripted", "scripted"
	b, err := app.OpenBench(ctx, c, o, quiet(cmd.ErrOrStderr()))
	if err != nil {
		return err
	}
	talk.Server, talk.Store, talk.Model, talk.Progress = b.Client, b.Store, base, cmd.ErrOrStderr()
	talk.First, talk.Tokens = time.Duration(*f.first)*time.Millisecond, *f.tokens
	r, err := bench.RunTalk(ctx, talk)
	if err := errors.Join(err, b.Close(ctx)); err != nil {
		return err
	}
	return show(cmd, asJSON, r, func(w io.Writer, r bench.Talk) error { return r.Print(w) })
}

// startFakeModel starts this program's own fake-model, and gives its address and what ends it. Its script comes over its interface.
func startFakeModel(ctx context.Context) (base string, stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	cmd := exec.CommandContext(ctx, self, "fake-model", "--script", "-")
	cmd.Stdin, cmd.Stderr = strings.NewReader(`{"answer":{"text":"Hello."}}`), os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, fmt.Errorf("the scripted model: %w", err)
	}
	stop = func() {
		_ = cmd.Process.Kill() // it may be over
		_ = cmd.Wait()
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, base, ok := strings.Cut(lines.Text(), "ANTHROPIC_BASE_URL="); ok {
			return strings.TrimSpace(base), stop, nil
		}
	}
	stop()
	return "", nil, errors.New("the scripted model gave no address")
}
