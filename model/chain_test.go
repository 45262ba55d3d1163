package model_test

import (
	"context"
	"iter"
	"log/slog"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/model"
)

// answers is a brain that gives these errors, one a turn, and answers after them.
type answers struct {
	errs  []error
	asked int
	hold  bool // waits for ctx's end
}

func (*answers) Name() string { return "model" }
func (*answers) AtOnce() bool { return false }

func (a *answers) Think(ctx context.Context, _ evercart.Prompt) iter.Seq2[evercart.Thought, error] {
	return func(yield func(evercart.Thought, error) bool) {
		a.asked++
		if a.hold {
			<-ctx.Done()
			yield(evercart.Thought{}, ctx.Err())
			return
		}
		if len(a.errs) > 0 {
			err := a.errs[0]
			a.errs = a.errs[1:]
			yield(evercart.Thought{}, err)
			return
		}
		_ = yield(evercart.Thought{Text: "Yes."}, nil) && yield(evercart.Thought{Stop: evercart.StopSaid, Model: "m", Usage: evercart.Usage{In: 10, Out: 5, MicroUSD: 400}}, nil)
	}
}

func ask(ctx context.Context, b evercart.Brain, s evercart.State) (text string, err error) {
	for t, e := range b.Think(ctx, evercart.Prompt{State: s}) {
		if text += t.Text; e != nil {
			err = e
		}
	}
	return text, err
}

var noon = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)

func trouble(code evercart.Code, after time.Duration) error {
	return &evercart.Error{Code: code, RetryAfter: after}
}

func TestBreaker(t *testing.T) {
	t.Parallel()
	busy := trouble(evercart.Unavailable, 0)
	brain := &answers{errs: []error{busy, busy, busy, busy, busy}}
	clock := fake.NewClock(noon)
	b := model.NewBreaker(brain, clock, slog.New(slog.DiscardHandler))
	turn := func(wantAsked int, code evercart.Code, open bool) {
		t.Helper()
		before := brain.asked
		_, err := ask(t.Context(), b, evercart.State{})
		if brain.asked-before != wantAsked || evercart.CodeOf(err) != code || b.Open() != open {
			t.Errorf("asked %d times, %v, open %v; want %d, %q, %v", brain.asked-before, err, b.Open(), wantAsked, code, open)
		}
		if wantAsked == 0 && evercart.AsError(err).RetryAfter < time.Second {
			t.Errorf("to be tried again after %v", evercart.AsError(err).RetryAfter)
		}
	}
	turn(1, evercart.Unavailable, false)
	turn(1, evercart.Unavailable, false)
	turn(1, evercart.Unavailable, true) // three in a row
	turn(0, evercart.Unavailable, true)
	clock.Advance(10 * time.Second)
	turn(1, evercart.Unavailable, true) // tried again, and no better: twice as long
	clock.Advance(19 * time.Second)
	turn(0, evercart.Unavailable, true)
	clock.Advance(time.Second)
	turn(1, evercart.Unavailable, true)
	clock.Advance(40 * time.Second)
	turn(1, "", false) // it answers
	turn(1, "", false)
}

func TestBreakerOpensAtOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		rest time.Duration
	}{
		"asked to wait":  {trouble(evercart.RateLimited, 7*time.Second), 7 * time.Second},
		"wait for days":  {trouble(evercart.RateLimited, 274579*time.Second), time.Minute},
		"key is refused": {trouble(evercart.Unauthorized, 0), time.Minute},
	} {
		clock := fake.NewClock(noon)
		brain := &answers{errs: []error{c.err}}
		b := model.NewBreaker(brain, clock, slog.New(slog.DiscardHandler))
		_, _ = ask(t.Context(), b, evercart.State{})
		clock.Advance(c.rest - time.Millisecond)
		if _, err := ask(t.Context(), b, evercart.State{}); evercart.CodeOf(err) != evercart.Unavailable || brain.asked != 1 {
			t.Errorf("%s: asked %d times, %v", name, brain.asked, err)
		}
		clock.Advance(time.Millisecond)
		if text, err := ask(t.Context(), b, evercart.State{}); text != "Yes." || b.Open() {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// What is the turn's own fault is not the brain's; what was cut for its silence is.
func TestBreakerBlames(t *testing.T) {
	t.Parallel()
	b := model.NewBreaker(&answers{errs: []error{trouble(evercart.Invalid, 0), trouble(evercart.TooLarge, 0), trouble(evercart.ModelRefused, 0), trouble(evercart.LimitReached, 0)}},
		fake.NewClock(noon), slog.New(slog.DiscardHandler))
	for range 4 {
		_, _ = ask(t.Context(), b, evercart.State{})
	}
	if b.Open() {
		t.Error("opened for what one conversation did")
	}
	for cause, open := range map[error]bool{trouble(evercart.Timeout, 0): true, trouble(evercart.Canceled, 0): false} {
		b := model.NewBreaker(&answers{hold: true}, fake.NewClock(noon), slog.New(slog.DiscardHandler))
		for range 3 {
			ctx, cut := context.WithCancelCause(t.Context())
			cut(cause)
			_, _ = ask(ctx, b, evercart.State{})
		}
		if b.Open() != open {
			t.Errorf("cut for %v: open %v", cause, b.Open())
		}
	}
}

func TestMeter(t *testing.T) {
	t.Parallel()
	clock := fake.NewClock(noon)
	m := model.NewMeter(model.Budget{Day: 1000, Call: 700}, model.Spent{Day: "2030-01-01", MicroUSD: 100}, clock)
	brain := &answers{}
	var told int64
	denied := map[string]int{}
	b := &model.Metered{Brain: brain, Meter: m, Log: slog.New(slog.DiscardHandler),
		Told:   func(name, of string, u evercart.Usage) { told += u.MicroUSD },
		Denied: func(_, budget string) { denied[budget]++ }}
	turn := func(spent int64, code evercart.Code) {
		t.Helper()
		if _, err := ask(t.Context(), b, evercart.State{Spent: evercart.Usage{MicroUSD: spent}}); evercart.CodeOf(err) != code {
			t.Errorf("%v, want %q; today %+v", err, code, m.Today())
		}
	}
	turn(0, "")
	turn(700, evercart.LimitReached) // this call has had its share
	turn(699, "")
	turn(0, "") // the day's budget is passed by this answer
	turn(0, evercart.LimitReached)
	if m.Today() != (model.Spent{Day: "2030-01-01", MicroUSD: 1300}) || told != 1200 || denied["day"] != 1 || denied["call"] != 1 || brain.asked != 3 {
		t.Errorf("%+v, told %d, denied %v, asked %d", m.Today(), told, denied, brain.asked)
	}
	clock.Advance(12 * time.Hour)
	turn(0, "")
	if m.Today() != (model.Spent{Day: "2030-01-02", MicroUSD: 400}) {
		t.Errorf("the next day: %+v", m.Today())
	}
	m.Others(model.Spent{Day: "2030-01-01", MicroUSD: 5000}) // of yesterday
	turn(0, "")
	m.Others(model.Spent{Day: "2030-01-02", MicroUSD: 200})
	turn(0, evercart.LimitReached)
	if m.Today().MicroUSD != 800 || m.Together() != (model.Spent{Day: "2030-01-02", MicroUSD: 1000}) {
		t.Errorf("here %+v, together %+v", m.Today(), m.Together())
	}
}

func TestPrice(t *testing.T) {
	t.Parallel()
	p := model.Price{In: 100_000, Cached: 10_000, Written: 125_000, Out: 500_000}
	for _, c := range []struct {
		used model.Used
		want int64
	}{
		{model.Used{In: 10_000, Out: 1_000}, 1500},
		{model.Used{In: 10_000, Cached: 8_000, Written: 1_000, Out: 1_000}, 100 + 80 + 125 + 500},
		{model.Used{In: 1}, 1}, // never rounded to nothing
		{model.Used{}, 0},
		{model.Used{In: 10, Cached: 99, Written: 99}, 1}, // a vendor that miscounts
	} {
		if got := p.Of(c.used).MicroUSD; got != c.want {
			t.Errorf("%+v costs %d, want %d", c.used, got, c.want)
		}
	}
}
