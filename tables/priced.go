package tables

import (
	"iter"

	"github.com/evercart/evercart"
)

// Priced counts the variants on sale by the currency that they cost something in.
func Priced(products iter.Seq2[evercart.Stocked, error]) (map[evercart.Currency]int, error) {
	out := map[evercart.Currency]int{}
	for p, err := range products {
		if err != nil {
			return nil, err
		}
		for _, v := range p.Product.Variants {
			if v.Active {
				out[v.Currency]++
			}
		}
	}
	return out, nil
}
