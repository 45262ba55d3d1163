package gateway_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/wire"
)

func quick(c *gateway.Config) { c.Limits.Join = time.Millisecond }

// hook posts a body of Ada's call.
func (b *bench) hook(fields string) wire.Reply {
	b.t.Helper()
	return read[wire.Reply](b.t, b.want(200, "", "POST", "/webhook", "", fmt.Sprintf(`{"session_id":%q,%s}`, adaSession, fields)))
}

// said posts words once the clock has passed the window, by as many requests as there are copies.
func (b *bench) said(clock *fake.Clock, fields string, copies int) (out []wire.Reply) {
	b.t.Helper()
	got := make(chan []byte, copies)
	for range copies {
		go func() {
			_, body, _ := b.call("POST", "/webhook", "", fmt.Sprintf(`{"session_id":%q,%s}`, adaSession, fields))
			got <- body
		}()
	}
	ctx, cancel := context.WithTimeout(b.t.Context(), time.Minute)
	defer cancel()
	if err := clock.Asleep(ctx, copies); err != nil {
		b.t.Fatal(err)
	}
	clock.Advance(time.Second)
	for range copies {
		out = append(out, read[wire.Reply](b.t, <-got))
	}
	return out
}

// waits is a clock that tells who gave up waiting.
type waits struct {
	*fake.Clock
	gaveUp chan struct{}
}

func (w waits) Sleep(ctx context.Context, d time.Duration) error {
	err := w.Clock.Sleep(ctx, d)
	if err != nil {
		w.gaveUp <- struct{}{}
	}
	return err
}

// A platform that sends a part again, without a turn's id, later or at once, buys once.
func TestCopiesOfAPartAreOneTurn(t *testing.T) {
	t.Parallel()
	t.Run("one after the other", func(t *testing.T) {
		t.Parallel()
		b := setup(t, quick)
		const part = `"text":"add BLS-IVR-M","part":3`
		first, again := b.hook(part), b.hook(part)
		if n := again.Cart.Lines[0].Quantity; n != 1 || again.Turn != first.Turn || first.Turn == "" || again.Seq != first.Seq || again.How != evercart.Done {
			t.Errorf("%d in the cart: %+v, then %+v", n, first, again)
		}
	})
	t.Run("at once", func(t *testing.T) {
		t.Parallel()
		clock := fake.NewClock(time.Unix(1_700_000_000, 0))
		b := setup(t, func(c *gateway.Config) { c.Clock, c.Limits.Join = clock, time.Second })
		for _, r := range b.said(clock, `"text":"add BLS-IVR-M","part":3`, 3) {
			if r.How != evercart.Done || r.Cart.Lines[0].Quantity != 1 {
				t.Errorf("%+v", r)
			}
		}
	})
}

// In a call that has an id the number tells a copy, whatever turn it says that it is.
func TestCopyUnderAnotherTurnIsTheSame(t *testing.T) {
	t.Parallel()
	b := setup(t, quick)
	part := `"text":"add BLS-IVR-M","part":3,"call_id":"call-1","turn_id":`
	first, again := b.hook(part+`"t-1"`), b.hook(part+`"t-2"`)
	if n := again.Cart.Lines[0].Quantity; n != 1 || first.Turn != "t-1" || again.Turn != "t-1" || again.Seq != first.Seq {
		t.Errorf("%d in the cart: %+v, then %+v", n, first, again)
	}
}

// Words of a call that is over are kept once, too.
func TestCopiesOfLateWordsAreOneTurn(t *testing.T) {
	t.Parallel()
	b := setup(t, quick)
	b.hook(`"text":"hello","part":1`)
	b.hook(`"kind":"end"`)
	for range 2 {
		b.hook(`"text":"add BLS-IVR-M","part":2`)
	}
	b.double.mu.Lock()
	defer b.double.mu.Unlock()
	if n := len(b.double.spoken); n != 3 || !b.double.spoken[1].Late || !b.double.spoken[2].Late || b.double.spoken[1].Turn != b.double.spoken[2].Turn || b.double.spoken[1].Turn == "" {
		t.Errorf("%+v", b.double.spoken)
	}
}

// A session outlives its calls. The next one counts its parts from the beginning again: after an end, and where the end was never told. Words that
// nobody waited for to the end are not put before those of another call.
func TestAnotherCallCountsItsPartsAnew(t *testing.T) {
	t.Parallel()
	for name, between := range map[string]func(*bench, waits){
		"after an end": func(b *bench, clock waits) {
			b.hook(`"kind":"end"`)
			clock.Advance(3 * time.Minute)
		},
		"soon after late words": func(b *bench, clock waits) {
			b.hook(`"kind":"end"`)
			clock.Advance(9 * time.Second)
			b.hook(`"text":"bye","part":9`)
			clock.Advance(2 * time.Second)
		},
		"without an end": func(_ *bench, clock waits) { clock.Advance(3 * time.Minute) },
		"after words that were given up": func(b *bench, clock waits) {
			ctx, hangUp := context.WithCancel(b.t.Context())
			go func() {
				body := fmt.Sprintf(`{"session_id":%q,"text":"add BLS-IVR-M","part":8}`, adaSession)
				req, err := http.NewRequestWithContext(ctx, "POST", b.server.URL+"/webhook", strings.NewReader(body))
				if err == nil {
					_, err = b.server.Client().Do(req) //nolint:bodyclose // there is none
				}
				if err == nil {
					b.t.Error("words that were given up were answered")
				}
			}()
			wait, cancel := context.WithTimeout(b.t.Context(), time.Minute)
			defer cancel()
			if err := clock.Asleep(wait, 1); err != nil {
				b.t.Fatal(err)
			}
			hangUp()
			<-clock.gaveUp
			clock.Advance(3 * time.Minute)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := waits{fake.NewClock(time.Unix(1_700_000_000, 0)), make(chan struct{}, 1)}
			b := setup(t, func(c *gateway.Config) { c.Clock, c.Limits.Join = clock, time.Second })
			b.said(clock.Clock, `"text":"hello","part":7`, 1)
			between(b, clock)
			if r := b.said(clock.Clock, `"text":"good morning","part":1`, 1)[0]; r.Reply != "You said: good morning" {
				t.Errorf("%+v", r)
			}
		})
	}
}

// What is no turn is held to the shopper whom it names, as words are: it tells nobody another's cart, cuts nobody's answer and ends nobody's call.
// In a session that is not there yet, and without a name, it is taken from those who may name anybody.
func TestWhatIsNoTurnIsHeldToItsShopper(t *testing.T) {
	t.Parallel()
	b := setup(t, keyed)
	post := func(status int, code evercart.Code, session, fields string) []byte {
		t.Helper()
		return b.want(status, code, "POST", "/webhook", apiKey, fmt.Sprintf(`{"session_id":%q,%s}`, session, fields))
	}
	post(200, "", adaSession, `"user_id":"ada","text":"add BLS-IVR-M","turn_id":"t-1"`)
	for _, kind := range []string{`"kind":"partial"`, `"kind":"interrupt","turn_id":"t-1","heard":""`, `"kind":"end"`} {
		for _, other := range []string{"ben", "nobody"} {
			post(404, evercart.NotFound, adaSession, kind+`,"user_id":"`+other+`"`)
		}
	}
	b.double.mu.Lock()
	cuts := len(b.double.cut)
	b.double.mu.Unlock()
	if r := read[wire.Reply](t, post(200, "", adaSession, `"user_id":"ada","text":"hello"`)); r.Reply != "You said: hello" || cuts != 0 {
		t.Errorf("%+v after %d interruptions", r, cuts)
	}
	b.double.mu.Lock()
	late := b.double.spoken[len(b.double.spoken)-1].Late
	b.double.mu.Unlock()
	if late {
		t.Error("another's end ended the call")
	}
	for _, own := range []string{`,"user_id":"ada"`, ``} {
		if r := read[wire.Reply](t, post(200, "", adaSession, `"kind":"partial"`+own)); r.How != wire.HowPartial || len(r.Cart.Lines) != 1 {
			t.Errorf("%+v", r)
		}
	}
	post(200, "", benSession, `"kind":"partial","user_id":"ben"`)
}

// Guesses come faster than people speak. They use up nothing that words need.
func TestGuessesUseUpNoWords(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *gateway.Config) { c.Limits.SessionRate = 1.0 / 3600 })
	b.hook(`"kind":"partial"`)
	b.want(429, evercart.RateLimited, "POST", "/webhook", "", `{"session_id":"`+adaSession+`","kind":"partial"}`)
	b.hook(`"text":"hello"`)
	b.want(429, evercart.RateLimited, "POST", "/webhook", "", `{"session_id":"`+adaSession+`","text":"hello"}`)
}
