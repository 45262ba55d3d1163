package gateway

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/evercart/evercart"
)

// Keys are the credentials that the server knows.
type Keys struct {
	// Signing makes and checks session tokens: the first signs, all verify, so that keys rotate by putting a new one in front.
	Signing []SigningKey
	API     []string // the shop's back ends: mint tokens, speak for shoppers
	Admin   []string // everything
}

// SigningKey is a named secret of at least 16 bytes. The ID stands in every token that it signs.
type SigningKey struct {
	ID     string
	Secret []byte
}

// Anonymous says that nobody is told from anybody: no API and no admin key is configured.
func (k Keys) Anonymous() bool { return len(k.API)+len(k.Admin) == 0 }

func (k Keys) check() error {
	for _, s := range k.Signing {
		if len(s.Secret) < 16 || s.ID == "" || strings.ContainsAny(s.ID, ". \t\r\n") {
			return evercart.Errorf(evercart.Invalid, "gateway.New", "a signing key has an id without dots and a secret of at least 16 bytes")
		}
	}
	for _, list := range [][]string{k.API, k.Admin} {
		for _, key := range list {
			if len(key) < 16 {
				return evercart.Errorf(evercart.Invalid, "gateway.New", "an API or admin key has at least 16 characters")
			}
		}
	}
	return nil
}

// CheckAddr refuses an address that others can reach while no key is configured. Invalid.
func CheckAddr(addr string, k Keys) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return evercart.Errorf(evercart.Invalid, "gateway.CheckAddr", "an address is HOST:PORT, such as 127.0.0.1:8080")
	}
	if !k.Anonymous() || loopback(host) {
		return nil
	}
	return evercart.Errorf(evercart.Invalid, "gateway.CheckAddr",
		"without an API or admin key the server listens on loopback only: use 127.0.0.1, or configure keys")
}

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && ip.Unmap().IsLoopback()
}

// Token says that its bearer speaks for one shopper in one session until it expires.
type Token struct {
	Subject evercart.Subject
	Session evercart.SessionID
	Expires time.Time
}

type tokenBody struct {
	Subject evercart.Subject   `json:"sub"`
	Session evercart.SessionID `json:"sid"`
	Expires int64              `json:"exp"` // seconds since 1970
}

const tokenPrefix = "evt1."

// MintToken signs a token: evt1.KEYID.BODY.MAC, base64url without padding, HMAC-SHA256 over all before the last dot.
func MintToken(k SigningKey, t Token) (string, error) {
	if err := (Keys{Signing: []SigningKey{k}}).check(); err != nil {
		return "", err
	}
	if t.Subject == "" || t.Session == "" || t.Expires.IsZero() {
		return "", evercart.Errorf(evercart.Invalid, "gateway.MintToken", "a token names a subject, a session and its end")
	}
	body, err := json.Marshal(tokenBody{t.Subject, t.Session, t.Expires.Unix()})
	if err != nil {
		return "", evercart.Wrap(err, evercart.Internal, "gateway.MintToken")
	}
	signed := tokenPrefix + k.ID + "." + base64.RawURLEncoding.EncodeToString(body)
	return signed + "." + base64.RawURLEncoding.EncodeToString(mac(k.Secret, signed)), nil
}

func mac(secret []byte, s string) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(s))
	return h.Sum(nil)
}

// VerifyToken reads a token. Unauthorized, whatever is wrong with it.
func (k Keys) VerifyToken(s string, now time.Time) (Token, error) {
	bad := evercart.Errorf(evercart.Unauthorized, "gateway.VerifyToken", "the token is not valid, or has expired")
	dot := strings.LastIndexByte(s, '.')
	if dot < len(tokenPrefix) || len(s) > 2048 || !strings.HasPrefix(s, tokenPrefix) {
		return Token{}, bad
	}
	signed := s[:dot]
	given, err := base64.RawURLEncoding.Strict().DecodeString(s[dot+1:])
	if err != nil {
		return Token{}, bad
	}
	id, body, _ := strings.Cut(signed[len(tokenPrefix):], ".")
	ok := false
	for _, key := range k.Signing {
		if key.ID == id && hmac.Equal(given, mac(key.Secret, signed)) {
			ok = true
		}
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(body)
	var b tokenBody
	if !ok || err != nil || json.Unmarshal(raw, &b) != nil || b.Subject == "" || b.Session == "" || now.Unix() >= b.Expires {
		return Token{}, bad
	}
	return Token{Subject: b.Subject, Session: b.Session, Expires: time.Unix(b.Expires, 0)}, nil
}

// rank is what a caller has shown.
type rank int

const (
	nobody    rank = iota // nothing shown, and keys are configured
	bearer                // a session token
	backend               // an API key
	anonymous             // nothing shown, and no key is configured: loopback
	admin                 // an admin key
)

// access is who calls.
type access struct {
	rank  rank
	token Token // of a bearer
}

// trusted callers name the shopper themselves.
func (a access) trusted() bool { return a.rank >= backend }

// hold compares in constant time and looks at every key.
func hold(keys []string, given string) bool {
	sum, found := sha256.Sum256([]byte(given)), 0
	for _, k := range keys {
		want := sha256.Sum256([]byte(k))
		found |= subtle.ConstantTimeCompare(sum[:], want[:])
	}
	return found == 1
}

// access reads the credential of a request. A bad one is Unauthorized also where none would do.
func (g *Gateway) access(r *http.Request) (access, error) {
	given := ""
	if h := r.Header.Get("Authorization"); h != "" {
		scheme, rest, _ := strings.Cut(h, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			return access{}, evercart.Errorf(evercart.Unauthorized, "gateway", "the Authorization header must be a Bearer one")
		}
		given = strings.TrimSpace(rest)
	} else if t := r.URL.Query().Get("token"); t != "" {
		if !strings.HasPrefix(t, tokenPrefix) { // a key in an address ends in logs
			return access{}, evercart.Errorf(evercart.Unauthorized, "gateway", "only a session token may stand in the address")
		}
		given = t
	}
	switch {
	case given == "" && g.keys.Anonymous():
		return access{rank: anonymous}, nil
	case given == "":
		return access{rank: nobody}, nil
	case strings.HasPrefix(given, tokenPrefix):
		t, err := g.keys.VerifyToken(given, g.clock.Now())
		return access{rank: bearer, token: t}, err
	case hold(g.keys.Admin, given):
		return access{rank: admin}, nil
	case hold(g.keys.API, given):
		return access{rank: backend}, nil
	}
	return access{}, evercart.Errorf(evercart.Unauthorized, "gateway", "the key is not known")
}
