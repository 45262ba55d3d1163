package test

import (
	"crypto/rand"
	"encoding/base64"
	"slices"
	"testing"
)

// letters are so many random characters: nothing makes them shorter. Spaces make words of them.
func letters(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b)
	out := []byte(base64.RawURLEncoding.EncodeToString(b)[:n])
	for i := 8; i < n; i += 9 {
		out[i] = ' '
	}
	return string(out)
}

// A late turn costs what an early one does: in the log of the database, in its tables, in what the model is sent; and a change
// of the cart is small, however long the conversation.
func TestLateTurnsCostTheSame(t *testing.T) {
	t.Parallel()
	m := startModel(t, calls("socks", call("add_to_cart", map[string]any{"sku": "SOC-3PK", "quantity": 1})),
		rule{"when": map[string]any{"says": "socks", "step": 1}, "answer": map[string]any{"text": "So it is."}},
		rule{"answer": map[string]any{"text": letters(1500), "chunk": -1}})
	c := breakableCell(t)
	s := c.node(m.with("openai"))
	talk := s.open(uuid(), "u-ada")
	c.pg.SQL(t, "postgres", "CHECKPOINT")
	wal := func() (bytes int64) {
		c.ask(c.data, "postgres", `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn`, &bytes)
		return bytes
	}
	size := func() (bytes int64) {
		c.ask(c.data, "postgres", `SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class WHERE relkind = 'r' AND relname IN ('change', 'snapshot', 'head', 'session_list', 'claim')`, &bytes)
		return bytes
	}
	turns := 0
	// spend gives the median of what so many turns write, and the size of the model's last request.
	spend := func(n int, words func() string) (median int64, request int) {
		t.Helper()
		var each []int64
		before := wal()
		for range n {
			talk.say(words())
			turns++
			after := wal()
			each = append(each, after-before)
			before = after
		}
		slices.Sort(each)
		all := m.requests()
		return each[len(each)/2], len(all[len(all)-1].Body)
	}
	chat := func() string { return "please tell me about " + letters(450) }
	empty := size()
	spend(20, chat)
	small := size() - empty
	early, first := spend(20, chat)
	last := runs(100, 400)
	for turns < last-20 {
		talk.say(chat())
		turns++
	}
	late, again := spend(20, chat)
	large := size() - empty
	change, _ := spend(10, func() string { return "add the socks" })
	t.Logf("turn: %d bytes of log early, %d late; tables %d after 20 turns, %d after %d; requests %d and %d bytes; a change of the cart %d bytes", early, late, small, large, last, first, again, change)
	if late > 2*early {
		t.Errorf("a late turn writes %d bytes of log, an early one %d", late, early)
	}
	if large*20*4 > small*int64(last)*5 { // a quarter more than in a straight line
		t.Errorf("%d bytes after 20 turns, %d after %d", small, large, last)
	}
	if again > 2*first {
		t.Errorf("the model is sent %d bytes late, %d early", again, first)
	}
	if change > 32<<10 {
		t.Errorf("a change of the cart writes %d bytes of log", change)
	}
	m.wantNo400()
}
