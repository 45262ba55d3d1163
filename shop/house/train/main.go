// Command train learns by which weights a shop's answers are found (shop/house/weights.json), and gathers what was asked
// (shop/house/asked.txt), from sets of questions with what answers them. With --cross it shows instead what each of some sets is
// answered like by weights and a memory that were made of the others alone.
//
//	go run ./shop/house/train --shop ../shared/data/shop
//	go run ./shop/house/train --shop ../shared/data/shop --cross
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	from
	past     []house.Past
	examples []example
}

// from is where a set comes from.
type from struct {
	name  string
	group string // sets that are left out together
	shop  string
	file  string
	by    []house.Words
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
	out := flag.String("out", "shop/house", "where weights.json and asked.txt go")
	carts := flag.String("carts", "rules/testdata", "what was said to carts")
	control := flag.String("control", "../shared/data/utterances/clinc150_control.jsonl", "what is said to any assistant")
	leave := flag.String("leave", "", "sets to leave out: blind-[45]*")
	cross := flag.Bool("cross", false, "only show what is answered by weights and a memory of other sets")
	notes := flag.Bool("notes", false, "with --cross: show what is missed")
	flag.Parse()
	sets, err := gather(*shop, *own, *leave)
	if err != nil {
		return err
	}
	if *cross {
		crossed(sets, *notes)
		return nil
	}
	if err := guessing(sets, *carts, *control, filepath.Join(*out, "guess.bin")); err != nil {
		return err
	}
	raw, err := learn(sets, newRanks()).Write()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(*out, "asked.txt"), []byte(written(sets)), 0o644); err != nil { //nolint:gosec // everybody may read them
		return err
	}
	return os.WriteFile(filepath.Join(*out, "weights.json"), append(raw, '\n'), 0o644) //nolint:gosec // the same
}

// The lexicons that sets are learned from with: no set had a part in making those that it is read by.
var (
	none = []house.Words{house.NoSynonyms}
	all  = []house.Words{house.AllWords}
)

// gather reads all sets: first what was asked and what answered, then each held against its shop with the others remembered.
func gather(shop, own, leave string) ([]set, error) {
	shops, err := filepath.Glob(filepath.Join(own, "shops", "*"))
	if err != nil {
		return nil, err
	}
	sources := []from{{"shared", "old", shop, filepath.Join(shop, "questions.jsonl"), none}}
	for name, by := range map[string][]house.Words{"questions.txt": none, "unseen.txt": none, "blind-1.jsonl": none, "blind-2.jsonl": none} {
		sources = append(sources, from{name, "old", shop, filepath.Join(own, name), by})
	}
	for _, s := range [][2]string{{"people.txt", "people"}, {"blind-3.jsonl", "3"}, {"blind-4.jsonl", "45"}, {"blind-5.jsonl", "45"}, {"strangers-a.jsonl", "ab"}, {"strangers-b.jsonl", "ab"}, {"strangers-c.jsonl", "c"}} {
		sources = append(sources, from{s[0], s[1], shop, filepath.Join(own, s[0]), all})
	}
	for _, dir := range shops {
		sources = append(sources, from{filepath.Base(dir), "shops", dir, filepath.Join(dir, "questions.jsonl"), all})
	}
	slices.SortFunc(sources, func(a, b from) int { return strings.Compare(a.name, b.name) })
	var out []set
	for _, f := range sources {
		if gone, err := filepath.Match(leave, f.name); gone || err != nil {
			continue
		}
		s := set{from: f}
		if s.past, err = past(f); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	groups := map[string][]int{} // by what a memory is made without
	for i, s := range out {
		key := s.group
		if key == "shops" {
			key = s.name
		}
		groups[key] = append(groups[key], i)
	}
	errs := make([]error, len(out))
	each(slices.Sorted(maps.Keys(groups)), func(key string) {
		first := out[groups[key][0]]
		others := pastOf(out, first.group, first.name)
		memory := house.NewMemory(others, house.LearnGuess(others))
		for _, i := range groups[key] {
			errs[i] = out[i].open(memory)
		}
	})
	return out, errors.Join(errs...)
}

// pastOf is what was asked in all sets but those of a group; of sets that are many shops', the one alone is left out.
func pastOf(sets []set, group, name string) []house.Past {
	var out []house.Past
	for _, s := range sets {
		if s.group != group || group == "shops" && s.name != name {
			out = append(out, s.past...)
		}
	}
	return out
}

func read(file string) ([]asked.Question, error) {
	f, err := os.Open(file) //nolint:gosec // the caller's own file
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read only
	if filepath.Base(file) == "people.txt" {
		past, err := house.ReadPast(f)
		return byPhrase(past), err
	}
	return asked.Read(f)
}

// byPhrase makes questions of those that stand below a file and a phrase.
func byPhrase(past []house.Past) []asked.Question {
	var out []asked.Question
	for i, p := range past {
		q := asked.Question{ID: fmt.Sprint("people ", i), Q: p.Question, Want: asked.Want{Unknown: p.Answer == ""}}
		if file, phrase, ok := strings.Cut(p.Answer, " | "); ok {
			q.Want.File, q.Want.MustSay = file, []string{phrase}
		}
		out = append(out, q)
	}
	return out
}

// past finds the sentence that answers each question.
func past(f from) ([]house.Past, error) {
	list, err := read(f.file)
	if err != nil {
		return nil, err
	}
	answers, err := house.LoadAnswersBy(os.DirFS(f.shop), house.AllWords, house.NewMemory(nil, &house.Guess{}))
	if err != nil {
		return nil, err
	}
	even := house.Even()
	var out []house.Past
	for _, q := range list {
		p := house.Past{Question: q.Q}
		for _, c := range answers.Study(q.Q, even).Candidates {
			if q.Want.Answered(c.File, c.Sentence) {
				p.Answer = c.Sentence
				break
			}
			if p.Answer == "" && q.Want.Answered(c.File, c.Text()) {
				p.Answer = c.Sentence
			}
		}
		if p.Answer != "" || q.Want.Unknown {
			out = append(out, p)
		}
	}
	return out, nil
}

// written is the text of all that was asked, by what answered it.
func written(sets []set) string {
	by := map[string][]string{}
	for _, s := range sets {
		for _, p := range s.past {
			by[p.Answer] = append(by[p.Answer], p.Question)
		}
	}
	answers := make([]string, 0, len(by))
	for a := range by {
		answers = append(answers, a)
	}
	slices.Sort(answers)
	var b strings.Builder
	b.WriteString("# What people asked of shops, and the sentences that answered; made by shop/house/train.\n")
	for _, a := range answers {
		b.WriteString(strings.TrimSpace("= "+a) + "\n")
		slices.Sort(by[a])
		for _, q := range slices.Compact(by[a]) {
			b.WriteString(q + "\n")
		}
	}
	return b.String()
}

// open holds the questions of a set against its shop, by each of the lexicons.
func (s *set) open(memory *house.Memory) error {
	list, err := read(s.file)
	if err != nil {
		return err
	}
	even := house.Even()
	for _, words := range s.by {
		answers, err := house.LoadAnswersBy(os.DirFS(s.shop), words, memory)
		if err != nil {
			return err
		}
		front := &house.Front{House: &house.House{}, Answers: answers}
		if _, err := os.Stat(filepath.Join(s.shop, house.File)); err == nil { // its pronunciations
			if front.House, err = house.Load(os.DirFS(s.shop)); err != nil {
				return err
			}
		}
		for _, q := range list {
			e := example{Question: q, answers: front, weight: 1 / float64(len(s.by)), words: words}
			e.take(front.Study(q.Q, even).Candidates)
			s.examples = append(s.examples, e)
		}
	}
	return nil
}

// hardest is how many of the best candidates are learned from, beside those that answer.
const hardest = 40

func (e *example) take(list []house.Candidate) {
	for i, c := range list {
		right := e.Want.Answered(c.File, c.Text())
		if i < hardest || right {
			e.features = append(e.features, slices.Clone(c.Features))
			e.right = append(e.right, right)
		}
	}
}
