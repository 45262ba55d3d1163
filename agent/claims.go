package agent

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/claims"
	"github.com/evercart/evercart/hear"
)

// claimWords are, by language, those with which a sentence may say that something was done. Too many only cost a moment's
// wait, too few a promise.
var claimWords = map[string]*regexp.Regexp{
	"en": words(`i've|i have|i just|we've|have been|has been|it's been|was|were|done|all set|added|put|placed|removed|took|taken|deleted|dropped|changed|` +
		`updated|swapped|switched|replaced|set|saved|kept|keeping|held|moved|restored|brought|emptied|cleared|undid|undone|reverted|ordered|booked|` +
		`confirmed|applied|noted|remembered|there you go|got it|sorted|finished|completed?|now (have|has|in|contains?|holds?)|(is|are) now|` +
		`(is|are) in|your (cart|total|order)`),
	"de": words(`habe|haben|hat|wurde|wurden|ist|sind|erledigt|fertig|gemacht|getan|jetzt|nun|warenkorb|gesamt|bestellung`),
	"es": words(`he|hemos|ha|han|está|están|fue|fueron|hecho|listo|lista|añadid[oa]s?|puesto|quitad[oa]s?|cambiad[oa]s?|ahora|carrito|total|pedido|` +
		`añadí|agregué|puse|quité|cambié|guardé|vacié`),
}

func words(list string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|[^\pL])(` + list + `)($|[^\pL])`)
}

// mayClaim says that a sentence may tell of something done. Of a language that is not known here, every sentence may.
func mayClaim(locale, sentence string) bool {
	language, _, _ := strings.Cut(strings.ToLower(locale), "-")
	may, ok := claimWords[language]
	return !ok || may.MatchString(strings.ReplaceAll(sentence, "’", "'"))
}

// heldBack says that a piece waits for the end of its step: it may tell of something done and is not known to be borne out, or it is known not
// to be. What is borne out by what is committed leaves at once, and so does what can claim nothing.
func (m *mouth) heldBack(ctx context.Context, piece string) bool {
	spoken := hear.SpokenOver(piece, m.w.locale)
	if !claims.Judges(spoken) {
		return true
	}
	v := m.judge(ctx, piece)
	return len(v.False) > 0 || v.Borne == 0 && mayClaim(spoken, piece)
}

// judge holds a piece against the truth, with the words before it: a piece may be half a sentence.
func (m *mouth) judge(ctx context.Context, piece string) claims.Verdict {
	spoken, truth := hear.SpokenOver(piece, m.w.locale), m.w.truth(ctx) // a model may answer in another language than it was asked for
	v := claims.Check(spoken, spaced(m.before, piece), truth)
	if m.before != "" {
		v.Borne -= claims.Check(spoken, m.before, truth).Borne
	}
	return v
}

// unfounded says that the end of a step claims what was not done in this turn, or not so.
func (m *mouth) unfounded(ctx context.Context, out stepped) bool {
	if m == nil || out.stop != evercart.StopSaid || len(m.waits) == 0 {
		return false
	}
	v := m.judge(ctx, strings.Join(m.waits, " "))
	m.findings = v.False
	return len(v.False) > 0
}

// changed says that a call of this turn, by whichever brain, did what it was to do.
func (w *work) changed() bool {
	for _, s := range w.now.Steps {
		for i, r := range s.Results {
			if tool, ok := w.a.tools[s.Calls[i].Tool]; ok && tool.Spec().Changes && r.Code == "" && r.Question == nil {
				return true
			}
		}
	}
	return false
}

// refusal says that the tools' words tell of this turn why something was not done.
func (w *work) refusal() bool {
	return slices.ContainsFunc(w.now.Steps, func(s evercart.Step) bool {
		return slices.ContainsFunc(s.Results, func(r evercart.Result) bool { return r.Code != "" && r.Say.Reveal() != "" })
	})
}

// deny puts the truth in the place of what waits, from its first sentence on that is not so: what was done, in the tools' own words, or why
// the calls were refused, or that nothing was changed; and what is in the cart, unless a tool has told it as it is.
func (m *mouth) deny(ctx context.Context) (text string) {
	w := m.w
	now, came := w.newest(), w.account(w.now.Steps)
	c := w.a.today(ctx, now).Cart
	cart := w.voice().Cart(c)
	if told := strings.Contains(came, cart) || len(c.Lines)+len(c.Saved) == 0 && strings.Contains(came, w.voice().Say("cleared")); !told {
		text = cart
	}
	if !w.changed() && m.findings[0].Deed() && !w.refusal() {
		text = spaced(w.voice().Say("nothing.done"), text)
	}
	if now.Question != nil {
		text = spaced(text, came) // a question comes last
	} else {
		text = spaced(came, text)
	}
	text, _ = hear.Mask(text)
	m.waits = append(m.founded(ctx), text)
	return spaced(m.sent, strings.Join(m.waits, " "))
}

// founded are the pieces that wait before the first one that is not so.
func (m *mouth) founded(ctx context.Context) []string {
	n := 0
	for n < len(m.waits) && len(m.judge(ctx, strings.Join(m.waits[:n+1], " ")).False) == 0 {
		n++
	}
	if n == len(m.waits) { // half a sentence may be false where the whole is not, never the other way round
		n = 0
	}
	return slices.Clone(m.waits[:n])
}
