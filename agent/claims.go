package agent

import (
	"regexp"
	"strings"
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
	claims, ok := claimWords[language]
	return !ok || claims.MatchString(strings.ReplaceAll(sentence, "’", "'"))
}
