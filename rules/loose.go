package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/sift"
)

// cues are the words by which a sentence that no rule knows still tells what is wanted.
var (
	cueAdd    = sift.Of(`\b(?:add|adding|put|get|getting|give|want|wants|wanted|wanting|need|needs|needed|needing|like|love|have|having|take|taking|buy|buying|order|ordering|fancy|interested|go for|going for|treat|send|bring|purchase|pick|grab|craving|dying for|tempted|try)\b`)
	cueRemove = sift.Of(`\b(?:remove|removed|removing|delete|deleted|drop|dropped|dropping|rid|lose|losing|cancel|cancelled|ditch|scrap|bin|out|off|away|without|skip|against)\b`)
	cueSave   = sift.Of(`\b(?:later|aside|next (?:week|month|time)|another (?:day|time)|some other (?:day|time))\b`)
	cueDeny   = sift.Of(`\b(?:not|no|never|nothing|neither|nor|hardly|without)\b`)
	cueElse   = sift.Of(`\b(?:if|or|unless|except|than|instead|swap|change|replace|switch|more|less|fewer|back|undo|only|same|other|another|both|how|what|which|why|when|who|where|cheaper|bigger|smaller|too)\b`)
)

// loose reads a clause that came to nothing because of words that are no goods: one thing named, and a cue of what is wanted of it.
// Anything else that could carry a meaning makes it give up.
func (t *turn) loose(c clause) (outcome, bool) {
	text := c.text
	if text == "" || len(c.more) > 0 || c.asked || c.question() || cueElse.MatchString(text) || c.want == wantCannot && !t.tables.speakers[firstWord(text)] {
		return outcome{}, false
	}
	if t.read(text).bad || t.read(c.x).bad { // "minus three" and "half a" are no quantities, however they are read
		return outcome{}, false
	}
	x, ok := t.mentioned("- " + text)
	if !ok {
		return outcome{}, false
	}
	rest := strings.Replace(text, x, " ", 1)
	if !t.chatter(rest) {
		return outcome{}, false
	}
	it := t.read(x)
	found := t.namedLines(it, t.state.Cart.Lines)
	deny, remove := cueDeny.MatchString(rest), cueRemove.MatchString(rest)
	switch {
	case deny && remove:
		return outcome{say: t.voice.Say("left")}, true
	case (deny || remove) && len(found) == 0:
		return outcome{say: t.voice.Say("okay")}, deny
	case deny || remove:
		return t.onEach([]item{it}, t.state.Cart.Lines, removal), true
	case cueSave.MatchString(rest) && len(found) > 0:
		return t.onEach([]item{it}, t.state.Cart.Lines, func(l evercart.Line, _ item) evercart.Command {
			return evercart.Command{Verb: evercart.Save, Line: l.No}
		}), true
	case cueAdd.MatchString(rest) && len(found) == 0 && !c.takesAway() && !t.tables.thirds[firstWord(text)]:
		return t.addItems([]item{it}), true
	}
	return outcome{}, false
}

// chatter says that words name neither goods nor colours, and count nothing.
func (t *turn) chatter(rest string) bool {
	it := t.read(rest)
	if it.qty > 0 || len(it.nums)+len(it.sizes)+len(it.ordinals) > 0 {
		return false
	}
	for _, w := range it.words {
		if t.lang.Color(w) || t.tables.materials[w] || t.named(w) {
			return false
		}
	}
	return true
}

// named says that goods of this shop are called by a word, as it is written.
func (t *turn) named(w string) bool {
	f := t.find(evercart.Query{Words: w})
	if len(f.Unknown) > 0 || len(f.Hits) == 0 {
		return false
	}
	p := f.Hits[0].Product
	return slices.ContainsFunc(t.wordsOf(p.Title+" "+p.Type), func(v token) bool { return t.lang.Stem(v.Text) == t.lang.Stem(w) })
}
