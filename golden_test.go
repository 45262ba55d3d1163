package evercart_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evercart/evercart"
)

var update = flag.Bool("update", false, "write the golden files anew")

// asPlain and fromPlain stand in for encryption; what is sealed opens only in its own place.
func asPlain(plain, aad []byte) ([]byte, error) {
	return append(append([]byte(nil), plain...), append([]byte("\n@"), aad...)...), nil
}

func fromPlain(sealed, aad []byte) ([]byte, error) {
	plain, ok := bytes.CutSuffix(sealed, append([]byte("\n@"), aad...))
	if !ok {
		return nil, evercart.Errorf(evercart.Damaged, "test", "sealed for another place")
	}
	return plain, nil
}

// fill fills every field with something that can be told apart; Personal text with "secret".
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Interface().(type) {
	case evercart.Personal:
		v.SetString(fmt.Sprint("secret ", *n))
		return
	case evercart.PersonalJSON:
		v.SetBytes(fmt.Appendf(nil, `{"secret":%d}`, *n))
		return
	case json.RawMessage:
		v.SetBytes([]byte(`{"raw":1}`))
		return
	case time.Time:
		v.Set(reflect.ValueOf(noon.UTC().Add(time.Duration(*n) * time.Second)))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprint("f", *n))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte{1, 2, 254})
			return
		}
		fill(v.Index(0), n)
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, n)
		fill(value, n)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for _, field := range v.Fields() {
			fill(field, n)
		}
	default:
		panic("no filling for " + v.Type().String())
	}
}

// full is an event of a kind with every field set.
func full(f evercart.Fact) evercart.Event {
	n := 0
	fill(reflect.ValueOf(f).Elem(), &n)
	return evercart.Event{Session: "6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11", Seq: 7, At: noon.UTC(), Turn: "t-1", Write: "w-1", Actor: "shopper", Fact: f}
}

type golden struct {
	Kind   evercart.Kind   `json:"kind"`
	Schema int             `json:"schema"`
	Facts  json.RawMessage `json:"facts"`
	Sealed json.RawMessage `json:"sealed,omitempty"` // opened
}

// Every kind is stored as its golden file says, and every golden file that there ever was is read as it was meant. A file of
// an older schema (KIND.SCHEMA.json) stays beside the newer one and must lift to the same fact.
func TestGoldenRecords(t *testing.T) {
	t.Parallel()
	for kind, k := range evercart.Kinds() {
		if k.Schema < 1 || k.Lifts != k.Schema-1 || k.Empty.Kind() != kind {
			t.Errorf("%s: schema %d with %d lifts, made as %s", kind, k.Schema, k.Lifts, k.Empty.Kind())
		}
		e := full(k.Empty)
		r, err := e.Encode(asPlain)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		g := golden{Kind: r.Kind, Schema: r.Schema, Facts: r.Facts}
		if len(r.Sealed) > 0 {
			if g.Sealed, err = fromPlain(r.Sealed, r.AAD()); err != nil {
				t.Fatal(err)
			}
		}
		got := asJSON(t, g) + "\n"
		path := filepath.Join("testdata", "records", fmt.Sprintf("%s.%d.json", kind, r.Schema))
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("%v: a kind has a golden file (-update writes it)", err)
		}
		if d := cmp.Diff(string(want), got); d != "" {
			t.Errorf("%s is stored otherwise than it was: rows that are there must stay readable, so give it a new schema and a lift, or only add fields (-was +is):\n%s", kind, d)
		}
	}
	files, err := filepath.Glob(filepath.Join("testdata", "records", "*.json"))
	if err != nil || len(files) < len(evercart.Kinds()) {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		readsGolden(t, file)
	}
}

func readsGolden(t *testing.T, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	k, known := evercart.Kinds()[g.Kind]
	if !known {
		t.Fatalf("%s: kinds are append-only, and %s is gone", file, g.Kind)
	}
	want := full(k.Empty)
	r := evercart.Record{Session: want.Session, Seq: want.Seq, At: want.At, Turn: want.Turn, Write: want.Write, Actor: want.Actor, Kind: g.Kind, Schema: g.Schema, Facts: g.Facts}
	if len(g.Sealed) > 0 {
		r.Sealed, _ = asPlain(g.Sealed, r.AAD())
	}
	got, err := r.Decode(fromPlain)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	compact(&got)
	compact(&want)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s is read otherwise than it was meant:\n%s", file, cmp.Diff(revealed(t, want), revealed(t, got)))
	}
}

// compact takes the blanks out of JSON inside an event: golden files are indented.
func compact(e *evercart.Event) {
	var walk func(reflect.Value)
	walk = func(v reflect.Value) {
		switch {
		case v.Type() == reflect.TypeFor[evercart.PersonalJSON]():
			var out bytes.Buffer
			if json.Compact(&out, v.Bytes()) == nil {
				v.SetBytes(out.Bytes())
			}
		case v.Kind() == reflect.Pointer && !v.IsNil(), v.Kind() == reflect.Interface && !v.IsNil():
			walk(v.Elem())
		case v.Kind() == reflect.Struct && v.Type().PkgPath() == reflect.TypeFor[evercart.Event]().PkgPath(), v.Kind() == reflect.Struct && v.Type().Name() == "":
			for _, field := range v.Fields() {
				walk(field)
			}
		case v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		}
	}
	walk(reflect.ValueOf(e.Fact))
}

func revealed(t *testing.T, e evercart.Event) string {
	t.Helper()
	sealed, err := evercart.RevealJSON(e.Fact.Sealed())
	if err != nil && e.Fact.Sealed() != nil {
		t.Fatal(err)
	}
	return asJSON(t, e.Fact) + string(sealed)
}

// Nothing that a person said stands in the clear, in a row or in print.
func TestNothingPersonalLeaks(t *testing.T) {
	t.Parallel()
	for kind, k := range evercart.Kinds() {
		e := full(k.Empty)
		r, err := e.Encode(func(plain, aad []byte) ([]byte, error) { return []byte("sealed"), nil })
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		log := slog.New(slog.NewJSONHandler(&out, nil))
		log.Info("m", "event", e, "fact", e.Fact, "sealed", e.Fact.Sealed(), "record", string(r.Facts))
		slog.New(slog.NewTextHandler(&out, nil)).Info("m", "event", e, "fact", e.Fact, "sealed", e.Fact.Sealed())
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			fmt.Fprintf(&out, verb+verb+verb, e, e.Fact, e.Fact.Sealed())
		}
		b, err := json.Marshal([]any{e, e.Fact, e.Fact.Sealed()})
		if err != nil {
			t.Fatal(err)
		}
		out.Write(b)
		for _, leak := range []string{"secret", fmt.Sprintf("%x", "secret"), "115 101 99"} {
			if strings.Contains(out.String(), leak) {
				t.Errorf("%s: %s", kind, out.String())
			}
		}
		if sealed := e.Fact.Sealed(); sealed != nil {
			if plain, err := evercart.RevealJSON(sealed); err != nil || !bytes.Contains(plain, []byte("secret")) {
				t.Errorf("%s: a sealed part without personal text, or it cannot be revealed: %s, %v", kind, plain, err)
			}
		}
	}
	words := &evercart.TurnOpened{}
	words.Personal.Words = "secret"
	state := evercart.State{Personal: evercart.StatePersonal{Context: map[string]evercart.Personal{"k": "secret"}}}
	heard := evercart.Personal("secret")
	call := evercart.ToolCall{Args: evercart.PersonalJSON(`"secret"`)}
	var out strings.Builder
	for _, v := range []any{
		evercart.Change{Facts: []evercart.Fact{words}}, evercart.Committed{State: state, Events: []evercart.Event{{Fact: words}}}, evercart.Update{Base: &state},
		evercart.Spoken{Reply: &evercart.Reply{Text: "secret"}}, evercart.TurnRecord{Reply: &evercart.Reply{Display: "secret"}}, evercart.Thought{Call: &call},
		evercart.Interruption{Heard: &heard}, evercart.TurnView{Heard: &heard}, evercart.Attach{User: "secret"}, &evercart.Shopper{Personal: evercart.ShopperPersonal{Name: "secret"}},
		evercart.Export{Shopper: evercart.Shopper{Personal: evercart.ShopperPersonal{Name: "secret"}}, Sessions: []evercart.SessionExport{{State: state}}},
		evercart.Prompt{State: state, Now: evercart.Exchange{Words: "secret"}}, []*evercart.State{&state}, map[string]*evercart.ToolCall{"k": &call},
		evercart.Shopper{Personal: evercart.ShopperPersonal{User: "secret", Name: "secret", Phone: "secret", Email: "secret"}},
		evercart.Exchange{Words: "secret", Heard: "secret", Steps: []evercart.Step{{Text: "secret"}}},
		evercart.State{Personal: evercart.StatePersonal{Context: map[string]evercart.Personal{"k": "secret"}}},
		evercart.Utterance{Text: "secret"}, evercart.Reply{Text: "secret", Display: "secret"}, evercart.TurnView{Said: "secret", Reply: "secret", Spoken: "secret"},
		evercart.Private("secret"), evercart.PersonalJSON(`"secret"`), []evercart.Personal{"secret"}, map[string]evercart.PersonalJSON{"k": evercart.PersonalJSON(`"secret"`)},
	} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			fmt.Fprintf(&out, verb, v)
		}
		slog.New(slog.NewTextHandler(&out, nil)).Info("m", "v", v)
		slog.New(slog.NewJSONHandler(&out, nil)).Info("m", "v", v)
	}
	if strings.Contains(out.String(), "secret") || strings.Contains(out.String(), "115 101 99") {
		t.Error(out.String())
	}
}
