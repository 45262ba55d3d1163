package test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// Bad frames get a clear error with a code, and the socket stays open.
func TestBadFrames(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(uuid(), "u-ada")
	for raw, code := range map[string]string{
		`{`:                            "invalid",
		`[]`:                           "invalid",
		`null`:                         "invalid",
		`"hello"`:                      "invalid",
		`{}`:                           "invalid",
		`{"text":5}`:                   "invalid",
		`{"text":null}`:                "invalid",
		`{"text":["a"]}`:               "invalid",
		`{"type":"say"}`:               "invalid",
		`{"type":"dance","text":"x"}`:  "invalid",
		`{"type":7,"text":"x"}`:        "invalid",
		`{"text":"x","turn_id":5}`:     "invalid",
		`{"text":"x","turn_id":"a b"}`: "invalid",
		`{"text":"x","user_id":{}}`:    "invalid",
		`{"type":"resume"}`:            "invalid",
		`{"type":"resume","seq":"x"}`:  "invalid",
		`{"type":"resume","seq":-1}`:   "invalid",
		`{"text":"` + strings.Repeat("x", 4001) + `"}`:              "too_large",
		`{"text":"x","user_id":"` + strings.Repeat("u", 129) + `"}`: "invalid",
		`{"text":"x","turn_id":"` + strings.Repeat("t", 129) + `"}`: "invalid",
	} {
		if err := c.send(raw); err != nil {
			t.Fatalf("%.60s: %v", raw, err)
		}
		f, err := c.read(time.Minute)
		if err != nil {
			t.Fatalf("%.60s: %v", raw, err)
		}
		if f.Type != "error" || f.Code != code || f.Message == "" {
			t.Errorf("%.60s: %+v", raw, f)
		}
	}
	if err := c.send(`{"type":"ping"}`); err != nil {
		t.Fatal(err)
	}
	if f, err := c.read(time.Minute); err != nil || f.Type != "pong" {
		t.Fatalf("ping: %+v %v", f, err)
	}
	if a := c.say("add a scarf"); !a.Cart.is("SCF-RED 1") {
		t.Errorf("%+v", a.frame)
	}
	if n := len(s.transcript(c.id)); n != 1 {
		t.Errorf("%d turns stored", n)
	}
}

// A frame over the bound closes the socket with the code for it; the session is as it was.
func TestFrameTooLarge(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(uuid(), "u-ada")
	c.say("add a scarf")
	if err := c.send(`{"text":"` + strings.Repeat("x", 300<<10) + `"}`); err != nil {
		t.Fatal(err)
	}
	if _, err := c.read(time.Minute); websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
		t.Errorf("%v", err)
	}
	if err := c.connect(); err != nil {
		t.Fatal(err)
	}
	if a := c.say("what's in my cart"); !a.Cart.is("SCF-RED 1") {
		t.Errorf("%+v", a.frame)
	}
}

// What is not a session is said so, in one way for all.
func TestOddSessions(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	for path, want := range map[string]int{
		"/v1/sessions/" + uuid():                      404,
		"/v1/sessions/not-a-uuid":                     400,
		"/v1/sessions/" + strings.Repeat("a", 10<<10): 400,
		"/v1/sessions/..%2f..%2fetc":                  400,
		"/v1/sessions/" + uuid() + "%0a":              400,
		"/v1/sessions/" + uuid() + "/events?after=x":  400,
		"/v1/users/u-nobody/export":                   404,
	} {
		var p struct {
			Code   string `json:"code"`
			Status int    `json:"status"`
			Title  string `json:"title"`
		}
		if got := s.call("GET", path, nil, &p); got != want && !(want == 400 && got == 404) || p.Code == "" || p.Status != got || p.Title == "" {
			t.Errorf("%.60s: %d %+v", path, got, p)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, res, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(s.url, "http")+"/ws/not-a-uuid", nil)
	if err == nil || res == nil || res.StatusCode/100 != 4 {
		t.Errorf("a socket on no UUID: %v", err)
	}
	for _, body := range []string{`{`, `{}`, `{"session_id":"x","text":"y"}`, `{"session_id":"` + uuid() + `"}`, `{"session_id":"` + uuid() + `","text":7}`} {
		var p struct {
			Code string `json:"code"`
		}
		if code := s.call("POST", "/webhook", body, &p); code != http.StatusBadRequest || p.Code != "invalid" {
			t.Errorf("%s: %d %+v", body, code, p)
		}
	}
}

// Another shopper's session is not there.
func TestAnothersSession(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	c := s.open(uuid(), "u-ada")
	c.say("add a scarf")
	ben := &talk{t: t, s: s, id: c.id, user: "u-ben"}
	if err := ben.connect(); err != nil {
		t.Fatal(err)
	}
	a, err := ben.try("add a candle", "b-1")
	if err != nil || a.Type != "error" || a.Code != "not_found" {
		t.Errorf("%+v %v", a.frame, err)
	}
	if v := s.session(c.id); !v.Cart.is("SCF-RED 1") || len(v.Turns) != 1 {
		t.Errorf("%s %+v", v.Cart, v.Turns)
	}
}

// With keys, only a token of that session speaks, and reading needs an admin's key.
func TestTokens(t *testing.T) {
	t.Parallel()
	const apiKey, adminKey = "api-key-0123456789", "admin-key-0123456789"
	s := start(t, config{env: []string{"EVERCART_API_KEYS=" + apiKey, "EVERCART_ADMIN_KEYS=" + adminKey}})
	request := func(method, path, key, body string) int {
		t.Helper()
		code, _ := s.with(key, method, path, body)
		return code
	}
	for _, key := range []string{"", "wrong-key-0123456789"} {
		for _, path := range []string{"/v1/sessions/" + uuid(), "/v1/users/u-ada/export", "/v1/sessions"} {
			if code := request("GET", path, key, ""); code != 401 && code != 403 && code != 404 {
				t.Errorf("GET %s with %q: %d", path, key, code)
			}
		}
		if code := request("POST", "/v1/sessions", key, "{}"); code != 401 && code != 403 {
			t.Errorf("POST session with %q: %d", key, code)
		}
		if code := request("DELETE", "/v1/users/u-ada", key, ""); code != 401 && code != 403 {
			t.Errorf("DELETE with %q: %d", key, code)
		}
	}
	if code := request("DELETE", "/v1/users/u-ada", apiKey, ""); code != 401 && code != 403 {
		t.Errorf("DELETE with an API key that is no admin's: %d", code)
	}
	if code := request("POST", "/v1/sessions", apiKey, `{"user_id":"u-ada"}`); code/100 != 2 {
		t.Errorf("POST session with the API key: %d", code)
	}
	if code := request("POST", "/webhook", "", `{"session_id":"`+uuid()+`","user_id":"u-ada","text":"add a scarf"}`); code != 401 && code != 403 && code != 404 {
		t.Errorf("webhook without a key: %d", code)
	}
	if _, _, code := evercart(t, []string{"EVERCART_DATA=" + t.TempDir()}, "", "serve", "--addr", "0.0.0.0:0"); code == 0 {
		t.Error("an open address without keys is not refused")
	}
}

// with makes a request under a key or token.
func (s *server) with(key, method, path, body string) (int, map[string]any) {
	s.t.Helper()
	req, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	var v map[string]any
	_ = json.NewDecoder(res.Body).Decode(&v)
	return res.StatusCode, v
}

// A guest's token ends with the sign-in: who began the conversation need not be who signed in. The cart comes along.
func TestTokenEndsWithTheSignIn(t *testing.T) {
	t.Parallel()
	const apiKey, adminKey = "api-key-0123456789", "admin-key-0123456789"
	s := start(t, config{env: []string{"EVERCART_API_KEYS=" + apiKey, "EVERCART_ADMIN_KEYS=" + adminKey}})
	_, home := s.with(adminKey, "POST", "/v1/sessions", `{"user_id":"u-dee","cart":[{"sku":"SCF-RED","quantity":1}]}`)
	_, guest := s.with(adminKey, "POST", "/v1/sessions", `{"cart":[{"sku":"SCF-RED","quantity":2},{"sku":"SOC-3PK","quantity":1}]}`)
	old, id := guest["token"].(string), guest["session_id"].(string)
	if code, _ := s.with(old, "GET", "/v1/sessions/"+id, ""); code != 200 {
		t.Fatalf("the guest reads its session: %d", code)
	}
	for range 2 {
		code, in := s.with(apiKey, "POST", "/v1/sessions/"+id+"/identify", `{"user_id":"u-dee"}`)
		if code != 200 || in["session_id"] != home["session_id"] {
			t.Fatalf("sign-in: %d %v", code, in)
		}
		to := "/v1/sessions/" + in["session_id"].(string)
		code, v := s.with(in["token"].(string), "GET", to, "")
		b, _ := json.Marshal(v)
		var got view
		if err := json.Unmarshal(b, &got); code != 200 || err != nil || !got.Cart.is("SCF-RED 3, SOC-3PK 1") {
			t.Fatalf("after the sign-in: %d %s %v", code, got.Cart, err)
		}
		for _, path := range []string{to, "/v1/sessions/" + id} {
			if code, _ := s.with(old, "GET", path, ""); code != 401 && code != 404 {
				t.Errorf("the guest's token still reads %s: %d", path, code)
			}
		}
		if code, _ := s.with(old, "POST", "/webhook", `{"session_id":"`+id+`","text":"add a candle"}`); code != 401 {
			t.Errorf("the guest's token still speaks: %d", code)
		}
	}
}
