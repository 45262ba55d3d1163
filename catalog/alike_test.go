package catalog_test

import (
	"slices"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/hear"
)

// firm is how surely the words of a test are meant: those of the list are, the others nobody knows.
func firm(words []hear.Token) []hear.Firm {
	out := make([]hear.Firm, len(words))
	for i, w := range words {
		if slices.Contains([]string{"a", "the", "in", "remove", "and", "please", "no", "size"}, w.Text) {
			out[i] = hear.Tied
		}
		if slices.Contains([]string{"coffee", "steel"}, w.Text) {
			out[i] = hear.Named
		}
	}
	return out
}

func TestMend(t *testing.T) {
	t.Parallel()
	x := catalog.NewIndex()
	x.Apply(wardrobe()...)
	for _, c := range []struct {
		words string
		want  []string
		here  []evercart.SKU
		alone bool
	}{
		{words: "the silk scaff please", want: []string{"scarf"}},
		{words: "a caffeine noir candle", want: []string{"cafe noir"}},
		{words: "trial running shoes", want: []string{"trail"}},
		{words: "leather low furs", want: []string{"loafers"}},
		{words: "the silk scarf"},               // it is what it is
		{words: "the rocket please"},            // nothing sounds like it
		{words: "the skarfs and no", here: nil}, // nothing beside the sound speaks for it
		{words: "a silk sofa"},                  // goods that are not sold
		{words: "the silk. scaff", want: nil},   // another sentence
	} {
		words := hear.For("en").Words(c.words)
		var got []string
		for _, m := range x.Mend(words, firm(words), c.here, c.alone) {
			got = append(got, m.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, not %v", c.words, got, c.want)
		}
	}
	if got := x.Mend(hear.For("en").Words("silk scaff"), nil, nil, false); got != nil {
		t.Errorf("words that nothing is known of: %v", got)
	}
}
