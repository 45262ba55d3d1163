// Command train learns by which features the shop's answers are ranked, and when they are given at all (shop/house/weights.json),
// from sets of questions with their answers. It is deterministic. --cross shows what each set is answered like by weights that
// were learned from the other sets alone.
//
//	go run ./shop/house/train --shop ../shared/data/shop --out shop/house/weights.json
//	go run ./shop/house/train --shop ../shared/data/shop --cross
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/evercart/evercart/internal/asked"
	"github.com/evercart/evercart/shop/house"
)

// example is a question held against the answers of its shop.
type example struct {
	asked.Question
	answers  *house.Front
	features [][]float64 // a candidate each, in any order
	right    []bool      // which of them answer
	weight   float64
	words    house.Words
}

// set is the examples of one file.
type set struct {
	name     string
	examples []example
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run() error {
	shop := flag.String("shop", "../shared/data/shop", "a shop's folder, with questions.jsonl")
	own := flag.String("own", "shop/house/testdata", "further questions about that shop, and other shops")
	out := flag.String("out", "shop/house/weights.json", "where the weights go")
	cross := flag.Bool("cross", false, "only show what is answered by weights of other sets")
	notes := flag.Bool("notes", false, "with --cross: show what is missed")
	flag.Parse()
	sets, err := gather(*shop, *own)
	if err != nil {
		return err
	}
	if *cross {
		crossed(sets, *notes)
		return nil
	}
	raw, err := learn(sets, map[string][]float64{}).Write()
	if err != nil {
		return err
	}
	return os.WriteFile(*out, append(raw, '\n'), 0o644) //nolint:gosec // everybody may read them
}

// gather reads all sets.
func gather(shop, own string) ([]set, error) {
	shops, err := filepath.Glob(filepath.Join(own, "shops", "*"))
	if err != nil {
		return nil, err
	}
	var out []set
	for _, from := range []struct {
		shop, file string
		by         []house.Words
	}{
		{shop, filepath.Join(shop, "questions.jsonl"), none}, {shop, filepath.Join(own, "questions.txt"), none}, {shop, filepath.Join(own, "unseen.txt"), none},
		{shop, filepath.Join(own, "blind-1.jsonl"), early}, {shop, filepath.Join(own, "blind-2.jsonl"), early},
	} {
		s, err := open(from.shop, from.file, from.by)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	for _, dir := range shops {
		s, err := open(dir, filepath.Join(dir, "questions.jsonl"), all)
		if err != nil {
			return nil, err
		}
		s.name = filepath.Base(dir)
		out = append(out, s)
	}
	return out, nil
}

// The lexicons that sets are learned from with: no set had a part in making those that it is read by.
var (
	none  = []house.Words{house.NoSynonyms}
	early = []house.Words{house.EarlyWords, house.NoSynonyms}
	all   = []house.Words{house.AllWords, house.NoSynonyms}
)

// open holds the questions of a file against a shop, by each of the lexicons.
func open(shop, file string, by []house.Words) (set, error) {
	f, err := os.Open(file) //nolint:gosec // the caller's own file
	if err != nil {
		return set{}, err
	}
	defer f.Close() //nolint:errcheck // read only
	list, err := asked.Read(f)
	if err != nil {
		return set{}, err
	}
	out := set{name: filepath.Base(file)}
	even := house.Even()
	for _, words := range by {
		answers, err := house.LoadAnswersBy(os.DirFS(shop), words)
		if err != nil {
			return set{}, err
		}
		front := &house.Front{House: &house.House{}, Answers: answers}
		if _, err := os.Stat(filepath.Join(shop, house.File)); err == nil { // its pronunciations
			if front.House, err = house.Load(os.DirFS(shop)); err != nil {
				return set{}, err
			}
		}
		for _, q := range list {
			e := example{Question: q, answers: front, weight: 1 / float64(len(by)), words: words}
			e.take(front.Study(q.Q, even).Candidates)
			out.examples = append(out.examples, e)
		}
	}
	return out, nil
}

// hardest is how many of the best candidates are learned from, beside those that answer.
const hardest = 30

func (e *example) take(list []house.Candidate) {
	for i, c := range list {
		right := e.Want.Answered(c.File, c.Text())
		if i < hardest || right {
			e.features = append(e.features, slices.Clone(c.Features))
			e.right = append(e.right, right)
		}
	}
}
