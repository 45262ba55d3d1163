package test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// calling is a call to which things happen, and the session in which it is held.
type calling struct {
	*phone
	id string
}

func (c *calling) session() string { return c.id }

// hello is answered; what was still on its way of an earlier answer, and fillers, come before that.
func (c *calling) hello() string {
	c.t.Helper()
	c.say("hello")
	for {
		if reply := strings.TrimSpace(c.listen()); strings.HasSuffix(reply, "Hello.") {
			return "Hello."
		}
	}
}

// reattach connects again after the server was killed. Where the turn that was killed goes on meanwhile, its words may come first.
func (c *calling) reattach() {
	c.t.Helper()
	_ = c.conn.CloseNow()
	c.again()
}

// cutOff says something, lets its fate come at a random place, and holds the log against what was played.
func (c *calling) cutOff(random *rand.Rand, words string, how fate) {
	c.t.Helper()
	c.say(words)
	said, over := "", false
	for n := random.IntN(5); n > 0 && !over; n-- {
		f, err := c.next()
		if err != nil || f.Type != "text" {
			c.t.Fatalf("%s: %+v %v", words, f, err)
		}
		said, over = said+f.Token, f.Last
	}
	time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond) // a random place, not a wait for anything
	switch how {
	case spoken, guessed:
		list := strings.Fields(said)
		played := strings.Join(list[:random.IntN(len(list)+1)], " ")
		if how == guessed {
			played = ""
		}
		if played != "" {
			c.send(map[string]any{"type": "info", "name": "tokensPlayed", "value": played})
		}
		c.send(map[string]any{"type": "interrupt", "utteranceUntilInterrupt": played, "durationUntilInterruptMs": 684})
		c.held = nil
		until(c.t, fmt.Sprintf("what was heard of the answer to %q is %q of %q", words, played, said), func() bool { return c.agrees(words, played) })
	case dropped:
		_ = c.conn.CloseNow()
		c.again()
	case killed:
		c.s.restart()
	default:
		for !over {
			f, err := c.next()
			if err != nil || f.Type != "text" {
				c.t.Fatalf("%s: %+v %v", words, f, err)
			}
			said, over = said+f.Token, f.Last
		}
		c.held = clauses(said)
		c.play(len(c.held))
	}
}

// agrees says that the log has as heard what was played of the reply. What was played before its first word is a filler.
func (c *calling) agrees(words, played string) bool {
	for _, v := range c.s.session(c.id).Turns {
		if v.Said != words || v.Closed == 0 {
			continue
		}
		all, part := strings.Fields(v.whole()), strings.Fields(played)
		n := min(len(all), len(part))
		for n > 0 && strings.Join(all[:n], " ") != strings.Join(part[len(part)-n:], " ") {
			n--
		}
		if v.Heard == nil { // all of it, as far as is known
			return n == len(all)
		}
		return *v.Heard == strings.Join(all[:n], " ")
	}
	return c.unbegun(words) && played == ""
}

// unbegun says that words are nowhere in the transcript: they were spoken over before they counted.
func (c *calling) unbegun(words string) bool {
	for _, v := range c.s.transcript(c.id) {
		if v.Said == words {
			return false
		}
	}
	return true
}

// ids are the sessions that there are.
func (s *server) ids() map[string]bool {
	s.t.Helper()
	var v struct {
		Sessions []struct {
			ID string `json:"session_id"`
		} `json:"sessions"`
	}
	if code := s.call("GET", "/v1/sessions?limit=200", nil, &v); code != 200 {
		s.t.Fatalf("sessions: %d", code)
	}
	out := map[string]bool{}
	for _, one := range v.Sessions {
		out[one.ID] = true
	}
	return out
}

// newest is the session that was not there before.
func (s *server) newest(before map[string]bool) string {
	s.t.Helper()
	for id := range s.ids() {
		if !before[id] {
			return id
		}
	}
	s.t.Fatal("no session has begun")
	return ""
}
