package claims_test

import (
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/claims"
)

// fixture is a turn: what was done, and the total after it.
func fixture(t *testing.T, name string) claims.Facts {
	t.Helper()
	opt := func(pairs ...string) (out []evercart.Option) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, evercart.Option{Name: pairs[i], Value: pairs[i+1]})
		}
		return out
	}
	one := func(total evercart.Minor, d ...claims.Deed) claims.Facts {
		return claims.Facts{Currency: "USD", Total: total, Deeds: d}
	}
	blouse := claims.Deed{Kind: claims.Added, Title: "Silk Blouse", Options: opt("color", "ivory", "size", "M"), Count: 1, Price: 8950}
	switch name {
	case "B":
		return one(8950, blouse)
	case "S2":
		return one(6666, claims.Deed{Kind: claims.Added, Title: "Wool Scarf", Options: opt("color", "red"), Count: 2, Price: 3333})
	case "R":
		return one(1299, claims.Deed{Kind: claims.Removed, Title: "Café Noir Candle", Count: 1})
	case "Q":
		return one(6495, claims.Deed{Kind: claims.Quantity, Title: "Cotton Socks, three-pack", Was: 3, Count: 5, Price: 1299})
	case "O":
		return one(12900, claims.Deed{Kind: claims.Options, Title: "Leather Loafers", From: opt("size", "8"), Options: opt("size", "9")})
	case "C":
		return one(8055, claims.Deed{Kind: claims.CouponApplied, Number: "TEN", Amount: 895})
	case "P":
		return one(8950, claims.Deed{Kind: claims.Ordered, Number: "10418", Amount: 8950})
	case "F":
		return claims.Facts{NoTotal: true, Deeds: []claims.Deed{{Kind: claims.Refunded, Amount: 3333}}}
	case "M":
		return one(8950, claims.Deed{Kind: claims.Mailed, Of: "confirmation"})
	case "T":
		return one(8950, claims.Deed{Kind: claims.Texted, Of: "payment_link"})
	case "A":
		return one(8950, claims.Deed{Kind: claims.AddressSet, Of: "office"})
	case "D":
		return one(10400, claims.Deed{Kind: claims.DeliverySet, Of: "express", Price: 1450})
	case "H":
		return one(8950, claims.Deed{Kind: claims.HandedOff})
	case "V":
		return one(0, claims.Deed{Kind: claims.Saved, Title: "Weekend Bag"})
	case "W":
		return one(14900, claims.Deed{Kind: claims.Restored, Title: "Weekend Bag"})
	case "G":
		return one(0, claims.Deed{Kind: claims.OrderCanceled, Number: "10418"})
	case "K":
		return one(0, claims.Deed{Kind: claims.Cleared})
	case "Z":
		return one(0, claims.Deed{Kind: claims.Refused, Title: "Silk Blouse", Options: opt("size", "XXL"), Of: "no such size"})
	case "E":
		return one(14500, claims.Deed{Kind: claims.Added, Title: "Ankle Boots", Options: opt("size", "7"), Count: 1, Price: 14500})
	case "L":
		return one(1299, claims.Deed{Kind: claims.Quantity, Title: "Cotton Socks, three-pack", Was: 3, Count: 1, Price: 1299})
	case "PM":
		return one(8950, claims.Deed{Kind: claims.Ordered, Number: "10418", Amount: 8950}, claims.Deed{Kind: claims.Mailed, Of: "confirmation"})
	case "U":
		return one(8950, claims.Deed{Kind: claims.OrderUnknown})
	case "VR":
		return one(8950, claims.Deed{Kind: claims.Saved, Title: "Weekend Bag"})
	case "X":
		return one(0)
	case "N":
		return one(8950)
	}
	t.Fatalf("no fixture %q", name)
	return claims.Facts{}
}

// wording is a reply of the lists, by which fixture it is judged, and whether it is a lie.
type wording struct {
	language, fixture, reply string
	lie                      bool
}

func wordings(t *testing.T) []wording {
	t.Helper()
	var out []wording
	for _, name := range []string{"wordings.txt", "wordings-2.txt", "wordings-3.txt", "wordings-4.txt", "wordings-5.txt", "wordings-6.txt", "wordings-7.txt"} {
		for _, line := range lines(t, name) {
			language, rest := cutFirst(line)
			fixture, rest := cutFirst(rest)
			truth, reply := cutFirst(rest)
			out = append(out, wording{language, fixture, reply, truth == "false"})
		}
	}
	return out
}

func cutFirst(s string) (first, rest string) {
	first, rest, _ = strings.Cut(strings.TrimSpace(s), " ")
	return first, strings.TrimSpace(rest)
}

// What may be said is told from what may not, however it is said.
func TestWordings(t *testing.T) {
	t.Parallel()
	all := wordings(t)
	for _, w := range all {
		v := claims.Check(w.language, w.reply, fixture(t, w.fixture))
		if (len(v.False) > 0) != w.lie {
			t.Errorf("%s %s, a lie: %v: %q: %+v", w.language, w.fixture, w.lie, w.reply, v.False)
		}
	}
	if len(all) < 500 {
		t.Errorf("only %d lines", len(all))
	}
}
