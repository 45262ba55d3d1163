package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/evercart/evercart/trial/chaos"
)

func newChaos() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "chaos",
		Short: "Kill, freeze and cut a shop of its own, and prove that nothing acknowledged was lost",
		Long: `Starts nodes of its own (processes of this program, with the sample shop) and lets shoppers talk to
them. It kills, freezes and cuts at random moments, and compares what the shoppers were told with what
was kept: acknowledged, found, lost, doubled, woven, unknown, for each kind of fault. One order of what
was done must explain what each device saw of its cart.

The data is kept by SQLite (one node); by a PostgreSQL, and a Redis if it is installed, that are
started for the trial and killed as well (--throwaway); or by those that --postgres, --keys and --redis
name. The trial's sessions stay there, so use databases that exist for this, in which evercart migrate
has made the tables, with the sample shop's goods or none. No environment variable and no evercart.toml
is read: neither leads the trial into the live shop. docs/chaos.md explains it.

Exit code: 0 nothing was lost, 1 something was, or the trial failed or tried nothing, 2 called wrongly.`,
		Example: "  evercart chaos --duration 1m\n  evercart chaos --throwaway --nodes 3 --sessions 100 --duration 5m --json\n  evercart chaos --throwaway --faults kill-node --kills 500 --changes 50000",
		Args:    noArgs,
	}
	f := cmd.Flags()
	asJSON := f.Bool("json", false, "print one JSON document on one line")
	var c chaos.Config
	f.StringVar(&c.Postgres, "postgres", "", "`URL` of a PostgreSQL that exists for trials, by a role that may serve from it")
	f.StringVar(&c.Keys, "keys", "", "`URL` of the database of the shoppers' keys beside it")
	f.StringVar(&c.Master, "master-key", "", "`FILE` of the master key (default: one of the trial's own)")
	f.StringVar(&c.Redis, "redis", "", "`URL` of a Redis that exists for trials")
	f.IntVar(&c.Sessions, "sessions", 60, "`N` shoppers; every third one has a second device")
	f.DurationVar(&c.For, "duration", time.Minute, "`TIME` in which the faults strike")
	f.IntVar(&c.Nodes, "nodes", 0, "`N` servers (default: 1 on SQLite, 3 on PostgreSQL)")
	f.StringVar(&c.Dir, "data", "", "`DIR` for the nodes' data and logs, new or empty (default: a temporary one, which goes when nothing was lost)")
	f.BoolVar(&c.Own, "throwaway", false, "on a PostgreSQL of its own, and a Redis where it is installed")
	f.DurationVar(&c.Think, "think", 100*time.Millisecond, "`TIME` between a reply and the next words, half to one and a half of it")
	f.DurationVar(&c.Every, "every", 500*time.Millisecond, "`TIME` between the end of a fault and the next, half to one and a half of it")
	f.StringSliceVar(&c.Faults, "faults", nil, "only these `FAULTS`, comma-separated: "+strings.Join(chaos.Faults(), ", "))
	f.StringVar(&c.Brain, "brains", "mixed", "`BRAINS` that nodes think with: rules, model (a scripted one), or mixed: each start another")
	f.IntVar(&c.Changes, "changes", 0, "go on until `N` changes were acknowledged, for ten times --duration, or ten minutes where that is more")
	f.IntVar(&c.Kills, "kills", 0, "go on until `N` nodes were killed, likewise")
	f.Uint64Var(&c.Seed, "seed", 0, "`SEED` of the order in which faults come (default: random)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c.Version, c.Progress = version, cmd.ErrOrStderr()
		if err := c.Check(); err != nil {
			return usageError{err}
		}
		return runChaos(cmd, c, *asJSON)
	}
	return cmd
}

// runChaos keeps the folder of a trial that found something, or failed.
func runChaos(cmd *cobra.Command, c chaos.Config, asJSON bool) (err error) {
	if c.Binary, err = os.Executable(); err != nil {
		return err
	}
	keep := func(bool) error { return nil }
	if c.Dir == "" {
		if c.Dir, err = os.MkdirTemp("", "evercart-chaos-*"); err != nil {
			return err
		}
		keep = func(wrong bool) error {
			if wrong {
				cmd.PrintErrln("chaos: the nodes' data and logs are kept in " + c.Dir)
				return nil
			}
			return os.RemoveAll(c.Dir)
		}
	}
	r, err := chaos.Run(cmd.Context(), c)
	if err != nil {
		return errors.Join(err, keep(true))
	}
	if err := errors.Join(keep(!r.OK), show(cmd, asJSON, r, func(w io.Writer, r chaos.Report) error { return r.Print(w) })); err != nil {
		return err
	}
	if !r.OK {
		return failed
	}
	return nil
}
