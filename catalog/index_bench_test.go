package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/hear"
)

// BenchmarkSpokenSearches measures the spoken searches over 50,000 variants: of 40 a product, of 25, and of one. The baseline
// compares the words with every title. The promise is a p99 below 20 ms.
func BenchmarkSpokenSearches(b *testing.B) {
	var words []string
	for _, s := range spokenSearches(b) {
		words = append(words, s.Say)
	}
	b.Run("40 a product", func(b *testing.B) { measure(b, words, bigIndex(b)) })
	b.Run("25 a product", func(b *testing.B) { measure(b, words, indexOf(warehouse(50_000, 25))) })
	b.Run("1 a product", func(b *testing.B) { measure(b, words, indexOf(warehouse(50_000, 1))) })
	all := warehouse(50_000, 1)
	b.Run("1 a product, baseline", func(b *testing.B) {
		report(b, words, func(w string) { scan(all, w) })
	})
}

func measure(b *testing.B, words []string, x *catalog.Index) {
	report(b, append(slices.Clone(words), "something for the kitchen", "anything under twenty", "not wool"), func(w string) {
		if _, err := x.Find(b.Context(), evercart.Query{Words: w}); err != nil {
			b.Fatal(err)
		}
	})
}

// report runs all searches in every round, and tells their quantiles; worst-ms is the best time of the slowest search, which
// other work on the machine does not change.
func report(b *testing.B, words []string, find func(string)) {
	b.ReportAllocs()
	var took []time.Duration
	best := make([]time.Duration, len(words))
	for b.Loop() {
		for i, w := range words {
			begin := time.Now()
			find(w)
			d := time.Since(begin)
			if took = append(took, d); best[i] == 0 || d < best[i] {
				best[i] = d
			}
		}
	}
	b.ReportMetric(float64(slices.Max(best).Microseconds())/1000, "worst-ms")
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

// scan is the search that anybody would write first: the product with most of the words in its title.
func scan(all []evercart.Stocked, said string) (best string) {
	words, most := strings.Fields(said), 0
	for _, p := range all {
		title, n := strings.ToLower(p.Product.Title), 0
		for _, w := range words {
			if strings.Contains(title, w) {
				n++
			}
		}
		if n > most {
			best, most = p.Product.ID, n
		}
	}
	return best
}

// BenchmarkBuild is what a start with 50,000 variants pays for the index.
func BenchmarkBuild(b *testing.B) {
	for _, each := range []int{25, 1} {
		all := warehouse(50_000, each)
		b.Run(fmt.Sprintf("%d a product", each), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				indexOf(all)
			}
		})
	}
}

func indexOf(products []evercart.Stocked) *catalog.Index {
	x := catalog.NewIndex()
	x.Apply(products...)
	return x
}

// BenchmarkMend measures how long it takes to hold sentences against the sounds of 50,000 variants.
func BenchmarkMend(b *testing.B) {
	var said [][]hear.Token
	for _, s := range []string{"add the blue leather bots in large", "a wall blanket and too cotton shuts please", "i would like the walnut lamb", "is there any steal bowl or a glass case left"} {
		said = append(said, hear.For("en").Words(s))
	}
	for name, x := range map[string]*catalog.Index{"40 a product": bigIndex(b), "1 a product": indexOf(warehouse(50_000, 1))} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, words := range said {
					x.Mend(words, firm(words), nil, false)
				}
			}
		})
	}
}
