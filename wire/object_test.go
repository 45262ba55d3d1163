package wire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// byTokens takes an object apart as encoding/json reads it, token by token.
func byTokens(b []byte) (map[string]json.RawMessage, error) {
	bad := errors.New("no")
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); !utf8.Valid(b) || err != nil || t != json.Delim('{') {
		return nil, bad
	}
	f := map[string]json.RawMessage{}
	for d.More() {
		t, err := d.Token()
		key, ok := t.(string)
		if err != nil || !ok {
			return nil, bad
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		if _, twice := f[key]; twice {
			return nil, bad
		}
		f[key] = raw
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, bad
	}
	return f, nil
}

var objects = []string{
	`{}`, ` { } `, `{"a":1}`, "\t{\"a\" :\n1 , \"b\":\r\"x\"}\n", `{"text":"add","turn_id":"t-1"}`, `{"a":{"b":[1,{"c":"}"}]},"d":[]}`, `{"a":"\"","b":"\\","c":"\\\""}`,
	`{"\u0061":1}`, `{"a\"b":null,"ä":true,"":false}`, `{"a":-1.5e+3,"b":0}`, `{"a":"]","b":["{",",",":"]}`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"\ud800":1}`, `{"a":"\ud800"}`,
	``, ` `, `{`, `}`, `{]`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{,}`, `{"a":1 "b":2}`, `{"a":1}}`, `{} {}`, `{} x`, `[]`, `[{}]`, `1`, `"x`, `null`, `{"a":01}`, `{"a":tru}`, `{a:1}`, `{"a":"` + "\n" + `"}`,
	"{\"a\":\"\xff\"}", "\ufeff{}", `{"a":1}/**/`, `{"a":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`,
}

func sameObject(t *testing.T, b []byte) {
	t.Helper()
	want, bad := byTokens(b)
	got, err := wire.ReadObject(b)
	if bad != nil || err != nil {
		if bad == nil || evercart.CodeOf(err) != evercart.Invalid {
			t.Fatalf("%.80q: error %v, and by tokens %v", b, err, bad)
		}
		return
	}
	if len(got) != len(want) {
		t.Fatalf("%.80q: %d keys, want %d", b, len(got), len(want))
	}
	for k, v := range want {
		if !bytes.Equal(got[k], v) {
			t.Fatalf("%.80q: %q is %q, want %q", b, k, got[k], v)
		}
	}
}

// An object is taken apart as encoding/json would, token by token.
func TestObjects(t *testing.T) {
	t.Parallel()
	for _, o := range objects {
		sameObject(t, []byte(o))
	}
}

func FuzzReadObject(f *testing.F) {
	for _, o := range objects {
		f.Add([]byte(o))
	}
	f.Fuzz(func(t *testing.T, b []byte) { sameObject(t, b) })
}

// What is nested deeper than the library reads is called that, not broken.
func TestTooDeep(t *testing.T) {
	t.Parallel()
	for levels, want := range map[int]string{20_000: "nested too deep", 3: "not valid JSON"} {
		_, _, err := wire.ReadFrame([]byte(`{"text":` + strings.Repeat("[", levels) + `"]]]]\"[", ` + strings.Repeat("]", levels) + "}"))
		if e := evercart.AsError(err); e == nil || e.Code != evercart.Invalid || !strings.Contains(e.Message, want) {
			t.Errorf("%d levels: %v", levels, err)
		}
	}
}
