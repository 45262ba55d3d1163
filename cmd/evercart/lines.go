package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// lines writes words with one blank between them and breaks lines before width (0 = never), the next ones indented.
type lines struct {
	out           io.Writer
	indent, width int
	column        int // of the words after the indent
}

func (l *lines) say(text string) {
	for w := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(w)
		switch {
		case l.column == 0:
		case l.width > 0 && l.indent+l.column+1+n > l.width:
			_, _ = fmt.Fprint(l.out, "\n", strings.Repeat(" ", l.indent))
			l.column = 0
		default:
			_, _ = fmt.Fprint(l.out, " ")
			l.column++
		}
		_, _ = fmt.Fprint(l.out, w)
		l.column += n
	}
}
