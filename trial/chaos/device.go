package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/wire"
)

// cart is how many there are of each of the goods.
type cart [len(goods)]int

func cartOf(c wire.Cart) cart {
	var out cart
	for _, l := range c.Lines {
		for i, g := range goods {
			if l.SKU == g.sku {
				out[i] += l.Quantity
			}
		}
	}
	return out
}

// outcome is what somebody was told of their words.
type outcome int

const (
	untold outcome = iota // nothing, for as long as they asked
	done                  // done, and saved
	sorry                 // that it was not, or not wholly, done
)

// op is one thing said, or one look at the cart, as the device saw it.
type op struct {
	act
	turn     evercart.TurnID // "" = a look without words
	call, at time.Duration   // first said; told
	tries    []try           // the last one is that which was answered
	steps    []step          // all that was tried, for who waited long
	end      outcome
	cart     cart // as it was told
}

// try is one sending of the same words.
type try struct {
	life
	from, to time.Duration
}

// note keeps what was tried for these words, as far as somebody will read it.
func (o *op) note(s step) {
	if len(o.steps) < maxTried {
		o.steps = append(o.steps, s)
	}
}

// person is a shopper, with one session.
type person struct {
	no      int
	user    string
	session string
	devices []*device
}

// device talks in a session. One goroutine drives it.
type device struct {
	w    *world
	p    *person
	no   int
	rng  *rand.Rand
	node int // it talks to, or tries next
	conn *client.Conn
	life life // behind conn
	seen cart
	seq  int64 // it has seen of the session: who comes back asks for what came since

	ops   []*op
	again []time.Duration // from dialling to being back, after a connection broke
	told  map[evercart.Code]int
	broke bool // the last connection did, or could not be made
}

const (
	answerIn  = 5 * time.Second       // then the words are said again elsewhere
	dialIn    = 5 * time.Second       // likewise
	againIn   = 60 * time.Millisecond // after which they are said again, the first time; it doubles
	againMost = time.Second
	stays     = 12               // turns at one node, on average: then the next one, as balanced callers do
	patience  = 90 * time.Second // after which somebody gives up
)

// people opens the sessions, before anything strikes.
func (w *world) people(ctx context.Context) ([]*person, error) {
	out, errs := make([]*person, w.c.Sessions), make([]error, w.c.Sessions)
	gate := make(chan struct{}, 8)
	var all sync.WaitGroup
	for i := range out {
		all.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			out[i], errs[i] = w.person(ctx, i)
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("opening sessions: %w", err)
		}
	}
	return out, nil
}

func (w *world) person(ctx context.Context, i int) (*person, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	p := &person{no: i, user: fmt.Sprintf("chaos-%s-%d", w.run, i)}
	begun, err := w.nodes[i%len(w.nodes)].inside.Begin(ctx, client.Begin{User: p.user})
	if err != nil {
		return nil, err
	}
	p.session = string(begun.Session)
	devices := 1
	if i%3 == 0 {
		devices = 2
	}
	for no := range devices {
		p.devices = append(p.devices, &device{w: w, p: p, no: no, node: (i + no) % len(w.nodes), told: map[evercart.Code]int{},
			rng: rand.New(rand.NewPCG(w.c.Seed, uint64(2+2*i+no)))})
	}
	return p, nil
}

// talk says one thing after the other until stop; the last one to its end.
func (d *device) talk(ctx context.Context, stop <-chan struct{}) {
	defer d.hangUp()
	for n := 0; ; n++ {
		select {
		case <-stop:
			return
		case <-ctx.Done():
			return
		case <-time.After(d.pause(d.w.c.Think)):
		}
		if d.rng.IntN(stays) == 0 {
			d.hangUp()
		}
		d.do(ctx, &op{act: choose(d.rng, d.seen), turn: evercart.TurnID(fmt.Sprintf("d%d-%d", d.no, n))})
	}
}

// pause is half to one and a half of a time.
func (d *device) pause(mean time.Duration) time.Duration {
	if mean <= 0 {
		return 0
	}
	return mean/2 + time.Duration(d.rng.Int64N(int64(mean)))
}

// do says it, again and again under the same turn id, until its outcome is told.
func (d *device) do(ctx context.Context, o *op) {
	d.ops = append(d.ops, o)
	words := o.words(d.w.c.Brain != brainRules && d.rng.IntN(8) == 0)
	o.call = d.w.now()
	for wait := againIn; ctx.Err() == nil && d.w.now()-o.call < patience; wait = min(2*wait, againMost) {
		if d.say(ctx, o, words) {
			if o.end == done && o.changes() {
				d.w.acked.Add(1)
			}
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(d.pause(wait)):
		}
	}
}

// say sends the words once, and says whether their outcome is told.
func (d *device) say(ctx context.Context, o *op, words string) bool {
	if !d.connected(ctx, o) {
		return false
	}
	o.tries = append(o.tries, try{life: d.life, from: d.w.now()})
	t := &o.tries[len(o.tries)-1]
	ctx, cancel := context.WithTimeout(ctx, answerIn)
	defer cancel()
	told, err := d.asked(ctx, o, words)
	t.to = d.w.now()
	code := evercart.CodeOf(err)
	o.note(step{stepSay, t.life, t.from, t.to, code})
	if err != nil {
		d.told[code]++
		if code != evercart.Busy {
			d.broke = true
			d.hangUp()
		}
	}
	if told {
		o.at = t.to
	}
	return told
}

func (d *device) asked(ctx context.Context, o *op, words string) (told bool, err error) {
	if err := d.conn.Say(ctx, client.Turn{User: d.p.user, Text: words, Turn: string(o.turn)}); err != nil {
		return false, err
	}
	for f, err := range d.conn.Answer(ctx, string(o.turn)) {
		if err != nil {
			return false, err
		}
		if f.Reply == nil {
			continue
		}
		if !f.Reply.Durable { // it claims nothing: asked again, the turn says how it ended
			return false, evercart.Errorf(evercart.Unavailable, "chaos", "the answer was not durable")
		}
		o.end, o.cart = done, cartOf(f.Reply.Cart)
		if f.Reply.How != evercart.Done && f.Reply.How != "" {
			o.end = sorry
		}
		d.seen, d.seq = o.cart, max(d.seq, int64(f.Reply.Seq))
		return true, nil
	}
	return false, evercart.Errorf(evercart.Unavailable, "chaos", "no answer")
}

// connected dials where there is no connection. What the session is when the connection stands is a look at the cart.
func (d *device) connected(ctx context.Context, o *op) bool {
	if d.conn != nil {
		return true
	}
	n := d.w.nodes[d.node]
	ctx, cancel := context.WithTimeout(ctx, dialIn)
	defer cancel()
	before, from := n.life(), d.w.now()
	conn, err := n.door.Dial(ctx, d.p.session, client.Dial{After: d.seq})
	o.note(step{stepDial, before, from, d.w.now(), evercart.CodeOf(err)})
	if err != nil {
		d.told[evercart.CodeOf(err)]++
		d.broke = true
		d.move()
		return false
	}
	to := d.w.now()
	if d.conn, d.life = conn, before; n.life() != before {
		d.life = life{node: -1} // which of the two is not known
	}
	if d.broke {
		d.again, d.broke = append(d.again, to-from), false
	}
	d.seen, d.seq = cartOf(conn.Ready.State.Cart), int64(conn.Ready.Seq)
	d.ops = append(d.ops, &op{call: from, at: to, end: done, cart: d.seen, tries: []try{{d.life, from, to}}})
	return true
}

// hangUp drops the connection; the next one is to another node, where there is one.
func (d *device) hangUp() {
	if d.conn == nil {
		return
	}
	_ = d.conn.Close()
	d.conn = nil
	d.move()
}

// move turns to another node, where there is one.
func (d *device) move() {
	if n := len(d.w.nodes); n > 1 {
		d.node = (d.node + 1 + d.rng.IntN(n-1)) % n
	}
}
