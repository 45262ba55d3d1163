package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// Words by which goods are held against each other, and not by what they cost.
const (
	moreOf  = `(?:(?:a bit |a little |much |the )?(?:more |most |less |least )(?:good |well )?[a-z]+|(?:a bit |a little |much |the )?(?:better|best|[a-z]{2,}(?:er|est)))`
	ofThese = `(?: one| ones| pair| of (?:the |these |those |them )?(?:two|both|three|pair|these|those|them)?| from (?:the |them )?(?:two|both)| out of (?:the two|these|those))*`
	whatFor = `(?: (?:for|in|on|when|if|at|against|with|to) [a-z' ]+?)?(?: one| ones)?(?: (?:the )?[a-z' -]+ or (?:the )?[a-z' -]+)?(?: (?:do you (?:think|reckon|know)|would you say|in your (?:opinion|view)|please|then|overall|really|of (?:the|these|those) two|of them))*`
)

var (
	asksMore = sift.Of(cartOpens + `(?:(?:which|whichs|what(?: one| ones| of)\b)` + ofThese + `(?P<kind>(?: [a-z-]+){0,3}?))(?: do you think| would you say)? (?:is|are|would be|will be|would|will|looks?|feels?|keeps?|lasts?|seems?|runs?|holds?|do you think is|would keep (?:me|you|one|us)|will keep (?:me|you|one|us)|keeps (?:me|you|one|us))(?: (?:be|keep|feel|look|last|hold|me|you|one|actually|really|generally|usually|probably))* ` + `(?P<how>` + moreOf + `)` + whatFor + `$`)
	// anyMore has no verb, as it is said in haste or in another language: "which one better for cold".
	anyMore  = sift.Of(cartOpens + `(?:which|what|whichs)` + ofThese + `(?P<kind>) ` + `(?P<how>(?:better|best|more (?:good|warm|soft|light|strong|thick|comfortable)|warmer|lighter|softer|thicker|stronger))` + whatFor + `$`)
	moreThan = sift.Of(cartOpens + `(?:is|are|would|will|does|do) (?P<a>.+?) (?:be |keep (?:me )?|feel |look )?(?P<how>` + moreOf + `) than (?P<b>.+?)` + whatFor + `$`)
	oneOf    = sift.Of(cartOpens + `(?:the |a )?(?P<a>[a-z' -]+?) or (?:the |a )?(?P<b>[a-z' -]+?) (?:which|what)(?: one| ones)?(?: is| are| would be| would| will be| do you think is)? (?P<how>` + moreOf + `)` + whatFor + `$`)
	byPrice  = sift.Of(`\b(?:cheap\w*|expensive|dear\w*|pric\w+|cost\w*|afford\w*|money|sale|reduced|number|other|another|rather|order|either|whether|over|under|after|ever|never|newer|newest|recent|later|latest|first|interest|rest|weather|water|sweater|leather|silver|copper|summer|winter|paper|printer|offer|customer|manager|corner|partner|per|her|their|together|matter|letter|answer|remember|consider|deliver|enter)\b`)
)

// asksWhichMore answers which of several goods is warmer, lighter or better for something: what the descriptions say where only one of them has
// the word, otherwise that it is not known, and what is. Nothing measures goods here, so that nothing else would be more than a guess.
func (t *turn) asksWhichMore(text string) (outcome, bool) {
	words, q := t.inEnglishOf(text, 3, maxAsked), t.openQuestion()
	if words == nil || t.knows != nil && t.knows(text) || q != nil && q.Kind == "variant" {
		return outcome{}, false
	}
	said := hear.Text(words)
	var hits []evercart.Hit
	how := ""
	m := asksMore.FindStringSubmatch(said)
	if m == nil {
		m = anyMore.FindStringSubmatch(said)
	}
	if m != nil {
		hits, how = t.comparedOf(strings.TrimSpace(m[1])), m[2]
		if a, b, ok := oneOrOther(words); ok {
			hits = append(t.oneNamed(a), t.oneNamed(b)...)
		}
	} else if m := oneOf.FindStringSubmatch(said); m != nil {
		how = m[3]
		hits = append(t.oneNamed(m[1]), t.oneNamed(m[2])...)
	} else if m := moreThan.FindStringSubmatch(said); m != nil {
		how = m[2]
		for _, x := range []string{m[1], m[3]} {
			hits = append(hits, t.oneNamed(x)...)
		}
		if len(hits) != 2 || hits[0].Product.ID == hits[1].Product.ID {
			return outcome{}, false
		}
	}
	if len(hits) < 2 || byPrice.MatchString(how) || t.failed != nil {
		return outcome{}, false
	}
	hits = hits[:min(maxNamed, len(hits))]
	o := t.difference(hits)
	if tells := t.tellsIt(hits, how); tells != "" {
		o.say = tells
	} else {
		o.say = t.sayOwn("which.more") + " " + o.say
	}
	return o, true
}

// oneOrOther reads which two are compared, where these stand behind the question: "which one is warmer, the rain jacket or the vest".
func oneOrOther(words []token) (a, b string, ok bool) {
	for i, w := range words[:len(words)-1] {
		if w.Stop != hear.Comma && w.Stop != hear.Question {
			continue
		}
		if a, b, ok = strings.Cut(hear.Text(words[i+1:]), " or "); ok {
			return a, b, true
		}
	}
	return "", "", false
}

// comparedOf are the goods that a comparison is of: those of the kind that is named, else what was last shown.
func (t *turn) comparedOf(kind string) []evercart.Hit {
	if kind == "" {
		return slices.DeleteFunc(t.comparable(), func(h evercart.Hit) bool { return len(h.Variants) == 0 })
	}
	f := t.find(evercart.Query{Words: t.read(kind).query(), Limit: maxNamed})
	if len(f.Unknown) > 0 || t.read(kind).bare() {
		return nil
	}
	return f.Hits
}

// oneNamed is the one product that words name, or point at.
func (t *turn) oneNamed(x string) []evercart.Hit {
	it := t.read(x)
	if it.bare() {
		if hits := t.focus(); it.onlyPoints() && len(hits) == 1 {
			return hits
		}
		return nil
	}
	for _, h := range t.focus() {
		titled := func(w token) bool { return t.lang.Stem(w.Text) == t.lang.Stem(it.words[0]) }
		if len(it.words) == 1 && slices.ContainsFunc(t.wordsOf(h.Product.Title), titled) {
			return []evercart.Hit{h}
		}
	}
	f := t.find(evercart.Query{Words: it.query()})
	if len(f.Unknown) > 0 || len(f.Hits) == 0 || !f.Sure && len(f.Hits) > 1 {
		return nil
	}
	return f.Hits[:1]
}

// tellsIt gives the sentence in which one of the descriptions, and no other, has the word that is asked for; "" = there is none.
func (t *turn) tellsIt(hits []evercart.Hit, how string) string {
	words := strings.Fields(how)
	root := words[len(words)-1]
	if root == "better" || root == "best" || words[0] == "less" || words[0] == "least" {
		return ""
	}
	if len(words) == 1 || words[0] == "the" || words[0] == "a" || words[0] == "much" {
		root = strings.TrimSuffix(strings.TrimSuffix(root, "est"), "er")
		if n := len(root); n > 3 && root[n-1] == root[n-2] { // "bigger"
			root = root[:n-1]
		}
		root = strings.TrimSuffix(root, "i") // "sturdier"
	}
	found := ""
	for _, h := range hits {
		for _, s := range strings.Split(t.voice.Plain(h.Product.Text), ". ") {
			if !slices.ContainsFunc(hear.Tokens(s), func(w token) bool { return w.Text == root || w.Text == root+"y" || w.Text == root+"e" }) {
				continue
			}
			if found != "" {
				return ""
			}
			found = t.sayOwn("about", t.name(h.Product), strings.TrimRight(s, ".")) + "."
			break
		}
	}
	return found
}
