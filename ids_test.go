package evercart_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/evercart/evercart"
)

func TestSessionIDs(t *testing.T) {
	t.Parallel()
	const id = "6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11"
	for _, in := range []string{id, strings.ToUpper(id)} {
		if got, err := evercart.ParseSessionID(in); err != nil || got != id {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for _, bad := range []string{"", "abc", id[:35], id + "0", "{" + id + "}", strings.ReplaceAll(id, "-", ""), strings.ReplaceAll(id, "6", "g"),
		"6f1c1b6e+3b0e-4c43-9a55-5d0f6f0f7a11", "6f1c1b6e3-b0e-4c43-9a55-5d0f6f0f7a11", id[:35] + "\x00", id[:34] + "é"} {
		_, err := evercart.ParseSessionID(bad)
		code(t, bad, err, evercart.Invalid)
	}
}

func TestTurnAndUserIDs(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"t-1", "A", strings.Repeat("x", evercart.MaxTurnID)} {
		if got, err := evercart.ParseTurnID(in); err != nil || string(got) != in {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for _, bad := range []string{"", "a b", "a\x00", "é", "a\n", strings.Repeat("x", evercart.MaxTurnID+1)} {
		_, err := evercart.ParseTurnID(bad)
		code(t, bad, err, evercart.Invalid)
	}
	for _, in := range []string{"u1", "Someone Ö", "someone@example.com", strings.Repeat("x", evercart.MaxUserID)} {
		if got, err := evercart.ParseUserID(in); err != nil || got.Reveal() != in {
			t.Errorf("%q: %v", in, err)
		}
	}
	for _, bad := range []string{"", "a\x00", "a\xff", "a\nb", "a\u2028b", "a\u0085", strings.Repeat("é", evercart.MaxUserID/2+1)} {
		_, err := evercart.ParseUserID(bad)
		code(t, bad, err, evercart.Invalid)
	}
}

func TestSKUsAreFolded(t *testing.T) {
	t.Parallel()
	shelf := evercart.Shelf{"bls-ivr-m": {Title: "Blouse"}}
	for _, in := range []evercart.SKU{"BLS-IVR-M", " bls-ivr-m ", "Bls-Ivr-M"} {
		if v, ok := shelf.Get(in); !ok || v.Title != "Blouse" {
			t.Errorf("%q is not found", in)
		}
	}
}

func TestErrorsAreClassified(t *testing.T) {
	t.Parallel()
	cause := errors.New("cause")
	wrapped := evercart.Wrap(cause, evercart.Unavailable, "x")
	if !errors.Is(wrapped, cause) || evercart.CodeOf(errors.Join(wrapped)) != evercart.Unavailable || evercart.Wrap(nil, evercart.Internal, "x") != nil {
		t.Fatal(wrapped)
	}
	for err, want := range map[error]evercart.Code{nil: "", cause: evercart.Internal, context.Canceled: evercart.Canceled, context.DeadlineExceeded: evercart.Timeout} {
		code(t, "code", err, want)
	}
	base := evercart.Errorf(evercart.OutOfStock, "x", "few").With(slog.Int("have", 1))
	more := base.With(slog.Int("want", 2))
	if more.Arg("have").Int64() != 1 || more.Arg("want").Int64() != 2 || base.Arg("want").Any() != nil || len(base.Args) != 1 {
		t.Fatalf("%v, %v", base.Args, more.Args)
	}
	if got := evercart.AsError(cause); got.Code != evercart.Internal || got.Message != "" || evercart.AsError(nil) != nil {
		t.Fatalf("%+v", got)
	}
}

// A call is made in an office, on somebody's behalf; what has neither may touch nothing.
func TestCallers(t *testing.T) {
	t.Parallel()
	if _, ok := evercart.CallerOf(context.Background()); ok {
		t.Fatal("a caller out of nothing")
	}
	for role, want := range map[evercart.Role][2]bool{evercart.RoleShopper: {true, false}, evercart.RoleOperator: {true, true}, evercart.RoleSystem: {true, true}, "": {false, false}, "root": {false, false}} {
		c, ok := evercart.CallerOf(evercart.As(context.Background(), evercart.Caller{Role: role, Subjects: []evercart.Subject{"me"}}))
		if !ok || c.May("me") != want[0] || c.May("other") != want[1] {
			t.Errorf("role %q: mine %v, another's %v", role, c.May("me"), c.May("other"))
		}
	}
}
