package hear_test

import (
	"testing"

	"github.com/evercart/evercart/hear"
)

var en = hear.For("en-US")

func TestNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		n    int
		took int
	}{
		{"fifteen", 15, 1}, {"two hundred and five mugs", 205, 4}, {"thirty-two", 32, 2}, {"a couple of mugs", 2, 3}, {"half a dozen", 6, 3},
		{"half dozen eggs", 6, 2}, {"a dozen", 12, 2}, {"two dozen", 24, 2}, {"12", 12, 1}, {"1,200", 0, 0}, {"1000", 1000, 1}, {"a thousand", 0, 0},
		{"one thousand two hundred", 1200, 4}, {"three, four", 3, 1}, {"twenty one", 21, 2}, {"ten two", 10, 1}, {"mug", 0, 0}, {"9999999", 0, 0},
		{"hundred", 100, 1}, {"two and three", 2, 1}, {"", 0, 0},
	} {
		if n, took := en.Number(en.Words(c.text), 0); n != c.n || took != c.took {
			t.Errorf("Number(%q) = %d (%d words), want %d (%d)", c.text, n, took, c.n, c.took)
		}
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"em": "m", "medium": "m", "extra large": "xl", "double xl": "xxl", "x l": "xl", "extra small": "xs", "XXL": "xxl", "2xl": "xxl", "extra medium": "", "mug": "",
	} {
		if got, _ := en.Letters(en.Words(text), 0); got != want {
			t.Errorf("Letters(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"nine": "9", "ten and a half": "10.5", "six and half": "6.5", "ate and a half": "8.5", "9.5": "9.5", "eight point five": "8.5", "9.0": "9", "thirty-six": "36", "half a dozen": "",
	} {
		if got, _ := en.Measure(en.Words(text), 0); got != want {
			t.Errorf("Measure(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"Medium": "m", "750 ml": "750ml", "8.50": "8.5", "Off White": "off white", "X-Large": "xl", "large": "l"} {
		if got := en.Value(text); got != want {
			t.Errorf("Value(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestSoundsAlike(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{{"blows", "blouse"}, {"wall", "wool"}, {"sox", "socks"}, {"shoos", "shoes"}, {"nwar", "noir"}, {"brulay", "brulee"}, {"crem", "creme"}, {"free", "three"}, {"knit", "nit"}} {
		if a, b := hear.Sound(c[0]), hear.Sound(c[1]); a != b {
			t.Errorf("Sound(%q) = %q, Sound(%q) = %q", c[0], a, c[1], b)
		}
	}
	for _, c := range [][2]string{{"lavender", "linen"}, {"mug", "bag"}, {"silk", "sock"}} {
		if a, b := hear.Sound(c[0]), hear.Sound(c[1]); a == b {
			t.Errorf("%q and %q both sound %q", c[0], c[1], a)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	got := ""
	for _, w := range en.Words("I'd like Café—no, the CREME brûlée; Seven's my size, don't!") {
		got += w.Text + "|"
	}
	if want := "i|would|like|cafe|no|the|creme|brulee|seven|my|size|do|not|"; got != want {
		t.Errorf("Words = %s, want %s", got, want)
	}
	for word, want := range map[string]string{"scarves": "scarf", "dishes": "dish", "blouses": "blouse", "glasses": "glass", "juices": "juice", "dress": "dress", "candies": "candy", "gloves": "glove"} {
		if got := en.Stem(word); got != want {
			t.Errorf("Stem(%q) = %q, want %q", word, got, want)
		}
	}
}

func FuzzWords(f *testing.F) {
	f.Add("Two, no, three and a half dozen; it's the 8.5's 'n 1,000")
	f.Add("é\u0301\u0000-'-'..")
	f.Fuzz(func(t *testing.T, text string) {
		words := en.Words(text)
		for i := range words {
			if n, took := en.Number(words, i); took < 0 || i+took > len(words) || took > 0 && n < 0 {
				t.Fatalf("Number(%q, %d) = %d, %d", text, i, n, took)
			}
			if _, took := en.Measure(words, i); took < 0 || i+took > len(words) {
				t.Fatalf("Measure(%q, %d) takes %d", text, i, took)
			}
			if _, took := en.Letters(words, i); took < 0 || i+took > len(words) {
				t.Fatalf("Letters(%q, %d) takes %d", text, i, took)
			}
			en.Ordinal(words, i)
			en.Digits(words, i)
			en.Stem(words[i].Text)
			hear.Sound(words[i].Text)
		}
		en.Value(text)
	})
}
