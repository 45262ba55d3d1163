package house

import (
	"cmp"
	"math"
	"slices"

	"github.com/evercart/evercart/internal/words"
)

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// The features of a sentence that is held against a question; their weights were learned (weights.go).
const (
	fRareItself = iota
	fRareClass
	fRareLike
	fMidItself
	fMidClass
	fMidLike
	fPlainItself
	fPlainClass
	fPlainLike
	fSound
	fGoodsItself
	fGoodsClass
	fGoodsLike
	fLittleItself
	fLittleClass
	fLittleLike
	fIdle
	fIdleLike
	fBeforeItself
	fBeforeClass
	fBeforeLike
	fThinItself // of what is told before a question that says little itself
	fThinClass
	fThinLike
	fSaid   // in what would be said
	fHere   // in the sentence itself, not beside it
	fTitle  // in the title
	fBeside // in a sentence beside it
	fTypePlain
	fTypeSaid
	fTypeSoft
	fTypeNear
	fStrictNone
	fClock
	fCounted
	fUncounted
	fLead     // of what the sentence is about, by its first words, how much the question speaks of
	fLeadPara // the same of the paragraph
	fNarrow   // conditions that the question does not name
	fWherever // it says where the shop does not send
	fBack     // how much of the sentence the question speaks of
	fBackPara // how much of the paragraph
	fFirst
	fCentreHere
	fCentrePara
	fCentreFile
	fFile // in the file anywhere
	fPair
	fStrict     // the strict reading has it
	fStrictPara // and another sentence of the paragraph
	fRecall     // the likest question of those that such a sentence answered
	fRecallPara // the same of the best sentence of the paragraph
	fShare      // of all that comes to mind
	fSharePara
	fTold     // how likely it is that the question is after such a sentence, as was learned
	fToldFar  // the same, with more between what is unlikely and what is more so
	fToldPara // of the paragraph
	fToldFile // of the file
	fToldFileFar
	rankFeatures
)

// rankNames names the features that a sentence is ranked by, in their order.
var rankNames = [rankFeatures]string{"rare.itself", "rare.class", "rare.like", "mid.itself", "mid.class", "mid.like", "common.itself", "common.class", "common.like", "sound", "goods.itself", "goods.class", "goods.like", "little.itself",
	"little.class", "little.like", "idle", "idle.like", "before.itself", "before.class", "before.like", "thin.itself", "thin.class", "thin.like", "said", "here", "title", "beside", "type.plain", "type.said", "type.soft", "type.near", "strict.none", "clock",
	"counted", "uncounted", "lead", "lead.para", "narrow", "wherever", "back", "back.para", "first", "centre.here", "centre.para", "centre.file", "file", "pair", "strict", "strict.para", "recall", "recall.para", "share", "share.para", "told", "told.far", "told.para", "told.file", "told.file.far"}

// weigher holds one question against the answers.
type weigher struct {
	a      *Answers
	q      query
	probes []probe
	all    float64 // weight of the terms of the question itself
	told   float64 // weight of those before it
	thin   bool    // the question itself says little
	centre [words.Dims]float32
	near   []float32 // by word of the answers: how near the nearest word of the question is
	file   map[string][]hit
	strict ranked // what the strict reading has found; without a paragraph: nothing
	past   recalled
}

func (a *Answers) weigher(q query) *weigher {
	w := &weigher{a: a, past: a.memory.recall(q.text), q: q, probes: a.probes(q), near: make([]float32, len(a.means.stems)), file: map[string][]hit{}}
	var centre [words.Dims]float32
	for _, p := range w.probes {
		switch p.group {
		case before:
			w.told += p.weight
		case idle:
		default:
			w.all += p.weight
		}
		for r, s := range p.near {
			w.near[r] = max(w.near[r], s)
		}
		if r, ok := a.means.row[p.stem]; ok {
			w.near[r] = 1
		}
		for _, word := range p.words {
			v := words.Find(word).Vector()
			by := float32(p.weight)
			if p.group == before {
				by *= 0.4
			}
			if p.group == idle {
				by = 0
			}
			for i, x := range v {
				centre[i] += by * x
			}
		}
	}
	w.strict, _ = a.strict(q)
	w.thin = a.carries(q.terms) < 2
	w.centre = unit(centre)
	return w
}

// held is a sentence held against a question.
type held struct {
	p        *passage
	at       int
	features [rankFeatures]float64
	score    float64
	hits     []hit // by probe, at their best in or near the sentence
}

// hold weighs all sentences of a paragraph.
func (w *weigher) hold(p *passage, out []held) []held {
	n := len(p.sentences)
	title := make([]hit, len(w.probes))
	at := make([][]hit, n)
	para := make([]hit, len(w.probes))
	for i := range w.probes {
		title[i] = w.a.hit(&w.probes[i], p.title, p.titleRows)
	}
	for s := range p.sentences {
		at[s] = make([]hit, len(w.probes))
		for i := range w.probes {
			at[s][i] = w.a.hit(&w.probes[i], p.sentences[s].words, p.sentences[s].rows)
			para[i] = para[i].or(at[s][i])
		}
	}
	files := w.file[p.file]
	if files == nil {
		files = make([]hit, len(w.probes))
		w.file[p.file] = files
	}
	for i := range files {
		files[i] = files[i].or(para[i]).or(title[i])
	}
	first := len(out)
	var recall, share, told float64
	for s := range p.sentences {
		h := w.sentence(p, s, at, para, title)
		h.features[fRecall], h.features[fShare], h.features[fTold] = w.past.speaks(p.sentences[s].links)
		h.features[fToldFar] = steep(h.features[fTold])
		recall, share, told = max(recall, h.features[fRecall]), min(1, share+h.features[fShare]), min(1, told+h.features[fTold])
		out = append(out, h)
	}
	for i := range out[first:] {
		out[first+i].features[fRecallPara], out[first+i].features[fSharePara], out[first+i].features[fToldPara] = recall, share, told
	}
	return out
}

func (w *weigher) sentence(p *passage, s int, at [][]hit, para, title []hit) held {
	h := held{p: p, at: s, hits: make([]hit, len(w.probes))}
	f := &h.features
	_, to := w.a.span(w.q, p, s)
	all := max(w.all, 0.01)
	for i := range w.probes {
		t := &w.probes[i]
		best := para[i].or(title[i])
		h.hits[i] = best
		one := best.only()
		share := t.weight / all
		add := func(first int) {
			f[first] += share * float64(one[asItself])
			f[first+1] += share * float64(one[asClass])
			f[first+2] += share * float64(one[asLike])
		}
		switch t.group {
		case carrier:
			add(t.common)
			f[fSound] += share * float64(one[asSound])
		case ofGoods:
			add(fGoodsItself)
		case little:
			add(fLittleItself)
		case idle:
			h := at[s][i].only()
			f[fIdle] += t.weight / max(w.all, 4) * float64(h[asItself])
			f[fIdleLike] += t.weight / max(w.all, 4) * float64(h[asLike])
			continue
		case before:
			share = min(t.weight, w.told) / max(w.all, 4)
			if w.thin {
				add(fThinItself)
			} else {
				add(fBeforeItself)
			}
			continue
		}
		said := 0.0
		for n := s; n < to; n++ {
			said = max(said, at[n][i].firm())
		}
		f[fSaid] += share * said
		f[fHere] += share * at[s][i].firm()
		f[fTitle] += share * title[i].firm()
		beside := 0.0
		if s > 0 {
			beside = at[s-1][i].firm()
		}
		if s+1 < len(at) {
			beside = max(beside, at[s+1][i].firm())
		}
		f[fBeside] += share * max(0, beside-at[s][i].firm())
	}
	f[fPair] = w.pairs(at[s])
	w.facts(&h)
	one := &p.sentences[s]
	f[fLead], f[fLeadPara] = w.explained(one.lead), w.explained(p.sentences[0].lead)
	f[fNarrow] = float64(min(3, w.q.narrower(one.narrow)))
	if w.q.abroad && w.q.has("deliver") && one.words[classMark+"elsewhere"] {
		f[fWherever] = 1
	}
	f[fBack], f[fBackPara] = w.explained(one.rows), w.explained(p.rows)
	f[fCentreHere], f[fCentrePara], f[fCentreFile] = inner(&w.centre, &one.centre), inner(&w.centre, &p.centre), inner(&w.centre, p.fileCentre)
	if w.strict.p == p {
		f[fStrictPara] = 1
		if w.strict.at == s {
			f[fStrict] = 1
		}
	}
	if p.first && s == 0 {
		f[fFirst] = 1
	}
	return h
}

// pairs is the weight of terms that stand in the sentence together with the one that was said before them.
func (w *weigher) pairs(at []hit) float64 {
	sum, last := 0.0, -1
	for i := range w.probes {
		if w.probes[i].group > little {
			continue
		}
		if last >= 0 {
			sum += min(at[i].firm(), at[last].firm()) * min(w.probes[i].weight, w.probes[last].weight)
		}
		last = i
	}
	return sum / max(w.all, 0.01)
}

// facts weighs the kinds of fact that stand in a sentence against what is asked for.
func (w *weigher) facts(h *held) {
	f, s := &h.features, h.p.sentences[h.at]
	if w.q.wants != 0 {
		switch b := typeBonus(w.q.wants, false, h.p, h.at); {
		case s.plain&w.q.wants != 0:
			f[fTypePlain] = 1
		case s.soft&w.q.wants != 0:
			f[fTypeSoft] = 1
		case b > 0:
			f[fTypeNear] = 1
		case w.q.strict:
			f[fStrictNone] = 1
		}
	}
	from, to := w.a.span(w.q, h.p, h.at)
	for _, s := range h.p.sentences[from:to] {
		if s.plain&w.q.wants != 0 {
			f[fTypeSaid] = 1
		}
	}
	if w.q.clock && s.plain&ofClock != 0 {
		f[fClock] = 1
	}
	if w.q.counted != "" {
		f[fUncounted] = 1
		if w.a.counts(w.q.counted, s.text) {
			f[fCounted], f[fUncounted] = 1, 0
		}
	}
}

// explained is how much of a text's weight the question speaks of.
func (w *weigher) explained(rows []int32) float64 {
	var all, got float32
	for _, r := range rows {
		all, got = all+w.a.means.idf[r], got+w.a.means.idf[r]*w.near[r]
	}
	return float64(got / max(all, 1))
}

// finish adds what only the whole of a file tells, and puts the sentences in order, the best first.
func (w *weigher) finish(list []held, by *Weights) []*held {
	told := map[string]float64{}
	for i := range list {
		told[list[i].p.file] += list[i].features[fTold]
	}
	for i := range list {
		h := &list[i]
		h.features[fToldFile] = min(1, told[h.p.file])
		h.features[fToldFileFar] = steep(h.features[fToldFile])
		for n := range w.probes {
			if t := &w.probes[n]; t.group <= little {
				h.features[fFile] += t.weight / max(w.all, 0.01) * w.file[h.p.file][n].firm()
			}
		}
		h.score = 0
		for n, x := range h.features {
			h.score += x * by.Rank[n]
		}
	}
	order := make([]*held, len(list))
	for i := range list {
		order[i] = &list[i]
	}
	slices.SortStableFunc(order, func(x, y *held) int { return cmp.Compare(y.score, x.score) })
	return order
}
