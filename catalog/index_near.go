package catalog

import (
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// minNear is how much two SKUs must have in common at their beginning.
const minNear = 3

// Near gives the product that a SKU which does not exist was probably meant for: the only one whose SKUs begin most like it,
// else the only one that is a slip away. False = it may be any, or none.
func (x *Index) Near(sku evercart.SKU) (evercart.Product, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	said := string(sku.Fold())
	if pl, ok := x.bySKU[evercart.SKU(said)]; ok {
		return *x.docs[pl.doc].product, true
	}
	limit := max(1, len(said)/6)
	var begins, slips nearest
	for s, pl := range x.bySKU {
		if !x.docs[pl.doc].sold {
			continue
		}
		n := common(string(s), said)
		if n >= minNear {
			begins.see(pl.doc, -n)
		}
		if d := len(s) - len(said); n > 0 && d <= limit && -d <= limit {
			if d := hear.Distance(string(s), said, limit); d <= limit {
				slips.see(pl.doc, d)
			}
		}
	}
	for _, n := range []nearest{begins, slips} {
		if n.seen && !n.several {
			return *x.docs[n.doc].product, true
		}
	}
	return evercart.Product{}, false
}

// nearest keeps the product that is least away.
type nearest struct {
	doc           int32
	away          int
	seen, several bool // several: more products than one are as near
}

func (n *nearest) see(doc int32, away int) {
	switch {
	case !n.seen || away < n.away:
		*n = nearest{doc: doc, away: away, seen: true}
	case away == n.away && doc != n.doc:
		n.several = true
	}
}

// common counts the bytes that two begin with alike; a part that is begun and not ended ("bls-b", "bls-i") does not count.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n < len(a) && n < len(b) {
		if cut := strings.LastIndexAny(a[:n], "-_/. "); cut > 0 {
			return cut
		}
	}
	return n
}
