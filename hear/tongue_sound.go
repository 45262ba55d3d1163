package hear

import (
	"slices"
	"strings"
)

// soundsOf are words by what they sound like in a language; where two that mean different things sound alike, neither is there.
func (l *Tongue) soundsOf() map[string]string {
	out := map[string]string{}
	put := func(word string) {
		key := l.sound(word)
		if len(key) < 3 || strings.Contains(word, " ") {
			return
		}
		if other, ok := out[key]; ok && other != word && many(l.word(other)) != many(l.word(word)) {
			out[key] = ""
			return
		}
		out[key] = word
	}
	for _, from := range []map[string]string{l.nouns, l.kinds} {
		for word := range from {
			put(word)
			for _, form := range l.others(word) {
				if l.word(form) != form {
					put(form)
				}
			}
		}
	}
	return out
}

// others are the commonest forms of a word besides the one in the tables: plurals, and feminines where a language has them.
func (l *Tongue) others(word string) []string {
	var out []string
	for _, end := range l.plural {
		out = append(out, word+end)
	}
	for _, s := range l.swaps {
		if stem, ok := strings.CutSuffix(word, s[1]); ok && len(s[0]) == 1 && len(s[1]) == 1 {
			out = append(out, stem+s[0], stem+s[0]+l.plural[0])
		}
	}
	return out
}

// sound is what a folded word sounds like.
func (l *Tongue) sound(w string) string {
	for _, s := range l.sounds {
		w = strings.ReplaceAll(w, s[0], s[1])
	}
	var b strings.Builder
	for i := range len(w) {
		if i == 0 || w[i] != w[i-1] {
			b.WriteByte(w[i])
		}
	}
	key := b.String()
	for _, s := range l.last {
		if head, ok := strings.CutSuffix(key, s[0]); ok {
			return head + s[1]
		}
	}
	return key
}

// joinedUp writes words that a recogniser split or spelled by their sound as the words of the language that they stand for: of one to
// three words of which the first is unknown, where exactly one known word sounds like that. known says which words are names of the
// shop's own.
func (l *Tongue) joinedUp(words []string, known func(string) bool) []string {
	var out []string
	for i := 0; i < len(words); {
		w := words[i]
		if word, took := l.splitAt(words, i, known); took > 0 {
			out = append(out, word)
			i += took
			continue
		}
		if len(w) < 2 || w[0] < 'a' || w[0] > 'z' || l.knows(w) || known != nil && len(w) > 2 && known(w) {
			out = append(out, w)
			i++
			continue
		}
		word, took := l.heardAs(words[i:])
		out = append(out, word)
		i += took
	}
	return out
}

// splitAt joins a word of the language and a rest that is none, where both together are goods, or a word of a phrase for some: "rosa
// das", "fin de se mana".
func (l *Tongue) splitAt(words []string, i int, known func(string) bool) (string, int) {
	for n := 3; n > 1; n-- {
		if i+n > len(words) || slices.ContainsFunc(words[i:i+n], func(w string) bool { return w[0] < 'a' || w[0] > 'z' }) {
			continue
		}
		rest := words[i+n-1]
		if !l.knows(words[i]) || l.knows(rest) || l.parts()[rest] || known != nil && known(rest) {
			continue
		}
		whole := strings.Join(words[i:i+n], "")
		if len(whole) > 4 && (l.names(whole) || l.parts()[whole]) {
			return whole, n
		}
	}
	return "", 0
}

// partsOf are the words of phrases for goods, and of what tells them apart.
func (l *Tongue) partsOf() map[string]bool {
	out := map[string]bool{}
	for _, from := range []map[string]string{l.nouns, l.kinds} {
		for key := range from {
			for w := range strings.FieldsSeq(key) {
				out[w] = len(w) > 3
			}
		}
	}
	return out
}

func (l *Tongue) heardAs(words []string) (string, int) {
	for n := min(3, len(words)); n > 0; n-- {
		if n > 1 && slices.ContainsFunc(words[1:n], func(w string) bool {
			return w[0] < 'a' || w[0] > 'z' || l.small[w] == "and" || l.small[w] != "" && len(w) > 3
		}) {
			continue
		}
		whole := strings.Join(words[:n], "")
		if n > 1 && l.knows(whole) {
			return whole, n
		}
		if len(whole) < 4 {
			continue
		}
		if word := l.alike()[l.sound(whole)]; word != "" {
			return word, n
		}
	}
	return words[0], 1
}

// knows says that a word is one of the language's own, in any of its forms.
func (l *Tongue) knows(w string) bool {
	if _, ok := l.small[w]; ok {
		return true
	}
	return l.names(w) || l.word(w) != w
}
