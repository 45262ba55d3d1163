package house_test

import (
	"os"
	"strings"
	"testing"

	"github.com/evercart/evercart/internal/testdata"
	"github.com/evercart/evercart/shop/house"
)

func BenchmarkAsk(b *testing.B) {
	answers, err := house.LoadAnswers(os.DirFS(testdata.Path(b, "shop")))
	if err != nil {
		b.Fatal(err)
	}
	for _, q := range []string{"how long do I have to send it back", "the sweater isn't really me can I ex change it for the wool coat instead"} {
		b.Run(q[:8], func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				answers.Ask(q + strings.Repeat(" ", i%1000)) // not one that was just asked
			}
		})
	}
}

func BenchmarkPut(b *testing.B) {
	answers, err := house.LoadAnswers(os.DirFS(testdata.Path(b, "shop")))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		answers.Put("could you add two of the blue mugs to my cart please")
	}
}
