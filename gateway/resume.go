package gateway

import (
	"context"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// resume gives what was missed after a seq: the replies that were finished meanwhile, the turn that still runs, which goes on
// here, and the session as it stands.
func (s *socket) resume(ctx context.Context, after evercart.Seq) error {
	s.telling.Lock()
	defer s.telling.Unlock()
	from := s.where()
	st, turns, err := s.look(ctx, 0) // one that was open at that seq began before it
	if err != nil {
		return err
	}
	for _, t := range turns {
		switch {
		case t.Closed > after:
			s.send(wire.ReplyOf(st.Session, evercart.Reply{Turn: t.Turn, Text: t.Spoken, Display: t.Reply, How: t.How, Seq: t.Closed, Cart: st.Cart, Durable: true}))
		case t.Closed == 0 && t.What == evercart.SayWords:
			s.queue(&wire.Say{Turn: t.Turn, Text: t.Said}, t.Turn)
		}
	}
	if st.Session == from {
		turns = slices.DeleteFunc(turns, func(t evercart.TurnView) bool { return t.Opened <= after })
	}
	s.show(st, turns)
	return nil
}

// moves notes where the conversation goes on; true = elsewhere than before.
func (s *socket) moves(to evercart.SessionID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == to {
		return false
	}
	s.session, s.seq = to, 0
	return true
}
