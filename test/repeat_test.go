package test

import (
	"testing"
)

// On our own protocol: the same turn twice, one after the other, at once, after a restart, with other words.
func TestTurnSentTwice(t *testing.T) {
	t.Parallel()
	s := start(t, config{})

	t.Run("after it was answered", func(t *testing.T) {
		c := s.open(uuid(), "u-ada")
		first, err := c.try("add one scarf", "E1")
		if err != nil {
			t.Fatal(err)
		}
		again, err := c.try("add one scarf", "E1")
		if err != nil || again.Reply != first.Reply || again.Seq != first.Seq || !again.Cart.is("SCF-RED 1") {
			t.Fatalf("%+v\n%+v %v", first.frame, again.frame, err)
		}
		if a, err := c.try("add one scarf", "E2"); err != nil || !a.Cart.is("SCF-RED 2") {
			t.Fatalf("a new wish with the same words: %+v %v", a.frame, err)
		}
		s.wantTurns(t, c.id, 2)
	})

	t.Run("both at once, on two sockets", func(t *testing.T) {
		id := uuid()
		a, b := s.open(id, "u-ben"), s.open(id, "u-ben")
		replies := make(chan answer, 2)
		for _, c := range []*talk{a, b} {
			go func() {
				r, err := c.try("add one scarf", "E1")
				if err != nil {
					t.Error(err)
				}
				replies <- r
			}()
		}
		x, y := <-replies, <-replies
		if x.Type != "reply" || x.Reply != y.Reply || !s.session(id).Cart.is("SCF-RED 1") {
			t.Fatalf("%+v\n%+v", x.frame, y.frame)
		}
		s.wantTurns(t, id, 1)
	})

	t.Run("by webhook", func(t *testing.T) {
		id := uuid()
		body := map[string]any{"session_id": id, "user_id": "u-eli", "text": "add one scarf", "turn_id": "E1"}
		var first, again frame
		if code := s.call("POST", "/webhook", body, &first); code != 200 {
			t.Fatalf("%d %+v", code, first)
		}
		if code := s.call("POST", "/webhook", body, &again); code != 200 || again.Reply != first.Reply || !again.Cart.is("SCF-RED 1") {
			t.Fatalf("%d %+v", code, again)
		}
		s.wantTurns(t, id, 1)
	})

	t.Run("other words", func(t *testing.T) {
		c := s.open(uuid(), "u-dee")
		if _, err := c.try("add one scarf", "E1"); err != nil {
			t.Fatal(err)
		}
		a, err := c.try("add one candle", "E1")
		if err != nil || a.Type != "error" || a.Code != "turn_mismatch" {
			t.Fatalf("%+v %v", a.frame, err)
		}
		if !s.session(c.id).Cart.is("SCF-RED 1") {
			t.Fatal("the other words did something")
		}
	})

	t.Run("after a restart", func(t *testing.T) {
		own := start(t, config{})
		c := own.open(uuid(), "u-fay")
		first, err := c.try("add one scarf", "E1")
		if err != nil {
			t.Fatal(err)
		}
		own.restart()
		if err := c.connect(); err != nil {
			t.Fatal(err)
		}
		again, err := c.try("add one scarf", "E1")
		if err != nil || again.Reply != first.Reply || !again.Cart.is("SCF-RED 1") {
			t.Fatalf("%+v %v", again.frame, err)
		}
		own.wantTurns(t, c.id, 1)
	})
}

func (s *server) wantTurns(t *testing.T, id string, n int) {
	t.Helper()
	if got := s.transcript(id); len(got) != n {
		t.Errorf("%d turns in the transcript, not %d: %+v", len(got), n, got)
	}
}
