package test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Spoken: quantities from nowhere change nothing and get a reason that can be spoken.
func TestSpokenQuantities(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(s.begin("SCF-RED 1"), "")
	for _, words := range []string{"add minus two scarves", "add -3 scarves", "add half a scarf", "add zero scarves", "add one hundred scarves",
		"add forty one scarves", "add 2147483648 scarves", "add 9223372036854775808 scarves", "add 1000000000 scarves", "make it minus three scarves"} {
		a := c.say(words)
		if !a.Cart.is("SCF-RED 1") || a.Cart.Total != 3333 || a.Reply == "" {
			t.Errorf("%q: cart %s, %q", words, a.Cart, a.Reply)
		}
		if strings.Contains(strings.ToLower(a.Reply), "added") {
			t.Errorf("%q claims something: %q", words, a.Reply)
		}
	}
	wantSums(t, s.session(c.id).Cart)
}

// Colours and sizes stay apart; a change of size is one step.
func TestVariantsStayApart(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(uuid(), "u-ada")
	c.say("add the silk blouse in ivory, size medium")
	c.say("add the silk blouse in black, size medium")
	a := c.say("add the silk blouse in ivory, size medium")
	if !a.Cart.is("BLS-IVR-M 2, BLS-BLK-M 1") || a.Cart.Total != 27350 {
		t.Fatalf("(a) %s %d", a.Cart, a.Cart.Total)
	}

	done, gaps := make(chan struct{}), make(chan string, 1)
	go func() {
		defer close(gaps)
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				if v := s.session(c.id); !strings.Contains(v.Cart.String(), "BLS-IVR-") {
					gaps <- v.Cart.String()
					return
				}
			}
		}
	}()
	a = c.say("make the ivory one a large")
	close(done)
	if gap, ok := <-gaps; ok {
		t.Errorf("(b) the ivory blouse was missing: %s", gap)
	}
	if !a.Cart.is("BLS-IVR-L 2, BLS-BLK-M 1") {
		t.Fatalf("(b) %s, %q", a.Cart, a.Reply)
	}

	a = c.say("make the ivory one a double XL")
	if !a.Cart.is("BLS-IVR-L 2, BLS-BLK-M 1") || !strings.Contains(a.Reply, "M") {
		t.Errorf("(d) %s, %q names no sizes", a.Cart, a.Reply)
	}
	fresh := s.open(uuid(), "u-ben")
	if a = fresh.say("add the silk blouse"); !a.Cart.is("") || !strings.Contains(a.Reply, "?") {
		t.Errorf("(e) %s, %q asks nothing", a.Cart, a.Reply)
	}
	two := s.open(s.begin("LOF-BRN-8 1, LOF-BRN-9 1"), "")
	if a = two.say("change the loafers to a nine"); !a.Cart.is("LOF-BRN-8 1, LOF-BRN-9 1") && !a.Cart.is("LOF-BRN-9 2") {
		t.Errorf("(f) %s, %q", a.Cart, a.Reply)
	}
}

// Killed at random moments of a change of size, one size or the other is there, with the right count.
func TestKilledWhileTheSizeChanges(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	for i := range runs(6, 30) {
		c := s.open(s.begin("BLS-IVR-M 2, BLS-BLK-M 1"), "")
		if err := c.send(map[string]any{"text": "make the ivory one a large", "turn_id": "t-1"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i*700) * time.Microsecond)
		s.restart()
		if v := s.session(c.id); !v.Cart.is("BLS-IVR-M 2, BLS-BLK-M 1") && !v.Cart.is("BLS-IVR-L 2, BLS-BLK-M 1") {
			t.Fatalf("run %d: %s", i, v.Cart)
		}
	}
}

// A product that is no more.
func TestProductGone(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	steps := []struct {
		name, method string
		body         any
	}{
		{"inactive", "PATCH", map[string]any{"active": false}},
		{"sold out", "PATCH", map[string]any{"active": true, "stock": 0}},
		{"row deleted", "DELETE", nil},
	}
	for i, step := range steps {
		c := s.open(s.beginBefore(t, i, step.method, step.body), "")
		a := c.say("what's in my cart")
		if a.Cart.Total != 1299 || !strings.Contains(strings.ToLower(a.Reply), "dawn") {
			t.Errorf("%s: total %d, %q", step.name, a.Cart.Total, a.Reply)
		}
		v := s.session(c.id)
		var mug line
		for _, l := range v.Cart.Lines {
			if l.SKU == "MUG-SS" {
				mug = l
			}
		}
		if !mug.Unavailable || mug.Title == "" || v.Cart.Total != 1299 {
			t.Errorf("%s: %+v", step.name, v.Cart)
		}
		if a = c.say("take the mugs out"); !a.Cart.is("SOC-3PK 1") || a.Cart.Total != 1299 {
			t.Errorf("%s: taken out: %s %d, %q", step.name, a.Cart, a.Cart.Total, a.Reply)
		}
	}
}

// beginBefore makes the cart while the mug is for sale, then takes the mug from the shop.
func (s *server) beginBefore(t *testing.T, i int, method string, body any) string {
	t.Helper()
	if i > 0 {
		if code := s.call("PATCH", "/v1/catalog/MUG-SS", map[string]any{"active": true, "stock": 30}, nil); code != 200 {
			t.Fatalf("PATCH: %d", code)
		}
	}
	id := s.begin("MUG-SS 2, SOC-3PK 1")
	if got := s.session(id).Cart; got.Total != 3299 {
		t.Fatalf("before: %+v", got)
	}
	if code := s.call(method, "/v1/catalog/MUG-SS", body, nil); code/100 != 2 {
		t.Fatalf("%s: %d", method, code)
	}
	return id
}

// A price that moved is said, and shows within a tenth of a second without a restart.
func TestPriceMoved(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(s.begin("BLS-IVR-M 1"), "")
	if code := s.call("PATCH", "/v1/catalog/BLS-IVR-M", map[string]any{"price": 9950}, nil); code != 200 {
		t.Fatal(code)
	}
	if v := s.session(c.id); v.Cart.Total != 9950 {
		t.Errorf("after the patch the cart shows %d", v.Cart.Total)
	}
	a := c.say("what is in my cart?")
	if !strings.Contains(a.Reply, "ninety-nine dollars and fifty cents") || !strings.Contains(a.Reply, "eighty-nine dollars and fifty cents") {
		t.Errorf("the reply does not name the change: %q", a.Reply)
	}
	if a = c.say("what is in my cart?"); strings.Contains(a.Reply, "eighty-nine") {
		t.Errorf("said twice: %q", a.Reply)
	}
}

// Sixty lines and ninety-nine of each are the limits; one more is refused in words, and nothing is lost.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(s.begin("SOC-3PK 99"), "")
	if a := c.say("add one more pack of socks"); !a.Cart.is("SOC-3PK 99") || a.Cart.Total != 99*1299 {
		t.Errorf("%s %q", a.Cart, a.Reply)
	}
	for _, bad := range []string{`{"cart":[{"sku":"SCF-RED","quantity":0}]}`, `{"cart":[{"sku":"SCF-RED","quantity":-3}]}`,
		`{"cart":[{"sku":"SCF-RED","quantity":1.5}]}`, `{"cart":[{"sku":"SCF-RED","quantity":null}]}`, `{"cart":[{"sku":"SCF-RED"}]}`,
		`{"cart":[{"sku":"SCF-RED","quantity":true}]}`, `{"cart":[{"sku":"SCF-RED","quantity":100}]}`, `{"cart":[{"sku":"SCF-RED","quantity":41}]}`,
		`{"cart":[{"sku":"SCF-RED","quantity":9223372036854775808}]}`, `{"cart":[{"sku":"SCF-RED","quantity":2,"quantity":9}]}`, `{"cart":[{"sku":"NO-SUCH","quantity":1}]}`} {
		var p struct {
			Code string `json:"code"`
		}
		if code := s.call("POST", "/v1/sessions", bad, &p); code/100 != 4 || p.Code == "" {
			t.Errorf("%s: %d %q", bad, code, p.Code)
		}
	}
}

// Two devices at once: every change is there, none twice.
func TestTwoDevices(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	id := uuid()
	a, b := s.open(id, "u-ada"), s.open(id, "u-ada")
	errs := make(chan error, 2)
	for d, c := range []*talk{a, b} {
		go func() {
			for i := range 10 {
				r, err := c.try("add one pack of socks", fmt.Sprintf("d%d-%d", d, i))
				if err == nil && r.Type != "reply" {
					err = fmt.Errorf("%+v", r.frame)
				}
				if err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	for range 2 {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
	if v := s.session(id); !v.Cart.is("SOC-3PK 20") {
		t.Errorf("%s", v.Cart)
	}
	s.wantWholeSeq(id)
}

// Stock that falls below what is in the cart is said; the line can still be talked about.
func TestFewerLeft(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(s.begin("CND-CAF 3"), "")
	if code := s.call("PATCH", "/v1/catalog/CND-CAF", map[string]any{"stock": 1}, nil); code != 200 {
		t.Fatal(code)
	}
	a := c.say("what's in my cart")
	if !strings.Contains(a.Reply, "only one is left") || !a.Cart.is("CND-CAF 3") {
		t.Errorf("%s, %q", a.Cart, a.Reply)
	}
	if a = c.say("make it one"); !a.Cart.is("CND-CAF 1") || strings.Contains(a.Reply, "left") {
		t.Errorf("%s, %q", a.Cart, a.Reply)
	}
}
