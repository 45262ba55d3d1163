package speak

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evercart/evercart"
)

// Pieces cuts a stream of text, as a model writes it, into pieces that can be spoken at once: whole sentences, the first one
// early, never cut inside an amount, a link, a table or a tag. A piece is plain (see Voice.Plain) with amounts as words, and
// has no blanks around it: pieces are joined by one blank. The same text gives the same pieces however the stream was split.
// It is for one reply, and for one goroutine.
type Pieces struct {
	v     *Voice
	c     evercart.Currency
	buf   string // not yet cut, whole characters
	tail  string // the beginning of a character whose other bytes are still to come
	from  int    // buf before here was looked at: no cut
	given bool   // a piece has been given
}

const (
	early    = 40  // characters after which the first piece may end at a comma
	short    = 20  // a later sentence under this waits for the next one
	long     = 160 // characters after which any piece may end at a comma
	tooLong  = 600 // characters after which it ends at any blank
	lookNext = 8   // bytes of the next line that tell what it begins
)

// NewPieces begins a reply; c is the currency of the session, which a bare "$" means where it can.
func NewPieces(v *Voice, c evercart.Currency) *Pieces { return &Pieces{v: v, c: c} }

// Write takes the next part of the stream and gives the pieces that it completes.
func (p *Pieces) Write(delta string) []string {
	p.take(delta)
	return p.cut(false)
}

// Flush ends the reply and gives what is left. Pieces may be used again for another one.
func (p *Pieces) Flush() []string {
	p.buf, p.tail = p.buf+strings.ToValidUTF8(p.tail, "\ufffd"), ""
	out := p.cut(true)
	*p = Pieces{v: p.v, c: p.c}
	return out
}

// take keeps back the bytes of a character that has not wholly come.
func (p *Pieces) take(delta string) {
	s := p.tail + delta
	p.tail = ""
	for i := len(s) - 1; i >= 0 && i >= len(s)-utf8.UTFMax; i-- {
		if utf8.RuneStart(s[i]) {
			if !utf8.FullRuneInString(s[i:]) {
				s, p.tail = s[:i], s[i:]
			}
			break
		}
	}
	p.buf += evercart.Clean(s)
}

func (p *Pieces) cut(final bool) []string {
	var out []string
	for {
		end, block := p.next(final)
		if end < 0 {
			break
		}
		out = p.give(out, p.buf[:end], block)
		p.buf, p.from = p.buf[end:], 0
	}
	if final {
		out = p.give(out, p.buf, false)
	}
	return out
}

// give adds what is to be said of raw; a piece that is all markup says nothing.
func (p *Pieces) give(out []string, raw string, block bool) []string {
	said := p.v.Spoken(raw, p.c)
	if strings.IndexFunc(said, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) < 0 {
		return out
	}
	if block {
		said = ended(said)
	}
	p.given = true
	return append(out, said)
}

// next finds the end of the next piece, behind the last character that decides it; -1 = not yet known. A decision never
// depends on how much more of the stream is there: that is why the split does not matter.
func (p *Pieces) next(final bool) (end int, block bool) {
	chars := utf8.RuneCountInString(p.buf[:p.from])
	for i := p.from; i < len(p.buf); {
		r, n := utf8.DecodeRuneInString(p.buf[i:])
		if r == '\n' && !p.known(i+1, final) {
			return -1, false
		}
		if i > 0 && unicode.IsSpace(r) {
			if cut, block := p.may(i, r, chars); cut && (chars >= tooLong || !p.open(p.buf[:i])) {
				return i + n, block
			}
		}
		i += n
		chars++
		p.from = i
		if strings.ContainsRune("。！？", r) && !p.open(p.buf[:i]) { // scripts that put no blank behind a sentence
			return i, false
		}
		if chars >= 4*tooLong && !unicode.IsNumber(r) && !unicode.IsPunct(r) && !unicode.IsSymbol(r) {
			return i, false // not a blank in sight: the stream is bounded all the same
		}
	}
	return -1, false
}

// known says that what the next line begins can be told.
func (p *Pieces) known(at int, final bool) bool {
	rest := p.buf[at:]
	return final || len(rest) >= lookNext || strings.Contains(rest, "\n")
}

// may says whether a piece may end before the blank r at i.
func (p *Pieces) may(i int, r rune, chars int) (cut, block bool) {
	head := p.buf[:i]
	line := head[strings.LastIndexByte(head, '\n')+1:]
	if r == '\n' {
		return p.lineEnds(line, p.buf[i+1:]), true
	}
	if isRow(line) {
		return false, false
	}
	body := strings.TrimRight(head, "\"'”’)*_`~")
	last, _ := utf8.DecodeLastRuneInString(body)
	switch {
	case len(line) < 12 && strings.TrimSpace(line) == strings.TrimSpace(marker.FindString(line+" ")):
		return false, false // "1." begins an item
	case strings.ContainsRune("!?…", last), last == '.' && !p.abridged(body):
		return !p.given || chars >= short, false
	case strings.ContainsRune(",;:", last) && chars >= early:
		return !p.given || chars >= long, false
	case chars >= tooLong && !unicode.IsDigit(last) && !unicode.Is(unicode.Sc, last):
		return true, false
	}
	return false, false
}

// lineEnds says whether a piece may end with a line: what follows begins something else. A table is one piece.
func (p *Pieces) lineEnds(line, rest string) bool {
	following, _, _ := strings.Cut(rest, "\n")
	if isRow(line) {
		return !isRow(following)
	}
	return strings.TrimSpace(following) == "" || isRow(following) || marker.MatchString(following) || fence.MatchString(following) ||
		marker.MatchString(line)
}

func isRow(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "|") }

// abridged says that the full stop at the end is that of an abbreviation.
func (p *Pieces) abridged(s string) bool {
	s = strings.TrimSuffix(s, ".")
	word := s[strings.LastIndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' })+1:]
	return p.v.t.abridged[strings.ToLower(word)]
}

var beginsTag = regexp.MustCompile(`<[a-zA-Z/!][^<>]*$`)

// open says that a link, an image or a tag has begun and not ended.
func (p *Pieces) open(s string) bool {
	if at := strings.LastIndexByte(s, '['); at >= 0 {
		rest := s[at:]
		shut := strings.IndexByte(rest, ']')
		if shut < 0 || strings.HasPrefix(rest[shut+1:], "(") && strings.Count(rest[shut:], "(") > strings.Count(rest[shut:], ")") {
			return true
		}
	}
	return beginsTag.MatchString(s) || strings.LastIndex(s, "<!--") > strings.LastIndex(s, "-->")
}
