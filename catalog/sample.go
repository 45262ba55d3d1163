package catalog

import (
	"bytes"
	"context"
	"embed"
	"io/fs"
	"iter"

	"github.com/evercart/evercart"
)

//go:generate go run ./sample/gen sample

// SampleSource is the name under which the sample shop stands among the sources of goods.
const SampleSource = "sample"

//go:embed sample/products.json sample/images
var sample embed.FS

// Sample is the shop that runs when no catalogue is configured: about 70 invented products, priced in USD.
func Sample() iter.Seq2[evercart.Product, error] {
	return func(yield func(evercart.Product, error) bool) {
		feed, err := sample.ReadFile("sample/products.json")
		if err != nil {
			yield(evercart.Product{}, evercart.Wrap(err, evercart.Internal, "catalog.Sample"))
			return
		}
		products, _, err := Import(context.Background(), bytes.NewReader(feed), Options{Currency: "USD", Strict: true})
		if err != nil {
			yield(evercart.Product{}, err)
			return
		}
		products(yield)
	}
}

// Images holds the sample shop's pictures: what its products call "/images/mug.svg" is "mug.svg" here.
func Images() fs.FS {
	images, err := fs.Sub(sample, "sample/images")
	if err != nil { // the name is a constant that is valid
		return embed.FS{}
	}
	return images
}
