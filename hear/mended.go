package hear

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// Firm says how surely a word is meant as it was heard.
type Firm uint8

// From the loosest.
const (
	Loose Firm = iota // nobody knows it
	Often             // people say it often
	Named             // it names goods, of this shop or another
	Tied              // it carries a meaning of its own; it may be a part of what was torn
	Fixed             // it is never anything else
)

// Mended is a stretch of words that stands for others.
type Mended struct {
	At, N int
	Text  string
}

//go:embed often.txt
var oftenText string

var often = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(oftenText) {
		if !strings.HasPrefix(line, "#") {
			for _, w := range strings.Fields(line) {
				out[w] = true
			}
		}
	}
	return out
})

// OftenSaid says that English shoppers often say a word as they mean it.
func OftenSaid(word string) bool { return often()[word] }

// SpokenValue is how the value of an option is said in English: "s" is "small", "32" is "thirty two". What is said as it is
// written comes back as it is.
func SpokenValue(key string) string {
	if said, ok := spokenSizes[key]; ok {
		return said
	}
	n, err := strconv.Atoi(key)
	switch {
	case err != nil || n < 1 || n > 99:
		return key
	case n < 20:
		return underTwenty[n-1]
	case n%10 == 0:
		return tensSaid[n/10-2]
	}
	return tensSaid[n/10-2] + " " + underTwenty[n%10-1]
}

var spokenSizes = map[string]string{"xs": "extra small", "s": "small", "m": "medium", "l": "large", "xl": "extra large"}

var underTwenty = strings.Fields("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")

var tensSaid = strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
