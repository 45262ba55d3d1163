package braintest

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/fakemodel"
)

// soon bounds what must happen at once, on a machine that may stand still meanwhile.
const soon = 30 * time.Second

// gone waits until the server has seen the client leave.
func (b *bench) gone(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	err := b.server.Until(ctx, func(k []fakemodel.Kept) bool { return len(k) == 1 && k[0].Ended == fakemodel.EndedLeft })
	if err != nil {
		return errors.New("the request still runs at the server")
	}
	return nil
}

func checkLeave(ctx context.Context, _ Features, open Open) error {
	err := with(open, `{"answer":{"text":"Hello there.","chunk":1,"hold":"ever","hold_at":4}}`, func(b *bench) error {
		for _, err := range b.brain.Think(ctx, says("hello")) {
			if err != nil {
				return err
			}
			break
		}
		return b.gone(ctx)
	})
	if err != nil {
		return err
	}
	return with(open, `{"answer":{"calls":[{"tool":"view_cart"},{"tool":"view_cart"}]}}`, func(b *bench) error {
		for t, err := range b.brain.Think(ctx, says("hello")) { // a brain that yields on after this panics
			if err != nil {
				return err
			}
			if t.Call != nil {
				return nil
			}
		}
		return errors.New("no call came")
	})
}

func checkCancel(ctx context.Context, _ Features, open Open) error {
	for _, at := range []string{`"hold_at":0`, `"hold_at":3`} {
		err := with(open, `{"answer":{"text":"Hello there.","hold":"ever",`+at+`}}`, func(b *bench) error {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			go func() {
				if b.server.Held(ctx, "ever", 1) == nil {
					cancel()
				}
			}()
			s := b.think(ctx, says("hello"))
			if s.last.Stop != "" || evercart.CodeOf(s.err) != evercart.Canceled {
				return fmt.Errorf("cancelled: stop %q, %w", s.last.Stop, orNone(s.err))
			}
			return b.gone(context.WithoutCancel(ctx))
		})
		if err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return with(open, `{"answer":{"text":"Hello there.","hold":"ever"}}`, func(b *bench) error {
		ctx, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
		defer cancel()
		return b.think(ctx, says("hello")).wants("", "", evercart.Timeout)
	})
}

func checkSilence(ctx context.Context, f Features, open Open) error {
	err := within(open, f.Idle, `{"answer":{"text":"Hello","chunk":-1,"hold":"ever","hold_at":3}}`, func(b *bench) error {
		ctx, cancel := context.WithTimeout(ctx, f.Idle+soon)
		defer cancel()
		s := b.think(ctx, says("hello"))
		if ctx.Err() != nil {
			return errors.New("a server that fell silent was waited for")
		}
		return s.wants("Hello", "", evercart.Timeout)
	})
	if err != nil {
		return err
	}
	// Slow, but alive: many pauses are longer than the limit together. Who gives that up does so however long both are; a machine that stands
	// still for a pause's length does not.
	for idle := f.Idle; ; idle *= 2 {
		err := within(open, idle, fmt.Sprintf(`{"answer":{"text":"abcdef","chunk":1,"pause":%q}}`, idle/3), func(b *bench) error {
			return b.think(ctx, says("hello")).wants("abcdef", evercart.StopSaid, "")
		})
		if err == nil || idle >= 16*f.Idle || ctx.Err() != nil {
			return err
		}
	}
}

func checkErrors(ctx context.Context, _ Features, open Open) error {
	for name, c := range map[string]struct {
		answer   string
		code     evercart.Code
		min, max time.Duration // of RetryAfter
	}{
		"too many":           {`{"status":429}`, evercart.RateLimited, 0, 0},
		"too many, wait":     {`{"status":429,"retry_after":"2"}`, evercart.RateLimited, 2 * time.Second, 2 * time.Second},
		"too many, for days": {`{"status":429,"retry_after":"274579"}`, evercart.RateLimited, time.Second, time.Minute},
		"broken":             {`{"status":500}`, evercart.Unavailable, 0, 0},
		"gateway":            {`{"status":502}`, evercart.Unavailable, 0, 0},
		"overloaded":         {`{"status":529,"retry_after":"1","error":{"message":"Overloaded","type":"overloaded_error"}}`, evercart.Unavailable, time.Second, time.Second},
		"no credential":      {`{"status":401}`, evercart.Unauthorized, 0, 0},
		"may not":            {`{"status":403}`, evercart.Unauthorized, 0, 0},
		"a bug of ours":      {`{"status":400}`, evercart.Invalid, 0, 0},
		"no such model":      {`{"status":404}`, evercart.Invalid, 0, 0},
		"too long":           {`{"status":400,"error":{"message":"too long","code":"context_length_exceeded"}}`, evercart.TooLarge, 0, 0},
		"a redirect":         {`{"status":307}`, evercart.Invalid, 0, 0},
	} {
		err := with(open, `{"answer":`+c.answer+`}`, func(b *bench) error {
			s := b.think(ctx, says("hello"))
			if n := len(b.server.Requests()); n != 1 {
				return fmt.Errorf("the server was asked %d times", n)
			}
			if err := s.wants("", "", c.code); err != nil {
				return err
			}
			if after := evercart.AsError(s.err).RetryAfter; after < c.min || after > c.max {
				return fmt.Errorf("retry after %s, want %s to %s", after, c.min, c.max)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return checkRefused(ctx, open)
}

// checkRefused asks where nobody listens.
func checkRefused(ctx context.Context, open Open) error {
	web := httptest.NewServer(nil)
	brain, err := open(web.URL+"/v1", unhurried)
	if web.Close(); err != nil {
		return err
	}
	if err := collect(brain.Think(ctx, says("hello"))).wants("", "", evercart.Unavailable); err != nil {
		return fmt.Errorf("nobody listens: %w", err)
	}
	return nil
}

func orNone(err error) error {
	if err == nil {
		return errors.New("no error")
	}
	return err
}
