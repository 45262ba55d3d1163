package eval

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// spoken makes words that can be compared: lower case, numbers, money and times in digits whichever way they were written or
// spoken, hyphens as blanks, no plural s. "Twelve hundred dollars" and "$1,200" are both [$1200], "3 PM" and "three p.m." both [3 pm].
func spoken(text string) []string {
	text = strings.NewReplacer("-", " ", "–", " ", "—", " ", "/", " ", "%", " percent ", "’", "'", "a.m.", "am", "p.m.", "pm", "o'clock", " ").Replace(strings.ToLower(text))
	var words []string
	for w := range strings.FieldsSeq(text) {
		if w = strings.Trim(w, ".,;:!?\"'()[]“”…"); w != "" {
			words = append(words, clock(w)...)
		}
	}
	return money(times(singular(numbers(words))))
}

// clock parts "3pm", and takes ":00" and the commas of "1,200" off.
func clock(w string) []string {
	for _, half := range []string{"am", "pm"} {
		if n, ok := strings.CutSuffix(w, half); ok && startsWithDigit(n) {
			return []string{strings.TrimSuffix(n, ":00"), half}
		}
	}
	if startsWithDigit(strings.TrimPrefix(w, "$")) {
		w = strings.TrimSuffix(strings.ReplaceAll(w, ",", ""), ":00")
		if strings.HasPrefix(w, "$") {
			w = strings.TrimSuffix(w, ".00")
		}
	}
	return []string{w}
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// small are the words of numbers below a hundred.
var small = map[string]int{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
	"nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

var large = map[string]int{"hundred": 100, "thousand": 1000}

// numbers writes spoken numbers as digits.
func numbers(words []string) []string {
	var out []string
	for i := 0; i < len(words); {
		n, used := number(words[i:])
		if used == 0 {
			out = append(out, words[i])
			i++
			continue
		}
		out = append(out, strconv.Itoa(n))
		i += used
	}
	return out
}

// number reads the number that words begin with: "twelve hundred and five". used 0 = there is none.
func number(words []string) (n, used int) {
	total, part := 0, -1 // part is what hundreds and thousands multiply
	for i, w := range words {
		v, isSmall := small[w]
		times, isLarge := large[w]
		switch {
		case isSmall && (part < 0 || part%100 == 0 && v < 100 && part > 0 || part%10 == 0 && part%100 >= 20 && v > 0 && v < 10):
			part = max(part, 0) + v
		case isLarge && part > 0 && (times == 1000 || part < 100):
			part *= times
			if times == 1000 {
				total, part = total+part, -1
			}
		case w == "a" && used == 0 && i+1 < len(words) && large[words[i+1]] > 0:
			part = 1
			continue
		case w == "and" && used > 0 && large[words[i-1]] > 0 && i+1 < len(words):
			if _, more := small[words[i+1]]; more {
				continue
			}
			return total + max(part, 0), used
		default:
			return total + max(part, 0), used
		}
		used = i + 1
	}
	return total + max(part, 0), used
}

func singular(words []string) []string {
	for i, w := range words {
		if utf8.RuneCountInString(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
			words[i] = strings.TrimSuffix(w, "s")
		}
	}
	return words
}

// times joins the "6 30" of "six thirty p.m.".
func times(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		if i+2 < len(words) && (words[i+2] == "am" || words[i+2] == "pm") && isBelow(words[i], 13) && len(words[i+1]) == 2 && isBelow(words[i+1], 60) {
			out = append(out, words[i]+":"+words[i+1])
			i++
			continue
		}
		out = append(out, words[i])
	}
	return out
}

func isBelow(s string, n int) bool {
	v, err := strconv.Atoi(s)
	return err == nil && v >= 0 && v < n
}

// money writes dollars, and the cents that follow them, as one word.
func money(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		if i+1 >= len(words) || words[i+1] != "dollar" || !startsWithDigit(words[i]) {
			out = append(out, words[i])
			continue
		}
		amount := "$" + words[i]
		i++
		rest := words[i+1:]
		if len(rest) > 0 && rest[0] == "and" {
			rest = rest[1:]
		}
		if len(rest) >= 2 && rest[1] == "cent" && isBelow(rest[0], 100) {
			cents := "0" + rest[0]
			amount += "." + cents[len(cents)-2:]
			i = len(words) - len(rest) + 1
		}
		out = append(out, amount)
	}
	return out
}
