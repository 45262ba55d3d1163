package hear

import (
	_ "embed" // the weights
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"github.com/evercart/evercart/internal/sift"
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

// weights holds a scale (float32, little endian), a bias and a row of one byte for each intent and bucket; hear/train makes
// it. It is read where it lies: nothing is decoded at the start.
//
//go:embed intent.bin
var weights string

// Bounds of the model.
const (
	IntentBuckets = 1 << 15 // rows of the weights; a power of two
	intentHead    = 4
	maxGuessed    = 64 // words that are looked at
)

// Intent guesses what a turn is for. It never decides a change: what is bought is for grammar and catalogue to say.
func (l *Language) Intent(text string) Guess {
	n := len(Intents)
	if l.Tag != "en" || len(weights) != intentHead+n*(IntentBuckets+1) {
		return Guess{}
	}
	features, talks, strong := shown(text)
	if len(features) == 0 {
		return Guess{}
	}
	scale := math.Float32frombits(binary.LittleEndian.Uint32([]byte(weights[:intentHead])))
	scores := make([]float64, n)
	for i := range n {
		scores[i] = float64(scale) * float64(int8(weights[intentHead+i]))
	}
	for _, f := range features {
		row, gain := weights[intentHead+n+int(f.Bucket)*n:][:n], float64(f.Gain*scale)
		for i := range n {
			scores[i] += gain * float64(int8(row[i]))
		}
	}
	shop, elsewhere := slices.Index(Intents, IntentShop), slices.Index(Intents, IntentElsewhere)
	if strong {
		scores[elsewhere] = math.Inf(-1)
	}
	plain := guess(scores)
	if talks { // who says so much seldom means goods or the world
		scores[shop] -= shopYields
		scores[elsewhere] -= elsewhereYields
	}
	if g := guess(scores); g.Intent != plain.Intent {
		return g
	}
	return plain
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

// cueGain is what a cue counts; letters and words share one between them.
const cueGain = 0.5

// How much goods and the world give way where a cue of talk is shown.
const (
	shopYields      = 4
	elsewhereYields = 3
)

// IntentFeatures are what a text shows: its words, pairs and triples of words, the letters of words in threes to fives (so
// that a word heard half wrong still tells), and the cues of the language. Each stands there once, in order.
func IntentFeatures(text string) []Feature {
	features, _, _ := shown(text)
	return features
}

// shown are the features of a text, whether it has a cue of talk, and a word that only shoppers use.
func shown(text string) (out []Feature, talks, strong bool) {
	words := english.Words(text)
	if len(words) > maxGuessed {
		words = words[:maxGuessed]
	}
	if len(words) == 0 {
		return nil, false, false
	}
	parts := make([]uint32, 0, 32*len(words))
	prev, before := "^", "^"
	for _, w := range words {
		t := w.Text
		parts = append(parts, bucket("w", t), bucket("2", prev, t), bucket("3", before, prev, t))
		if t != "" {
			parts = letterParts(parts, t)
		}
		before, prev = prev, t
	}
	parts = append(parts, bucket("2", prev, "$"), bucket("3", before, prev, "$"))
	slices.Sort(parts)
	parts = slices.Compact(parts)
	out = make([]Feature, 0, len(parts)+8)
	share := float32(1 / math.Sqrt(float64(len(parts))))
	for _, p := range parts {
		out = append(out, Feature{p, share})
	}
	rows, talks, strong := cues(words)
	for _, c := range rows {
		out = append(out, Feature{c, cueGain})
	}
	return out, talks, strong
}

// cues are the cues that words show, alone and with how short they are, and how many words of the trade there are.
func cues(words []Token) (out []uint32, talks, strong bool) {
	out = []uint32{bucket("n", lengths[min(len(words), len(lengths)-1)])}
	line, length := Text(words), "long"
	if len(words) < 5 {
		length = "short"
	}
	sifted := sift.Of(line)
	for i, re := range compiledCues() {
		if re.May(sifted) && re.MatchString(line) {
			out = append(out, bucket("cue", englishCues[i].name), bucket("cue", englishCues[i].name, length))
			talks = talks || englishCues[i].talk == always || englishCues[i].talk == ifShort && len(words) < 7
		}
	}
	if len(out) == 1 {
		out = append(out, bucket("cue"), bucket("cue", length))
	}
	all, only := trade(words)
	out = append(out, bucket("trade", strconv.Itoa(min(all, 4))), bucket("strong", strconv.Itoa(min(only, 3))), bucket("of", strconv.Itoa(5*all/len(words))))
	return out, talks, only > 0
}

var lengths = []string{"0", "1", "2", "3", "4", "5", "6", "6", "8", "8", "8", "11", "11", "11", "11", "15"}

// letterParts adds the parts of a word; its ends are marked.
func letterParts(out []uint32, word string) []uint32 {
	var buf [42]byte
	marked := append(append(append(buf[:0], '<'), word[:min(len(word), 40)]...), '>')
	for size := 3; size <= 5; size++ {
		for i := 0; i+size <= len(marked); i++ {
			h := uint32(2166136261)
			for _, c := range marked[i : i+size] {
				h = (h ^ uint32(c)) * 16777619
			}
			out = append(out, fold32(h))
		}
	}
	return out
}

// bucket hashes parts with a mark between them.
func bucket(parts ...string) uint32 {
	h := uint32(2166136261)
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint32(p[i])) * 16777619
		}
		h = (h ^ ' ') * 16777619
	}
	return fold32(h)
}

func fold32(h uint32) uint32 { return uint32((h ^ h>>16) & (IntentBuckets - 1)) }
