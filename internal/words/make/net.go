package main

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// How much two words are held together by what WordNet says of them.
const (
	sameMeaning = 1.0 // they stand for one thing: "couch", "sofa"
	widerName   = 0.4 // one is a kind of the other: "saddle", "seat"
	sameRoot    = 0.6 // "deliver", "delivery"
	muchAlike   = 0.5 // adjectives of much the same meaning
	sameWord    = 1.0 // forms of one word: "shirts", "shirt"
	senses      = 3   // of a word that are looked at; each counts half of the one before
	rounds      = 10
)

// synset is one meaning: its words, and the meanings that it points to.
type synset struct {
	words []string
	to    []pointer
}

type pointer struct {
	kind string // "@" a wider one, "+" of one root, "&" much alike
	to   string
}

// ties are what holds words together: for each word, others with their weights.
type ties map[string]map[string]float64

func (t ties) tie(a, b string, by float64) {
	if a == b || by == 0 {
		return
	}
	for _, p := range [][2]string{{a, b}, {b, a}} {
		if t[p[0]] == nil {
			t[p[0]] = map[string]float64{}
		}
		t[p[0]][p[1]] = max(t[p[0]][p[1]], by)
	}
}

// net reads WordNet's files of a folder and says which of the words belong together.
func net(dir string, has map[string]bool) (ties, error) {
	sets, index := map[string]synset{}, map[string][]string{}
	for _, part := range []struct{ name, mark string }{{"noun", "n"}, {"verb", "v"}, {"adj", "a"}, {"adv", "r"}} {
		if err := readData(filepath.Join(dir, "data."+part.name), part.mark, sets); err != nil {
			return nil, err
		}
		if err := readIndex(filepath.Join(dir, "index."+part.name), part.mark, has, index); err != nil {
			return nil, err
		}
	}
	t := ties{}
	for word, list := range index {
		for _, entry := range list {
			order, key, _ := strings.Cut(entry, " ")
			n, _ := strconv.Atoi(order)
			by := 1 / float64(int(1)<<n)
			set := sets[key]
			for _, w := range set.words {
				if has[w] {
					t.tie(word, w, sameMeaning*by)
				}
			}
			for _, p := range set.to {
				weight := map[string]float64{"@": widerName, "+": sameRoot, "&": muchAlike}[p.kind]
				for _, w := range sets[p.to].words {
					if has[w] {
						t.tie(word, w, weight*by)
					}
				}
			}
		}
	}
	forms(t, has)
	return t, nil
}

// forms ties the forms of a word to it.
func forms(t ties, has map[string]bool) {
	for w := range has {
		for _, f := range []string{w + "s", w + "es", w + "ed", w + "d", w + "ing", strings.TrimSuffix(w, "e") + "ing", strings.TrimSuffix(w, "y") + "ies", strings.TrimSuffix(w, "y") + "ied"} {
			if len(w) > 2 && f != w+"" && has[f] {
				t.tie(w, f, sameWord)
			}
		}
	}
}

func lines(path string, each func(fields []string)) error {
	f, err := os.Open(path) //nolint:gosec // the caller's own file
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // read only
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		if line := in.Text(); line != "" && line[0] != ' ' {
			each(strings.Fields(line))
		}
	}
	return in.Err()
}

// readData reads meanings: offset, file, kind, number of words (hexadecimal), words, number of pointers, pointers.
func readData(path, mark string, into map[string]synset) error {
	return lines(path, func(f []string) {
		n, err := strconv.ParseInt(f[3], 16, 32)
		if err != nil {
			return
		}
		var s synset
		at := 4
		for range n {
			word, _, _ := strings.Cut(strings.ToLower(f[at]), "(")
			s.words, at = append(s.words, word), at+2
		}
		pointers, _ := strconv.Atoi(f[at])
		at++
		for range pointers {
			s.to, at = append(s.to, pointer{f[at], f[at+2] + f[at+1]}), at+4
		}
		into[mark+f[0]] = s
	})
}

// readIndex reads words with their meanings, the commonest first.
func readIndex(path, mark string, has map[string]bool, into map[string][]string) error {
	return lines(path, func(f []string) {
		if !has[f[0]] {
			return
		}
		n, err := strconv.Atoi(f[2])
		if err != nil {
			return
		}
		for i, offset := range f[len(f)-n:] {
			if i < senses {
				into[f[0]] = append(into[f[0]], strconv.Itoa(i)+" "+mark+offset)
			}
		}
	})
}

// draw moves words towards those that they belong with (retrofitting): each ends half where it was, half among them.
func draw(list []entry, t ties) {
	at := map[string]int{}
	start := make([][]float64, len(list))
	for i, e := range list {
		at[e.word], start[i] = i, slices.Clone(e.v)
	}
	for range rounds {
		for i, e := range list {
			others := t[e.word]
			if len(others) == 0 {
				continue
			}
			sum := make([]float64, len(e.v))
			all := 0.0
			for _, w := range sortedKeys(others) {
				for n, x := range list[at[w]].v {
					sum[n] += others[w] * x
				}
				all += others[w]
			}
			for n := range e.v {
				e.v[n] = (start[i][n] + sum[n]/all) / 2
			}
			list[i] = e
		}
	}
}

func sortedKeys(m map[string]float64) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
