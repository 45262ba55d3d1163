package bench

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	mrand "math/rand/v2"
	"strconv"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
)

// person is one live session with its socket. One goroutine drives it.
type person struct {
	conn    *client.Conn
	session string
	user    string
	mix     []string
	at      int // in the mix
	n       int // turns taken

	samples []sample
	refused int
	light   int // answered without being durable
}

// sample is one turn as the client saw it: from the words' last byte to the first byte of an answer, and to the reply.
type sample struct {
	turn         string
	seq          int64
	first, reply time.Duration
}

func (c *Config) person(ctx context.Context, user string, i int) (*person, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	begun, err := c.Server.Begin(ctx, client.Begin{Session: newSession(), User: user})
	if err != nil {
		return nil, err
	}
	conn, err := c.Server.Dial(ctx, string(begun.Session), client.Dial{})
	if err != nil {
		return nil, err
	}
	return &person{conn: conn, session: string(begun.Session), user: user, mix: c.Mix, at: i}, nil
}

func (p *person) close() { _ = p.conn.Close() }

func (p *person) reset() { p.samples, p.refused, p.light = nil, 0, 0 }

// turn says the next words and waits for the reply. A turn that is refused is counted; a socket that breaks is an error.
func (p *person) turn(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	s := sample{turn: "b-" + strconv.Itoa(p.n)}
	words := p.mix[(p.at+p.n)%len(p.mix)]
	p.n++
	began := time.Now()
	if err := p.conn.Say(ctx, client.Turn{User: p.user, Text: words, Turn: s.turn}); err != nil {
		return err
	}
	for f, err := range p.conn.Answer(ctx, s.turn) {
		switch {
		case err != nil && f.Trouble != nil:
			p.refused++
			return nil
		case err != nil:
			return err
		}
		if s.first == 0 && (f.Delta == nil || !f.Delta.Hold) {
			s.first = time.Since(began)
		}
		if f.Reply != nil {
			s.reply, s.seq = time.Since(began), int64(f.Reply.Seq)
			if !f.Reply.Durable {
				p.light++
			}
		}
	}
	if s.reply == 0 {
		return evercart.Errorf(evercart.Unavailable, "bench", "a turn ended without a reply")
	}
	p.samples = append(p.samples, s)
	return nil
}

// think waits as a person does: half to one and a half of the time; at first up to the whole, so that all do not speak at
// once. False = ctx ended.
func (p *person) think(ctx context.Context, d time.Duration, first bool) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	wait := d/2 + mrand.N(d)
	if first {
		wait = mrand.N(d)
	}
	select {
	case <-time.After(wait):
		return true
	case <-ctx.Done():
		return false
	}
}

// newSession makes a random UUID of version 4.
func newSession() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}
