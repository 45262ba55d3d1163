package bench_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/trial/bench"
	"github.com/evercart/evercart/trial/fakemodel"
)

// Every turn with a model is answered whole and in order, and its model's own account is there: nothing is said before the model has said
// it. Where the model is slow, each turn has a filler before its first sentence, and none has one twice. What a model is told does not grow.
func TestRunTalk(t *testing.T) {
	t.Parallel()
	for _, brain := range []string{"openai", "anthropic"} {
		t.Run(brain, func(t *testing.T) {
			t.Parallel()
			model, err := fakemodel.New(strings.NewReader(`{"answer":{"text":"Hello."}}`))
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(model)
			defer server.Close()
			c, err := app.Load(map[string][]string{"brain": {brain}, "model": {"scripted"}, "openai-base-url": {server.URL + "/v1"}, "anthropic-base-url": {server.URL}},
				[]string{"ANTHROPIC_API_KEY=scripted"}, "")
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
			talk := func(first time.Duration, turns int) bench.Talk {
				r, err := bench.RunTalk(t.Context(), bench.TalkConfig{Server: b.Client, Store: b.Store, Model: server.URL, First: first, Tokens: 1000, Sessions: 4,
					For: 3 * time.Second, Think: -1, Turns: turns})
				if err != nil {
					t.Fatal(err)
				}
				if r.Turns < 4 || r.Measured != r.Turns || r.Refused+r.NotDurable+r.Again+r.Unordered+r.Twice > 0 || r.WithTool > r.Turns/2+4 {
					t.Errorf("counts: %+v", r)
				}
				if r.Own.P50 < 0 || r.First.P50 < r.Model.P50 || r.Silence.P99 > r.First.P99 {
					t.Errorf("times: %+v", r)
				}
				return r
			}
			quick := talk(20*time.Millisecond, 60)
			if p := quick.Prompt; p == nil || p.Turns != 60 || p.Early < 100 || p.Late > p.Early*11/10 || quick.WithTool == 0 {
				t.Errorf("prompts: %+v of %+v", p, quick)
			}
			if slow := talk(2*time.Second, 0); slow.Fillers < slow.Turns || slow.Silence.P50 >= slow.First.P50 {
				t.Errorf("fillers: %+v", slow)
			}
			var out strings.Builder
			if err := quick.Print(&out); err != nil || !strings.Contains(out.String(), "beyond them") {
				t.Errorf("printed %q, %v", out.String(), err)
			}
		})
	}
}
