package claims

import "slices"

// summed finds what sums up: "that's two blouses", "that makes six packs now", "you've got it in small now".
func (c *checker) summed(sp span) *trigger {
	l, ws := c.lex, sp.words()
	first := 0
	for first < len(ws) && (l.is(ands, ws[first].key) || l.is(adverbs, ws[first].key) && !sums[ws[first].key] && ws[first].key != "there") {
		first++
	}
	if first+1 >= len(ws) {
		return nil
	}
	if ws[first+1].key == "leaves" && !c.facts.Known {
		return nil // what is left nobody knows here
	}
	shown := l.tag == "en" && (ws[first].key == "there" || ws[first].key == "here") && first+2 < len(ws) && (ws[first+2].key == "go" || ws[first+2].key == "are")
	owned := l.tag == "en" && ws[first].key == "you" && l.is(havings, ws[first+1].key) && sp.has(l, nows)
	moved := false
	for i := range ws[1:] { // "five it is, up from three"
		moved = moved || ws[i+1].key == "from" && (ws[i].key == "up" || ws[i].key == "down")
	}
	sought := false
	for i := 2; i < len(ws); i++ { // "seven planters it is"
		sought = sought || l.tag == "en" && ws[i-1].key == "it" && !ws[i-1].sep && ws[i].key == "is" && (i+1 == len(ws) || ws[i+1].sep)
	}
	if !owned && !shown && !moved && !sought && !(sums[ws[first].key] && summing[ws[first+1].key]) {
		return nil
	}
	if !owned && !slices.ContainsFunc(c.facts.Deeds, func(d Deed) bool { return d.Kind.Changes() && d.Title != "" }) {
		return nil // "here you go, two blouses": what was found
	}
	for _, m := range c.mentions(sp) {
		if m.more {
			return nil // "that's two more"
		}
		if m.count > 0 && (owned || moved || len(m.head) > 0) || owned && (m.size != "" || len(m.colors) > 0) {
			return &trigger{from: sp.from + first + 1, to: sp.from + first + 2, class: nowis, told: true}
		}
	}
	return nil
}

// sums begin a sentence that says what it comes to, before one of summing.
var sums, summing = words("that this so con das damit macht"), words("'s is makes make leaves esto eso son sind macht")
