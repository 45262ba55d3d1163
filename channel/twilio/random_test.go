package twilio_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// caller is a phone that keeps what reached its ear, turn by turn.
type caller struct {
	*phone
	rng    *rand.Rand
	n      int      // calls
	ear    []string // what was heard of each turn; as sent, where all of it was
	action string
}

// some plays the first words of an answer, in fragments as they come, and gives what was heard of it beyond the excuse.
func (c *caller) some(said string, most int) (heard, last string) {
	words := strings.Fields(said)
	n := min(c.rng.IntN(len(words)), most)
	for at := 0; at < n; {
		step := min(n-at, 3+c.rng.IntN(6))
		last = strings.Join(words[at:at+step], " ")
		c.played(last)
		at += step
	}
	return strings.Join(words[:n], " "), last
}

// interrupt speaks over an answer.
func (c *caller) interrupt(said string) string {
	heard, last := c.some(said, 1<<20)
	c.say("interrupt", "utteranceUntilInterrupt", last, "durationUntilInterruptMs", c.rng.IntN(9000))
	return heard
}

// drop loses the socket in the middle of an answer, and comes back; the answer comes again.
func (c *caller) drop(b *bench, said string) {
	heard, _ := c.some(said, len(strings.Fields(said))-1)
	if err := c.conn.Ping(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	_ = c.conn.CloseNow()
	b.eventually(func() error {
		if v := b.last(c.n); v.Heard == nil || v.Heard.Reveal() != heard {
			return fmt.Errorf("recorded %+v, not %q", v.Heard, heard)
		}
		return nil
	})
	a := b.answer(c.action, call(c.n, "CallStatus", "in-progress", "SessionStatus", "failed", "SessionDuration", "30"))
	c.phone, c.action = b.connect(c.n, a), a.Connect.Action
	const excuse = "Sorry, I was cut off there."
	again := c.answer()
	if again != excuse+" "+said {
		b.t.Fatalf("%q, then %q", said, again)
	}
	if c.rng.IntN(2) == 0 {
		c.played(again)
		c.ear = append(c.ear, said)
		return
	}
	over := c.interrupt(again)
	c.ear = append(c.ear, strings.TrimSpace(strings.TrimPrefix(over, excuse[:min(len(over), len(excuse))])))
}

// Calls in which answers are heard to their end, spoken over anywhere, or lost with the socket anywhere: every next turn works,
// and what is remembered is what reached the ear.
func TestRandomCalls(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	const turns = 25
	calls := 12
	if os.Getenv("EVERCART_TEST_SOAK") == "1" {
		calls = 60
	}
	for n := 1; n <= calls; n++ {
		a := b.answer(public+"/channels/twilio/voice", call(n))
		c := &caller{phone: b.connect(n, a), rng: rand.New(rand.NewPCG(uint64(n), 7)), n: n, action: a.Connect.Action}
		hello := c.answer()
		c.played(hello)
		c.ear = append(c.ear, hello)
		for i := range turns {
			c.prompt(fmt.Sprintf("these words, number %d", i))
			said := c.answer()
			if !strings.HasSuffix(said, all) || strings.HasPrefix(said, "Sorry") {
				t.Fatalf("call %d, turn %d: %q", n, i, said)
			}
			switch c.rng.IntN(4) {
			case 0, 1:
				c.ear = append(c.ear, c.interrupt(said))
			case 2:
				c.drop(b, said)
			default:
				c.played(said)
				c.ear = append(c.ear, said)
			}
		}
		_ = c.conn.Close(websocket.StatusNormalClosure, "Closing websocket session")
		b.eventually(func() error { return sameEar(b, n, c.ear) })
	}
}

// sameEar holds what is remembered of a call against what its caller heard.
func sameEar(b *bench, n int, ear []string) error {
	list := b.turns(n)
	if len(list) != len(ear) {
		return fmt.Errorf("call %d: %d turns, not %d", n, len(list), len(ear))
	}
	for i, v := range list {
		got := v.Spoken.Reveal()
		if v.Heard != nil {
			got = v.Heard.Reveal()
		}
		if got != ear[i] {
			return fmt.Errorf("call %d, turn %d: remembered %q, heard %q", n, i, got, ear[i])
		}
	}
	return nil
}
