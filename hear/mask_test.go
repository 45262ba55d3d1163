package hear_test

import (
	"strings"
	"testing"

	"github.com/evercart/evercart/hear"
	"pgregory.net/rapid"
)

func TestMask(t *testing.T) {
	t.Parallel()
	const card, code = hear.MaskedCard, hear.MaskedCode
	tests := []struct{ text, want string }{
		{"my card is 4111 1111 1111 1111, expires 09/29, security code 737", "my card is " + card + ", expires 09/29, security code " + code},
		{"4111-1111-1111-1111", card},
		{"4111.1111.1111.1111", card},
		{"4111\u00a01111\u20111111\u20121111", card}, // as a page or a word processor writes it
		{"4111\u200b1111\u00ad1111\u22121111", card},
		{"it is 4111111111111111.", "it is " + card + "."},
		{"4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", card},
		{"３７８２ 822463 10005 please", card + " please"},
		{"3782 822463 10005", card},
		{"cvv is 737", "cvv is " + code},
		{"The C V V is seven three seven", "The C V V is " + code},
		{"cvc: 7 3 7 and two scarves", "cvc: " + code + " and two scarves"},
		{"the security code on the back is seven thirty-seven", "the security code on the back is " + code},
		{"the three digits on the back are 737", "the three digits on the back are " + code},
		{"737 is my cvv", code + " is my cvv"},
		{"security code 737, 2 scarves", "security code " + code + ", 2 scarves"},
		{"four one one one one one one one one one one one one one one one", card},
		{"it's four triple one double one one one one one one one one double one one thanks", "it's " + card + " thanks"},
		{"forty-one eleven eleven eleven eleven eleven eleven eleven", card},
		{"forty one eleven, one one one one, eleven eleven, one one one one", card},
		{"my visa is 4111 1111 1111 1112", "my visa is " + card},
		{"cuatro uno uno uno uno uno uno uno uno uno uno uno uno uno uno uno", card},
		{"vier eins eins eins eins eins eins eins eins eins eins eins eins eins eins eins", card},
		{`{"sku":"SCF-RED","note":"4111111111111111"}`, `{"sku":"SCF-RED","note":"` + card + `"}`},
		{"ref00041111111111111110", "ref" + card},
		{"my card 4006381000093", "my card " + card},
		{"4222 222 222 222", card},
		{"3056 9309 0259 04", card},
		{"4111 1111 1111 1111 737", card + " " + code},
		{"4111 1111 1111 1111 09/29 737 thanks", card + " 09/29 " + code + " thanks"},
	}
	for _, test := range tests {
		got, found := hear.Mask(test.text)
		if got != test.want || !found {
			t.Errorf("%s: got %q %v, want %q", test.text, got, found, test.want)
		}
	}
}

func TestMaskLeaves(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"my order reference is 8801 2345 6789 0124",
		"call me on 555-0134 or +1 202 555 0134",
		"add BLS-IVR-M, SOC-3PK and two of LOF-BRN-9",
		"that is $1,299.99 for 3",
		"add fifteen, no, fifty packs of socks",
		"sizes 38 40 42 44 in 4 colours",
		"the code is SAVE10 and I want 737 napkins",
		"two hundred and thirty-seven candles",
		"one two three four five",
		"expires 09/29",
		"add two of 4006381000093", // an article number that passes for a card's
		"my card expires in 2029 and order 8801234567890124 is late",
		"",
	} {
		if got, found := hear.Mask(text); got != text || found {
			t.Errorf("%s: got %q %v", text, got, found)
		}
	}
}

// check appends the digit that makes a number pass.
func check(body string) string {
	for d := '0'; d <= '9'; d++ {
		sum := 0
		full := body + string(d)
		for i := range len(full) {
			v := int(full[len(full)-1-i] - '0')
			if i%2 == 1 {
				v = v*2/10 + v*2%10
			}
			sum += v
		}
		if sum%10 == 0 {
			return full
		}
	}
	return ""
}

var digitNames = strings.Fields("zero one two three four five six seven eight nine")

// Cards of every kind, written in every grouping, never come through, whatever stands around them.
func TestMaskEveryCard(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		kinds := []struct {
			head string
			n    int
		}{{"4", 16}, {"51", 16}, {"2221", 16}, {"34", 15}, {"37", 15}, {"6011", 16}, {"3528", 16}, {"62", 19}, {"4", 19}}
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		body := kind.head
		for len(body) < kind.n-1 {
			body += string(rune('0' + rapid.IntRange(0, 9).Draw(t, "digit")))
		}
		number := check(body)
		words := rapid.Bool().Draw(t, "words")
		var b strings.Builder
		for i, d := range number {
			if i > 0 && (words || rapid.IntRange(0, 3).Draw(t, "part") == 0) {
				b.WriteString(rapid.SampledFrom([]string{" ", "-", ".", "  ", " - "}).Draw(t, "gap"))
			}
			if words && rapid.Bool().Draw(t, "word") {
				b.WriteString(digitNames[d-'0'])
			} else {
				b.WriteRune(d)
			}
		}
		before := rapid.SampledFrom([]string{"", "use ", "it's ", "yes: ", "pay with (", "{\"x\":\""}).Draw(t, "before")
		after := rapid.SampledFrom([]string{"", " please", ", ok", ").", "\"}"}).Draw(t, "after")
		got, found := hear.Mask(before + b.String() + after)
		if want := before + hear.MaskedCard + after; got != want || !found {
			t.Fatalf("%q: got %q", before+b.String()+after, got)
		}
		if again, found := hear.Mask(got); again != got || found {
			t.Fatalf("not stable: %q", again)
		}
	})
}

// Short numbers and words in any order stay as they are.
func TestMaskShortNumbersStay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{"add", "3", "twelve", "scarves", "SCF-RED", "$12.99", "size 9.5", "and", "forty-one", "M", "555-0134"}), 0, 12).Draw(t, "parts")
		text := strings.Join(parts, " please ")
		if got, found := hear.Mask(text); got != text || found {
			t.Fatalf("%q: got %q", text, got)
		}
	})
}

func FuzzMask(f *testing.F) {
	f.Add("my card is 4111 1111 1111 1111, cvv 737")
	f.Add("double double one hundred \xff 4")
	f.Fuzz(func(t *testing.T, text string) {
		got, found := hear.Mask(text)
		if found == (got == text) {
			t.Fatal("found and changed differ")
		}
		if again, found := hear.Mask(got); found {
			t.Fatalf("not stable: %q then %q", got, again)
		}
	})
}

func BenchmarkMask(b *testing.B) {
	for name, text := range map[string]string{
		"ordinary": "Add the silk blouse in size M, and keep it in my cart while I look at the shoes",
		"worst":    "my cvv " + strings.Repeat("1 ", 1990),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				hear.Mask(text)
			}
		})
	}
}
