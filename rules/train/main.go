// Command train makes the weights by which the offline brain gives things their roles (rules/roles/weights.bin), and tells what they ask about (rules/asked.txt), from sentences
// with the readings that come out right (rules/testdata/roles.jsonl, which go test ./rules -run Roles -args -roles makes from the cases
// beside it). It is deterministic: the same sentences give the same bytes.
//
//	go run ./rules/train
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/evercart/evercart/rules/odds"
	"github.com/evercart/evercart/rules/roles"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run() error {
	from := flag.String("from", "rules/testdata/roles.jsonl", "sentences with their right readings")
	out := flag.String("out", "rules/roles/weights.bin", "where the weights go")
	asked := flag.String("asked", "rules/asked.txt", "where the weights of what is asked about go")
	flag.Parse()
	examples, sum, err := roles.ReadExamples(*from)
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, len(examples), "sentences")
	if err := os.WriteFile(*asked, []byte(odds.Fit(roles.AskedRows(examples), roles.UsualAsked).String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(*out, roles.Fit(examples, roles.Usual).Pack(sum), 0o644)
}
