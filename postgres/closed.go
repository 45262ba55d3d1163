package postgres

import (
	"context"
	"slices"
	"sort"

	"github.com/evercart/evercart"
)

// closed are changes as their rows are. It implements evercart.Closed.
type closed struct {
	store   *Store
	session evercart.SessionID
	head    head
	rows    []packed // in their order, without a gap; at least one
}

// closed takes the rows that end at a version; those before a gap are left out. Nil = there are none.
func (s *Store) closed(id evercart.SessionID, h head, rows []packed, end evercart.Seq) evercart.Closed {
	n := len(rows)
	for n > 0 && rows[n-1].seq == end && rows[n-1].events > 0 {
		n--
		end = rows[n].before()
	}
	if n == len(rows) {
		return nil
	}
	return &closed{s, id, h, slices.Clone(rows[n:])}
}

// before is the version that a change was made on.
func (p packed) before() evercart.Seq { return p.seq - evercart.Seq(p.events) }

func (c *closed) First() evercart.Seq { return c.rows[0].before() + 1 }
func (c *closed) Last() evercart.Seq  { return c.rows[len(c.rows)-1].seq }

func (c *closed) Find(turn evercart.TurnID) evercart.Seq {
	if i := slices.IndexFunc(c.rows, func(p packed) bool { return p.turn == turn }); i >= 0 {
		return c.rows[i].before() + 1
	}
	return 0
}

func (c *closed) Open(ctx context.Context, from evercart.Seq) ([]evercart.Event, error) {
	i := sort.Search(len(c.rows), func(i int) bool { return c.rows[i].seq >= from })
	out := make([]evercart.Event, 0, max(0, c.Last()-from+1))
	for _, p := range c.rows[i:] {
		err := c.store.open(ctx, c.session, c.head, p, from-1, p.seq, func(e evercart.Event) error {
			out = append(out, e)
			return nil
		})
		if err != nil {
			return nil, errorOf(err, "postgres.Tail")
		}
	}
	return out, nil
}

// closedRow is what a row takes beside its parts.
const closedRow = 250

func (c *closed) Bytes() (n int64) {
	for _, p := range c.rows {
		n += closedRow + int64(len(p.clear)+len(p.sealed))
	}
	return n
}
