package agent_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// slowStore takes its time to load, the first times.
type slowStore struct {
	evercart.Store
	loads []time.Duration
}

func (s *slowStore) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	if len(s.loads) > 0 {
		wait := s.loads[0]
		s.loads = s.loads[1:]
		if err := (evercart.SystemClock{}).Sleep(ctx, wait); err != nil {
			return evercart.State{}, evercart.Wrap(err, evercart.Timeout, "slowStore")
		}
	}
	return s.Store.Load(ctx, id)
}

// slowly is a tool whose reading takes so long.
type slowly struct {
	name    string
	takes   time.Duration
	changes bool
}

func (t slowly) Spec() evercart.ToolSpec {
	spec := evercart.ToolSpec{Name: t.name, Changes: t.changes}
	if t.changes {
		spec.Does = []evercart.DeedKind{evercart.DeedAdded}
	}
	return spec
}
func (t slowly) Prepare(context.Context, evercart.State, evercart.ToolCall) (evercart.Effect, error) {
	time.Sleep(t.takes)
	return func(evercart.State) (evercart.Change, evercart.Result, error) {
		return evercart.Change{}, evercart.Result{Say: "Done."}, nil
	}, nil
}

// after thinks for so long, then goes on.
func after(d time.Duration, t evercart.Thought) timed { return timed{d, t} }

type timed struct {
	wait time.Duration
	evercart.Thought
}

// timedBrain answers step n of a turn with the n-th list.
func timedBrain(steps ...[]timed) *brain {
	return &brain{name: "model", think: func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		for _, t := range steps[len(p.Now.Steps)] {
			if err := (evercart.SystemClock{}).Sleep(ctx, t.wait); err != nil {
				yield(evercart.Thought{}, err)
				return
			}
			if !yield(t.Thought, nil) {
				return
			}
		}
	}}
}

const ms = time.Millisecond

// The silence after the words is broken by 0.9 s, whatever it comes from, and then again; a tool that takes long says what it does.
// Nothing of that is part of the reply, and nothing is said twice running. Time is a double.
func TestSilenceIsBroken(t *testing.T) {
	t.Parallel()
	said := func(d time.Duration) []timed {
		return []timed{after(d, text("Here you are.")), after(0, stop(evercart.StopSaid))}
	}
	calls := func(d time.Duration, tools ...string) []timed {
		list := []timed{after(d, text(""))}
		for _, tool := range tools {
			list = append(list, after(0, call(tool, `{}`)))
		}
		return append(list, after(0, stop(evercart.StopCalls)))
	}
	for name, c := range map[string]struct {
		steps    [][]timed
		loads    []time.Duration // of the store
		came     time.Duration   // how long ago the words came
		fillers  int             // that the edge said
		language string
		want     []string
	}{
		"quick":             {steps: [][]timed{said(800 * ms)}, want: []string{"800ms Here you are."}},
		"a slow first word": {steps: [][]timed{said(9 * time.Second)}, want: []string{"900ms (One moment, please.)", "7.9s (Still on it, thanks for waiting.)", "9s Here you are."}},
		"half a sentence":   {steps: [][]timed{{after(400*ms, text("Here ")), after(2*time.Second, text("you are.")), after(0, stop(evercart.StopSaid))}}, want: []string{"900ms (One moment, please.)", "2.4s Here you are."}},
		"a slow store":      {steps: [][]timed{said(700 * ms)}, loads: []time.Duration{500 * ms}, want: []string{"900ms (One moment, please.)", "1.2s Here you are."}},
		"a store that hangs": {steps: [][]timed{said(700 * ms)}, loads: []time.Duration{time.Hour, 200 * ms},
			want: []string{"900ms (One moment, please.)", "1.9s Here you are."}},
		"a slow edge":                   {steps: [][]timed{said(700 * ms)}, came: 300 * ms, want: []string{"600ms (One moment, please.)", "700ms Here you are."}},
		"an edge that asked":            {steps: [][]timed{said(8 * time.Second)}, came: 300 * ms, fillers: 1, want: []string{"6.7s (Still on it, thanks for waiting.)", "8s Here you are."}},
		"an edge that asked, two waits": {steps: [][]timed{said(700 * ms)}, loads: []time.Duration{time.Hour}, fillers: 1, want: []string{"1.7s Here you are."}},
		"a tool that looks": {steps: [][]timed{calls(400*ms, "find"), said(500 * ms)},
			want: []string{"900ms (One moment, please.)", "2.9s (I'm still looking that up.)", "6.9s Here you are."}},
		"a tool that changes": {steps: [][]timed{{after(100*ms, text("Let me see. ")), after(0, call("change", `{}`)), after(0, stop(evercart.StopCalls))}, said(500 * ms)},
			want: []string{"100ms Let me see.", "2.1s (I'm still taking care of that.)", "6.6s Here you are."}},
		"a tool with words of its own": {steps: [][]timed{calls(400*ms, "view_cart"), said(500 * ms)},
			want: []string{"900ms (One moment, please.)", "2.9s (I'm still looking at your cart.)", "6.9s Here you are."}},
		"in German": {steps: [][]timed{calls(400*ms, "find"), said(500 * ms)}, language: "de-DE",
			want: []string{"900ms (Einen Moment, bitte.)", "2.9s (Ich sehe noch nach.)", "6.9s Here you are."}},
		"three tools": {steps: [][]timed{calls(400*ms, "find", "find", "change"), said(500 * ms)},
			want: []string{"900ms (One moment, please.)", "2.9s (I'm still looking that up.)", "9.9s (Still on it, thanks for waiting.)", "14.4s (I'm still taking care of that.)", "18.9s Here you are."}},
		"a tool in time": {steps: [][]timed{calls(100*ms, "quick"), said(100 * ms)}, want: []string{"800ms Here you are."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t)
				b.begin()
				a := b.another(with(timedBrain(c.steps...)), limits(func(l *agent.Limits) { l.Filler, l.Away = 0, 0 }), func(cfg *agentConfig) {
					cfg.Store = &slowStore{Store: b.store, loads: c.loads}
					cfg.Tools = append(cfg.Tools, slowly{"find", 6 * time.Second, false}, slowly{"change", 6 * time.Second, true}, slowly{"view_cart", 6 * time.Second, false}, slowly{"quick", 600 * ms, false})
				})
				began := time.Now()
				u := evercart.Utterance{Session: session, Turn: "t", Text: "hm hello", Language: c.language, Came: began.Add(-c.came), Fillers: c.fillers}
				var got []string
				for p, err := range a.Take(b.ctx, u) {
					switch {
					case err != nil:
						t.Fatal(err)
					case p.Hold:
						got = append(got, fmt.Sprintf("%v (%s)", time.Since(began), p.Text))
					case p.Text != "":
						got = append(got, fmt.Sprintf("%v %s", time.Since(began), p.Text))
					}
					if p.Reply != nil && (strings.Contains(p.Reply.Text.Reveal(), "moment") || !strings.HasSuffix(p.Reply.Text.Reveal(), "Here you are.")) {
						t.Errorf("the reply is %q", p.Reply.Text.Reveal())
					}
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("heard\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
				}
			})
		})
	}
}

// Who speaks over what a tool is doing is heard: the tool ends, what it did is kept, and what was to follow is not begun.
func TestAnnouncementIsSpokenOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, with(timedBrain([]timed{after(0, call("change", `{}`)), after(0, adds("SCF-RED")), after(0, stop(evercart.StopCalls))})),
			limits(func(l *agent.Limits) { l.Filler = 0 }), func(cfg *agentConfig) { cfg.Tools = append(cfg.Tools, slowly{"change", 6 * time.Second, true}) })
		b.begin()
		var reply *evercart.Reply
		nothing := evercart.Private("")
		for p, err := range b.agent.Take(b.ctx, evercart.Utterance{Session: session, Turn: "t", Text: "do both"}) {
			if err != nil {
				t.Fatal(err)
			}
			if p.Text == "I'm still taking care of that." {
				go func() {
					_ = b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session, Turn: "t", Heard: &nothing})
				}()
			}
			reply = p.Reply
		}
		if reply == nil || reply.How != evercart.Interrupted || reply.Text != "" {
			t.Fatalf("got %+v", reply)
		}
		b.wantCart(nil)
		v := b.transcript()
		if len(v) != 1 || len(v[0].Calls) != 2 || v[0].Calls[0].Code != "" || v[0].Calls[1].Code != evercart.Canceled || v[0].Heard == nil || *v[0].Heard != "" {
			t.Errorf("transcript is %+v", v)
		}
	})
}

// No filler is heard twice running, neither within a turn nor from turn to turn, however many turns without one lie between; the first
// one of a turn asks for a moment.
func TestFillersDiffer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.begin()
		slow := map[string]time.Duration{"quick": 0, "slow": 2 * time.Second, "slower": 30 * time.Second}
		model := &brain{name: "model", think: func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
			time.Sleep(slow[p.Now.Words.Reveal()])
			_ = yield(text("Here you are."), nil) && yield(stop(evercart.StopSaid), nil)
		}}
		a := b.another(with(model), limits(func(l *agent.Limits) { l.Filler, l.Turn, l.First = 0, time.Minute, time.Minute }))
		last, heard := "", 0
		for i, words := range []string{"slow", "slow", "quick", "slow", "quick", "quick", "slow", "slower", "slow", "quick", "slower", "slower"} {
			first := true
			for p, err := range a.Take(b.ctx, evercart.Utterance{Session: session, Turn: evercart.TurnID(fmt.Sprint("t-", i)), Text: evercart.Personal(words)}) {
				if err != nil {
					t.Fatal(err)
				}
				if !p.Hold {
					continue
				}
				if p.Text == last || first && p.Text != "One moment, please." && p.Text != "Just a second." {
					t.Errorf("turn %d: %q after %q", i, p.Text, last)
				}
				last, first, heard = p.Text, false, heard+1
			}
		}
		if heard < 12 {
			t.Errorf("%d fillers", heard)
		}
	})
}
