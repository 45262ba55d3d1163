package rules

import (
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// hadBefore tells of something that was ordered before and is not right: nothing of the goods that it names is wanted, nor asked.
var hadBefore = sift.Of(`^(?:(?:oh|ah|um|well|so|and|but|okay|ok|hi|hello|good (?:morning|afternoon|evening|day)|listen|the thing is|you know|actually|sorry|excuse me) )*(?:i|we|my [a-z]+)(?: have| had)?(?: just| recently)? (?:ordered|bought|got|received|purchased|was sent|were sent)(?: (?:a|an|the|some|my|two|three|one|this|these|those))? .+?` +
	`(?: (?:from you|here|from your (?:shop|store|website)|last (?:week|month|time|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|night)|yesterday|recently|the other day|a (?:week|month|while|few days) ago|[a-z]+ (?:days|weeks|months) ago|in (?:january|february|march|april|may|june|july|august|september|october|november|december)))+` +
	`(?:,? (?:and|but))? (?:(?:it|they|one|one of them|both|the [a-z]+|that)(?: all)?(?: has| have| had)?(?: already| just| now)? (?:is|are|was|were|does|do|did|has|have|leaks?|leaked|broke|broken|came|arrived|fell|tore|torn|shrank|shrunk|faded|itch|itches|stopped|never|started|will)\b.*)$`)

// complains answers who tells of an order of before: those are not seen from here.
func (t *turn) complains(text string) (outcome, bool) {
	words, q := t.inEnglishOf(text, 6, maxWords), t.openQuestion()
	if words == nil || !hadBefore.MatchString(hear.Text(words)) || q != nil && q.Kind == "variant" {
		return outcome{}, false
	}
	return t.orderStatus(), true
}
