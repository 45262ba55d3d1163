package evercart_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

const rounds = 1000 // of each kind

// What is told of an event is what its record reads, whatever its fact holds; and it shares nothing with the fact that it was made of.
func TestToldIsRead(t *testing.T) {
	t.Parallel()
	for kind, k := range evercart.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 2))
			told := 0
			for range rounds {
				fact := reflect.New(reflect.TypeOf(k.Empty).Elem())
				scatter(r, fact.Elem())
				e := evercart.Event{Session: "s", Seq: 3, At: noon.UTC(), Turn: "t", Write: "w", Actor: "agent", Fact: fact.Interface().(evercart.Fact)}
				rec, err := e.Encode(asPlain)
				if err != nil {
					code(t, "encode", err, evercart.Invalid)
					continue
				}
				read, err := rec.Decode(fromPlain)
				if err != nil {
					t.Fatal(err)
				}
				got, ok := rec.Told(e)
				if !ok {
					continue
				}
				told++
				for range 2 {
					if !reflect.DeepEqual(got, read) {
						t.Fatalf("told %s, read %s (as stored: %s %s)", shown(got.Fact), shown(read.Fact), rec.Facts, rec.Sealed)
					}
					smear(fact) // the second time: of a fact that its maker went on to use
				}
			}
			if told < rounds/8 && kind != "turn.taken" { // its time writes itself
				t.Errorf("%d of %d were told", told, rounds)
			}
		})
	}
}

// What every turn writes is told without being read.
func TestToldWithoutReading(t *testing.T) {
	t.Parallel()
	for kind, k := range evercart.Kinds() {
		e := full(k.Empty)
		rec, err := e.Encode(asPlain)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := rec.Told(e); ok == (kind == "turn.taken") {
			t.Errorf("%s: told is %v", kind, ok)
		}
	}
	e := full(&evercart.Noted{})
	rec, err := e.Encode(asPlain)
	if err != nil {
		t.Fatal(err)
	}
	older := rec
	older.Schema--
	if _, ok := older.Told(e); ok {
		t.Error("a record of another schema was told")
	}
	if _, ok := rec.Told(full(&evercart.FocusSet{})); ok {
		t.Error("a record was told of another fact")
	}
	foreign := evercart.Event{Fact: &evercart.Foreign{Name: "gift.wrapped", Schema: 1, Raw: json.RawMessage(`{}`)}}
	if rec, err = foreign.Encode(asPlain); err != nil {
		t.Fatal(err)
	}
	if _, ok := rec.Told(foreign); ok {
		t.Error("what this program does not know was told")
	}
}

// shown are both parts of a fact, in the clear.
func shown(f evercart.Fact) string {
	clear, _ := json.Marshal(f)
	sealed, _ := evercart.RevealJSON(f.Sealed())
	return fmt.Sprintf("%s %s %#v", clear, sealed, f)
}

// scatter fills a value by chance, with all that reads otherwise than it was written.
func scatter(r *rand.Rand, v reflect.Value) {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	text := func() string {
		if r.IntN(40) == 0 {
			return pick("a\x00b", "a\xffb", "\xed\xa0\x80", `\ufffd`, `\u0000`, "\ufffd")
		}
		return pick("", "", "plain", "ünï", `"quoted" \ <b>&`, "line\nbreak\t\u2028", "\x7f\x01")
	}
	switch v.Interface().(type) {
	case evercart.PersonalJSON:
		if r.IntN(40) == 0 {
			v.SetBytes([]byte(pick(`{"a":"\u0000"}`, "{\"a\":\"\xff\"}", `{"a":"\ud800"}`)))
			return
		}
		v.SetBytes([]byte(pick(``, `null`, ` null `, `{"a":1}`, " [1, 2]\n", `"x"`, `{`, `{"a":"ü"}`)))
		return
	case time.Time:
		v.Set(reflect.ValueOf(noon))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text())
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(r.IntN(3)-1) * (1 << (8 * r.IntN(4))))
	case reflect.Uint8:
		v.SetUint(uint64(r.IntN(256)))
	case reflect.Pointer:
		if r.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			scatter(r, v.Elem())
		}
	case reflect.Slice:
		if n := r.IntN(4) - 1; n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				scatter(r, v.Index(i))
			}
		}
	case reflect.Map:
		if n := r.IntN(4) - 1; n >= 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range n {
				one := reflect.New(v.Type().Elem()).Elem()
				scatter(r, one)
				v.SetMapIndex(reflect.ValueOf(text()).Convert(v.Type().Key()), one)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			scatter(r, v.Field(i))
		}
	default:
		panic(v.Type().String())
	}
}

// smear writes over all that a value points to.
func smear(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && v.Elem().Kind() == reflect.Struct && v.Type() != reflect.TypeFor[*time.Location]() {
			for i := range v.Elem().NumField() {
				smear(v.Elem().Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			smear(v.Index(i))
			v.Index(i).SetZero()
		}
	case reflect.Map:
		v.Clear()
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			smear(v.Field(i))
		}
	}
}
