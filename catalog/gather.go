package catalog

import (
	"strings"

	"github.com/evercart/evercart"
)

// gathering joins rows to products, whose rows need not stand together: one that re-appears later is the same product. So
// its memory grows with the products of a feed, though not with its bytes.
type gathering struct {
	drafts []*draft
	byID   map[string]*draft
}

// draft is a product whose rows are still coming.
type draft struct {
	evercart.Product
	line  int
	live  bool
	names [3]string  // of options, where they are said once (Shopify)
	rows  []flatRow  // one a variant, where the difference shows only in the end (tables, Google)
	loose []looseQty // stock of variants that nobody is said to count
}

// looseQty is a quantity that a feed states without saying that anyone counts.
type looseQty struct{ variant, quantity int }

func newGathering() *gathering { return &gathering{byID: map[string]*draft{}} }

// get finds the product of an id, or begins it.
func (g *gathering) get(id string, line int) (d *draft, fresh bool) {
	key := strings.ToLower(id)
	if d, ok := g.byID[key]; ok {
		return d, false
	}
	d = &draft{line: line, live: true}
	d.ID = id
	g.byID[strings.Clone(key)] = d
	g.drafts = append(g.drafts, d)
	return d, true
}

// emit hands the products over in the order in which they began; those without a variant (their rows were skipped) are left out.
func (g *gathering) emit(f *reading, emit func(evercart.Product) error) error {
	for i, d := range g.drafts {
		g.drafts[i] = nil // the listener may keep it, we need it no more
		if len(d.Variants) == 0 {
			continue
		}
		if err := f.ctx.Err(); err != nil {
			return evercart.Wrap(err, evercart.CodeOf(err), opImport)
		}
		if err := emit(d.Product); err != nil {
			return err
		}
	}
	return nil
}

// optionName brings the names of options to one spelling: "Colour" and "Colors" are "color".
func optionName(s string) string {
	s = strings.ToLower(tidy(s, MaxTitle))
	switch s {
	case "colour", "colours", "colors", "color name", "colour name":
		return "color"
	case "sizes", "size name":
		return "size"
	case "":
		return "option"
	}
	return s
}

// tagList splits a list of tags, each once.
func tagList(s string) []string {
	var tags []string
	seen := map[string]bool{}
	for t := range strings.SplitSeq(s, ",") {
		t = tidy(t, 64)
		if key := strings.ToLower(t); t != "" && !seen[key] && len(tags) < MaxTags {
			seen[key] = true
			tags = append(tags, t)
		}
	}
	return tags
}

// imageURL keeps what a page may show: http(s) addresses and paths of our own.
func imageURL(s string) string {
	s = tidy(s, 2048)
	first, _, _ := strings.Cut(s, ",") // some feeds give a list
	if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
		if rest := s[len(first):]; strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(rest, ",")), "http") {
			return strings.TrimSpace(first)
		}
		return s
	}
	switch {
	case strings.HasPrefix(s, "//"):
		return "https:" + s
	case strings.HasPrefix(s, "/"):
		return s
	}
	return ""
}
