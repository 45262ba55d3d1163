package test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// pooled gives the nodes of a cell so many connections to the data.
func (c *cell) pooled(n int) {
	for i, kv := range c.env {
		if strings.HasPrefix(kv, "EVERCART_POSTGRES=") {
			c.env[i] = fmt.Sprintf("%s&pool_max_conns=%d", kv, n)
		}
	}
}

// ask looks into a database as the superuser, or as a role.
func (c *cell) ask(database, role, query string, into ...any) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.pg.URL(database, role))
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close(ctx)
	if err := conn.QueryRow(ctx, query).Scan(into...); err != nil {
		c.t.Fatalf("%s: %v", query, err)
	}
}

// While a model thinks, no connection is held: a hundred shoppers wait for it on ten, and everybody else is served; when it answers all of
// them at once, more turns end than there are connections, and none waits for another that waits for it.
func TestWaitingForAModelHoldsNothing(t *testing.T) {
	t.Parallel()
	m := startModel(t, rule{"answer": map[string]any{"text": "Thirty days.", "hold": "all", "hold_at": 1}})
	c := newCell(t)
	c.pooled(10)
	s := c.node(m.with("openai"))
	callers := runs(40, 100)
	talks := make([]*talk, callers)
	for i := range talks {
		talks[i] = s.open(uuid(), fmt.Sprint("u-", i))
		if err := talks[i].send(map[string]any{"text": "what is your return policy?", "turn_id": "t-1", "user_id": talks[i].user}); err != nil {
			t.Fatal(err)
		}
	}
	var open int
	until(t, "all turns are claimed", func() bool {
		c.ask(c.data, "postgres", `SELECT count(*) FROM claim`, &open)
		return open == callers
	})
	idle := s.open(uuid(), "u-idle") // and sockets that say nothing
	for range 5 {
		until(t, "no connection is held", func() bool { // who held one for a turn would hold it for as long as the model is waited for
			var held, used int
			c.ask("postgres", "postgres", `SELECT count(*) FILTER (WHERE state LIKE 'idle in transaction%' AND now() - state_change > interval '200 ms'), count(*)
				FROM pg_stat_activity WHERE datname = '`+c.data+`' AND usename = 'shop'`, &held, &used)
			if used > 10 {
				t.Fatalf("%d connections of ours in all", used)
			}
			return held == 0
		})
		if status := s.call("GET", "/v1/sessions", nil, nil); status != 200 || !s.isReady() {
			t.Errorf("meanwhile the operator gets %d", status)
		}
	}
	m.release("all")
	for _, c := range talks {
		if a, err := c.await("t-1"); err != nil || a.Type != "reply" || a.Reply != "Thirty days." {
			t.Errorf("%+v %v", a.frame, err)
		}
	}
	if err := idle.send(map[string]any{"type": "ping"}); err != nil {
		t.Error(err)
	}
}

// On one connection, two shoppers by turns and at once: nobody hears of the other, the connection keeps nobody's name, and
// the login may see nothing by itself.
func TestBorrowedConnection(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	c.pooled(1)
	s := c.node(config{})
	people := map[string]string{"u-ada": "scarf", "u-ben": "candle"}
	talks := map[string]*talk{}
	for user, thing := range people {
		talks[user] = s.open(uuid(), user)
		if a := talks[user].say("add a " + thing); !strings.Contains(strings.ToLower(a.Reply), thing) {
			t.Errorf("%s heard %q", user, a.Reply)
		}
	}
	var wg sync.WaitGroup
	for user, thing := range people {
		wg.Go(func() {
			for range runs(25, 100) {
				a := talks[user].sayOr("what is in my cart?")
				for _, other := range people {
					if other != thing && strings.Contains(strings.ToLower(a.Reply), other) {
						t.Errorf("%s heard %q", user, a.Reply)
					}
				}
				if len(a.Cart.Lines) != 1 {
					t.Errorf("%s has %s", user, a.Cart)
				}
			}
		})
	}
	wg.Wait()
	// As the login, with no shopper named: nothing, on every table that names one.
	var tables, rows, unforced int
	c.ask(c.data, "postgres", `SELECT count(*), count(*) FILTER (WHERE NOT c.relrowsecurity OR NOT c.relforcerowsecurity) FROM pg_class c
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'subject' AND c.relkind = 'r'`, &tables, &unforced)
	if tables < 5 || unforced > 0 {
		t.Errorf("of %d tables with a subject, row security is not forced on %d", tables, unforced)
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, c.pg.URL(c.data, "shop"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, `SET ROLE evercart_app`); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"shopper", "head", "change", "snapshot", "session_list", "claim", "job"} {
		if err := conn.QueryRow(ctx, `SELECT count(*) FROM `+table).Scan(&rows); err == nil && rows > 0 {
			t.Errorf("with nobody named, %d rows of %s", rows, table)
		}
	}
	var owns int
	var super, bypass bool
	c.ask(c.data, "postgres", `SELECT r.rolsuper, r.rolbypassrls, (SELECT count(*) FROM pg_class WHERE relowner = r.oid) FROM pg_roles r WHERE rolname = 'shop'`, &super, &bypass, &owns)
	if super || bypass || owns > 0 {
		t.Errorf("the login: superuser %v, bypasses row security %v, owns %d tables", super, bypass, owns)
	}
	s.wantWholeSeq(talks["u-ada"].id)
}

// What goes wrong leaves no lock behind, also through a pooler in transaction mode with fewer connections than there are turns.
func TestNoLockIsLeft(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		rule{"when": map[string]any{"says": "fail"}, "answer": map[string]any{"status": 500}},
		rule{"when": map[string]any{"says": "cut"}, "answer": map[string]any{"text": "I was about to say that", "cut": "reset", "cut_at": 3}},
		rule{"when": map[string]any{"says": "never"}, "answer": map[string]any{"text": "Too late.", "hold": "never"}},
		rule{"when": map[string]any{"says": "drop"}, "answer": map[string]any{"text": "Nobody listens.", "first": "300ms"}},
		rule{"answer": map[string]any{"text": "Here I am."}})
	c := newCell(t)
	b := c.pg.Bouncer(t, 3)
	for i, kv := range c.env {
		c.env[i] = strings.Replace(kv, fmt.Sprintf("127.0.0.1:%d/", c.pg.Port), fmt.Sprintf("127.0.0.1:%d/", b.Port), 1)
	}
	conf := m.with("openai")
	conf.args = append(conf.args, "--turn-limit", "8s")
	s := c.nodes(2, conf)
	sessions := make([]string, runs(12, 200))
	var wg sync.WaitGroup
	for i := range sessions {
		sessions[i] = uuid()
		wg.Go(func() {
			c := &talk{t: t, s: s[i%2], id: sessions[i], user: "u-" + sessions[i][:8]}
			if err := c.connect(); err != nil {
				t.Error(err)
				return
			}
			words := []string{"fail", "cut", "drop", "never"}[i%4]
			if words == "drop" {
				_ = c.send(map[string]any{"text": words, "turn_id": "t-1", "user_id": c.user})
				_ = c.conn.CloseNow()
				return
			}
			if a, err := c.try(words, "t-1"); err != nil || a.Type != "reply" && a.Type != "error" {
				t.Errorf("%s: %+v %v", words, a.frame, err)
			}
		})
	}
	wg.Wait()
	until(t, "no turn is open", func() bool {
		var claims, locks int
		c.ask(c.data, "postgres", `SELECT count(*), (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) FROM claim`, &claims, &locks)
		return claims == 0 && locks == 0
	})
	for i, id := range sessions { // and each takes the next turn, at the other node
		if a, err := s[(i+1)%2].post(id, said{"hello", "t-2"}); err != nil || a.Reply != "Here I am." {
			t.Errorf("session %d: %q %v", i, a.Reply, err)
		}
	}
}
