package speak

import (
	"fmt"
	"strings"
)

// Say fills a phrase of the language file as a sentence: it begins with a capital.
func (v *Voice) Say(key string, args ...any) string { return sentence(v.Part(key, args...)) }

// Part fills a phrase of the language file as part of a sentence. {1} is the first argument, an int as a word; {1|item|items} is the word that
// goes with the number, in which # is the number itself. A phrase that the language lacks is said in English, one that nobody knows is "".
func (v *Voice) Part(key string, args ...any) string {
	p, ok := v.t.phrases[key]
	if !ok {
		v = voices[0]
		p = v.t.phrases[key]
	}
	var b strings.Builder
	for p != "" {
		before, rest, found := strings.Cut(p, "{")
		b.WriteString(before)
		if !found {
			break
		}
		slot, after, _ := strings.Cut(rest, "}")
		b.WriteString(v.slot(slot, args))
		p = after
	}
	return b.String()
}

// slot is the value of "1", or of "1|item|items".
func (v *Voice) slot(slot string, args []any) string {
	number, forms, choice := strings.Cut(slot, "|")
	if len(number) != 1 || number[0] < '1' || int(number[0]-'0') > len(args) {
		return ""
	}
	arg := args[number[0]-'1']
	n, isInt := arg.(int)
	if choice {
		one, many, _ := strings.Cut(forms, "|")
		if isInt && n >= 0 && v.t.single(uint64(n)) {
			return strings.ReplaceAll(one, "#", v.Number(n))
		}
		return strings.ReplaceAll(many, "#", v.Number(n))
	}
	if isInt {
		return v.Number(n)
	}
	if s, ok := arg.(string); ok {
		return s
	}
	return fmt.Sprint(arg)
}
