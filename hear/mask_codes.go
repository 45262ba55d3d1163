package hear

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

const codeNames = `(?:security\s+(?:code|number|digits)|verification\s+(?:code|number|value)|\bc[\s.]*v[\s.]*[vcn]\b[\s.]*2?\b|\bcvv2|\bcvc2|\bcsc\b|` +
	`(?:three|four|3|4|last\s+three|tres|drei)\s+(?:digits?|numbers?|dígitos|números|ziffern|zahlen)\s+(?:(?:that\s+are\s+)?on|at|del|de|auf)\s+(?:the\s+|la\s+|der\s+)?(?:back|rear|reverse|reverso|rückseite)|` +
	`(?:number|code|digits)\s+on\s+(?:the\s+)?back|c[oó]digo\s+de\s+seguridad|sicherheitscode|prüfnummer|prüfziffer|kartenprüfnummer)`

var (
	codeName   = regexp.MustCompile(`(?i)` + codeNames)
	codeBefore = regexp.MustCompile(`(?i)` + codeNames + `(?:[\s:=,.\-"']|\b(?:is|are|it'?s|its|of|on|the|my|card|number|code|digits?|back|would|be|says?|as|es|ist|lautet|son|für|meine|karte|s|ok|okay|um|uh)\b)*$`)
	codeAfter  = regexp.MustCompile(`(?i)^[\s,]*(?:\b(?:is|are|was|that'?s|es|ist)\b|'s)(?:\s|\b(?:the|my|for|el|mi|la|der|die|meine?)\b){1,6}` + codeNames)
	// codeBehind is the end of "(card number) 09/29" and of "(card number) and the code is": what follows right there is the code.
	codeBehind = regexp.MustCompile(`(?i)` + regexp.QuoteMeta(MaskedCard) + `[\s,.;:\-/]*(?:\d{1,2}\s?/\s?\d{2,4}[\s,.;:\-]+)?` +
		`(?:(?:\b(?:and|with|the|its|my|y|el|und|der)\s+)*\b(?:code|c[oó]digo|pr[uü]fcode)\b[\s:=]*(?:\b(?:is|it'?s|es|ist)\s+)?)?$`)
)

func maskCodes(text string) string {
	tokens := digitTokens(text)
	long := false // prices and sizes are shorter, and need not be looked at
	for i := 0; i < len(tokens) && !long; i++ {
		long = codeRun(text, tokens, i) > 0
	}
	if !long || !codeName.MatchString(text) && !strings.Contains(text, MaskedCard) {
		return text
	}
	var b strings.Builder
	last := 0
	for i := 0; i < len(tokens); {
		n := codeAt(text, tokens, i)
		if n == 0 {
			i++
			continue
		}
		b.WriteString(text[last:tokens[i].from])
		b.WriteString(MaskedCode)
		last = tokens[i+n-1].to
		i += n
	}
	b.WriteString(text[last:])
	return b.String()
}

// codeRun gives how many tokens from i have as many digits as a security code; 0 = none.
func codeRun(text string, tokens []digitToken, i int) int {
	digits, n := 0, 0
	for j := i; j < len(tokens) && (j == i || tokens[j].joined) && digits+len(tokens[j].digits) <= 4; j++ {
		if digits >= 3 && len(tokens[j-1].digits) > 1 {
			break // "737 2 scarves"
		}
		if j > i && strings.ContainsFunc(text[tokens[j-1].to:tokens[j].from], func(r rune) bool { return r == '/' || unicode.IsLetter(r) }) {
			break // "7 3 7 and two scarves", "09/29"
		}
		digits += len(tokens[j].digits)
		n++
	}
	if digits < 3 {
		return 0
	}
	return n
}

// codeAt gives how many tokens from i are a security code; 0 = none.
func codeAt(text string, tokens []digitToken, i int) int {
	n := codeRun(text, tokens, i)
	if n == 0 {
		return 0
	}
	const near = 96
	head := text[cutAt(text, tokens[i].from-near):tokens[i].from]
	tail := text[tokens[i+n-1].to:cutAt(text, tokens[i+n-1].to+near)]
	switch { // a code's name stands between it and any number before it, so a joined token has none
	case !tokens[i].joined && codeBefore.MatchString(head), codeAfter.MatchString(tail), strings.Contains(head, MaskedCard) && codeBehind.MatchString(head):
		return n
	}
	return 0
}

// cutAt moves into the text, and to the beginning of a character.
func cutAt(text string, at int) int {
	at = min(max(at, 0), len(text))
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}
