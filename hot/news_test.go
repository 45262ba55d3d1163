package hot_test

import (
	"testing"

	"github.com/evercart/evercart"
)

// Another shopper's news takes nothing from who is read at that moment: where many sign in at one node, the others remember all the same.
func TestAnotherShoppersNews(t *testing.T) {
	t.Parallel()
	g := newTogether(t, 2)
	g.cache.away.Store(true) // so that what is not remembered is read from the store
	ada := g.who
	var err error
	if g.who, err = g.nodes[0].Identify(g.ctx, "user", "bob"); err != nil {
		t.Fatal(err)
	}
	bob := g.who
	g.write(0, sessionID(2), "s")
	g.who = ada
	written := g.write(1, sessionID(1), "s")
	g.cold.hold = make(chan chan struct{})
	read := make(chan error, 1)
	go func() {
		_, err := g.nodes[0].Load(g.ctx, sessionID(1))
		read <- err
	}()
	release := <-g.cold.hold
	if n := g.nodes[0].Stats().Entries; n != 1 {
		t.Fatalf("%d sessions in memory, not the other shopper's one", n)
	}
	_, err = g.nodes[1].UpdateShopper(g.ctx, bob.Subject, func(s evercart.Shopper) (evercart.Shopper, error) {
		s.Locale = "de-DE"
		return s, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	g.until("the other shopper's session is forgotten", func() bool { return g.nodes[0].Stats().Entries == 0 })
	close(release)
	if err := <-read; err != nil {
		t.Fatal(err)
	}
	g.cold.hold = nil
	before := g.cold.loads.Load()
	g.want(0, sessionID(1), written)
	if n := g.cold.loads.Load() - before; n != 0 || g.nodes[0].Stats().Entries != 1 {
		t.Errorf("what was read meanwhile is not remembered: read %d times more, %d sessions in memory", n, g.nodes[0].Stats().Entries)
	}
}
