package sift

import (
	"regexp"
	"sync"
)

// Pattern is an expression that stands alone: it is tried only on texts that it may match. What it needs is found out, and it is
// compiled, when it is first wanted. It is safe for use by many at once.
type Pattern struct{ set func() *Set }

// Of makes a pattern of an expression. One that cannot be parsed panics when it is first wanted.
func Of(expr string) *Pattern {
	return &Pattern{sync.OnceValue(func() *Set { return Compile(expr) })}
}

// in gives the expression for a text that it may match, otherwise nil.
func (p *Pattern) in(text string) *regexp.Regexp {
	s := p.set()
	if s.may(text) {
		return s.At(0)
	}
	return nil
}

// MatchString is that of regexp.Regexp.
func (p *Pattern) MatchString(text string) bool {
	re := p.in(text)
	return re != nil && re.MatchString(text)
}

// FindString is that of regexp.Regexp.
func (p *Pattern) FindString(text string) string {
	if re := p.in(text); re != nil {
		return re.FindString(text)
	}
	return ""
}

// FindStringIndex is that of regexp.Regexp.
func (p *Pattern) FindStringIndex(text string) []int {
	if re := p.in(text); re != nil {
		return re.FindStringIndex(text)
	}
	return nil
}

// FindStringSubmatch is that of regexp.Regexp.
func (p *Pattern) FindStringSubmatch(text string) []string {
	if re := p.in(text); re != nil {
		return re.FindStringSubmatch(text)
	}
	return nil
}

// FindStringSubmatchIndex is that of regexp.Regexp.
func (p *Pattern) FindStringSubmatchIndex(text string) []int {
	if re := p.in(text); re != nil {
		return re.FindStringSubmatchIndex(text)
	}
	return nil
}

// FindAllString is that of regexp.Regexp.
func (p *Pattern) FindAllString(text string, n int) []string {
	if re := p.in(text); re != nil {
		return re.FindAllString(text, n)
	}
	return nil
}

// ReplaceAllString is that of regexp.Regexp.
func (p *Pattern) ReplaceAllString(text, by string) string {
	if re := p.in(text); re != nil {
		return re.ReplaceAllString(text, by)
	}
	return text
}
