package test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart/internal/redistest"
)

// newCached is a cell whose nodes share a Redis.
func newCached(t *testing.T, options ...string) (*cell, *redistest.Server) {
	t.Helper()
	c, r := newCell(t), redistest.Start(t, options...)
	c.env = append(c.env, "EVERCART_REDIS="+r.URL())
	return c, r
}

// counter reads one measurement of a server.
func (s *server) counter(name string) int {
	s.t.Helper()
	res, err := http.Get(s.url + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), name+" "); ok {
			f, err := strconv.ParseFloat(value, 64)
			if err != nil {
				s.t.Fatal(err)
			}
			return int(f)
		}
	}
	s.t.Fatalf("%s is not measured", name)
	return 0
}

func (s *server) redisIs(how string) bool {
	var v map[string]string
	return s.call("GET", "/readyz", nil, &v) == 200 && v["redis"] == how
}

// copies gives the version of each copy that Redis holds, by session.
func copies(t *testing.T, r *redistest.Server) map[string]int64 {
	t.Helper()
	out := map[string]int64{}
	for key := range strings.FieldsSeq(r.Must(t, "--raw", "KEYS", "evercart:*:c:*")) {
		version := r.Must(t, "EVAL", `return redis.call('HEXISTS', KEYS[1], 'b') == 1 and redis.call('HGET', KEYS[1], 's') or ''`, "1", key) // at one moment: it may go meanwhile
		if version == "" {
			continue
		}
		seq, err := strconv.ParseInt(version, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		out[key[strings.LastIndex(key, ":")+1:]] = seq
	}
	return out
}

// Redis is emptied ten times a second, killed, hung, and comes back, under sessions that change the node with every turn. No
// answer ever differs. What a hanging Redis costs is counted: each caller waits for it once at most. A soak has 200 sessions of people who
// pause between turns, and holds what turns take once the breaker is open against 100 ms, and against the same servers without trouble.
func TestRedisVanishes(t *testing.T) {
	t.Parallel()
	c, r := newCached(t)
	crowd := &crowd{t: t, nodes: c.nodes(2, config{})}
	for range runs(24, 200) {
		crowd.people = append(crowd.people, &shopper{id: uuid()})
	}
	turns := runs(4, 20)
	crowd.talk("everybody comes", 1)
	if soak {
		crowd.think = 2 * time.Second
	}
	calm := crowd.talk("Redis is well", turns)
	if n := crowd.sum("evercart_redis_calls_total"); n == 0 {
		t.Fatal("Redis was not asked")
	}

	stop, flushed := make(chan struct{}), make(chan int)
	go func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				flushed <- n
				return
			case <-time.After(100 * time.Millisecond):
				_, _ = r.Do("FLUSHALL")
			}
		}
	}()
	crowd.talk("Redis is emptied every 100 ms", turns)
	close(stop)
	t.Logf("flushed %d times", <-flushed)

	r.Kill()
	crowd.talk("Redis was killed just now", 1)
	for _, s := range crowd.nodes {
		until(t, "the server tells that Redis is away", func() bool { return s.redisIs("away") })
	}
	dead := crowd.talk("Redis is dead", turns)
	late := c.node(config{}) // a server that starts now
	if !late.isReady() || late.session(crowd.people[0].id).Cart.packs() != crowd.people[0].packs {
		t.Error("a server that starts without Redis does not serve")
	}
	until(t, "a server that starts without Redis tells so", func() bool { return late.redisIs("away") })
	crowd.nodes = append(crowd.nodes, late)
	if err := r.Begin(); err != nil {
		t.Fatal(err)
	}
	for _, s := range crowd.nodes {
		until(t, "Redis is used again", func() bool { return s.redisIs("ok") })
	}
	back := crowd.talk("Redis is back", turns)
	dead.holds(t, calm, back)

	before := crowd.sum("evercart_redis_failed_total")
	if err := r.Hang(); err != nil {
		t.Fatal(err)
	}
	crowd.talk("Redis begins to hang", 1)
	for _, s := range crowd.nodes {
		until(t, "it is noticed that Redis hangs", func() bool { return s.redisIs("away") })
	}
	hangs := crowd.talk("Redis hangs", turns)
	// At the moment of the breaking each caller, and what tells others beside the turns, may be waiting.
	if failed := crowd.sum("evercart_redis_failed_total") - before; failed > len(crowd.people)+2*len(crowd.nodes) {
		t.Errorf("%d calls waited for a hanging Redis, of %d callers", failed, len(crowd.people))
	}
	if err := r.Resume(); err != nil {
		t.Fatal(err)
	}
	for _, s := range crowd.nodes {
		until(t, "Redis is used again", func() bool { return s.redisIs("ok") })
	}
	crowd.noneOlder(r) // also of the sessions that were written while it hung
	hangs.holds(t, back, crowd.talk("Redis goes on", turns))
	if crowd.noneOlder(r) == 0 {
		t.Error("Redis holds no copies")
	}
	t.Logf("%d differences", crowd.differ.Load())
	c.doctor()
}

// A Redis that throws things out, and one that takes no more, change nothing.
func TestRedisIsFull(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"allkeys-lru", "noeviction"} {
		c, r := newCached(t, "--maxmemory", "1mb", "--maxmemory-policy", policy)
		crowd := &crowd{t: t, nodes: c.nodes(2, config{})}
		for range runs(12, 500) {
			crowd.people = append(crowd.people, &shopper{id: uuid()})
		}
		r.Must(t, "EVAL", `for i = 1, 40 do redis.pcall('SET', 'filler' .. i, string.rep('x', 60000)) end return 1`, "0")
		crowd.talk("full", runs(3, 10))
		if policy == "noeviction" && crowd.sum("evercart_redis_refused_total") == 0 {
			t.Error("Redis refused nothing: it was not full")
		}
		if !crowd.nodes[0].redisIs("ok") {
			t.Errorf("%s: a full Redis is taken for one that is away", policy)
		}
	}
}

// Everybody comes at once to an empty cache. No turn fails, and one session that nobody has is read once, not by each.
func TestEverybodyAtOnce(t *testing.T) {
	t.Parallel()
	c, r := newCached(t)
	crowd := &crowd{t: t, nodes: c.nodes(2, config{})}
	for range runs(40, 300) {
		crowd.people = append(crowd.people, &shopper{id: uuid()})
	}
	crowd.talk("everybody comes", 1)
	r.Must(t, "FLUSHALL")
	crowd.talk("flushed", 1)

	id := crowd.people[0].id
	fresh := c.node(config{})
	r.Must(t, "FLUSHALL")
	before := fresh.counter("evercart_store_loads_total")
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if v := fresh.session(id); v.Cart.packs() != crowd.people[0].packs {
				t.Errorf("%d packs, want %d", v.Cart.packs(), crowd.people[0].packs)
			}
		})
	}
	all.Wait()
	if n := fresh.counter("evercart_store_loads_total") - before; n < 1 || n > 3 {
		t.Errorf("the session was read %d times for 50 readers", n)
	}
	// Lifetimes are scattered: what was written together does not end together.
	crowd.talk("together", 1)
	began := time.Now()
	until(t, "the copies end at different times", func() bool { // they are left beside the turns
		ends := map[string]bool{}
		for key := range strings.FieldsSeq(r.Must(t, "--raw", "KEYS", "evercart:*:c:*")) {
			ttl, err := strconv.Atoi(r.Must(t, "TTL", key))
			if err != nil || ttl < 240-int(time.Since(began)/time.Second) || ttl > 330 {
				t.Fatalf("a copy stays %d s (%v)", ttl, err)
			}
			ends[strconv.Itoa(ttl/5)] = true
		}
		return len(ends) >= 4
	})
}

// Two days later, with the cache empty and the servers new: the cart, the guest's too, and what was said.
func TestBackAfterTwoDays(t *testing.T) {
	t.Parallel()
	c, r := newCached(t)
	s := c.nodes(2, config{})
	ada := s[0].open(uuid(), "u-ada")
	ada.say("put the ivory silk blouse, medium, in my cart")
	ada.say("and the brown loafers in nine")
	want := s[0].session(ada.id)
	if len(want.Cart.Lines) != 2 {
		t.Fatalf("the cart is %s", want.Cart)
	}
	guest := s[1].open(uuid(), "")
	guest.say("add three packs of socks")
	for _, node := range s {
		node.kill()
	}
	r.Must(t, "FLUSHALL")
	const days = 49 * 3600 * 1000
	c.pg.SQL(t, c.data, fmt.Sprintf(`UPDATE change SET at = at - %d`, days), fmt.Sprintf(`UPDATE head SET touched = touched - %d, snap = 0`, days),
		fmt.Sprintf(`UPDATE session_list SET touched = touched - %d, opened = opened - %d`, days, days), `DELETE FROM snapshot`)
	for _, node := range s {
		node.run()
	}
	ada = s[1].open(ada.id, "u-ada")
	if a := ada.say("what is in my cart?"); a.Cart.String() != want.Cart.String() || a.Cart.Total != want.Cart.Total || !strings.Contains(a.Reply, "louse") {
		t.Errorf("after two days: %s, %q", a.Cart, a.Reply)
	}
	if turns := s[1].transcript(ada.id); len(turns) < 3 || !strings.Contains(turns[0].Said, "silk blouse") {
		t.Errorf("the conversation has %d turns", len(turns))
	}
	if a := ada.say("are my things still there?"); a.Cart.String() != want.Cart.String() || a.Cart.Total != want.Cart.Total {
		t.Errorf("asked whether they are still there: %s", a.Cart)
	}
	guest = s[0].open(guest.id, "")
	if a := guest.say("what is in my cart?"); !a.Cart.is("SOC-3PK 3") || a.Cart.Total != 3897 {
		t.Errorf("the guest's cart: %s, %d", a.Cart, a.Cart.Total)
	}
}

// What stands in Redis says nothing of anybody: neither words nor names, goods or addresses.
func TestRedisHoldsNoWords(t *testing.T) {
	t.Parallel()
	c, r := newCached(t)
	s := c.nodes(1, config{})[0]
	ada := s.open(uuid(), "u-ada-markerone")
	ada.say("put the ivory silk blouse, medium, in my cart")
	ada.say("my shoe size is nine markertwo")
	ada.leaves("a copy is left", func() bool { return len(copies(t, r)) == 1 })
	var dump bytes.Buffer
	for key := range strings.FieldsSeq(r.Must(t, "--raw", "KEYS", "*")) {
		fmt.Fprintln(&dump, key)
		fmt.Fprintln(&dump, r.Must(t, "--raw", "DUMP", key))
		fmt.Fprintln(&dump, r.Must(t, "--raw", "HGETALL", key))
	}
	for _, word := range []string{"markerone", "markertwo", "BLS-IVR", "louse", "127.0.0.1", "shoe"} {
		if bytes.Contains(dump.Bytes(), []byte(word)) {
			t.Errorf("%q stands in Redis", word)
		}
	}
	if status := s.call("DELETE", "/v1/users/u-ada-markerone", nil, nil); status != 200 {
		t.Fatalf("erasure: %d", status)
	}
	until(t, "the copy is gone", func() bool { return len(copies(t, r)) == 0 })
	if status := s.call("GET", "/v1/sessions/"+ada.id, nil, nil); status != 404 {
		t.Errorf("an erased session: %d", status)
	}
}
