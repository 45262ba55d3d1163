package hear

import "strings"

// Polarity is what a short answer comes to.
type Polarity int8

// The polarities.
const (
	Unclear Polarity = iota
	Yes
	No
)

// Reply reads an answer to a yes-or-no question. What says both, or neither, is Unclear: nobody's yes is guessed.
func (l *Language) Reply(words []Token) Polarity {
	text := Text(words)
	yes, no := false, false
	for text != "" {
		switch n, p := l.phrase(text); {
		case n == 0:
			_, text, _ = strings.Cut(text, " ")
		default:
			yes, no = yes || p == Yes, no || p == No
			text = strings.TrimPrefix(text[n:], " ")
		}
	}
	switch {
	case yes && !no:
		return Yes
	case no && !yes:
		return No
	}
	return Unclear
}

// phrase finds the longest yes or no that the text begins with; its length, 0 = none.
func (l *Language) phrase(text string) (n int, p Polarity) {
	for _, list := range []struct {
		phrases []string
		p       Polarity
	}{{l.yes, Yes}, {l.no, No}, {l.neither, Unclear}} {
		for _, s := range list.phrases {
			if len(s) > n && strings.HasPrefix(text, s) && (len(text) == len(s) || text[len(s)] == ' ') {
				n, p = len(s), list.p
			}
		}
	}
	return n, p
}

// Text joins words with blanks; a hyphen stays where it tied two words.
func Text(words []Token) string {
	if len(words) == 1 {
		return words[0].Text
	}
	size := len(words)
	for _, w := range words {
		size += len(w.Text)
	}
	var b strings.Builder
	b.Grow(size)
	for i, w := range words {
		b.WriteString(w.Text)
		if i == len(words)-1 {
			break
		}
		if w.Joined {
			b.WriteByte('-')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
