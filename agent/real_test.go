package agent_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/hot"
	"github.com/evercart/evercart/keys"
	"github.com/evercart/evercart/rules"
	"github.com/evercart/evercart/shop"
	"github.com/evercart/evercart/sqlite"
)

// house is the whole of one node, but its edges.
type house struct {
	agent *agent.Agent
	ctx   context.Context
	close func()
}

func build(tb testing.TB, dir string) *house {
	tb.Helper()
	h := &house{ctx: evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleOperator})}
	must := func(err error) {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
	}
	ring, err := keys.Open(h.ctx, filepath.Join(dir, "keys.db"), make([]byte, 32))
	must(err)
	store, err := sqlite.Open(h.ctx, sqlite.Config{Path: filepath.Join(dir, "data.db"), Keys: ring})
	must(err)
	goods := catalog.NewIndex()
	n := int64(0)
	for p, err := range catalog.Sample() {
		must(err)
		n++
		goods.Apply(evercart.Stocked{Product: p, Version: n})
	}
	rulebook := evercart.DefaultShop()
	h.agent, err = agent.New(agent.Config{Store: hot.New(store, hot.Config{}), Keys: ring, Catalog: goods, Shop: rulebook, Tools: shop.Tools(goods, rulebook),
		Brains: []evercart.Brain{rules.New(rules.Config{Catalog: goods, Shop: rulebook})}, Node: evercart.NodeID(fmt.Sprint("n", time.Now().UnixNano()))})
	must(err)
	must(h.agent.Start(h.ctx))
	h.close = func() {
		must(h.agent.Stop(h.ctx))
		must(store.Close())
		must(ring.Close())
	}
	return h
}

// The whole node: what was agreed on is there after it was opened again.
func TestReopened(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := build(t, dir)
	if _, err := h.agent.Attach(h.ctx, evercart.Attach{Session: session, Begin: true}); err != nil {
		t.Fatal(err)
	}
	said := take(h.ctx, h.agent, evercart.Utterance{Session: session, Turn: "t-1", Text: "Add the silk blouse in size M in ivory"})
	if said.err != nil || len(said.reply.Cart.Lines) != 1 {
		t.Fatalf("%+v, %v", said.reply, said.err)
	}
	t.Log(said.text())
	h.close()
	h = build(t, dir)
	defer h.close()
	s, err := h.agent.View(h.ctx, session)
	if err != nil || len(s.Cart.Lines) != 1 || s.Cart.Lines[0].Quantity != 1 {
		t.Errorf("after it was opened again: %+v, %v", s.Cart, err)
	}
	again := take(h.ctx, h.agent, evercart.Utterance{Session: session, Turn: "t-1", Text: "Add the silk blouse in size M in ivory"})
	if again.err != nil || again.text() != said.text() || len(again.reply.Cart.Lines) != 1 || again.reply.Cart.Lines[0].Quantity != 1 {
		t.Errorf("the repeat: %+v, %v", again.reply, again.err)
	}
}

// BenchmarkTurn is one turn of a whole node without its edges, flushed to disk.
func BenchmarkTurn(b *testing.B) {
	h := build(b, b.TempDir())
	defer h.close()
	if _, err := h.agent.Attach(h.ctx, evercart.Attach{Session: session, Begin: true}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if got := take(h.ctx, h.agent, evercart.Utterance{Session: session, Text: "what is in my cart?"}); got.err != nil {
			b.Fatal(got.err)
		}
	}
}
