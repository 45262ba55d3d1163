package evercart_test

import (
	"errors"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

var noon = time.Date(2030, 5, 1, 12, 0, 0, 123456789, time.FixedZone("x", 3600))

func begun(t testing.TB, more ...evercart.Fact) evercart.State {
	t.Helper()
	s := evercart.State{Session: "s"}
	facts := append([]evercart.Fact{&evercart.SessionOpened{Shop: "default", Subject: "u", Life: "l1", Currency: "USD", Locale: "en-US"}}, more...)
	s, _, err := s.After(noon.UTC(), "t1", "shopper", facts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func says(f ...evercart.Fact) func(evercart.State) (evercart.Change, error) {
	return func(evercart.State) (evercart.Change, error) { return evercart.Change{Facts: f}, nil }
}

func TestUpdateGuards(t *testing.T) {
	t.Parallel()
	note := &evercart.Noted{What: "x"}
	open := &evercart.TurnOpened{Node: "n"}
	opened := &evercart.SessionOpened{Life: "l1", Subject: "u"}
	taken := &evercart.TurnTaken{Node: "m"}
	own := evercart.Errorf(evercart.Ambiguous, "test", "own")
	idle, running, nobody := begun(t), begun(t, open), evercart.State{}
	again := running
	again.Life = "l2"
	mine, other := running.Active, &evercart.Claim{Turn: "t1", No: 1}
	fails := func(evercart.State) (evercart.Change, error) {
		return evercart.Change{Facts: []evercart.Fact{open}}, own
	}
	for name, c := range map[string]struct {
		on   evercart.State
		u    evercart.Update
		want evercart.Code
	}{
		"plain":                                  {idle, evercart.Update{Do: says(note)}, ""},
		"its own life":                           {idle, evercart.Update{Life: "l1", Do: says(note)}, ""},
		"another life":                           {idle, evercart.Update{Life: "l0", Do: says(note)}, evercart.Gone},
		"gone before a lost claim":               {running, evercart.Update{Life: "l0", Claim: other, Do: fails}, evercart.Gone},
		"a base of another life":                 {again, evercart.Update{Base: &idle, Do: says(note)}, evercart.Gone},
		"a base of another session":              {idle, evercart.Update{Session: "z", Do: says(note)}, evercart.Invalid},
		"nobody there":                           {nobody, evercart.Update{Do: says(note)}, evercart.NotFound},
		"nobody there, before a lost claim":      {nobody, evercart.Update{Claim: other, Do: says(note)}, evercart.NotFound},
		"opening":                                {nobody, evercart.Update{Open: true, Do: says(opened, note)}, ""},
		"opening with a turn":                    {nobody, evercart.Update{Open: true, Turn: "t1", Do: says(opened, open)}, ""},
		"opening without session.opened":         {nobody, evercart.Update{Open: true, Do: says(note)}, evercart.Invalid},
		"opening late in a change":               {nobody, evercart.Update{Open: true, Do: says(note, opened)}, evercart.Invalid},
		"opening twice at once":                  {nobody, evercart.Update{Open: true, Do: says(opened, opened)}, evercart.Invalid},
		"opening what is open":                   {idle, evercart.Update{Open: true, Do: says(opened)}, evercart.Invalid},
		"its claim":                              {running, evercart.Update{Turn: "t1", Claim: mine, Do: says(note)}, ""},
		"another claim":                          {running, evercart.Update{Turn: "t1", Claim: other, Do: says(note)}, evercart.ClaimLost},
		"a claim when no turn runs":              {idle, evercart.Update{Turn: "t1", Claim: mine, Do: says(note)}, evercart.ClaimLost},
		"claim lost before Do's own":             {running, evercart.Update{Claim: other, Do: fails}, evercart.ClaimLost},
		"Do's own before busy":                   {running, evercart.Update{Turn: "t2", Do: fails}, evercart.Ambiguous},
		"a turn while another runs":              {running, evercart.Update{Turn: "t2", Do: says(open)}, evercart.Busy},
		"a turn that displaces":                  {running, evercart.Update{Turn: "t2", Displace: mine, Do: says(open)}, ""},
		"a turn that displaces another":          {running, evercart.Update{Turn: "t2", Displace: other, Do: says(open)}, evercart.Busy},
		"a turn with no id":                      {idle, evercart.Update{Do: says(open)}, evercart.Invalid},
		"a turn in the middle of a change":       {running, evercart.Update{Turn: "t2", Do: says(note, open)}, evercart.Busy},
		"a turn taken over":                      {running, evercart.Update{Turn: "t1", Displace: mine, Do: says(taken)}, ""},
		"another turn taken over":                {running, evercart.Update{Turn: "t2", Displace: mine, Do: says(taken)}, evercart.ClaimLost},
		"a turn taken over without a word":       {running, evercart.Update{Turn: "t1", Do: says(taken)}, evercart.Busy},
		"a turn taken over that was closed":      {idle, evercart.Update{Turn: "t1", Displace: mine, Do: says(taken)}, evercart.ClaimLost},
		"another's change while a turn runs":     {running, evercart.Update{Do: says(note)}, ""},
		"nothing to say where nobody is, opened": {nobody, evercart.Update{Open: true, Do: says()}, ""},
	} {
		if c.u.Session == "" {
			c.u.Session = "s"
		}
		c.u.Write = "w"
		_, done, err := c.u.Run(c.on, noon)
		if got := evercart.CodeOf(err); got != c.want {
			t.Errorf("%s: got %q (%v), want %q", name, got, err, c.want)
			continue
		}
		if c.want == evercart.Ambiguous && !errors.Is(err, own) {
			t.Errorf("%s: Do's own error does not come back as it is", name)
		}
		if e := evercart.AsError(err); c.want == evercart.Busy && e.RetryAfter <= 0 {
			t.Errorf("%s: Busy without RetryAfter", name)
		}
		if (c.want == evercart.Busy || c.want == evercart.ClaimLost) && done.State.Seq != c.on.Seq {
			t.Errorf("%s: the newest state does not come with it", name)
		}
		if err != nil && len(done.Events) > 0 {
			t.Errorf("%s: refused, with events", name)
		}
	}
}

func TestUpdateStamps(t *testing.T) {
	t.Parallel()
	s := begun(t)
	_, done, err := evercart.Update{Session: "s", Write: "w", Turn: "t9", By: "agent", Do: says(&evercart.Noted{What: "a"}, &evercart.Noted{What: "b"})}.Run(s, noon)
	if err != nil || len(done.Events) != 2 {
		t.Fatal(done.Events, err)
	}
	at := time.Date(2030, 5, 1, 11, 0, 0, 123000000, time.UTC)
	for i, e := range done.Events {
		if e.Session != "s" || e.Seq != s.Seq+1+evercart.Seq(i) || e.At != at || e.Turn != "t9" || e.Write != "w" || e.Actor != "agent" {
			t.Errorf("%+v", e)
		}
	}
	if done.State.Seq != 3 || done.State.Touched != at || s.Seq != 1 {
		t.Errorf("%+v", done.State)
	}
}

func TestMergeGuards(t *testing.T) {
	t.Parallel()
	from, into := begun(t), begun(t)
	from.Session, into.Session, into.Life = "a", "b", "l2"
	m := evercart.Merge{From: "a", Into: "b", ID: "m", Write: "w", By: "shopper", Do: func(_, _ evercart.State) (a, b evercart.Change, err error) {
		return a, evercart.Change{Facts: []evercart.Fact{&evercart.Noted{What: "x"}}}, nil
	}}
	r, err := m.Run(from, into, noon)
	if err != nil || r.Again || len(r.From.Events) != 1 || len(r.Into.Events) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	if *r.From.Events[0].Fact.(*evercart.SessionMerged) != (evercart.SessionMerged{Merge: "m", Into: "b"}) || r.From.State.Into != "b" || r.From.Events[0].Session != "a" {
		t.Errorf("from: %+v", r.From)
	}
	if *r.Into.Events[1].Fact.(*evercart.SessionMerged) != (evercart.SessionMerged{Merge: "m", From: "a"}) || r.Into.State.Into != "" || r.Into.Events[1].Write != "w" {
		t.Errorf("into: %+v", r.Into)
	}
	if again, err := m.Run(r.From.State, r.Into.State, noon); err != nil || !again.Again || again.Into.State.Seq != r.Into.State.Seq || len(again.Into.Events) != 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
	busy, _, err := from.After(noon, "t1", "shopper", &evercart.TurnOpened{})
	if err != nil {
		t.Fatal(err)
	}
	own := evercart.Merge{From: "a", Into: "b", ID: "m", Do: func(_, _ evercart.State) (a, b evercart.Change, err error) {
		return a, b, evercart.Errorf(evercart.Ambiguous, "test", "own")
	}}
	loop := m
	loop.Into = "a"
	for name, c := range map[string]struct {
		m          evercart.Merge
		from, into evercart.State
		want       evercart.Code
	}{
		"no id":                {evercart.Merge{From: "a", Into: "b"}, from, into, evercart.Invalid},
		"with itself":          {loop, from, from, evercart.Invalid},
		"from nobody":          {m, evercart.State{}, into, evercart.NotFound},
		"into nobody":          {m, from, evercart.State{}, evercart.NotFound},
		"a turn runs in from":  {m, busy, into, evercart.Busy},
		"a turn runs in into":  {m, from, busy, evercart.Busy},
		"Do's own":             {own, from, into, evercart.Ambiguous},
		"again while it talks": {m, from, func() evercart.State { s := busy; s.Merged = []string{"m"}; return s }(), ""},
	} {
		_, err := c.m.Run(c.from, c.into, noon)
		if got := evercart.CodeOf(err); got != c.want {
			t.Errorf("%s: got %q (%v), want %q", name, got, err, c.want)
		}
	}
}

func TestStoredReplies(t *testing.T) {
	t.Parallel()
	f := &evercart.TurnClosed{How: evercart.Done, Shown: []evercart.SKU{"A"}}
	f.Personal.Generated = "**One** blouse."
	e := evercart.Event{Turn: "t1", Seq: 7, Fact: f}
	if r := evercart.ReplyOf(e, evercart.Cart{Version: 3}); r.Text != "**One** blouse." || r.Turn != "t1" || r.Seq != 7 || r.Cart.Version != 3 || !r.Durable || r.How != evercart.Done {
		t.Errorf("%+v", r)
	}
	f.Personal.Played = "One blouse."
	if r := evercart.ReplyOf(e, evercart.Cart{}); r.Text != "One blouse." || r.Display != "**One** blouse." {
		t.Errorf("%s, %s", r.Text.Reveal(), r.Display.Reveal())
	}
	if r := evercart.ReplyOf(evercart.Event{Fact: &evercart.Noted{}}, evercart.Cart{}); r != nil {
		t.Errorf("%+v", r)
	}
}
