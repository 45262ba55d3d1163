package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
	"github.com/evercart/evercart/rules/roles"
)

// contradicts says that words and roles cannot both be meant: what goes up is not taken out, and "cancel it" may mean what was said.
func contradicts(l labelled, given []roles.Role) bool {
	cues := slotted{l.slots}.letters()
	back := strings.ContainsRune(cues, slotBack)
	switch {
	case slices.Contains(given, roles.Add) && strings.ContainsRune(cues, slotRemove) && !strings.ContainsAny(cues, wishing): // "remove the scarf", which is not in the cart
		return true
	case slices.Contains(given, roles.Add) && strings.ContainsRune(cues, slotOut) && !strings.ContainsAny(cues, strings.Replace(wishing, string(slotMove), "", 1)): // "take the boots out", which are not there
		return true
	case back && slices.Contains(given, roles.Change) && !strings.ContainsAny(cues, "sw"): // "put the slate ones back", which were taken out
		return true
	case back && slices.Contains(given, roles.Add) && !strings.ContainsAny(cues, "aAp"): // "bring the scarf back", which was not put aside
		return true
	case slices.ContainsFunc(given, changes) && !strings.ContainsAny(cues, changing) && (strings.ContainsAny(cues, "aAm") || oneMore(l, given)): // "add the blouse in black", with one in ivory in the cart
		return true
	case strings.ContainsRune(cues, slotFewer) && slices.Contains(given, roles.Value): // "two less" counts from what is there
		return true
	case slices.ContainsFunc(given, gives) && !strings.ContainsAny(cues, turning) && begunWithAnd.MatchString(hear.Text(l.words)): // "and two in blue"
		return true
	case strings.ContainsRune(cues, slotSwap) && slices.ContainsFunc(given, gives) && slices.ContainsFunc(l.slots, func(s slot) bool { return s.letter == slotPoint && s.it.qty > 0 }): // "swap two of them", of six
		return true
	case halfNamed(l, given), heedsNoExcept(l, given), emptiesForOne(l, given), ofEach(l, given):
		return true
	}
	if !slices.Contains(given, roles.Remove) {
		return false
	}
	return strings.TrimLeft(l.sentence.Letters(), "P") == "W" && takesBack.MatchString(hear.Text(l.words)) ||
		slices.ContainsFunc(l.slots, func(s slot) bool { return s.letter == slotHard && s.text == "up" })
}

// oneMore says that a thing is spoken of as one that is not there yet: "and a black one".
func oneMore(l labelled, given []roles.Role) bool {
	for k, i := range l.sentence.Things() {
		if w := l.sentence.Elements[i].Words[0]; changes(given[k]) && (w == "a" || w == "an" || w == "another") {
			return true
		}
	}
	return false
}

// halfNamed says that a thing is to be taken out whose noun nobody knows: "remove the silk skirt", with a silk scarf there.
func halfNamed(l labelled, given []roles.Role) bool {
	for k, i := range l.sentence.Things() {
		e := l.sentence.Elements[i]
		if given[k] == roles.Remove && e.Letter == slotLine && e.Stop == 0 && i+1 < len(l.slots) && l.slots[i+1].letter == slotWord {
			return true
		}
	}
	return false
}

// emptiesForOne says that "drop them" was taken for the cart as a whole, of which nothing was said.
func emptiesForOne(l labelled, given []roles.Role) bool {
	n := len(given) - 1
	return n > 0 && given[n] == roles.Remove && strings.ContainsRune(slotted{l.slots}.letters(), slotPoint) && !wholly.MatchString(hear.Text(l.words))
}

// heedsNoExcept says that "everything except the mugs" was taken for everything, or for everything and the mugs.
func heedsNoExcept(l labelled, given []roles.Role) bool {
	things := l.sentence.Things()
	for k, i := range things {
		if e := l.sentence.Elements; k+1 < len(things) && e[i].Letter == slotAll && e[i+1].Letter == slotBut && things[k+1] == i+2 && given[k+1] != roles.Except {
			return true
		}
	}
	return false
}

// changes says that a thing of the role is otherwise then, or what another becomes.
func changes(r roles.Role) bool { return r == roles.Change || r == roles.Value }

// gives says that a thing of the role is no longer as it was.
func gives(r roles.Role) bool { return changes(r) || r == roles.From || r == roles.To }

// takesBack is what may mean the last change, or all that was said.
var takesBack = sift.Of(`\b(?:cancel|forget|scrap|scratch|never mind|strike)(?: about)? (?:it|that|this)\b`)

var begunWithAnd = sift.Of(`^(?:(?:oh|okay|yes|great|good|nice|right|well|um|uh) )*(?:and|also|plus)\b|\b(?:also|as well)\b|\btoo$`)

// changing are the letters of what may make one thing another.
const changing = "swtxnIOpRlju#"

// turning are those of them that are said of what is there.
const turning = "swxnIOpRl"

// wishing are the letters of what may put goods into the cart.
const wishing = "aAmiswpIOtb"

var wholly = sift.Of(`\b(?:empt|clear|wipe|reset|cart|basket|bag|trolley|order|list|every|all|lot|whole|start|over|scratch)`)
