package group_test

import (
	"context"
	"errors"
	"testing"

	"github.com/evercart/evercart/internal/group"
)

// Who only asks may leave a batch that has begun; the others have their answer.
func TestAskLeaves(t *testing.T) {
	t.Parallel()
	g := newGate()
	b := group.New(g.run, group.Options{})
	ctx, leave := context.WithCancel(context.Background())
	left, stayed := make(chan error, 1), make(chan error, 1)
	go func() { left <- b.Ask(ctx, "a", group.Place{}) }()
	<-g.begun
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("who left got %v", err)
	}
	go func() { stayed <- b.Ask(context.Background(), "b", group.Place{}) }()
	g.end <- struct{}{}
	<-g.begun
	g.end <- struct{}{}
	if err := <-stayed; err != nil {
		t.Errorf("who stayed got %v", err)
	}
	b.Close()
}
