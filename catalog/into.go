package catalog

import (
	"context"
	"io"

	"github.com/evercart/evercart"
)

// ImportInto reads a feed into the goods under the name of its source: an update of what that source gave before. Codes are
// those of Import and of evercart.Goods; on an error nothing was taken over. The report is there whenever the format was known.
func ImportInto(ctx context.Context, goods evercart.Goods, source string, r io.Reader, options Options) (evercart.PutReport, *Report, error) {
	products, report, err := Import(ctx, r, options)
	if err != nil {
		return evercart.PutReport{}, nil, err
	}
	put, err := goods.PutProducts(ctx, source, products)
	return put, report, err
}
