package agent_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// Words stream as they come, but none that say something was done leave before the commit that they speak of.
func TestNoClaimBeforeItsCommit(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	model := &brain{name: "model"}
	model.think = func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if len(p.Now.Steps) > 0 {
			_ = yield(text("I added the scarf."), nil) && yield(stop(evercart.StopSaid), nil)
			return
		}
		if !yield(text("One moment please. I've added the scarf to your cart. "), nil) || !yield(text("Anything else? "), nil) {
			return
		}
		<-release
		_ = yield(adds("SCF-RED"), nil) && yield(stop(evercart.StopCalls), nil)
	}
	b := newBench(t, with(model))
	b.begin()
	var all []string
	for p, err := range b.agent.Take(b.ctx, evercart.Utterance{Session: session, Text: "add the scarf"}) {
		if err != nil {
			t.Fatal(err)
		}
		if len(all) == 0 {
			close(release)
		}
		if all = append(all, p.Text); strings.Contains(p.Text, "added") && b.cart()["SCF-RED"] != 1 {
			t.Error("it was said before it was done")
		}
	}
	if got := strings.Join(all, "|"); got != "One moment please.|I added the scarf.|" {
		t.Errorf("said %q", got)
	}
	if got := model.prompts()[1].Now.Steps[0].Text; got != "One moment please." {
		t.Errorf("the step's text counts as %q", got.Reveal())
	}
}

// In a language whose claims are not known, words wait for the end of their step.
func TestOtherLanguagesWait(t *testing.T) {
	t.Parallel()
	model := script("model", []evercart.Thought{text("Ho aggiunto la sciarpa. Altro? "), adds("SCF-RED"), stop(evercart.StopCalls)},
		[]evercart.Thought{text("Fatto."), stop(evercart.StopSaid)})
	b := newBench(t, with(model))
	b.begin()
	h := take(b.ctx, b.agent, evercart.Utterance{Session: session, Language: "it", Text: "la sciarpa"})
	if h.err != nil || h.text() != "Fatto." {
		t.Errorf("said %v, %v", h.reply, h.err)
	}
}

// Three calls in one step, one of goods that do not exist, one panics, one tool is unknown: each gets its own result.
func TestEveryCallIsAnswered(t *testing.T) {
	t.Parallel()
	model := script("model",
		[]evercart.Thought{adds("SCF-RED"), adds("CND-CAF"), adds("BLS-XXL"), call("boom", `{}`), call("nope", `{}`), call("add", `{"sku":`), stop(evercart.StopCalls)},
		[]evercart.Thought{text("Two of them are in."), stop(evercart.StopSaid)})
	b := newBench(t, with(model))
	b.begin()
	b.answered("t", "add all")
	steps := model.prompts()[1].Now.Steps
	if len(steps) != 1 || len(steps[0].Results) != 6 {
		t.Fatalf("the next request has %+v", steps)
	}
	want := []evercart.Code{"", "", evercart.NotFound, evercart.Internal, evercart.NotImplemented, evercart.Invalid}
	for i, r := range steps[0].Results {
		c := steps[0].Calls[i]
		if r.Code != want[i] || r.Call != c.ID || r.Say == "" {
			t.Errorf("call %d: result of %s has code %q, want %q", i, r.Call, r.Code, want[i])
		}
	}
	if got := string(steps[0].Calls[5].Args.Reveal()); got != "null" {
		t.Errorf("broken arguments are kept as %s", got)
	}
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 1, "CND-CAF": 1})
	if v := b.transcript()[0]; len(v.Calls) != 6 || v.Calls[2].Code != evercart.NotFound {
		t.Errorf("calls are told as %+v", v.Calls)
	}
	b.answered("t2", "hello")
	if h := model.prompts()[2].History; len(h) != 1 || len(h[0].Steps[0].Results) != 6 || h[0].Heard != "Two of them are in." {
		t.Errorf("history is %+v", h)
	}
}

// A stream that is cut, or ends at the length limit, has no calls, however whole they look.
func TestHalfACallIsNone(t *testing.T) {
	t.Parallel()
	for name, last := range map[string][]evercart.Thought{"cut": nil, "length": {stop(evercart.StopLength)}, "refused": {stop(evercart.StopRefused)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, with(script("model", append([]evercart.Thought{adds("SCF-RED")}, last...))), limits(func(l *agent.Limits) { l.Apology = time.Millisecond }))
			b.begin()
			if h := b.answered("t", "twelve scarves"); h.reply.How != evercart.Failed || !strings.HasPrefix(h.text(), "Sorry") {
				t.Errorf("ended %s with %q", h.reply.How, h.text())
			}
			b.wantCart(nil)
		})
	}
}

func trouble(code evercart.Code, after time.Duration) error {
	return &evercart.Error{Code: code, Op: "model", Message: "trouble", RetryAfter: after}
}

// Trouble before the first word: tried again while that is of use, then the next brain, then an honest sentence.
func TestTroubleBeforeTheFirstWord(t *testing.T) {
	t.Parallel()
	fine := thoughts(text("Socks are warm."), stop(evercart.StopSaid))
	busy := trouble(evercart.Unavailable, 0)
	for name, c := range map[string]struct {
		errs  []error
		asked int32
		say   string
		least time.Duration
	}{
		"once":         {[]error{trouble(evercart.RateLimited, 300*time.Millisecond)}, 2, "Socks are warm.", 300 * time.Millisecond},
		"three times":  {[]error{busy, busy, busy, busy}, 3, "Sorry, I cannot think", 0},
		"for days":     {[]error{trouble(evercart.RateLimited, 274579*time.Second)}, 1, "Sorry, I cannot think", 0},
		"our own bug":  {[]error{trouble(evercart.Invalid, 0)}, 1, "Sorry, I cannot think", 0},
		"no key":       {[]error{trouble(evercart.Unauthorized, 0)}, 1, "Sorry, I cannot think", 0},
		"it declines":  {[]error{trouble(evercart.ModelRefused, 0)}, 1, "Sorry, I cannot help", 0},
		"it says nada": {[]error{}, 1, "Socks are warm.", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := failing("model", fine, c.errs...)
			b := newBench(t, with(model))
			b.begin()
			start := time.Now()
			h := b.answered("t", "add the socks")
			if n := model.asked.Load(); n != c.asked || !strings.HasPrefix(h.text(), c.say) {
				t.Errorf("asked %d times (want %d), said %q", n, c.asked, h.text())
			}
			if took := time.Since(start); took < c.least || took > time.Minute {
				t.Errorf("took %v", took)
			}
			if v := b.transcript(); len(v) != 1 || v[0].Closed == 0 {
				t.Errorf("transcript is %+v", v)
			}
		})
	}
}

// noted is a clock that notes how long is slept, and does not sleep.
type noted struct {
	evercart.SystemClock
	mu     sync.Mutex
	pauses []time.Duration
}

func (c *noted) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pauses = append(c.pauses, d)
	return ctx.Err()
}

// Pauses between attempts grow, each beyond all that the one before could be, and are scattered: sessions that fail together do not ask in step.
func TestPausesGrowAndScatter(t *testing.T) {
	t.Parallel()
	firsts := map[time.Duration]bool{}
	var least, most time.Duration
	for range 20 {
		clock := &noted{}
		busy := trouble(evercart.Unavailable, 0)
		b := newBench(t, with(failing("model", nil, busy, busy, busy)), func(c *agentConfig) { c.Clock = clock })
		b.begin()
		b.answered("t", "add the socks")
		var pauses []time.Duration
		clock.mu.Lock()
		for _, p := range clock.pauses {
			if p > 300*time.Millisecond && p < 5*time.Second { // others look whether to say a filler
				pauses = append(pauses, p)
			}
		}
		clock.mu.Unlock()
		if len(pauses) != 2 || pauses[0] < 450*time.Millisecond || pauses[0] > 750*time.Millisecond || pauses[1] < 900*time.Millisecond || pauses[1] > 1500*time.Millisecond {
			t.Fatalf("paused %v", pauses)
		}
		firsts[pauses[0]] = true
		if least == 0 || pauses[0] < least {
			least = pauses[0]
		}
		most = max(most, pauses[0])
	}
	if len(firsts) < 15 || most-least < 100*time.Millisecond {
		t.Errorf("%d of 20 first pauses differ, from %s to %s", len(firsts), least, most)
	}
}

// The next brain of the chain answers, in the turn that was opened already.
func TestNextBrain(t *testing.T) {
	t.Parallel()
	model := failing("model", nil, trouble(evercart.Unauthorized, 0))
	b := newBench(t, with(model, echo()))
	b.begin()
	if h := b.answered("t", "add SCF-RED"); h.text() != "One Red Scarf is in." || h.reply.How != evercart.Done {
		t.Errorf("said %q", h.text())
	}
	if v := b.transcript(); len(v) != 1 || v[0].Brain != "echo" || v[0].Closed == 0 {
		t.Errorf("transcript is %+v", v)
	}
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
}

// After an effect of one brain another may only speak, and where none can, the committed words tell what was done.
func TestAfterAnEffectOthersOnlySpeak(t *testing.T) {
	t.Parallel()
	half := func() *brain {
		m := &brain{name: "model"}
		m.think = func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
			if len(p.Now.Steps) > 0 {
				yield(evercart.Thought{}, trouble(evercart.Unauthorized, 0))
				return
			}
			_ = yield(adds("SCF-RED"), nil) && yield(stop(evercart.StopCalls), nil)
		}
		return m
	}
	t.Run("model", func(t *testing.T) {
		t.Parallel()
		second := &brain{name: "second", think: thoughts(text("The scarf is in."), stop(evercart.StopSaid))}
		b := newBench(t, with(half(), second))
		b.begin()
		if h := b.answered("t", "add"); h.text() != "The scarf is in." || !second.prompts()[0].NoCalls {
			t.Errorf("said %q, may act: %v", h.text(), !second.prompts()[0].NoCalls)
		}
	})
	t.Run("at once", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, with(half(), echo()))
		b.begin()
		h := b.answered("t", "add SCF-RED")
		wantHas(t, h.text(), "One Red Scarf is in.")
		wantHas(t, h.text(), "Sorry")
		b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
	})
}

// An answer that breaks off after its first words is ended truthfully, with the total in full; its calls are not run again.
func TestBreaksOff(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{"reset": trouble(evercart.Unavailable, 0), "silent": trouble(evercart.Timeout, 0), "clean end": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := &brain{name: "model"}
			model.think = func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
				if len(p.Now.Steps) == 0 {
					_ = yield(adds("SCF-RED"), nil) && yield(stop(evercart.StopCalls), nil)
					return
				}
				if yield(text("The scarf is lovely and warm. The price is thirty-"), nil) && err != nil {
					yield(evercart.Thought{}, err)
				}
			}
			b := newBench(t, with(model, echo()))
			b.begin()
			h := b.answered("t", "add a scarf and tell me the total")
			if h.reply.How != evercart.Broken || !strings.HasPrefix(h.text(), "The scarf is lovely and warm. Sorry") {
				t.Errorf("ended %s with %q", h.reply.How, h.text())
			}
			wantHas(t, h.text(), "One Red Scarf is in.")
			wantHas(t, h.text(), "thirty-three dollars and thirty-three cents")
			if strings.Contains(h.text(), "thirty- ") {
				t.Error("half an amount was said")
			}
			if n := model.asked.Load(); n != 2 {
				t.Errorf("asked %d times, want 2", n)
			}
			b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
		})
	}
}

// A brain that never comes to an end is asked to speak, then ended.
func TestStepCap(t *testing.T) {
	t.Parallel()
	model := &brain{name: "model"}
	model.think = func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if p.NoCalls {
			_ = yield(text("Enough."), nil) && yield(stop(evercart.StopSaid), nil)
			return
		}
		_ = yield(call("look", `{}`), nil) && yield(stop(evercart.StopCalls), nil)
	}
	b := newBench(t, with(model), limits(func(l *agent.Limits) { l.Steps = 3 }))
	b.begin()
	if h := b.answered("t", "look"); h.text() != "Enough." || model.asked.Load() != 4 {
		t.Errorf("said %q after %d steps", h.text(), model.asked.Load())
	}
}

// A slow question leaves the cart of another device alone, and its version too.
func TestSlowQuestion(t *testing.T) {
	t.Parallel()
	held, asked := make(chan struct{}), make(chan struct{})
	model := &brain{name: "model", think: func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		close(asked)
		<-held
		_ = yield(text("Thirty days."), nil) && yield(stop(evercart.StopSaid), nil)
	}}
	b := newBench(t, with(model))
	b.begin()
	slow := make(chan heard, 1)
	go func() { slow <- b.say(b.agent, "slow", "what is your return policy?") }()
	<-asked
	b.change(evercart.Command{Verb: evercart.Add, SKU: "CND-CAF", Quantity: 1})
	close(held)
	h := <-slow
	if h.err != nil || h.reply.Cart.Totals.Total != 2450 || h.reply.Cart.Version != 1 {
		t.Errorf("the slow reply has %+v, %v", h.reply, h.err)
	}
	b.wantCart(map[evercart.SKU]int{"CND-CAF": 1})
}

// change is another device: it changes the cart outside any turn.
func (b *bench) change(cmd evercart.Command) {
	b.t.Helper()
	shelf, err := b.goods.Shelf(b.ctx, "SCF-RED", "CND-CAF", "SOC-3PK")
	if err != nil {
		b.t.Fatal(err)
	}
	_, err = b.store.Update(b.ctx, evercart.Update{Session: session, Write: evercart.WriteID(cmd.Verb) + evercart.WriteID(cmd.SKU), By: "operator:test",
		Do: func(s evercart.State) (evercart.Change, error) {
			f, err := s.Cart.Decide(cmd, shelf, evercart.DefaultShop())
			return evercart.Change{Facts: []evercart.Fact{f}}, err
		}})
	if err != nil {
		b.t.Fatal(err)
	}
}

// A brain in memory whose session moves while it thinks thinks again, on what the session is then.
func TestThoughtAgain(t *testing.T) {
	t.Parallel()
	var b *bench
	once := echo()
	think := once.think
	once.think = func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if once.asked.Load() == 1 {
			b.change(evercart.Command{Verb: evercart.Add, SKU: "CND-CAF", Quantity: 1})
		}
		think(ctx, p, yield)
	}
	b = newBench(t, with(once))
	b.begin()
	if h := b.answered("t", "add SCF-RED"); h.reply.Cart.Totals.Total != 5783 {
		t.Errorf("total is %d, want 5783", h.reply.Cart.Totals.Total)
	}
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 1, "CND-CAF": 1})
	if n := once.asked.Load(); n != 4 {
		t.Errorf("asked %d times, want 4: two steps in vain, then two", n)
	}
}
