package dialogue

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds on a file.
const (
	maxFile = 4 << 20
	maxLine = 16 << 10
)

// Withheld stands in an exported dialogue for words that were left out. Such a line must be filled in before it is played.
const Withheld = "[personal]"

// Parse reads the dialogues of a file. Its errors are *SyntaxError, or of the reader.
func Parse(name string, r io.Reader) ([]Dialogue, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	p := parser{file: name}
	switch {
	case len(b) > maxFile:
		return nil, p.errorf("the file is larger than %d MiB", maxFile>>20)
	case !utf8.Valid(b):
		return nil, p.errorf("the file is not UTF-8 text")
	}
	lines := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(b, []byte("\ufeff"))))
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		p.line++
		if err := p.take(strings.TrimSpace(lines.Text())); err != nil {
			return nil, err
		}
	}
	if lines.Err() != nil {
		p.line++
		return nil, p.errorf("the line is longer than %d bytes", maxLine)
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	if len(p.out) == 0 {
		return nil, p.errorf("there is no dialogue in this file")
	}
	return p.out, nil
}

// parser is where reading a file has come to.
type parser struct {
	file    string
	line    int
	catalog string
	now     *Dialogue // being read
	out     []Dialogue
}

func (p *parser) errorf(format string, args ...any) error {
	return &SyntaxError{File: p.file, Line: max(1, p.line), Text: fmt.Sprintf(format, args...)}
}

// take reads one line.
func (p *parser) take(line string) error {
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	word, rest := cut(line)
	switch word {
	case "dialogue":
		if rest == "" {
			return p.errorf("a dialogue needs a name: dialogue A blouse is added")
		}
		if err := p.end(); err != nil {
			return err
		}
		p.now = &Dialogue{File: p.file, Line: p.line, Name: rest, Catalog: p.catalog}
		return nil
	case "catalog":
		return p.goods(rest)
	}
	if p.now == nil && len(p.out) > 0 {
		return p.errorf("a dialogue begins with its name: dialogue A blouse is added")
	}
	if p.now == nil { // a file of one dialogue needs no name
		p.now = &Dialogue{File: p.file, Line: p.line, Name: strings.TrimSuffix(filepath.Base(p.file), filepath.Ext(p.file)), Catalog: p.catalog}
	}
	s := Step{Line: p.line, Source: line, Do: Verb(word)}
	if err := p.step(&s, rest); err != nil {
		return err
	}
	p.now.Steps = append(p.now.Steps, s)
	return nil
}

// goods says which feed the dialogues below are played with; a path is taken from the file's folder.
func (p *parser) goods(rest string) error {
	if p.now != nil && len(p.now.Steps) > 0 { // it is for those that follow
		if err := p.end(); err != nil {
			return err
		}
	}
	where, quoted, err := p.one(rest)
	switch {
	case err != nil:
		return err
	case where == "":
		return p.errorf("say which goods: catalog sample, or catalog FILE")
	case where == "sample" && !quoted:
		p.catalog = ""
	case strings.Contains(where, "://") || filepath.IsAbs(where):
		p.catalog = where
	default:
		p.catalog = filepath.Join(filepath.Dir(p.file), filepath.FromSlash(where))
	}
	if p.now != nil {
		p.now.Catalog = p.catalog
	}
	return nil
}

// end closes the dialogue that is being read.
func (p *parser) end() error {
	if p.now == nil {
		return nil
	}
	said, wanted := false, false
	for _, s := range p.now.Steps {
		said = said || s.Do == Say || s.Do == Greet
		wanted = wanted || s.Do == Expect
	}
	if !said || !wanted {
		at := p.line
		p.line = p.now.Line
		defer func() { p.line = at }()
		return p.errorf("the dialogue %q says nothing or expects nothing: it could not fail", p.now.Name)
	}
	p.out, p.now = append(p.out, *p.now), nil
	return nil
}

// begun says that somebody has spoken already.
func (p *parser) begun() bool {
	for _, s := range p.now.Steps {
		if s.Do == Say || s.Do == Greet {
			return true
		}
	}
	return false
}

// step reads what stands behind a verb.
func (p *parser) step(s *Step, rest string) (err error) {
	switch s.Do {
	case Cart, Saved, Focus, User, Locale:
		if p.begun() {
			return p.errorf("%s stands before the first words: it is what the dialogue begins with", s.Do)
		}
		if s.Do == User || s.Do == Locale {
			s.Words = rest
			if rest == "" {
				return p.errorf("%s needs a value", s.Do)
			}
			return nil
		}
		s.Items, err = p.items(rest, s.Do != Focus)
		return err
	case Say:
		switch s.Words = unquote(rest); {
		case s.Words == "":
			return p.errorf("say needs words")
		case strings.Contains(s.Words, Withheld):
			return p.errorf("the words were left out when this was exported: write in what the shopper says")
		}
		return nil
	case Interrupt:
		return p.interrupt(s, rest)
	case After:
		if s.Wait, err = time.ParseDuration(strings.ReplaceAll(rest, " ", "")); err != nil || s.Wait <= 0 || s.Wait > 1000*24*time.Hour {
			return p.errorf("after needs a time such as 30m or 2h, not %q", rest)
		}
		return nil
	case Restart, Greet:
		if rest != "" {
			return p.errorf("nothing stands behind %s", s.Do)
		}
		return nil
	case Catalogue:
		s.Change, err = p.change(rest)
		return err
	case Expect:
		s.Want, err = p.want(rest)
		return err
	}
	return p.errorf("unknown word %q: a line begins with dialogue, catalog, cart, saved, focus, user, language, say, greet, interrupt, after, restart, catalogue or expect", string(s.Do))
}

func (p *parser) interrupt(s *Step, rest string) error {
	word, rest := cut(rest)
	words, quoted, err := p.one(rest)
	if err != nil {
		return err
	}
	if word != "after" || !quoted {
		return p.errorf(`say how far the reply is heard: interrupt after "I added"`)
	}
	if n := len(p.now.Steps); n == 0 || p.now.Steps[n-1].Do != Say && p.now.Steps[n-1].Do != Greet {
		return p.errorf("interrupt stands directly below the say whose reply it breaks off")
	}
	s.Words = words
	return nil
}

func (p *parser) change(rest string) (*Change, error) {
	f := strings.Fields(rest)
	switch {
	case len(f) == 2 && (f[1] == "gone" || f[1] == "back"):
		return &Change{SKU: f[0], What: f[1]}, nil
	case len(f) == 3 && f[1] == "price" && isDecimal(f[2]):
		return &Change{SKU: f[0], What: f[1], To: f[2]}, nil
	case len(f) == 3 && f[1] == "stock" && (f[2] == "any" || isDigits(f[2])):
		return &Change{SKU: f[0], What: f[1], To: f[2]}, nil
	}
	return nil, p.errorf("say what changes: catalogue SKU price 99.50, catalogue SKU stock 3 (or any), catalogue SKU gone or catalogue SKU back")
}

// cut takes the first word off.
func cut(s string) (word, rest string) {
	i := strings.IndexAny(s, " \t")
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimSpace(s[i:])
}

// unquote takes quotes off that stand around the whole.
func unquote(s string) string {
	if n := len(s); n >= 2 && s[0] == '"' && s[n-1] == '"' && !strings.Contains(s[1:n-1], `"`) {
		return s[1 : n-1]
	}
	return s
}

func isDigits(s string) bool { return s != "" && len(s) <= 9 && strings.Trim(s, "0123456789") == "" }

func isDecimal(s string) bool {
	whole, frac, dotted := strings.Cut(s, ".")
	return isDigits(whole) && (!dotted || isDigits(frac))
}
