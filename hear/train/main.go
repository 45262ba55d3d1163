// Command train makes the weights of hear's classifier (hear/intent*.bin) from labelled lines: patterns of our own that stand
// beside it, and the training and validation parts of CLINC150 (CC BY 3.0; see hear/intent.LICENSE). It is deterministic: the
// same lines give the same bytes. CLINC150's test parts are never read.
//
//	go run ./hear/train --clinc data_full.json            writes hear/intent.bin, hear/intent_es.bin and hear/intent_de.bin
//	go run ./hear/train --clinc data_full.json --folds 5  tells instead how lines fare that were left out
//
// The file of --clinc is CLINC150's data_full.json; its keys "train", "val", "oos_train" and "oos_val" are read.
package main

import (
	"embed"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evercart/evercart/hear"
)

//go:embed *.txt
var own embed.FS

// example is a line with its label, as an index of hear.Intents.
type example struct {
	text        string
	plain, cues []hear.Feature
	label       int
	weight      float32
	source      source
}

// source is where a line is from.
type source int

const (
	ours    source = iota
	control        // CLINC150, a label of ours
	outside        // CLINC150, none of its labels
	others         // CLINC150, another label
)

// What lines count.
const (
	ownCounts     = 0.5
	controlCounts = 6
	outsideCounts = 3
	othersCount   = 0.01 // of the 137 labels that are none of ours: many, and much alike
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run() error {
	clinc := flag.String("clinc", "", "CLINC150's data_full.json")
	played := flag.String("heard", "rules/testdata", "folder of the lines that the grammar is tested with")
	to := flag.String("out", "hear", "folder that the weights go to")
	folds := flag.Int("folds", 0, "leave one of so many parts out in turn, and tell how its lines fare")
	flag.Parse()
	for _, locale := range []string{"en", "es", "de"} {
		lines, err := gather(locale, *clinc, *played)
		if err != nil {
			return err
		}
		if *folds > 1 {
			if locale == "en" {
				leaveOut(lines, *folds)
			}
			continue
		}
		counts := map[hear.Intent]int{}
		for _, e := range lines {
			counts[hear.Intents[e.label]]++
		}
		fmt.Fprintln(os.Stderr, locale, len(lines), "lines", counts)
		file := "intent.bin"
		if locale != "en" {
			file = "intent_" + locale + ".bin"
		}
		if err := os.WriteFile(filepath.Join(*to, file), pack(fit(lines, hear.IntentBuckets(locale))), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// gather reads all lines of a language, in an order that does not change.
func gather(locale, clinc, played string) ([]example, error) {
	g := gatherer{locale: locale}
	if locale != "en" {
		g.patterns(locale+".txt", "", 200)
		g.labelled("hear/testdata/control_" + locale + ".jsonl")
		g.heard(filepath.Join(played, "heard*_"+locale+".txt"))
		g.heard(filepath.Join(played, locale+"*.txt"))
		return g.lines, g.err
	}
	g.patterns("shop.txt", hear.IntentShop, 25)
	g.patterns("talk.txt", "", 80)
	g.patterns("world.txt", "", 60)
	g.heard(filepath.Join(played, "heard.txt"))
	g.heard(filepath.Join(played, "heard[2-5].txt"))
	g.cases(filepath.Join(played, "unseen-[a-h].jsonl"))
	if clinc != "" {
		g.clinc(clinc)
	}
	return g.lines, g.err
}

// leaveOut fits without one part of CLINC150's lines at a time, and tells what becomes of them.
func leaveOut(lines []example, folds int) {
	seen := map[string]int{}
	part := make([]int, len(lines))
	for i, e := range lines {
		part[i] = -1
		if e.source != ours {
			key := fmt.Sprint(e.source, e.label)
			part[i] = seen[key] % folds
			seen[key]++
		}
	}
	right, all := map[source]int{}, map[source]int{}
	per := map[hear.Intent][2]int{}
	for k := range folds {
		var kept []example
		for i, e := range lines {
			if part[i] != k {
				kept = append(kept, e)
			}
		}
		packed := string(pack(fit(kept, hear.IntentBuckets("en"))))
		for i, e := range lines {
			label := hear.Intents[e.label]
			if part[i] != k || label == hear.IntentShop || label == hear.IntentSpeed {
				continue
			}
			g := hear.IntentBy(packed, e.text)
			n := per[label]
			all[e.source]++
			if n[1]++; g.Intent == label {
				right[e.source]++
				n[0]++
			}
			per[label] = n
		}
	}
	for _, i := range hear.Intents {
		if n := per[i]; n[1] > 0 {
			fmt.Printf("%-22s %d of %d\n", i, n[0], n[1])
		}
	}
	fmt.Printf("left out, %d parts: %d of %d of the control words right; out of scope turned away: %d of %d, of other labels %d of %d\n", folds,
		right[control], all[control], right[outside], all[outside], right[others], all[others])
}
