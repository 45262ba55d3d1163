package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

// gatherer reads lines until something fails.
type gatherer struct {
	locale string
	lines  []example
	err    error
}

func (g *gatherer) add(text string, intent hear.Intent, counts float32, from source) {
	label := slices.Index(hear.Intents, intent)
	if label < 0 {
		g.err = fmt.Errorf("no intent %q", intent)
		return
	}
	plain, cues := hear.IntentFeatures(g.locale, text)
	g.lines = append(g.lines, example{text, plain, cues, label, counts, from})
}

// patterns writes the patterns of a file out, each at most so many times.
func (g *gatherer) patterns(file string, intent hear.Intent, most int) {
	raw, err := own.ReadFile(file)
	if err != nil {
		g.err = err
		return
	}
	random := rand.New(rand.NewPCG(1, 2))
	lists := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSpace(line)
		switch name, list, ok := strings.Cut(line, " = "); {
		case line == "" || line[0] == '#':
			continue
		case ok && line[0] == '$':
			lists[name] = list
			continue
		}
		label := intent
		if name, rest, ok := strings.Cut(line, ": "); ok && intent == "" {
			label, line = hear.Intent(name), rest
		}
		seen := map[string]bool{}
		for range most {
			if text := written(line, lists, random); !seen[text] {
				seen[text] = true
				g.add(text, label, ownCounts, ours)
			}
		}
	}
}

// written picks one way to say a pattern.
func written(pattern string, lists map[string]string, random *rand.Rand) string {
	for {
		from := strings.IndexByte(pattern, '{')
		if from < 0 {
			break
		}
		end := from + strings.IndexByte(pattern[from:], '}')
		pattern = pattern[:from] + oneOf(pattern[from+1:end], random) + pattern[end+1:]
	}
	for strings.Contains(pattern, "$") {
		from := strings.IndexByte(pattern, '$')
		end := from + 1
		for end < len(pattern) && pattern[end] >= 'a' && pattern[end] <= 'z' {
			end++
		}
		pattern = pattern[:from] + oneOf(lists[pattern[from:end]], random) + pattern[end:]
	}
	return strings.Join(strings.Fields(pattern), " ")
}

func oneOf(list string, random *rand.Rand) string {
	ways := strings.Split(list, "|")
	return ways[random.IntN(len(ways))]
}

// short is how many words a line of the grammar's has that may be anything: an answer, a yes.
const short = 4

// heard reads the turns of files that the grammar is tested with: all of them are a shop's business, but for the short ones.
func (g *gatherer) heard(pattern string) {
	g.files(pattern, func(line string) {
		if text, ok := strings.CutPrefix(line, "> "); ok && len(strings.Fields(text)) >= short {
			g.add(text, hear.IntentShop, ownCounts, ours)
		}
	})
}

// labelled reads lines that stand with their labels.
func (g *gatherer) labelled(path string) {
	g.files(path, func(line string) {
		var l struct{ Text, Label string }
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			g.err = err
			return
		}
		g.add(l.Text, hear.Intent(l.Label), controlCounts, ours)
	})
}

// cases reads the turns of understanding sets of our own.
func (g *gatherer) cases(pattern string) {
	g.files(pattern, func(line string) {
		var c struct {
			Kind string
			Said []string
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			g.err = err
			return
		}
		for _, text := range c.Said {
			if c.Kind != "out-of-domain" && len(strings.Fields(text)) >= short {
				g.add(text, hear.IntentShop, ownCounts, ours)
			}
		}
	})
}

func (g *gatherer) files(pattern string, each func(line string)) {
	files, err := filepath.Glob(pattern)
	if err != nil || g.err != nil {
		g.err = err
		return
	}
	slices.Sort(files)
	for _, path := range files {
		f, err := os.Open(path)
		if err != nil {
			g.err = err
			return
		}
		for s := bufio.NewScanner(f); s.Scan(); {
			each(s.Text())
		}
		if err := f.Close(); err != nil {
			g.err = err
		}
	}
}

// kin are the labels of CLINC150 under names of ours; what is left out is near enough to a shop's business that it teaches
// nothing. All others are elsewhere.
var (
	kin  = map[string]hear.Intent{"order": hear.IntentShop}
	left = []string{"redeem_rewards", "rewards_balance", "cancel_reservation", "ingredients_list", "nutrition_info", "food_last", "international_fees", "change_language"}
)

func (g *gatherer) clinc(path string) {
	raw, err := os.ReadFile(path)
	if err != nil {
		g.err = err
		return
	}
	var file struct {
		Train    [][2]string `json:"train"`
		Val      [][2]string `json:"val"`
		OosTrain [][2]string `json:"oos_train"`
		OosVal   [][2]string `json:"oos_val"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		g.err = err
		return
	}
	for _, l := range slices.Concat(file.Train, file.OosTrain, file.Val, file.OosVal) {
		intent := hear.Intent(l[1])
		switch {
		case kin[l[1]] != "":
			g.add(l[0], kin[l[1]], controlCounts, control)
		case slices.Contains(hear.Intents, intent):
			g.add(l[0], intent, controlCounts, control)
		case slices.Contains(left, l[1]):
		case l[1] == "oos":
			g.add(l[0], hear.IntentElsewhere, outsideCounts, outside)
		default:
			g.add(l[0], hear.IntentElsewhere, othersCount, others)
		}
	}
}
