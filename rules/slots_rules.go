package rules

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// slotRule is one way to want something, over letters. In the pattern x is the goods, y what they become.
type slotRule struct {
	want want
	re   *regexp.Regexp
	when func(*turn, slotMatch) bool // nil = always
}

// slotMatch is where the parts of a rule stand: indexes into the slots.
type slotMatch struct {
	slots []slot
	x, y  [2]int // from, to; empty where the rule has none
	whole string // the letters
	next  rune   // the letter that follows; 0 = none
}

// slotShort writes the shorthands of patterns out: a list of goods that are wanted, one of goods in the cart, one thing of either.
var slotShort = strings.NewReplacer(
	"GOODS", `[NCDS](?:[,&x]*[NCDSV#P])*`,
	"LINES", `[CDZPS](?:[,&x]*[CDZSV#])*`,
	"LINE", `[CDZP][V]?`,
	"OPT", `[V#](?:[,x&]*[V#])*`,
	"TOO", `(?:[,.&]*(?:r[Po]*|m[Po]+|na?P?|aP?na?P?|oP?g|go))?`,
	"NEW", `[ND](?:[,x&]*[V#])*(?:[.]V)?`,
)

// slotPatterns are the ways to want something, in letters, <x: the goods> and <y: what they become>. The first one that fits as much
// of a turn as any does counts.
var slotPatterns = []struct {
	want    want
	pattern string
	when    func(*turn, slotMatch) bool
}{
	{wantPolicy, `q`, nil}, // stands for a question
	// One for another.
	{wantSwap, `a?w<x:LINE>>[ft]<y:NEW|[CV]>>I?`, nil},
	{wantSwap, `[arm]*[rm]<x:[CZP]>>[ob]*f<y:NEW>>I?`, nil},
	{wantSwap, `(?:[rm]|na|nk)<x:[CZP]>>[obi]*[,&.]*[aApmsx]*<y:NEW>>i?I`, nil},
	{wantSwap, `(?:r|mo?)<x:[CZP]>>o?[,&.]+[aApm]*<y:NEW>>[,]?[PV]`, sameSaid},
	{wantAdd, `[aAm]*<x:N>>[,]*n[ND][,]*<y:V(?:[,&]*V)*>>`, nil},
	{wantSwap, `<x:C>>r[,.&]+[aAp]*<y:NEW>>I?`, nil},
	{wantSwap, `n[aA]?<x:[C]>>[,]?&[aAp]?<y:NEW>>I?`, nil},
	{wantSwap, `x?n<x:C>>[,.]*[ap]<y:NEW>>I?`, nil},
	{wantSwap, `n<x:C>>[,.]*[aAp]?<y:NEW>>I?`, nil},
	{wantSwap, `<x:C>>[,.&]+[aApms]*<y:NEW>>i?I`, nil},
	{wantSwap, `[aAp]*<y:NEW|V>>[,]?O<x:[CP]>>`, nil},
	{wantSwap, `[ap]+<y:NEW>>[tO]<x:C>>(?:[,&]*wP)?`, nil},
	{wantSwap, `O<x:C>>[,.]*[aApm]*<y:NEW>>i?`, nil},
	{wantSwap, `<x:C>>[,.]*p[aA]?<y:NEW|V>>I?`, nil},
	{wantAdd, `x?n[aA]?V[,&.]*[aAp]*<x:NEW>>`, nil},
	{wantAdd, `[aA]*<x:Z>>[,.]*[aA]+P`, onFocus},
	{wantAdd, `[aA]+<x:Z>>`, onFocus},
	{wantAdd, `n[aA]?Na?[,&.]*[aAp]*<x:NEW>>[iI]*`, nil},
	{wantAdd, `[aApm]*<x:NEW>>i?[,&]*[nO][ND]`, nil},
	// The same one, otherwise.
	{wantChange, `[aAs]*<x:[CP]>>[,]?[nO]#`, counted},
	{wantChange, `<x:C>>[,]?nV[,&]*[aA]*<y:V>>`, nil},
	{wantSwap, `s<x:C>>[ti]*<y:NEW>>`, nil},
	{wantChange, `<x:[CZP]>>[,]?[st]+<y:#>>[On]#`, nil},
	{wantChange, `<x:C>>,?V[,&]*[ax]+<y:V>>`, nil},
	{wantAdd, `[aAs]+<x:P>>`, newFocus},
	{wantAdd, `[aA]+<x:P>>i?`, onFocus},
	{wantChange, `[aA]?s<x:LINE>>[tix]*<y:OPT>>I?`, definite},
	{wantChange, `[aA]?s<x:C>>`, sayingMany},
	{wantChange, `[aA]?s<x:D(?:[,x]*[V#])*>>`, nil},
	{wantChange, `<x:[CZ]>>[,]?[as]*P?[st]+<y:OPT>>`, nil},
	{wantChange, `<x:C>>,?aP?<y:V>>I?`, definite},
	{wantChange, `<x:D(?:[,&x]*[V#])*>>I?`, bareOption},
	{wantChange, `a<x:D>>I?`, bareOption},
	{wantChange, `[ms]<x:C>>tVt<y:V>>`, nil},
	{wantChange, `<x:C>>[,&]*<y:V>>I?`, otherOption},
	{wantChange, `a<x:C>>t<y:V>>`, definite},
	{wantChange, `[aA]?<x:[CZ]>>t+<y:#>>`, nil},
	{wantChange, `<x:C>>a<y:#>>[,]*n#`, nil},
	{wantChange, `[aA]*<x:C>>j`, counted},
	{wantChange, `Ps<y:V>>[,]<x:C>>`, nil},
	{wantChange, `<y:V>>[kJ]?f<x:C>>`, nil},
	{wantStep, `[aAsm]*<x:LINE>>[fti]*<y:u>>`, nil},
	{wantStep, `[aAsm]*<y:u>>[fti]*<x:LINE>>`, nil},
	{wantChange, `a<x:C>>`, thoseMany},
	// Away, for now or for good.
	{wantSave, `[amvk]*[mvk]<x:LINES>>L+`, nil},
	{wantSave, `[amk]*v<x:[CDZP]>>`, nil},
	{wantSave, `[mvk]L<x:LINES>>`, nil},
	{wantSave, `<x:LINES>>g?i?L`, nil},
	{wantRestore, `[aAmb]+<x:S>>[vLbi]*`, nil},
	{wantRestore, `<x:S>>[vL]*[,&.]*[aAmb]+P?[bi]*`, nil},
	{wantRestore, `<x:S>>[vL]*[bi]+`, nil},
	{wantRestore, `<x:S>>[vkL]*g?[bi]+`, nil},
	{wantExcept, `[rm]+E[oi]*R<x:LINES>>[o]?`, nil},
	{wantExcept, `k<x:LINES>>[,.&]+[rm]+o?Eo?`, theRest},
	{wantExcept, `ER<x:LINES>>[og]+`, nil},
	{wantExcept, `E[go]+R<x:LINES>>`, nil},
	{wantRemove, `[a]?m<x:Co?[,.]*x+m?#>>o?`, nil},
	{wantLess, `t?<x:C>>[mr]+o?<y:#>>o?`, nil},
	{wantRemove, `[a]?r<x:LINES>>[obirI]*TOO`, inTheCart},
	{wantRemove, `[am]*s<x:LINES>>o`, inTheCart},
	{wantRemove, `[a]?m<x:LINES>>b?[or][bI]?TOO`, inTheCart},
	{wantRemove, `[a]?mo<x:LINES>>I?`, inTheCart},
	{wantRemove, `<x:LINES>>,?g?oTOO`, inTheCart},
	{wantRemove, `<x:LINES>>gb?TOO`, inTheCart},
	{wantRemove, `<x:LINES>>i?,?[rm]P?o?`, takesOut},
	{wantRemove, `na<x:LINES>>TOO`, inTheCart},
	{wantRemove, `<x:[CZD]>>,?n[am]P?TOO`, inTheCart},
	{wantRemove, `C[,.&]+n<x:C>>`, saysNo},
	{wantRemove, `na*rC[,.&]+<x:C>>`, nil},
	{wantRemove, `rC[,.]*nC[,.]*<x:C>>x?`, nil},
	{wantLess, `[aAm]*<x:C>>l`, counted},
	{wantRemove, `n<x:C>>`, saysNo},
	{wantClear, `(?:U*r?EU*[,.&]*)?[aA]*(?:r+E[oi]*|mEo+|mo+E|Eg?o)`, whole},
	// Left as it is.
	{wantKeep, `k<x:LINES>>i`, nil},
	{wantLeave, `r<x:N>>`, goesOn},
	{wantLeave, `[xU]?na<x:N>>`, nil},
	{wantLeave, `[nk]+[rmAsw]*<x:LINES>>[oiLk]*`, denies},
	{wantLeave, `[aAmr]+LINES[oib]*[,.]*x[x,.]*kP?`, nil},
	{wantLeave, `<x:LINES>>k`, nil},
	{wantLeave, `n+[A]<x:GOODS>>i?`, nil},
	{wantLeave, `n[aA]?<x:[ND]>>`, nil},
	// In.
	{wantAdd, `[aAm]*[aA]i?<x:GOODS>>(?:,?i)?`, nil},
	{wantAdd, `[aAm]*<x:GOODS>>i?j`, nil},
	{wantAdd, `[aAm]*<x:NEW>>[,.&]*a<y:V>>`, nil},
	{wantAdd, `[aAm]+<x:N>>i<y:#>>`, nil},
	{wantAdd, `[a]?m<x:GOODS>>,?i`, nil},
	{wantAdd, `mi<x:GOODS>>`, nil},
	{wantAdd, `m<x:N(?:[,&x]*[NV#])*>>`, nil},
	{wantAdd, `<x:N>>,?g?i`, nil},
	{wantAdd, `[aA]?<x:N(?:[,x]*[V#])*>>[,&.]*[aAm]+P?i?`, nil},
	{wantAdd, `<x:[NCDS](?:[.,&x]*[NCDSV#])*>>`, nil},
	{wantAdd, `[aAm]*<x:NEW>>[,.]*x+V?U*<y:V>>`, nil},
	{wantNothing, `RLINES`, nil},
	{wantNothing, `[aAm]+i?GOODS[,.]*x[xn,.]*`, goesOn},
}

// slotRules are the patterns, compiled once.
var slotRules = sync.OnceValue(func() []slotRule {
	named := strings.NewReplacer("<x:", "(?P<x>", "<y:", "(?P<y>", ">>", ")")
	out := make([]slotRule, len(slotPatterns))
	for i, p := range slotPatterns {
		out[i] = slotRule{p.want, regexp.MustCompile("^(?:" + named.Replace(slotShort.Replace(p.pattern)) + ")$"), p.when}
	}
	return out
})

// definite says that the goods are spoken of as known ones: "the mug", not "a mug".
func definite(_ *turn, m slotMatch) bool {
	s := m.slots[m.x[0]]
	return s.def && !s.it.more && (s.it.qty == 0 || s.letter != slotLine)
}

// denies says that something is to be left: "keep the mug", "do not take the mug out".
func denies(_ *turn, m slotMatch) bool {
	return strings.ContainsAny(m.whole, "k") || strings.ContainsAny(m.whole, "rmsw")
}

// inTheCart says that each of the goods stands in the cart, or is pointed at.
func inTheCart(t *turn, m slotMatch) bool {
	return len(t.state.Cart.Lines) > 0 && !strings.ContainsAny(m.whole, "SE") && !m.slots[m.x[0]].it.more && !takesBackAll.MatchString(textOfSlots(m.slots))
}

// takesBackAll is what may mean the last change, or all that was said.
var takesBackAll = sift.Of(`^(?:cancel|forget|scrap|scratch|never mind|strike)(?: about)? (?:it|that|this)$`)

// takesOut tells "the mug, take it out" from "the mug, take it".
func takesOut(t *turn, m slotMatch) bool {
	return inTheCart(t, m) && strings.ContainsAny(m.whole, "ro")
}

// counted says that how many is said.
func counted(_ *turn, m slotMatch) bool {
	it := m.slots[m.x[0]].it
	return it.qty > 0 || len(it.nums) > 0
}

// thoseMany says that more are wanted of those that are in the cart than there are: "I want four of those socks".
func thoseMany(t *turn, m slotMatch) bool {
	s := m.slots[m.x[0]]
	named := s.it
	named.qty = 0
	found := t.namedLines(named, t.state.Cart.Lines)
	return s.it.qty > 0 && !s.it.more && thoseOf.MatchString(s.text) && len(found) == 1 && found[0].Quantity < s.it.qty
}

var thoseOf = sift.Of(`\b(?:those|these|this)\b`)

// sayingMany says that how many, or a size, is said.
func sayingMany(_ *turn, m slotMatch) bool {
	it := m.slots[m.x[0]].it
	return !it.more && (it.qty > 0 || len(it.nums) > 0)
}

// newFocus says that a number is said of what was just spoken of, and that is not in the cart.
func newFocus(t *turn, m slotMatch) bool {
	return counted(t, m) && onFocus(t, m)
}

// onFocus says that goods were just spoken of that are not in the cart.
func onFocus(t *turn, m slotMatch) bool {
	return len(t.state.Focus) > 0 && m.slots[m.x[0]].it.ref != refOther && !slices.ContainsFunc(t.state.Focus, func(s evercart.SKU) bool { _, ok := t.state.Cart.LineOf(s); return ok })
}

// goesOn says that a wish of its own follows.
func goesOn(_ *turn, m slotMatch) bool { return strings.ContainsRune("aAmrwsv", m.next) }

// saysNo tells "no slippers" from "not the slippers".
func saysNo(t *turn, m slotMatch) bool {
	return m.slots[0].text == "no" && !m.slots[1].it.more && inTheCart(t, m)
}

// whole says that all of the cart is meant, and not both of what was named.
func whole(t *turn, m slotMatch) bool {
	return len(t.state.Cart.Lines) > 1 && !slices.ContainsFunc(m.slots, func(s slot) bool {
		return strings.Contains(s.text, "both") || strings.Contains(s.text, "each") || strings.Contains(s.text, "rest") || strings.Contains(s.text, "else") || isThing(s.letter) && s.letter != slotAll
	})
}

// sameSaid says that something stays the same: "the flannel shirt, same size".
func sameSaid(_ *turn, m slotMatch) bool { return m.slots[len(m.slots)-1].it.same }

// theRest says that what is left over is meant: "keep the candle and throw out the rest".
func theRest(_ *turn, m slotMatch) bool {
	return slices.ContainsFunc(m.slots, func(s slot) bool {
		return s.letter == slotAll && (strings.Contains(s.text, "rest") || strings.Contains(s.text, "else"))
	})
}

// bareOption says that a thing in the cart is named with another option behind its name: "the hat in black", "jacket large".
func bareOption(t *turn, m slotMatch) bool {
	s := m.slots[m.x[0]]
	if !s.def || s.it.qty > 0 || s.it.more {
		return false
	}
	words := t.wordsOf(s.text)
	for k := len(words) - 1; k > 0; k-- {
		front := t.read(hear.Text(words[:k]))
		if !front.bare() && len(t.namedLines(front, t.state.Cart.Lines)) == 1 {
			return true
		}
	}
	return false
}

// otherOption says that an option is said that the line does not have.
func otherOption(t *turn, m slotMatch) bool {
	if !definite(t, m) {
		return false
	}
	both := m.slots[m.x[0]].it.join(m.slots[m.y[0]].it)
	return len(t.namedLines(both, t.state.Cart.Lines)) == 0
}
