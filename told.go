package evercart

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"
)

// Told is the event that r was made of as Decode would give it, copied and not read: a store tells every event that it writes, and reading them
// took longer than writing them. ok is false where only reading can tell; Decode does then.
func (r Record) Told(of Event) (e Event, ok bool) {
	k, known := kinds[r.Kind]
	if !known || r.Schema != k.schema || bytes.Contains(r.Facts, []byte(`\ufffd`)) { // a string that was no text
		return e, false
	}
	e = Event{Session: r.Session, Seq: r.Seq, At: r.At, Turn: r.Turn, Write: r.Write, Actor: r.Actor, Fact: k.make()}
	to, from := reflect.ValueOf(e.Fact), reflect.ValueOf(of.Fact)
	if to.Type() != from.Type() {
		return e, false
	}
	p := e.Fact.Sealed()
	how := copiersOf(r.Kind, to.Type(), p)
	if !how.clear.copies(to.Elem(), from.Elem()) {
		return e, false
	}
	if p != nil && len(r.Sealed) > 0 {
		return e, how.sealed.copies(reflect.ValueOf(p).Elem(), reflect.ValueOf(of.Fact.Sealed()).Elem())
	}
	return e, true
}

// manner is how a value was written: as json.Marshal does, or as RevealJSON does.
type manner bool

const (
	inTheClear manner = false
	revealing  manner = true
)

// copier makes of a shallow copy what reading would give: it shares nothing with the original. fix nil = the shallow copy is that.
type copier struct {
	fix func(v reflect.Value) bool // v can be set; false = only reading can tell
}

// copies is false where c is nil, and where only reading can tell.
func (c *copier) copies(to, from reflect.Value) bool {
	if c == nil {
		return false
	}
	to.Set(from)
	return c.fix == nil || c.fix(to)
}

// pair is how a kind of fact is copied: what stands in the clear, and what is sealed. nil = it cannot be.
type pair struct{ clear, sealed *copier }

var copiers sync.Map // Kind → pair; bounded by kinds

func copiersOf(k Kind, fact reflect.Type, sealed any) pair {
	if known, ok := copiers.Load(k); ok {
		return known.(pair)
	}
	how := pair{clear: compile(fact.Elem(), inTheClear, 0)}
	if sealed != nil {
		how.sealed = compile(reflect.TypeOf(sealed).Elem(), revealing, 0)
	}
	copiers.Store(k, how)
	return how
}

const maxNested = 8 // types within types; what nests deeper, or in itself, is read

// compile makes the copier of a type; nil where its values write or read themselves, or are of a kind that no fact has.
func compile(t reflect.Type, m manner, depth int) *copier {
	switch {
	case depth > maxNested:
		return nil
	case m == revealing && t == personalType:
		return &copier{fixText}
	case m == revealing && t == personalJSONType:
		return &copier{fixJSON}
	case hasOwnJSON(t), m == inTheClear && has(t, "IsZero"): // which says by itself when it is left out
		return nil
	}
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &copier{}
	case reflect.String:
		if m == revealing {
			return &copier{fixText}
		}
		return &copier{}
	case reflect.Slice:
		return compileSlice(t, m, depth)
	case reflect.Map:
		return compileMap(t, m, depth)
	case reflect.Pointer:
		return compilePointer(t, m, depth)
	case reflect.Struct:
		return compileStruct(t, m, depth)
	}
	return nil
}

// hasOwnJSON says that a type writes or reads itself.
func hasOwnJSON(t reflect.Type) bool {
	return has(t, "MarshalJSON") || has(t, "UnmarshalJSON") || has(t, "MarshalText") || has(t, "UnmarshalText")
}

func has(t reflect.Type, method string) bool {
	_, ok := reflect.PointerTo(t).MethodByName(method)
	return ok
}

func fixText(v reflect.Value) bool {
	if s := v.String(); !utf8.ValidString(s) || strings.Contains(s, "\x00") {
		v.SetString(Clean(s))
	}
	return true
}

func fixJSON(v reflect.Value) bool {
	b := bytes.Trim(v.Bytes(), " \t\r\n")
	switch {
	case bytes.Contains(b, []byte(`\u`)), !utf8.Valid(b):
		return false
	case !json.Valid(b), string(b) == "null":
		b = nil
	}
	v.SetBytes(bytes.Clone(b))
	return true
}

func compileSlice(t reflect.Type, m manner, depth int) *copier {
	of := &copier{}
	if t.Elem().Kind() != reflect.Uint8 {
		if of = compile(t.Elem(), m, depth+1); of == nil {
			return nil
		}
	}
	return &copier{func(v reflect.Value) bool {
		if v.IsNil() {
			return true
		}
		list := reflect.MakeSlice(t, v.Len(), v.Len())
		reflect.Copy(list, v)
		v.Set(list)
		for i := 0; of.fix != nil && i < list.Len(); i++ {
			if !of.fix(list.Index(i)) {
				return false
			}
		}
		return true
	}}
}

func compileMap(t reflect.Type, m manner, depth int) *copier {
	of := compile(t.Elem(), m, depth+1)
	if of == nil || t.Key().Kind() != reflect.String || hasOwnJSON(t.Key()) {
		return nil
	}
	if m == inTheClear && of.fix == nil { // of those that every turn has, without a look at each entry
		switch t {
		case reflect.TypeFor[map[string]string]():
			return &copier{fixMap[string]}
		case reflect.TypeFor[map[string]int64]():
			return &copier{fixMap[int64]}
		}
	}
	return &copier{func(v reflect.Value) bool {
		if v.IsNil() && m == inTheClear {
			return true
		}
		out := reflect.MakeMapWithSize(t, v.Len())
		for it := v.MapRange(); it.Next(); {
			one := reflect.New(t.Elem()).Elem()
			one.Set(it.Value())
			if k := it.Key().String(); m == revealing && Clean(k) != k || of.fix != nil && !of.fix(one) {
				return false
			}
			out.SetMapIndex(it.Key(), one)
		}
		v.Set(out)
		return true
	}}
}

func fixMap[T any](v reflect.Value) bool {
	v.Set(reflect.ValueOf(maps.Clone(v.Interface().(map[string]T))))
	return true
}

func compilePointer(t reflect.Type, m manner, depth int) *copier {
	if t.Elem().Kind() != reflect.Struct {
		return nil
	}
	of := compile(t.Elem(), m, depth+1)
	if of == nil {
		return nil
	}
	return &copier{func(v reflect.Value) bool {
		if v.IsNil() {
			return true
		}
		one := reflect.New(t.Elem())
		one.Elem().Set(v.Elem())
		v.Set(one)
		return of.fix == nil || of.fix(one.Elem())
	}}
}

// part is a field that a shallow copy does not do for.
type part struct {
	at     int
	fix    func(reflect.Value) bool // nil = it is not written, and read as nothing
	lapses bool                     // left out when it is empty
}

func compileStruct(t reflect.Type, m manner, depth int) *copier {
	var parts []part
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			parts = append(parts, part{at: i})
			continue
		}
		if !f.IsExported() || f.Anonymous || strings.Contains(options, "string") {
			return nil
		}
		c := compile(f.Type, m, depth+1)
		if c == nil {
			return nil
		}
		if c.fix != nil {
			parts = append(parts, part{i, c.fix, strings.Contains(options, "omit")})
		}
	}
	if parts == nil {
		return &copier{}
	}
	return &copier{func(v reflect.Value) bool {
		for _, p := range parts {
			switch f := v.Field(p.at); {
			case p.fix == nil:
				f.SetZero()
			case p.lapses && m == revealing && f.IsZero():
			case p.lapses && m == inTheClear && (f.Kind() == reflect.Slice || f.Kind() == reflect.Map) && f.Len() == 0:
				f.SetZero()
			case !p.fix(f):
				return false
			}
		}
		return true
	}}
}
