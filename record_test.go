package evercart_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

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

// word fills every field with something that can be told apart; of Personal text it is "secret".
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
		for i := range v.NumField() {
			fill(v.Field(i), n)
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
			for i := range v.NumField() {
				walk(v.Field(i))
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

func TestSealedParts(t *testing.T) {
	t.Parallel()
	f := &evercart.TurnOpened{Node: "n"}
	never := func(_, _ []byte) ([]byte, error) {
		t.Error("sealed where there is nothing personal")
		return nil, nil
	}
	if r, err := (evercart.Event{Session: "s", Seq: 1, Fact: f}).Encode(never); err != nil || r.Sealed != nil {
		t.Fatal(r.Sealed, err)
	}
	f.Personal.Words = "my name is Noor"
	r, err := (evercart.Event{Session: "s", Seq: 1, Fact: f}).Encode(asPlain)
	code(t, "encode", err, "")
	moved := r
	moved.Seq = 2
	_, err = moved.Decode(fromPlain)
	code(t, "a sealed part in another place", err, evercart.Damaged)
	e, err := r.Decode(func(_, _ []byte) ([]byte, error) { return nil, evercart.Errorf(evercart.Gone, "test", "destroyed") })
	if err != nil || !e.Faded || e.Fact.(*evercart.TurnOpened).Node != "n" || e.Fact.(*evercart.TurnOpened).Personal.Words != "" {
		t.Fatalf("%+v, %v", e, err)
	}
	_, err = r.Decode(func(_, _ []byte) ([]byte, error) { return nil, errors.New("away") })
	code(t, "a key that is not to be had", err, evercart.Damaged)
	own := errors.New("own")
	if _, err = (evercart.Event{Session: "s", Seq: 1, Fact: f}).Encode(func(_, _ []byte) ([]byte, error) { return nil, own }); !errors.Is(err, own) {
		t.Fatal(err)
	}
}

func TestPoisonedFacts(t *testing.T) {
	t.Parallel()
	for _, e := range []evercart.Event{
		{Fact: &evercart.Noted{What: "a\x00b"}}, {Fact: &evercart.Noted{With: map[string]string{"k\x00": "v"}}}, {Fact: &evercart.Noted{What: `\` + "\x00"}},
		{Turn: "a\x00", Fact: &evercart.Noted{}}, {Actor: "a\x00", Fact: &evercart.Noted{}}, {Write: "a\x00", Fact: &evercart.Noted{}},
	} {
		_, err := e.Encode(asPlain)
		code(t, fmt.Sprintf("%+v", e), err, evercart.Invalid)
	}
	for _, what := range []string{`\u0000`, `\\u0000`, `\`, "a\xffb", "\xed\xa0\x80"} {
		r, err := (evercart.Event{Fact: &evercart.Noted{What: what}}).Encode(asPlain)
		if err != nil || !json.Valid(r.Facts) {
			t.Errorf("%q: %s, %v", what, r.Facts, err)
			continue
		}
		if e, err := r.Decode(fromPlain); err != nil || e.Fact.(*evercart.Noted).What != evercart.Clean(what) && what != "\xed\xa0\x80" {
			t.Errorf("%q is read as %q, %v", what, e.Fact.(*evercart.Noted).What, err)
		}
	}
}

func TestRecordsOfANewerProgram(t *testing.T) {
	t.Parallel()
	for _, r := range []evercart.Record{
		{Session: "s", Seq: 1, Kind: "gift.wrapped", Schema: 3, Facts: json.RawMessage(`{ "paper": "red",  "b":1,"a":2 }`), Sealed: []byte{0, 1, 255}},
		{Session: "s", Seq: 1, Kind: "noted", Schema: 99, Facts: json.RawMessage(`"anything"`)},
	} {
		e, err := r.Decode(func(_, _ []byte) ([]byte, error) { return nil, errors.New("not asked") })
		code(t, string(r.Kind), err, "")
		f, ok := e.Fact.(*evercart.Foreign)
		if !ok || f.Kind() != r.Kind {
			t.Fatalf("%+v", e.Fact)
		}
		s, err := (evercart.State{}).Apply(e)
		if err != nil || s.Seq != 1 {
			t.Fatalf("counted: %+v, %v", s, err)
		}
		back, err := e.Encode(nil)
		if err != nil || !reflect.DeepEqual(back, r) {
			t.Fatalf("not byte for byte: %+v, %v", back, err)
		}
	}
}

func TestLifts(t *testing.T) {
	t.Parallel()
	rename := func(m map[string]json.RawMessage) { m["what"] = m["name"]; delete(m, "name") }
	wrap := func(m map[string]json.RawMessage) { m["with"] = json.RawMessage(`{"was":` + string(m["what"]) + `}`) }
	old := evercart.Record{Kind: "noted", Schema: 1, Facts: json.RawMessage(`{"name":"x","other":[1]}`)}
	got, err := old.Lifted(3, rename, wrap)
	if err != nil || string(got) != `{"other":[1],"what":"x","with":{"was":"x"}}` {
		t.Fatal(string(got), err)
	}
	old.Schema, old.Facts = 2, json.RawMessage(`{"what":"y","name":"z"}`)
	if got, err = old.Lifted(3, rename, wrap); err != nil || string(got) != `{"name":"z","what":"y","with":{"was":"y"}}` {
		t.Fatal("a lift of an older schema ran", string(got), err)
	}
	for schema, facts := range map[int]string{0: `{}`, -1: `{}`, 1: `null`, 2: `{"name":`} {
		_, err := evercart.Record{Kind: "noted", Schema: schema, Facts: json.RawMessage(facts)}.Lifted(3, rename, wrap)
		code(t, facts, err, evercart.Damaged)
	}
}

func TestDamagedRecords(t *testing.T) {
	t.Parallel()
	for _, facts := range []string{``, `null`, `[]`, `"x"`, `1`, `{"what":1}`, `{"what":"x"`, `{}{}`, "{\"what\":\"x\"}\x00"} {
		_, err := evercart.Record{Kind: "noted", Schema: 1, Facts: json.RawMessage(facts)}.Decode(fromPlain)
		code(t, facts, err, evercart.Damaged)
		if e := evercart.AsError(err); strings.Contains(e.Message, "what") {
			t.Errorf("the message tells what is stored: %s", e.Message)
		}
	}
	r := evercart.Record{Kind: "turn.opened", Schema: 1, Facts: json.RawMessage(`{}`)}
	r.Sealed, _ = asPlain([]byte(`{"Words":7}`), r.AAD())
	_, err := r.Decode(fromPlain)
	code(t, "a sealed part of other fields", err, evercart.Damaged)
}

func FuzzRecord(f *testing.F) {
	for kind, k := range evercart.Kinds() {
		r, err := full(k.Empty).Encode(asPlain)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(kind), r.Schema, []byte(r.Facts), []byte(r.Sealed))
	}
	f.Add("noted", 0, []byte(`null`), []byte(nil))
	f.Add("gift.wrapped", 3, []byte(`{`), []byte{1})
	f.Fuzz(func(t *testing.T, kind string, schema int, facts, sealed []byte) {
		r := evercart.Record{Session: "s", Seq: 1, Kind: evercart.Kind(kind), Schema: schema, Facts: facts, Sealed: sealed}
		plain := func(sealed, _ []byte) ([]byte, error) { return sealed, nil }
		e, err := r.Decode(plain)
		if err != nil {
			code(t, "decode", err, evercart.Damaged)
			return
		}
		if _, err := (evercart.State{}).Apply(e); err != nil {
			t.Fatal(err)
		}
		back, err := e.Encode(plain)
		if err != nil {
			code(t, "encode", err, evercart.Invalid)
			return
		}
		again, err := back.Decode(plain)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if third, err := again.Encode(plain); err != nil || !bytes.Equal(third.Facts, back.Facts) || !bytes.Equal(third.Sealed, back.Sealed) {
			t.Fatalf("a record changes on its way: %s, then %s; %s, then %s (%v)", back.Facts, third.Facts, back.Sealed, third.Sealed, err)
		}
	})
}
