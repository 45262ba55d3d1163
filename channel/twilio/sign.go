package twilio

import (
	"crypto/sha1" //nolint:gosec // what the platform signs with; an HMAC does not rest on collisions
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
)

// Signed is a request as the platform signed it.
type Signed struct {
	URL  string     // as configured there, with its query; for a socket wss://…
	Form url.Values // of a form; nil = none
	Body []byte     // of any other kind, signed by the bodySHA256 of the query
}

// Verify holds a signature against a request. The first token signs; others are those that are being replaced. Forbidden.
func Verify(tokens []string, signature string, s Signed) error {
	bad := evercart.Errorf(evercart.Forbidden, "twilio.Verify", "the signature is missing or wrong")
	given, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || len(given) != sha1.Size || !s.bodyFits() {
		return bad
	}
	params := s.params()
	var want [][]byte
	for _, token := range tokens {
		if token == "" {
			continue
		}
		for _, address := range spellings(s.URL) {
			want = append(want, channel.MAC(sha1.New, []byte(token), []byte(address), params))
		}
	}
	if !channel.AnyEqual(given, want...) {
		return bad
	}
	return nil
}

// params are the names and values of a form, sorted; the same value twice counts once.
func (s Signed) params() []byte {
	var names []string
	for name := range s.Form {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		values := slices.Clone(s.Form[name])
		slices.Sort(values)
		for _, v := range slices.Compact(values) {
			b.WriteString(name)
			b.WriteString(v)
		}
	}
	return []byte(b.String())
}

// bodyFits says that a body is the one whose hash stands in the signed address. A body that nothing vouches for is refused.
func (s Signed) bodyFits() bool {
	_, query, _ := strings.Cut(s.URL, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return false
	}
	want := values.Get("bodySHA256")
	if want == "" {
		return len(s.Body) == 0
	}
	sum := sha256.Sum256(s.Body)
	given, err := hex.DecodeString(want)
	return err == nil && channel.AnyEqual(given, sum[:])
}

// spellings are the forms in which the platform may have signed an address: with and without the standard port, and with an
// apostrophe of the query as it came, or escaped.
func spellings(address string) []string {
	out := []string{address}
	add := func(s string) {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	add(otherPort(address))
	for _, a := range slices.Clone(out) {
		if head, query, ok := strings.Cut(a, "?"); ok {
			add(head + "?" + strings.ReplaceAll(query, "'", "%27"))
		}
	}
	return out
}

// otherPort gives an address with its standard port where it has none, and without where it has that; "" = another port.
func otherPort(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return ""
	}
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	host, tail := rest[:end], rest[end:]
	standard := ":443"
	if scheme == "http" || scheme == "ws" {
		standard = ":80"
	}
	name := host[strings.LastIndexByte(host, '@')+1:]
	switch {
	case strings.HasSuffix(host, standard):
		return scheme + "://" + strings.TrimSuffix(host, standard) + tail
	case strings.LastIndexByte(name, ':') > strings.LastIndexByte(name, ']'):
		return ""
	}
	return scheme + "://" + host + standard + tail
}
