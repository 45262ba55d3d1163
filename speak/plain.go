package speak

import (
	"html"
	"regexp"
	"strings"
	"unicode"

	"github.com/evercart/evercart"
)

// Plain turns text made for eyes into text for the ear, in English: see Voice.Plain.
func Plain(text string) string { return voices[0].Plain(text) }

// Plain turns text made for eyes (markdown, HTML, tables, emoji, URLs) into one line for the ear. Words are kept, also those
// of links, code and unknown tags; list items, headings and table rows become sentences; signs that a voice stumbles on
// become words ("#1" is "number one", "5*3" is "5 times 3"). The result is valid UTF-8, has none of * _ # | < > [ ] ` ~ \,
// no emoji and no URL, and comes out unchanged when it is put in again.
func (v *Voice) Plain(text string) string {
	const rounds = 8 // each round that changes anything takes signs away; nested escapes need more than one
	for range rounds {
		next := v.plainOnce(text)
		if next == text {
			return next
		}
		text = next
	}
	return text
}

func (v *Voice) plainOnce(text string) string {
	text = evercart.Clean(text)
	if isPlain(text) {
		return text
	}
	text = html.UnescapeString(text)
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\ufffd", "", "\u00a0", " ").Replace(text)
	var b blocks
	for line := range strings.SplitSeq(text, "\n") {
		b.line(v, line)
	}
	return tidy(strings.Join(b.done(), " "))
}

// isPlain says that nothing needs doing: the common case of an ordinary sentence.
func isPlain(s string) bool {
	before := ' '
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || unicode.Is(unicode.Latin, r)
		mark := strings.ContainsRune(".,;:!?", r)
		switch {
		case letter, i > 0 && (r >= '0' && r <= '9' || r == '\'' || r == '’' || r == '$'):
		case mark || r == ' ' || r == '-':
			if before == ' ' || mark && strings.ContainsRune(".,;:!?", before) {
				return false
			}
		default:
			return false
		}
		if before == ':' && r != ' ' {
			return false
		}
		before = r
	}
	return (s == "" || before != ' ') && !strings.Contains(strings.ToLower(s), "www.")
}

// blocks gathers lines into paragraphs.
type blocks struct {
	out    []string
	header []string // of the table that is being read
	item   bool     // the last piece is a list item, a heading or a row: it ends as a sentence
}

var (
	fence    = regexp.MustCompile("^\\s*(```|~~~)")
	ruler    = regexp.MustCompile(`^[\s|:=_*+-]*$`)
	marker   = regexp.MustCompile(`^\s*(?:#{1,6}(?:\s+|$)|>+\s*|[-*+•‣◦–—]+(?:\s+|$)|\d{1,3}[.)](?:\s+|$)|\[[ xX]\]\s+)`)
	refs     = regexp.MustCompile(`^\s*\[[^\]]+\]:\s*\S+.*$`)
	cellEdge = regexp.MustCompile(`\s*\|\s*`)
)

func (b *blocks) line(v *Voice, line string) {
	if fence.MatchString(line) || refs.MatchString(line) {
		b.end()
		return
	}
	if strings.Count(line, "|") > 0 && strings.HasPrefix(strings.TrimSpace(line), "|") {
		b.row(v, line)
		return
	}
	b.header = nil
	if ruler.MatchString(line) {
		b.end()
		return
	}
	marked := false
	for {
		m := marker.FindString(line)
		if m == "" {
			break
		}
		line, marked = line[len(m):], true
	}
	if marked || b.item {
		b.end()
	}
	b.item = marked
	if said := v.inline(line); said != "" {
		b.out = append(b.out, said)
	}
}

// row says a table row with its headings: "Size M, chest 38 inches."
func (b *blocks) row(v *Voice, line string) {
	b.end()
	if ruler.MatchString(line) {
		return
	}
	cells := cellEdge.Split(strings.Trim(strings.TrimSpace(line), "|"), -1)
	for i := range cells {
		cells[i] = v.inline(cells[i])
	}
	if b.header == nil {
		b.header = cells
		return
	}
	var said []string
	for i, c := range cells {
		if i < len(b.header) && b.header[i] != "" && c != "" {
			c = b.header[i] + " " + c
		}
		if c != "" {
			said = append(said, c)
		}
	}
	if len(said) > 0 {
		b.out = append(b.out, strings.Join(said, ", "))
		b.item = true
		b.end()
	}
}

// end makes the last piece a sentence.
func (b *blocks) end() {
	b.item = false
	if n := len(b.out); n > 0 {
		b.out[n-1] = ended(b.out[n-1])
	}
}

func (b *blocks) done() []string {
	if b.item {
		b.end()
	}
	if len(b.out) == 0 && len(b.header) > 0 { // a lone row is no heading
		b.out = []string{strings.Join(b.header, ", ")}
	}
	return b.out
}

// ended gives a sentence its full stop.
func ended(s string) string {
	s = strings.TrimRight(s, " ")
	t := strings.TrimRight(s, `"'”’)`)
	if t == "" || strings.ContainsRune(".!?…:;,", []rune(t)[len([]rune(t))-1]) {
		return s
	}
	return s + "."
}

var (
	image   = regexp.MustCompile(`!\[([^\[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)`)
	link    = regexp.MustCompile(`\[([^\[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])`)
	url     = regexp.MustCompile(`(?i)<?(?:[a-z0-9+.-]*://|www\.|\bmailto:|\btel:\+?\d)[^\s<>|]*>?`)
	comment = regexp.MustCompile(`(?s)<!--.*?-->`)
	tag     = regexp.MustCompile(`(?i)</?(?:a|abbr|audio|b|blockquote|br|code|div|em|h[1-6]|hr|i|img|li|ol|p|pre|script|small|span|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul|` +
		`speak|break|prosody|say-as|emphasis|voice|phoneme|amazon:[a-z-]+)(?:\s[^<>]*)?/?>`)
	product = regexp.MustCompile(`(\d)\s*[*×]\s*(\d)`)
	numero  = regexp.MustCompile(`#\s?(\d+)`)
	sharp   = regexp.MustCompile(`\b([A-Ga-g])#`)
	inches  = regexp.MustCompile(`(\d)\s?["″](\W|$)`)
	roughly = regexp.MustCompile(`~\s?([$€£¥]?\d)`)
	lessFor = regexp.MustCompile(`<\s?([$€£¥]?\d)`)
	moreFor = regexp.MustCompile(`(^|\s)>\s?([$€£¥]?\d)`)
	arrow   = regexp.MustCompile(`\s*(?:[-=]+>|→|⇒|➡)\s*`)
	snake   = regexp.MustCompile(`([\p{L}\p{N}])_+([\p{L}\p{N}])`)
)

// inline cleans one line. Each pattern is tried only where its sign is there: most text has few.
func (v *Voice) inline(s string) string {
	w := v.t.symbols
	if strings.Contains(s, "<") {
		s = comment.ReplaceAllString(s, " ")
		s = tag.ReplaceAllString(s, " ")
	}
	if strings.Contains(s, "[") {
		s = image.ReplaceAllString(s, "$1")
		s = link.ReplaceAllString(s, "$1")
	}
	if low := strings.ToLower(s); strings.Contains(low, "://") || strings.Contains(low, "www.") || strings.Contains(low, "to:") || strings.Contains(low, "tel:") {
		s = url.ReplaceAllStringFunc(s, func(u string) string { return w.link + trailing(u) })
	}
	s = strings.ReplaceAll(s, `\"`, `"`)
	if strings.ContainsAny(s, ">→⇒➡") {
		s = arrow.ReplaceAllString(s, " "+w.to+" ")
	}
	if strings.ContainsAny(s, "*×") {
		for product.MatchString(s) {
			s = product.ReplaceAllString(s, "$1 "+w.times+" $2")
		}
	}
	if strings.Contains(s, "#") {
		s = numero.ReplaceAllStringFunc(s, func(m string) string { return w.number + " " + v.small(strings.Trim(m, "# \t")) })
		s = sharp.ReplaceAllString(s, "$1 "+w.sharp)
	}
	if strings.ContainsAny(s, "~<>") {
		s = roughly.ReplaceAllString(s, w.about+" $1")
		s = lessFor.ReplaceAllString(s, w.less+" $1")
		s = moreFor.ReplaceAllString(s, "${1}"+w.more+" $2")
	}
	if strings.Count(s, `"`)%2 == 1 || strings.ContainsAny(s, "″") {
		s = inches.ReplaceAllString(s, "$1 "+w.inches+"$2")
	}
	if strings.Contains(s, "_") {
		s = snake.ReplaceAllString(s, "$1 $2")
	}
	s = strings.ReplaceAll(s, "&", " "+w.and+" ")
	s = strings.ReplaceAll(s, "|", ", ")
	return strings.Join(strings.Fields(strings.Map(spoken, s)), " ")
}

// trailing keeps the punctuation that follows an address.
func trailing(u string) string {
	kept := u[len(strings.TrimRight(u, ".,;:!?)>")):]
	return strings.Trim(kept, ">")
}

// small says numbers that a list or a rank has; longer ones are read digit by digit as they are.
func (v *Voice) small(digits string) string {
	if len(digits) > 2 || digits[0] == '0' {
		return digits
	}
	n := 0
	for _, d := range digits {
		n = n*10 + int(d-'0')
	}
	return v.Number(n)
}

// spoken drops what no voice can say: markup, emoji, symbols, invisible characters.
func spoken(r rune) rune {
	switch {
	case strings.ContainsRune("*#<>`~\\^{}", r):
		return -1
	case strings.ContainsRune("_[]|", r), unicode.IsSpace(r):
		return ' '
	case r == '°' || r == '+' || r == '=' || r == '%':
		return r
	case unicode.IsControl(r), unicode.Is(unicode.So, r), unicode.Is(unicode.Sk, r), unicode.Is(unicode.Sm, r), unicode.Is(unicode.Co, r):
		return -1
	case unicode.Is(unicode.Cf, r) && r != '\u200c', r >= 0xfe00 && r <= 0xfe0f, r >= 0x1f000, r == 0x20e3, r >= 0x2600 && r <= 0x27bf:
		return -1
	case r == '‼', r == '⁉', r == 'ℹ', r == '〰', r == '〽', r == '㊗', r == '㊙':
		return -1
	}
	return r
}

var (
	hollow = regexp.MustCompile(`\(\s*\)|""|“”`)
	loose  = regexp.MustCompile(`\s+([.,;:!?…])`)
	double = regexp.MustCompile(`([,;:])(?:\s*[,;:])+`)
	closed = regexp.MustCompile(`[,;:]+\s*([.!?])`)
	stops  = regexp.MustCompile(`([!?…])\.|([.])(?:\s+\.)+`)
)

// tidy mends what taking signs away has left behind.
func tidy(s string) string {
	s = hollow.ReplaceAllString(s, "")
	s = strings.Join(strings.Fields(s), " ")
	s = loose.ReplaceAllString(s, "$1")
	s = double.ReplaceAllString(s, "$1")
	s = closed.ReplaceAllString(s, "$1")
	s = stops.ReplaceAllString(s, "$1$2")
	s = strings.TrimSpace(s)
	for {
		t := strings.TrimLeft(strings.TrimPrefix(s, marker.FindString(s)), " .,;:!?")
		if t == s {
			return s
		}
		s = t
	}
}
