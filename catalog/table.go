package catalog

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode"
)

// table reads the rows of a CSV or TSV by the names of its columns.
type table struct {
	f      *reading
	rows   *csv.Reader
	column map[string]int
	width  int
	cells  []string
	line   int
}

// columnKey is how names of columns are compared: letters and digits alone, in lower case, without Google's "g:".
func columnKey(s string) string {
	s = strings.TrimPrefix(strings.ToLower(strings.Trim(s, " \t\r\n\"\ufeff")), "g:")
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// header gives the line that names the columns, and what stands between them.
func header(text []byte) ([]byte, rune) {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	if len(line) == 5 && bytes.EqualFold(line[:4], []byte("sep=")) { // spreadsheets write it
		next, _, _ := bytes.Cut(rest, []byte("\n"))
		return next, rune(line[4])
	}
	best, most := ',', 0
	for _, c := range "\t;,|" {
		if n := bytes.Count(line, []byte(string(c))); n > most {
			best, most = c, n
		}
	}
	return line, best
}

func newTable(f *reading, comma rune) (*table, error) {
	rows := csv.NewReader(f.in.budget)
	rows.Comma, rows.LazyQuotes, rows.FieldsPerRecord, rows.ReuseRecord = comma, true, -1, true
	rows.TrimLeadingSpace = comma != '\t' // else empty cells vanish
	t := &table{f: f, rows: rows, column: map[string]int{}}
	names, err := rows.Read()
	if err == nil && len(names) > 0 && strings.HasPrefix(strings.ToLower(strings.TrimSpace(names[0])), "sep=") {
		names, err = rows.Read()
	}
	if err != nil {
		return nil, tableError(err)
	}
	t.width = len(names)
	for i, name := range names {
		if key := columnKey(name); key != "" {
			if _, again := t.column[key]; !again {
				t.column[key] = i
			}
		}
	}
	return t, nil
}

// next goes to the next row that is not empty; false at the end.
func (t *table) next() (bool, error) {
	for {
		cells, err := t.rows.Read()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, tableError(err)
		}
		t.cells = cells
		t.line, _ = t.rows.FieldPos(0)
		if err := t.f.row(); err != nil {
			return false, err
		}
		if !t.blank(0) {
			return true, nil
		}
	}
}

func (t *table) blank(from int) bool {
	for i := from; i < len(t.cells); i++ {
		if strings.TrimSpace(t.cells[i]) != "" {
			return false
		}
	}
	return true
}

// torn says that the row has more than there are columns for, so that its cells stand under wrong names.
func (t *table) torn() bool { return len(t.cells) > t.width && !t.blank(t.width) }

// has says whether there is such a column.
func (t *table) has(names ...string) bool {
	for _, name := range names {
		if _, ok := t.column[name]; ok {
			return true
		}
	}
	return false
}

// get gives the first cell under these names that is not blank, without blanks around it.
func (t *table) get(names ...string) string {
	for _, name := range names {
		if i, ok := t.column[name]; ok && i < len(t.cells) {
			if s := strings.TrimSpace(t.cells[i]); s != "" {
				return s
			}
		}
	}
	return ""
}

func tableError(err error) error {
	if syntax, ok := errors.AsType[*csv.ParseError](err); ok {
		err = syntax.Err
	}
	return readError(err)
}
