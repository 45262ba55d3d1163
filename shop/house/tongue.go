package house

import (
	"strings"

	"github.com/evercart/evercart/hear"
)

// Asked in another language than the answers are written in, a question is put into English by the words that are known; one word
// that is not known is enough to admit that.
const (
	longestTerm   = 5   // words of a phrase
	enoughForeign = 0.6 // what an answer must reach then: the order of the words is lost
)

// inEnglish puts a question of another language into English words. False where some word of it is not known.
func (a *Answers) inEnglish(question string) (tag, english string, ok bool) {
	for _, tag := range []string{"es", "de"} {
		t, _ := hear.TongueOf(tag)
		english, strange := t.Read(termed(strings.Fields(t.Folded(question)), shopTerms[tag]), a.isWritten)
		if len(strange) == 0 {
			return tag, english, true
		}
	}
	return "", "", false
}

// termed puts the phrases of shops into English, in capitals, by which hear knows that they are.
func termed(words []string, known map[string]string) string {
	var out []string
	for i := 0; i < len(words); {
		n := min(longestTerm, len(words)-i)
		english := ""
		for ; n > 0 && english == ""; n-- {
			english = known[strings.Join(words[i:i+n], " ")]
		}
		if english == "" {
			out = append(out, words[i])
			i++
			continue
		}
		out = append(out, strings.ToUpper(english))
		i += n + 1
	}
	return strings.Join(out, " ")
}

// isWritten says that a word stands in the answers as it was said: names, mostly.
func (a *Answers) isWritten(word string) bool { return a.written[word] != "" && len(word) > 3 }
