package hear

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold is how words are compared: lower case, without accents, composed or decomposed alike ("Café" = "cafe").
func Fold(s string) string {
	if plain(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFKD.String(s) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		if t, ok := letters[unicode.ToLower(r)]; ok {
			b.WriteString(t)
			continue
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// letters that no decomposition takes apart.
var letters = map[rune]string{'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ł': "l", 'ı': "i", 'þ': "th", '’': "'", '‘': "'", 'ʼ': "'"}

func plain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Token is one word of a text.
type Token struct {
	Text   string // folded
	Stop   Stop   // what stands after it
	Joined bool   // a hyphen ties it to the next one: "three-pack"
}

// Stop is the punctuation after a word, the strongest where there are several.
type Stop uint8

// The stops, from the weakest.
const (
	None  Stop = iota
	Comma      // also a dash between blanks, brackets and colons
	Period
	Question
)

// Tokens cuts a text into words: letters and digits, decimal numbers in one piece, apostrophes kept inside.
func Tokens(text string) []Token {
	s := Fold(text)
	out := make([]Token, 0, len(s)/5+1)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !isWord(r) {
			if (r == '-' || r == '−') && digitAt(s, i+size) && (i == 0 || s[i-1] == ' ') {
				out = append(out, Token{Text: "minus"}) // "-3" is not three
				i += size
				continue
			}
			if n := len(out); n > 0 {
				mark(&out[n-1], r, s, i, size)
			}
			i += size
			continue
		}
		end := wordEnd(s, i)
		out = append(out, Token{Text: strings.TrimRight(s[i:end], "'")})
		i = end
	}
	return out
}

// wordEnd finds where the word that begins at i ends.
func wordEnd(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case isWord(r), r == '\'':
		case (r == '.' || r == ',') && digitAt(s, i-1) && digitAt(s, i+1) && (r == '.' || digitAt(s, i+3)):
		default:
			return i
		}
		i += size
	}
	return i
}

func mark(t *Token, r rune, s string, i, size int) {
	var stop Stop
	switch r {
	case '?':
		stop = Question
	case '.', '!', ';', '…', '\n':
		stop = Period
	case ',', ':', '–', '—', '(', ')', '"':
		stop = Comma
	case '-':
		if i > 0 && i+size < len(s) && s[i-1] != ' ' && s[i+size] != ' ' {
			t.Joined = true
		} else {
			stop = Comma
		}
	}
	t.Stop = max(t.Stop, stop)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func digitAt(s string, i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
