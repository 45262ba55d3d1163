package hear

import (
	"strconv"
	"strings"
)

// Last is the ordinal of "the last one".
const Last = -1

// maxNumber bounds what is taken for a number at all: more digits than that are a phone number or an article number.
const maxNumber = 999_999

// Number reads a cardinal at words[i]: digits or words ("two hundred and five", "half a dozen", "a couple of"). It gives how
// many words it took; 0 = there is none. A fraction is none (Size reads those).
func (l *Language) Number(words []Token, i int) (n, took int) {
	if i >= len(words) {
		return 0, 0
	}
	w := words[i].Text
	if digits, ok := strings.CutSuffix(w, "x"); ok && isDigits(digits) { // "2x"
		w = digits
	}
	if n, ok := figures(w); ok {
		if m, more := l.group(words, i+1); more > 0 { // "2 dozen"
			return n * m, 1 + more
		}
		return n, 1
	}
	if w == l.half {
		return l.halfOf(words, i)
	}
	if n, took := l.several(words, i); took > 0 {
		return n, took
	}
	n, took = l.cardinal(words, i)
	if took > 0 {
		if m, more := l.group(words, i+took); more > 0 {
			return n * m, took + more
		}
	}
	return n, took
}

// figures reads digits.
func figures(w string) (int, bool) {
	if w == "" || len(w) > 6 || w[0] > '9' {
		return 0, false
	}
	n, err := strconv.Atoi(w)
	return n, err == nil && n <= maxNumber
}

// group reads "dozen" after a number.
func (l *Language) group(words []Token, i int) (n, took int) {
	if i < len(words) && words[i-1].Stop == None && l.Stem(words[i].Text) == "dozen" {
		return l.amounts["dozen"], 1 + l.ofAt(words, i+1)
	}
	return 0, 0
}

// several reads "a couple of", "a dozen".
func (l *Language) several(words []Token, i int) (n, took int) {
	at := i
	if words[at].Text == "a" {
		at++
	}
	if at < len(words) {
		if n, ok := l.amounts[words[at].Text]; ok {
			at++
			if half := l.halfAt(words, at); half > 0 && n%2 == 0 && n > 2 { // "a dozen and a half"
				n, at = n+n/2, at+half
			}
			return n, at - i + l.ofAt(words, at)
		}
	}
	return 0, 0
}

// ofAt is 1 where an "of" follows that belongs to the amount.
func (l *Language) ofAt(words []Token, i int) int {
	if i < len(words) && words[i].Text == "of" {
		return 1
	}
	return 0
}

// halfOf reads "half a dozen", "half dozen"; any other half is no whole number.
func (l *Language) halfOf(words []Token, i int) (n, took int) {
	at := i + 1
	if at < len(words) && words[at].Text == "a" {
		at++
	}
	if at < len(words) {
		if n, ok := l.amounts[words[at].Text]; ok && n%2 == 0 {
			return n / 2, at + 1 - i + l.ofAt(words, at+1)
		}
	}
	return 0, 0
}

// cardinal reads number words: units, tens and scales. part is what stands below the last thousand.
func (l *Language) cardinal(words []Token, i int) (n, took int) {
	total, part, at := 0, 0, i
	for at < len(words) {
		w := words[at].Text
		u, unit := l.units[w]
		t, ten := l.tens[w]
		s, scale := l.scales[w]
		fresh, round := at == i, part == 0 && total > 0 || part >= 100 && part%100 == 0
		switch {
		case unit && (fresh || round || part%100 >= 20 && part%10 == 0 && u > 0 && u < 10):
			part += u
		case ten && (fresh || round):
			part += t
		case scale && s < 1000 && part > 0 && part < 100:
			part *= s
		case scale && s >= 1000 && part > 0 && total == 0:
			total, part = part*s, 0
		case scale && fresh:
			part = s
		case w == l.and && !fresh && round && at+1 < len(words) && l.isNumberWord(words[at+1].Text):
		default:
			return l.cut(total+part, at-i)
		}
		at++
		if words[at-1].Stop != None {
			break
		}
	}
	return l.cut(total+part, at-i)
}

func (l *Language) cut(n, took int) (int, int) {
	if took == 0 || n > maxNumber {
		return 0, 0
	}
	return n, took
}

func (l *Language) isNumberWord(w string) bool {
	_, u := l.units[w]
	_, t := l.tens[w]
	return u || t
}

// Digits reads number words said digit by digit: "one five" = 15, "three zero" = 30. Two digits or more.
func (l *Language) Digits(words []Token, i int) (n, took int) {
	at := i
	for at < len(words) && took < 3 {
		u, ok := l.units[words[at].Text]
		if w := words[at].Text; w == "oh" || w == "o" {
			u, ok = 0, at > i
		}
		if !ok || u > 9 {
			break
		}
		n, at, took = n*10+u, at+1, took+1
		if words[at-1].Stop != None {
			break
		}
	}
	if took < 2 {
		return 0, 0
	}
	return n, took
}

// Mistaken reads a word that sounds like a number and stands where one is expected: "for" = 4, "to" = 2.
func (l *Language) Mistaken(w string) (n int, ok bool) {
	m, ok := l.mistaken[w]
	if !ok {
		return 0, false
	}
	return l.units[m], true
}

// Ordinal reads "first", "second", "number three", "the last"; Last = the last.
func (l *Language) Ordinal(words []Token, i int) (n, took int) {
	if i >= len(words) {
		return 0, 0
	}
	w := words[i].Text
	if n, ok := l.ordinals[w]; ok {
		return n, 1
	}
	if (l.counted[w] || w == "no") && i+1 < len(words) {
		if n, took := l.Number(words, i+1); took > 0 && (w != "no" || isDigits(words[i+1].Text)) {
			return n, took + 1
		}
	}
	return 0, 0
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
