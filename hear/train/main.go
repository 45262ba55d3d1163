// Command train makes the weights of hear's classifier (hear/intent.bin) from labelled lines: patterns of our own that stand
// beside it, and the training part of CLINC150 (CC BY 3.0; see hear/intent.LICENSE). It is deterministic: the same lines give
// the same bytes. Lines marked val or test are never trained on.
//
//	go run ./hear/train --clinc train.json --out hear/intent.bin
//
// The file of --clinc is CLINC150's data_full.json; only its keys "train" and "oos_train" are read.
package main

import (
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"github.com/evercart/evercart/hear"
	"os"
	"slices"
)

//go:embed *.txt
var own embed.FS

// example is a line with its label, as an index of hear.Intents.
type example struct {
	features []hear.Feature
	label    int
	weight   float32
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run() error {
	clinc := flag.String("clinc", "", "CLINC150's data_full.json")
	heard := flag.String("heard", "rules/testdata", "folder of the lines that the grammar is tested with")
	out := flag.String("out", "hear/intent.bin", "where the weights go")
	flag.Parse()
	lines, err := gather(*clinc, *heard)
	if err != nil {
		return err
	}
	counts := map[hear.Intent]int{}
	for _, e := range lines {
		counts[hear.Intents[e.label]]++
	}
	fmt.Fprintln(os.Stderr, len(lines), "lines", counts)
	return os.WriteFile(*out, pack(fit(lines)), 0o644)
}

// gather reads all lines, in an order that does not change.
func gather(clinc, heard string) ([]example, error) {
	shop, err := ownLines("shop.txt", hear.IntentShop, 14)
	if err != nil {
		return nil, err
	}
	talk, err := ownLines("talk.txt", "", 40)
	if err != nil {
		return nil, err
	}
	said, err := heardLines(heard)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(shop, talk, said)
	if clinc != "" {
		more, err := clincLines(clinc)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

func newExample(text string, intent hear.Intent, weight float32) (example, error) {
	i := slices.Index(hear.Intents, intent)
	if i < 0 {
		return example{}, fmt.Errorf("no intent %q", intent)
	}
	return example{hear.IntentFeatures(text), i, weight}, nil
}

// What a line of CLINC150 counts, beside one of our own: those of the 137 labels that are none of ours are many, and much alike.
const (
	counted = 6
	others  = 0.01
)

// kin are the labels of CLINC150 under names of ours; what is left out is near enough to a shop's business that it teaches
// nothing. All others are elsewhere.
var (
	kin = map[string]hear.Intent{"order": hear.IntentShop}
	out = []string{"redeem_rewards", "rewards_balance", "cancel_reservation", "ingredients_list", "nutrition_info", "food_last", "international_fees", "change_language"}
)

func clincLines(path string) ([]example, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Train [][2]string `json:"train"`
		Other [][2]string `json:"oos_train"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	var all []example
	for _, l := range append(file.Train, file.Other...) {
		intent, weight := hear.Intent(l[1]), float32(1)
		switch {
		case kin[l[1]] != "":
			intent, weight = kin[l[1]], counted
		case slices.Contains(hear.Intents, intent):
			weight = counted
		case slices.Contains(out, l[1]):
			continue
		case l[1] == "oos":
			intent, weight = hear.IntentElsewhere, 3
		default:
			intent, weight = hear.IntentElsewhere, others
		}
		e, err := newExample(l[0], intent, weight)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}
