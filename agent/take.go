package agent

import (
	"context"
	"crypto/rand"
	"errors"
	"iter"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// Take implements evercart.Conversation.
func (a *Agent) Take(ctx context.Context, u evercart.Utterance) iter.Seq2[evercart.Spoken, error] {
	return func(yield func(evercart.Spoken, error) bool) {
		held, left := false, false
		for first := true; ; first = false {
			e, err := a.take(ctx, u, func(filler evercart.Spoken) { held, left = true, !yield(filler, nil) })
			if left {
				return
			}
			if err != nil {
				if err = u.Refused(err); held && ctx.Err() == nil && !yield(a.refusal(u, err), nil) { // who was asked to wait hears what came of it
					return
				}
				yield(evercart.Spoken{Turn: u.Turn}, err)
				return
			}
			if !a.tell(ctx, e, first, yield) {
				return
			}
		}
	}
}

// ear is a listener of a turn.
type ear struct {
	*turn
	from  int  // the first piece that it hears
	again bool // it came later than the turn, which may have been committed before
}

// tell gives the pieces of a turn to a listener. True = nothing was said and nothing was done, since the session goes on in another one:
// there it is said once more, if it is the first time.
func (a *Agent) tell(ctx context.Context, e ear, first bool, yield func(evercart.Spoken, error) bool) bool {
	for at := e.from; ; at++ {
		p, ok, err := e.next(ctx, at)
		switch {
		case first && at == e.from && errors.Is(err, errMerged):
			return true
		case err != nil:
			yield(evercart.Spoken{Turn: e.id}, err)
			return false
		case !ok:
			return false
		}
		if e.again && p.Reply != nil && p.Reply.Durable {
			p.Reply = a.asOfNow(ctx, e.session, *p.Reply)
		}
		if !yield(p, nil) || p.Reply != nil {
			return false
		}
	}
}

// asOfNow is a reply for who asked again: between its commit and his asking, others may have changed the cart. With the store away it
// promises nothing.
func (a *Agent) asOfNow(ctx context.Context, id evercart.SessionID, r evercart.Reply) *evercart.Reply {
	ctx, s, err := a.reach(a.system(ctx), id)
	if err != nil {
		r.Durable = false
		return &r
	}
	r.Cart = a.today(ctx, s).Cart
	return &r
}

// take finds or begins the turn of an utterance, for a listener. hold is given a filler when that takes long.
func (a *Agent) take(ctx context.Context, u evercart.Utterance, hold func(evercart.Spoken)) (ear, error) {
	u, card, err := received(u)
	if err != nil {
		return ear{}, err
	}
	asked, came := u.Session, a.Clock.Now()
	if u.Came.IsZero() {
		u.Came = came
	}
	ctx, state, memory, err := a.found(ctx, u, func() {
		hold(a.filler(u))
		u.Came, u.Fillers = a.Clock.Now(), u.Fillers+1
	})
	if err != nil {
		return ear{}, err
	}
	u.Session = state.Session
	if u.What == evercart.SayWords && noise(u.Text.Reveal()) {
		now, err := a.load(ctx, state.Session, a.Limits.Read) // what is shown is held against the head: no commit will do that
		if err != nil && !memory {
			return ear{}, err
		}
		if err == nil {
			state = now
		}
		return ear{turn: a.unsaid(ctx, u, state)}, nil
	}
	minted := u.Turn == ""
	if minted {
		u.Turn = evercart.TurnID("t-" + rand.Text())
	}
	var elsewhere []evercart.SessionID
	if minted {
		u.Fresh = true
	} else {
		elsewhere = mergedFrom(asked, state) // was it said before the sessions were merged?
		if t, err := a.repeated(ctx, u, state, elsewhere, &memory); t != nil || err != nil {
			return ear{turn: t}, err
		}
	}
	t := a.newTurn(u)
	if t.card, t.memory = card, memory; memory {
		t.waited, t.elsewhere = a.Clock.Now().Sub(came), elsewhere
	}
	run, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	t.cut = cut
	twin, err := a.lanes.enter(t, a.Limits.Queue)
	for twin != nil && twin.refused() && ctx.Err() == nil { // it was said again because of that: it is not the same answer again
		select {
		case <-twin.done:
		case <-ctx.Done():
		}
		twin, err = a.lanes.enter(t, a.Limits.Queue)
	}
	switch {
	case err != nil:
		return ear{}, err
	case twin != nil:
		return joinTwin(twin, t)
	}
	if err := a.begin(func() { a.run(run, t, state) }); err != nil {
		a.lanes.leave(t)
		return ear{}, err
	}
	return ear{turn: t}, nil
}

// joinTwin listens to the turn of the same id that is there; fillers that are over are not repeated.
func joinTwin(twin, t *turn) (ear, error) {
	if twin.words != t.words || twin.what != t.what {
		return ear{}, mismatch()
	}
	twin.mu.Lock()
	defer twin.mu.Unlock()
	at := 0
	for at < len(twin.sent) && twin.sent[at].Hold {
		at++
	}
	return ear{twin, at, true}, nil
}

func mismatch() error {
	return evercart.Errorf(evercart.TurnMismatch, "agent", "this turn id was used for other words")
}

// received checks and cleans what came in. Card numbers are taken out before anything is stored, logged or prompted.
func received(u evercart.Utterance) (evercart.Utterance, bool, error) {
	if u.Turn != "" {
		if _, err := evercart.ParseTurnID(string(u.Turn)); err != nil {
			return u, false, err
		}
	}
	if u.What != evercart.SayWords && u.What != evercart.SayGreeting {
		return u, false, evercart.Errorf(evercart.Invalid, "agent", "no such kind of utterance")
	}
	text := strings.TrimSpace(evercart.Clean(u.Text.Reveal()))
	if len(text) > evercart.MaxText && utf8.RuneCountInString(text) > evercart.MaxText {
		return u, false, evercart.Errorf(evercart.TooLarge, "agent", "at most %d characters at a time", evercart.MaxText).With(slog.Int("limit", evercart.MaxText))
	}
	if u.What == evercart.SayGreeting {
		text = ""
	}
	masked, card := hear.Mask(text)
	u.Text = evercart.Private(masked)
	return u, card, nil
}

// noise says that nobody said anything: blanks, punctuation, or the sound of somebody thinking.
func noise(text string) bool {
	word := strings.ToLower(strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsControl(r) }))
	switch strings.Trim(word, "uhmea") {
	case "":
		return word == "" || word == "uh" || word == "um" || word == "hm" || word == "eh" || word == "ah" || word == "mm" ||
			strings.Trim(word, "uh") == "" && strings.HasPrefix(word, "u") && strings.HasSuffix(word, "h") ||
			strings.Trim(word, "um") == "" && strings.HasPrefix(word, "u") && strings.HasSuffix(word, "m") ||
			strings.Trim(word, "hm") == "" && strings.HasPrefix(word, "h")
	}
	return false
}

// unsaid is the answer to noise: well formed, empty, and nothing is stored.
func (a *Agent) unsaid(ctx context.Context, u evercart.Utterance, s evercart.State) *turn {
	t := a.newTurn(u)
	cart := a.today(ctx, s).Cart
	t.send(a.Clock.Now(), evercart.Spoken{Reply: &evercart.Reply{Turn: u.Turn, How: evercart.Done, Seq: s.Seq, Cart: cart, Durable: true}})
	return t
}

// mergedFrom lists the sessions in which a turn of this one may have been said: the one asked for, and those merged last.
func mergedFrom(asked evercart.SessionID, s evercart.State) []evercart.SessionID {
	var out []evercart.SessionID
	if asked != s.Session {
		out = append(out, asked)
	}
	for _, id := range s.Merged[max(0, len(s.Merged)-lookBack):] {
		if from, into, ok := strings.Cut(id, ">"); ok && into == string(s.Session) && from != string(asked) {
			out = append(out, evercart.SessionID(from))
		}
	}
	return out
}

const lookBack = 2 // merges: a platform repeats within minutes

func orMismatch(err error) error {
	if err != nil {
		return err
	}
	return mismatch()
}

// repeat says a stored reply again: the words as they were said, unless this turn has spoken, and the cart as it stands today; durable = as
// the store has just said.
func (a *Agent) repeat(ctx context.Context, t *turn, rec evercart.TurnRecord, s evercart.State, durable bool) {
	reply := *rec.Reply
	reply.Turn, reply.Cart, reply.Durable = t.id, a.today(ctx, s).Cart, durable
	now := a.Clock.Now()
	if text := reply.Text.Reveal(); text != "" && t.said() == "" {
		t.send(now, evercart.Spoken{Text: text})
	}
	t.send(now, evercart.Spoken{Reply: &reply})
}

// wordsMAC is the keyed hash that tells a repeat from a misuse of a turn id.
func (a *Agent) wordsMAC(ctx context.Context, life evercart.Life, what string, words evercart.Personal) ([]byte, error) {
	return a.Keys.MAC(ctx, life, []byte(what+"\x00"+words.Reveal()))
}
