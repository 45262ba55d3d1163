package wire_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

func heard(s string) *evercart.Personal { p := evercart.Personal(s); return &p }

func TestReadFrame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		want wire.Frame
		turn evercart.TurnID
	}{
		{`{"user_id":"u1","text":"add","turn_id":"t-1"}`, &wire.Say{User: "u1", Text: "add", Turn: "t-1"}, "t-1"},
		{`{"type":"say","text":"add","locale":"de-AT"}`, &wire.Say{Text: "add", Locale: "de-AT"}, ""},
		{` {"text":"é\u0000è","turn_id":null,"user_id":"","TEXT":7} `, &wire.Say{Text: "éè"}, ""},
		{`{"type":"greet","user_id":"u1","turn_id":"g"}`, &wire.Greet{User: "u1", Turn: "g"}, "g"},
		{`{"type":"interrupt","turn_id":"t-1","heard":"I added the"}`, &wire.Interrupt{Turn: "t-1", Heard: heard("I added the")}, "t-1"},
		{`{"type":"interrupt","heard":""}`, &wire.Interrupt{Heard: heard("")}, ""},
		{`{"type":"interrupt"}`, &wire.Interrupt{}, ""},
		{`{"type":"resume","seq":42}`, &wire.Resume{Seq: 42}, ""},
		{`{"type":"ping"}`, &wire.Ping{}, ""},
	} {
		got, turn, err := wire.ReadFrame([]byte(c.in))
		if err != nil || turn != c.turn || !cmp.Equal(got, c.want, cmp.Comparer(samePersonal)) {
			t.Errorf("%s: %#v, %q, %v", c.in, got, turn, err)
		}
	}
}

// samePersonal compares what Personal hides from printing.
func samePersonal(a, b evercart.Personal) bool { return a.Reveal() == b.Reveal() }

func TestReadFrameRefuses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]struct {
		code evercart.Code
		turn evercart.TurnID
	}{
		``:                                             {evercart.Invalid, ""},
		`null`:                                         {evercart.Invalid, ""},
		`{"text":"a"} {"text":"b"}`:                    {evercart.Invalid, ""},
		`{"text":"a","text":"b"}`:                      {evercart.Invalid, ""},
		`{"text":["a"],"turn_id":"t"}`:                 {evercart.Invalid, "t"},
		`{"text":null,"turn_id":"t"}`:                  {evercart.Invalid, "t"},
		`{"Text":"a"}`:                                 {evercart.Invalid, ""},
		`{"text":"\u0000 \t"}`:                         {evercart.Invalid, ""},
		`{"text":"a","user_id":7}`:                     {evercart.Invalid, ""},
		`{"text":"a","user_id":"\ud83d"}`:              {evercart.Invalid, ""},
		`{"text":"a","user_id":"a\u0000"}`:             {evercart.Invalid, ""},
		`{"text":"a","turn_id":"\u0000"}`:              {evercart.Invalid, ""},
		`{"text":"a","locale":"../../etc"}`:            {evercart.Invalid, ""},
		`{"text":"a","type":"nonsense","turn_id":"t"}`: {evercart.Invalid, "t"},
		`{"type":7}`:                                   {evercart.Invalid, ""},
		`{"type":"resume"}`:                            {evercart.Invalid, ""},
		`{"type":"resume","seq":1.5}`:                  {evercart.Invalid, ""},
		`{"type":"resume","seq":9223372036854775808}`:  {evercart.Invalid, ""},
		"{\"text\":\"\xc3\"}":                          {evercart.Invalid, ""},
		`{"text":"` + strings.Repeat("ä", evercart.MaxText+1) + `","turn_id":"t"}`: {evercart.TooLarge, "t"},
		`{"text":"a","user_id":"` + strings.Repeat("u", 129) + `"}`:                {evercart.Invalid, ""},
	} {
		f, turn, err := wire.ReadFrame([]byte(in))
		if evercart.CodeOf(err) != want.code || turn != want.turn || f != nil {
			t.Errorf("%.60s: %#v, %q, %v; want %s", in, f, turn, err, want.code)
		}
	}
	if _, _, err := wire.ReadFrame([]byte(`{"text":"` + strings.Repeat("ä", evercart.MaxText) + `"}`)); err != nil {
		t.Errorf("text of the greatest length: %v", err)
	}
}

func FuzzReadFrame(f *testing.F) {
	for _, s := range []string{
		`{"user_id":"u1","text":"add","turn_id":"t-1"}`, `{"type":"interrupt","heard":"x"}`, `{"type":"resume","seq":42}`, `{"type":"greet"}`,
		`{"text":"\ud83d\u0000"}`, `{"text":"a","text":"b"}`, `[[[[`, `{"":{"":[]}}`, "\xff",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		frame, turn, err := wire.ReadFrame(b)
		if (frame == nil) == (err == nil) {
			t.Fatalf("%#v with %v", frame, err)
		}
		if err != nil {
			if c := evercart.CodeOf(err); c != evercart.Invalid && c != evercart.TooLarge {
				t.Fatalf("code %s", c)
			}
			return
		}
		if s, ok := frame.(*wire.Say); ok {
			text := s.Text.Reveal()
			if text == "" || utf8.RuneCountInString(text) > evercart.MaxText || evercart.Clean(text) != text {
				t.Fatalf("text %q", text)
			}
			if s.Turn != turn || len(s.User.Reveal()) > evercart.MaxUserID {
				t.Fatalf("ids %q %q", s.Turn, turn)
			}
		}
	})
}

func TestReadBegin(t *testing.T) {
	t.Parallel()
	got, err := wire.ReadBegin([]byte(`{"user_id":"ada","cart":[{"sku":"A","quantity":2},{"sku":"B","quantity":1}],"saved":[{"sku":"C","quantity":1}],"focus":["A","B"]}`))
	want := &evercart.Seed{Cart: []evercart.SeedLine{{SKU: "A", Quantity: 2}, {SKU: "B", Quantity: 1}}, Saved: []evercart.SeedLine{{SKU: "C", Quantity: 1}}, Focus: []evercart.SKU{"A", "B"}}
	if err != nil || got.User.Reveal() != "ada" || !cmp.Equal(got.Seed, want) {
		t.Errorf("%+v, %v", got.Seed, err)
	}
	for _, none := range []string{`{"cart":[{"sku":"A"}]}`, `{"cart":[{"sku":"A","quantity":null}]}`, `{"saved":[{"sku":"A","quantity":0}]}`} {
		if _, err := wire.ReadBegin([]byte(none)); evercart.CodeOf(err) != evercart.Invalid {
			t.Errorf("%s: %v", none, err)
		}
	}
	if got, err := wire.ReadBegin(nil); err != nil || got.Seed != nil {
		t.Errorf("an empty body: %+v, %v", got, err)
	}
	for in, code := range map[string]evercart.Code{
		`{"session_id":"1"}`: evercart.Invalid, `{"cart":{}}`: evercart.Invalid, `{"cart":[7]}`: evercart.Invalid, `{"cart":[{"quantity":1}]}`: evercart.Invalid,
		`{"cart":[{"sku":"A","quantity":0}]}`: evercart.Invalid, `{"cart":[{"sku":"A","quantity":1.5}]}`: evercart.Invalid, `{"focus":["a\u0000"]}`: evercart.Invalid,
		`{"focus":[` + strings.Repeat(`"A",`, 1000) + `"A"]}`: evercart.TooLarge,
	} {
		if _, err := wire.ReadBegin([]byte(in)); evercart.CodeOf(err) != code {
			t.Errorf("%.60s: %v", in, err)
		}
	}
}

// A title is said aloud, and stands in every event of a line: a patch may have no longer one than a feed.
func TestPatchIsBounded(t *testing.T) {
	t.Parallel()
	for key, most := range map[string]int{"title": 255, "text": 5000} {
		body := func(n int) []byte { return []byte(`{"` + key + `":"` + strings.Repeat("é", n) + `"}`) }
		if _, err := wire.ReadPatch(body(most)); err != nil {
			t.Errorf("%s of %d characters: %v", key, most, err)
		}
		if _, err := wire.ReadPatch(body(most + 1)); evercart.CodeOf(err) != evercart.TooLarge {
			t.Errorf("%s of %d characters: %v", key, most+1, err)
		}
	}
}
