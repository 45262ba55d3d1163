package tables

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"iter"

	"github.com/evercart/evercart"
)

// Feed is the content of one source.
type Feed struct {
	Source   string
	Hash     []byte // of the content
	Products []evercart.Product
	Variants int
}

// ReadFeed reads a sequence to its end. The sequence's own errors, Invalid.
func ReadFeed(ctx context.Context, source string, products iter.Seq2[evercart.Product, error]) (Feed, error) {
	f := Feed{Source: source}
	hash := sha256.New()
	enc := json.NewEncoder(hash)
	for p, err := range products {
		if err == nil {
			err = CheckProduct(p)
		}
		if err == nil && ctx.Err() != nil {
			err = evercart.Wrap(ctx.Err(), evercart.CodeOf(ctx.Err()), "tables.ReadFeed")
		}
		if err != nil {
			return f, err
		}
		if err := enc.Encode(p); err != nil {
			return f, evercart.Wrap(err, evercart.Invalid, "tables.ReadFeed")
		}
		f.Products, f.Variants = append(f.Products, p), f.Variants+len(p.Variants)
	}
	f.Hash = hash.Sum(nil)
	return f, nil
}

// Outcome is what became of one variant of a feed.
type Outcome int

// The outcomes.
const (
	Same Outcome = iota
	Added
	Changed
)

// Count adds one to a report; again = it was counted before.
func (o Outcome) Count(r *evercart.PutReport, again bool) {
	switch {
	case again:
	case o == Added:
		r.Added++
	case o == Changed:
		r.Changed++
	default:
		r.Same++
	}
}

// AddTo adds one report to another.
func AddTo(r *evercart.PutReport, part evercart.PutReport) {
	r.Added, r.Changed, r.Same, r.Retired = r.Added+part.Added, r.Changed+part.Changed, r.Same+part.Same, r.Retired+part.Retired
}
