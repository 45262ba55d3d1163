package dialogue_test

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/trial/dialogue"
	"github.com/evercart/evercart/trial/fakemodel"
)

// slowModel does what it is told, then speaks two sentences, the second one never to its end.
const slowModel = `{"when": {"says": "scarf", "step": 0}, "answer": {"calls": [{"tool": "add_to_cart", "args": {"sku": "SCF-RED", "quantity": 1}}]}}
{"when": {"says": "scarf", "step": 1}, "answer": {"text": "What a lovely choice for a cold day. And it will warm you all winter long, I hope.", "hold": "never", "hold_at": 8}}
{"when": {"says": "both"}, "times": 1, "answer": {"text": "Now and then."}}
{"answer": {"text": "How can I help?"}}
`

// A model is played like any brain: spoken over while it speaks, its turn ends; what it does only sometimes shows in pass^N.
func TestModel(t *testing.T) {
	t.Parallel()
	handler, err := fakemodel.New(strings.NewReader(slowModel))
	if err != nil {
		t.Fatal(err)
	}
	model := httptest.NewServer(handler)
	defer model.Close()
	c, err := app.Load(map[string][]string{"brain": {"openai"}, "model": {"scripted"}, "openai-base-url": {model.URL + "/v1"}}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	list, err := dialogue.Parse("model.talk", strings.NewReader(`
dialogue Spoken over
say add a scarf
interrupt after "What a lovely choice"
expect cart SCF-RED
expect heard "What a lovely choice"
expect not said "winter"
expect event turn.closed how=interrupted

dialogue Now and then
say both
expect said "now and then"
`))
	if err != nil {
		t.Fatal(err)
	}
	run := dialogue.Config{Open: app.Stages(c, slog.New(slog.DiscardHandler)), Repeat: 2}
	began := time.Now()
	out, err := dialogue.Run(t.Context(), run, list)
	if err != nil {
		t.Fatal(err)
	}
	if out[0].Passed != 2 {
		t.Errorf("%+v", out[0])
	}
	if r := dialogue.Sum(out, time.Since(began)); out[1].Passed != 1 || out[1].Failures[0].Line != 12 || r.Pass1 != 0.75 || r.PassN != 0.5 {
		t.Errorf("%+v", r)
	}
}
