package rules

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// turnOf is one way in which a language orders its words, and the same in the order and the words of the rules. In the pattern
// X and Y are things, N is a number, END is where a clause may end. What becomes of it is written in capitals, X and Y stand for
// what they were. Texts come as hear.Tongue.Folded writes them.
type turnOf struct{ pattern, becomes string }

// tongue is all that rules knows of a language besides English: the order of its words, and its own sentences.
type tongue struct {
	words  *hear.Tongue
	verbs  func() *verbForms
	order  func() order
	say    map[string]string
	option map[string]string // names of options, to ask for one
}

// order is the turns of a language, tried from the first.
type order struct {
	turns   *sift.Set
	becomes []string // of each turn
}

// tongues are the languages besides English, by their tags. What a language needs is made when somebody first speaks it.
var tongues = map[string]*tongue{
	"de": newTongue("de", germanVerbs, func() order { return ordered(knownGerman, germanShort, germanTalk, germanOrder) }, germanSay, germanOptions),
	"es": newTongue("es", spanishVerbs, func() order { return ordered(knownSpanish, spanishShort, spanishTalk, spanishOrder) }, spanishSay, spanishOptions),
}

func newTongue(tag string, verbs func() *verbForms, order func() order, say, option map[string]string) *tongue {
	words, _ := hear.TongueOf(tag)
	return &tongue{words: words, verbs: sync.OnceValue(verbs), order: sync.OnceValue(order), say: say, option: option}
}

// ordered makes turns ready, of whose patterns something may be known.
func ordered(known sift.Table, short map[string]string, turns ...[]turnOf) order {
	var patterns, becomes []string
	for _, o := range slices.Concat(turns...) {
		p, b := o.written(short)
		patterns, becomes = append(patterns, p), append(becomes, b)
	}
	return order{known.Compile(patterns...), becomes}
}

// Groups of a pattern.
const (
	thingX = `(?P<x>[^.?]+?)`
	thingY = `(?P<y>[^.?]+?)`
	number = `(?P<n>\d[\d_]*)`
	ends   = `(?P<end>[.,?]|(?:und|oder|y|o|pero)\b)`
)

// written writes the shorthands of a turn out.
func (o turnOf) written(short map[string]string) (pattern, becomes string) {
	names := map[string]string{"X": thingX, "Y": thingY, "N": number, "END": ends}
	maps.Copy(names, short)
	p := spelled(o.pattern, 4, func(run string) string { return spell(run, names) })
	b := spelled(o.becomes, 1, func(run string) string {
		if run == "X" || run == "Y" || run == "N" {
			return "${" + strings.ToLower(run) + "}"
		}
		return run
	})
	if strings.Contains(p, "(?P<end>") {
		b += " ${end}"
	}
	if strings.HasSuffix(p, "]*") { // it ends with the blank before a mark
		b += " "
	}
	if whole, ok := strings.CutPrefix(p, "^"); ok { // only where all of what was said begins
		return "^ " + whole, " " + b
	}
	return " " + p, " " + b
}

// ellipsis makes a pause of what is written where somebody thinks: it ends no sentence.
var ellipsis = strings.NewReplacer("...", ",", "…", ",")

var blanks = sift.Of(`  +`)

// spell writes the shorthands of a run of capitals out, the longest first: "FILLX" is FILL and X.
func spell(run string, names map[string]string) string {
	for n := len(run); n > 0; n-- {
		if long, ok := names[run[:n]]; ok {
			return long + spell(run[n:], names)
		}
	}
	return run
}

// inEnglish is what was said, in the words and the order of the rules.
type inEnglish struct {
	words   string
	strange []string // words of which nothing is known
	orders  bool     // a pattern found that something is to be done
	asks    bool     // or that goods or the cart are asked about
	ofCart  bool     // the cart is
	allBut  bool     // all goods but some: the model hears that otherwise than the grammar does
}

// english puts what was said into the words and the order of the rules.
func (l *tongue) english(text string, named func(word string) bool) inEnglish {
	s := l.verbs().plain(l.words.Folded(ellipsis.Replace(unmasked.Replace(text))))
	if !strings.HasSuffix(s, ". ") && !strings.HasSuffix(s, "? ") {
		s += ". "
	}
	s = l.order().turn(blanks.ReplaceAllString(s, " "))
	out := inEnglish{orders: orders.MatchString(s), asks: questions.MatchString(s), ofCart: ofCart.MatchString(s), allBut: strings.Contains(s, " EVERYTHING BUT ")}
	out.words, out.strange = l.words.Read(s, named)
	out.words = strings.ReplaceAll(out.words, maskWord, hear.MaskedCard)
	if rest, ok := strings.CutPrefix(out.words, "add remove "); ok { // "nehmen Sie zwei wieder raus": what stands at its end says what is done
		out.words = "remove " + rest
	}
	return out
}

// turn puts the words of a text, in which no blanks stand side by side, into the order of the rules.
func (o order) turn(s string) string {
	t := o.turns.In(s)
	for i := t.Next(0); i >= 0; i = t.Next(i + 1) {
		if turned := blanks.ReplaceAllString(o.turns.At(i).ReplaceAllString(s, o.becomes[i]), " "); turned != s {
			s, t = turned, o.turns.In(turned)
		}
	}
	return s
}

// orders is what patterns write where something is to be done.
var orders = sift.Of(`\b(?:REMOVE|MAKE|CHANGE|SWAP|SAVE|BRING|ADD|MORE|KEEP|FORGET|UNDO|EMPTY)\b`)

// questions is what patterns write where goods are asked about, ofCart the same of the cart, which no answers of a shop tell.
var (
	questions = sift.Of(`\b(?:WHAT|WHICH|HOW MUCH|IS|DOES|DO YOU HAVE|SHOW|TELL)\b`)
	ofCart    = sift.Of(`\b(?:WHAT IS IN MY CART|WHAT IS MY TOTAL)\b`)
)

// inTongue takes a step in the language of the words. One that is not spoken gets one sentence, and nothing is changed.
func (t *turn) inTongue() ([]evercart.Thought, error) {
	said, words := t.results(), t.prompt.Now.What == evercart.SayWords
	if sentence := hear.NotSpoken(t.prompt.Locale); sentence != "" && words {
		return t.end(sentence), nil
	}
	tag, _, _ := strings.Cut(strings.ToLower(t.prompt.Locale), "-")
	l, ok := tongues[tag]
	if !ok {
		return t.step(said)
	}
	t.tables.say, t.tables.option = l.say, l.option
	if words && !t.over() {
		t.said = t.prompt.Now.Words.Reveal()
		t.foreign = l.english(t.said, t.calls)
		t.prompt.Now.Words = evercart.Private(t.foreign.words)
		t.ownQuestions()
	}
	return t.step(said)
}

// ownQuestions lets a question be known as it was said, where the shop's answers are written in the language of it.
func (t *turn) ownQuestions() {
	knows, english := t.knows, t.prompt.Now.Words.Reveal()
	if knows == nil || t.foreign.ofCart {
		return
	}
	t.knows = func(question string) bool {
		return question == english && knows(t.said) || knows(question)
	}
	t.asking = func(question string) string {
		if question == english && knows(t.said) {
			return t.said
		}
		return question
	}
}

// calls says that goods of the shop are called by a word of its language: in their titles, or, where it is a colour or the like, in
// their options ("creme" is not what makes a crème brûlée).
func (t *turn) calls(word string) bool {
	tag, _, _ := strings.Cut(strings.ToLower(t.prompt.Locale), "-")
	kind := tongues[tag].words.Kind(word)
	is := func(text string) bool {
		return slices.ContainsFunc(hear.Tokens(text), func(w hear.Token) bool { return w.Text == word })
	}
	f := t.ask(evercart.Query{Words: word, Limit: 3})
	return slices.ContainsFunc(f.Hits, func(h evercart.Hit) bool {
		return !kind && is(h.Product.Title) || slices.ContainsFunc(h.Product.Variants, func(v evercart.Variant) bool {
			return slices.ContainsFunc(v.Options, func(o evercart.Option) bool { return is(o.Value) })
		})
	})
}
