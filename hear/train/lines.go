package main

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

// ownLines writes the patterns of a file out, each at most so many times.
func ownLines(file string, intent hear.Intent, most int) ([]example, error) {
	raw, err := own.ReadFile(file)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(1, 2))
	lists := map[string]string{}
	var all []example
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
			text := written(line, lists, random)
			if seen[text] {
				continue
			}
			seen[text] = true
			e, err := newExample(text, label, 1)
			if err != nil {
				return nil, err
			}
			all = append(all, e)
		}
	}
	return all, nil
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

// heardLines reads the turns of the files that the grammar is tested with: all of them are a shop's business or short answers,
// which the patterns hold as well.
func heardLines(dir string) ([]example, error) {
	files, err := filepath.Glob(filepath.Join(dir, "heard*.txt"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var all []example
	for _, path := range files {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		for s := bufio.NewScanner(f); s.Scan(); {
			text, ok := strings.CutPrefix(s.Text(), "> ")
			if !ok || len(strings.Fields(text)) < 4 {
				continue
			}
			e, err := newExample(text, hear.IntentShop, 1)
			if err != nil {
				return nil, err
			}
			all = append(all, e)
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
	return all, nil
}
