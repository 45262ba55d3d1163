package test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart/trial/flaky"
)

// weathered is a cell whose nodes reach the database through a network that can go bad.
func weathered(t *testing.T) (*cell, *flaky.Proxy) {
	t.Helper()
	c := newCell(t)
	p := flaky.New(flaky.Config{Addr: "127.0.0.1:0", Target: fmt.Sprintf("127.0.0.1:%d", c.pg.Port)})
	if err := p.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Stop(context.Background()) })
	for i, kv := range c.env {
		name, value, _ := strings.Cut(kv, "=")
		if u, err := url.Parse(value); err == nil && u.Scheme == "postgres" {
			u.Host = p.Addr()
			c.env[i] = name + "=" + u.String()
		}
	}
	return c, p
}

// Without the database, stopped or hanging. No reply claims what is not written; what can be read from memory is, marked; what was
// refused is not remembered; all heals by itself, and a change that waits long enough is done.
func TestWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]flaky.Weather{"stopped": {Down: true}, "hanging": {HoldUp: true, HoldDown: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			withoutTheDatabase(t, bad)
		})
	}
}

func withoutTheDatabase(t *testing.T, bad flaky.Weather) {
	c, p := weathered(t)
	s := c.node(config{args: []string{"--store-wait", "3s"}})
	set := func(w flaky.Weather) {
		t.Helper()
		if err := p.Set(w); err != nil {
			t.Fatal(err)
		}
		if w.Down {
			p.Cut()
		}
	}
	id := s.begin("SOC-3PK 1")
	idle := s.begin("MUG-SS 1")
	talk, other, quiet := s.open(id, ""), s.open(uuid(), "u-ben"), s.open(idle, "")
	talk.say("what is in my cart?")

	set(bad)
	began := time.Now()
	refused, err := talk.try("add a scarf", "T1")
	took(t, "a change", began, 3*time.Second)
	if n := len(refused.holds); n < 2 || refused.Type != "error" || !strings.Contains(refused.holds[n-1], "nothing was changed") {
		t.Errorf("asked for patience, then told that nothing was changed: %+v, heard %q", refused.frame, refused.holds)
	}
	if err != nil || refused.Type == "reply" && refused.Durable || len(refused.holds) == 0 {
		t.Errorf("a change without the database: %+v, heard %q, %v", refused.frame, refused.holds, err)
	}
	for _, words := range append(append(refused.deltas, refused.holds...), refused.Reply) {
		if strings.Contains(strings.ToLower(words), "added") || strings.Contains(words, "is in your cart") {
			t.Errorf("it claims: %q", words)
		}
	}
	asked := time.Now()
	read, err := talk.try("what is in my cart?", "T2")
	took(t, "a question", asked, 3*time.Second)
	if err != nil || read.Type != "reply" || read.Durable || !read.Cart.is("SOC-3PK 1") || !strings.Contains(strings.ToLower(read.Reply), "sock") {
		t.Errorf("a question without the database: %+v %v", read.frame, err)
	}
	asked = time.Now()
	read, err = quiet.try("what is in my cart?", "T1")
	took(t, "a question at a session that was idle", asked, 6*time.Second)
	if err != nil || read.Type != "reply" || read.Durable || !read.Cart.is("MUG-SS 1") {
		t.Errorf("a question at a session that was idle: %+v, heard %q, %v", read.frame, read.holds, err)
	}
	asked = time.Now()
	hello, err := other.try("hello", "T1")
	took(t, "somebody new", asked, 6*time.Second)
	if n := len(hello.holds); err != nil || hello.Type != "error" || hello.Code != "unavailable" || !bad.Down && (n < 2 || !strings.Contains(hello.holds[n-1], "nothing was changed")) {
		t.Errorf("somebody new: %+v, heard %q, %v", hello.frame, hello.holds, err)
	}
	if s.isReady() {
		t.Error("it says that it is ready")
	}
	if soak {
		time.Sleep(20*time.Second - time.Since(began))
	}
	set(flaky.Weather{})
	until(t, "it is ready again by itself", s.isReady)
	time.Sleep(500 * time.Millisecond) // nothing turns up by itself
	if v := s.session(id); !v.Cart.is("SOC-3PK 1") && refused.Code == "unavailable" {
		t.Errorf("what was refused turned up: %s", v.Cart)
	}
	for range 2 {
		if a, err := talk.try("add a scarf", "T1"); err != nil || a.Type != "reply" || !a.Durable || !a.Cart.is("SCF-RED 1, SOC-3PK 1") {
			t.Errorf("said again: %+v %v", a.frame, err)
		}
	}

	// Back within the wait: acknowledged, and there. On a machine that stands still for as long as is waited it is refused, and said again.
	for n := 1; ; n++ {
		id := fmt.Sprint("T3-", n)
		set(bad)
		if err := talk.send(map[string]any{"text": "add a mug", "turn_id": id}); err != nil {
			t.Fatal(err)
		}
		for f := talk.untilFrame("delta"); f.TurnID != id || !f.Hold; f = talk.untilFrame("delta") {
			t.Errorf("%+v", f)
		}
		set(flaky.Weather{})
		a, err := talk.await(id)
		if err == nil && a.Type == "error" && a.Code == "unavailable" && n < 5 {
			until(t, "it is ready again by itself", s.isReady)
			continue
		}
		if err != nil || a.Type != "reply" || !a.Durable || !a.Cart.is("SCF-RED 1, SOC-3PK 1, MUG-SS 1") {
			t.Errorf("a change that waited: %+v %v", a.frame, err)
		}
		break
	}
	s.restart()
	if v := s.session(id); !v.Cart.is("SCF-RED 1, SOC-3PK 1, MUG-SS 1") {
		t.Errorf("after a restart: %s", v.Cart)
	}
	s.wantWholeSeq(id)

	startedMeanwhile(t, s, id, func(away bool) {
		if !away {
			bad = flaky.Weather{}
		}
		set(bad)
	})
}

// took bounds an answer by what was to be waited for; the rest is for a machine that is busy.
func took(t *testing.T, what string, began time.Time, wait time.Duration) {
	t.Helper()
	if d := time.Since(began); d > wait+20*time.Second {
		t.Errorf("%s took %v, of which %v are to be waited", what, d, wait)
	}
}

// startedMeanwhile: a node that is killed while its databases are away starts without them. It is alive and says what it waits for, refuses
// turns in words, and serves by itself as soon as they are back. One that is told to stop meanwhile does.
func startedMeanwhile(t *testing.T, s *server, id string, set func(away bool)) {
	t.Helper()
	set(true)
	s.kill()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	anywhere, here := s.args[2], free.Addr().String()
	_ = free.Close()
	s.args[2], s.url = here, "http://"+here
	alive := func() bool {
		res, err := http.Get(s.url + "/healthz")
		if err != nil {
			return false
		}
		_ = res.Body.Close()
		return res.StatusCode == http.StatusOK
	}
	s.launch()
	until(t, "it is alive", alive)
	var v struct {
		Code   string            `json:"code"`
		Detail string            `json:"detail"`
		Args   map[string]string `json:"args"`
	}
	until(t, "it says what it waits for", func() bool {
		return s.call("GET", "/readyz", nil, &v) == http.StatusServiceUnavailable && (v.Args["store"] == "away" || v.Args["keys"] == "away")
	})
	status := s.call("POST", "/webhook", map[string]any{"session_id": id, "text": "add a scarf", "turn_id": "T9"}, &v)
	if status != http.StatusServiceUnavailable || v.Code != "unavailable" || v.Detail == "" {
		t.Errorf("a turn meanwhile: %d %+v", status, v)
	}
	if err := s.stop(); err != nil { // who is not open yet has nothing to end
		t.Errorf("stopped while it waited: %v", err)
	}
	s.launch()
	if until(t, "it is alive again", alive); s.isReady() {
		t.Error("it says that it is ready")
	}
	set(false)
	until(t, "it serves by itself", func() bool { return s.isReady() && s.readAddress() })
	if v := s.session(id); !v.Cart.is("SCF-RED 1, SOC-3PK 1, MUG-SS 1") {
		t.Errorf("started again: %s", v.Cart)
	}
	s.args[2] = anywhere
}
