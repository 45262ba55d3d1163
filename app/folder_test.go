package app_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/client"
)

func config(t *testing.T, data string) app.Config {
	t.Helper()
	c, err := app.Load(map[string][]string{"addr": {"127.0.0.1:0"}, "data": {data}}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func started(t *testing.T, c app.Config) *app.Server {
	t.Helper()
	s, err := app.Start(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stopped(t, s) })
	return s
}

func stopped(t *testing.T, s *app.Server) {
	t.Helper()
	if err := s.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// A folder that lost its keys, or what they are wrapped with, is not opened as if nothing had ever been in it.
func TestAFolderThatLostAPart(t *testing.T) {
	t.Parallel()
	for _, lost := range []string{"keys.db", "master.key", "data.db"} {
		t.Run(lost, func(t *testing.T) {
			t.Parallel()
			c := config(t, t.TempDir())
			s := started(t, c)
			r, err := client.New(client.Config{URL: s.URL})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.Begin(t.Context(), client.Begin{User: "ada"}); err != nil {
				t.Fatal(err)
			}
			stopped(t, s)
			path := filepath.Join(c.Data, lost)
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if d, err := app.Examine(t.Context(), c); d.OK { // without data it says so by its error
				t.Errorf("the doctor finds %+v, %v", d, err)
			}
			s, err = app.Start(t.Context(), c, slog.New(slog.DiscardHandler))
			if err == nil {
				stopped(t, s)
			}
			if err == nil || !strings.Contains(err.Error(), lost+" is missing") {
				t.Errorf("starting gives %v", err)
			}
			if _, err := os.Stat(path); err == nil {
				t.Errorf("%s was made anew", lost)
			}
		})
	}
}

// A server that was killed leaves a note. Another shop's server may have its address by then: no command goes there.
func TestANoteOfTheDead(t *testing.T) {
	t.Parallel()
	ours, other := config(t, t.TempDir()), started(t, config(t, t.TempDir()))
	stopped(t, started(t, ours))
	note, err := json.Marshal(app.Running{URL: other.URL, PID: os.Getpid()})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(ours.Data, "server.json"), note, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := app.Dial(t.Context(), ours, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if !r.Private || r.URL == other.URL {
		t.Errorf("the command goes to %s", r.URL)
	}
	// Now the private server holds the folder: its own note leads to it.
	again, err := app.Dial(t.Context(), ours, slog.New(slog.DiscardHandler))
	if err != nil || again.Private || again.URL != r.URL {
		t.Errorf("the next one goes to %+v, %v", again, err)
	}
	if err := r.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// Who has the folder knows all that had it lately: one that died while it started has told nobody of the one before.
func TestFormers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	got, err := app.Formers(dir, "n-1", "n-2", "n-3")
	if err != nil || !slices.Equal(got, []evercart.NodeID{"n-1", "n-2", "n-3"}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err = app.Formers(dir, "n-4", "n-5", "n-6", "n-7", "n-8", "n-9", "n-10"); err != nil || len(got) != 8 || got[0] != "n-3" || got[7] != "n-10" {
		t.Errorf("of ten there are %v, %v", got, err)
	}
	for name, text := range map[string]string{"what another program left": strings.Repeat("x", 4096), "nothing": "", "a name that is too long": strings.Repeat("x", 65) + "\n"} {
		if err := os.WriteFile(filepath.Join(dir, "node"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := app.Formers(dir); err != nil || len(got) != 0 {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
