package agent

import (
	"regexp"
	"strings"
)

// claimWords are those with which an English sentence may say that something was done. Too many only cost a moment's wait.
var claimWords = regexp.MustCompile(`(?i)\b(i've|i have|i just|we've|have been|has been|was|were|done|all set|added|put|placed|removed|took|taken|deleted|dropped|` +
	`changed|updated|swapped|switched|replaced|set|saved|kept|keeping|held|moved|restored|brought|emptied|cleared|undid|undone|reverted|` +
	`ordered|booked|confirmed|applied|noted|remembered|there you go|got it|sorted|finished|completed?|now (have|has|in|contains?|holds?)|(is|are) now|your (cart|total|order))\b`)

// mayClaim says that a sentence may tell of something done. Of a language that is not known here, every sentence may.
func mayClaim(locale, sentence string) bool {
	if l := strings.ToLower(locale); l != "en" && !strings.HasPrefix(l, "en-") {
		return true
	}
	return claimWords.MatchString(strings.ReplaceAll(sentence, "’", "'"))
}
