package agent

import (
	"regexp"
	"slices"
	"strings"

	"github.com/evercart/evercart"
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
	return !ok || may.MatchString(strings.ReplaceAll(sentence, "’", "'")) || claims(locale, sentence)
}

// doneWords are, by language, the sentences that do say that something was done to the cart or the order, and nothing else:
// too many would contradict a model that is right. unless is what turns such words into a question or a condition when it
// stands before them.
var doneWords = map[string]struct{ done, unless *regexp.Regexp }{
	"en": {
		regexp.MustCompile(`(?i)\b(?:i|we)(?:'ve| have)(?: just| now| also| already| gone ahead and)* (?:` + didEnglish + `|put|set|taken|undone)\b` +
			`|\b(?:i|we)(?: just| now| also| already| went ahead and)* (?:` + didEnglish + `|took|undid)\b` +
			`|\b(?:has|have|'s) been (?:` + didEnglish + `|put|taken)\b` +
			`|\b(?:is|are|'s|'re) now in your (?:cart|basket|bag)\b|^(?:added|removed)\b|^(?:all )?(?:done|set)(?:[.!,]|$)` +
			`|\byour order (?:is|has been) (?:placed|confirmed|complete|on its way)\b`),
		regexp.MustCompile(`(?i)\b(?:if|unless|once|when|after|until|before|whether|nothing|none|neither)\b|\b(?:have|had|did|do|should|shall|can|could|would|may|as) $`),
	},
	"de": {
		regexp.MustCompile(`(?i)\b(?:habe|haben|wurden?|ist|sind) [^.?!]*\b(?:hinzugefügt|(?:hinein|zurück)?gelegt|entfernt|herausgenommen|gelöscht|geändert|aktualisiert|` +
			`(?:aus)?getauscht|ersetzt|gespeichert|verschoben|geleert|bestellt|reserviert|zurückgenommen)\b|^(?:erledigt|fertig)(?:[.!,]|$)`),
		regexp.MustCompile(`(?i)\b(?:wenn|falls|sobald|nachdem|ob|nichts)\b`),
	},
	"es": {
		regexp.MustCompile(`(?i)(?:^|[^\pL])(?:(?:he|hemos|ha sido|han sido) (?:añadid|agregad|puest|quitad|eliminad|cambiad|actualizad|guardad|vaciad|pedid|reservad|sustituid)[oa]s?` +
			`|añadí|agregué|puse|quité|eliminé|cambié|guardé|vacié)(?:$|[^\pL])|^(?:hecho|listo)(?:[.!,]|$)`),
		regexp.MustCompile(`(?i)(?:^|[^\pL])(?:si|cuando|una vez|nada|no)(?:$|[^\pL])`),
	},
}

const didEnglish = `added|placed|removed|deleted|dropped|changed|updated|swapped|switched|replaced|saved|moved|restored|emptied|cleared|reverted|ordered|booked|reserved|applied|confirmed|charged|refunded|cancell?ed`

var germanNot = regexp.MustCompile(`(?i)\b(?:nicht|nichts|kein\pL*)\b`)

// claims says that a sentence tells of something done. Of a language that is not known here, none does.
func claims(locale, sentence string) bool {
	language, _, _ := strings.Cut(strings.ToLower(locale), "-")
	words, ok := doneWords[language]
	if !ok {
		return false
	}
	sentence = strings.ReplaceAll(sentence, "’", "'")
	at := words.done.FindStringIndex(sentence)
	if at == nil || words.unless.MatchString(sentence[:at[0]]) {
		return false
	}
	return language != "de" || !germanNot.MatchString(sentence[at[0]:at[1]])
}

// unfounded says that the end of a step claims what no tool has done in this turn.
func (m *mouth) unfounded(out stepped) bool {
	return m != nil && out.stop == evercart.StopSaid && !m.w.changed() &&
		slices.ContainsFunc(m.waits, func(piece string) bool { return claims(m.w.locale, piece) })
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

// deny puts the truth in the place of what waits: why the calls were refused, that nothing was changed, what is in the cart.
func (m *mouth) deny() (text string) {
	w := m.w
	now, came := w.newest(), w.account(w.now.Steps)
	text = spaced(w.voice.Say("nothing.done"), w.voice.Cart(w.a.today(w.a.life, now).Cart))
	if now.Question != nil {
		text = spaced(text, came) // a question comes last
	} else {
		text = spaced(came, text)
	}
	text, _ = hear.Mask(text)
	m.waits = []string{text}
	return spaced(m.sent, text)
}
