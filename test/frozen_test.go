package test

import (
	"context"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// said again and again under one turn id, until it is answered.
func (s *server) insists(t *testing.T, id string, words said) <-chan frame {
	out := make(chan frame, 1)
	go func() {
		defer close(out)
		var err error
		for began := time.Now(); time.Since(began) < 2*time.Minute; time.Sleep(100 * time.Millisecond) {
			var f frame
			if f, err = s.post(id, words); err == nil {
				out <- f
				return
			}
		}
		t.Errorf("%q: %v", words.text, err)
	}()
	return out
}

// A turn is frozen after it has read the session and before it commits: its node is stopped where it stands, or the process of the database
// that writes it. What others do meanwhile stands, and what was frozen is done once, on top of it.
func TestFrozenBeforeTheCommit(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	b := c.node(config{})
	direct, err := url.Parse(strings.TrimPrefix(c.env[0], "EVERCART_POSTGRES="))
	if err != nil {
		t.Fatal(err)
	}
	h := newHolder(t, direct.Host)
	direct.Host = h.addr
	a := c.node(config{env: []string{"EVERCART_POSTGRES=" + direct.String()}})

	t.Run("the node", func(t *testing.T) {
		id := uuid()
		ada := b.open(id, "u-"+id[:8])
		ada.say("add the red scarf")
		held := h.hold("cart.changed") // what was said before is read by the turn itself, after the state
		slow := a.insists(t, id, said{"add a candle", "t-slow"})
		release := <-held
		if err := a.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		close(release)
		if got := ada.say("remove the scarf"); !got.Cart.is("") {
			t.Errorf("meanwhile: %s", got.Cart)
		}
		ada.say("add one pack of socks")
		if err := a.cmd.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		if f, ok := <-slow; ok && (!f.Durable || !f.Cart.is("CND-CAF 1, SOC-3PK 1")) {
			t.Errorf("the frozen turn: %+v", f)
		}
		for _, node := range []*server{a, b} {
			if v := node.session(id); !v.Cart.is("CND-CAF 1, SOC-3PK 1") {
				t.Errorf("at the end: %s", v.Cart)
			}
		}
		b.wantTurns(t, id, 4)
		b.wantWholeSeq(id)
	})
	t.Run("the process of the database", func(t *testing.T) {
		id, other := uuid(), uuid()
		ada, ben := b.open(id, "u-"+id[:8]), b.open(other, "")
		ada.say("add the red scarf")
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		conn, err := pgx.Connect(ctx, c.pg.URL(c.data, "postgres"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		tx, err := conn.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		// While the table is locked, the commit stands in its process with all that it holds, so that it can be met.
		if _, err := tx.Exec(ctx, `LOCK TABLE change IN SHARE MODE`); err != nil {
			t.Fatal(err)
		}
		slow := a.insists(t, id, said{"add a candle", "t-slow"})
		var pid int
		until(t, "the commit stands", func() bool {
			c.ask("postgres", "postgres", `SELECT coalesce(min(pid), 0) FROM pg_stat_activity WHERE datname = '`+c.data+`' AND usename = 'shop' AND wait_event_type = 'Lock'`, &pid)
			return pid > 0
		})
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = syscall.Kill(pid, syscall.SIGCONT) }()
		if err := tx.Rollback(ctx); err != nil {
			t.Fatal(err)
		}
		ben.say("add a mug") // nobody else waits for it
		same := b.insists(t, id, said{"remove the scarf", "t-other"})
		if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		for _, end := range []<-chan frame{slow, same} {
			if f, ok := <-end; ok && !f.Durable {
				t.Errorf("not durable: %+v", f)
			}
		}
		if v := a.session(id); !v.Cart.is("CND-CAF 1") {
			t.Errorf("at the end: %s", v.Cart)
		}
		b.wantTurns(t, id, 3)
		b.wantWholeSeq(id)
	})
	c.doctor()
}
