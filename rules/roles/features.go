package roles

import "strings"

// hash is FNV-1a over parts, with a mark between them.
func hash(parts ...string) uint32 { return further(2166136261, parts...) }

// further hashes more parts behind those of a hash.
func further(h uint32, parts ...string) uint32 {
	for _, p := range parts {
		for i := 0; i < len(p); i++ {
			h = (h ^ uint32(p[i])) * 16777619
		}
		h = (h ^ 31) * 16777619
	}
	return h
}

// mixed puts a role to a feature.
func mixed(feature uint32, r Role) uint32 {
	h := (feature ^ uint32(r)*0x9E3779B1) * 0x85EBCA6B
	h ^= h >> 13
	h *= 0xC2B2AE35
	return (h ^ h>>16) & (Buckets - 1)
}

// Buckets is how many weights there are; a power of two.
const Buckets = 1 << 20

// seen is what the features of things are made of.
type seen struct {
	Sentence
	words  []string // all words, things as their letters
	at     []int    // where each element's words begin
	things []int
	cues   string // the letters of all cues
}

func look(s Sentence) seen {
	v := seen{Sentence: s, things: s.Things()}
	var cues strings.Builder
	for _, e := range s.Elements {
		v.at = append(v.at, len(v.words))
		if e.Thing() {
			v.words = append(v.words, "<"+string(rune(e.Letter))+">")
		} else {
			v.words = append(v.words, e.Words...)
			if e.Letter != 0 && e.Letter != 'U' {
				cues.WriteByte(e.Letter)
			}
		}
		if e.Stop != 0 {
			v.words = append(v.words, string(rune(e.Stop)))
			cues.WriteByte(e.Stop)
		}
	}
	v.at, v.cues = append(v.at, len(v.words)), cues.String()
	return v
}

// word gives a word of the sentence; its ends are marks.
func (v seen) word(i int) string {
	switch {
	case i < 0:
		return "^"
	case i >= len(v.words):
		return "$"
	}
	return v.words[i]
}

// between gives the letters of the cues between two elements, marks included.
func (v seen) between(from, to int) string {
	var b strings.Builder
	if from >= 0 && v.Elements[from].Stop != 0 {
		b.WriteByte(v.Elements[from].Stop)
	}
	for _, e := range v.Elements[from+1 : to] {
		if e.Letter != 0 {
			b.WriteByte(e.Letter)
		}
		if e.Stop != 0 {
			b.WriteByte(e.Stop)
		}
	}
	return b.String()
}

// list gathers features: each by itself, and with the letter of its thing.
type list struct {
	letter string
	all    []uint32
}

func (l *list) add(parts ...string) {
	h := hash(parts...)
	l.all = append(l.all, h, further(h, l.letter))
}

// features of the k-th thing.
func (v seen) features(k int) []uint32 {
	e := v.Elements[v.things[k]]
	l := &list{string(rune(e.Letter)), make([]uint32, 0, 256)}
	l.add("bias")
	if e.Letter == 'W' {
		for n := -1; n < len(v.words); n++ {
			l.all = append(l.all, hash("all", v.word(n)), hash("all", v.word(n), v.word(n+1)))
		}
		l.all = append(l.all, hash("cues", v.cues), hash("count", string(rune('0'+min(9, len(v.things))))), hash("stateW", v.State))
		return l.all
	}
	v.own(l, e)
	v.around(l, k)
	v.wordsBeside(l, v.at[v.things[k]]-1, v.at[v.things[k]]+1)
	return l.all
}

// own is how a thing is said, and where it stands.
func (v seen) own(l *list, e Element) {
	l.add("flags", e.Flags)
	for _, f := range e.Flags {
		l.add("flag", string(f))
	}
	for _, f := range v.State {
		l.add("state", string(f))
		l.all = append(l.all, hash("statef", string(f), e.Flags, l.letter))
	}
	l.add("first", e.Words[0])
	l.add("last", e.Words[len(e.Words)-1])
	l.add("begin", v.word(0))
	l.add("begin", v.word(0), v.word(1))
	l.add("end", v.word(len(v.words)-1))
}

// around is what things and cues stand about it.
func (v seen) around(l *list, k int) {
	i, prev, next := v.things[k], -1, len(v.Elements)
	before, after := "^", "$"
	if k > 0 {
		prev = v.things[k-1]
		before = string(rune(v.Elements[prev].Letter))
	} else {
		l.add("first thing")
	}
	if k+1 < len(v.things) {
		next = v.things[k+1]
		after = string(rune(v.Elements[next].Letter))
	}
	l.add("neighbours", before, after)
	l.add("before", before)
	l.add("after", after)
	if len(v.things) == 2 { // and the cart as a whole
		l.add("only thing")
		l.add("only all", v.cues)
	}
	left, right := v.between(prev, i), v.between(i, next)
	l.add("left", left)
	l.add("right", right)
	l.add("around", left, right)
	l.add("around things", before, left, right, after)
	for n := range min(3, len(left)) {
		l.add("left end", left[len(left)-1-n:])
	}
	for n := range min(3, len(right)) {
		l.add("right end", right[:n+1])
	}
	for _, c := range left {
		l.add("left has", string(c))
	}
	for _, c := range right {
		l.add("right has", string(c))
	}
	for _, c := range v.cues {
		l.add("has", string(c))
	}
}

// wordsBeside are the words before a and after z.
func (v seen) wordsBeside(l *list, a, z int) {
	for n := range 4 {
		l.add("w-", string(rune('1'+n)), v.word(a-n))
		l.add("w+", string(rune('1'+n)), v.word(z+n))
	}
	l.add("b-", v.word(a-1), v.word(a))
	l.add("b-2", v.word(a-2), v.word(a-1))
	l.add("b+", v.word(z), v.word(z+1))
	l.add("b+2", v.word(z+1), v.word(z+2))
	l.add("t-", v.word(a-2), v.word(a-1), v.word(a))
	l.add("t+", v.word(z), v.word(z+1), v.word(z+2))
	l.add("b0", v.word(a), v.word(z))
	stop := false
	for n := a; n >= 0 && n > a-9; n-- {
		w := v.words[n]
		stop = stop || isStop(w)
		if !stop {
			l.add("near left", w)
		}
		l.add("wide left", w)
		if w[0] == '<' && n < a-2 {
			break
		}
	}
	stop = false
	for n := z; n < len(v.words) && n < z+9; n++ {
		w := v.words[n]
		stop = stop || isStop(w)
		if !stop {
			l.add("near right", w)
		}
		l.add("wide right", w)
		if w[0] == '<' && n > z+2 {
			break
		}
	}
}

func isStop(w string) bool { return w == "," || w == "." || w == "?" }

// links are the features of a role after the head before it.
func (v seen) links(k int) []uint32 {
	i := v.things[k]
	l := string(rune(v.Elements[i].Letter))
	prev, before := -1, "^"
	if k > 0 {
		prev = v.things[k-1]
		before = string(rune(v.Elements[prev].Letter))
	}
	between := v.between(prev, i)
	return []uint32{hash("link"), hash("link", l), hash("link", before, l), hash("linkb", between), hash("linkb", between, l), hash("linkw", v.word(v.at[i]-1)), hash("linkf", v.Elements[i].Flags, l)}
}
