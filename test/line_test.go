package test

import (
	"fmt"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// candle is a model that puts the candle in the cart and then takes its time to tell.
func candle(t *testing.T, hold string) *model {
	return startModel(t,
		calls("candle", call("add_to_cart", map[string]any{"sku": "CND-CAF", "quantity": 1})),
		rule{"when": map[string]any{"says": "candle", "step": 1}, "answer": map[string]any{"hold": hold, "hold_at": 2,
			"pieces": []string{"The candle is in your cart. ", "It burns for forty hours. ", "It smells of coffee."}}},
		rule{"answer": map[string]any{"text": "Hello."}})
}

// The line drops in the middle of a reply; the turn goes on, and the reply can be had after reconnecting.
func TestLineDrops(t *testing.T) {
	t.Parallel()
	for _, brain := range []string{"openai", "anthropic"} {
		t.Run(brain, func(t *testing.T) {
			t.Parallel()
			lineDrops(t, brain)
		})
	}
}

func lineDrops(t *testing.T, brain string) {
	m := candle(t, "tell")
	s := start(t, m.with(brain))
	c := s.open(uuid(), "u-ada")
	if err := c.send(map[string]any{"user_id": "u-ada", "text": "add the candle and tell me about it", "turn_id": "t-1"}); err != nil {
		t.Fatal(err)
	}
	m.awaitHeld("tell")
	_ = c.conn.CloseNow()
	m.release("tell")
	if err := c.connect(); err != nil {
		t.Fatal(err)
	}
	if err := c.send(map[string]any{"type": "resume", "seq": 0}); err != nil {
		t.Fatal(err)
	}
	a, err := c.await("t-1")
	if err != nil || a.Type != "reply" || a.Reply != "The candle is in your cart. It burns for forty hours. It smells of coffee." || !a.Cart.is("CND-CAF 1") {
		t.Fatalf("%+v %v", a.frame, err)
	}
	s.wantTurns(t, c.id, 1)
	m.wantNo400()
}

// Stopped in the middle of a reply, the server lets the turn end or marks it, closes with "going away", and a
// new process knows it.
func TestStoppedInTheReply(t *testing.T) {
	t.Parallel()
	for _, brain := range []string{"openai", "anthropic"} {
		t.Run(brain, func(t *testing.T) {
			t.Parallel()
			stoppedInTheReply(t, brain)
		})
	}
}

func stoppedInTheReply(t *testing.T, brain string) {
	m := candle(t, "tell")
	conf := m.with(brain)
	conf.args = append(conf.args, "--drain", "3s")
	s := start(t, conf)
	c := s.open(uuid(), "u-ada")
	if err := c.send(map[string]any{"user_id": "u-ada", "text": "add the candle and tell me about it", "turn_id": "t-1"}); err != nil {
		t.Fatal(err)
	}
	m.awaitHeld("tell")
	ended := make(chan error, 1)
	go func() { ended <- s.stop() }()
	var closed error
	for closed == nil {
		_, closed = c.read(time.Minute)
	}
	if websocket.CloseStatus(closed) != websocket.StatusGoingAway {
		t.Errorf("closed with %v", closed)
	}
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
	m.release("tell")
	s.run()
	v := s.session(c.id)
	if !v.Cart.is("CND-CAF 1") || len(v.Turns) != 1 || v.Turns[0].Reply == "" {
		t.Fatalf("%s %+v", v.Cart, v.Turns)
	}
	if err := c.connect(); err != nil {
		t.Fatal(err)
	}
	if a := c.say("hello"); !a.Cart.is("CND-CAF 1") {
		t.Errorf("%+v", a.frame)
	}
	m.wantNo400()
}

// The finished reply is in the transcript on the first read, however soon it comes.
func TestReplyIsInTheTranscript(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(uuid(), "u-ada")
	for i := range 20 {
		a := c.say("how much is the candle")
		if turns := s.transcript(c.id); len(turns) != i+1 || turns[i].Reply != a.Reply {
			t.Fatalf("read %d: %+v", i, turns)
		}
	}
}

// A second device sees what the first one did, and what it missed while it was away.
func TestTheOtherDeviceSees(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	id := uuid()
	a, b := s.open(id, "u-ada"), s.open(id, "u-ada")
	a.say("add a scarf")
	for deadline := time.Now().Add(time.Minute); ; {
		f, err := b.read(time.Until(deadline))
		if err != nil {
			t.Fatalf("no state with the scarf: %v", err)
		}
		if f.Type == "state" && f.holds("SCF-RED") {
			break
		}
	}
	seen := s.session(id).Seq
	_ = b.conn.CloseNow()
	missed := a.say("add the candle")
	if err := b.connect(); err != nil {
		t.Fatal(err)
	}
	if err := b.send(fmt.Sprintf(`{"type":"resume","seq":%d}`, seen)); err != nil {
		t.Fatal(err)
	}
	for {
		f, err := b.read(time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if f.Type == "reply" {
			if f.Reply != missed.Reply || f.TurnID != missed.TurnID {
				t.Errorf("missed %q, got %q", missed.Reply, f.Reply)
			}
			return
		}
	}
}

// holds says that the state in the frame names a SKU.
func (f frame) holds(sku string) bool { return containsBytes(f.State, sku) || f.Cart.holds(sku) }

func (c cart) holds(sku string) bool {
	for _, l := range c.Lines {
		if l.SKU == sku {
			return true
		}
	}
	return false
}
