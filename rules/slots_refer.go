package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/sift"
)

// topics lets "it" mean what the piece before speaks of: "I am not sure about the scarf, save it". That piece wants nothing then.
func (t *turn) topics(slots []slot) []slot {
	from := 0
	for k := 0; k+2 < len(slots); k++ { // "of the lemonade I need two more"
		if p := slots[k+2]; strings.ContainsRune("CND", slots[k].letter) && slots[k+1].letter == slotWish && p.letter == slotPoint && (p.it.more || p.it.qty > 0) {
			out := append(slices.Clone(slots[:k]), slots[k+1], t.pointedTo(slots[k], p))
			return t.topics(append(out, slots[k+3:]...))
		}
	}
	if out, ok := t.topicBeside(slots); ok {
		return t.topics(out)
	}
	for i, s := range slots {
		if !strings.ContainsRune(",.&", s.letter) {
			continue
		}
		topic, things := -1, 0
		for k := from; k < i; k++ {
			switch l := slots[k].letter; {
			case l == slotAsk && whatAbout.MatchString(slots[k].text): // "what about the sneakers? Put them in"
				if thing, ok := t.askedThing(slots[k].text); ok {
					slots = slices.Clone(slots)
					slots[k], topic, things = thing, k, things+1
				} else {
					things = 9
				}
			case l == slotAdd && strings.ContainsRune(slotted{slots: slots[from:k]}.letters(), slotNot):
			case l == slotWord || l == slotWish || l == slotStay || l == slotAnd || l == slotNot || l == slotFor || l == slotPoint || l == slotIn:
			case l == slotNew || l == slotLine || l == slotOther || l == slotSaved || l == slotPlace || l == slotPassing:
				topic, things = k, things+1
			default:
				things = 9
			}
		}
		end := i + 1
		for end < len(slots) && !strings.ContainsRune(",.", slots[end].letter) {
			end++
		}
		if things == 1 {
			if at := pointedAt(slots[i+1 : end]); at >= 0 && (slots[i+1+at].letter == slotPoint || slots[topic].letter == slotPassing) {
				out := slices.Clone(slots)
				out[i+1+at] = t.pointedTo(slots[topic], slots[i+1+at])
				return append(slices.Clone(out[:from]), t.topics(out[i+1:])...)
			}
		}
		from = i + 1
	}
	return slots
}

var whatAbout = sift.Of(`^(?:and |so |but )?(?:what|how) about\b`)

// askedThing finds the goods of a question.
func (t *turn) askedThing(text string) (slot, bool) {
	words := t.wordsOf(text)
	for i := 2; i < len(words); i++ {
		if n, strange := t.thingAt(words, i); n > 0 && !strange {
			return t.thingSlot(words[i:i+n], false), true
		}
	}
	return slot{}, false
}

// topicBeside is topics where no pause parts what is spoken of from what is wanted of it: "the last one in my cart just save it".
func (t *turn) topicBeside(slots []slot) ([]slot, bool) {
	from := 0
	for k := range slots {
		if strings.ContainsRune(",.&", slots[k].letter) {
			from = k + 1
			continue
		}
		before := slotted{slots: slots[from:k]}.letters()
		if !strings.ContainsRune("CDSZN", slots[k].letter) || strings.Trim(before, "nUakfix") != "" {
			continue
		}
		verb := k + 1
		for verb < len(slots) && (slots[verb].letter == slotIn || slots[verb].letter == slotFix) {
			verb++
		}
		if verb+1 < len(slots) && strings.ContainsRune("rvmkAa", slots[verb].letter) && slots[verb+1].letter == slotPoint && slots[verb+1].it.onlyPoints() {
			out := append(slices.Clone(slots[:from]), slots[verb], t.pointedTo(slots[k], slots[verb+1]))
			return append(out, slots[verb+2:]...), true
		}
	}
	return nil, false
}

// pointedAt finds an "it" that a verb stands with, and no other thing; -1 = there is none.
func pointedAt(slots []slot) int {
	at, verb := -1, false
	for k, s := range slots {
		switch s.letter {
		case slotPoint, slotCount:
			if at >= 0 || s.it.ref == refOther || s.it.rank != 0 || s.it.same {
				return -1
			}
			at = k
		case slotAdd, slotMove, slotRemove, slotSave, slotStay, slotSet, slotSwap:
			verb = true
		case slotNew, slotLine, slotOther, slotSaved, slotPlace, slotStrange, slotAll:
			return -1
		}
	}
	if !verb && !(at >= 0 && (slots[at].it.more || slots[at].it.qty > 0)) {
		return -1
	}
	return at
}

// pointedTo puts the thing in the place of what points at it, with the number that stands there: "four of them".
func (t *turn) pointedTo(thing, at slot) slot {
	n := ""
	switch {
	case at.it.qty > 0:
		n = strconv.Itoa(at.it.qty) + " "
	case !at.it.more:
		if thing.letter == slotPassing {
			thing.letter = t.linked(thing.it, thing.def)
		}
		return thing
	}
	if at.it.more {
		n += "more "
	}
	text := strings.TrimPrefix(strings.TrimPrefix(thing.text, "the "), "a ")
	if thing.letter == slotPassing {
		thing.letter = t.linked(thing.it, thing.def)
	}
	return slot{letter: thing.letter, text: n + text, it: t.read(n + text)}
}

// unmentioned leaves pieces out that only tell of goods.
func unmentioned(slots []slot) []slot {
	var out []slot
	from := 0
	for i, s := range slots {
		if !strings.ContainsRune(",.&", s.letter) && i+1 < len(slots) {
			continue
		}
		if part := slots[from : i+1]; !strings.ContainsRune(slotted{slots: part}.letters(), slotPassing) {
			out = append(out, part...)
		}
		from = i + 1
	}
	return out
}

// onesOf gives "the silk one" the name of the thing before: "not the wool scarf, the silk one".
func (t *turn) onesOf(slots []slot) []slot {
	head, last := "", item{}
	for i, s := range slots {
		switch s.letter {
		case slotNew, slotLine, slotOther, slotSaved, slotStrange:
		default:
			continue
		}
		words := s.it.words
		if ones := strings.HasSuffix(s.text, " one") || strings.HasSuffix(s.text, " ones"); ones && head != "" && !slices.Contains(words, head) {
			text := strings.TrimSuffix(strings.TrimSuffix(s.text, " ones"), " one") + " " + head
			it := t.read(text)
			if t.sureOf(last, s.it) && s.it.qty == 0 && !strings.HasPrefix(s.text, "a ") { // "socks. The cotton ones."
				slots[i].letter = slotValue
				if slots[i-1].letter == slotPeriod {
					slots[i-1].letter = slotComma
				}
				continue
			}
			if f := t.find(evercart.Query{Words: it.query()}); len(f.Hits) > 0 && len(f.Unknown) == 0 {
				slots[i].text, slots[i].it = text, it
				slots[i].letter = t.linked(it, s.def)
			}
			continue
		}
		last = s.it
		if n := len(words); n > 1 && t.wordKind(words[n-1]) == wordGoods || n == 1 && t.wordKind(words[0]) == wordGoods {
			head = words[n-1]
		}
	}
	return slots
}

// sureOf says that the words of both name one thing.
func (t *turn) sureOf(a, b item) bool {
	if kinds := slices.DeleteFunc(slices.Clone(a.words), func(w string) bool { return t.wordKind(w) != wordGoods }); len(kinds) != 1 {
		return false
	}
	f := t.find(evercart.Query{Words: a.query() + " " + b.query()})
	return f.Sure && len(f.Unknown) == 0
}

// enough reads "two is enough": behind goods that are wanted it corrects how many, behind what is in the cart it sets that.
func (t *turn) enough(slots []slot) []slot {
	for i := 1; i+1 < len(slots); i++ {
		if slots[i].letter != slotCount || slots[i+1].letter != slotEnough {
			continue
		}
		for k := i - 1; k >= 0; k-- {
			cue := rune(0)
			switch slots[k].letter {
			case slotNew:
				cue = slotFix
			case slotLine, slotOther:
				cue = slotSet
			case slotComma, slotPeriod, slotAnd, slotFix, slotWord:
				continue
			}
			if cue == 0 {
				break
			}
			out := append(slices.Clone(slots[:k+1]), slot{letter: cue}, slots[i])
			return append(out, slots[i+2:]...)
		}
	}
	return slots
}
