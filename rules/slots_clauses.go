package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// slotClauses reads a turn by its slots; false = some of it is not explained.
func (t *turn) slotClauses(s slotted) ([]clause, bool) {
	letters := s.letters()
	failed := map[int]bool{}
	var walk func(from int) ([]clause, bool)
	walk = func(from int) ([]clause, bool) {
		for from < len(letters) && strings.ContainsRune(",.&", rune(letters[from])) {
			from++
		}
		if from == len(letters) {
			return nil, true
		}
		if failed[from] {
			return nil, false
		}
		for to := len(letters); to > from; to-- {
			if !boundary(letters, to) {
				continue
			}
			for _, r := range t.slotRules {
				c, ok := t.slotClause(r, s.slots[from:to], letters[from:to], letters[to:])
				if !ok {
					continue
				}
				if rest, ok := walk(to); ok {
					return append([]clause{c}, rest...), true
				}
			}
		}
		failed[from] = true
		return nil, false
	}
	return walk(0)
}

// boundary says that a wish may end before the slot at i.
func boundary(letters string, i int) bool {
	return i == len(letters) || strings.ContainsRune(",.&aAmrwsvkxnq", rune(letters[i])) || strings.ContainsRune("kobL", rune(letters[i-1])) && isThing(rune(letters[i]))
}

// slotClause makes a clause of slots by one rule.
func (t *turn) slotClause(r slotRule, slots []slot, letters, rest string) (clause, bool) {
	at := r.re.FindStringSubmatchIndex(letters)
	if at == nil {
		return clause{}, false
	}
	m := slotMatch{slots: slots, whole: letters}
	for _, l := range rest {
		m.next = l
		break
	}
	for i, name := range r.re.SubexpNames() {
		if i == 0 || at[2*i] < 0 {
			continue
		}
		switch name {
		case "x":
			m.x = [2]int{at[2*i], at[2*i+1]}
		case "y":
			m.y = [2]int{at[2*i], at[2*i+1]}
		}
	}
	if r.when != nil && !r.when(t, m) {
		return clause{}, false
	}
	c := clause{found: found{want: r.want, rule: true}}
	if r.want == wantPolicy {
		c.want, c.text = wantNothing, slots[0].text
		c.asked = true
		return c, true
	}
	c.x, c.more = piecesOf(slots[m.x[0]:m.x[1]])
	if m.y[1] > m.y[0] {
		y, more := piecesOf(slots[m.y[0]:m.y[1]])
		c.y, c.more = y, append(c.more, more...)
	}
	switch r.want {
	case wantAdd:
		if c.y != "" {
			c.more, c.y = append([]piece{{text: c.y}}, c.more...), ""
		}
	case wantLess:
		c.n, c.y = c.y, ""
	}
	if r.want == wantStep {
		c.y, c.more = "down", nil
		if s := slots[m.y[0]].text; strings.Contains(s, "up") || strings.Contains(s, "bigger") || strings.Contains(s, "larger") {
			c.y = "up"
		}
	}
	c.text, c.either = textOfSlots(slots), !strings.ContainsAny(letters, "aAmrwskvLiobnftIOpRqg")
	return c, true
}

// piecesOf makes one text of the first thing and pieces of the others.
func piecesOf(slots []slot) (x string, more []piece) {
	var p piece
	for i, s := range slots {
		switch {
		case i == 0:
			x = s.text
		case s.letter == slotAnd:
			p.word = "and"
		case s.letter == slotFix:
			p.fix = true
		case s.letter == slotComma || s.letter == slotPeriod:
			p.mark = hear.Comma
		case isThing(s.letter) && len(more) > 0 && more[len(more)-1].text == s.text && s.letter == slotValue: // said twice
		case isThing(s.letter):
			if s.letter == slotValue && p.word == "" && !p.fix && strings.HasSuffix(s.text, " one") && s.it.given { // "a small juice for me a large one for him"
				p.word = "and"
			}
			if p.word == "" && p.mark == hear.None && !p.fix && s.letter != slotValue && s.letter != slotCount { // "the fig candle the wool throw"
				p.word = "and"
			}
			p.text = s.text
			more, p = append(more, p), piece{}
		}
	}
	return x, more
}

func textOfSlots(slots []slot) string {
	words := make([]string, 0, len(slots))
	for _, s := range slots {
		words = append(words, s.text)
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// afterAsking is a thing without a verb behind a question: it belongs to that.
var afterAsking = sift.Of(`q[,.&]+[NCDSVZ#](?:[,.&]|$)`)

// clean says that the grammar knows all words of the turn.
func (t *turn) clean(old []clause) bool {
	for _, c := range old {
		texts := []string{c.x, c.y}
		for _, p := range c.more {
			texts = append(texts, p.text)
		}
		for _, x := range texts {
			it := t.read(x)
			if f := t.find(evercart.Query{Words: it.query()}); !it.bare() && (len(f.Unknown) > 0 || len(f.Hits) == 0) {
				return false
			}
		}
		if !c.rule {
			return false
		}
	}
	return len(old) > 0
}

// takenBack is a no before another wish than one to have something.
var takenBack = sift.Of(`^x[,.x]*[mrwv]`)

// bySlots reads the turn by its slots, where all of it is explained that way and something is to be done.
func (t *turn) bySlots(text string, old []clause) ([]clause, bool) {
	if masked(text) || t.openQuestion() != nil || slices.ContainsFunc(old, func(c clause) bool {
		return c.want == wantPolicy || c.want == wantPerson || c.want == wantUndo || c.want == wantClear
	}) {
		return nil, false
	}
	s := t.slotsOf(text)
	if l := s.letters(); takenBack.MatchString(l) { // "nah, take that off again"
		s.slots = s.slots[len(takenBack.FindString(l))-1:]
	}
	if len(s.slots) == 0 || s.slots[0].letter == slotFix && !strings.HasPrefix(s.letters(), "xn") && (t.denied || t.hesitated) {
		return nil, false
	}
	clauses, ok := t.slotClauses(s)
	if !ok && strings.ContainsAny(s.letters(), "CNDS") && !t.clean(old) && !slices.ContainsFunc(s.slots, func(o slot) bool { return o.letter == slotWord && o.def }) {
		s.slots = slices.DeleteFunc(slices.Clone(s.slots), func(o slot) bool { return o.letter == slotWord })
		clauses, ok = t.slotClauses(s)
	}
	if first := t.wordsOf(text); ok && len(first) > 0 && !slices.ContainsFunc(clauses, func(c clause) bool { return c.want != wantAdd }) {
		if letter, n := englishCues.At(first, 0); n > 0 && letter == slotFix && !strings.HasPrefix(hear.Text(first), "make ") { // it speaks of what was said before
			return nil, false
		}
	}
	if !ok || afterAsking.MatchString(s.letters()) || strings.HasSuffix(strings.TrimSpace(text), "?") && !strings.ContainsAny(s.letters(), "aAmrwsvkgiotnqbL") {
		return nil, false
	}
	var out []clause
	does := false
	for i, c := range clauses {
		if c.either && i > 0 { // "and the shoes too"
			switch w := clauses[i-1].want; w {
			case wantSave, wantRestore, wantRemove:
				c.want = w
				clauses[i].want = w
			}
		}
		c.either = false
		switch {
		case c.want == wantNothing && c.asked:
			out = append(out, t.parse(c.text)...)
			continue
		case c.want == wantNothing:
			continue
		}
		does = true
		out = append(out, c)
	}
	return out, does
}
