package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

// slot is one thing or one cue of a turn.
type slot struct {
	letter rune
	text   string
	it     item
	def    bool // it is spoken of as one that is known: "the", "my", or no article
}

// slotted is a turn cut into slots, with the letters as they are matched.
type slotted struct {
	slots []slot
}

func (s slotted) letters() string {
	var b strings.Builder
	for _, one := range s.slots {
		b.WriteRune(one.letter)
	}
	return b.String()
}

// slotsOf cuts a turn into slots, once: who asks again gets a copy of what was cut.
func (t *turn) slotsOf(text string) slotted {
	if t.cut == nil || t.cut.text != text {
		t.cut = &cutTurn{text, t.cutSlots(text)}
	}
	return slotted{slots: slices.Clone(t.cut.slots.slots)}
}

// cutTurn is a text with its slots.
type cutTurn struct {
	text  string
	slots slotted
}

// cutSlots cuts. Pieces that tell something and name no goods are left out.
func (t *turn) cutSlots(text string) slotted {
	words := t.Brain.listed(t.lang.Words(unmasked.Replace(text)))
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	var out slotted
	words = t.heardNumbers(words)
	for from := 0; from < len(words); {
		to := from
		for to < len(words)-1 && words[to].Stop == hear.None {
			to++
		}
		t.pieceSlots(&out, words[from:to+1])
		from = to + 1
	}
	if s := out.letters(); strings.HasPrefix(s, "x,") && out.slots[0].text == "sorry" && strings.ContainsAny(s, "aAmrwsvkg") { // "sorry, I need …"
		out.slots = out.slots[2:]
	}
	out.slots = t.enough(t.onesOf(unmentioned(t.topics(out.slots))))
	for n := len(out.slots); n > 0 && strings.ContainsRune(",.&", out.slots[n-1].letter); n-- {
		out.slots = out.slots[:n-1]
	}
	return out
}

// pieceSlots reads what stands between two marks, one part after the other where an "and" parts them.
func (t *turn) pieceSlots(out *slotted, words []token) {
	raw := hear.Text(words)
	if t.questionAt(words) == "" {
		words = t.withoutAsides(words, raw)
	}
	if len(words) == 0 {
		return
	}
	stop := slotPeriod
	if words[len(words)-1].Stop <= hear.Comma {
		stop = slotComma
	}
	before := len(out.slots)
	for from := 0; from < len(words); {
		to := from + 1
		for to < len(words) && !t.parts(words, to) {
			to++
		}
		t.partSlots(out, words[from:to])
		from = to
	}
	if len(out.slots) > before {
		out.slots = append(out.slots, slot{letter: stop})
	}
}

// parts says that a wish of its own may begin at i: at an "and" that joins no name.
func (t *turn) parts(words []token, i int) bool {
	if w := words[i].Text; i+1 < len(words) && t.tables.thirds[w] && w != "who" && w != "there" && runsOn[words[i+1].Text] && (t.wordKind(words[i-1].Text) >= wordValue || t.sizeAt(words, i-1)) { // "the cardigan it is a bit pricey"
		return true
	}
	letter, n := englishCues.At(words, i)
	return n > 0 && letter == slotAnd && i+n < len(words) && words[i-1].Text != "last" && t.splits(words, i) && !t.nameJoins(words[i-1].Text, words[i+n].Text)
}

var runsOn = set("is", "are", "was", "were", "has", "have", "looks", "does")

// partSlots reads one part.
func (t *turn) partSlots(out *slotted, words []token) {
	raw := hear.Text(words)
	if rest := t.polite(raw); rest != raw && t.questionAt(words) == "" {
		words = t.reworded(words, rest)
	}
	t.begun = len(out.slots) > 0
	var piece []slot
	for i := 0; i < len(words); {
		if n := t.reason(words, i, len(piece) == 0); n > 0 {
			if words[i].Text == "for" && len(piece) == 1 && piece[0].letter == slotCount { // "three candles, one for each of us"
				piece = nil
			}
			i += n
			continue
		}
		if len(piece) == 0 || piece[len(piece)-1].letter == slotAnd {
			if q := t.questionAt(words[i:]); q != "" {
				piece = append(piece, slot{letter: slotAsk, text: q})
				break
			}
		}
		n := 0
		piece, n = t.slotAt(piece, words, i)
		i += n
	}
	letters := slotted{slots: piece}.letters()
	if len(words) == 0 || t.tells(words, piece) || t.besides(piece) {
		return
	}
	if strings.ContainsRune(letters, slotWord) && !strings.ContainsAny(letters, "CDSZaAmrsw") && t.beside(raw) {
		for i, s := range piece {
			if s.letter == slotNew {
				piece[i].letter = slotPassing
			}
		}
	}
	out.slots = append(out.slots, piece...)
}

// polite takes off what only asks kindly; what takes back stays.
func (t *turn) polite(raw string) string {
	words := t.wordsOf(raw)
	if len(words) == 0 {
		return raw
	}
	head := ""
	if letter, n := englishCues.At(words, 0); n > 0 && letter == slotAnd && n < len(words) {
		head, words = hear.Text(words[:n])+" ", words[n:]
	}
	if letter, n := englishCues.At(words, 0); n > 0 && (letter == slotFix || letter == slotNot || letter == slotRather || letter == slotHard || letter == slotBut) {
		return raw
	}
	if rest := t.grammar.front(hear.Text(words)); rest != "" {
		return head + rest
	}
	return raw
}

// reworded reads words again, with the mark that stood behind them.
func (t *turn) reworded(words []token, text string) []token {
	out := t.lang.Words(text)
	if n := len(out); n > 0 {
		out[n-1].Stop = words[len(words)-1].Stop
	}
	return out
}

// withoutAsides leaves purposes and reasons out.
func (t *turn) withoutAsides(words []token, raw string) []token {
	cut := t.cutAsides(raw)
	if cut == raw {
		return words
	}
	left := t.wordsOf(cut)
	for _, w := range words { // what names goods is no aside
		if t.wordKind(w.Text) == wordGoods && !slices.ContainsFunc(left, func(o token) bool { return o.Text == w.Text }) {
			return words
		}
	}
	return t.reworded(words, cut)
}
