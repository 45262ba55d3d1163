package twilio_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel/twilio"
	"github.com/evercart/evercart/internal/testdata"
)

type vector struct {
	Description string         `json:"description"`
	Token       string         `json:"auth_token"`
	URL         string         `json:"url_seen_by_server"`
	Params      map[string]any `json:"post_params"`
	Signature   string         `json:"x_twilio_signature"`
	Body        string         `json:"raw_body"`
	Valid       *bool          `json:"expect_valid"`
}

func (v vector) signed() twilio.Signed {
	form := url.Values{}
	for name, value := range v.Params {
		switch x := value.(type) {
		case string:
			form.Add(name, x)
		case []any:
			for _, one := range x {
				s, _ := one.(string)
				form.Add(name, s)
			}
		}
	}
	return twilio.Signed{URL: v.URL, Form: form, Body: []byte(v.Body)}
}

func vectors(t *testing.T) []vector {
	t.Helper()
	raw, err := os.ReadFile(testdata.Path(t, "..", "reference", "voice-samples", "twilio-signature-vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Vectors []vector `json:"vectors"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	return file.Vectors
}

// Every published vector is taken as its makers say.
func TestSignatureVectors(t *testing.T) {
	t.Parallel()
	list := vectors(t)
	if len(list) < 16 {
		t.Fatalf("%d vectors", len(list))
	}
	for _, v := range list {
		want := evercart.Code("")
		if v.Valid != nil && !*v.Valid {
			want = evercart.Forbidden
		}
		if got := evercart.CodeOf(twilio.Verify([]string{v.Token}, v.Signature, v.signed())); got != want {
			t.Errorf("%s: %q, not %q", v.Description, got, want)
		}
	}
}

// What differs from what was signed, in whatever way, is refused.
func TestWrongSignatures(t *testing.T) {
	t.Parallel()
	good := twilio.Signed{URL: "https://shop.example.com/app?foo=1&bar=2", Form: url.Values{
		"CallSid": {callSID(1)}, "Caller": {"+15550100001"}, "Digits": {"1234"}, "From": {"+15550100001"}, "To": {"+15550100002"}}}
	const token = "12345"
	right := sign(token, good.URL, good.Form)
	if err := twilio.Verify([]string{"another", token}, right, good); err != nil {
		t.Fatal("the second of two tokens:", err)
	}
	with := func(change func(*twilio.Signed)) twilio.Signed {
		s := twilio.Signed{URL: good.URL, Form: url.Values{}}
		for k, v := range good.Form {
			s.Form[k] = append([]string(nil), v...)
		}
		change(&s)
		return s
	}
	field := func(k, v string) twilio.Signed { return with(func(s *twilio.Signed) { s.Form.Set(k, v) }) }
	address := func(u string) twilio.Signed { return with(func(s *twilio.Signed) { s.URL = u }) }
	raw, _ := base64.StdEncoding.DecodeString(right)
	wrong := []struct {
		name      string
		tokens    []string
		signature string
		of        twilio.Signed
	}{
		{"none", []string{token}, "", good},
		{"words", []string{token}, "WRONG_SIGNATURE", good},
		{"one letter", []string{token}, "A" + right[1:], good},
		{"the case", []string{token}, strings.ToLower(right), good},
		{"without padding", []string{token}, strings.TrimRight(right, "="), good},
		{"for an address", []string{token}, base64.URLEncoding.EncodeToString(raw), good},
		{"a part", []string{token}, base64.StdEncoding.EncodeToString(raw[:19]), good},
		{"more", []string{token}, base64.StdEncoding.EncodeToString(append(append([]byte(nil), raw...), 0)), good},
		{"zeroes", []string{token}, base64.StdEncoding.EncodeToString(make([]byte, 20)), good},
		{"another token", []string{"12346"}, right, good},
		{"no token", nil, right, good},
		{"empty token", []string{""}, right, good},
		{"another value", []string{token}, right, field("Digits", "1235")},
		{"a blank after a value", []string{token}, right, field("Digits", "1234 ")},
		{"a further field", []string{token}, right, field("Extra", "1")},
		{"a further empty field with a name", []string{token}, right, field("Z", "")},
		{"a field less", []string{token}, right, with(func(s *twilio.Signed) { s.Form.Del("To") })},
		{"a second value", []string{token}, right, with(func(s *twilio.Signed) { s.Form.Add("Digits", "9") })},
		{"fields whose border moved", []string{token}, right, with(func(s *twilio.Signed) { s.Form.Del("Caller"); s.Form.Set("Calle", "r+15550100001x") })},
		{"http", []string{token}, right, address("http://shop.example.com/app?foo=1&bar=2")},
		{"another host", []string{token}, right, address("https://shop.example.com.example.net/app?foo=1&bar=2")},
		{"another port", []string{token}, right, address("https://shop.example.com:8443/app?foo=1&bar=2")},
		{"another path", []string{token}, right, address("https://shop.example.com/ap?foo=1&bar=2")},
		{"another query", []string{token}, right, address("https://shop.example.com/app?foo=1&bar=3")},
		{"no query", []string{token}, right, address("https://shop.example.com/app")},
		{"an order of the query", []string{token}, right, address("https://shop.example.com/app?bar=2&foo=1")},
		{"a body that nothing vouches for", []string{token}, right, with(func(s *twilio.Signed) { s.Body = []byte("x") })},
		{"a socket's address", []string{token}, sign(token, "wss://shop.example.com/voice/relay", nil), twilio.Signed{URL: "https://shop.example.com/voice/relay"}},
		{"an address that is none", []string{token}, right, address("%zz")},
		{"an odd query", []string{token}, right, address("https://shop.example.com/?%zz")},
	}
	if len(wrong) < 20 {
		t.Fatal("20 are wanted")
	}
	for _, c := range wrong {
		if code := evercart.CodeOf(twilio.Verify(c.tokens, c.signature, c.of)); code != evercart.Forbidden {
			t.Errorf("%s: %q", c.name, code)
		}
	}
}

// A body that is no form is held against the hash in the signed address.
func TestBodyHash(t *testing.T) {
	t.Parallel()
	tried := 0
	for _, v := range vectors(t) {
		if v.Body == "" {
			continue
		}
		tried++
		s := v.signed()
		s.Body = append(s.Body, ' ')
		if code := evercart.CodeOf(twilio.Verify([]string{v.Token}, v.Signature, s)); code != evercart.Forbidden {
			t.Errorf("%s, with another body: %q", v.Description, code)
		}
	}
	if tried < 3 {
		t.Errorf("%d bodies", tried)
	}
}
