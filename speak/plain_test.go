package speak_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evercart/evercart/speak"
)

func TestPlain(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"whole", "**Great choice!** 🎉 See [our size guide](https://shop.example/size?x=1&y=2#top):\n\n| Size | Chest |\n|---|---|\n| M | 38\" |\n\n- Hand wash\n1. Fold\n> note\n`code` _soft_ ~ #1 seller",
			"Great choice! See our size guide: Size M, Chest 38 inches. Hand wash. Fold. note. code soft number one seller"},
		{"name", `The Salt & Stone "Dawn" Mug <large> costs ten dollars.`, `The Salt and Stone "Dawn" Mug large costs ten dollars.`},
		{"ordinary", "I added one silk blouse.", "I added one silk blouse."},
		{"arithmetic", "That is 5*3 or 5 * 3 * 2.", "That is 5 times 3 or 5 times 3 times 2."},
		{"codes", "BLS-IVR-M, SCF-RED and AB_12_C", "BLS-IVR-M, SCF-RED and AB 12 C"},
		{"rank", "#1 and #1234", "number one and number 1234"},
		{"bare address", "Look at https://shop.example/a_b?c=d. Good?", "Look at the link. Good?"},
		{"tags", `Buy <b>now</b> <audio src="https://x.example/a.mp3"/>!`, "Buy now!"},
		{"escaped", "Salt &amp; Stone &lt;large&gt;", "Salt and Stone large"},
		{"compare", "size < 9 and > 7", "size less than 9 and more than 7"},
		{"money stays", "It is $1,299.99 or €5.", "It is $1,299.99 or €5."},
		{"heading", "# Shoes\nWe have many\n\nreally", "Shoes. We have many. really"},
		{"emoji", "👩‍👩‍👧 hi 👍🏽 there 🇩🇪 1️⃣", "hi there 1"},
		{"link in emphasis", "**[The *big* one](http://x.example/a(b))**", "The big one"},
		{"empty", "***", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := speak.Plain(test.text); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

var forbidden = regexp.MustCompile("[*_#|<>\\[\\]`~\\\\\n\r\t]|[\\x{1F000}-\\x{1FAFF}]|[\\x{2600}-\\x{27BF}]|://|www\\.")

func FuzzPlain(f *testing.F) {
	for _, seed := range []string{"**a** [b](c)", "| a | b |\n|---|---|\n| 1 | 2 |", "1. 2. - # > x", "&amp;lt;b&amp;gt;", "\xff\x00*", "~~~\nx\n~~~", "5*3\"", "a www.b", "- - -\n.-", "<!-- x", "\"\"\"1\"", "&#42;&#38;#42;", "h[]ttp://x", ". 1. :"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := speak.Plain(text)
		if !utf8.ValidString(got) {
			t.Fatalf("%q: not UTF-8", got)
		}
		if bad := forbidden.FindString(got); bad != "" {
			t.Fatalf("%q holds %q", got, bad)
		}
		if again := speak.Plain(got); again != got {
			t.Fatalf("not stable:\n%q\n%q", got, again)
		}
		if strings.TrimSpace(got) != got {
			t.Fatalf("%q: blanks around", got)
		}
	})
}
