package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
	"github.com/evercart/evercart/rules/tongue"
)

// whatNow asks how to go on, and not what was said.
var whatNow = sift.Of(`^(?:okay |so |and |well |right )*(?:what now|now what|what next|what is next|what comes next|what do i do now|what happens now)$`)

// How sure a guess must be, by what the grammar made of the turn: nothing, or goods that only sound like what was said.
const (
	sureEnough = 0.45
	sure       = 0.7
	surer      = 0.85
	surest     = 0.95
)

// chatted is guessed before anything is looked for by its sound: what is small talk beyond doubt is no search.
func (t *turn) chatted(text string, clauses []clause) (outcome, bool) {
	if t.said != "" {
		return t.chattedAsSaid(clauses)
	}
	switch g := t.intent(text); g.Intent {
	case hear.IntentThanks, hear.IntentGoodbye, hear.IntentGreeting, hear.IntentRepeat, hear.IntentBot, hear.IntentHelp, hear.IntentSpeed:
		if g.Sure >= surer {
			return t.guessed(text, clauses)
		}
	}
	return outcome{}, false
}

// chattedAsSaid is the same for what was said in another language: put into English words, small talk seldom keeps its sense, so
// that it is read as it was said; what goods or numbers are in must be talk beyond doubt ("mil gracias").
func (t *turn) chattedAsSaid(clauses []clause) (outcome, bool) {
	g, need := t.guess(""), sure
	if g.Intent == hear.IntentElsewhere || g.Intent == hear.IntentShop || g.Intent == hear.IntentGreeting && t.foreign.Asks { // "hola, ¿qué tazas tenéis?"
		return outcome{}, false
	}
	l, _ := tongue.Of(t.tag())
	for _, w := range strings.Fields(l.Words.Folded(t.said)) {
		if w[0] >= '0' && w[0] <= '9' || l.Words.Names(w) {
			need = surest
		}
	}
	if t.foreign.Orders || t.foreign.Asks {
		need = surest
	}
	if g.Sure < need {
		return outcome{}, false
	}
	for _, c := range clauses {
		if c.want == wantUndo || c.want == wantClear {
			return outcome{}, false
		}
	}
	return t.answerGuess(g, clauses, false)
}

// guess is that of a turn, in the language that it was said in; text = its English words.
func (t *turn) guess(text string) hear.Guess {
	if t.said != "" {
		return hear.IntentIn(t.prompt.Locale, t.said)
	}
	return t.intent(text)
}

// tag is the language of the turn, without its region.
func (t *turn) tag() string {
	tag, _, _ := strings.Cut(strings.ToLower(t.prompt.Locale), "-")
	return tag
}

// overCannot are the intents that a rule for what no shop does is not narrow enough to hold back: "when will my order come".
var overCannot = []hear.Intent{hear.IntentOrderStatus, hear.IntentRepeat, hear.IntentBot, hear.IntentHelp, hear.IntentGreeting, hear.IntentSpeed, hear.IntentList}

// guessed reads a turn that wants nothing of goods or cart: small talk, control words, an order placed before, and what no shop
// can help with. What the grammar understands of goods always comes first, and nothing that is answered here changes a cart
// but by the grammar's own way.
func (t *turn) guessed(text string, clauses []clause) (outcome, bool) {
	if masked(text) {
		return outcome{}, false
	}
	g := t.intent(text)
	if x, ok := t.listed(text); ok && g.Intent == hear.IntentListUpdate {
		if held := t.gripOf(x, true); held == loose || held == tinted { // "silverware" is nothing in silver
			return outcome{say: t.sayOwn("unknown", x), lost: true}, true
		}
		return t.add(clause{found: found{want: wantAdd, x: x, rule: true}, text: x}), true
	}
	if g.Intent == hear.IntentMaybe && g.Sure >= surer && t.openQuestion() == nil && len(t.state.Focus) == 0 { // "one or the other" of nothing
		return outcome{say: t.sayOwn("wait")}, true
	}
	need, held, tint := sureEnough, wantNothing, false
	for _, c := range clauses {
		switch t.grip(c) {
		case firm:
			return outcome{}, false
		case tinted:
			need, tint = surer, true
		case loose:
			need = surer
		}
		if c.want == wantCannot || c.want == wantTalk {
			held = c.want
		}
	}
	enough := need
	if g.Intent == hear.IntentElsewhere && need == surer {
		enough = sure
	}
	if g.Sure < enough || held == wantTalk && g.Intent != hear.IntentGreeting && (g.Intent != hear.IntentElsewhere || g.Sure < surer) || held == wantCannot && !slices.Contains(overCannot, g.Intent) {
		return outcome{}, false
	}
	if g.Intent == hear.IntentElsewhere {
		return outcome{say: t.cannot(text), lost: true}, !t.onlyPolicy(clauses) && (need == sureEnough || t.isSentence(text))
	}
	return t.answerGuess(g, clauses, tint)
}

// answerGuess answers what a guess says that a turn is for; tint = a colour or a size is in it.
func (t *turn) answerGuess(g hear.Guess, clauses []clause, tint bool) (outcome, bool) {
	text := t.prompt.Now.Words.Reveal()
	open := t.openQuestion() != nil
	switch g.Intent {
	case hear.IntentThanks:
		return outcome{say: t.sayOwn("welcome")}, !open
	case hear.IntentGoodbye:
		return outcome{say: t.sayOwn("bye")}, true
	case hear.IntentGreeting:
		return outcome{say: t.greeting(text)}, !open && g.Sure > 0.5
	case hear.IntentHelp:
		return outcome{say: t.voice.Say("help")}, true
	case hear.IntentBot:
		if t.said == "" && !ofSpeaker.MatchString(hear.Text(t.wordsOf(text))) { // "are the silkworms treated well"
			return outcome{}, false
		}
		return outcome{say: t.sayOwn("bot")}, !t.onlyPolicy(clauses) || !notOfUs.MatchString(hear.Text(t.wordsOf(text)))
	case hear.IntentRepeat:
		if whatNow.MatchString(hear.Text(t.wordsOf(text))) {
			return outcome{say: t.voice.Say("help")}, true
		}
		return outcome{say: t.repeat()}, true
	case hear.IntentSpeed:
		return outcome{say: t.sayOwn("speed")}, true
	case hear.IntentOrderStatus:
		return t.orderStatus(), t.knows == nil || !t.knows(text)
	case hear.IntentList:
		return outcome{calls: []call{{"view_cart", map[string]any{}}}}, !t.onlyPolicy(clauses)
	case hear.IntentMaybe:
		return outcome{say: t.sayOwn("wait")}, !open
	case hear.IntentYes:
		if sku := t.offered(); sku != "" && !open { // "the navy one is available" – "yes, please"
			return outcome{commands: []evercart.Command{{Verb: evercart.Add, SKU: sku, Quantity: 1}}}, true
		}
		return outcome{say: t.voice.Say("okay")}, !open
	case hear.IntentNo, hear.IntentCancel:
		if t.wantsItBack() {
			return outcome{commands: []evercart.Command{{Verb: evercart.UndoLast}}}, true
		}
		return outcome{say: t.voice.Say("left")}, !open && !tint // "no, mustard" is a correction
	}
	return outcome{}, false
}

// grip is how well the grammar holds a clause.
type grip int

const (
	slack  grip = iota // it fits no rule, or one that names nothing there is
	loose              // it names goods by their sound, or points at some
	tinted             // it names a colour or a size that goods have
	firm               // it names goods in their own words, or needs none
)

func (t *turn) grip(c clause) grip {
	x := strings.TrimSpace(c.x)
	if c.want == wantSwap && c.rule && t.onlyIt(x) && len(t.state.Focus) > 0 && len(t.state.Cart.Lines) > 0 { // "yes, swap it for that one"
		return firm
	}
	switch c.want {
	case wantComment, wantLeave, wantNot, wantWrong, wantPolicy, wantBye, wantCannot, wantTalk:
		return slack
	case wantNothing, wantBeside:
		if x == "" || c.want == wantNothing {
			x = c.text
		}
	case wantAdd, wantRemove, wantChange, wantSwap, wantMore, wantLess, wantSave, wantRestore, wantKeep, wantExcept, wantBrowse, wantPrice, wantCheapest,
		wantStock, wantColors, wantSizes, wantMaterial, wantCompare, wantTell:
	default:
		return firm
	}
	if x == "" && len(c.more) == 0 && slices.Contains([]want{wantMore, wantLess}, c.want) { // "one more"
		return firm
	}
	if c.rule && (c.question() || c.want == wantAdd && x == "") && len(t.focus()) > 0 && t.onlyIt(x) { // "how much?"
		return firm
	}
	if it := t.read(x); c.want == wantBrowse && it.bare() && it.ref == refEach { // "read me everything on my list"
		return loose
	}
	best := t.gripOf(x, c.want != wantNothing && c.want != wantBeside)
	for _, p := range c.more {
		best = max(best, t.gripOf(p.text, true))
	}
	return best
}

func (t *turn) gripOf(x string, ruled bool) grip {
	it := t.read(x)
	switch {
	case it.empty():
		return slack
	case it.bare() && (len(it.ordinals) > 0 || len(it.sizes) > 0 || it.qty > 0 || (it.ref == refEach || it.ref == refOther) && (ruled || len(t.state.Focus) > 0) || it.more || it.same || it.rank != 0):
		return firm
	case it.bare() && it.ref != refNone && !ruled && len(t.state.Focus) > 0: // "that one, please"
		return firm
	case it.bare() && (ruled || it.ref != refNone):
		return loose
	case it.bare():
		return slack
	}
	f := t.find(evercart.Query{Words: it.query()})
	if len(f.Hits) == 0 {
		return slack
	}
	if hits := f.Hits[:min(3, len(f.Hits))]; t.mentions(hits, it.words) {
		return firm
	} else if t.tintsHeld(it.words) { // "silver would be better", with earrings in gold in the cart
		return firm
	} else if t.tints(hits, it.words) {
		return tinted
	}
	if 2*len(f.Unknown) < len(it.words) || f.Hits[0].Score >= 0.3 {
		return loose
	}
	return slack
}

// mentions says that one of the words stands in the title of a hit, letter for letter.
func (t *turn) mentions(hits []evercart.Hit, words []string) bool {
	for _, h := range hits {
		for _, title := range t.wordsOf(h.Product.Title) {
			if slices.ContainsFunc(words, func(w string) bool {
				return len(w) > 2 && !t.lang.Small(w) && t.lang.Stem(w) == t.lang.Stem(title.Text)
			}) {
				return true
			}
		}
	}
	return false
}

// tints says that one of the words is a colour, or a value that a hit comes in.
func (t *turn) tints(hits []evercart.Hit, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return t.lang.Color(w) || slices.ContainsFunc(hits, func(h evercart.Hit) bool { return hasValue(t, h.Product, t.lang.Stem(w)) })
	})
}

// tintsHeld says that one of the words is a value that goods come in which are in the cart, or were just spoken of.
func (t *turn) tintsHeld(words []string) bool {
	held := slices.Clone(t.state.Focus)
	for _, l := range t.state.Cart.Lines {
		held = append(held, l.SKU)
	}
	return slices.ContainsFunc(held, func(sku evercart.SKU) bool {
		p, ok := t.productOf(sku)
		return ok && slices.ContainsFunc(words, func(w string) bool { return len(w) > 1 && hasValue(t, p, t.lang.Stem(w)) })
	})
}

// Ways to have something put on the list that the grammar cannot take in pieces: "do I have soap on my list, if not add it".
var ontoList = []struct {
	re     *sift.Pattern
	unheld bool // only where it is not in the cart already
}{
	{sift.Of(`\b(?:do (?:i|we) have|have (?:i|we) got|is|are|if|whether) (.+?) (?:is |are |was |were )?(?:already )?(?:on|in) (?:my |the )?(?:shopping |grocery )?(?:list|cart|basket)\b.*\b(?:add|put|include)\b`), true},
	{sift.Of(`\b(?:out of|no more|do not have any(?: more)?|have no(?: more)?|low on|the last of (?:the|my)) (.+?)(?: so| and| please| now)* (?:(?:can|could|will|would) you )?(?:please )?(?:add|put|remind me|include|write)\b.*\b(?:list|cart|basket)\b`), false},
	{sift.Of(`\b(?:add|put|place|write|jot|stick|include|get|have) (.+?) (?:down |back |added )?(?:to|on|onto|in|into) (?:my |the |our )?(?:shopping |grocery )?list\b`), false},
	{sift.Of(`\blist (?:should|must|has to|needs to|needs) (?:have |include |contain )?(.+?)(?: on it| added| please)*$`), false},
	{sift.Of(`\bremind me to (?:buy|get|pick up|purchase) (.+?)(?: (?:the )?(?:next|when|at|from|on|tomorrow|today)\b.*)?$`), false},
	{sift.Of(`^(?:please )?([a-z ]{1,30}?) (?:on|onto) (?:my|the) (?:shopping|grocery) list(?: please)?$`), false},
}

// listed gives what is to be put on the list; false = it is there already, or nothing is named.
func (t *turn) listed(text string) (string, bool) {
	folded := hear.Text(t.wordsOf(text))
	for _, way := range ontoList {
		if m := way.re.FindStringSubmatch(folded); m != nil {
			return m[1], !way.unheld || len(t.linesOfProducts(t.read(m[1]))) == 0
		}
	}
	return "", false
}

// isSentence says that there are words that hold others together; a name that was heard wrong has none: "velvit cushon".
func (t *turn) isSentence(text string) bool {
	return slices.ContainsFunc(t.wordsOf(text), func(w token) bool { return t.lang.Small(w.Text) })
}

// onlyPolicy says that the shop's own words are asked: they answer, or say that they do not.
func (t *turn) onlyPolicy(clauses []clause) bool {
	return slices.ContainsFunc(clauses, func(c clause) bool { return c.want == wantPolicy })
}

// openQuestion is the question that this turn may answer.
func (t *turn) openQuestion() *evercart.Question {
	q := t.state.Question
	if q == nil || t.state.Active != nil && q.Turn == t.state.Active.Turn || q.Turn == t.prompt.Now.Turn && q.Turn != "" {
		return nil
	}
	return q
}

// howWords tell that somebody asks how one is.
var howWords = map[string][]string{"en": {"how"}, "es": {"como", "tal"}, "de": {"wie", "geht"}}

func (t *turn) greeting(text string) string {
	words := t.wordsOf(text)
	if t.said != "" {
		words = hear.Tokens(t.said)
	}
	if slices.ContainsFunc(words, func(w token) bool { return slices.Contains(howWords[t.tag()], w.Text) }) {
		return t.sayOwn("well")
	}
	return t.sayOwn("hello")
}

// orderStatus says that orders placed before are not seen from here, and offers a person where there is one.
func (t *turn) orderStatus() outcome {
	if t.knows == nil {
		return outcome{say: t.sayOwn("no.orders"), lost: true}
	}
	return outcome{ask: &evercart.Question{Kind: "person"}, askSay: t.sayOwn("no.orders.person"), lost: true}
}
