// Command gen writes a generated Shopify feed to standard output, with so many variants: 50000, or what its argument says.
package main

import (
	"log/slog"
	"os"
	"strconv"

	"github.com/evercart/evercart/internal/bigfeed"
)

func main() {
	variants := 50_000
	if len(os.Args) > 1 {
		n, err := strconv.Atoi(os.Args[1])
		if err != nil || n < 1 {
			slog.Error("how many variants?", "argument", os.Args[1])
			os.Exit(2)
		}
		variants = n
	}
	if err := bigfeed.Shopify(os.Stdout, variants); err != nil {
		slog.Error("the feed was not written", "error", err)
		os.Exit(1)
	}
}
