package sift

import "strings"

// Spelled replaces the shorthands in an expression, runs of capitals, by what they stand for, in which there may be others, so deep.
func Spelled(p string, deep int, long func(run string) string) string {
	var b strings.Builder
	for at := 0; at < len(p); {
		n := 0
		for at+n < len(p) && upper(p[at+n]) {
			n++
		}
		if n == 0 {
			for at+n < len(p) && !upper(p[at+n]) {
				n++
			}
			b.WriteString(p[at : at+n])
			at += n
			continue
		}
		run := p[at : at+n]
		if text := long(run); text == run || deep == 1 {
			b.WriteString(text)
		} else {
			b.WriteString(Spelled(text, deep-1, long))
		}
		at += n
	}
	return b.String()
}

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
