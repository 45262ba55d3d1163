// Package braintest is what every brain that asks a model must pass, whatever the model says or fails to say. It drives the
// brain with a scripted model server.
package braintest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/fakemodel"
)

// Features says how Open sets the brain up.
type Features struct {
	Idle   time.Duration // silence after which a running answer is given up where that is tested; a second or less keeps the suite quick
	Budget int           // bytes of a request at most, about 32,000
}

// Open makes the brain for a model server at that base URL, such as "http://127.0.0.1:41234/v1", without retries of its own. A running
// answer is given up after so long a silence: a long one where that is not what is tested, so that a slow machine is no silent server.
type Open func(baseURL string, idle time.Duration) (evercart.Brain, error)

// Part is one promise of a brain. Check gives an error where it is broken, so that the suite itself can be tested.
type Part struct {
	Name  string
	Check func(ctx context.Context, f Features, open Open) error
}

// Parts lists all promises.
func Parts() []Part {
	return []Part{
		{"text comes as it is made", checkText},
		{"characters are never halved", checkCharacters},
		{"calls come when the message is whole", checkCalls},
		{"parallel calls keep their order", checkParallel},
		{"a cut stream has no end and no calls", checkCut},
		{"half a call is none", checkHalf},
		{"unknown ends are not believed", checkEnds},
		{"a refusal is told", checkRefusal},
		{"leaving the loop ends the request", checkLeave},
		{"cancelling ends the request", checkCancel},
		{"silence ends the request", checkSilence},
		{"errors have codes", checkErrors},
		{"every history is one that the vendor takes", checkHistory},
		{"only what was heard is told", checkHeard},
		{"results are paired", checkPairs},
		{"without calls no tool is offered", checkNoCalls},
		{"the budget holds", checkBudget},
		{"the prefix is the same for every shopper", checkPrefix},
		{"the model learns no identity", checkIdentity},
		{"data is no instruction", checkData},
	}
}

// Run holds a brain to all of them.
func Run(t *testing.T, f Features, open Open) {
	t.Helper()
	for _, p := range Parts() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
			defer cancel()
			if err := p.Check(ctx, f, open); err != nil {
				t.Error(err)
			}
		})
	}
}

// bench is a brain before a scripted server.
type bench struct {
	brain  evercart.Brain
	server *fakemodel.Server
	web    *httptest.Server
}

// unhurried is how long a server may be silent where silence is not what is tested.
const unhurried = time.Minute

func begin(open Open, idle time.Duration, script string) (*bench, error) {
	server, err := fakemodel.New(strings.NewReader(script))
	if err != nil {
		return nil, err
	}
	web := httptest.NewServer(server)
	brain, err := open(web.URL+"/v1", idle)
	if err != nil {
		web.Close()
		return nil, err
	}
	return &bench{brain, server, web}, nil
}

func (b *bench) end() {
	b.web.CloseClientConnections()
	b.web.Close()
	if c, ok := b.brain.(interface{ Close() }); ok {
		c.Close()
	}
}

// with runs a check on a script.
func with(open Open, script string, check func(*bench) error) error {
	return within(open, unhurried, script, check)
}

// within is with for a brain that waits so long.
func within(open Open, idle time.Duration, script string, check func(*bench) error) error {
	b, err := begin(open, idle, script)
	if err != nil {
		return err
	}
	defer b.end()
	return check(b)
}

// step is what a brain made of one prompt.
type step struct {
	text  string
	texts int
	calls []evercart.ToolCall
	last  evercart.Thought // the one with Stop
	err   error
}

func collect(seq iter.Seq2[evercart.Thought, error]) step {
	var s step
	for t, err := range seq {
		if err != nil {
			s.err = errors.Join(s.err, err)
			continue
		}
		if s.last.Stop != "" || s.err != nil {
			s.err = errors.Join(s.err, errors.New("a thought came after the end"))
		}
		if t.Text != "" {
			s.text, s.texts = s.text+t.Text, s.texts+1
		}
		if t.Call != nil {
			s.calls = append(s.calls, *t.Call)
		}
		if t.Stop != "" {
			s.last = t
		}
	}
	return s
}

func (b *bench) think(ctx context.Context, p evercart.Prompt) step {
	return collect(b.brain.Think(ctx, p))
}

// wants compares the parts of a step that nearly every check looks at.
func (s step) wants(text string, stop evercart.Stop, code evercart.Code) error {
	switch {
	case s.text != text:
		return fmt.Errorf("text %q, want %q", s.text, text)
	case s.last.Stop != stop:
		return fmt.Errorf("stop %q, want %q (error: %v)", s.last.Stop, stop, s.err)
	case evercart.CodeOf(s.err) != code:
		return fmt.Errorf("code %q, want %q: %v", evercart.CodeOf(s.err), code, s.err)
	}
	return nil
}
