package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/evercart/evercart"
)

// fields is one JSON object, taken apart. Keys are compared exactly: encoding/json alone would take "TEXT" for "text". The values are parts of
// what was read, which stays as it is.
type fields map[string]json.RawMessage

func readObject(b []byte) (fields, error) {
	if !utf8.Valid(b) {
		return nil, notRead("not valid UTF-8")
	}
	if start := skipBlanks(b, 0); start == len(b) || b[start] != '{' || !json.Valid(b) {
		return nil, whyNot(b)
	}
	f := fields{}
	for i := skipBlanks(b, 0); ; { // at the brace, or at a comma
		i = skipBlanks(b, i+1)
		if b[i] == '}' { // an empty one
			return f, nil
		}
		end := skipValue(b, i)
		key, err := keyOf(b[i:end])
		if err != nil {
			return nil, notRead("not valid JSON")
		}
		if _, twice := f[key]; twice {
			return nil, notRead("a key stands twice in one object")
		}
		i = skipBlanks(b, skipBlanks(b, end)+1) // behind the colon
		end = skipValue(b, i)
		f[key] = b[i:end:end]
		if i = skipBlanks(b, end); b[i] == '}' {
			return f, nil
		}
	}
}

func notRead(why string) error { return evercart.Errorf(evercart.Invalid, "wire", "%s", why) }

// whyNot says what is wrong with what is no JSON object.
func whyNot(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return notRead("not a JSON object")
	}
	var one json.RawMessage
	if d = json.NewDecoder(bytes.NewReader(b)); d.Decode(&one) != nil {
		if deep(b) {
			return notRead("nested too deep: at most 10,000 levels are read")
		}
		return notRead("not valid JSON")
	}
	if _, err := d.Token(); err != io.EOF { //nolint:errorlint // Token gives io.EOF itself
		return notRead("more than one JSON value")
	}
	return notRead("not valid JSON")
}

// deep says that more arrays and objects stand in each other than the library reads.
func deep(b []byte) bool {
	const most = 10_000
	depth, quoted := 0, false
	for i := 0; i < len(b) && depth <= most; i++ {
		switch c := b[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			depth--
		}
	}
	return depth > most
}

// keyOf is what a string in quotes says.
func keyOf(quoted []byte) (key string, err error) {
	if plain := quoted[1 : len(quoted)-1]; bytes.IndexByte(plain, '\\') < 0 {
		return string(plain), nil
	}
	err = json.Unmarshal(quoted, &key)
	return key, err
}

// skipBlanks gives the place of the next byte that is none.
func skipBlanks(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// skipValue gives the place behind a value of valid JSON.
func skipValue(b []byte, i int) int {
	for depth := 0; ; {
		switch b[i] {
		case '"':
			i = skipString(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\n', '\r', '\t': // between the parts of what is not over yet
			i++
		default:
			for i < len(b) && strings.IndexByte(",:]} \n\r\t", b[i]) < 0 { // a number, or a word
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
}

// skipString gives the place behind a string in quotes.
func skipString(b []byte, i int) int {
	for i++; b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}
