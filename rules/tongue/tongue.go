package tongue

import (
	"strings"
	"sync"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// Tongue is how a language besides English is put into the words of the rules: its words, and their order.
type Tongue struct {
	Words *hear.Tongue
	verbs func() *verbForms
	order func() order
}

// tongues are the languages besides English, by their tags. What a language needs is made when somebody first speaks it.
var tongues = map[string]*Tongue{
	"de": newTongue("de", germanVerbs, func() order { return ordered(knownGerman, germanShort, germanTalk, germanOrder) }),
	"es": newTongue("es", spanishVerbs, func() order { return ordered(knownSpanish, spanishShort, spanishTalk, spanishOrder) }),
}

func newTongue(tag string, verbs func() *verbForms, order func() order) *Tongue {
	words, _ := hear.TongueOf(tag)
	return &Tongue{Words: words, verbs: sync.OnceValue(verbs), order: sync.OnceValue(order)}
}

// Of gives the language of a tag without a region. English is none.
func Of(tag string) (*Tongue, bool) {
	l, ok := tongues[tag]
	return l, ok
}

// English is what was said, in the words and the order of the rules.
type English struct {
	Words   string
	Strange []string // words of which nothing is known
	Orders  bool     // a pattern found that something is to be done
	Asks    bool     // or that goods or the cart are asked about
	OfCart  bool     // the cart is
	AllBut  bool     // all goods but some: the model hears that otherwise than the grammar does
}

// ellipsis makes a pause of what is written where somebody thinks: it ends no sentence.
var ellipsis = strings.NewReplacer("...", ",", "…", ",")

// English puts what was said into the words and the order of the rules. A word by which named knows goods stays as it is.
func (l *Tongue) English(text string, named func(word string) bool) English {
	s := l.verbs().plain(l.Words.Folded(ellipsis.Replace(text)))
	if !strings.HasSuffix(s, ". ") && !strings.HasSuffix(s, "? ") {
		s += ". "
	}
	s = l.order().turn(blanks.ReplaceAllString(s, " "))
	out := English{Orders: orders.MatchString(s), Asks: questions.MatchString(s), OfCart: ofCart.MatchString(s), AllBut: strings.Contains(s, " EVERYTHING BUT ")}
	out.Words, out.Strange = l.Words.Read(s, named)
	if rest, ok := strings.CutPrefix(out.Words, "add remove "); ok { // "nehmen Sie zwei wieder raus": what stands at its end says what is done
		out.Words = "remove " + rest
	}
	return out
}

// orders is what patterns write where something is to be done.
var orders = sift.Of(`\b(?:REMOVE|MAKE|CHANGE|SWAP|SAVE|BRING|ADD|MORE|KEEP|FORGET|UNDO|EMPTY)\b`)

// questions is what patterns write where goods are asked about, ofCart the same of the cart, which no answers of a shop tell.
var (
	questions = sift.Of(`\b(?:WHAT|WHICH|HOW MUCH|IS|DOES|DO YOU HAVE|SHOW|TELL)\b`)
	ofCart    = sift.Of(`\b(?:WHAT IS IN MY CART|WHAT IS MY TOTAL)\b`)
)
