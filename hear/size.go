package hear

import (
	"strconv"
	"strings"
)

// Value is how option values are compared: folded, one word for what people say in several ways ("Medium" = "m",
// "extra large" = "xl", "9.0" = "9", "8 millimetres" = "8mm").
func (l *Language) Value(s string) string {
	words := Tokens(Written(s))
	if m, ok := l.measureOf(words); ok && m.Sort != "" {
		return l.Stem(m.Word)
	}
	if size, took := l.letters(words, 0); took > 0 && took == len(words) {
		return size
	}
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = l.Stem(trimZeros(w.Text))
	}
	return strings.Join(parts, " ")
}

func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// Letters reads a clothing size at words[i]: "em", "medium", "extra large", "double XL". The size is as Value gives it. A measure that is
// one word is a size as well, as it was said.
func (l *Language) Letters(words []Token, i int) (size string, took int) {
	if i < len(words) && l.IsMeasure(words[i].Text) {
		return words[i].Text, 1
	}
	return l.letters(words, i)
}

func (l *Language) letters(words []Token, i int) (size string, took int) {
	if i >= len(words) {
		return "", 0
	}
	w := words[i].Text
	if l.bigger[w] && i+1 < len(words) && words[i].Stop == None {
		inner, took := l.letters(words, i+1)
		if took == 0 || !strings.HasSuffix(inner, "l") && !strings.HasSuffix(inner, "s") {
			return "", 0
		}
		switch {
		case w == "double" && inner == "xl" || w == "x" && inner == "xl" || w == "extra" && inner == "xl":
			return "xxl", took + 1
		case w == "triple" && inner == "xl":
			return "xxxl", took + 1
		case w == "double" && len(inner) == 1, w == "xx" && len(inner) == 1:
			return "xx" + inner, took + 1
		case len(inner) == 1:
			return "x" + inner, took + 1
		}
		return "", 0
	}
	if s, ok := l.sizes[w]; ok {
		return s, 1
	}
	return "", 0
}

// Measure reads a size in numbers at words[i], halves included: "nine", "9.5", "ten and a half", "eight point five",
// "six and half". It is written as catalogues do: "9.5".
func (l *Language) Measure(words []Token, i int) (size string, took int) {
	if i >= len(words) {
		return "", 0
	}
	w := words[i].Text
	if strings.Trim(w, "0123456789.") == "" {
		if f, err := strconv.ParseFloat(w, 64); err == nil && f < 1000 {
			return l.fraction(words, i, trimZeros(w), 1)
		}
	}
	n, took := l.cardinal(words, i)
	if took == 0 {
		if m, ok := l.Mistaken(w); ok && l.halfAt(words, i+1) > 0 {
			return l.fraction(words, i, strconv.Itoa(m), 1)
		}
		return "", 0
	}
	return l.fraction(words, i, strconv.Itoa(n), took)
}

func (l *Language) fraction(words []Token, i int, whole string, took int) (string, int) {
	at := i + took
	if words[at-1].Stop != None || strings.Contains(whole, ".") {
		return whole, took
	}
	if n := l.halfAt(words, at); n > 0 {
		return whole + ".5", took + n
	}
	if at+1 < len(words) && words[at].Text == l.point {
		if d, ok := l.units[words[at+1].Text]; ok && d < 10 {
			return trimZeros(whole + "." + strconv.Itoa(d)), took + 2
		}
		if isDigits(words[at+1].Text) {
			return trimZeros(whole + "." + words[at+1].Text), took + 2
		}
	}
	return whole, took
}

// halfAt reads "and a half", "and half", "a half", "half"; it gives the words taken.
func (l *Language) halfAt(words []Token, i int) int {
	at := i
	if at < len(words) && words[at].Text == l.and {
		at++
	}
	if at < len(words) && words[at].Text == "a" {
		at++
	}
	if at < len(words) && words[at].Text == l.half && (at+1 >= len(words) || words[at+1].Text != "dozen" && words[at+1].Text != "a") {
		return at + 1 - i
	}
	return 0
}
