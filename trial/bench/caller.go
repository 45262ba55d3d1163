package bench

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
)

// caller is a person in a talk with a model behind it.
type caller struct {
	*person
	no    int
	turns []talkTurn
}

// talkTurn is one turn as the client heard it.
type talkTurn struct {
	name    string
	event   int           // of the model's last answer that ends the first sentence
	tool    bool          // one was called
	broken  time.Duration // to the first text, a filler or not
	first   time.Duration // to the first text of the reply
	reply   time.Duration
	fillers []string
	order   bool // the pieces, joined, are the reply
	in      int64
}

// words are what is said next.
func (c *caller) words() (say, reply string, tool bool) {
	switch c.n % 4 {
	case 1:
		return addWords, addedReply, true
	case 3:
		return removeWords, removedReply, true
	}
	return plainWords, plainReply, false
}

// warm lets the session take a whole round: its first turns make rows that later ones do not.
func (c *caller) warm(ctx context.Context) error {
	for range 4 {
		if err := c.turn(ctx); err != nil {
			return err
		}
	}
	c.turns, c.refused, c.light = nil, 0, 0
	return nil
}

func (c *caller) talk(ctx context.Context, end time.Time, think time.Duration) error {
	if !c.think(ctx, think, true) {
		return ctx.Err()
	}
	for time.Now().Before(end) {
		if err := c.turn(ctx); err != nil {
			return err
		}
		if !c.think(ctx, think, false) {
			return ctx.Err()
		}
	}
	return nil
}

// turn says the next words and waits for the reply. A turn that is refused is counted; a socket that breaks is an error.
func (c *caller) turn(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	say, reply, tool := c.words()
	t := talkTurn{name: fmt.Sprintf("%s-%s", letters(c.no), letters(c.n)), event: sentence(reply), tool: tool}
	id := evercart.TurnID(fmt.Sprintf("t-%d", c.n))
	c.n++
	began := time.Now()
	if err := c.conn.Say(ctx, client.Turn{User: c.user, Text: say + nameMark + t.name + ".", Turn: string(id)}); err != nil {
		return err
	}
	var said []string
	for f, err := range c.conn.Answer(ctx, string(id)) {
		switch {
		case err != nil && f.Trouble != nil:
			c.refused++
			return nil
		case err != nil:
			return err
		case f.Delta != nil:
			if t.broken == 0 {
				t.broken = time.Since(began)
			}
			if f.Delta.Hold {
				t.fillers = append(t.fillers, f.Delta.Text)
				break
			}
			if said = append(said, f.Delta.Text); t.first == 0 {
				t.first = time.Since(began)
			}
		case f.Reply != nil:
			t.reply, t.in = time.Since(began), f.Reply.Usage.In
			t.order = strings.Join(said, " ") == f.Reply.Reply
			if !f.Reply.Durable {
				c.light++
			}
		}
	}
	if t.reply == 0 {
		return evercart.Errorf(evercart.Unavailable, "bench", "a turn ended without a reply")
	}
	c.turns = append(c.turns, t)
	return nil
}

// letters is a number in letters: digits in words would be numbers to who reads them.
func letters(n int) string {
	out := ""
	for {
		out = string(rune('a'+n%26)) + out
		if n = n/26 - 1; n < 0 {
			return out
		}
	}
}
