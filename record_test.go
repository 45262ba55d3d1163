package evercart_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/evercart/evercart"
)

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
	f.Personal.Words = "my name is Someone"
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
		f.Add(string(kind), r.Schema, []byte(r.Facts), r.Sealed)
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
