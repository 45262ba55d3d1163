package house

import (
	"math"
	"slices"

	"github.com/evercart/evercart/internal/words"
)

// The features by which it is decided whether the best sentence answers at all.
const (
	gBias = iota
	gScore
	gNextFile  // by how much the best sentence of another file is worse
	gNextPara  // and that of another paragraph
	gCover     // of the weight of the question, what stands there
	gLost      // of the carriers, what does not
	gWorst     // the carrier that is farthest from standing there
	gWorstRare // the same, by how rare a word it is
	gUnheard   // the carrier that is farthest from standing anywhere in the answers
	gUnheardRare
	gCarriers // how many there are
	gAlone    // one alone stands there
	gNone     // none does
	gTypePlain
	gTypeSoft
	gTypeNear
	gTypeNone
	gAny   // any fact would do
	gYesNo // a yes or a no would
	gMoney
	gTime
	gBack
	gCentre
	gTitle
	gGoodsBare // goods are named, and do not stand there
	gSure      // the share of the best file among all, by their scores
	gUncounted
	gCentreFile
	gLead
	gLeadPara
	gNarrow
	gSaid
	gStrict      // the strict reading has the same paragraph
	gStrictOther // it has another one
	gRecall
	gRecallPara
	gShare
	gSharePara
	gUnsaid  // the likest question that a shop did not say
	gAgainst // the share of those
	gBest    // the likest question of all
	gSpoken  // what the question's words alone tell of whether a shop says it
	gTold
	gToldFar
	gToldPara
	gToldFile
	gToldTop // the likeliest of all that answered before
	gDoubt   // how evenly likelihood is spread
	gSays
	gNew     // of the question's weight, what neither stands there nor was ever asked of such a sentence
	gNewRare // the rarest of it
	gTopped  // no other sentence is likelier
	gFar     // nothing much like the sentence ever answered: what was learned says nothing of it
	gateFeatures
)

var gateNames = [gateFeatures]string{"bias", "score", "next.file", "next.para", "cover", "lost", "worst", "worst.rare", "unheard", "unheard.rare", "carriers", "alone", "none",
	"type.plain", "type.soft", "type.near", "type.none", "any", "yes.no", "money", "time", "back", "centre", "title", "goods.bare", "sure", "uncounted", "centre.file", "lead", "lead.para", "narrow", "said", "strict", "strict.other", "recall", "recall.para", "share", "share.para", "unsaid", "against", "likest", "spoken", "told", "told.far", "told.para", "told.file", "told.top", "doubt", "says", "new", "new.rare", "topped", "far"}

// gate gives the features of the best sentence of a list in order.
func (w *weigher) gate(list []*held) (f [gateFeatures]float64) {
	best := list[0]
	f[gBias], f[gScore] = 1, best.score
	f[gNextFile], f[gNextPara] = margins(list)
	lost, carriers, there, lostAll := 0.0, 0, 0, 0.0
	for i := range w.probes {
		t := &w.probes[i]
		if t.group > little {
			continue
		}
		firm := best.hits[i].firm()
		f[gCover] += t.weight / max(w.all, 0.01) * firm
		switch t.group {
		case carrier:
			lost, lostAll, carriers = lost+t.weight*(1-firm), lostAll+t.weight, carriers+1
			rare := 0.0
			for _, word := range t.words {
				rare = max(rare, rarity(word))
			}
			if len(t.words) > 1 {
				rare = 0.7
			}
			anywhere := 0.0
			for _, hits := range w.file {
				anywhere = max(anywhere, hits[i].firm())
			}
			f[gWorst], f[gWorstRare] = max(f[gWorst], 1-firm), max(f[gWorstRare], rare*(1-firm))
			f[gUnheard], f[gUnheardRare] = max(f[gUnheard], 1-anywhere), max(f[gUnheardRare], rare*(1-anywhere))
			if firm > 0.5 {
				there++
			}
		case ofGoods:
			if firm < 0.5 {
				f[gGoodsBare] = 1
			}
		}
	}
	f[gLost] = lost / max(lostAll, 1)
	f[gCarriers] = math.Min(float64(carriers), 4) / 4
	if there == 1 {
		f[gAlone] = 1
	}
	if there == 0 {
		f[gNone] = 1
	}
	w.gateKinds(best, &f)
	f[gBack], f[gCentre], f[gTitle], f[gUncounted] = best.features[fBack], best.features[fCentreHere], best.features[fTitle], best.features[fUncounted]
	f[gCentreFile] = best.features[fCentreFile]
	f[gLead], f[gLeadPara], f[gNarrow], f[gSaid] = best.features[fLead], best.features[fLeadPara], best.features[fNarrow], best.features[fSaid]
	f[gStrict] = best.features[fStrictPara]
	if w.strict.p != nil && w.strict.p != best.p {
		f[gStrictOther] = 1
	}
	f[gSure] = share(list)
	f[gRecall], f[gRecallPara], f[gShare], f[gSharePara] = best.features[fRecall], best.features[fRecallPara], best.features[fShare], best.features[fSharePara]
	f[gUnsaid], f[gAgainst], f[gBest] = w.past.unsaid, w.past.against, w.past.best
	f[gSpoken] = w.past.said / 2
	w.gateGuess(list, &f)
	return f
}

// gateGuess tells what was learned of what people ask.
func (w *weigher) gateGuess(list []*held, f *[gateFeatures]float64) {
	best, g := list[0], &w.past.guess
	links := best.p.sentences[best.at].links
	if len(links) == 0 || links[0].like < strangeLike {
		f[gFar] = 1
		return
	}
	f[gTold], f[gToldFar], f[gToldPara], f[gToldFile] = best.features[fTold], best.features[fToldFar], best.features[fToldPara], best.features[fToldFile]
	f[gToldTop], f[gDoubt], f[gSays] = g.top, g.doubt/4, g.says/2
	if !slices.ContainsFunc(list[1:], func(h *held) bool { return h.features[fTold] > best.features[fTold] }) {
		f[gTopped] = 1
	}
	lost := 0.0
	for i := range w.probes {
		t := &w.probes[i]
		if t.group > little || w.a.memory.knows(t.term, links) {
			continue
		}
		open := 1 - best.hits[i].firm()
		lost += t.weight * open
		for _, word := range t.words {
			f[gNewRare] = max(f[gNewRare], rarity(word)*open)
		}
	}
	f[gNew] = lost / max(w.all, 0.01)
}

func (w *weigher) gateKinds(best *held, f *[gateFeatures]float64) {
	x := &best.features
	f[gTypePlain], f[gTypeSoft], f[gTypeNear] = x[fTypePlain], x[fTypeSoft], x[fTypeNear]
	switch {
	case w.q.wants == 0:
		f[gAny] = 1
		if w.q.yesNo {
			f[gYesNo] = 1
		}
	case x[fTypePlain]+x[fTypeSoft]+x[fTypeNear] == 0:
		f[gTypeNone] = 1
	}
	if w.q.wants&ofMoney != 0 {
		f[gMoney] = 1
	}
	if w.q.wants&ofTime != 0 {
		f[gTime] = 1
	}
}

// margins says by how much the best sentence is better than the best of another file, and of another paragraph.
func margins(list []*held) (file, para float64) {
	file, para = 3, 3
	for i := range list[1:] {
		h, d := list[i+1], list[0].score-list[i+1].score
		if h.p != list[0].p {
			para = min(para, d)
		}
		if h.p.file != list[0].p.file {
			file = min(file, d)
			break
		}
	}
	return file, para
}

// share is how much of all likelihood the best file has.
func share(list []*held) float64 {
	own, all := 0.0, 0.0
	for i := range list {
		e := math.Exp(list[i].score - list[0].score)
		if list[i].p.file == list[0].p.file {
			own += e
		}
		all += e
	}
	return own / all
}

// rarity is how little common a word is: 0 as "the", 1 as one that is not in the table.
func rarity(word string) float64 {
	return min(1, math.Log1p(float64(words.Find(word).Rank()))/11)
}

// answers is how likely the best sentence is to answer.
func (by *Weights) answers(f *[gateFeatures]float64) float64 {
	sum := 0.0
	for i, x := range f {
		sum += x * by.Gate[i]
	}
	return 1 / (1 + math.Exp(-sum))
}
