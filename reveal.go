package evercart

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// RevealJSON marshals a sealed part with its personal text in the clear, cleaned; for sealing only. It writes as it goes: a turn has half
// a dozen sealed parts.
func RevealJSON(v any) ([]byte, error) {
	b, err := appendRevealed(make([]byte, 0, 512), reflect.ValueOf(v))
	return b, Wrap(err, Invalid, "RevealJSON")
}

var (
	personalType     = reflect.TypeFor[Personal]()
	personalJSONType = reflect.TypeFor[PersonalJSON]()
	marshalerType    = reflect.TypeFor[json.Marshaler]()
)

// revealer writes values of one type.
type revealer func(b []byte, v reflect.Value) ([]byte, error)

var revealers sync.Map // reflect.Type → revealer; bounded by the types of the program

func appendRevealed(b []byte, v reflect.Value) ([]byte, error) {
	t := v.Type()
	known, ok := revealers.Load(t)
	if !ok {
		known = revealerOf(t)
		revealers.Store(t, known)
	}
	return known.(revealer)(b, v)
}

// revealerOf says once how values of a type are written. A type within it is looked at when the first value of that is written, so that it may
// hold itself.
func revealerOf(t reflect.Type) revealer {
	switch {
	case t == personalType:
		return appendText
	case t == personalJSONType:
		return func(b []byte, v reflect.Value) ([]byte, error) { return append(b, cleanJSON(v.Bytes())...), nil }
	case t.Implements(marshalerType):
		return appendMarshaled
	}
	switch t.Kind() {
	case reflect.Pointer:
		return func(b []byte, v reflect.Value) ([]byte, error) {
			if v.IsNil() {
				return append(b, "null"...), nil
			}
			return appendRevealed(b, v.Elem())
		}
	case reflect.Struct:
		fields := fieldsOf(t)
		return func(b []byte, v reflect.Value) ([]byte, error) { return appendStruct(b, v, fields) }
	case reflect.Map:
		return appendMap
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return appendMarshaled
		}
		return appendList
	case reflect.String:
		return appendText
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(b []byte, v reflect.Value) ([]byte, error) { return strconv.AppendInt(b, v.Int(), 10), nil }
	case reflect.Bool:
		return func(b []byte, v reflect.Value) ([]byte, error) { return strconv.AppendBool(b, v.Bool()), nil }
	}
	return appendMarshaled
}

func appendText(b []byte, v reflect.Value) ([]byte, error) { return appendQuoted(b, v.String()), nil }

func appendMarshaled(b []byte, v reflect.Value) ([]byte, error) {
	one, err := json.Marshal(v.Interface())
	return append(b, one...), err
}

func appendStruct(b []byte, v reflect.Value, fields []revealed) (_ []byte, err error) {
	b = append(b, '{')
	first := true
	for _, f := range fields {
		part := v.Field(f.at)
		if f.omits && part.IsZero() {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(b, f.key...)
		if b, err = appendRevealed(b, part); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

// appendMap writes by the order of the keys, so that the same map is the same text.
func appendMap(b []byte, v reflect.Value) (_ []byte, err error) {
	of := make(map[string]reflect.Value, v.Len())
	for it := v.MapRange(); it.Next(); {
		of[Clean(it.Key().String())] = it.Value()
	}
	b = append(b, '{')
	for i, k := range slices.Sorted(maps.Keys(of)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendQuoted(b, k), ':')
		if b, err = appendRevealed(b, of[k]); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

func appendList(b []byte, v reflect.Value) (_ []byte, err error) {
	if v.IsNil() {
		return appendMarshaled(b, v)
	}
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = appendRevealed(b, v.Index(i)); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

// appendQuoted writes a string as JSON, cleaned.
func appendQuoted(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	s = Clean(s)
	b = append(b, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(append(b, s[from:]...), '"')
}

// revealed is how a field of a struct is written.
type revealed struct {
	at    int
	key   string // with its quotes and colon
	omits bool   // where it is zero
}

func fieldsOf(t reflect.Type) []revealed {
	var out []revealed
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		out = append(out, revealed{at: i, key: string(appendQuoted(nil, name)) + ":", omits: strings.Contains(options, "omit")})
	}
	slices.SortFunc(out, func(a, b revealed) int { return strings.Compare(a.key, b.key) }) // as in a map
	return out
}
