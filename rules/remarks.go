package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// Reactions to what was just heard, and what people tell of themselves: neither wants anything.
var (
	exclaims = sift.Of(`^(?:(?:oh|ah|aw|ooh|well|right|okay|ok|hm|hmm|yes|yeah|no|now|so|my|that is|it is|how|what|what a|such a|a|the|very|really|quite|most|bit of a) )*` +
		`(?:pity|shame|bad luck|too bad|wow|ouch|gosh|goodness|goodness me|oh dear|dear me|dear oh dear|heavens|good heavens|good grief|blimey|crikey|golly|my word|my goodness|drat|bother|sorry to hear that|well i never|fancy that|` +
		`splendid|marvellous|excellent|wonderful|brilliant|super|superb|fantastic|terrific|smashing|amazing|awesome|delightful|bravo|sweet|sick|ace|magic|bliss|nice one|good stuff|good to know|fair enough|got it|i see|understood|noted|makes sense|no worries|no problem|` +
		`of course|sold|deal|done deal|bingo|hooray|yay|unfortunate|unlucky|disappointing|annoying|relief|bargain|steal|surprise|surprising|interesting|reasonable|good value|disaster|` +
		`(?:i|we) (?:thought|suspected|figured) (?:so|as much|not))(?: (?:then|dear|that|really|indeed|isn't it|for the price))*$`)
	// dear is said of a price; it may be why something is not wanted.
	dear      = sift.Of(`^(?:(?:oh|ah|well|gosh|hm|hmm|right|okay) )*(?:that is|it is|they are|those are|how)(?: very| really| quite| rather| a bit| a little| so)* (?:dear|expensive|steep|pricey|cheap|a lot|a bit much|much)(?: for (?:that|a [a-z]+))?$`)
	unwanted  = sift.Of(`\b(?:not|no|nah|never|remove|drop|out|off|less|lose|skip|leave|forget|delete|cancel|instead|too)\b`)
	setUp     = sift.Of(`^(?:(?:oh|well|so|hello|hi) )*(?:my|our|his|her) [a-z]+(?: in law)? (?:has |had )?(?:just )?(?:set (?:this|it|me) up|put (?:this|it|me|the app) on|put me on to|installed (?:this|it)|showed me|told me (?:about|to)|gave me (?:this|the|your)|got me (?:this|on))\b`)
	hasPlenty = sift.Of(`^(?:(?:oh|well|actually|no|hm|hmm|so|but|i think|i guess) )*(?:i|we)(?: have| already)*(?: got)? (?:enough|plenty of|too many|too much|so many|quite enough|more than enough) [a-z ]+$`)
	runsOver  = sift.Of(`^(?:i think |because |since )?(?:they|it|those|these)(?: all)? (?:run|runs|come up|comes up)(?: a (?:bit|little)| rather| quite)? (?:big|small|large|tight|wide|narrow)(?: i think| apparently| you know)?$`)
	// hadNone is said of what could not be taken out.
	hadNone  = sift.Of(`^(?:(?:oh|ah|well|right|okay|ok|yes|true|of course) )*(?:(?:i|we) )?(?:did not|do not|never|had not|have not)(?: even| actually| really)? (?:have|had|got|order|ordered|get|put|added|add|pick|picked) (?:that|those|these|any|it|them|one|that one|any of (?:that|those|them))(?: in| in there| anyway| at all| yet)*$`)
	praised  = sift.Of(`^(?:(?:oh|ah|ooh|well|hm|hmm|yes|okay|ok|the) )*(.+?)(?: one| ones)?(?: is| are| sounds?| looks?| would be| will be| might be| seems?)?(?: really| very| quite| rather| just| so)*(?: good| nice| cheerful| smart| warm| fun| elegant| cosy| interesting| bright| cute| lovely| fine| perfect| great| beautiful| pretty| gorgeous| better| best| ideal| okay| all right| my favou?rite| her favou?rite| his favou?rite)(?: then| for me| i think)*$|^(?:(?:oh|well|the) )*(.+?)(?: one| ones)?(?: would| will| should)(?: suit(?: me| us| him| her)?(?: best| better| fine| well)?| do(?: me| us)?(?: fine| nicely)?)$`)
	admired  = sift.Of(`^(?:(?:oh|ah|how|very|so|really|that is|quite|isn't that|what a|my) )*(?:lovely|nice|pretty|beautiful|gorgeous|cute|smart|cheerful|elegant|bright)(?: colou?r| one)?$`)
	seeks    = sift.Of(`\b(?:looking|searching|shopping|after|hunting)(?: for)? (?:something|anything|some ideas|a (?:little )?(?:gift|present|treat))\b`)
	looksFor = sift.Of(`\b(?:looking|searching|shopping|hunting|after)\b`)
	forThem  = sift.Of(`\b(?:something|anything|what|which|how|looking|gift|present|time|moment|while|days?|weeks?|months?|weekend)\b`)
)

// toThePoint leaves out of a turn what is only said beside the matter: "oh, what a shame", "she has a fig tree", "we are having a picnic,
// so …". A colour that is praised stays with the wish behind it: "navy's good, I'll take one". What is nothing but that stays as it is.
func (t *turn) toThePoint(text string) string {
	if t.said != "" || masked(text) {
		return text
	}
	words := t.lang.Words(text)
	if len(words) < 3 || len(words) > maxWords {
		return text
	}
	pieces := sentences(words)
	var kept [][]token
	liked, cut := "", false
	for i, p := range pieces {
		switch value, ok := t.praises(p); {
		case ok && i+1 < len(pieces):
			liked, cut = value, true
		case i+2 < len(pieces) && admired.MatchString(hear.Text(pieces[i+1])) && t.onlyOptions(hear.Text(p)): // "emerald, how lovely. I'll have that one"
			liked, cut = hear.Text(p), true
		case i > 0 && admired.MatchString(hear.Text(p)):
			cut = true
		case t.remark(p, len(kept) == 0, i+1 == len(pieces)), dear.MatchString(hear.Text(p)) && !unwanted.MatchString(hear.Text(words)):
			cut = true
		default:
			q := p
			if i+1 == len(pieces) {
				q = t.withoutWhom(p)
			}
			cut = cut || len(q) < len(p)
			kept = append(kept, q)
		}
	}
	if !cut || len(kept) == 0 || !t.wantsSome(kept) {
		return text
	}
	out := rejoined(kept)
	if liked != "" {
		if !t.takesValue(kept, liked) {
			return text
		}
		out = strings.TrimRight(out, ".,? ") + ", " + liked
	}
	return out
}

// sentences cuts at marks, and before a "so" behind which something is asked or wanted.
func sentences(words []token) [][]token {
	var out [][]token
	from := 0
	for i, w := range words {
		if w.Text == "so" && i > from+2 && i+1 < len(words) && goesOnWith[words[i+1].Text] {
			out, from = append(out, words[from:i]), i
		}
		if w.Stop != hear.None || i+1 == len(words) {
			out, from = append(out, words[from:i+1]), i+1
		}
	}
	return out
}

var goesOnWith = set("what", "which", "how", "do", "have", "can", "could", "is", "are", "i", "we", "please", "give", "add", "a", "an", "two", "three", "only", "just", "make", "let", "put", "take")

// rejoined writes pieces as they were said.
func rejoined(pieces [][]token) string {
	var b strings.Builder
	for _, p := range pieces {
		for _, w := range p {
			b.WriteString(w.Text)
			switch {
			case w.Stop == hear.Comma:
				b.WriteString(", ")
			case w.Stop == hear.Question:
				b.WriteString("? ")
			case w.Stop != hear.None:
				b.WriteString(". ")
			case w.Joined:
				b.WriteByte('-')
			default:
				b.WriteByte(' ')
			}
		}
	}
	return strings.TrimSpace(b.String())
}

// remark says that a piece only tells something; it may stand first or last of what is said.
func (t *turn) remark(p []token, first, last bool) bool {
	s := hear.Text(p)
	if exclaims.MatchString(s) || setUp.MatchString(s) {
		return p[len(p)-1].Stop != hear.Question
	}
	switch {
	case hasPlenty.MatchString(s) && !last, runsOver.MatchString(s), hadNone.MatchString(s) && t.nothingDone():
		return true
	}
	return (first || last) && p[len(p)-1].Stop != hear.Question && t.strays(p) || t.tellsOnly(p, first, last)
}

// strays says that a piece is about what somebody does just now, or about what was named before it: "driving, so …", "…, junction nine coming up",
// "…, that matches the tiles". It names no goods and says nothing of what is to be done.
func (t *turn) strays(p []token) bool {
	begins, doing, strange := p[0].Text == "that" || p[0].Text == "which", false, false
	if allInOne.MatchString(hear.Text(p)) {
		return true
	}
	if p[0].Text == "i" || p[0].Text == "we" { // "I misread my own writing" may take something back
		return false
	}
	for i, w := range p {
		if letter, n := englishCues.At(p, i); n > 0 && letter != 0 && letter != slotIn && letter != slotAnd && w.Text != "up" {
			return false
		}
		if k := t.kindAt(p, i); k != wordStrange && k != wordSmall || t.placeAt(p, i) || t.lang.Color(w.Text) || t.tables.denials[w.Text] || asking[w.Text] && w.Text != "i" && w.Text != "is" && w.Text != "are" {
			return false
		}
		strange = strange || !t.lang.Small(w.Text) && !englishFiller[w.Text] && !t.countAt(p, i)
		doing = doing || len(w.Text) > 5 && strings.HasSuffix(w.Text, "ing") && !englishFiller[w.Text]
	}
	return strange && (doing || begins && len(p) > 2) && len(p) <= 9
}

// allInOne says how something is said, and nothing else.
var allInOne = sift.Of(`^(?:so |and )*(?:all )?(?:in one go|at one go|all at once|quick(?:ly)? now|go)$`)

// nothingDone says that the turn before did nothing and found nothing.
func (t *turn) nothingDone() bool {
	n := len(t.prompt.History)
	return n > 0 && !slices.ContainsFunc(t.prompt.History[n-1].Steps, func(s evercart.Step) bool { return len(s.Calls) > 0 })
}

// How a sentence about somebody begins, and what it may say of them though goods are named: "she has a fig tree".
var (
	interjections = set("oh", "ah", "ooh", "um", "uh", "er", "hm", "hmm", "well", "right", "okay", "ok", "so", "and", "yes", "yeah", "hi", "hello", "there", "you", "see", "know", "actually", "because", "but", "as", "since", "anyway")
	owners        = set("my", "our", "his", "her", "their")
	somebody      = set("he", "she", "they", "it", "everybody", "everyone", "somebody", "someone")
	ofThem        = set("has", "have", "loves", "love", "likes", "adores", "collects", "grows", "turns", "turned", "lives", "works", "eats", "drinks", "drink", "eat", "hates")
)

// tellsOnly says that a piece is a sentence about somebody that names no goods and wants nothing. One of oneself in the middle may be part
// of a correction, and one of others at the end says why something is wanted.
func (t *turn) tellsOnly(p []token, atFirst, atLast bool) bool {
	if p[len(p)-1].Stop == hear.Question {
		return false
	}
	i := 0
	for i < len(p) && interjections[p[i].Text] {
		i++
	}
	if i+2 >= len(p) {
		return false
	}
	first, verb := p[i].Text, p[i+1].Text
	third := somebody[first]
	if owners[first] {
		third = i+3 < len(p) && t.wordKind(verb) == wordStrange && (saysOf.MatchString(p[i+2].Text) || ofThem[p[i+2].Text])
		if !third {
			return false
		}
		verb = p[i+2].Text
	}
	s := hear.Text(p[i:])
	switch {
	case !third && first != "i" && first != "we", !third && !atFirst && !atLast, atLast && !atFirst && third, third && !saysOf.MatchString(verb) && !ofThem[verb]:
		return false
	case !third && verb != "am" && verb != "are" && verb != "was" && verb != "were" && verb != "have" && verb != "had":
		return false
	case looksFor.MatchString(s):
		return seeks.MatchString(s) && !t.namesAny(p[i:], wordGoods)
	}
	goods := third && ofThem[verb] && first != "it" && !t.saysWhich(p[i+2:])
	return t.wantsNothing(p[i:], third) && (goods || !t.namesAny(p[i:], wordValue))
}

// saysWhich says that a certain thing is spoken of, or how many: "she loves the dusk one", "he has his belt".
func (t *turn) saysWhich(p []token) bool {
	for j, w := range p {
		if w.Text == "the" || w.Text == "that" || w.Text == "those" || owners[w.Text] || w.Text != "a" && w.Text != "one" && t.countAt(p, j) || t.placeAt(p, j) {
			return true
		}
	}
	return len(t.namedLines(t.read(hear.Text(p)), t.state.Cart.Lines)) > 0
}

func (t *turn) placeAt(p []token, j int) bool {
	_, n := t.lang.Ordinal(p, j)
	return n > 0
}

// wantsNothing says that there is no word of what is to be done; of others, what they do not do tells nothing either.
func (t *turn) wantsNothing(p []token, third bool) bool {
	deeds := slotDeeds + "oPq*lHJ"
	if third {
		deeds = strings.NewReplacer("n", "", "H", "", "u", "", "b", "", "o", "").Replace(deeds)
	}
	strange := false
	for j := 1; j < len(p); j++ {
		letter, n := englishCues.At(p, j)
		if n > 0 && letter != 0 && strings.ContainsRune(deeds, letter) && p[j].Text != "so" && p[j].Text != "actually" && !(p[j].Text == "back" && p[j-1].Text == "the") {
			return false
		}
		if n == 0 && t.wordKind(p[j].Text) != wordSmall && !englishFiller[p[j].Text] {
			strange = true
		}
	}
	return strange
}

// namesAny says that words name goods, or at least what goods come in, count or size.
func (t *turn) namesAny(p []token, least wordKind) bool {
	for j, w := range p {
		if k := t.kindAt(p, j); k >= least && k != wordSound {
			return true
		}
		if least > wordValue || w.Text == "a" || w.Text == "one" {
			continue
		}
		if t.countAt(p, j) || t.placeAt(p, j) || t.sizeAt(p, j) || t.lang.Color(w.Text) {
			return true
		}
	}
	return false
}

// wantsSome says that something is wanted or asked in what is left of a turn.
func (t *turn) wantsSome(kept [][]token) bool {
	return slices.ContainsFunc(t.parse(rejoined(kept)), func(c clause) bool {
		switch c.want {
		case wantComment, wantBeside, wantTalk, wantBye, wantCannot:
			return false
		case wantNothing:
			it := t.read(c.x)
			return !it.empty() && !it.onlyPoints()
		}
		return true
	})
}

// withoutWhom leaves out for whom it is, where nobody knows a word of that: "two red ones for the twins".
func (t *turn) withoutWhom(p []token) []token {
	end := len(p)
	if p[end-1].Stop == hear.Question || forThem.MatchString(hear.Text(p)) {
		return p
	}
	for i := 1; i+2 < end+1 && i < end-1; i++ {
		if p[i].Text != "for" || !owners[p[i+1].Text] && p[i+1].Text != "the" || end-i > 5 || end-i < 3 {
			continue
		}
		for _, w := range p[i+2:] {
			if these, _ := t.lang.People(t.lang.Stem(w.Text)); these != nil || t.wordKind(w.Text) != wordStrange && t.wordKind(w.Text) != wordSound {
				return p
			}
		}
		out := slices.Clone(p[:i])
		out[i-1].Stop = p[end-1].Stop
		return out
	}
	return p
}

// praises gives the colour or size that a piece finds good.
func (t *turn) praises(p []token) (string, bool) {
	s := hear.Text(p)
	said := ""
	if m := praised.FindStringSubmatch(s); m != nil {
		said = m[1] + m[2]
	} else if at := isOne.FindStringIndex(s); at != nil { // "I'm a seven, can I have a pair?"
		said = "size " + s[at[1]:]
	} else {
		return "", false
	}
	it := t.read(said)
	if it.qty > 0 || it.ref != refNone || len(it.ordinals) > 0 || len(it.words)+len(it.sizes)+len(it.nums) != 1 {
		return "", false
	}
	for _, w := range it.words {
		if !t.lang.Color(w) && t.wordKind(w) != wordValue {
			return "", false
		}
	}
	return said, true
}

// takesValue says that what is left of a turn is a wish that names nothing: it takes the colour that was praised.
func (t *turn) takesValue(kept [][]token, value string) bool {
	clauses := t.parse(rejoined(kept))
	if len(clauses) != 1 || clauses[0].want != wantAdd && clauses[0].want != wantNothing {
		return false
	}
	items := t.items(clauses[0])
	return len(items) == 0 || len(items) == 1 && items[0].bare() && (len(items[0].sizes) == 0 || len(t.read(value).sizes)+len(t.read(value).nums) == 0) && value != ""
}

// Words that say that a thing is wanted once more.
var oncemore = sift.Of(`\b(?:and|plus|another|more|again|also|too|extra|then|each|second|as well|both)\b`)

// once leaves out what was put in a moment ago, in the same turn and as many of it, where nothing says that it is wanted once more: "mine's the
// cloudy, one cloudy lemonade".
func (t *turn) once(o outcome, text string) outcome {
	if t.said != "" || len(o.commands) == 0 || len(t.prompt.Now.Steps) == 0 && len(o.commands) < 2 || oncemore.MatchString(hear.Text(t.wordsOf(text))) {
		return o
	}
	done := func(c evercart.Command) bool {
		if c.Verb != evercart.Add {
			return false
		}
		for _, s := range t.prompt.Now.Steps {
			for _, k := range s.Calls {
				var args struct {
					SKU      evercart.SKU `json:"sku"`
					Quantity int          `json:"quantity"`
				}
				if k.Tool == "add_to_cart" && json.Unmarshal(k.Args, &args) == nil && args.SKU.Fold() == c.SKU.Fold() && max(args.Quantity, 1) == max(c.Quantity, 1) {
					return true
				}
			}
		}
		return false
	}
	var kept []evercart.Command
	for _, c := range o.commands {
		again := c.Verb == evercart.Add && slices.ContainsFunc(kept, func(k evercart.Command) bool {
			return k.Verb == c.Verb && k.SKU.Fold() == c.SKU.Fold() && max(k.Quantity, 1) == max(c.Quantity, 1)
		})
		if !again && !done(c) {
			kept = append(kept, c)
		}
	}
	o.commands = kept
	return o
}
