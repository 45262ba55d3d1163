package sse_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/evercart/evercart/internal/sse"
)

func all(t *testing.T, r io.Reader, max int) ([]sse.Event, error) {
	t.Helper()
	var out []sse.Event
	for in := sse.NewReader(r, max); ; {
		e, err := in.Next()
		if err != nil {
			return out, err
		}
		out = append(out, e)
	}
}

func TestReader(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   string
		want []sse.Event
	}{
		"one":                     {"data: a\n\n", []sse.Event{{Data: "a"}}},
		"no blank after colon":    {"data:a\n\n", []sse.Event{{Data: "a"}}},
		"two blanks":              {"data:  a\n\n", []sse.Event{{Data: " a"}}},
		"lines":                   {"data: a\ndata: b\n\n", []sse.Event{{Data: "a\nb"}}},
		"names and ids":           {"event: x\nid: 7\ndata: a\n\ndata: b\n\n", []sse.Event{{Name: "x", ID: "7", Data: "a"}, {Data: "b"}}},
		"comments and retry":      {": hello\n\nretry: 5\n\ndata: a\n\n", []sse.Event{{Data: "a"}}},
		"crlf":                    {"data: a\r\n\r\ndata: b\r\n\r\n", []sse.Event{{Data: "a"}, {Data: "b"}}},
		"cr":                      {"data: a\r\rdata: b\r\r", []sse.Event{{Data: "a"}, {Data: "b"}}},
		"byte order mark":         {"\xef\xbb\xbfdata: a\n\n", []sse.Event{{Data: "a"}}},
		"last blank line missing": {"data: a\n", []sse.Event{{Data: "a"}}},
		"half a line is nothing":  {"data: a\n\ndata: b", []sse.Event{{Data: "a"}}},
		"name without data":       {"event: x\n\ndata: a\n\n", []sse.Event{{Data: "a"}}},
		"empty data":              {"data\n\n", []sse.Event{{Data: ""}}},
		"invalid bytes stay":      {"data: \xff\n\n", []sse.Event{{Data: "\xff"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for how, r := range map[string]io.Reader{"whole": strings.NewReader(c.in), "byte by byte": iotest.OneByteReader(strings.NewReader(c.in))} {
				got, err := all(t, r, 1<<10)
				if !errors.Is(err, io.EOF) {
					t.Errorf("%s: ended with %v", how, err)
				}
				if d := cmp.Diff(c.want, got); d != "" {
					t.Errorf("%s: %s", how, d)
				}
			}
		})
	}
}

func TestReaderBounds(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]string{
		"one line":   "data: " + strings.Repeat("x", 200) + "\n\n",
		"many lines": strings.Repeat("data: xxxxxxxx\n", 50) + "\n",
		"no end":     strings.Repeat("x", 200),
	} {
		if got, err := all(t, strings.NewReader(in), 100); !errors.Is(err, sse.ErrTooLarge) || len(got) > 0 {
			t.Errorf("%s: %d events, %v", name, len(got), err)
		}
	}
	if got, err := all(t, strings.NewReader(strings.Repeat("data: 123456789\n\n", 50)), 100); !errors.Is(err, io.EOF) || len(got) != 50 {
		t.Errorf("the bound is one event's: %d events, %v", len(got), err)
	}
}

func TestReaderGivesTheCause(t *testing.T) {
	t.Parallel()
	broken := errors.New("line dropped")
	got, err := all(t, io.MultiReader(strings.NewReader("data: a\n\ndata: b\n"), iotest.ErrReader(broken)), 100)
	if !errors.Is(err, broken) || len(got) != 1 {
		t.Errorf("a cut stream gave %d events and %v; want the one that was whole and the cause", len(got), err)
	}
}

func FuzzAppendThenRead(f *testing.F) {
	f.Add("x", "1", "a\nb")
	f.Add("", "", "\r")
	f.Fuzz(func(t *testing.T, name, id, data string) {
		b := sse.Append(nil, sse.Event{Name: name, ID: id, Data: data})
		got, err := all(t, strings.NewReader(string(b)), 1<<20)
		if !errors.Is(err, io.EOF) || len(got) != 1 {
			t.Fatalf("%d events, %v", len(got), err)
		}
		if want := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(data); got[0].Data != want {
			t.Fatalf("data %q became %q", data, got[0].Data)
		}
	})
}
