package speak_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart/speak"
)

func pieces(parts ...string) []string {
	p := speak.NewPieces(speak.For("en-US"), "USD")
	var out []string
	for _, s := range parts {
		out = append(out, p.Write(s)...)
	}
	return append(out, p.Flush()...)
}

// everySplit checks that all ways to part text in two, and in three (of a long text, and with the race detector, a good part
// of them), give the same pieces, as do single characters.
func everySplit(t *testing.T, text string) []string {
	t.Helper()
	want, stride := pieces(text), (1+len(text)/100)*coarse
	for i := range len(text) + 1 {
		if got := pieces(text[:i], text[i:]); !slices.Equal(got, want) {
			t.Fatalf("split at %d: %q, want %q", i, got, want)
		}
		for j := i; j <= len(text); j += stride {
			if got := pieces(text[:i], text[i:j], text[j:]); !slices.Equal(got, want) {
				t.Fatalf("split at %d and %d: %q, want %q", i, j, got, want)
			}
		}
	}
	if got := pieces(strings.Split(text, "")...); !slices.Equal(got, want) {
		t.Fatalf("character by character: %q, want %q", got, want)
	}
	return want
}

func TestPiecesPrices(t *testing.T) {
	t.Parallel()
	got := everySplit(t, "The weekend bag costs $1,299.99, the scarf $33.33, and three pairs of socks are $12.99.")
	want := []string{
		"The weekend bag costs one thousand two hundred ninety-nine dollars and ninety-nine cents, the scarf thirty-three dollars and thirty-three cents,",
		"and three pairs of socks are twelve dollars and ninety-nine cents.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestPiecesMarkdown(t *testing.T) {
	t.Parallel()
	got := everySplit(t, "**Great choice!** 🎉 See [our size guide. It helps](https://shop.example/size?x=1&y=2#top):\n\n| Size | Chest |\n|---|---|\n| M | 38\" |\n\n- Hand wash\n1. Fold\n> note\n`code` _soft_ ~ #1 seller")
	want := []string{"Great choice!", "See our size guide. It helps:", "Size M, Chest 38 inches.", "Hand wash.", "Fold.", "note.", "code soft number one seller"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestPiecesSentences(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
	}{
		{"first early", "Sure. Now it is $1,299.00. Shall I add it? Yes.", []string{"Sure.", "Now it is one thousand two hundred ninety-nine dollars.", "Shall I add it? Yes."}},
		{"abbreviation", "We have e.g. loafers in size 9.5 and a 3-pack. Good.", []string{"We have e.g. loafers in size 9.5 and a 3-pack.", "Good."}},
		{"soft line", "We have it\nin red.", []string{"We have it in red."}},
		{"no blanks", "これは絹です。いかがですか？はい", []string{"これは絹です。", "いかがですか？", "はい"}},
		{"nothing", "*** \n\n 🎉", nil},
		{"broken", "ok \xff\xfe then", []string{"ok then"}},
		{"tag", `Listen <audio src="http://x.example/a. b"> now. Then more words follow.`, []string{"Listen now.", "Then more words follow."}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := everySplit(t, test.text); !slices.Equal(got, test.want) {
				t.Errorf("got %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestSpokenAmounts(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"$0.99", "ninety-nine cents"},
		{"$5.00", "five dollars"},
		{"it costs 5.90 euros, or 4,95 Euro", "it costs five euros and ninety cents, or four euros and ninety-five cents"},
		{"1,299.99 dollars", "one thousand two hundred ninety-nine dollars and ninety-nine cents"},
		{"9.50 eurosomething", "9.50 eurosomething"},
		{"$1.01", "one dollar and one cent"},
		{"size 9.5 and a 3-pack of 12", "size 9.5 and a 3-pack of 12"},
		{"€1.299,50 or 12,99 €", "one thousand two hundred ninety-nine euros and fifty cents or twelve euros and ninety-nine cents"},
		{"12.99 USD, KWD 1.250", "twelve dollars and ninety-nine cents, one dinar and two hundred fifty fils"},
		{"¥1,200", "one thousand two hundred yen"},
		{"$10-$20, $5–6", "ten dollars to twenty dollars, five dollars to six dollars"},
		{"$1.2 million", "$1.2 million"},
		{"a discount of -$5.00", "a discount of minus five dollars"},
		{"A$5 and CA$6", "five dollars and six dollars"},
		{"($5.00)", "(five dollars)"},
		{"$99999999999999999999", "$99999999999999999999"},
	}
	for _, test := range tests {
		if got := speak.For("en").Spoken(test.text, "USD"); got != test.want {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
}

func FuzzPieces(f *testing.F) {
	f.Add("It is $1,299.99. See [a b](http://x.example).\n| a |\n|---|\n- 1", 5, 20)
	f.Add("é👩‍👩‍👧 $1. 2\n\n3. x", 1, 3)
	f.Fuzz(func(t *testing.T, text string, i, j int) {
		if len(text) > 2000 {
			return
		}
		i = min(max(i, 0), len(text))
		j = min(max(j, i), len(text))
		want, got := pieces(text), pieces(text[:i], text[i:j], text[j:])
		if !slices.Equal(got, want) {
			t.Fatalf("got %q, want %q", got, want)
		}
		for _, p := range got {
			if bad := forbidden.FindString(p); bad != "" {
				t.Fatalf("%q holds %q", p, bad)
			}
		}
	})
}

func BenchmarkPieces(b *testing.B) {
	text := strings.Repeat("The **weekend bag** costs $1,299.99, the scarf $33.33; see [our guide](https://shop.example/a). It is soft and warm. ", 5)
	parts := strings.SplitAfter(text, " ")
	b.ReportAllocs()
	for b.Loop() {
		p := speak.NewPieces(speak.For("en"), "USD")
		for _, s := range parts {
			p.Write(s)
		}
		p.Flush()
	}
}

func BenchmarkPlain(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		speak.Plain("I added two silk blouses in ivory, size M. That is $179.00 in all.")
	}
}
