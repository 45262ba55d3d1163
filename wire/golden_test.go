package wire_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

var update = flag.Bool("update", false, "write the golden files anew")

func state() evercart.State {
	blouse := evercart.Line{No: 1, SKU: "BLS-IVR-M", Product: "silk-blouse", Title: "Silk Blouse <new>", Image: "/images/silk-blouse.svg", Quantity: 1,
		Options: []evercart.Option{{Name: "size", Value: "M"}, {Name: "color", Value: "ivory"}}, UnitPrice: 8950, Total: 8950, Said: 8950, Kept: true}
	gone := evercart.Line{No: 2, SKU: "SCF-RED", Title: "Red Scarf", Quantity: 2, UnitPrice: 1000, Total: 2000, Unavailable: true}
	return evercart.State{
		Shop: "default", Session: "6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11", Subject: "s1", Life: "l1", Seq: 12, Locale: "en-US",
		Cart: evercart.Cart{Version: 3, Currency: "USD", Next: 4, Lines: []evercart.Line{blouse, gone},
			Saved:  []evercart.Line{{No: 3, SKU: "SHO-42", Title: "Shoes", Quantity: 1, UnitPrice: 12000, Total: 12000}},
			Totals: evercart.Totals{Subtotal: 8950, Total: 8950}},
		Focus: []evercart.SKU{"SHO-42"}, Intent: "browse",
		Question: &evercart.Question{Kind: "variant", Choices: []evercart.SKU{"A", "B"}, Options: []string{"ivory", "black"}, Turn: "t-3"},
		Active:   &evercart.Claim{Turn: "t-4", No: 11},
		Personal: evercart.StatePersonal{Context: map[string]evercart.Personal{"shoe size": "nine"}},
	}
}

func turns() []evercart.TurnView {
	cut := evercart.Personal("I added the")
	return []evercart.TurnView{
		{Turn: "t-3", Opened: 5, Closed: 9, At: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), Said: "add the silk blouse", Reply: "I added **it**.",
			Spoken: "I added it.", Heard: &cut, How: evercart.Interrupted, Brain: "rules", Calls: []evercart.CallMark{{ID: "1.1", Tool: "add_to_cart"}}},
		{Turn: "t-4", What: evercart.SayGreeting, Opened: 11, At: time.Date(2026, 1, 31, 12, 0, 9, 0, time.UTC)},
	}
}

func event() evercart.Event {
	f := &evercart.TurnOpened{Node: "n1", Channel: "ws", MAC: []byte("stays inside")}
	f.Personal.Words = "add the silk blouse"
	return evercart.Event{Session: "6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11", Seq: 5, At: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), Turn: "t-3",
		Actor: "shopper", Write: "w", Fact: f}
}

// TestGolden holds the JSON of the outside still. A difference here is a difference for every client.
func TestGolden(t *testing.T) {
	t.Parallel()
	st := state()
	reply := wire.ReplyOf(st.Session, evercart.Reply{Turn: "t-3", Text: "I added it.", Display: "I added **it**.", How: evercart.Done, Seq: 12,
		Cart: st.Cart, Shown: []evercart.SKU{"BLS-IVR-M"}, Durable: true})
	stock := evercart.Errorf(evercart.OutOfStock, "cart.add", "fewer are left than wanted").With(slog.String("sku", "SCF-RED"), slog.Int("have", 1), slog.Int("want", 2))
	busy := &evercart.Error{Code: evercart.Busy, Op: "x", Message: "another turn runs", RetryAfter: 1500 * time.Millisecond}
	inside := &evercart.Error{Code: evercart.Internal, Op: "x", Message: "stays inside", Err: os.ErrClosed}
	ev, err := wire.EventOf(event())
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]any{
		"ready":         wire.Ready{Type: wire.TypeReady, Session: st.Session, Seq: st.Seq, State: wire.SessionOf(st, turns()), Shop: wire.ShopOf(evercart.DefaultShop())},
		"ready-empty":   wire.Ready{Type: wire.TypeReady, Session: st.Session, State: wire.SessionOf(evercart.State{Session: st.Session, Cart: evercart.Cart{Currency: "USD"}}, nil)},
		"delta":         wire.Delta{Type: wire.TypeDelta, Turn: "t-3", Text: "One moment.", Hold: true},
		"reply":         reply,
		"error":         wire.TroubleOf(busy, "t-3", "Busy", ""),
		"error-inside":  wire.TroubleOf(inside, "", "Something went wrong inside", "abc"),
		"problem":       wire.ProblemOf(stock, 409, "Fewer are left than wanted", ""),
		"problem-inner": wire.ProblemOf(inside, 500, "Something went wrong inside", "abc"),
		"event":         ev,
		"pong":          wire.Pong{Type: wire.TypePong},
		"receipt":       wire.ReceiptOf(evercart.Receipt{ID: "r1", At: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC), Done: true}),
	} {
		got, err := wire.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, got, "", "  "); err != nil {
			t.Fatal(err)
		}
		pretty.WriteByte('\n')
		path := filepath.Join("testdata", name+".json")
		if *update {
			if err := os.WriteFile(path, pretty.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), pretty.String()); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestClientsReadWhatServersWrite(t *testing.T) {
	t.Parallel()
	st := state()
	for _, v := range []any{
		wire.Ready{Type: wire.TypeReady, Session: st.Session, Seq: st.Seq, State: wire.SessionOf(st, turns())},
		wire.Delta{Type: wire.TypeDelta, Turn: "t", Text: "a"},
		wire.ReplyOf(st.Session, evercart.Reply{Turn: "t", Text: "a", Cart: st.Cart}),
		wire.State{Type: wire.TypeState, Session: st.Session, Seq: 3, State: wire.SessionOf(st, nil)},
		wire.Trouble{Type: wire.TypeError, Code: evercart.Busy, Message: "m", Turn: "t"},
	} {
		b, err := wire.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		f, err := wire.ReadFromServer(b)
		if err != nil {
			t.Fatal(err)
		}
		var again any
		switch f.Type {
		case wire.TypeReady:
			again = *f.Ready
		case wire.TypeDelta:
			again = *f.Delta
		case wire.TypeReply:
			again = *f.Reply
		case wire.TypeState:
			again = *f.State
		case wire.TypeError:
			again = *f.Trouble
		}
		if d := cmp.Diff(v, again); d != "" {
			t.Errorf("%T (-written +read):\n%s", v, d)
		}
	}
	if f, err := wire.ReadFromServer([]byte(`{"type":"of a newer server"}`)); err != nil || f.Type != "of a newer server" {
		t.Errorf("an unknown frame: %+v, %v", f, err)
	}
	if _, err := wire.ReadFromServer([]byte(`{"type":"reply","seq":"x"}`)); evercart.CodeOf(err) != evercart.Invalid {
		t.Errorf("a broken frame: %v", err)
	}
}

func TestPatch(t *testing.T) {
	t.Parallel()
	before := evercart.Product{Title: "A", Variants: []evercart.Variant{{SKU: "X", Price: 1, Stock: 5, Active: true}, {SKU: "Y", Price: 2}}}
	p, err := wire.ReadPatch([]byte(`{"price":7,"stock":null,"active":false,"text":"t"}`))
	if err != nil {
		t.Fatal(err)
	}
	after, err := p.Apply(before, " x ")
	want := evercart.Product{Title: "A", Text: "t", Variants: []evercart.Variant{{SKU: "X", Price: 7, Stock: evercart.Uncounted}, {SKU: "Y", Price: 2}}}
	if err != nil || !cmp.Equal(after, want) {
		t.Errorf("%+v, %v", after, err)
	}
	if before.Variants[0].Price != 1 {
		t.Error("the product before was changed")
	}
	if _, err := p.Apply(before, "Z"); evercart.CodeOf(err) != evercart.NotFound {
		t.Errorf("another sku: %v", err)
	}
}

func BenchmarkReply(b *testing.B) {
	st := state()
	r := evercart.Reply{Turn: "t-3", Text: "I added one silk blouse in ivory, size M.", How: evercart.Done, Seq: 12, Cart: st.Cart, Durable: true}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wire.Marshal(wire.ReplyOf(st.Session, r)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadFrame(b *testing.B) {
	frame := []byte(`{"user_id":"u1","text":"add the silk blouse in size M","turn_id":"t-1"}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := wire.ReadFrame(frame); err != nil {
			b.Fatal(err)
		}
	}
}
