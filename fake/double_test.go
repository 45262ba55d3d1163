package fake_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
)

func TestClock(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	began := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	c := fake.NewClock(began)
	woke := make(chan string, 2)
	for name, d := range map[string]time.Duration{"short": time.Second, "long": time.Minute} {
		go func() {
			if err := c.Sleep(ctx, d); err != nil {
				t.Error(err)
			}
			woke <- name
		}()
	}
	if err := c.Asleep(ctx, 2); err != nil {
		t.Fatal(err)
	}
	c.Advance(time.Second - 1)
	if len(woke) != 0 {
		t.Fatal("woken too early")
	}
	c.Advance(1)
	if got := <-woke; got != "short" || !c.Now().Equal(began.Add(time.Second)) {
		t.Fatal(got, c.Now())
	}
	c.Advance(time.Hour)
	if got := <-woke; got != "long" {
		t.Fatal(got)
	}
	left, leave := context.WithCancel(ctx)
	leave()
	if err := c.Sleep(left, time.Hour); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := c.Asleep(left, 1); !errors.Is(err, context.Canceled) {
		t.Fatal("who left still sleeps")
	}
	if err := c.Sleep(ctx, 0); err != nil {
		t.Fatal(err)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	k := fake.NewKeys()
	code := func(what string, err error, want evercart.Code) {
		t.Helper()
		if got := evercart.CodeOf(err); got != want {
			t.Fatalf("%s: got %q (%v), want %q", what, got, err, want)
		}
	}
	_, err := k.Seal(ctx, "l", nil, nil)
	code("before Begin", err, evercart.NotFound)
	for range 2 {
		code("begin", k.Begin(ctx, "l"), "")
	}
	code("begin another", k.Begin(ctx, "m"), "")
	sealed, err := k.Seal(ctx, "l", []byte("words"), []byte("here"))
	code("seal", err, "")
	plain, err := k.Open(ctx, "l", sealed, []byte("here"))
	if code("open", err, ""); string(plain) != "words" {
		t.Fatal(string(plain))
	}
	for what, open := range map[string]func() ([]byte, error){
		"elsewhere":        func() ([]byte, error) { return k.Open(ctx, "l", sealed, []byte("there")) },
		"by another's key": func() ([]byte, error) { return k.Open(ctx, "m", sealed, []byte("here")) },
		"cut short":        func() ([]byte, error) { return k.Open(ctx, "l", sealed[:5], []byte("here")) },
	} {
		_, err = open()
		code(what, err, evercart.Damaged)
	}
	a, err := k.MAC(ctx, "l", []byte("x"))
	code("mac", err, "")
	if b, _ := k.MAC(ctx, "m", []byte("x")); string(a) == string(b) {
		t.Fatal("one MAC by two keys")
	}
	for range 2 {
		code("destroy", k.Destroy(ctx, "l"), "")
	}
	_, err = k.Open(ctx, "l", sealed, []byte("here"))
	code("destroyed", err, evercart.Gone)
	code("begin again", k.Begin(ctx, "l"), evercart.Gone)
}
