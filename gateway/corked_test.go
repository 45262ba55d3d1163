package gateway_test

import (
	"errors"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart/gateway"
)

// written is a connection that notes what is written to it, call by call.
type written struct {
	net.Conn
	calls []string
	err   error
}

func (w *written) Write(b []byte) (int, error) {
	w.calls = append(w.calls, string(b))
	return len(b), w.err
}

// Frames that wait together go out in one call, in their order; one alone goes at once.
func TestCork(t *testing.T) {
	t.Parallel()
	under := &written{}
	c := gateway.NewCork(under)
	write := func(text string) {
		t.Helper()
		if n, err := c.Write([]byte(text)); n != len(text) || err != nil {
			t.Fatalf("%d, %v", n, err)
		}
	}
	off := func() {
		t.Helper()
		if err := c.Off(); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	c.On()
	write("two ")
	write("three")
	if !slices.Equal(under.calls, []string{"one"}) {
		t.Fatalf("held back: %q", under.calls)
	}
	off()
	off() // again = nothing
	long := strings.Repeat("x", 20_000)
	c.On()
	write(long)
	off()
	write("four")
	if want := []string{"one", "two three", long, "four"}; !slices.Equal(under.calls, want) {
		t.Fatalf("%q, want %q", under.calls, want)
	}
	under.err = errors.New("broken")
	c.On()
	write("five")
	if err := c.Off(); !errors.Is(err, under.err) {
		t.Fatalf("%v", err)
	}
}
