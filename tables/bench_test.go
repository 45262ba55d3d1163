package tables_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/keys"
	"github.com/evercart/evercart/tables"
)

// BenchmarkEncode is what a turn of the offline brain that adds one thing costs before it goes to the store, and what reading it costs.
func BenchmarkEncode(b *testing.B) {
	ctx := context.Background()
	ring, err := keys.Open(ctx, filepath.Join(b.TempDir(), "keys.db"), make([]byte, 32))
	if err != nil {
		b.Fatal(err)
	}
	defer ring.Close() //nolint:errcheck // of a test
	if err := ring.Begin(ctx, "life"); err != nil {
		b.Fatal(err)
	}
	turn := aTurn()
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := tables.Encode(ctx, ring, "life", turn); err != nil {
				b.Fatal(err)
			}
		}
	})
	records, _, err := tables.Encode(ctx, ring, "life", turn)
	if err != nil {
		b.Fatal(err)
	}
	size := 0
	for _, r := range records {
		size += len(r.Sealed)
	}
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, r := range records {
				if _, err := tables.Decode(ctx, ring, "life", r, false); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(size), "sealed-bytes")
	})
}

// aTurn is the events of such a turn.
func aTurn() []evercart.Event {
	line := evercart.Line{No: 3, SKU: "SOC-MER-3PK", Product: "socks-merino", Title: "Merino Socks, Pack of Three", Quantity: 1, UnitPrice: 2900, Total: 2900,
		Options: []evercart.Option{{Name: "color", Value: "grey"}, {Name: "size", Value: "M"}}}
	opened := &evercart.TurnOpened{Node: "n-7f3a", Channel: "ws", MAC: make([]byte, 32)}
	opened.Personal.Words = "add one pack of socks"
	step := &evercart.StepThought{Calls: []evercart.CallMark{{ID: "1.1", Tool: "add_to_cart"}}}
	step.Personal.Step = evercart.Step{Brain: "rules", Calls: []evercart.ToolCall{{ID: "1.1", Tool: "add_to_cart", Args: evercart.PersonalJSON(`{"sku":"SOC-MER-3PK","quantity":1}`)}}}
	done := &evercart.CallDone{Call: evercart.CallMark{ID: "1.1", Tool: "add_to_cart"}}
	done.Personal.Result = evercart.Result{Call: "1.1", Say: "One pack of merino socks is in. Your cart is twenty-nine dollars.", Shown: []evercart.SKU{"SOC-MER-3PK"},
		Data: evercart.PersonalJSON(`{"added":{"sku":"SOC-MER-3PK","name":"Merino Socks, Pack of Three","quantity":1,"each":"29.00 USD"},"total":"29.00 USD"}`)}
	closed := &evercart.TurnClosed{How: evercart.Done, Brain: "rules", Prompt: "6f1c1b6e3b0e4c43", Stages: map[string]int64{"wait": 12, "read": 8, "think": 820, "tools": 61, "total": 1002},
		Shown: []evercart.SKU{"SOC-MER-3PK"}, Cart: 3}
	closed.Personal.Generated = "One pack of merino socks is in. Your cart is twenty-nine dollars."
	closed.Personal.Played = closed.Personal.Generated
	facts := []evercart.Fact{opened, step,
		&evercart.CartChanged{Command: evercart.Command{Verb: evercart.Add, SKU: "SOC-MER-3PK", Quantity: 1}, Lines: []evercart.Line{line}, Totals: evercart.Totals{Subtotal: 2900, Total: 2900}, Version: 3},
		&evercart.FocusSet{SKUs: []evercart.SKU{"SOC-MER-3PK"}}, done, closed}
	events := make([]evercart.Event, len(facts))
	for i, f := range facts {
		events[i] = evercart.Event{Session: "6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11", Seq: evercart.Seq(100 + i), At: time.UnixMilli(1_700_000_000_000).UTC(), Turn: "t-1", Write: "w-1", Actor: "agent", Fact: f}
	}
	return events
}
