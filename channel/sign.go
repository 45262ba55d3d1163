package channel

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/evercart/evercart"
)

// MAC is the keyed hash of some bytes.
func MAC(h func() hash.Hash, key []byte, parts ...[]byte) []byte {
	m := hmac.New(h, key)
	for _, p := range parts {
		m.Write(p)
	}
	return m.Sum(nil)
}

// AnyEqual compares in constant time, and looks at all that would do.
func AnyEqual(given []byte, want ...[]byte) bool {
	found := false
	for _, w := range want {
		if hmac.Equal(given, w) {
			found = true
		}
	}
	return found
}

// Body reads at most that many bytes as they came, within ten seconds: a signature is of bytes, not of what they mean. Invalid, TooLarge.
func Body(w http.ResponseWriter, r *http.Request, most int64) ([]byte, error) {
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Now().Add(10 * time.Second))
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if err != nil {
		if _, big := errors.AsType[*http.MaxBytesError](err); big {
			return nil, evercart.Errorf(evercart.TooLarge, "channel", "the body has more than %d bytes", most)
		}
		return nil, &evercart.Error{Code: evercart.Invalid, Op: "channel", Message: "the body could not be read", Err: err}
	}
	_ = rc.SetReadDeadline(time.Time{})
	return b, nil
}

// Ticket is a pass that one request of a platform gets for the next: bound to what it is for, and to a time. Platforms sign
// their requests without a time of their own, so that a recorded one could be sent again for ever.
type Ticket struct {
	Key    []byte
	Clock  evercart.Clock
	Lasts  time.Duration
	Leeway time.Duration // between the clocks of two nodes
}

// Make gives a pass for these words: EXPIRY-NONCE.MAC. No two are the same.
func (t Ticket) Make(about ...string) string {
	until := strconv.FormatInt(t.Clock.Now().Add(t.Lasts).Unix(), 10) + "-" + rand.Text()
	return until + "." + base64.RawURLEncoding.EncodeToString(t.mac(until, about))
}

// Check takes a pass for the words that it was made for. Unauthorized.
func (t Ticket) Check(pass string, about ...string) error {
	bad := evercart.Errorf(evercart.Unauthorized, "channel", "the pass is not valid, or has expired")
	until, mac, ok := strings.Cut(pass, ".")
	given, err := base64.RawURLEncoding.Strict().DecodeString(mac)
	if !ok || err != nil || !AnyEqual(given, t.mac(until, about)) {
		return bad
	}
	expiry, _, _ := strings.Cut(until, "-")
	at, err := strconv.ParseInt(expiry, 10, 64)
	if now := t.Clock.Now(); err != nil || now.After(time.Unix(at, 0)) || now.Add(t.Lasts+t.Leeway).Before(time.Unix(at, 0)) {
		return bad
	}
	return nil
}

// mac is over lengths and words, so that no two lists of words are one.
func (t Ticket) mac(until string, about []string) []byte {
	var b strings.Builder
	for _, a := range append([]string{until}, about...) {
		b.WriteString(hex.EncodeToString([]byte(a)))
		b.WriteByte('.')
	}
	return MAC(sha256.New, t.Key, []byte(b.String()))
}
