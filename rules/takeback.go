package rules

import (
	"slices"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// saidBack are the ways to take back what was just done, with no word of what else is to be.
var saidBack = sift.Of(`\b(?:(?:take|put|change|turn|bring|set) (?:it|that|them|those|this|things|everything|all of it|all of that) back|back (?:on|in|off|again|to (?:how|what|the way))|put back|restore|reinstate|undo|revert|reverse|rewind|unsay|` +
	`forget (?:that|it|this|i (?:said|asked|mentioned)|about (?:it|that)|what i)|never ?mind|disregard|ignore (?:that|it|this|me|the last|my last|previous|the previous|what)|(?:scratch|strike|scrap|cancel|kill|nix) (?:that|the last|my last|it)|(?:scratch|strike|scrap|cancel|kill|nix|drop|erase) what (?:i|you) (?:have )?(?:just )?(?:said|asked|told|did|wanted|mentioned)|` +
	`(?:as|how|like|the way|where) (?:it|they|that|things) (?:was|were|had been|used to be)|(?:as|like) before|(?:was|were) (?:right|fine|better|good|perfect|okay|correct|all right) (?:before|already|as|to begin|the first)|(?:was|were|is) (?:a|my) mistake|by mistake|my mistake|` +
	`did not mean (?:that|it|to)|was (?:too )?(?:hasty|rash|too quick)|(?:have )?changed my mind|should not have (?:said|done|asked)|had better not|(?:take|get|pull|remove|delete) (?:out )?what i (?:have )?just (?:put in|added|said|asked for|ordered)|what i (?:have )?just (?:put in|added|said|asked for|ordered) (?:take|get|remove|delete|out|off))\b`)

// takesItBack reads a turn that takes back what the turn before did, and names nothing but that.
func (t *turn) takesItBack(text string) (clause, bool) {
	if t.said != "" || !t.fresh || t.openQuestion() != nil || !t.changedJustNow() || !t.saysBack(text) {
		return clause{}, false
	}
	return clause{found: found{want: wantUndo, rule: true}, text: text}, true
}

// saysBack says that words take back what was said or done, and name no other goods than the last change had.
func (t *turn) saysBack(text string) bool {
	words := t.lang.Words(text)
	if len(words) == 0 || len(words) > 18 || !saidBack.MatchString(hear.Text(words)) {
		return false
	}
	for i, w := range words {
		if t.placeAt(words, i) && w.Text != "second" && w.Text != "last" || t.countAt(words, i) && w.Text != "one" && w.Text != "a" {
			return false
		}
		if k := t.kindAt(words, i); (k == wordGoods || k == wordValue) && w.Text != "right" && !t.ofLastChange(w.Text) {
			return false
		}
	}
	return !slices.ContainsFunc(t.parse(text), func(c clause) bool {
		return c.question() || slices.Contains([]want{wantView, wantTotal, wantPolicy, wantPerson, wantSave, wantSwap, wantChange, wantClear, wantOrder}, c.want) && !t.onlyIt(c.x)
	})
}

// ofLastChange says that goods which the last change touched are called so.
func (t *turn) ofLastChange(w string) bool {
	n := len(t.state.Cart.Undo)
	return n > 0 && len(t.namedLines(t.read(w), t.state.Cart.Undo[n-1].Lines)) > 0
}

// saidNo ends a turn that wants nothing after all.
var saidNo = sift.Of(`(?:^|\b)(?:(?:i|we) (?:had |would |will |think )?(?:better|rather|best|think) not|(?:i|we) (?:will|would|think (?:i|we) will)(?: just| have to)? (?:pass|give (?:it|that|this) a miss|skip (?:it|that|this))|(?:no )?not (?:today|this time)(?: thanks| thank you| then)?|no chance)$`)

// wantsNothingAfterAll reads a turn that ends in a no to what it spoke of: "a lovely throw, but I have three, so no, I'd better not".
func (t *turn) wantsNothingAfterAll(text string) (clause, bool) {
	words := t.lang.Words(text)
	if t.said != "" || !t.fresh || t.openQuestion() != nil || t.changedJustNow() || len(words) == 0 || len(words) > 40 {
		return clause{}, false
	}
	from := len(words) - 1
	for from > 0 && words[from-1].Stop == hear.None {
		from--
	}
	if !saidNo.MatchString(hear.Text(words[from:])) || beginsDeed(words) || words[len(words)-1].Stop == hear.Question || t.namesAny(words[from:], wordGoods) {
		return clause{}, false
	}
	return clause{found: found{want: wantLeave, rule: true}, text: hear.Text(words[from:])}, true
}

// nothingElse are the ways to say that what is there is all.
var nothingElse = sift.Of(`^(?:(?:no|okay|right|well|so|yes|and|oh|thanks|thank you) )*(?:(?:just|only) (?:this|that|these|those|it|them)(?: one| ones)?|(?:this|that|these|those|it)(?: one| ones)? (?:is|are|will be|would be|should be) (?:all|everything|it|enough|plenty))(?: thanks| thank you| please| then| for now| for today| really)*$`)

// wantsNoMore reads a turn that says that what is in the cart is all: "just these, thanks". It is told once more what that is.
func (t *turn) wantsNoMore(text string) (clause, bool) {
	words := t.lang.Words(text)
	if t.said != "" || !t.fresh || t.openQuestion() != nil || len(t.state.Cart.Lines) == 0 || len(t.state.Focus) > 0 && !t.focusIn() || len(words) == 0 ||
		words[len(words)-1].Stop == hear.Question || !nothingElse.MatchString(hear.Text(words)) || !nothingElse.MatchString(hear.Text(t.wordsOf(t.prompt.Now.Words.Reveal()))) {
		return clause{}, false
	}
	return clause{found: found{want: wantView, rule: true}, text: hear.Text(words)}, true
}

// beginsDeed says that something is to be done: a verb of that stands where a wish begins.
func beginsDeed(words []token) bool {
	for i, w := range words {
		if !deeds[w.Text] {
			continue
		}
		if i == 0 || words[i-1].Stop != hear.None || slices.Contains([]string{"and", "please", "then", "just", "you", "to", "now", "but"}, words[i-1].Text) {
			return true
		}
	}
	return false
}

// Words of which a wish to empty the cart is made, in whatever order, and what makes it another one.
var (
	emptying = set("empty", "emptying", "clear", "clean", "wipe", "wiped", "dump", "bin", "binned", "scrap", "scrapped", "trash", "bail", "tear", "strip", "void", "null", "nil", "zero", "delete", "deleted", "deleting", "remove", "removed", "removing", "cancel", "cancelled", "canceled", "erase",
		"erased", "strike", "toom", "redd", "nuke", "reset", "flush", "purge", "discard", "ditch", "chuck", "toss", "throw", "drop", "axe", "kill", "abandon", "forget", "lose", "sweep", "rid", "gone", "go", "goes", "away", "out", "off", "sack", "shred", "undone", "blank", "back")
	entirety = set("everything", "all", "lot", "whole", "entire", "full", "cart", "basket", "trolley", "order", "slate", "shebang", "entries", "lines", "items", "contents", "total", "thing")
	emptied  = sift.Of(`\b(?:wipe (?:the|my) slate|clean slate|blank slate|square one|every (?:(?:last|single|blessed|blooming|bloody|darn|damn) )+(?:bit|thing|item|one)|(?:cart|basket|trolley|order|list)(?: is| to| back to| down to)? (?:zero|nil|nothing|empty)|total clear|clear total)\b`)
	partly   = set("but", "except", "apart", "besides", "keep", "keeping", "save", "saved", "later", "stay", "stays", "leave", "hold", "aside", "not", "never", "no", "only", "first", "second", "third", "those", "these", "them", "they", "both", "half", "each", "of",
		"what", "how", "when", "which", "why", "where", "does", "did", "show", "read", "tell", "who", "whose", "if", "total", "price", "placed", "yesterday", "earlier", "previous", "past", "week", "account", "subscription", "delivery", "newsletter", "return", "returned", "refund", "size", "sizes", "sort", "kind",
		"over", "say", "once", "repeat", "hear", "see", "bring", "ship", "pay", "buy", "check", "checkout", "add", "want", "need", "have", "like", "right", "good", "fine")
)

// wantsGone wishes all of it away: "I want everything gone from the cart".
var (
	wantsGone = sift.Of(`\b(?:want|need|like|have) (?:everything|all of it|it all|the (?:whole |entire )?(?:lot|cart|basket|order|thing)) (?:to (?:be |go |come )?)?(?:gone|out|off|away|removed|deleted|cleared|emptied|binned|cancelled|wiped)\b`)
	wishesIt  = set("want", "need", "like", "have")
)

// emptiesAll reads a turn that wants the cart emptied, with no word of goods: it is asked before it is done.
func (t *turn) emptiesAll(text string) (clause, bool) {
	words := t.lang.Words(text)
	if t.said != "" || !t.fresh || t.openQuestion() != nil || len(t.state.Cart.Lines) == 0 || len(words) < 2 || len(words) > 16 {
		return clause{}, false
	}
	verb, whole := false, false
	for i, w := range words {
		if t.placeAt(words, i) && !(w.Text == "last" && i > 0 && words[i-1].Text == "every") || t.countAt(words, i) && w.Text != "one" && w.Text != "zero" && w.Text != "nil" && w.Text != "a" {
			return clause{}, false
		}
		if k := t.kindAt(words, i); (k == wordGoods || k == wordValue) && !(entirety[w.Text] && (w.Text != "slate" || emptied.MatchString(hear.Text(words)))) { // "remove the slate" may be a color
			return clause{}, false
		}
		verb, whole = verb || emptying[w.Text] && (w.Text != "back" || len(t.state.Cart.Saved) == 0), whole || entirety[w.Text]
	}
	said, wish := emptied.MatchString(hear.Text(words)), wantsGone.MatchString(hear.Text(words))
	other := slices.ContainsFunc(words, func(w token) bool {
		return partly[w.Text] && !(w.Text == "of" || w.Text == "total" && said || wish && wishesIt[w.Text])
	})
	if other || !(said && (verb || whole) || verb && whole && t.isEntire(words)) {
		return clause{}, false
	}
	return clause{found: found{want: wantClear, rule: true}, text: text}, true
}

// isEntire says that the whole of the cart is spoken of, and not "all" of something: "all off", "the whole order", "the lot can go".
func (t *turn) isEntire(words []token) bool {
	for i, w := range words {
		switch w.Text {
		case "everything", "cart", "basket", "trolley", "order", "slate", "shebang", "entries", "lines", "items", "contents":
			return true
		case "lot":
			return i > 0 && (words[i-1].Text == "the" || words[i-1].Text == "whole" || words[i-1].Text == "entire")
		case "all":
			if i+1 == len(words) || words[i].Stop != hear.None || emptying[words[i+1].Text] || i > 0 && (words[i-1].Text == "it" || words[i-1].Text == "this" || words[i-1].Text == "that") {
				return true
			}
		case "whole", "entire", "full":
			return true
		}
	}
	return false
}
