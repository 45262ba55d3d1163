package chaos

import (
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// Told is one thing said, as a device saw it. Cart is what it was told, of socks and candles.
type Told struct {
	Turn       evercart.TurnID
	Verb       evercart.Verb
	Good       int
	Call, At   int // ms
	Tries      int
	Sorry, Not bool // told that it was not done; told nothing
	Cart       [2]int
}

func (t Told) op() *op {
	o := &op{act: act{t.Verb, t.Good}, turn: t.Turn, call: msec(t.Call), at: msec(t.At), end: done, cart: t.Cart}
	for i := range max(t.Tries, 1) {
		o.tries = append(o.tries, try{from: msec(t.Call + i), to: msec(t.At)})
	}
	if t.Sorry {
		o.end = sorry
	}
	if t.Not {
		o.end = untold
	}
	return o
}

func msec(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// Judge counts one session's turns, and says whether one order explains them; dir = where a history that none explains is kept.
func Judge(events []wire.Event, answers []Told, dir string) (Report, error) {
	rec, err := recordOf(events)
	if err != nil {
		return Report{}, err
	}
	j := judged{person: &person{session: "s"}, record: rec}
	for _, t := range answers {
		j.ops = append(j.ops, t.op())
	}
	var r Report
	r.tally([]judged{j}, []fault{{name: killNode, from: msec(50), to: msec(60)}})
	r.Histories = explainAll([]judged{j}, &r, dir)
	return r, nil
}

// TakenOver says how long the open turns of a node that was killed waited for another one; all answers were the node's.
func TakenOver(began time.Time, killed int, events []wire.Event, answers []Told) (Spread, error) {
	rec, err := recordOf(events)
	j := judged{person: &person{session: "s"}, record: rec}
	for _, t := range answers {
		j.ops = append(j.ops, t.op())
	}
	w := &world{began: began}
	_, waited := w.kills([]judged{j}, []fault{{name: killNode, from: msec(killed), to: msec(killed)}})
	return waited, err
}
