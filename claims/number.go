package claims

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
)

// figure is a number in a sentence, at words[from:to].
type figure struct {
	from, to int
	n        int              // whole, of a count
	text     string           // as digits: "9.5", "10431"
	amounts  []evercart.Minor // what it may be as an amount of money; nil = it is none
	percent  bool
	digit    bool // written in digits
}

// figures reads all numbers of a sentence.
func (l *lexicon) figures(ws []word) []figure {
	var out []figure
	for i := 0; i < len(ws); {
		f, ok := l.figure(ws, i)
		if !ok {
			i++
			continue
		}
		out = append(out, f)
		i = f.to
	}
	return out
}

func (l *lexicon) figure(ws []word, i int) (figure, bool) {
	signed := strings.ContainsAny(ws[i].raw, "$€£")
	at := i
	if signed {
		at++
	}
	if at >= len(ws) {
		return figure{}, false
	}
	f, ok := l.number(ws, at)
	if !ok && ones[ws[at].key] && at+1 < len(ws) && !ws[at+1].sep && l.is(moneys, ws[at+1].key) { // "a dollar"
		f, ok = figure{to: at + 1, n: 1, text: "1"}, true
	}
	if !ok {
		return figure{}, false
	}
	f.from = i
	next := l.at(ws, f.to)
	if f.to < len(ws) && ws[f.to].sep {
		next = ""
	}
	switch {
	case signed:
		f.amounts = []evercart.Minor{f.cents()}
	case l.is(percents, next) && next != "ciento": // "por ciento"
		f.to, f.percent = f.to+1, true
	case next == "por" && l.is(percents, l.at(ws, f.to+1)): // "diez por ciento"
		f.to, f.percent = f.to+2, true
	case l.is(cents, next):
		f.amounts, f.to = []evercart.Minor{evercart.Minor(f.n)}, f.to+1
	case l.is(moneys, next) || strings.ContainsAny(next, "$€£"):
		f.amounts, f.to = []evercart.Minor{f.cents()}, f.to+1
		l.minor(ws, &f)
	case f.digit && decimals.MatchString(f.text):
		f.amounts = []evercart.Minor{f.cents()}
	default:
		l.idiom(ws, &f)
	}
	return f, true
}

// ones are one of something.
var ones = words("a one ein eine einen einem einer un una uno")

var decimals = regexp.MustCompile(`^\d+\.\d\d$`)

func (l *lexicon) at(ws []word, i int) string {
	if i < 0 || i >= len(ws) {
		return ""
	}
	return ws[i].key
}

// cents reads the number as whole units of money.
func (f figure) cents() evercart.Minor {
	m, err := evercart.Currency("USD").ParseMinor(f.text)
	if err != nil {
		return -1
	}
	return m
}

// minor reads the cents behind an amount: "and fifty cents", "con cincuenta", "fünfzig".
func (l *lexicon) minor(ws []word, f *figure) {
	at := f.to
	linked := at < len(ws) && !ws[at].sep && (l.is(ands, ws[at].key) || ws[at].key == "con" || ws[at].key == "with")
	con := linked && ws[at].key == "con"
	if linked {
		at++
	}
	if at >= len(ws) || ws[at].sep {
		return
	}
	if k := ws[at].key; linked && (k == "medio" || k == "a" && l.at(ws, at+1) == "half") {
		f.amounts[0] += 50
		f.to = at + 1
		if k == "a" {
			f.to++
		}
		return
	}
	m, ok := l.number(ws, at)
	if !ok || m.n >= 100 || strings.Contains(m.text, ".") {
		return
	}
	named := l.is(cents, l.at(ws, m.to))
	alone := m.n >= 10 && (m.to == len(ws) || ws[m.to].sep || !l.nounAt(ws, m.to))
	if !named && !(alone && (con || !linked)) {
		return
	}
	if f.amounts[0] += evercart.Minor(m.n); named {
		m.to++
	}
	f.to = m.to
}

// nounAt says that something to count stands there.
func (l *lexicon) nounAt(ws []word, i int) bool {
	return i < len(ws) && !ws[i].sep && goods(ws[i]) != notGoods
}

// idiom reads "twelve ninety-nine", and "one twenty-nine", which may be a dollar or a hundred.
func (l *lexicon) idiom(ws []word, f *figure) {
	at := f.to
	if f.digit || at >= len(ws) || ws[at].sep || strings.Contains(f.text, ".") {
		return
	}
	zero := 0
	if k := ws[at].key; (k == "oh" || k == "o") && l.tag == "en" {
		zero = 1
	}
	if con := ws[at].key == "con"; con && l.tag == "es" {
		zero = 1
	}
	m, ok := l.number(ws, at+zero)
	if !ok || m.digit || m.n > 99 || m.n < 10 && zero == 0 || l.nounAt(ws, m.to) && l.at(ws, m.to) != "extra" {
		return
	}
	f.amounts = []evercart.Minor{evercart.Minor(f.n*100 + m.n), evercart.Minor((f.n*100 + m.n) * 100)}
	f.to = m.to
	if rest, ok := l.number(ws, m.to); ok && l.tag == "en" && zero == 0 && f.n < 10 && m.n > 9 && !ws[m.to].sep && !rest.digit && rest.n > 9 && rest.n < 100 && !l.nounAt(ws, rest.to) { // "three sixteen seventy-five"
		f.amounts, f.to = []evercart.Minor{evercart.Minor((f.n*100+m.n)*100 + rest.n)}, rest.to
	}
	if l.is(moneys, l.at(ws, f.to)) {
		f.amounts, f.to = f.amounts[1:], f.to+1
	}
}

// number reads digits, number words, or digits said one by one.
func (l *lexicon) number(ws []word, i int) (figure, bool) {
	if i >= len(ws) {
		return figure{}, false
	}
	if k := ws[i].raw; k[0] >= '0' && k[0] <= '9' {
		if run := apart(ws, i); len(run) > 3 {
			n, _ := strconv.Atoi(run)
			return figure{from: i, to: i + len(run), n: n, text: run, digit: true}, true
		}
		text := l.digits(k)
		n, _ := strconv.Atoi(strings.SplitN(text, ".", 2)[0])
		return figure{from: i, to: i + 1, n: n, text: text, digit: true}, text != ""
	}
	if isCode(ws[i].raw) {
		return figure{}, false
	}
	if run := l.spelled(ws, i); len(run) > 2 {
		n, _ := strconv.Atoi(run)
		return figure{from: i, to: i + len(run), n: n, text: run}, true
	}
	n, to := l.cardinal(ws, i)
	if to == i {
		return figure{}, false
	}
	f := figure{from: i, to: to, n: n, text: strconv.Itoa(n)}
	f.half(l, ws)
	return f, true
}

// apart reads digits that are written one by one: "1 0 4 1 8".
func apart(ws []word, i int) string {
	run := ""
	for ; i < len(ws) && len(ws[i].raw) == 1 && ws[i].raw[0] >= '0' && ws[i].raw[0] <= '9' && len(run) < 12; i++ {
		run += ws[i].raw
	}
	return run
}

// half reads "and a half", "y medio", "einhalb".
func (f *figure) half(l *lexicon, ws []word) {
	for _, h := range [][]string{{"and", "a", "half"}, {"and", "half"}, {"und", "ein", "halber"}, {"und", "eine", "halbe"}, {"y", "medio"}, {"y", "media"}, {"einhalb"}, {"point", "five"}, {"komma", "funf"}, {"coma", "cinco"}, {"punto", "cinco"}} {
		if f.to+len(h) > len(ws) || slices.ContainsFunc(ws[f.to:f.to+len(h)], func(w word) bool { return w.sep }) {
			continue
		}
		if slices.EqualFunc(ws[f.to:f.to+len(h)], h, func(w word, s string) bool { return w.key == s }) {
			f.text, f.to = f.text+".5", f.to+len(h)
			return
		}
	}
	for _, q := range []struct {
		words []string
		cents string
	}{{[]string{"and", "a", "quarter"}, ".25"}, {[]string{"and", "three", "quarters"}, ".75"}} {
		if f.to+len(q.words) <= len(ws) && slices.EqualFunc(ws[f.to:f.to+len(q.words)], q.words, func(w word, s string) bool { return w.key == s && !w.sep }) {
			f.text, f.to = f.text+q.cents, f.to+len(q.words)
			return
		}
	}
}

// digits writes a number as people of the language write it with a point and without groups.
func (l *lexicon) digits(s string) string {
	point, group := ".", ","
	if i := strings.LastIndexAny(s, ".,"); i >= 0 && l.tag != "en" && (s[i] == ',' || len(s)-i == 4) || i >= 0 && l.tag == "en" && s[i] == ',' && len(s)-i != 4 {
		point, group = ",", "."
	}
	s = strings.ReplaceAll(s, group, "")
	if strings.Count(s, point) > 1 {
		return strings.ReplaceAll(s, point, "")
	}
	s = strings.ReplaceAll(s, point, ".")
	if strings.Trim(s, "0123456789.") != "" {
		return ""
	}
	return s
}

// spelled reads digits that are said one by one.
func (l *lexicon) spelled(ws []word, i int) string {
	run := ""
	for j := i; j < len(ws) && (j == i || !ws[j].sep); j++ {
		n, ok := l.units[ws[j].key]
		if ws[j].key == "oh" && l.tag == "en" {
			n, ok = 0, true
		}
		if !ok || n > 9 {
			break
		}
		run += strconv.Itoa(n)
	}
	return run
}

// cardinal reads a number in words; to = i where there is none.
func (l *lexicon) cardinal(ws []word, i int) (n, to int) {
	total, part, at, last := 0, 0, i, 1_000_000
	for at < len(ws) && (at == i || !ws[at].sep) {
		k := ws[at].key
		u, unit := l.units[k]
		if l.tag == "es" && at > i && last == 10 && part%10 == 0 && spanishOne[k] && l.at(ws, at-1) == "y" {
			u, unit = 1, true // "cuarenta y un dólares"
		}
		t, ten := l.tens[k]
		s, scale := l.scales[k]
		if at == i && (k == "a" || k == "ein" || k == "einem") && l.scales[l.at(ws, i+1)] > 0 {
			at++
			continue
		}
		m, whole := 0, false
		if l.tag == "de" {
			m, whole = l.compound(k)
		}
		switch {
		case unit && (part == 0 || last > 9 && part%10 == 0 && u < 10 && u > 0 || part%100 == 0 && last >= 100):
			part, last = part+u, 9
		case ten && (part == 0 || part%100 == 0 && last >= 100):
			part, last = part+t, 10
		case whole && part == 0 && at == i:
			part, last = m, 9
		case scale && s >= 1000 && total == 0 && part < 1000:
			total, part, last = max(part, 1)*s, 0, 1000
		case scale && s == 100 && (part < 20 && (at > i || k == "hundert" || k == "cien" || k == "ciento") || part < 100 && l.tag == "en" && at > i):
			part, last = max(part, 1)*s, 100
		case scale && s > 100 && part == 0 && (at == i || total > 0): // "doscientos"
			part, last = s, 100
		case l.is(ands, k) && at > i && l.joins(ws, at, part, last, total):
		default:
			return total + part, at
		}
		at++
	}
	return total + part, at
}

var spanishOne = words("un una")

// joins says that an "and" stands inside a number: "two hundred and five", "treinta y tres".
func (l *lexicon) joins(ws []word, at, part, last, total int) bool {
	next := l.at(ws, at+1)
	u, unit := l.units[next]
	_, ten := l.tens[next]
	if l.tag == "es" {
		return spanishOne[next] && last == 10 && part%10 == 0 || unit && u > 0 && u < 10 && last == 10 && part%10 == 0
	}
	return l.tag == "en" && (unit || ten) && (last >= 100 && part%100 == 0 && part+total > 0)
}

// compound reads a number that is written in one word: "neunundachtzig", "eintausendzweihundert".
func (l *lexicon) compound(w string) (int, bool) {
	if n, ok := l.units[w]; ok {
		return n, true
	}
	if n, ok := l.tens[w]; ok {
		return n, true
	}
	for _, s := range []struct {
		name string
		by   int
	}{{"tausend", 1000}, {"hundert", 100}} {
		head, tail, ok := strings.Cut(w, s.name)
		if !ok {
			continue
		}
		h, okHead := 1, true
		if head != "" && head != "ein" {
			h, okHead = l.compound(head)
		}
		t, okTail := 0, true
		if tail = strings.TrimPrefix(tail, "und"); tail != "" {
			t, okTail = l.compound(tail)
		}
		return h*s.by + t, okHead && okTail
	}
	head, tail, ok := strings.Cut(w, "und")
	if !ok {
		return 0, false
	}
	u, okUnit := l.units[head]
	if head == "ein" {
		u, okUnit = 1, true
	}
	t, okTen := l.tens[tail]
	return u + t, okUnit && okTen && u < 10
}
