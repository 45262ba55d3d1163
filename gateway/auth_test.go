package gateway_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/wire"
)

func mint(t *testing.T, subject evercart.Subject, session evercart.SessionID, life time.Duration) string {
	t.Helper()
	token, err := gateway.MintToken(signing, gateway.Token{Subject: subject, Session: session, Expires: time.Now().Add(life)})
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestTokens(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_700_000_000, 0)
	other := gateway.SigningKey{ID: "k2", Secret: []byte("another secret of 32 bytes or so")}
	token, err := gateway.MintToken(signing, gateway.Token{Subject: "s", Session: adaSession, Expires: now.Add(time.Minute)})
	if err != nil {
		t.Fatal(err)
	}
	rotated := gateway.Keys{Signing: []gateway.SigningKey{other, signing}}
	got, err := rotated.VerifyToken(token, now)
	if err != nil || got.Subject != "s" || got.Session != adaSession || !got.Expires.Equal(now.Add(time.Minute)) {
		t.Fatalf("after a rotation: %+v, %v", got, err)
	}
	forged, err := gateway.MintToken(gateway.SigningKey{ID: "k1", Secret: other.Secret}, gateway.Token{Subject: "s", Session: adaSession, Expires: now.Add(time.Minute)})
	if err != nil {
		t.Fatal(err)
	}
	dot := strings.LastIndexByte(token, '.')
	for name, bad := range map[string]string{
		"empty": "", "prefix alone": "evt1.", "cut": token[:len(token)-2], "forged": forged, "no mac": token[:dot+1], "longer": token + "A",
		"other body": strings.Replace(token, ".", ".x", 2), "other key": strings.Replace(token, "k1", "k2", 1), "huge": "evt1." + strings.Repeat("a", 5000),
	} {
		if _, err := rotated.VerifyToken(bad, now); evercart.CodeOf(err) != evercart.Unauthorized {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := rotated.VerifyToken(token, now.Add(time.Minute)); evercart.CodeOf(err) != evercart.Unauthorized {
		t.Errorf("at its end: %v", err)
	}
	if _, err := (gateway.Keys{Signing: []gateway.SigningKey{other}}).VerifyToken(token, now); evercart.CodeOf(err) != evercart.Unauthorized {
		t.Errorf("its key is gone: %v", err)
	}
}

func TestCheckAddr(t *testing.T) {
	t.Parallel()
	for addr, ok := range map[string]bool{
		"127.0.0.1:8080": true, "localhost:0": true, "[::1]:80": true, "127.9.9.9:1": true, ":8080": false, "0.0.0.0:80": false, "[::]:80": false,
		"192.0.2.1:80": false, "shop.example.com:80": false, "localhost.example.com:80": false, "nonsense": false,
	} {
		err := gateway.CheckAddr(addr, gateway.Keys{})
		if (err == nil) != ok {
			t.Errorf("%s without keys: %v", addr, err)
		}
		if err := gateway.CheckAddr(addr, withKeys()); err != nil && addr != "nonsense" {
			t.Errorf("%s with keys: %v", addr, err)
		}
	}
}

func TestKeysAreAskedFor(t *testing.T) {
	t.Parallel()
	b := setup(t, keyed)
	ada := mint(t, "subject-1", adaSession, time.Hour)
	path := "/v1/sessions/" + adaSession
	for _, c := range []struct {
		name, method, path, bearer string
		status                     int
		code                       evercart.Code
	}{
		{"nothing", "GET", path, "", 401, evercart.Unauthorized},
		{"a wrong key", "GET", path, "no-key-of-this-shop", 401, evercart.Unauthorized},
		{"an expired token", "GET", path, mint(t, "subject-1", adaSession, -time.Second), 401, evercart.Unauthorized},
		{"the token of someone erased", "GET", path, mint(t, "erased", adaSession, time.Hour), 401, evercart.Unauthorized},
		{"not there", "GET", path, ada, 404, evercart.NotFound},
		{"another's", "GET", "/v1/sessions/" + benSession, ada, 404, evercart.NotFound},
		{"a list with a token", "GET", "/v1/sessions", ada, 403, evercart.Forbidden},
		{"a list with an API key", "GET", "/v1/sessions", apiKey, 403, evercart.Forbidden},
		{"an erasure with an API key", "DELETE", "/v1/users/ada", apiKey, 403, evercart.Forbidden},
		{"a token made by a token", "POST", "/v1/sessions", ada, 403, evercart.Forbidden},
		{"measurements", "GET", "/metrics", "", 401, evercart.Unauthorized},
		{"measurements with an admin key", "GET", "/metrics", adminKey, 200, ""},
		{"alive", "GET", "/healthz", "", 200, ""},
		{"a list with an admin key", "GET", "/v1/sessions", adminKey, 200, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := *b
			b.t = t
			b.want(c.status, c.code, c.method, c.path, c.bearer, "")
		})
	}
	b.want(401, evercart.Unauthorized, "GET", path, "", "", "Authorization", "Basic YTpi")
	b.want(401, evercart.Unauthorized, "GET", path+"?token="+adminKey, "", "") // a key does not belong into an address
	if n := strings.Count(b.log.String(), "refused"); n != 13 {
		t.Errorf("%d refusals were logged: %s", n, b.log)
	}
	if log := b.log.String(); !strings.Contains(log, "refused") || strings.Contains(log, apiKey) || strings.Contains(log, "evt1.") {
		t.Errorf("log: %s", log)
	}
}

func TestSessionsAreMinted(t *testing.T) {
	t.Parallel()
	b := setup(t, keyed)
	begun := read[wire.Begun](t, b.want(201, "", "POST", "/v1/sessions", apiKey, `{"user_id":"ada"}`))
	if begun.Session == "" || begun.Token == "" || begun.Expires == nil || begun.Seq != 1 {
		t.Fatalf("begun %+v", begun)
	}
	b.want(403, evercart.Forbidden, "POST", "/v1/sessions", apiKey, `{"cart":[{"sku":"BLS-IVR-M","quantity":1}]}`)
	seeded := read[wire.Begun](t, b.want(201, "", "POST", "/v1/sessions", adminKey, `{"user_id":"ada","session_id":"`+benSession+`","cart":[{"sku":"bls-ivr-m","quantity":2}]}`))
	if seeded.Cart.Total != 17900 || seeded.Session != benSession {
		t.Errorf("seeded %+v", seeded)
	}
	path := "/ws/" + string(begun.Session) + "?token=" + begun.Token
	l := b.dial(path)
	if r := l.next().Ready; r.Seq != 1 || r.Session != begun.Session {
		t.Errorf("ready %+v", r)
	}
	l.send(`{"user_id":"ada","text":"add BLS-IVR-M"}`)
	if r := l.until(wire.TypeReply).Reply; r.Cart.Total != 8950 {
		t.Errorf("reply %+v", r)
	}
	for _, other := range []string{"ben", "nobody"} {
		l.send(`{"user_id":"` + other + `","text":"add BLS-IVR-M","turn_id":"t-9"}`)
		if e := l.trouble(evercart.Forbidden); e.Turn != "t-9" {
			t.Errorf("error %+v", e)
		}
	}
	l.send(`{"text":"hello"}`)
	if r := l.until(wire.TypeReply).Reply; len(r.Cart.Lines) != 1 || r.Cart.Lines[0].Quantity != 1 {
		t.Errorf("cart after refused frames %+v", r.Cart)
	}
	// The webhook holds a bearer to his session and name as well.
	b.want(200, "", "POST", "/webhook", begun.Token, `{"session_id":"`+string(begun.Session)+`","user_id":"ada","text":"hello"}`)
	b.want(403, evercart.Forbidden, "POST", "/webhook", begun.Token, `{"session_id":"`+string(begun.Session)+`","user_id":"ben","text":"hello"}`)
	b.want(404, evercart.NotFound, "POST", "/webhook", begun.Token, `{"session_id":"`+benSession+`","text":"hello"}`)
	// The shop's back end names the shopper, and a session of another is not there.
	b.want(404, evercart.NotFound, "POST", "/webhook", apiKey, `{"session_id":"`+string(begun.Session)+`","user_id":"ben","text":"hello"}`)
}

func TestSocketEndsWithItsToken(t *testing.T) {
	t.Parallel()
	b := setup(t, keyed)
	for life := 1500 * time.Millisecond; ; life *= 2 { // as long as this machine needs to connect in that time
		token := mint(t, "subject-1", adaSession, life)
		conn, res, err := websocket.Dial(t.Context(), b.server.URL+"/ws/"+adaSession,
			&websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer " + token}}, HTTPClient: b.server.Client()})
		if err != nil && res != nil && res.StatusCode == http.StatusUnauthorized {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if code := (&line{t, conn}).closed(); code != websocket.StatusPolicyViolation {
			t.Errorf("closed with %d", code)
		}
		return
	}
}

func TestAnonymousIsLoopback(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *gateway.Config) { c.Hosts = []string{"box.example.com"} })
	for host, ok := range map[string]bool{"localhost:8080": true, "127.0.0.1": true, "[::1]:9": true, "box.example.com": true,
		"evil.example.com": false, "localhost.example.com": false, "127.0.0.1.example.com:80": false} {
		if ok {
			b.want(200, "", "GET", "/healthz", "", "", "Host", host)
		} else {
			b.want(403, evercart.Forbidden, "GET", "/healthz", "", "", "Host", host)
		}
	}
	body := `{"session_id":"` + adaSession + `","user_id":"ada","text":"hello"}`
	b.want(403, evercart.Forbidden, "POST", "/webhook", "", body, "Origin", "https://evil.example.com")
	b.want(403, evercart.Forbidden, "POST", "/webhook", "", body, "Sec-Fetch-Site", "cross-site")
	b.want(200, "", "POST", "/webhook", "", body, "Origin", b.server.URL)
	b.want(403, evercart.Forbidden, "GET", "/ws/"+adaSession, "", "", "Origin", "https://evil.example.com")
	b.want(404, evercart.NotFound, "POST", "/webhook", "", `{"session_id":"`+adaSession+`","user_id":"ben","text":"hello"}`)
	// Without a signing key there is no token, and none is needed.
	if begun := read[wire.Begun](t, b.want(201, "", "POST", "/v1/sessions", "", "")); begun.Token != "" || begun.Session == "" {
		t.Errorf("begun %+v", begun)
	}
	_, _, h := b.call(http.MethodGet, "/healthz", "", "")
	if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("headers %v", h)
	}
}

func TestRatesGoByTheCaller(t *testing.T) {
	t.Parallel()
	b := setup(t, keyed, func(c *gateway.Config) {
		c.Limits.IPRate, c.Proxies = 1.0/3600, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")}
	})
	for _, c := range []struct {
		from   string
		status int
	}{
		{"192.0.2.1", 401}, {"192.0.2.1", 429}, {"192.0.2.2", 401}, // each for himself
		{"192.0.2.9, 192.0.2.1", 429}, // what the caller says of himself changes nothing
		{"192.0.2.3, 10.0.0.1", 401},  // through two of our proxies
		{"192.0.2.3, 127.0.0.1", 429}, // the same one, another way
		{"nonsense", 401}, {"", 429},  // our own proxy asks
	} {
		if status, _, _ := b.call("GET", "/v1/sessions", "", "", "X-Forwarded-For", c.from); status != c.status {
			t.Errorf("from %q: %d, want %d", c.from, status, c.status)
		}
	}
	if n := strings.Count(b.log.String(), "code=rate_limited"); n < 1 || n > 2 { // more only where the test itself takes seconds
		t.Errorf("a flood is told of in %d lines", n)
	}
}
