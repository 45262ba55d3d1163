package postgres_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
)

// A node that is frozen within a transaction, with rows locked, holds up nobody for long: the server undoes it, and what the node then finds is true.
func TestFrozenNodeHoldsNoRows(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	frozen, thaw := make(chan struct{}), make(chan struct{})
	freeze := sync.OnceFunc(func() {
		close(frozen)
		<-thaw
	})
	config := p.config().WithFault(func([]string) postgres.Fault {
		freeze()
		return postgres.NoFault
	})
	config.Patience = 3 * time.Minute
	node, err := postgres.Open(context.Background(), config)
	code(t, "open", err, "")
	defer node.Close() //nolint:errcheck // a test
	goOn := sync.OnceFunc(func() { close(thaw) })
	defer goOn()
	config = p.config()
	config.Patience = time.Minute
	other, err := postgres.Open(context.Background(), config)
	code(t, "open", err, "")
	defer other.Close() //nolint:errcheck // a test
	sh, err := other.Identify(sys(), "user", "u1")
	code(t, "identify", err, "")
	id, begun := newSession(), make(chan error, 1)
	go func() {
		_, err := node.Update(sys(), evercart.Update{Session: id, Life: sh.Life, Open: true, Do: facts(
			&evercart.SessionOpened{Shop: "default", Subject: sh.Subject, Life: sh.Life, Currency: "USD"})})
		begun <- err
	}()
	<-frozen
	r, err := other.Erase(sys(), evercart.Erasure{Subject: sh.Subject, By: "shopper"})
	code(t, "an erasure elsewhere", err, "")
	if !r.Done || r.Parts["sessions"] != 0 {
		t.Errorf("%+v", r)
	}
	goOn()
	code(t, "what was frozen", <-begun, evercart.Gone)
	_, err = other.Load(sys(), id)
	code(t, "what it would have begun", err, evercart.NotFound)
}
