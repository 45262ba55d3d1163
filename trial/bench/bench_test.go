package bench_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/internal/throwaway"
	"github.com/evercart/evercart/trial/bench"
)

// The figures hang together: every turn is answered and durable, the server noted the stages of each, half of the mix writes
// what a session's cart needs, and the reference ran in the same run.
func TestRun(t *testing.T) {
	t.Parallel()
	c, err := app.Load(nil, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	b, err := app.OpenBench(t.Context(), c, app.BenchOptions{Clients: 2}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := b.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	for _, think := range []time.Duration{0, 200 * time.Millisecond} {
		r, err := bench.Run(t.Context(), bench.Config{Server: b.Client, Database: b.Database, CPU: b.CPU, Store: b.Store, Sessions: 4, For: 2 * time.Second, Think: think, Clients: 2, Growth: 1})
		if err != nil {
			t.Fatal(err)
		}
		if r.Turns < 8 || r.Refused > 0 || r.NotDurable > 0 || r.TurnsPerSecond <= 0 || r.Noted == 0 || r.Noted > r.Turns {
			t.Errorf("counts: %+v", r)
		}
		if r.CPU <= 0 || r.DatabaseCPU != 0 || r.Allocations <= 0 || r.Allocated < r.Allocations {
			t.Errorf("%f ms of processor time a turn, and %f of a database that is no process; %d allocations of %d bytes", r.CPU, r.DatabaseCPU, r.Allocations, r.Allocated)
		}
		// The server's own share is known of the turns that it noted alone: of fewer than all, their middle may lie above that of all.
		if r.Noted == r.Turns && r.Own.P50 > r.First.P50 || r.First.P50 > r.Reply.P50 || r.Stages["think"].P50 <= 0 || r.Stages["total"].P99 < r.Stages["think"].P50 {
			t.Errorf("times: %+v", r)
		}
		// The store counts a group and its changes one after the other: a reading may fall between.
		if r.GroupSize < 0.5 || r.Growth == nil || r.Growth.Turns < 100 || r.Growth.TimeRatio <= 0 {
			t.Errorf("groups %f, growth %+v", r.GroupSize, r.Growth)
		}
		if ref := r.Reference; ref == nil || ref.InsertsPerSecond <= 0 || ref.Clients != 2 || (ref.Paced == nil) != (think == 0) {
			t.Errorf("reference: %+v", ref)
		}
		var out strings.Builder
		if err := r.Print(&out); err != nil || !strings.Contains(out.String(), "a turn to an insert") {
			t.Errorf("printed %q, %v", out.String(), err)
		}
	}
}

// On PostgreSQL a turn writes little, and the 400th of a session no more than the 20th.
func TestLogWritten(t *testing.T) {
	t.Parallel()
	c, err := app.Load(nil, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	b, err := app.OpenBench(t.Context(), c, app.BenchOptions{Throwaway: true, Clients: 2}, slog.New(slog.DiscardHandler))
	if errors.Is(err, throwaway.ErrAbsent) && os.Getenv("EVERCART_TEST_REQUIRE") != "1" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := b.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	r, err := bench.Run(t.Context(), bench.Config{Server: b.Client, Database: b.Database, CPU: b.CPU, Store: b.Store, Sessions: 4, For: time.Second, Clients: 2, Growth: 400})
	if err != nil {
		t.Fatal(err)
	}
	if g := r.Growth; g.Late.WALBytes <= 0 || g.Late.WALBytes > 12<<10 || g.WALRatio > 1.2 {
		t.Errorf("%d bytes a turn at 20, %d at 400", g.Early.WALBytes, g.Late.WALBytes)
	}
	if r.WALPerTurn <= 0 {
		t.Errorf("no log written? %+v", r)
	}
}
