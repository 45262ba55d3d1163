package hear

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Word is a word of a text, as two who write it down would agree on it, and where it ends there.
type Word struct {
	Plain string
	End   int
}

// Words parts a text at blanks, and at dashes, which one platform keeps and another one drops; what has neither letter nor digit
// is no word.
func Words(text string) []Word {
	var out []Word
	start := 0
	add := func(end int) {
		if p := plainWord(text[start:end]); p != "" {
			out = append(out, Word{p, end})
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

func plainWord(w string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, w)
}

// Slip is how many words may differ in one place before two texts are held to part for good.
const Slip = 3

// Follow gives how many of the first words of sent the words of heard cover, if both begin at the same place. A word here or
// there may differ, be missing or be there twice, as platforms repeat and normalise; the last word counts only where it agrees.
func Follow(sent, heard []Word) int {
	covered, s, h := 0, 0, 0
	for s < len(sent) && h < len(heard) {
		if sent[s].Plain == heard[h].Plain {
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
func resync(sent, heard []Word) (ds, dh int, ok bool) {
	for sum := 1; sum <= Slip+1; sum++ {
		for ds = min(sum, Slip); ds >= 0; ds-- {
			dh = sum - ds
			if dh > Slip || ds >= len(sent) || dh >= len(heard) {
				continue
			}
			if sent[ds].Plain == heard[dh].Plain {
				return ds, dh, true
			}
		}
	}
	return 0, 0, false
}

// Heard gives the part of what was sent that a platform's own account of it covers: never other words, never more than was
// sent. A platform's account may have its own punctuation, case and blanks, and may lose or repeat a word.
func Heard(sent, account string) string {
	of := Words(sent)
	n := Follow(of, Words(account))
	switch n {
	case 0:
		return ""
	case len(of):
		return sent
	}
	return sent[:of[n-1].End]
}

const (
	maxAccount = 2000 // words of an account that are looked at
	tail       = 3    // words at whose end a whole reply is known, whatever became of a number in its middle
)

// Told is as Heard, of an account in which other things may stand before and after: fillers, or what was said before. False = it
// has words, and none of them tell anything of what was sent.
func Told(sent, account string) (part string, ok bool) {
	of, in := Words(sent), Words(account)
	if len(of) == 0 || len(in) == 0 {
		return "", true
	}
	in = in[max(0, len(in)-maxAccount):]
	best := 0
	for at := range in {
		if at == 0 || in[at].Plain == of[0].Plain {
			best = max(best, Follow(of, in[at:]))
		}
	}
	if best < min(2, len(of), len(in)) {
		return "", false
	}
	if len(of) > tail && len(in) >= tail && Same(of[len(of)-tail:], in[len(in)-tail:]) {
		best = len(of)
	}
	if best == len(of) {
		return sent, true
	}
	return sent[:of[best-1].End], true
}

// Same says that two runs of words, the first no longer than the second, are the same.
func Same(a, b []Word) bool {
	for i := range a {
		if a[i].Plain != b[i].Plain {
			return false
		}
	}
	return true
}
