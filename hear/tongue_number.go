package hear

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// number reads a number at i as digits.
func (l *Tongue) number(words []Token, i int) (string, int) {
	n, took := l.whole(words, i)
	if took == 0 {
		return l.halved(words[i].Text)
	}
	if took == 1 && words[i].Stop == None && i+2 < len(words) && words[i+1].Text == l.and && slices.Contains(l.half, words[i+2].Text) { // "nueve y medio"
		return strconv.Itoa(n) + fraction + "5", 3
	}
	if words[i+took-1].Stop == None && i+took < len(words) && slices.Contains(l.half, words[i+took].Text) && l.joined {
		return strconv.Itoa(n) + fraction + "5", took + 1
	}
	return strconv.Itoa(n), took
}

// halved reads a number and its half in one word: "neuneinhalb".
func (l *Tongue) halved(w string) (string, int) {
	for _, h := range l.half {
		head, ok := strings.CutSuffix(w, h)
		if !ok || head == "" || !l.joined {
			continue
		}
		if n, ok := l.oneWord(head); ok {
			return strconv.Itoa(n) + fraction + "5", 1
		}
	}
	return "", 0
}

func (l *Tongue) whole(words []Token, i int) (n, took int) {
	n, ok := l.oneWord(words[i].Text)
	if !ok {
		return 0, 0
	}
	took = 1
	for !l.joined && words[i+took-1].Stop == None && i+took < len(words) {
		w := words[i+took].Text
		if u, ok := l.units[w]; ok && n%100 == 0 && n >= 100 && u > 0 { // "ciento dos"
			n, took = n+u, took+1
			continue
		}
		if t, ok := l.tens[w]; ok && n%100 == 0 && n >= 100 {
			n, took = n+t, took+1
			continue
		}
		if (w == l.and || w == "i") && n%10 == 0 && n >= 20 && i+took+1 < len(words) {
			if u, ok := l.units[words[i+took+1].Text]; ok && u > 0 && u < 10 {
				n, took = n+u, took+2
				continue
			}
		}
		if u := l.units[w]; u > 0 && u < 10 && n%10 == 0 && n >= 20 && (words[i+took].Stop != None || i+took+1 == len(words)) { // "treinta cuatro", if nothing is counted by the second
			n, took = n+u, took+1
		}
		break
	}
	return n, took
}

// oneWord reads a number that is written in one word.
func (l *Tongue) oneWord(w string) (int, bool) {
	if n, ok := l.units[w]; ok {
		return n, true
	}
	if n, ok := l.tens[w]; ok {
		return n, true
	}
	if n, ok := l.scales[w]; ok {
		return n, true
	}
	if !l.joined {
		return l.drawn(w)
	}
	if head, ok := strings.CutSuffix(w, "er"); ok { // "ein Siebener" is one of size seven; "Dreier" and "Vierer" are packs
		if n, ok := l.oneWord(head); ok && n > 4 {
			return n, true
		}
	}
	scales := slices.SortedFunc(maps.Keys(l.scales), func(a, b string) int { return cmp.Or(l.scales[b]-l.scales[a], strings.Compare(a, b)) })
	for _, scale := range scales { // the greatest first: what stands before it holds none of the others
		head, tail, ok := strings.Cut(w, scale)
		by := l.scales[scale]
		if !ok {
			continue
		}
		h, okHead := 1, true
		if head != "" {
			h, okHead = l.part(head)
		}
		t, okTail := 0, true
		if tail != "" {
			t, okTail = l.oneWord(strings.TrimPrefix(tail, l.and))
		}
		return h*by + t, okHead && okTail
	}
	head, tail, ok := strings.Cut(w, l.and)
	if !ok {
		return 0, false
	}
	u, okUnit := l.part(head)
	t, okTen := l.tens[tail]
	return u + t, okUnit && okTen && u < 10
}

// drawn reads a number whose parts are drawn together: "treintaidos".
func (l *Tongue) drawn(w string) (int, bool) {
	for ten, n := range l.tens {
		if unit, ok := strings.CutPrefix(w, ten+"i"); ok {
			u, known := l.units[unit]
			return n + u, known && u > 0 && u < 10
		}
	}
	return 0, false
}

// part reads a unit as it is written inside another number.
func (l *Tongue) part(w string) (int, bool) {
	if w == "ein" {
		return 1, true
	}
	n, ok := l.units[w]
	return n, ok
}

// spelledOut writes a small number as it is said in English, as all that reads sentences expects it.
func spelledOut(n string) string {
	i, err := strconv.Atoi(n)
	if err != nil || i < 1 || i > len(smallNumbers) {
		return n
	}
	return smallNumbers[i-1]
}

var smallNumbers = strings.Fields("one two three four five six seven eight nine ten eleven twelve")
