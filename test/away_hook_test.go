package test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/evercart/evercart/trial/flaky"
)

// hooked is an answer of POST /webhook: a reply, or a problem.
type hooked struct {
	status int
	frame
	Detail string `json:"detail"`
}

// hook speaks by webhook with a credential.
func (s *server) hook(cred string, body map[string]any) (hooked, error) {
	var h hooked
	b, err := json.Marshal(body)
	if err != nil {
		return h, err
	}
	req, err := http.NewRequest("POST", s.url+"/webhook", strings.NewReader(string(b)))
	if err != nil {
		return h, err
	}
	req.Header.Set("Authorization", "Bearer "+cred)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return h, err
	}
	defer res.Body.Close()
	h.status = res.StatusCode
	return h, json.NewDecoder(res.Body).Decode(&h)
}

// Without the database, by webhook: whoever may speak is who he was a moment ago. A question is answered from memory, and says that it is not
// part of the conversation; a change waits, then is refused in plain words; somebody new waits likewise. With the database back, the same
// words under the same ids are done, once.
func TestWithoutTheDatabaseByWebhook(t *testing.T) {
	t.Parallel()
	for name, bad := range map[string]flaky.Weather{"stopped": {Down: true}, "hanging": {HoldUp: true, HoldDown: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			awayByWebhook(t, bad)
		})
	}
}

func awayByWebhook(t *testing.T, bad flaky.Weather) {
	const api, admin = "programs-of-the-shop-1", "operators-of-the-shop-1"
	c, p := weathered(t)
	c.env = append(c.env, "EVERCART_API_KEYS="+api, "EVERCART_ADMIN_KEYS="+admin)
	s := c.node(config{args: []string{"--store-wait", "3s"}})
	s.admin = admin
	type caller struct {
		name, cred string
		who        map[string]any // session_id, user_id
	}
	begun := func(user string) (id, token string) {
		t.Helper()
		var v struct {
			ID    string `json:"session_id"`
			Token string `json:"token"`
		}
		if status := s.call("POST", "/v1/sessions", map[string]any{"user_id": user}, &v); status != http.StatusCreated {
			t.Fatalf("a session is begun: %d", status)
		}
		return v.ID, v.Token
	}
	bens, token := begun("u-ben")
	anns, _ := begun("u-ann")
	evas, _ := begun("u-eva")
	callers := []caller{
		{"a token", token, map[string]any{"session_id": bens}},
		{"a token that names its shopper", token, map[string]any{"session_id": bens, "user_id": "u-ben"}},
		{"an API key and a user", api, map[string]any{"session_id": anns, "user_id": "u-ann"}},
		{"an admin key and a user", admin, map[string]any{"session_id": evas, "user_id": "u-eva"}},
	}
	say := func(c caller, turn, text string) hooked {
		body := map[string]any{"turn_id": turn, "text": text}
		for k, v := range c.who {
			body[k] = v
		}
		h, err := s.hook(c.cred, body)
		if err != nil {
			t.Errorf("%s: %q: %v", c.name, text, err)
		}
		return h
	}
	each := func(do func(c caller)) {
		var all sync.WaitGroup
		for _, c := range callers {
			all.Go(func() { do(c) })
		}
		all.Wait()
	}
	each(func(c caller) {
		say(c, "A"+c.name[len(c.name)-4:], "add a pack of socks")
	})
	for _, c := range callers { // who he is was asked for since the last change of it
		if h := say(c, "q"+c.name[len(c.name)-4:], "what is in my cart?"); h.status != http.StatusOK || !h.Durable || len(h.Cart.Lines) != 1 {
			t.Fatalf("%s, before: %+v", c.name, h)
		}
	}

	if err := p.Set(bad); err != nil {
		t.Fatal(err)
	}
	if bad.Down {
		p.Cut()
	}
	each(func(c caller) {
		id := c.name[len(c.name)-4:]
		for _, turn := range []string{"new" + id, "q" + id} { // the second one was answered before
			if h := say(c, turn, "what is in my cart?"); h.status != http.StatusOK || h.Durable || len(h.Cart.Lines) != 1 || !strings.Contains(strings.ToLower(h.Reply), "sock") {
				t.Errorf("%s asks: %d %+v", c.name, h.status, h)
			}
		}
		if h := say(c, "T"+id, "add a scarf"); h.status != http.StatusServiceUnavailable || !strings.Contains(h.Detail, "nothing was changed") {
			t.Errorf("%s changes: %d %q %q %+v", c.name, h.status, h.Code, h.Detail, h)
		}
	})
	stranger := caller{"somebody new", api, map[string]any{"session_id": uuid(), "user_id": "u-new"}}
	if h := say(stranger, "T1", "hello"); h.status != http.StatusServiceUnavailable || !strings.Contains(h.Detail, "nothing was changed") {
		t.Errorf("somebody new: %d %q %q", h.status, h.Code, h.Detail)
	}
	other := caller{"another's user", token, map[string]any{"session_id": bens, "user_id": "u-ann"}}
	if h := say(other, "T2", "what is in my cart?"); h.status != http.StatusForbidden {
		t.Errorf("another's user: %d %+v", h.status, h)
	}

	if err := p.Set(flaky.Weather{}); err != nil {
		t.Fatal(err)
	}
	until(t, "it is ready again by itself", s.isReady)
	each(func(c caller) {
		id := c.name[len(c.name)-4:]
		if h := say(c, "T"+id, "add a scarf"); h.status != http.StatusOK || !h.Durable {
			t.Errorf("%s, said again: %d %+v", c.name, h.status, h)
		}
	})
}
