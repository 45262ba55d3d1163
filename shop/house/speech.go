package house

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evercart/evercart/hear"
)

// swap is written ↔ spoken.
type swap struct{ from, to string }

// byLength makes swaps of a table, the longest first, so that "Café Noir" wins over "Café".
func byLength(table map[string]string, back bool) []swap {
	out := make([]swap, 0, len(table))
	for written, spoken := range table {
		if back {
			written, spoken = spoken, written
		}
		out = append(out, swap{written, spoken})
	}
	slices.SortFunc(out, func(a, b swap) int {
		if d := len(b.from) - len(a.from); d != 0 {
			return d
		}
		return strings.Compare(a.from, b.from)
	})
	return out
}

// Pronounce writes a piece as a voice should say it: whole words alone, whatever their case. Amounts are words by then, and no
// pronunciation may touch those (settle refuses it).
func (h *House) Pronounce(text string) string { return replaceWords(text, h.said) }

// Written undoes Pronounce, for what a channel reports as heard.
func (h *House) Written(text string) string { return replaceWords(text, h.written) }

// maxSpokenWords bounds a pronunciation that is looked for in what was heard.
const maxSpokenWords = 4

// Meant writes words that were heard as the shop writes them: "swayed boots" are suede ones where the shop says "swayd".
func (h *House) Meant(heard string) string {
	words := strings.Fields(heard)
	for i := range words {
		for n := min(maxSpokenWords, len(words)-i); n > 0; n-- {
			if written := h.soundsLike(strings.Join(words[i:i+n], "")); written != "" {
				words = slices.Concat(words[:i], []string{written}, words[i+n:])
				break
			}
		}
	}
	return strings.Join(words, " ")
}

// soundsLike is what is written for a word that was heard as it is pronounced, give or take a letter; "" = none.
func (h *House) soundsLike(heard string) string {
	heard = squeeze(heard)
	if len(heard) < 4 {
		return ""
	}
	for _, s := range h.spoken {
		if s.from == heard || len(s.from) >= 5 && hear.Distance(s.from, heard, 1) <= 1 && hear.Sound(s.from) == hear.Sound(heard) {
			return s.to
		}
	}
	return ""
}

// squeezed makes swaps of spoken forms in one word.
func squeezed(table map[string]string) []swap {
	out := byLength(table, true)
	for i := range out {
		out[i].from = squeeze(out[i].from)
	}
	return out
}

func squeeze(words string) string {
	return strings.NewReplacer("-", "", " ", "").Replace(hear.Fold(words))
}

// replaceWords goes once from left to right; what was put in is not looked at again.
func replaceWords(text string, swaps []swap) string {
	if len(swaps) == 0 {
		return text
	}
	var b strings.Builder
	for at := 0; at < len(text); {
		if s, ok := swapAt(text, at, swaps); ok {
			b.WriteString(s.to)
			at += len(s.from)
			continue
		}
		_, n := utf8.DecodeRuneInString(text[at:])
		b.WriteString(text[at : at+n])
		at += n
	}
	return b.String()
}

func swapAt(text string, at int, swaps []swap) (swap, bool) {
	if before, _ := utf8.DecodeLastRuneInString(text[:at]); at > 0 && isLetter(before) {
		return swap{}, false
	}
	for _, s := range swaps {
		end := at + len(s.from)
		if end > len(text) || !strings.EqualFold(text[at:end], s.from) {
			continue
		}
		if after, _ := utf8.DecodeRuneInString(text[end:]); end < len(text) && isLetter(after) {
			continue
		}
		return s, true
	}
	return swap{}, false
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// priceWords are what amounts are made of when they are spoken.
var priceWords = map[string]bool{"dollar": true, "dollars": true, "cent": true, "cents": true, "euro": true, "euros": true, "pound": true, "pounds": true, "pence": true,
	"penny": true, "yen": true, "franc": true, "francs": true, "peso": true, "pesos": true, "and": true, "minus": true, "hundred": true, "thousand": true, "million": true,
	"zero": true, "twenty": true, "thirty": true, "forty": true, "fifty": true, "sixty": true, "seventy": true, "eighty": true, "ninety": true}

// touchesPrices says that a written form could stand inside an amount, as figures or as words.
func touchesPrices(written string) bool {
	if strings.ContainsAny(written, "0123456789$€£¥") {
		return true
	}
	words := hear.Tokens(written)
	if len(words) == 0 {
		return true
	}
	return !slices.ContainsFunc(words, func(t hear.Token) bool { return !priceWords[t.Text] && digitWords[t.Text] == "" })
}
