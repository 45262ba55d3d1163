package house

import (
	"context"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// Goods is a catalogue that understands what the shop's own shoppers say: "slip-ons" are loafers.
type Goods struct {
	evercart.Catalog
	Front func() *Front
}

var _ evercart.Catalog = Goods{}

// Find implements evercart.Catalog: as it was said first; in the catalogue's own words where that says more.
func (g Goods) Find(ctx context.Context, q evercart.Query) (evercart.Finding, error) {
	plain, err := g.Catalog.Find(ctx, q)
	if err != nil || len(plain.Hits) > 0 && len(plain.Unknown) == 0 && plain.Sure {
		return plain, err
	}
	other := q
	other.Words = g.Front().inCatalog(q.Words)
	changed := other.Words != q.Words
	other.Options = nil
	for _, o := range q.Options {
		value := g.Front().inCatalog(o.Value)
		changed = changed || value != o.Value
		other.Options = append(other.Options, evercart.Option{Name: o.Name, Value: value})
	}
	if !changed {
		return plain, nil
	}
	own, err := g.Catalog.Find(ctx, other)
	switch {
	case err != nil:
		return plain, err
	case len(own.Hits) == 0, len(plain.Hits) > 0 && len(own.Unknown) > len(plain.Unknown):
		return plain, nil
	case len(plain.Hits) > 0 && len(plain.Unknown) == 0 && plain.Hits[0].Score >= own.Hits[0].Score && !own.Sure:
		return plain, nil
	}
	return own, nil
}

// Synonym gives what the catalogue calls what is said at the beginning of the words, in the plural where that was said, and how many words it
// was. What the catalogue knows as it was said has none.
func (g Goods) Synonym(ctx context.Context, words []hear.Token) (string, int) {
	f := g.Front()
	if len(f.heard) == 0 || len(words) == 0 {
		return "", 0
	}
	lang := hear.For(f.Locale)
	to, n := f.synonymAt(lang, words)
	if n == 0 {
		return "", 0
	}
	plain, err := g.Catalog.Find(ctx, evercart.Query{Words: hear.Text(words[:n]), Limit: 1})
	if err != nil || len(plain.Hits) > 0 && len(plain.Unknown) == 0 {
		return "", 0
	}
	if last := words[n-1].Text; lang.Stem(last) != last && !strings.HasSuffix(to, "s") {
		to += "s"
	}
	return to, n
}

// Near gives the product that an invented SKU was probably meant for, where the catalogue knows.
func (g Goods) Near(sku evercart.SKU) (evercart.Product, bool) {
	n, ok := g.Catalog.(interface {
		Near(evercart.SKU) (evercart.Product, bool)
	})
	if !ok {
		return evercart.Product{}, false
	}
	return n.Near(sku)
}

// Mend finds words that stand for goods which sound like them, where the catalogue knows how its goods sound.
func (g Goods) Mend(words []hear.Token, firm []hear.Firm, here []evercart.SKU, alone bool) []hear.Mended {
	m, ok := g.Catalog.(interface {
		Mend([]hear.Token, []hear.Firm, []evercart.SKU, bool) []hear.Mended
	})
	if !ok {
		return nil
	}
	return m.Mend(words, firm, here, alone)
}

// Kinds names what kinds of goods there are, where the catalogue knows.
func (g Goods) Kinds(n int) []string {
	k, ok := g.Catalog.(interface{ Kinds(int) []string })
	if !ok {
		return nil
	}
	return k.Kinds(n)
}

// inCatalog writes what shoppers say as the catalogue has it; plurals are told by their stem.
func (f *Front) inCatalog(words string) string {
	if len(f.heard) == 0 || words == "" {
		return words
	}
	lang := hear.For(f.Locale)
	tokens := lang.Words(words)
	var out []string
	for i := 0; i < len(tokens); {
		to, n := f.synonymAt(lang, tokens[i:])
		if n == 0 {
			out = append(out, tokens[i].Text)
			i++
			continue
		}
		out = append(out, to)
		i += n
	}
	return strings.Join(out, " ")
}

// synonymAt finds the longest synonym that begins here, and how many words it takes.
func (f *Front) synonymAt(lang *hear.Language, tokens []hear.Token) (string, int) {
	for _, s := range f.heard {
		want := lang.Words(s.from)
		if len(want) == 0 || len(want) > len(tokens) {
			continue
		}
		same := true
		for i, w := range want {
			if lang.Stem(w.Text) != lang.Stem(tokens[i].Text) {
				same = false
				break
			}
		}
		if same {
			return s.to, len(want)
		}
	}
	return "", 0
}
