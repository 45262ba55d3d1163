// Package sse reads and writes server-sent events: text/event-stream of the WHATWG's HTML standard, without its reconnection.
package sse

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// ErrTooLarge ends a stream of which one event is over the reader's bound.
var ErrTooLarge = errors.New("sse: event over the bound")

// Event is one message of the stream.
type Event struct {
	Name string // "" = "message"
	ID   string
	Data string // lines joined by \n; bytes as they came, also invalid UTF-8
}

// Reader takes events from a stream. Not for concurrent use.
type Reader struct {
	in      *bufio.Reader
	max     int
	begun   bool
	afterCR bool
}

// NewReader reads events of at most max bytes each from r.
func NewReader(r io.Reader, max int) *Reader { return &Reader{in: bufio.NewReader(r), max: max} }

// Next gives the next event that has data. At the end it is io.EOF, after the last event whose lines were whole: the blank
// line after it may be missing, since servers forget it, but half a line is never taken for a whole one.
func (r *Reader) Next() (Event, error) {
	var e Event
	var data []string
	size := 0
	for {
		line, err := r.line(r.max - size)
		if err != nil {
			if errors.Is(err, io.EOF) && len(data) > 0 {
				e.Data = strings.Join(data, "\n")
				return e, nil
			}
			return Event{}, err
		}
		size += len(line)
		if len(line) == 0 {
			if len(data) > 0 {
				e.Data = strings.Join(data, "\n")
				return e, nil
			}
			e, size = Event{}, 0
			continue
		}
		name, value, _ := strings.Cut(string(line), ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "data":
			data = append(data, value)
		case "event":
			e.Name = value
		case "id":
			e.ID = value
		}
	}
}

// line reads up to CR, LF or CRLF, without it; io.EOF when there is no whole line left.
func (r *Reader) line(most int) ([]byte, error) {
	var out []byte
	for {
		b, err := r.in.ReadByte()
		if err != nil {
			return nil, err
		}
		if r.afterCR {
			if r.afterCR = false; b == '\n' {
				continue
			}
		}
		switch b {
		case '\r':
			r.afterCR = true
			return r.first(out), nil
		case '\n':
			return r.first(out), nil
		}
		if out = append(out, b); len(out) > most {
			return nil, ErrTooLarge
		}
	}
}

// first takes the byte order mark from the first line of the stream.
func (r *Reader) first(line []byte) []byte {
	if r.begun {
		return line
	}
	r.begun = true
	return bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
}

// Append writes e to b as it stands on the wire. Name and ID must not hold line breaks; they are cut there.
func Append(b []byte, e Event) []byte {
	if name := oneLine(e.Name); name != "" {
		b = append(append(append(b, "event: "...), name...), '\n')
	}
	if id := oneLine(e.ID); id != "" {
		b = append(append(append(b, "id: "...), id...), '\n')
	}
	data := strings.ReplaceAll(strings.ReplaceAll(e.Data, "\r\n", "\n"), "\r", "\n")
	for line := range strings.SplitSeq(data, "\n") {
		b = append(append(append(b, "data: "...), line...), '\n')
	}
	return append(b, '\n')
}

func oneLine(s string) string {
	if i := strings.IndexAny(s, "\r\n"); i >= 0 {
		return s[:i]
	}
	return s
}
