package catalog

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/evercart/evercart"
)

// peekSize is how much of a feed may be looked at to tell what it is.
const peekSize = 64 << 10

// input is a feed as UTF-8 without a byte-order mark, bounded as a whole and row by row.
type input struct {
	read   atomic.Int64 // bytes of the source, as stored
	text   *bufio.Reader
	budget *budget // what parsers read from
}

// open unpacks and decodes. A UTF-16 mark is obeyed; all else is taken as UTF-8.
func open(r io.Reader) (*input, error) {
	in := &input{}
	raw := bufio.NewReaderSize(&counted{r: r, n: &in.read}, 32<<10)
	var plain io.Reader = raw
	if magic, _ := raw.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(raw)
		if err != nil {
			return nil, evercart.Wrap(err, evercart.Invalid, opImport)
		}
		plain = z
	}
	decoded := transform.NewReader(&capped{r: plain, left: MaxFeed}, unicode.BOMOverride(transform.Nop))
	in.text = bufio.NewReaderSize(decoded, peekSize)
	in.budget = &budget{r: in.text, row: MaxRow, left: MaxRow}
	return in, nil
}

// peek gives the beginning without consuming it.
func (in *input) peek() ([]byte, error) {
	head, err := in.text.Peek(peekSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, readError(err)
	}
	return head, nil
}

// assumeWestern reads a table that is not UTF-8 as what spreadsheets of western countries write; XML names its own set and
// JSON is UTF-8 by definition.
func (in *input) assumeWestern(format string) (bool, error) {
	head, err := in.peek()
	if err != nil || format == FormatGoogleXML || format == FormatJSON {
		return false, err
	}
	if at := bytes.LastIndexByte(head, '\n'); at > 0 { // a character may be cut at the end of what was peeked
		head = head[:at]
	}
	if utf8.Valid(head) {
		return false, nil
	}
	in.budget.r = charmap.Windows1252.NewDecoder().Reader(in.text)
	return true, nil
}

// readError gives the failure of a reader its code.
func readError(err error) error {
	var known *evercart.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader):
		return evercart.Wrap(err, evercart.Invalid, opImport)
	}
	if code := evercart.CodeOf(err); code != evercart.Internal {
		return evercart.Wrap(err, code, opImport)
	}
	return evercart.Wrap(err, evercart.Unavailable, opImport)
}

// counted counts what was read; another goroutine may ask.
type counted struct {
	r io.Reader
	n *atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// capped fails after so many bytes: a packed feed must not unpack without end.
type capped struct {
	r    io.Reader
	left int64
}

func (c *capped) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, evercart.Errorf(evercart.TooLarge, opImport, "the feed is larger than %d bytes", int64(MaxFeed))
	}
	if int64(len(p)) > c.left {
		p = p[:c.left]
	}
	n, err := c.r.Read(p)
	c.left -= int64(n)
	return n, err
}

// budget bounds what a parser may swallow for one row, whatever its own buffers do: an opening quote without an end must
// not take the whole file into memory.
type budget struct {
	r         io.Reader
	row, left int
}

func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, evercart.Errorf(evercart.TooLarge, opImport, "a row is larger than %d bytes (a quote without its end?)", b.row)
	}
	if len(p) > b.left {
		p = p[:b.left]
	}
	n, err := b.r.Read(p)
	b.left -= n
	return n, err
}

func (b *budget) reset() { b.left = b.row }
