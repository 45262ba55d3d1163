package storetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evercart/evercart"
)

var poison = []acase{
	{"words that databases refuse", poisonedWords},
	{"long and odd words", oddWords},
	{"a turn id is bytes, not words", oddTurnIDs},
}

func poisonedWords(t *testing.T, k *kit) {
	id, p := k.begin(t)
	for i, raw := range []string{"before\x00after", "bad \xff\xfe bytes", "lone \xed\xa0\x80 surrogate", "\\u0000 as six letters", "x\x00", "\\"} {
		turn := evercart.TurnID(random("t"))
		u := openTurn(id, turn, raw, "n")
		open := u.Do
		u.Do = func(s evercart.State) (evercart.Change, error) {
			ch, err := open(s)
			set := &evercart.ContextSet{}
			set.Personal.Values = map[string]evercart.Personal{"said": evercart.Personal(raw)}
			thought := &evercart.StepThought{}
			args, _ := json.Marshal(raw)
			thought.Personal.Step = evercart.Step{Text: evercart.Personal(raw), Calls: []evercart.ToolCall{{ID: "1.1", Args: evercart.PersonalJSON(args)}}}
			ch.Facts = append(ch.Facts, set, thought, closing(raw))
			return ch, err
		}
		c := k.must(t, u)
		r, err := k.Turn(k.ctx, id, turn)
		code(t, "turn", err, "")
		want := evercart.Clean(raw)
		events := k.events(t, id, r.Opened-1)
		equal(t, "words", events[0].Fact.(*evercart.TurnOpened).Personal.Words.Reveal(), want)
		equal(t, "reply", r.Reply.Text.Reveal(), want)
		equal(t, "what was told is what is stored", k.load(t, id).Personal.Context["said"], c.State.Personal.Context["said"])
		equal(t, "context", k.load(t, id).Personal.Context["said"].Reveal(), want)
		if !utf8.ValidString(want) {
			t.Fatalf("%d: %q is not clean", i, want)
		}
	}
	_, err := k.UpdateShopper(k.ctx, p.Subject, func(s evercart.Shopper) (evercart.Shopper, error) {
		s.Personal.Name = "Some\x00one \xff"
		return s, nil
	})
	code(t, "a shopper's name", err, "")
	got, err := k.Shopper(k.ctx, p.Subject)
	code(t, "shopper", err, "")
	equal(t, "name", got.Personal.Name.Reveal(), evercart.Clean("Some\x00one \xff"))
}

func oddWords(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	for i, words := range []string{"", strings.Repeat("界", evercart.MaxText), "👩‍👩‍👧 é \u202e<b>'; DROP TABLE event; --", "\u2028\u2029\x7f\u0085", strings.Repeat("a", 64<<10)} {
		turn := evercart.TurnID(random("t"))
		u := openTurn(id, turn, words, "n")
		open := u.Do
		u.Do = func(s evercart.State) (evercart.Change, error) {
			ch, err := open(s)
			ch.Facts = append(ch.Facts, closing("ok"))
			return ch, err
		}
		c := k.must(t, u)
		e := k.events(t, id, c.State.Seq-2)[0]
		if got := e.Fact.(*evercart.TurnOpened).Personal.Words.Reveal(); got != words {
			t.Fatalf("%d: %d bytes read back as %d", i, len(words), len(got))
		}
	}
}

func oddTurnIDs(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	for _, turn := range []evercart.TurnID{"A", "a", "'", "%", "_", "t/1", `"`, evercart.TurnID(strings.Repeat("x", evercart.MaxTurnID))} {
		u := openTurn(id, turn, "hi", "n")
		open := u.Do
		u.Do = func(s evercart.State) (evercart.Change, error) {
			ch, err := open(s)
			ch.Facts = append(ch.Facts, closing("ok"))
			return ch, err
		}
		c := k.must(t, u)
		r, err := k.Turn(k.ctx, id, turn)
		code(t, "turn "+string(turn), err, "")
		equal(t, "closed", r.Closed, c.State.Seq)
	}
}

var rows = []acase{
	{"a row of a newer program", newerRow},
	{"a newer schema of a known kind", newerSchema},
	{"a damaged row", func(t *testing.T, k *kit) { damagedRow(t, k, "facts") }},
	{"a damaged sealed part", func(t *testing.T, k *kit) { damagedRow(t, k, "sealed") }},
}

func (k *kit) rewrite(t testing.TB, id evercart.SessionID, at evercart.Seq, change func(*evercart.Record)) {
	t.Helper()
	if k.f.Rewrite == nil {
		t.Skip("this store has no seam to rewrite a row")
	}
	k.f.Rewrite(t, k.Store, id, at, change)
}

func newerRow(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	k.must(t, evercart.Update{Session: id, Do: add("A", 1)})
	k.must(t, evercart.Update{Session: id, Do: facts(note("x"))})
	k.must(t, evercart.Update{Session: id, Do: add("A", 1)})
	k.rewrite(t, id, 3, func(r *evercart.Record) {
		r.Kind, r.Schema, r.Facts, r.Sealed = "gift.wrapped", 3, json.RawMessage(`{"paper":"red","of":{"b":1,"a":2}}`), []byte{1, 2, 3}
	})
	s := k.load(t, id)
	equal(t, "quantity", mustLine(t, s, "A").Quantity, 2)
	f, ok := k.events(t, id, 2)[0].Fact.(*evercart.Foreign)
	if !ok || f.Name != "gift.wrapped" || f.Schema != 3 || string(f.Raw) != `{"paper":"red","of":{"b":1,"a":2}}` || string(f.Closed) != "\x01\x02\x03" {
		t.Fatalf("%+v", f)
	}
	c := k.must(t, evercart.Update{Session: id, Do: add("A", 1)})
	equal(t, "quantity", mustLine(t, c.State, "A").Quantity, 3)
}

func newerSchema(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	k.must(t, evercart.Update{Session: id, Do: facts(note("x"))})
	k.rewrite(t, id, 2, func(r *evercart.Record) { r.Schema, r.Facts = 99, json.RawMessage(`{"what":{"now":"an object"}}`) })
	f, ok := k.events(t, id, 1)[0].Fact.(*evercart.Foreign)
	if !ok || f.Name != "noted" || f.Schema != 99 {
		t.Fatalf("%+v", f)
	}
	k.must(t, evercart.Update{Session: id, Do: add("A", 1)})
}

func damagedRow(t *testing.T, k *kit, what string) {
	id, p := k.begin(t)
	healthy := k.beginFor(t, p)
	set := &evercart.ContextSet{}
	set.Personal.Values = map[string]evercart.Personal{"size": "nine"}
	k.must(t, evercart.Update{Session: id, Do: add("A", 1)})
	k.must(t, evercart.Update{Session: id, Do: facts(set)})
	k.must(t, evercart.Update{Session: id, Do: add("B", 1)})
	var kept evercart.Record
	k.rewrite(t, id, 3, func(r *evercart.Record) {
		if kept = *r; what == "facts" {
			r.Facts = json.RawMessage(`{"intent":`)
		} else {
			r.Sealed = append([]byte("?"), r.Sealed...)
		}
	})
	_, err := k.Load(k.ctx, id)
	code(t, "load", err, evercart.Damaged)
	events, err := k.Events(k.ctx, id, 0, 0)
	code(t, "events", err, evercart.Damaged)
	equal(t, "events before the damage", len(events), 2)
	_, err = k.do(evercart.Update{Session: id, Do: add("A", 1)})
	code(t, "update", err, evercart.Damaged)
	k.must(t, evercart.Update{Session: healthy, Do: add("A", 1)})
	found := false
	for _, i := range k.list(t, evercart.Filter{Subjects: []evercart.Subject{p.Subject}}) {
		found = found || i.Session == id
		equal(t, "damaged", i.Damaged, i.Session == id)
	}
	equal(t, "listed", found, true)
	k.rewrite(t, id, 3, func(r *evercart.Record) { *r = kept })
	s := k.load(t, id)
	equal(t, "lines once it was mended", len(s.Cart.Lines), 2)
	equal(t, "context", s.Personal.Context["size"].Reveal(), "nine")
}

var redaction = []acase{
	{"words of a turn", redactWords},
	{"a value in the state", redactContext},
	{"what has faded says so", fadedSaysSo},
	{"a summary that may tell it again", redactSummary},
}

func redactWords(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	claim := k.claim(t, id, "t1", "n")
	c := k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: facts(closing("Your card 4111 was taken."))})
	closed := c.State.Seq
	for _, at := range []evercart.Seq{claim.No, closed} {
		code(t, "redact", k.Redact(k.ctx, id, at, "asked"), "")
	}
	code(t, "redact what is not there", k.Redact(k.ctx, id, 999, "asked"), evercart.NotFound)
	events := k.events(t, id, 0)
	equal(t, "words", events[claim.No-1].Fact.(*evercart.TurnOpened).Personal.Words, "")
	equal(t, "node", events[claim.No-1].Fact.(*evercart.TurnOpened).Node, "n")
	last := events[len(events)-1].Fact.(*evercart.Redacted)
	if last.At != closed || last.Why != "asked" {
		t.Fatalf("%+v", last)
	}
	equal(t, "events", evercart.Seq(len(events)), k.load(t, id).Seq)
	r, err := k.Turn(k.ctx, id, "t1")
	code(t, "turn", err, "")
	if r.Reply == nil || r.Reply.Text != "" || r.Reply.Display != "" {
		t.Fatalf("the reply still reads %+v", r.Reply)
	}
	_, err = k.do(openTurn(id, "t1", "hello", "n"))
	code(t, "the turn is still known", err, evercart.TurnKnown)
}

func redactSummary(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	claim := k.claim(t, id, "t1", "n")
	k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: facts(closing("It is a gift for a friend."))})
	sum := func(base, to evercart.Seq, told string) evercart.State {
		f := &evercart.SummaryMade{Base: base, From: base + 1, To: to}
		f.Personal.Told = []evercart.Personal{evercart.Personal(told)}
		return k.must(t, evercart.Update{Session: id, By: evercart.ActorSummary, Do: facts(f)}).State
	}
	sum(0, claim.No, "a gift for a friend")
	s := sum(7, 8, "of another past")
	if s.SummedUp() != claim.No || len(s.Personal.Summary.Told) != 1 || s.Personal.Summary.Told[0] != "a gift for a friend" {
		t.Fatalf("summed up to %d: %d told", s.SummedUp(), len(s.Personal.Summary.Told))
	}
	s = sum(claim.No, claim.No+1, "a gift for a friend, still")
	equal(t, "summed up to", s.SummedUp(), claim.No+1)
	code(t, "redact", k.Redact(k.ctx, id, claim.No, "asked"), "")
	s = k.load(t, id)
	equal(t, "summed up to", s.SummedUp(), 0)
	equal(t, "told", len(s.Personal.Summary.Told), 0)
	for _, e := range k.events(t, id, 0) {
		if f, ok := e.Fact.(*evercart.SummaryMade); ok && len(f.Personal.Told) > 0 {
			t.Errorf("the summary of event %d still tells it", e.Seq)
		}
	}
	equal(t, "made again", sum(0, claim.No+1, "what is left").SummedUp(), claim.No+1)
}

func redactContext(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	for key, value := range map[string]evercart.Personal{"size": "nine", "pin": "1234"} {
		set := &evercart.ContextSet{}
		set.Personal.Values = map[string]evercart.Personal{key: value}
		c := k.must(t, openAndClose(id, set))
		if key == "pin" {
			code(t, "redact", k.Redact(k.ctx, id, c.State.Seq-1, "secret"), "")
		}
	}
	k.must(t, openAndClose(id, note("x")))
	s := k.load(t, id)
	if _, there := s.Personal.Context["pin"]; there {
		t.Fatal("what was redacted lives on in the state")
	}
	equal(t, "the other value", s.Personal.Context["size"].Reveal(), "nine")
}

// openAndClose is a whole turn with a fact in it.
func openAndClose(id evercart.SessionID, f evercart.Fact) evercart.Update {
	u := openTurn(id, evercart.TurnID(random("t")), "hi", "n")
	open := u.Do
	u.Do = func(s evercart.State) (evercart.Change, error) {
		ch, err := open(s)
		ch.Facts = append(ch.Facts, f, closing("ok"))
		return ch, err
	}
	return u
}

// Of the events of one change, the one that was redacted says so, and the others still say what they said; one that never held
// words has not lost any.
func fadedSaysSo(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	set := &evercart.ContextSet{}
	set.Personal.Values = map[string]evercart.Personal{"size": "nine"}
	c := k.must(t, openAndClose(id, set))
	at := c.State.Seq - 1
	for range 2 { // again is no harm
		code(t, "redact", k.Redact(k.ctx, id, at, "asked"), "")
	}
	code(t, "redact what holds no words", k.Redact(k.ctx, id, 1, "asked"), "")
	events := k.events(t, id, 0)
	for _, e := range events {
		equal(t, fmt.Sprintf("event %d (%s) has faded", e.Seq, e.Fact.Kind()), e.Faded, e.Seq == at)
	}
	equal(t, "the words of the same change", events[at-2].Fact.(*evercart.TurnOpened).Personal.Words, "hi")
	equal(t, "the reply of the same change", events[at].Fact.(*evercart.TurnClosed).Personal.Played, "ok")
	equal(t, "what was redacted", len(events[at-1].Fact.(*evercart.ContextSet).Personal.Values), 0)
}
