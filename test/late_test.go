package test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// holder stands before a database and holds the first answer that contains a word, once it is told to.
type holder struct {
	addr string

	mu   sync.Mutex // guards what follows
	word []byte     // nil = nothing is held
	held chan chan struct{}
}

func newHolder(t *testing.T, behind string) *holder {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := &holder{addr: l.Addr().String()}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", behind)
			if err != nil {
				_ = in.Close()
				continue
			}
			go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
			go h.answers(in, out)
		}
	}()
	return h
}

// hold holds the next answer with this word; what comes out of the channel releases it.
func (h *holder) hold(word string) <-chan chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.word, h.held = []byte(word), make(chan chan struct{}, 1)
	return h.held
}

func (h *holder) answers(to, from net.Conn) {
	defer to.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		h.mu.Lock()
		held := h.held
		found := h.word != nil && bytes.Contains(buffer[:n], h.word)
		if found {
			h.word = nil
		}
		h.mu.Unlock()
		if found {
			release := make(chan struct{})
			held <- release
			<-release
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// A reads a session to keep a copy, and is held after the rows were read; B writes and tells; then A goes on. Neither answers
// with what was, and Redis holds what is or nothing, at once and ever after.
func TestLateCopyIsRefused(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"written", "erased", "refused"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			c, r := newCached(t)
			b := c.nodes(1, config{})[0]
			direct, err := url.Parse(strings.TrimPrefix(c.env[0], "EVERCART_POSTGRES="))
			if err != nil {
				t.Fatal(err)
			}
			h := newHolder(t, direct.Host)
			direct.Host = h.addr
			a := c.node(config{env: []string{"EVERCART_POSTGRES=" + direct.String()}})

			ada := b.open(uuid(), "u-ada")
			ada.say("add the red scarf")
			if got := ada.say("add three packs of socks"); !got.Cart.is("SCF-RED 1, SOC-3PK 3") {
				t.Fatalf("the cart is %s", got.Cart)
			}
			ada.leaves("the copy is left", func() bool { return len(copies(t, r)) == 1 })
			r.Must(t, "FLUSHALL")
			held, late := h.hold("SCF-RED"), make(chan view, 1)
			go func() {
				var v view
				a.call("GET", "/v1/sessions/"+ada.id, nil, &v) // of what is erased meanwhile there may be nothing
				late <- v
			}()
			release := <-held
			want := "SOC-3PK 3"
			switch how {
			case "written":
				if got := ada.say("remove the scarf"); !got.Cart.is(want) {
					t.Fatalf("the cart is %s", got.Cart)
				}
			case "erased":
				if status := b.call("DELETE", "/v1/users/u-ada", nil, nil); status != 200 {
					t.Fatalf("erasure: %d", status)
				}
			case "refused": // what is refused touches nothing
				want = "SCF-RED 1, SOC-3PK 3"
				if got, err := ada.try("remove the silk blouse", "t-none"); err != nil || !got.Cart.is(want) {
					t.Fatalf("%+v %v", got.frame, err)
				}
			}
			close(release)
			if v := <-late; !v.Cart.is("SCF-RED 1, SOC-3PK 3") && v.Seq > 0 {
				t.Fatalf("the held reader has %s: it did not read before", v.Cart)
			}
			for end := time.Now().Add(time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
				for name, s := range map[string]*server{"A": a, "B": b} {
					var v view
					switch status := s.call("GET", "/v1/sessions/"+ada.id, nil, &v); {
					case how == "erased" && status != 404:
						t.Fatalf("%s answers %d for what was erased", name, status)
					case how != "erased" && (status != 200 || !v.Cart.is(want)):
						t.Fatalf("%s answers %d with %s", name, status, v.Cart)
					}
				}
			}
			for id, seq := range copies(t, r) {
				if how == "erased" || seq != b.session(id).Seq {
					t.Errorf("Redis holds version %d", seq)
				}
			}
		})
	}
}

// leaves waits for a copy of the session. One that a busy machine's Redis did not take in time is left with the next turn, so that now and then
// one more is spoken.
func (c *talk) leaves(what string, is func() bool) {
	c.t.Helper()
	looks := 0
	until(c.t, what, func() bool {
		if looks++; looks%100 == 0 {
			c.say("what is in my cart?")
		}
		return is()
	})
}

// The corrupt and the restored: a copy that cannot be read is a miss, counted and replaced; one from an older file loses against
// the head.
func TestCopiesThatAreNoUse(t *testing.T) {
	t.Parallel()
	c, r := newCached(t)
	b := c.nodes(1, config{})[0]
	ada := b.open(uuid(), "u-ada")
	ada.say("add the red scarf")
	key := ""
	settled := func() {
		t.Helper()
		ada.leaves("the newest copy is left", func() bool { return copies(t, r)[ada.id] == b.session(ada.id).Seq })
		key = strings.TrimSpace(r.Must(t, "--raw", "KEYS", "evercart:*:c:*"))
	}
	settled()
	r.Must(t, "COPY", key, "older")
	ada.say("remove the scarf")
	settled()

	cold := c.node(config{})
	r.Must(t, "COPY", "older", key, "REPLACE")
	if v := cold.session(ada.id); !v.Cart.is("") {
		t.Errorf("with an older copy restored: %s", v.Cart)
	}
	if n := cold.counter("evercart_cache_hits_total"); n != 0 {
		t.Errorf("the older copy was used %d times", n)
	}
	ada.say("add three packs of socks")
	settled()
	r.Must(t, "HSET", key, "b", "this is no copy")
	cold = c.node(config{})
	if v := cold.session(ada.id); !v.Cart.is("SOC-3PK 3") {
		t.Errorf("with a corrupt copy: %s", v.Cart)
	}
	if hits, corrupt := cold.counter("evercart_cache_hits_total"), cold.counter("evercart_cache_corrupt_total"); hits != 0 || corrupt != 1 {
		t.Errorf("a corrupt copy: %d hits, counted %d", hits, corrupt)
	}
	ada.say("add another pack of socks")
	settled()
	cold = c.node(config{}) // and a good one is used
	if v := cold.session(ada.id); !v.Cart.is("SOC-3PK 4") || cold.counter("evercart_cache_hits_total") != 1 || cold.counter("evercart_store_loads_total") != 0 {
		t.Errorf("with a good copy: %s, %d hits, %d loads", v.Cart, cold.counter("evercart_cache_hits_total"), cold.counter("evercart_store_loads_total"))
	}
}
