package openaiapi

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/internal/mishap"
)

// asked is one request on its way to its answer.
type asked struct {
	c    *Channel
	q    request
	told told
	who  channel.Who
	call string
	mark string // of the call's turns
	key  string // of this list of messages
	out  *answer
	line *channel.Line
	seat *seat
}

// complete answers POST /v1/chat/completions. What is wrong with the request has a status; all that fails later is a sentence,
// since platforms end the call where a model fails.
func (c *Channel) complete(w http.ResponseWriter, r *http.Request) error {
	if err := c.enter(r); err != nil {
		c.fail(w, err)
		return nil
	}
	defer c.exit()
	q, err := c.read(w, r)
	if err != nil {
		c.fail(w, err)
		return nil
	}
	s := &asked{c: c, q: q, told: q.tell(), key: c.print(q, r)}
	if s.call, err = q.call(r); err == nil {
		s.who, err = c.who(q, s.call)
	}
	if err != nil {
		c.fail(w, err)
		return nil
	}
	s.mark = c.mark(s.who, s.call)
	c.counts.calls.Add(1)
	s.out = c.answer(w, q)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(c.life, cancel)()
	s.out.end(s.answer(ctx))
	return nil
}

// answer says what is to be said.
func (s *asked) answer(ctx context.Context) evercart.Usage {
	if s.told.what == nothing {
		if v := s.c.desk.Voice(""); s.told.failed {
			s.out.say(v.Say("call.unanswered") + " " + v.Say("ask.else"))
		}
		return evercart.Usage{}
	}
	line, err := s.c.desk.Join(ctx, channel.Arrival{Who: s.who, Channel: Name, Hold: s.out.piece})
	if err != nil {
		s.sorry("", err)
		return evercart.Usage{}
	}
	s.line = line
	var turn evercart.TurnID
	err = line.Patiently(ctx, s.out.piece, func() (err error) {
		if turn, err = s.turn(ctx); err != nil {
			return err
		}
		if s.seat, err = s.c.lanes.sit(ctx, line.Session(), turn); err == nil {
			turn = s.learn(ctx, turn)
		}
		return err
	})
	if err != nil {
		s.sorry(line.Locale(), err)
		return evercart.Usage{}
	}
	if s.seat.joined {
		s.c.counts.resumed.Add(1)
	}
	return s.run(ctx, turn)
}

// sorry says that it failed; not to somebody who left, or said something else.
func (s *asked) sorry(locale string, err error) {
	code := evercart.CodeOf(err)
	if code == evercart.Canceled {
		return
	}
	s.c.log.Warn("openai: a request failed", slog.String("code", string(code)))
	s.out.say(s.c.desk.Sorry(locale, evercart.Utterance{Turn: evercart.TurnID(s.mark + s.key)}.Refused(err))) // the list may be a copy
}

// turn is the turn's id. Within a call one list of messages is one turn. Where no call is named people say the same again another
// day: then it is the same turn only while that is the newest one, and not for long.
func (s *asked) turn(ctx context.Context) (evercart.TurnID, error) {
	id := s.mark + s.key
	if s.call != "" {
		return evercart.TurnID(id), nil
	}
	turns, err := s.line.Turns(ctx, 1)
	if err != nil {
		return "", err
	}
	at := evercart.Seq(0)
	if len(turns) > 0 {
		last := turns[0]
		if strings.HasPrefix(string(last.Turn), id+"-") && (last.Closed == 0 || s.c.desk.Clock.Now().Sub(last.At) < s.c.Limits.Again) {
			return last.Turn, nil
		}
		at = last.Opened
	}
	return evercart.TurnID(id + "-" + strconv.FormatInt(int64(at), 10)), nil
}

// run lets the turn be answered until its end, or until the platform hangs up, or asks for something newer.
func (s *asked) run(ctx context.Context, turn evercart.TurnID) evercart.Usage {
	defer s.seat.rise()
	s.c.counts.turns.Add(1)
	listen, stop := context.WithCancel(ctx)
	defer stop()
	pieces, done := make(chan channel.Piece, s.c.Limits.Pieces), make(chan struct{})
	var ended channel.Ended
	var err error
	go func() {
		defer close(done)
		defer mishap.Catch(nil, "openai turn", func() { err = evercart.Errorf(evercart.Internal, "openaiapi", "the turn failed") })
		u := evercart.Utterance{Turn: turn, What: s.told.what, Text: s.told.words, Anew: s.told.what == evercart.SayGreeting}
		ended, err = s.line.Turn(listen, u, func(p channel.Piece) {
			select {
			case pieces <- p:
			case <-listen.Done():
			}
		})
	}()
	whole := s.listen(listen, pieces, done)
	stop()
	<-done
	if !whole {
		s.leave(turn)
		return evercart.Usage{}
	}
	s.seat.away(true)
	s.after(ctx, ended, err)
	if ended.Reply == nil {
		return evercart.Usage{}
	}
	return ended.Reply.Usage
}

// listen sends the pieces of an answer. False = it was cut, or nobody reads it.
func (s *asked) listen(ctx context.Context, pieces <-chan channel.Piece, done <-chan struct{}) bool {
	beats := make(chan struct{})
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for s.c.desk.Clock.Sleep(ctx, s.c.Limits.Beat) == nil {
			select {
			case beats <- struct{}{}:
			case <-ctx.Done():
			}
		}
	}()
	for !s.out.gone {
		select {
		case p := <-pieces:
			s.out.piece(p)
		case <-beats:
			s.out.beat()
		case <-s.seat.cut:
			return false
		case <-ctx.Done():
			return false
		case <-done:
			for len(pieces) > 0 {
				s.out.piece(<-pieces)
			}
			return !s.out.gone
		}
	}
	return false
}

// leave is for who stops listening before the end. The last one ends the turn: at once when it was cut, else after a moment in which
// a copy of the request may come.
func (s *asked) leave(turn evercart.TurnID) {
	if !s.seat.away(false) {
		return
	}
	moment, cancel := context.WithCancel(s.c.life)
	defer cancel()
	go func() {
		if s.c.desk.Clock.Sleep(moment, s.c.Limits.Grace) == nil {
			cancel()
		}
	}()
	if s.seat.wait(moment) || s.c.life.Err() != nil { // a server that stops lets its turns end
		return
	}
	s.c.counts.interrupted.Add(1)
	s.line.End(turn)
}

// after does what follows an answer: the platform's tools, where they are offered.
func (s *asked) after(ctx context.Context, ended channel.Ended, err error) {
	if err != nil {
		if code := evercart.CodeOf(err); code != evercart.Canceled {
			s.c.log.Warn("openai: a turn failed", slog.String("session", string(s.line.Session())), slog.String("code", string(code)))
		}
		return
	}
	if ended.Reply.How == evercart.Interrupted {
		if s.out.text == "" { // asked again for a turn that was cut when it had done something, and said nothing
			v := s.c.desk.Voice(s.line.Locale())
			s.out.say(v.Say("turn.cut") + " " + v.Say("ask.else"))
		}
		return
	}
	switch {
	case ended.Transfer != "":
		if s.q.transfer(s.out, s.c.desk.People()) {
			s.c.counts.transferred.Add(1)
		}
	case s.told.what == evercart.SayWords && channel.Goodbye(s.line.Locale(), s.told.words):
		if st, err := s.line.View(ctx); err == nil && st.Question == nil { // else it may be the answer to that
			s.q.hangUp(s.out)
		}
	}
}
