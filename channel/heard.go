package channel

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a word of a text, as two platforms would agree on it, and where it ends there.
type word struct {
	plain string
	end   int
}

// words parts a text at blanks, and at dashes, which one platform keeps and another one drops; what has neither letter nor digit
// is no word.
func words(text string) []word {
	var out []word
	start := 0
	add := func(end int) {
		if p := plain(text[start:end]); p != "" {
			out = append(out, word{p, end})
		}
	}
	for i, r := range text {
		if unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || r == '/' {
			add(i)
			start = i + utf8.RuneLen(r)
		}
	}
	add(len(text))
	return out
}

func plain(w string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, w)
}

// slip is how many words may differ in one place before two texts are held to part for good.
const slip = 3

// follow gives how many of the first words of sent the words of heard cover, if both begin at the same place. A word here or
// there may differ, be missing or be there twice, as platforms repeat and normalise; the last word counts only where it agrees.
func follow(sent []word, heard []word) int {
	covered, s, h := 0, 0, 0
	for s < len(sent) && h < len(heard) {
		if sent[s].plain == heard[h].plain {
			s, h = s+1, h+1
			covered = s
			continue
		}
		ds, dh, ok := resync(sent[s:], heard[h:])
		if !ok {
			break
		}
		s, h = s+ds, h+dh
	}
	return covered
}

// resync finds the nearest place at which both agree again.
func resync(sent, heard []word) (ds, dh int, ok bool) {
	for sum := 1; sum <= slip+1; sum++ {
		for ds = min(sum, slip); ds >= 0; ds-- {
			dh = sum - ds
			if dh > slip || ds >= len(sent) || dh >= len(heard) {
				continue
			}
			if sent[ds].plain == heard[dh].plain {
				return ds, dh, true
			}
		}
	}
	return 0, 0, false
}

// Heard gives the part of what was sent that a platform's own account of it covers: never other words, never more than was
// sent. A platform's account may have its own punctuation, case and blanks, and may lose or repeat a word.
func Heard(sent, account string) string {
	of := words(sent)
	n := follow(of, words(account))
	switch n {
	case 0:
		return ""
	case len(of):
		return sent
	}
	return sent[:of[n-1].end]
}
