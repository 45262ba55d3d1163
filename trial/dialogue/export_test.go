package dialogue_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/trial"
	"github.com/evercart/evercart/trial/dialogue"
)

// talked is a session in which most things happened that a dialogue can say.
func talked(t *testing.T) (trial.Stage, string) {
	t.Helper()
	s, err := stages(t)(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
	b, err := s.Client().Begin(t.Context(), client.Begin{Cart: []client.SeedLine{{SKU: "MUG-SS", Quantity: 2}}, Saved: []client.SeedLine{{SKU: "SOC-3PK", Quantity: 1}}, Focus: []string{"SCF-RED"}})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := s.Client().Dial(t.Context(), string(b.Session), client.Dial{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	say := func(text, turn string) {
		t.Helper()
		send := func() error { return conn.Say(t.Context(), client.Turn{Text: text, Turn: turn}) }
		if text == "" {
			send = func() error { return conn.Greet(t.Context(), "", turn) }
		}
		if err := send(); err != nil {
			t.Fatal(err)
		}
		for _, err := range conn.Answer(t.Context(), turn) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	say("I'll take the first one", "1")
	if _, err := s.Client().Patch(t.Context(), "SCF-RED", map[string]any{"price": 3500}); err != nil {
		t.Fatal(err)
	}
	s.Move(2*time.Hour + time.Minute)
	say("", "2")
	say("add two wool scarves", "3")
	heard := "I added two"
	if err := conn.Interrupt(t.Context(), "3", &heard); err != nil {
		t.Fatal(err)
	}
	say("clear my cart", "4")
	return s, string(b.Session)
}

// A session becomes a dialogue that holds when it is played.
func TestExport(t *testing.T) {
	t.Parallel()
	s, id := talked(t)
	page, err := s.Client().Events(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := dialogue.Export(&file, "A session", page.Events, true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  cart MUG-SS 2\n  saved SOC-3PK 1\n", "  focus SCF-RED\n", "  after 2h1m\n", "  catalogue SCF-RED price 35.00\n  greet\n",
		"  say add two wool scarves\n  interrupt after \"I added two\"\n  expect cart MUG-SS 2, SCF-RED 3\n", "  say clear my cart\n", "  expect asks\n"} {
		if !strings.Contains(file.String(), want) {
			t.Errorf("no %q", want)
		}
	}
	if out := play(t, dialogue.Config{}, file.String())[0]; out.Passed != 1 {
		t.Errorf("%+v\n%s", out.Failures, file.String())
	}
}

// Without leave no word that a person said is in the file, and it cannot be played until there are words in it.
func TestExportWithoutWords(t *testing.T) {
	t.Parallel()
	s, id := talked(t)
	page, err := s.Client().Events(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := dialogue.Export(&file, "A session", page.Events, false); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"take", "scarves", "added", "clear"} {
		if strings.Contains(file.String(), word) {
			t.Errorf("%q was said, and is in the file\n%s", word, file.String())
		}
	}
	var bad *dialogue.SyntaxError
	if _, err := dialogue.Parse("x", bytes.NewReader(file.Bytes())); !errors.As(err, &bad) || !strings.Contains(bad.Text, "left out") {
		t.Errorf("%v", err)
	}
	if err := dialogue.Export(&file, "Empty", nil, true); evercart.CodeOf(err) != evercart.NotFound {
		t.Errorf("%v", err)
	}
}
