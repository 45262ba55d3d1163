package claims_test

import (
	"testing"

	"github.com/evercart/evercart/claims"
)

// A sentence is checked on the way to the ear.
func BenchmarkCheck(b *testing.B) {
	for name, c := range map[string]struct{ locale, text string }{
		"en": {"en", "I've added two red scarves to your cart, that makes sixty-six dollars and sixty-six cents."},
		"de": {"de", "Ich habe zwei rote Schals in den Warenkorb gelegt, das macht zusammen 66,66 Dollar."},
		"es": {"es", "He añadido dos bufandas rojas, en total son sesenta y seis dólares con sesenta y seis."},
	} {
		b.Run(name, func(b *testing.B) {
			f := claims.Facts{Deeds: []claims.Deed{{Kind: claims.Added, Title: "Wool Scarf", Count: 2, Price: 3333}}, Total: 6666}
			b.ReportAllocs()
			for b.Loop() {
				claims.Check(c.locale, c.text, f)
			}
		})
	}
}
