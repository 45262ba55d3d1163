package gateway_test

import (
	"context"
	"iter"
	"log/slog"
	"net/http/httptest"
	"testing"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/wire"
)

// BenchmarkSocketTurn is one turn over a socket on loopback with an agent that costs nothing: what the edge itself takes.
func BenchmarkSocketTurn(b *testing.B) {
	d := newDouble()
	s := store{d}
	g, err := gateway.New(gateway.Config{Conversation: still{d}, Catalog: d, Sessions: s, Shoppers: s, Goods: s, Nodes: s, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(g)
	defer server.Close()
	ctx := context.Background()
	c, _, err := websocket.Dial(ctx, server.URL+"/ws/"+adaSession, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = c.CloseNow() }()
	if _, _, err := c.Read(ctx); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := c.Write(ctx, websocket.MessageText, []byte(`{"user_id":"ada","text":"add the silk blouse in size M"}`)); err != nil {
			b.Fatal(err)
		}
		for {
			_, frame, err := c.Read(ctx)
			if err != nil {
				b.Fatal(err)
			}
			if f, err := wire.ReadFromServer(frame); err != nil || f.Reply != nil {
				break
			}
		}
	}
}

// still answers at once and keeps nothing.
type still struct{ *double }

func (still) Attach(_ context.Context, a evercart.Attach) (evercart.State, error) {
	return evercart.State{Session: a.Session, Seq: 1}, nil
}

func (still) Follow(context.Context, evercart.SessionID, evercart.Seq) iter.Seq2[evercart.Event, error] {
	return func(func(evercart.Event, error) bool) {}
}

func (still) Take(_ context.Context, u evercart.Utterance) iter.Seq2[evercart.Spoken, error] {
	return func(yield func(evercart.Spoken, error) bool) {
		if yield(evercart.Spoken{Turn: u.Turn, Text: "I added one silk blouse."}, nil) {
			yield(evercart.Spoken{Turn: u.Turn, Reply: &evercart.Reply{Turn: u.Turn, Text: "I added one silk blouse.", How: evercart.Done, Seq: 4, Durable: true}}, nil)
		}
	}
}
