package hear

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What stands in the place of what was masked; in round brackets, which a voice passes over in silence.
const (
	MaskedCard = "(card number)"
	MaskedCode = "(security code)"
)

// Mask takes payment card numbers and their security codes out of a text before anything is stored, logged or sent on:
// digits with blanks, dashes, dots or nothing between them, and digits as words ("four one double one", "forty-one eleven")
// in English, Spanish and German. A number is a card's when its issuer range, its length and its check digit say so, or when
// the words before it do ("my card is …": a digit may be misheard). Other numbers stay: order references, phone numbers,
// prices, quantities, SKUs, expiry dates. Masking again changes nothing.
func Mask(text string) (masked string, found bool) {
	if !mayHide(text) {
		return text, false
	}
	masked = maskCards(text)
	masked = maskCodes(masked)
	return masked, masked != text
}

// mayHide is the quick way past: fewer than three digits or digit words hide nothing.
func mayHide(text string) bool {
	n := 0
	for _, t := range digitTokens(text) {
		if n += len(t.digits); n >= 3 {
			return true
		}
	}
	return false
}

// digitToken is a part of a text that says digits.
type digitToken struct {
	from, to int
	digits   string
	word     bool
	joined   bool // to the token before, by nothing but what groups of a number are parted by
}

const maxGap = 3 // characters between two groups of one number

// tokenizer gathers what says digits.
type tokenizer struct {
	text   string
	out    []digitToken
	repeat int // of the next digit: "double"
	since  int // where the word that says so begins
}

// digitTokens finds all that says digits, with "double one" and "forty-one" as one token each.
func digitTokens(text string) []digitToken {
	z := tokenizer{text: text}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case digitOf(r) >= 0:
			i = z.figures(i)
		case unicode.IsLetter(r):
			i = z.word(i)
		default:
			i += n
		}
	}
	return z.out
}

// figures takes a run of figures and gives where it ends.
func (z *tokenizer) figures(from int) int {
	var digits []byte
	i := from
	for i < len(z.text) {
		r, n := utf8.DecodeRuneInString(z.text[i:])
		d := digitOf(r)
		if d < 0 {
			break
		}
		digits = append(digits, byte('0'+d))
		i += n
	}
	z.add(digitToken{from: from, to: i, digits: string(digits)})
	return i
}

// word takes a word and gives where it ends.
func (z *tokenizer) word(from int) int {
	i := from
	for i < len(z.text) {
		r, n := utf8.DecodeRuneInString(z.text[i:])
		if !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) {
			break
		}
		i += n
	}
	word := strings.ToLower(z.text[from:i])
	if digits, ok := digitWords[word]; ok {
		z.add(digitToken{from: from, to: i, digits: digits, word: true})
	} else if n := repeats[word]; n > 0 {
		z.repeat, z.since = n, from
	} else if !fillers[word] {
		z.repeat = 0
	}
	return i
}

func (z *tokenizer) add(t digitToken) {
	if z.repeat > 0 && len(t.digits) == 1 {
		t.from, t.digits = z.since, strings.Repeat(t.digits, z.repeat)
	}
	z.repeat = 0
	if n := len(z.out); n > 0 {
		before := &z.out[n-1]
		t.joined = isGap(z.text[before.to:t.from])
		if t.joined && t.word && before.word && grows(before.digits, t.digits) { // "forty" "one"
			before.digits, before.to = before.digits[:1]+t.digits, t.to
			return
		}
	}
	z.out = append(z.out, t)
}

// grows says that after "forty" (two digits, the second a nought) a single "one" makes forty-one.
func grows(before, digits string) bool {
	return len(before) == 2 && before[1] == '0' && before[0] >= '2' && len(digits) == 1 && digits != "0"
}

// isGap says that a text is only what parts the groups of one number.
func isGap(s string) bool {
	n := 0
	for w := range strings.FieldsSeq(s) {
		if fillers[strings.ToLower(w)] {
			continue
		}
		for _, r := range w {
			if n++; n > maxGap || !parts(r) {
				return false
			}
		}
	}
	return len(s) <= 24
}

// parts says that a character stands between the groups of one number: a dash of any kind, a point, or what cannot be seen.
func parts(r rune) bool {
	return strings.ContainsRune(".,/·_•*:−", r) || unicode.In(r, unicode.Pd, unicode.Cf)
}

// digitOf is the value of a decimal digit of any script that a keyboard or a recogniser writes; −1 for all else.
func digitOf(r rune) int {
	switch {
	case r >= '0' && r <= '9':
		return int(r - '0')
	case r >= '０' && r <= '９':
		return int(r - '０')
	case r >= '٠' && r <= '٩':
		return int(r - '٠')
	case r >= '۰' && r <= '۹':
		return int(r - '۰')
	case r >= '०' && r <= '९':
		return int(r - '०')
	}
	return -1
}

var cardCue = regexp.MustCompile(`(?i)\b(?:card|visa|master\s?card|amex|american express|debit|credit|pan|tarjeta|karte|kreditkarte|kartennummer)\b`)

// otherCue names numbers that are nobody's card.
var otherCue = regexp.MustCompile(`(?i)\b(?:order|reference|ref|tracking|phone|telephone|mobile|call me|sku|pedido|teléfono|bestellung|bestellnummer|telefon)\b`)

func maskCards(text string) string {
	tokens := digitTokens(text)
	var b strings.Builder
	last := 0
	for i := 0; i < len(tokens); {
		n := cardAt(text, tokens, i)
		if n == 0 {
			i++
			continue
		}
		b.WriteString(text[last:tokens[i].from])
		b.WriteString(MaskedCard)
		last = tokens[i+n-1].to
		i += n
	}
	b.WriteString(text[last:])
	return b.String()
}

// cardAt gives how many tokens from i are a card's number; 0 = none.
func cardAt(text string, tokens []digitToken, i int) int {
	digits, best := "", 0
	for j := i; j < len(tokens) && (j == i || tokens[j].joined); j++ {
		digits += tokens[j].digits
		if len(digits) > 19 {
			break
		}
		if issued(digits) && luhn(digits) && (j > i || !isGTIN(tokens[i]) || cuedAsCard(text, tokens[i].from)) {
			best = j - i + 1
		}
	}
	if best > 0 {
		return best
	}
	if hidesCard(tokens[i].digits) {
		return 1
	}
	if n := runLength(tokens, i); n > 0 && (i == 0 || !tokens[i].joined) && cuedAsCard(text, tokens[i].from) {
		return n
	}
	return 0
}

// hidesCard finds a card's number glued to other digits.
func hidesCard(digits string) bool {
	if len(digits) < 17 {
		return false
	}
	for from := range digits {
		for _, n := range []int{16, 15} {
			if from+n <= len(digits) && issued(digits[from:from+n]) && luhn(digits[from:from+n]) {
				return true
			}
		}
	}
	return false
}

// runLength counts the tokens of the run from i when all together have as many digits as a card.
func runLength(tokens []digitToken, i int) int {
	digits, n := 0, 0
	for j := i; j < len(tokens) && (j == i || tokens[j].joined); j++ {
		if digits+len(tokens[j].digits) > 19 {
			break
		}
		digits += len(tokens[j].digits)
		n++
	}
	if digits < 13 {
		return 0
	}
	return n
}

// cuedAsCard says that the words just before speak of a card, and of no other number since.
func cuedAsCard(text string, at int) bool {
	const near = 48
	head := text[max(0, at-near):at]
	cues := cardCue.FindAllStringIndex(head, -1)
	if len(cues) == 0 {
		return false
	}
	return !otherCue.MatchString(head[cues[len(cues)-1][1]:])
}

// issued says that a number begins as an issuer's of its length does.
func issued(d string) bool {
	n := len(d)
	if n < 13 || n > 19 {
		return false
	}
	head := func(k int) int {
		v := 0
		for _, c := range d[:k] {
			v = v*10 + int(c-'0')
		}
		return v
	}
	two, three, four := head(2), head(3), head(4)
	switch {
	case d[0] == '4':
		return n == 13 || n == 16 || n == 19
	case two >= 51 && two <= 55, four >= 2221 && four <= 2720:
		return n == 16
	case two == 34 || two == 37:
		return n == 15
	case three >= 300 && three <= 305, two == 36, two == 38, two == 39:
		return n == 14 || n == 16
	case four >= 3528 && four <= 3589, four == 6011, three >= 644 && three <= 649, two == 65, two == 60, two == 62, four >= 2200 && four <= 2204:
		return n >= 16
	case two == 50, two >= 56 && two <= 58, two == 63, two == 67, two == 81:
		return n >= 16
	}
	return false
}

// isGTIN says that a number written in one is that of an article (EAN-13, GTIN-14), which shops use as SKU: its check digit is
// right. Of card numbers this short, which are all but extinct, one in ten looks like that; then the words must say so.
func isGTIN(t digitToken) bool {
	if n := len(t.digits); t.word || n != 13 && n != 14 {
		return false
	}
	sum := 0
	for i := range len(t.digits) {
		v := int(t.digits[len(t.digits)-1-i] - '0')
		if i%2 == 1 {
			v *= 3
		}
		sum += v
	}
	return sum%10 == 0
}

// luhn checks the check digit.
func luhn(d string) bool {
	sum := 0
	for i := range len(d) {
		v := int(d[len(d)-1-i] - '0')
		if i%2 == 1 {
			if v *= 2; v > 9 {
				v -= 9
			}
		}
		sum += v
	}
	return sum%10 == 0 && strings.Trim(d, "0") != ""
}
