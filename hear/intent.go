package hear

import (
	_ "embed" // the weights
	"encoding/binary"
	"math"
	"regexp"
	"slices"
	"strconv"
)

// Intent is what a turn is for, as far as words alone tell.
type Intent string

// The intents. Unknown is what words without a guess have: none, or a language that the weights do not know.
const (
	IntentUnknown     Intent = ""
	IntentYes         Intent = "yes"
	IntentNo          Intent = "no"
	IntentMaybe       Intent = "maybe"
	IntentRepeat      Intent = "repeat"
	IntentCancel      Intent = "cancel"
	IntentThanks      Intent = "thank_you"
	IntentGoodbye     Intent = "goodbye"
	IntentGreeting    Intent = "greeting"
	IntentHelp        Intent = "what_can_i_ask_you"
	IntentBot         Intent = "are_you_a_bot"
	IntentOrderStatus Intent = "order_status"
	IntentList        Intent = "shopping_list"        // what is in the cart, or on the list
	IntentListUpdate  Intent = "shopping_list_update" // put on the list, or off it
	IntentSpeed       Intent = "change_speed"         // slower, faster
	IntentShop        Intent = "shop"                 // goods, cart, policies: all else that a shop is for
	IntentElsewhere   Intent = "elsewhere"            // nothing that a shop can help with
)

// Intents lists them in the order of the weights.
var Intents = []Intent{IntentYes, IntentNo, IntentMaybe, IntentRepeat, IntentCancel, IntentThanks, IntentGoodbye, IntentGreeting, IntentHelp,
	IntentBot, IntentOrderStatus, IntentList, IntentListUpdate, IntentSpeed, IntentShop, IntentElsewhere}

// Guess is the intent that fits best, and how sure that is (0 to 1).
type Guess struct {
	Intent Intent
	Sure   float64
}

// model is a table of weights: a scale (float32, little endian), a bias and a row of one byte for each intent and bucket; hear/train
// makes it. It is read where it lies: nothing is decoded at the start.
type model struct {
	weights string
	buckets int                  // rows; a power of two
	words   func(string) []Token // how a text is cut
	cued    bool                 // there are patterns for it
}

// Bounds of a model.
const (
	intentHead = 4
	maxGuessed = 64 // words that are looked at
)

//go:embed intent.bin
var englishWeights string

//go:embed intent_es.bin
var spanishWeights string

//go:embed intent_de.bin
var germanWeights string

// IntentBuckets are the rows of the weights of a language.
func IntentBuckets(locale string) int { return modelOf(baseOf(locale)).buckets }

func modelOf(tag string) model {
	switch tag {
	case "es":
		return model{spanishWeights, 1 << 14, Tokens, false}
	case "de":
		return model{germanWeights, 1 << 14, Tokens, false}
	}
	return model{englishWeights, 1 << 16, english.Words, true}
}

// Intent guesses what a turn is for. It never decides a change: what is bought is for grammar and catalogue to say.
func (l *Language) Intent(text string) Guess {
	return IntentIn(l.Tag, text)
}

// IntentIn guesses what a turn is for that was said in the language of a locale: Spanish, German, else English.
func IntentIn(locale, text string) Guess {
	return modelOf(baseOf(locale)).guess(text)
}

// IntentBy guesses by other weights for English than those that are in use: for who makes new ones.
func IntentBy(weights, text string) Guess {
	m := modelOf("en")
	m.weights = weights
	return m.guess(text)
}

func (m model) guess(text string) Guess {
	scores, s := m.scores(text)
	if scores == nil {
		return Guess{}
	}
	shop, elsewhere := slices.Index(Intents, IntentShop), slices.Index(Intents, IntentElsewhere)
	if s.strong {
		scores[elsewhere] = math.Inf(-1)
	}
	plain := guess(scores)
	if s.talks { // who says so much seldom means goods or the world
		scores[shop] -= shopYields
		scores[elsewhere] -= elsewhereYields
	}
	if g := guess(scores); g.Intent != plain.Intent {
		return g
	}
	return plain
}

// scores are those of each intent; nil = there are no words, or no weights.
func (m model) scores(text string) ([]float64, shown) {
	n := len(Intents)
	if len(m.weights) != intentHead+n*(m.buckets+1) {
		return nil, shown{}
	}
	s := m.shown(text)
	if len(s.plain) == 0 {
		return nil, s
	}
	scale := math.Float32frombits(binary.LittleEndian.Uint32([]byte(m.weights[:intentHead])))
	scores := make([]float64, n)
	for i := range n {
		scores[i] = float64(scale) * float64(int8(m.weights[intentHead+i]))
	}
	for _, list := range [][]Feature{s.plain, s.cues} {
		for _, f := range list {
			row, gain := m.weights[intentHead+n+int(f.Bucket)*n:][:n], float64(f.Gain*scale)
			for i := range n {
				scores[i] += gain * float64(int8(row[i]))
			}
		}
	}
	return scores, s
}

// guess is the best of scores, with its share of the whole.
func guess(scores []float64) Guess {
	best := 0
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	sum := 0.0
	for _, s := range scores {
		sum += math.Exp(s - scores[best])
	}
	return Guess{Intents[best], 1 / sum}
}

// Feature is a row of the weights that a text falls into, and how much it counts.
type Feature struct {
	Bucket uint32
	Gain   float32
}

// What features count: each of the two groups of plain ones shares its gain, a cue has its own.
const (
	groupGain = 0.7
	cueGain   = 0.5
)

// How much goods and the world give way where a cue of talk is shown.
const (
	shopYields      = 4
	elsewhereYields = 3
)

// IntentFeatures are what a text shows. Plain are its words, pairs and triples of words, and the letters of words in threes to
// fives (so that a word heard half wrong still tells); cues are ways of speaking that the language has patterns for.
func IntentFeatures(locale, text string) (plain, cues []Feature) {
	s := modelOf(baseOf(locale)).shown(text)
	return s.plain, s.cues
}

// shown is what a text shows: its features, whether it has a cue of talk, and a word that only shoppers use.
type shown struct {
	plain, cues   []Feature
	talks, strong bool
}

func (m model) shown(text string) (s shown) {
	words := m.words(text)
	if len(words) > maxGuessed {
		words = words[:maxGuessed]
	}
	if len(words) == 0 {
		return s
	}
	said, letters := make([]uint32, 0, 3*len(words)+2), make([]uint32, 0, 32*len(words))
	prev, before := "^", "^"
	for _, w := range words {
		t := w.Text
		said = append(said, m.bucket("w", t), m.bucket("2", prev, t), m.bucket("3", before, prev, t))
		if t != "" {
			letters = m.letterParts(letters, t)
		}
		before, prev = prev, t
	}
	said = append(said, m.bucket("2", prev, "$"), m.bucket("3", before, prev, "$"))
	s.plain = make([]Feature, 0, len(said)+len(letters))
	for _, group := range [][]uint32{said, letters} {
		slices.Sort(group)
		group = slices.Compact(group)
		share := float32(groupGain / math.Sqrt(float64(len(group))))
		for _, b := range group {
			s.plain = append(s.plain, Feature{b, share})
		}
	}
	if m.cued {
		var rows []uint32
		rows, s.talks, s.strong = m.cuesOf(words)
		s.strong = s.strong || particulars.MatchString(text)
		for _, b := range rows {
			s.cues = append(s.cues, Feature{b, cueGain})
		}
	}
	return s
}

// particulars are what a shop asks its callers for, and nobody says to the world at large: an e-mail address, a zip code, the number
// of an order, a name that is given as one's own.
var particulars = regexp.MustCompile(`(?i)\S@\S+\.\S|\d{5}|\bmy (?:name|e-?mail|zip|address|phone|order)(?: \w+){0,2} is\b|\bI live in\b`)

// cuesOf are the cues that words show, alone and with how short they are, and how many words of the trade there are.
func (m model) cuesOf(words []Token) (out []uint32, talks, strong bool) {
	out = []uint32{m.bucket("n", lengths[min(len(words), len(lengths)-1)])}
	line, length := Text(words), "long"
	if len(words) < 5 {
		length = "short"
	}
	cues := compiledCues()
	sifted := cues.In(line)
	for i := sifted.Next(0); i >= 0; i = sifted.Next(i + 1) {
		if cues.At(i).MatchString(line) {
			out = append(out, m.bucket("cue", englishCues[i].name), m.bucket("cue", englishCues[i].name, length))
			talks = talks || englishCues[i].talk == always || englishCues[i].talk == ifShort && len(words) < 7
		}
	}
	if len(out) == 1 {
		out = append(out, m.bucket("cue"), m.bucket("cue", length))
	}
	all, only := trade(words)
	out = append(out, m.bucket("trade", strconv.Itoa(min(all, 4))), m.bucket("strong", strconv.Itoa(min(only, 3))), m.bucket("of", strconv.Itoa(5*all/len(words))))
	return out, talks, only > 0
}

var lengths = []string{"0", "1", "2", "3", "4", "5", "6", "6", "8", "8", "8", "11", "11", "11", "11", "15"}

// letterParts adds the parts of a word; its ends are marked.
func (m model) letterParts(out []uint32, word string) []uint32 {
	var buf [42]byte
	marked := append(append(append(buf[:0], '<'), word[:min(len(word), 40)]...), '>')
	for size := 3; size <= 5; size++ {
		for i := 0; i+size <= len(marked); i++ {
			h := uint32(2166136261)
			for _, c := range marked[i : i+size] {
				h = (h ^ uint32(c)) * 16777619
			}
			out = append(out, m.row(h))
		}
	}
	return out
}

// bucket hashes parts with a mark between them.
func (m model) bucket(parts ...string) uint32 {
	h := uint32(2166136261)
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint32(p[i])) * 16777619
		}
		h = (h ^ ' ') * 16777619
	}
	return m.row(h)
}

func (m model) row(h uint32) uint32 { return (h ^ h>>16) & uint32(m.buckets-1) }
