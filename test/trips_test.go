package test

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// wire stands between servers and their PostgreSQL, and writes down what is asked in one round trip.
type wire struct {
	t  *testing.T
	to string

	mu    sync.Mutex // guards trips
	trips []string   // the statements of each, one after the other
	since time.Time  // when they were last taken
	beats int        // of the servers: they live, and had the time for it
}

// tapped puts a wire before the data of a cell.
func (c *cell) tapped() *wire {
	c.t.Helper()
	for i, kv := range c.env {
		text, ours := strings.CutPrefix(kv, "EVERCART_POSTGRES=")
		if !ours {
			continue
		}
		u, err := url.Parse(text)
		if err != nil {
			c.t.Fatal(err)
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			c.t.Fatal(err)
		}
		w := &wire{t: c.t, to: u.Host}
		c.t.Cleanup(func() { _ = l.Close() })
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				go w.carry(conn)
			}
		}()
		u.Host = l.Addr().String()
		c.env[i] = "EVERCART_POSTGRES=" + u.String()
		return w
	}
	c.t.Fatal("a cell without a database")
	return nil
}

func (w *wire) carry(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(client, server)
		_ = client.Close()
	}()
	w.listen(io.TeeReader(client, server))
}

// listen reads what a client sends: the first message has no type, each other one has a byte for it, then its length.
func (w *wire) listen(r io.Reader) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:4]); err != nil {
		return
	}
	if _, err := io.CopyN(io.Discard, r, int64(binary.BigEndian.Uint32(head[:4]))-4); err != nil {
		return
	}
	var asked []string
	for {
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return
		}
		body := make([]byte, binary.BigEndian.Uint32(head[1:])-4)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		switch head[0] {
		case 'P': // the name of a statement, and its text
			parts := strings.SplitN(string(body), "\x00", 3)
			asked = append(asked, strings.Join(strings.Fields(parts[1]), " "))
		case 'S', 'Q':
			w.mu.Lock()
			trip := strings.Join(asked, "; ")
			if w.trips = append(w.trips, trip); strings.Contains(trip, "INSERT INTO node") {
				w.beats++
			}
			w.mu.Unlock()
			asked = nil
		}
	}
}

// ofTurns are the round trips since the last time that serve who talks: not those by which a server lives.
func (w *wire) ofTurns() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := w.trips
	w.trips, w.since = nil, time.Now()
	return slices.DeleteFunc(out, func(trip string) bool {
		for _, table := range []string{"head", "change", "snapshot", "shopper", "outside"} {
			if strings.Contains(trip, table) {
				return strings.Contains(trip, " claim c") || strings.Contains(trip, " job")
			}
		}
		return true
	})
}

// asked is what was asked since the last time.
type asked struct {
	heads int      // readings of heads alone, which are one for all sessions at a moment
	looks int      // of those, so many may be of the server's own look at what others wrote, once a second
	more  []string // all else
}

// settled waits until nothing came for a while in which the server had the time to live: some of it goes on beside the answer.
func (w *wire) settled() (a asked) {
	w.t.Helper()
	w.mu.Lock()
	began := w.since
	w.mu.Unlock()
	beats := func() int {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.beats
	}
	for {
		before := beats()
		time.Sleep(300 * time.Millisecond)
		until(w.t, "the server beats", func() bool { return beats() > before })
		trips := w.ofTurns()
		for _, trip := range trips {
			if strings.Contains(trip, "h.touched FROM head h") {
				a.heads++
			} else {
				a.more = append(a.more, trip)
			}
		}
		if len(trips) == 0 || len(trips) == 1 && strings.Contains(trips[0], "h.touched FROM head h") {
			a.looks = int(time.Since(began)/time.Second) + 2
			return a
		}
	}
}

// wants holds what was asked against a bound.
func (a asked) wants(t *testing.T, what string, heads, more int) {
	t.Helper()
	t.Logf("%s: %d round trips, and %d for heads alone, of which %d may be of the server's own", what, len(a.more), a.heads, a.looks)
	if len(a.more) > more || a.heads > heads+a.looks {
		t.Errorf("%s: more than %d and %d:\n%s", what, more, heads, strings.Join(a.more, "\n"))
	}
}

// Who comes back at another node, after his own has died, costs the database few round trips: the session is read at once with what was said
// in it last, and what was read is not read again.
func TestTripsOfComingBack(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	w := c.tapped()
	c.pooled(1) // statements are described once a connection
	s := c.nodes(2, config{})
	for _, user := range []string{"u-first", "u-ada"} { // the first one pays for what a connection learns
		id := uuid()
		talk := s[0].open(id, user)
		const turns = 6 // no summary is due, which would have the other node read them
		for n := range turns {
			if got := talk.sayAs("add one pack of socks", fmt.Sprint("t-", n)).Cart.packs(); got != n+1 {
				t.Fatalf("%d packs, want %d", got, n+1)
			}
		}
		s[0].kill()
		w.ofTurns()
		talk = s[1].open(id, user)
		comesBack := w.settled()
		if got := talk.sayAs("add one pack of socks", fmt.Sprint("t-", turns-1)).Cart.packs(); got != turns {
			t.Fatalf("%d packs after a repeat", got)
		}
		repeats := w.settled()
		if got := talk.sayAs("add one pack of socks", "t-new").Cart.packs(); got != turns+1 {
			t.Fatalf("%d packs", got)
		}
		saysMore := w.settled()
		if err := talk.send(map[string]any{"type": "resume", "seq": 3}); err != nil {
			t.Fatal(err)
		}
		talk.untilFrame("state")
		resumes := w.settled()
		if user == "u-first" {
			s[0].run()
			continue
		}
		// One head more than a quick machine needs: what was read a moment ago is older there.
		comesBack.wants(t, "a caller comes back", 3, 1)          // the session, with what was said in it last
		repeats.wants(t, "says again what was answered", 4, 2)   // who he is, and the commit that finds it there
		saysMore.wants(t, "says more", 2, 1)                     // the commit
		resumes.wants(t, "asks for what was missed since", 2, 0) // nothing but whether it is as it was
	}
}

// sayAs is try under a turn id, and fails the test on anything but a reply.
func (c *talk) sayAs(text, turnID string) answer {
	c.t.Helper()
	a, err := c.try(text, turnID)
	if err != nil || a.Type != "reply" {
		c.t.Fatalf("say %q: %+v %v", text, a.frame, err)
	}
	return a
}
