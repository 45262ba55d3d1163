package postgres_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
)

// empty makes the database of a place as it was before any migration.
func empty(t testing.TB, p *place) {
	t.Helper()
	code(t, "empty it", run(context.Background(), p.root, `DROP SCHEMA public CASCADE`,
		`CREATE SCHEMA public AUTHORIZATION evercart_owner`, `GRANT USAGE ON SCHEMA public TO PUBLIC`), "")
}

// old writes a session as the first tables held it: a row a fact, a row a turn.
func old(t testing.TB, p *place, sh evercart.Shopper, st evercart.State, events []evercart.Event) {
	t.Helper()
	ctx := context.Background()
	root := connect(t, p.root)
	exec := func(query string, args ...any) {
		t.Helper()
		_, err := root.Exec(ctx, query, args...)
		code(t, query, err, "")
	}
	exec(`INSERT INTO shopper(subject, life, version, facts) VALUES($1, $2, 1, '{}')`, string(sh.Subject), string(sh.Life))
	exec(`INSERT INTO head(session, seq, snap, life, subject) VALUES($1, $2, 0, $3, $4)`, string(st.Session), int64(st.Seq), string(sh.Life), string(sh.Subject))
	exec(`INSERT INTO session_list(session, seq, total, opened, touched, turns, lines, currency, subject) SELECT id, seq, $2, $3, $4, $5, $6, 'USD', subject FROM head WHERE session = $1`,
		string(st.Session), int64(st.Cart.Totals.Total), st.Opened.UnixMilli(), st.Touched.UnixMilli(), st.Turns, len(st.Cart.Lines))
	for i, e := range events {
		r, err := e.Encode(func(plain, aad []byte) ([]byte, error) { return p.ring.Seal(ctx, sh.Life, plain, aad) })
		code(t, "encode", err, "")
		lead := 0
		if i == 0 || events[i-1].Write != e.Write {
			for _, o := range events {
				if o.Write == e.Write {
					lead++
				}
			}
		}
		faded := e.Seq == 3
		if faded {
			r.Sealed = nil
		}
		exec(`INSERT INTO event(session, seq, at, lead, schema_, faded, subject, turn, write_, actor, kind, facts, sealed)
			SELECT id, $2, $3, $4, $5, $6, subject, $7, $8, $9, $10, $11, $12 FROM head WHERE session = $1`, string(st.Session), int64(r.Seq), r.At.UnixMilli(), lead, r.Schema,
			faded, string(r.Turn), string(r.Write), string(r.Actor), string(r.Kind), string(r.Facts), r.Sealed)
		if f, ok := e.Fact.(*evercart.TurnOpened); ok {
			exec(`INSERT INTO turn(session, opened, turn, subject, mac) SELECT id, $2, $3, subject, $4 FROM head WHERE session = $1`, string(st.Session), int64(e.Seq), string(e.Turn), f.MAC)
		}
	}
}

// What an older program kept is there afterwards, word for word, and goes on from there.
func TestMigrateChanges(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	srv, db := server.Server(t), server.Database(t)
	p, owner := newPlaceAt(t, srv.URL(db, "evercart_app"), srv.URL(db, "postgres")), srv.URL(db, "evercart_owner")
	empty(t, p)
	code(t, "the first tables", postgres.MigrateTo(ctx, owner, 1), "")
	sh := evercart.Shopper{Subject: "sub", Life: "life"}
	code(t, "key", p.ring.Begin(ctx, sh.Life), "")
	st := evercart.State{Session: newSession()}
	var events []evercart.Event
	say := func(write evercart.WriteID, turn evercart.TurnID, facts ...evercart.Fact) {
		next, more, err := st.After(time.UnixMilli(1_700_000_000_000+int64(len(events))).UTC(), turn, "shopper", facts...)
		code(t, "after", err, "")
		for i := range more {
			more[i].Write = write
		}
		st, events = next, append(events, more...)
	}
	open, closed, again := &evercart.TurnOpened{Node: "n", MAC: []byte("mac")}, &evercart.TurnClosed{How: evercart.Done, Brain: "rules"}, &evercart.TurnOpened{Node: "n", MAC: []byte("mac2")}
	open.Personal.Words, closed.Personal.Generated, again.Personal.Words = "größe nine, please", "It is forgotten.", "and"
	set := &evercart.ContextSet{}
	set.Personal.Values = map[string]evercart.Personal{"size": "nine"}
	say("w1", "", &evercart.SessionOpened{Shop: "default", Subject: sh.Subject, Life: sh.Life, Currency: "USD"})
	say("w2", "t1", set, closed, note("x")) // of these, the reply has faded
	say("w3", "t2", again)
	old(t, p, sh, st, events)
	code(t, "migrate", postgres.Migrate(ctx, owner), "")

	s := p.open(t)
	got, err := s.Load(sys(), st.Session)
	code(t, "load", err, "")
	if a, b := stateJSON(t, got), stateJSON(t, st); a != b {
		t.Errorf("loaded %s, want %s", a, b)
	}
	read, err := s.Events(sys(), st.Session, 0, 0)
	code(t, "events", err, "")
	if len(read) != len(events) {
		t.Fatalf("%d events, want %d", len(read), len(events))
	}
	for i, e := range read {
		if w := events[i]; e.Seq != w.Seq || e.Write != w.Write || e.Turn != w.Turn || e.Actor != w.Actor || e.Fact.Kind() != w.Fact.Kind() || e.Faded != (e.Seq == 3) {
			t.Errorf("%d: %+v, want %+v", i, e, w)
		}
	}
	r, err := s.Turn(sys(), st.Session, "t2")
	code(t, "turn", err, "")
	if r.Opened != 5 || r.Closed != 0 || string(r.MAC) != "mac2" {
		t.Errorf("%+v", r)
	}
	list, err := s.Sessions(sys(), evercart.Filter{})
	code(t, "list", err, "")
	if len(list) != 1 || list[0].Turns != 1 || !list[0].Touched.Equal(st.Touched) {
		t.Errorf("%+v", list)
	}
	c, err := s.Update(sys(), evercart.Update{Session: st.Session, Write: "w2", By: "agent", Do: facts(note("again"))})
	code(t, "an old write id", err, "")
	if c.State.Seq != st.Seq || len(c.Events) != 3 {
		t.Errorf("an old write was written again: %+v", c)
	}
	found, err := s.Examine(sys())
	code(t, "examine", err, "")
	if !found.OK() || found.Events != len(events) {
		t.Errorf("%+v", found)
	}
	if n := ask[int](t, connect(t, p.root), `SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relrowsecurity AND NOT relforcerowsecurity`); n != 0 {
		t.Errorf("row security is not forced on %d tables", n)
	}
}

func stateJSON(t testing.TB, st evercart.State) string {
	t.Helper()
	clear, err := json.Marshal(st)
	code(t, "marshal", err, "")
	sealed, err := evercart.RevealJSON(st.Personal)
	code(t, "reveal", err, "")
	return string(clear) + string(sealed)
}
