package eval

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evercart/evercart"
)

// Read reads a set of understanding cases: JSON objects, one a line, or the short form, told apart by the first byte. In the
// short form a case is what stands before it (cart, "saved:" and "focus:" lists; may be left out), its words after ">", and
// after "=" what it must come to (a cart, then "saved:", "show:" lists, and ask or refuse), after "=|" what is right as well:
//
//	2 BLS-IVR-M, SCF-RED focus: silk-blouse
//	> remove the second one
//	= 2 BLS-IVR-M
//
// A line "lang: de" names the language of the cases after it. Ids and kinds of short cases are made from name and line. Invalid.
func Read(name string, r io.Reader) ([]Case, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxSet+1))
	switch {
	case err != nil:
		return nil, err
	case len(b) > maxSet || !utf8.Valid(b):
		return nil, evercart.Errorf(evercart.Invalid, "eval", "a set is UTF-8 text of at most %d MiB", maxSet>>20)
	case bytes.HasPrefix(bytes.TrimSpace(b), []byte("{")):
		return read[Case](bytes.NewReader(b))
	}
	s := short{name: name}
	lines := bufio.NewScanner(bytes.NewReader(b))
	for n := 1; lines.Scan(); n++ {
		if err := s.take(n, strings.TrimSpace(lines.Text())); err != nil {
			return nil, err
		}
	}
	if s.flush(); len(s.out) == 0 && lines.Err() == nil {
		return nil, evercart.Errorf(evercart.Invalid, "eval", "there are no cases in this file")
	}
	return s.out, lines.Err()
}

const maxSet = 64 << 20

// short is where reading the short form has come to.
type short struct {
	name string
	lang string
	now  Case
	out  []Case
}

func (s *short) flush() {
	if len(s.now.WantAny) > 0 {
		s.out = append(s.out, s.now)
	}
	s.now = Case{}
}

func (s *short) take(n int, line string) error {
	switch {
	case line == "" || strings.HasPrefix(line, "#"):
	case strings.HasPrefix(line, "lang:"):
		s.flush()
		s.lang = strings.TrimSpace(strings.TrimPrefix(line, "lang:"))
	case strings.HasPrefix(line, ">"):
		if len(s.now.WantAny) > 0 {
			s.flush()
		}
		s.now.ID, s.now.Kind, s.now.Lang = s.name+":"+strconv.Itoa(n), s.name, s.lang
		s.now.Said = append(s.now.Said, strings.TrimSpace(line[1:]))
	case strings.HasPrefix(line, "="):
		if len(s.now.Said) == 0 {
			return evercart.Errorf(evercart.Invalid, "eval", "line %d: nothing was said before this", n)
		}
		o, _, err := side(n, strings.TrimPrefix(strings.TrimPrefix(line, "="), "|"))
		if err != nil {
			return err
		}
		s.now.WantAny = append(s.now.WantAny, o)
	default:
		s.flush()
		o, focus, err := side(n, line)
		if err != nil {
			return err
		}
		if s.now.Cart, s.now.Focus = o.Cart, focus; o.Saved != nil {
			s.now.Saved = *o.Saved
		}
	}
	return nil
}

// side reads what stands before or after the words.
func side(n int, text string) (o Outcome, focus []string, err error) {
	text = strings.TrimSpace(text)
	for _, word := range []string{"ask", "refuse"} {
		if text == word || strings.HasSuffix(text, " "+word) {
			text = strings.TrimSuffix(text, word)
			o.Ask, o.Refuse = word == "ask", word == "refuse"
		}
	}
	text, show, shows := strings.Cut(text, "show:")
	text, shown, _ := strings.Cut(text, "focus:")
	text, saved, saves := strings.Cut(text, "saved:")
	if o.Cart, err = lines(n, text); err != nil {
		return o, nil, err
	}
	if saves {
		l, err := lines(n, saved)
		if err != nil {
			return o, nil, err
		}
		o.Saved = &l
	}
	if shows {
		o.About, o.Show = "browse", names(show)
	}
	return o, names(shown), nil
}

func names(text string) []string {
	var out []string
	for f := range strings.SplitSeq(text, ",") {
		if f = strings.TrimSpace(f); f != "" {
			out = append(out, f)
		}
	}
	return out
}

// lines reads "2 BLS-IVR-M, SCF-RED".
func lines(n int, text string) ([]Line, error) {
	out := []Line{}
	for part := range strings.SplitSeq(text, ",") {
		f, quantity := strings.Fields(part), 1
		switch len(f) {
		case 0:
			continue
		case 2:
			q, err := strconv.Atoi(f[0])
			if err != nil || q < 1 {
				return nil, evercart.Errorf(evercart.Invalid, "eval", "line %d: %q is no quantity", n, f[0])
			}
			quantity, f = q, f[1:]
		case 1:
		default:
			return nil, evercart.Errorf(evercart.Invalid, "eval", "line %d: %q is no line of a cart such as 2 BLS-IVR-M", n, strings.TrimSpace(part))
		}
		out = append(out, Line{evercart.SKU(f[0]), quantity})
	}
	return out, nil
}
