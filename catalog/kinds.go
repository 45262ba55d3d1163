package catalog

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

// maxKinds bounds the names of kinds that are counted: a feed that gives each product a type of its own has none.
const maxKinds = 1000

// Kinds names at most n kinds of goods that are for sale, the largest first: the types of products, without what those belong to
// ("Apparel > Shirts" are shirts); tags where no product has a type.
func (x *Index) Kinds(n int) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, of := range []func(*evercart.Product) []string{ofType, ofTags} {
		if kinds := x.most(of); len(kinds) > 0 {
			return kinds[:min(n, len(kinds))]
		}
	}
	return nil
}

// most counts what products are called, in small letters.
func (x *Index) most(of func(*evercart.Product) []string) []string {
	count := map[string]int{}
	for i := range x.docs {
		if !x.docs[i].sold {
			continue
		}
		for _, name := range of(x.docs[i].product) {
			if _, known := count[name]; known || len(count) < maxKinds {
				count[name]++
			}
		}
	}
	kinds := make([]string, 0, len(count))
	for name := range count {
		kinds = append(kinds, name)
	}
	slices.SortFunc(kinds, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b)) })
	return kinds
}

func ofType(p *evercart.Product) []string {
	name := p.Type[strings.LastIndexAny(p.Type, ">/")+1:]
	if name = strings.ToLower(strings.TrimSpace(name)); name == "" {
		return nil
	}
	return []string{name}
}

func ofTags(p *evercart.Product) []string {
	out := make([]string, 0, len(p.Tags))
	for _, tag := range p.Tags {
		out = append(out, strings.ToLower(strings.TrimSpace(tag)))
	}
	return out
}
