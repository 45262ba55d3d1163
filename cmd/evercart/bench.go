package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/trial/bench"
)

// benchKey is where the key of a running server is read from.
const benchKey = "EVERCART_TEST_KEY"

func newBench() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure turns a second and their times, beside what the database does by itself",
		Long: `Lets live sessions take turns over WebSocket against a server of its own, in this process: on SQLite,
on the PostgreSQL that --postgres names (the sessions stay there, so use a database that exists for
this; what the environment or evercart.toml says of databases is not for this), or with --throwaway on a
PostgreSQL that is started for it and deleted afterwards. With --url it measures a running server, whose
admin key is read from the environment: ` + benchKey + `.

In the same run, --clients clients insert single rows in transactions of their own. Judge by the
ratios: times alone say little on a machine that others use too. docs/bench.md explains each figure.

With --model-ms, a scripted model in a process of its own answers the turns, and takes that long to its
first token. What is measured then is how long a caller waits, and how much of that is not the model's.`,
		Example: "  evercart bench --throwaway --for 20s\n  evercart bench --throwaway --think 4s --for 30s --growth 0 --json\n  evercart bench --model-ms 400 --tokens-per-second 80\n  EVERCART_TEST_KEY=… evercart bench --url https://shop.example.com --sessions 50",
		Args:    noArgs,
	}
	addOptions(cmd.Flags(), "postgres", "catalog", "price-unit", "shop", "currency", "locale", "brain", "model", "openai-base-url")
	asJSON := cmd.Flags().Bool("json", false, "print one JSON document on one line")
	url := cmd.Flags().String("url", "", "measure the running server at this `URL`")
	sessions := cmd.Flags().Int("sessions", 200, "`N` live sessions")
	length := cmd.Flags().Duration("for", 20*time.Second, "`TIME` in which turns are taken")
	think := cmd.Flags().Duration("think", 0, "`TIME` between a reply and the next words, half to one and a half of it; 0 = closed loop")
	clients := cmd.Flags().Int("clients", 16, "`N` clients of the reference")
	growth := cmd.Flags().Int("growth", 1000, "`N` turns of one long session that is measured alone; 0 = none")
	own := cmd.Flags().Bool("throwaway", false, "on a PostgreSQL of its own")
	cpu := cmd.Flags().String("cpuprofile", "", "write a CPU profile of the loop to `FILE`")
	memory := cmd.Flags().String("memprofile", "", "write what was allocated by the end of the loop to `FILE`, and before it to FILE.before")
	reference := cmd.Flags().String("reference", "", "`URL` of a role that may make a table in the server's PostgreSQL (default: as --postgres)")
	talk := talkFlags{
		first:  cmd.Flags().Int("model-ms", 0, "`MILLISECONDS` to the first token of a scripted model; 0 = no model. 100 sessions that think 4 s, unless said otherwise"),
		tokens: cmd.Flags().Int("tokens-per-second", 80, "`N`, of the scripted model"),
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := talk.check(); err != nil {
			return err
		}
		if *sessions < 1 || *sessions > 10_000 || *clients < 1 || *clients > 256 || *growth < 0 || *growth > 100_000 || *length < time.Second || *think < 0 {
			return usageError{errors.New("--sessions is 1 to 10000, --clients 1 to 256, --growth 0 to 100000, --for 1s or more, --think 0s or more")}
		}
		c, err := loadTrial(cmd)
		if err != nil {
			return err
		}
		if *own && (*url != "" || c.Postgres != "") || *url != "" && c.Postgres != "" {
			return usageError{errors.New("one of --url, --postgres and --throwaway")}
		}
		if (*cpu != "" || *memory != "") && (*url != "" || *talk.first > 0) {
			return usageError{errors.New("--cpuprofile and --memprofile are of turns that a server in this process takes by itself: not with --url or --model-ms")}
		}
		if *talk.first > 0 {
			if *url != "" {
				return usageError{errors.New("--model-ms measures a server of its own: not with --url")}
			}
			t := bench.TalkConfig{For: *length, Turns: *growth}
			if cmd.Flags().Changed("sessions") {
				t.Sessions = *sessions
			}
			if t.Think = *think; cmd.Flags().Changed("think") && *think == 0 {
				t.Think = -1
			}
			return benchTalk(cmd, c, t, talk, app.BenchOptions{Throwaway: *own, Reference: *reference, Clients: *clients}, *asJSON)
		}
		run := bench.Config{Sessions: *sessions, For: *length, Think: *think, Clients: *clients, Growth: *growth, Progress: cmd.ErrOrStderr()}
		files, err := profilesTo(&run.Profiles, *cpu, *memory)
		if err != nil {
			return usageError{err}
		}
		end, err := benched(cmd, c, &run, *url, app.BenchOptions{Throwaway: *own, Reference: *reference, Clients: *clients})
		if err != nil {
			return err
		}
		r, err := bench.Run(cmd.Context(), run)
		if err := errors.Join(err, end(cmd.Context()), files()); err != nil {
			return err
		}
		return show(cmd, *asJSON, r, func(w io.Writer, r bench.Report) error { return r.Print(w) })
	}
	return cmd
}

// benched finds or starts what is measured, and gives what ends it.
func benched(cmd *cobra.Command, c app.Config, run *bench.Config, url string, o app.BenchOptions) (func(context.Context) error, error) {
	if url == "" {
		b, err := app.OpenBench(cmd.Context(), c, o, quiet(cmd.ErrOrStderr()))
		if err != nil {
			return nil, err
		}
		run.Server, run.Database, run.CPU, run.Store = b.Client, b.Database, b.CPU, b.Store
		return b.Close, nil
	}
	var err error
	if run.Server, err = client.New(client.Config{URL: url, Key: os.Getenv(benchKey)}); err != nil {
		return nil, usageError{err}
	}
	run.Store = "the server's own store"
	if o.Reference == "" {
		return func(context.Context) error { return nil }, nil
	}
	db, end, err := app.OpenReference(cmd.Context(), o.Reference, o.Clients)
	if err != nil {
		return nil, fmt.Errorf("the reference: %w", err)
	}
	run.Database = db
	return end, nil
}

// profilesTo makes the files of profiles ("" = none), and gives what closes them.
func profilesTo(p *bench.Profiles, cpu, memory string) (end func() error, err error) {
	var files []*os.File
	end = func() error {
		var errs []error
		for _, f := range files {
			errs = append(errs, f.Close())
		}
		return errors.Join(errs...)
	}
	open := func(to *io.Writer, name string) {
		if err != nil {
			return
		}
		var f *os.File
		if f, err = os.Create(name); err == nil {
			files, *to = append(files, f), f
		}
	}
	if cpu != "" {
		open(&p.CPU, cpu)
	}
	if memory != "" {
		open(&p.Before, memory+".before")
		open(&p.After, memory)
	}
	if err != nil {
		return nil, errors.Join(err, end())
	}
	return end, nil
}
