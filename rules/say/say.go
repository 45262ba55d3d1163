package say

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evercart/evercart/speak"
)

// Language is what the rules say in one language.
type Language struct {
	sentences map[string]string // by their names, which are the same in each; {1} is the first argument
	Options   map[string]string // what begins the question in which option goods are wanted; English asks by the catalogue's own names
}

var languages = map[string]Language{
	"en": {sentences: englishSay},
	"de": {germanSay, germanOptions},
	"es": {spanishSay, spanishOptions},
}

// In gives the language of a tag without a region, English where it is none of these.
func In(tag string) Language {
	if l, ok := languages[tag]; ok {
		return l
	}
	return languages["en"]
}

// Say is a sentence with its arguments in it, as a voice says them.
func (l Language) Say(key string, v *speak.Voice, args ...any) string {
	return fill(l.sentences[key], v, args...)
}

// Part is a part of a sentence, as it stands.
func (l Language) Part(key string) string { return l.sentences[key] }

// Thing is a name with the verb that it takes.
type Thing struct {
	Said string
	Many bool // "the loafers are"
}

func (n Thing) String() string { return n.Said }

// fill puts arguments into a sentence: {1} the first, an int as a word; {1|is|are} the word that goes with the number, or with the thing.
func fill(s string, v *speak.Voice, args ...any) string {
	for i, a := range args {
		mark := strconv.Itoa(i + 1)
		text := fmt.Sprint(a)
		n, isInt := a.(int)
		if isInt {
			text = v.Number(n)
		}
		s = strings.ReplaceAll(s, "{"+mark+"}", text)
		for {
			from := strings.Index(s, "{"+mark+"|")
			if from < 0 {
				break
			}
			end := from + strings.IndexByte(s[from:], '}')
			one, many, _ := strings.Cut(s[from+len(mark)+2:end], "|")
			if named, isThing := a.(Thing); isInt && n == 1 || isThing && !named.Many {
				many = one
			}
			s = s[:from] + many + s[end+1:]
		}
	}
	if s == "" {
		return ""
	}
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}
