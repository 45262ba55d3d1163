package words_test

import (
	"math"
	"testing"

	"github.com/evercart/evercart/internal/words"
)

func like(a, b string) float64 { return words.Like(words.Find(a), words.Find(b)) }

// Each word is nearer to the one that means much the same than to the other.
func TestLike(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"sofa", "couch", "bread"}, {"refund", "reimburse", "leather"}, {"pants", "trousers", "invoice"}, {"delete", "erase", "sweater"},
		{"swap", "exchange", "towel"}, {"elevator", "lift", "silk"}, {"cops", "police", "candle"}, {"surgery", "operation", "parcel"},
	} {
		if near, far := like(c[0], c[1]), like(c[0], c[2]); near < 0.4 || near < far+0.2 {
			t.Errorf("%s: %s %.2f, %s %.2f", c[0], c[1], near, c[2], far)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, w := range []string{"the", "aa", "zoom", "sofa", "duvet"} {
		id := words.Find(w)
		if id == words.None {
			t.Errorf("%q is not there", w)
			continue
		}
		var sum float64
		for _, x := range id.Vector() {
			sum += float64(x) * float64(x)
		}
		if math.Abs(sum-1) > 0.4 || words.Like(id, id) != 1 {
			t.Errorf("%q: a vector of length %.2f", w, math.Sqrt(sum))
		}
	}
	if a, b := words.Find("the").Rank(), words.Find("duvet").Rank(); a != 0 || b <= a || b >= words.Rare {
		t.Errorf("ranks %d and %d", a, b)
	}
	for _, w := range []string{"", "zzzzqq", "Sofa", "it's"} {
		if id := words.Find(w); id != words.None || id.Rank() != words.Rare || words.Like(id, words.Find("sofa")) != 0 || id.Vector() != ([words.Dims]float32{}) {
			t.Errorf("%q is %d", w, id)
		}
	}
}
