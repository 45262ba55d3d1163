package twilio

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
)

// speak opens the call, then answers words one after another, until the connection ends or the server leaves. Words that came
// before the end are still answered: who comes back in the same call hears the answer.
func (s *call) speak() {
	s.opening()
	for {
		select {
		case <-s.drain:
			s.queue(nil)
			return
		default:
		}
		select {
		case u := <-s.says:
			s.turn(u)
		case <-s.drain:
		case <-s.ctx.Done():
			for len(s.says) > 0 {
				s.turn(<-s.says)
			}
			return
		}
	}
}

// mute is the speaker of a call that cannot be answered.
func (s *call) mute() {
	select {
	case <-s.drain:
		s.queue(nil)
	case <-s.ctx.Done():
	}
}

// opening is what the caller hears first.
func (s *call) opening() {
	u := utterance{greeting: true}
	ear, lasting := s.ear(u), context.WithoutCancel(s.ctx)
	turn := channel.NewTurn()
	var ended channel.Ended
	var err error
	switch s.how {
	case again:
		ended, err = s.line.Resume(lasting, turn, ear)
	case notTaken:
		v := s.c.desk.Voice(s.line.Locale())
		s.line.Aside(turn, v.Say("call.unanswered")+" "+v.Say("ask.else"), ear)
	default:
		ended, err = s.line.Hello(lasting, turn, ear)
	}
	s.after(u, ended, err)
}

// turn answers one utterance. It goes on when the connection is gone.
func (s *call) turn(u utterance) {
	s.c.counts.turns.Add(1)
	ended, err := s.line.Turn(context.WithoutCancel(s.ctx), evercart.Utterance{Language: u.lang, Text: u.words}, s.ear(u))
	s.after(u, ended, err)
}

// after closes what was said, and ends the call where that was its end.
func (s *call) after(u utterance, ended channel.Ended, err error) {
	code := evercart.CodeOf(err)
	if code != evercart.Canceled {
		s.touch()
	}
	if err != nil && code != evercart.Canceled {
		s.log.Warn("twilio: a turn failed", slog.String("session", string(s.line.Session())), slog.String("code", string(code)))
	}
	cut := code == evercart.Canceled || ended.Reply != nil && ended.Reply.How == evercart.Interrupted
	if !cut {
		s.send(textFrame{Type: "text", Last: true, Lang: u.lang}) // the talk cycle is over
	}
	switch {
	case ended.Transfer != "":
		s.played(whatever)
		s.finish(endTransfer, ended.Transfer)
	case u.goodbye && err == nil && !cut && !s.questioned():
		if s.played(u.at) && s.quiet(u.at, s.c.Limits.Linger) {
			s.finish(endBye, "")
		}
	}
}

// questioned says that something was asked of the caller: then a goodbye may be the answer to it.
func (s *call) questioned() bool {
	st, err := s.line.View(s.ctx)
	return err != nil || st.Question != nil
}

// Waiting for what was sent to be heard.
const (
	look       = 50 * time.Millisecond
	closing    = 10 * time.Second // until the other side ends what we have ended
	hearAtMost = 40 * time.Second // an answer is never longer than that, as far as a caller listens
)

// whatever the caller says meanwhile, it is waited for.
const whatever = -1

// played waits until all that was sent was heard; false = the caller said more than those words before, or the connection ends.
func (s *call) played(words int) bool {
	clock := s.c.desk.Clock
	for until := clock.Now().Add(hearAtMost); !s.line.Silent() && clock.Now().Before(until); {
		if s.saidMore(words) || !s.pause() {
			return false
		}
	}
	return !s.saidMore(words)
}

// quiet waits for that long; false as in played.
func (s *call) quiet(words int, d time.Duration) bool {
	clock := s.c.desk.Clock
	for until := clock.Now().Add(d); clock.Now().Before(until); {
		if s.saidMore(words) || !s.pause() {
			return false
		}
	}
	return true
}

// pause waits a moment; false = the connection is over, or is about to be.
func (s *call) pause() bool {
	select {
	case <-s.drain:
		return false
	default:
		return s.c.desk.Clock.Sleep(s.ctx, look) == nil
	}
}

// saidMore says whether the caller said something since his words were that many.
func (s *call) saidMore(than int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return than != whatever && s.words != than
}

// finish ends the connection, not the call: the action callback then does what the reason says.
func (s *call) finish(reason, ticket string) {
	s.mu.Lock()
	done := s.ended
	s.ended = true
	s.mu.Unlock()
	if done {
		return
	}
	data, err := json.Marshal(handOff{Reason: reason, Ticket: ticket})
	if err != nil { // two strings: cannot fail
		return
	}
	s.log.Info("twilio: the connection is ended", slog.String("reason", reason))
	s.send(endFrame{Type: "end", HandOff: string(data)})
}

// watch looks for silence: a caller who says nothing is asked whether he is there, and the call ended where nobody answers.
func (s *call) watch() {
	clock, limit := s.c.desk.Clock, s.c.Limits.Silence
	for {
		s.mu.Lock()
		silent, asked, ended := clock.Now().Sub(s.active), s.asked, s.ended
		s.mu.Unlock()
		wait := limit
		if ended {
			wait = min(limit, closing)
		} else if asked {
			wait = limit / 2
		}
		if left := wait - silent; left > 0 {
			if clock.Sleep(s.ctx, left) != nil {
				return
			}
			continue
		}
		if ended {
			s.cancel() // the other side does not close: it is not there
			return
		}
		s.touch()
		if s.line != nil && !s.line.Making() {
			s.isThere(asked)
		}
	}
}

// isThere asks; when that was asked already, it ends the call.
func (s *call) isThere(asked bool) {
	s.mu.Lock()
	s.asked = true
	lang, words := s.lang, s.words
	s.mu.Unlock()
	v := s.c.desk.Voice(s.spoken(lang))
	say := v.Say("call.silent")
	if asked {
		say = v.Say("call.over")
	}
	s.line.Aside(channel.NewTurn(), say, s.ear(utterance{lang: lang}))
	s.send(textFrame{Type: "text", Last: true, Lang: lang})
	if asked {
		s.goes(func() {
			if s.played(words) {
				s.finish(endSilence, "")
			}
		})
	}
}
