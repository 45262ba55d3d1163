package rules

import (
	"strings"

	"github.com/evercart/evercart/hear"
)

// The letters of slots. A turn becomes one letter a slot, and the ways to want something are patterns over those letters.
const (
	slotWish    = 'a' // want, need, would like
	slotAdd     = 'A' // add, order, give me
	slotMove    = 'm' // put, take, get: where to is what tells
	slotRemove  = 'r'
	slotSwap    = 'w'
	slotSet     = 's' // make, change, should be
	slotStay    = 'k' // keep, leave, can stay
	slotSave    = 'v' // save, park
	slotLater   = 'L' // aside, for later
	slotIn      = 'i'
	slotOut     = 'o'
	slotBack    = 'b'
	slotNot     = 'n'
	slotFor     = 'f'
	slotTo      = 't'
	slotInstead = 'I'
	slotThan    = 'O' // instead of, rather than
	slotRather  = 'p' // would rather, prefer
	slotFix     = 'x' // no, I mean
	slotBut     = 'R' // except, apart from
	slotAnd     = '&'
	slotComma   = ','
	slotPeriod  = '.'
	slotAsk     = 'q' // a question, up to its end
	slotBare    = 'g' // can go, should go: out, unless it says where

	slotNew     = 'N' // goods that are not in the cart
	slotLine    = 'C' // goods in the cart
	slotOther   = 'D' // goods in the cart, with another option said
	slotSaved   = 'S' // goods put aside
	slotValue   = 'V' // a colour, a size
	slotCount   = '#' // a number alone
	slotPoint   = 'P' // it, them
	slotPlace   = 'Z' // the second one
	slotAll     = 'E' // both, everything
	slotStrange = '?' // a thing that nobody knows
	slotWord    = 'U' // a word that means nothing here
	slotEnough  = 'J' // enough: the number before it is what is wanted
	slotStep    = 'u' // a size up, a size down
	slotPassing = 'Y' // goods that are told of
	slotFewer   = 'l' // two fewer
	slotTotal   = 'j' // in total: the number is what there is to be
	slotHard    = 'H' // a word that only the grammar reads
	slotTimes   = '*' // double, half
	slotWhole   = 'W' // the cart as a whole
)

// slotDeeds are the letters of what is to be done.
const slotDeeds = "aAmrwsvkLbIOpxRgjlun"

// englishCues are the phrases of each letter that names no thing.
var englishCues = cuesOf(map[rune]string{
	slotWish: `only want; only need; just want; just need; want; wants; wanted; need; needs; needed; would like; like; would love; love; fancy;
		could do with; could use; am after; after; are after; looking for; look for; would have; will have; have; will take; would take; could take;
		will get;
		interested in; keen on; go for; go with; going for; going with; settle for; start with; start me off with; start us off with; in the mood for;
		treat myself to; hoping for; wish for; use; am getting; are getting; am taking; desire; would not mind; would not say no to; will be having;
		would enjoy; craving; interesting for; interesting in; interested for; interested on; interested to; have got my heart set on; got my heart set on;
		heart set on; set my heart on; have my eye on; have got my eye on; going to need; going to want; going to have; going to take; going to get;
		have decided on; decided on; require; might get; ready for`,
	slotAdd: `find me; find us; add; ad; adding; include; order; ordering; buy; buying; purchase; give me; give us; bring me; bring us; send me;
		send us; fetch me; get me; get us; grab; grab me; put me down for; sign me up for; set me up with; hook me up with; order me; pick up; ring up;
		reserve; chuck in; throw in; pop in; put in; stick in; toss in; bung in; let us have; let me have; trouble you for; bother you for; ask you for;
		ask for; have me down for; sort me out with; do me; pack; pack me; may have; can have; could have; might have; can get; could get; may get; can do;
		may order`,
	slotMove: `put; pop; stick; throw; toss; chuck; bung; slip; take; get;  bring; move; send; kick; knock; slide; sling; shove; whack; fling; place;
		lay; carry; shift; clear; cross; strike; cut; lift; plonk; transfer; hand; fish; pluck; yank; taking; putting; getting; throwing; taken; tip; hang`,
	slotRemove: `not keeping; am not keeping; are not keeping; not going to keep; not staying; is not staying; are not staying; will not take; will not be taking; am not taking; are not taking; will not be having; not right; not necessary; not necessary more;
		not needed more; should not be there; should not be in there; does not belong there; must not be there; not for me; not for us; not my thing;
		not my style; not right for me; not what i want; not what i wanted; no need for; no need of; have no need for; no use for; have no use for;
		have no need of; remove; delete; erase; lose; ditch; scrap; bin; cancel; get rid of; getting rid of; rid of; rid me of; kill; nix; axe; trash;
		eliminate; discard; leave out; leave off; skip; forget; forget about; removing; deleting; cancelling; dropping; do without; do away with; take out;
		take off; throw out; drop; dump; gone off; changed my mind about; changed my mind on; decided against; pass on; scratch; no longer need;
		no longer want; no longer needed; cross off; cross out; kick out; strike out; strike off; chuck out; toss out; pull out; pull; never mind; out with;
		dispose of; say goodbye to; part with; unadd; knock off; not needed; not interested in; withdraw; removed; be removed; be taken out; be deleted;
		taken out; deleted; be taken off; taken off; put back on the shelf; back on the shelf`,
	slotSwap: `swap; exchange; replace; trade; switch; substitute; swapping; exchanging; replacing; trading; switching; swap out; change out; trade in;
		swapped; exchanged; replaced; switched`,
	slotSet: `be; make; making; change; changing; set; turn; update; adjust; alter; should be; should have been; must be; needs to be; need to be;
		has to be; have to be; ought to be; to be; could be; can be; become; adjusting; updating; setting; changed; correct; amend; modify; be changed;
		want to be; was meant to be; were meant to be; was supposed to be; were supposed to be; bump; raise; increase; reduce; lower; should say; upgrade;
		downgrade; edit; revise; can become`,
	slotStay: `keep; keeping; leave; hold on to; hold onto; hang on to; hang onto; stay; stays; can stay; should stay; may stay; must stay; to stay;
		remain; remains; staying; do not touch; not touch; touch; where it is; where they are; as it is; as they are; alone; is fine; are fine; is good;
		are good; is perfect; are perfect; is okay; are okay; like it is; just as it is`,
	slotSave: `kept; had kept; have kept; from my saved list; from my saved items; from saved; from the saved ones; from my wish list;
		from my later list; from the saved list; from what i saved; holding; have been holding; been holding; keeping aside; were holding; put away; save;
		park; shelve; stash; postpone; saving; parking; store; save away; put aside; set aside; lay aside; put by; hold`,
	slotLater: `by for me; by for now; can wait; has to wait; have to wait; will wait; will have to wait; can wait a while; should wait; must wait;
		on file; on ice; in reserve; on the back burner; on standby; aside; for later; later; later on; until later; till later; to one side; to the side;
		on hold; for another day; for another time; another day; another time; some other time; some other day; until next time; next time; for next time;
		until next week; until next month; till next week; till next month; next week; next month; for next week; for next month; until tomorrow;
		for tomorrow; to my saved list; to my saved items; in my saved items; in my saved list; to saved; to my later list; on my later list;
		on my wish list; to my wish list; on my wishlist; to my wishlist; to the wishlist; in saved; away for later; by for later; aside for later;
		aside for now; until i decide; until payday; till payday; until friday; for the time being; for a later date; for a later time; until i am ready;
		to later; for another order; for some other order; for another occasion; for some other occasion; for another visit; until spring; until summer; until autumn;
		until winter; until i have the money; until i get the money; until i call again; until i ring again; until i come back; for my next order; till i get paid; until i get paid`,
	slotIn: `coming home with me; comes home with me; come home with me; coming with me; comes with me; come with me; in; in there; into there;
		in it; to it; to that; into my cart; in my cart; to my cart; into the cart; in the cart; to the cart; into my basket; in my basket; to my basket;
		into the basket; in the basket; to the basket; to my order; to the order; in my order; in the order; on my order; on the order; on the list;
		on my list; to the list; to my list; onto my order; into my order; in my trolley; into the trolley; go in; goes in; going in; come in; in with that;
		in with it; in with the rest; to what i have; to the lot; in cart; to cart; to basket; in basket; into cart; into basket; to my bag; into my bag;
		in the mix; on there; on top; on board`,
	slotOut: `out; off; away; gone; out of there; out of it; off there; off it; out of my cart; off my cart; from my cart; out of the cart;
		off the cart; from the cart; from my basket; out of my basket; out of the basket; from the basket; off my order; off the order; from my order;
		from the order; out of my order; out of the order; off my list; off the list; from my list; from the list; from it; from there; come out; come off;
		coming out; coming off; out again; off again; to go; out of cart; from cart; out of basket; off basket; from basket; goes out; go out; go away;
		disappear; vanish; must go; has to go; have to go; needs to go; need to go; out of here; out of that; off that`,
	slotBack: `back; bring back; back in; put back; add back; move back; back into; back to; return; restore; back out; giving back; give back; unsave;
		unpark; retrieve`,
	slotNot: `not; never; without; nor; neither; no more; none`,
	slotFor: `for; with; against`,
	slotTo:  `to; into; as; from`,
	slotInstead: `instead; in its place; in their place; in place of it; in place of them; in place of that; instead of it; instead of that;
		instead of them; in exchange; as a replacement`,
	slotThan: `instead of; rather than; in place of; in lieu of; in exchange for; in preference to; than; over`,
	slotRather: `would rather; would rather have; would rather take; would prefer; prefer; will prefer; would sooner; would sooner have;
		would sooner take; rather have; rather take; rather get; would rather get; would rather go for; would rather go with; would like better; better have;
		would better have; would better take; had better take; had better have; would prefer to have`,
	slotFix: `or no; no; i mean; i meant; wait; hang on; hold on; sorry; nope; nah; actually; make that; make it; scratch that; strike that;
		correction; rather; no no; no wait; oh wait; oh no; no sorry; i meant to say; or rather; no i mean; no make that; no make it; no actually;
		actually no; wait no; hang on no; hold on no; oh hang on; no hang on; what i meant was; i should say; let us say; no let us say; oops;
		i meant to ask for; i mean to say; no i meant; my mistake; that is wrong; wrong; i misspoke; on second thought; on second thoughts`,
	slotBut:  `besides; except; except for; apart from; other than; save for; with the exception of; excluding; aside from; all but`,
	slotAnd:  `and; plus; then; but; also; and then; and also; so; along with; together with; as well as; or else; followed by; and finally`,
	slotBare: `can go; should go; may go; could go; can all go; will go; goes; go; comes; will have to go; is going; are going; can leave; might go`,
	slotStep: `up a size; down a size; up one size; down one size; one size up; a size up; size up; a size bigger; one size bigger; a size larger;
		one size larger; half a size up; a half size up; half a size bigger; a size down; one size down; size down; a size smaller; one size smaller;
		half a size down; a half size down; half a size smaller; bigger size; larger size; smaller size; the next size up; the next size down; next size up;
		next size down; two sizes up; two sizes down; two sizes bigger; two sizes larger; two sizes smaller; one full size up; one full size down;
		one full size bigger; one full size smaller; a full size up; a full size down; a full size bigger; a full size smaller; a whole size up;
		a whole size down; a whole size bigger; a whole size smaller; a size too big; a size too large; a size too small; one size too big;
		one size too large; one size too small; half a size too big; half a size too large; half a size too small; the next size`,
	slotFewer: `less; fewer`,
	slotTotal: `altogether; in total; all told; in all; all together; all in all; in the end`,
	slotHard: `quarter; quarters; under; below; above; between; around; cheap; i said; i asked for; anything but; nothing but; anything; nothing;
		minus; negative; double; triple; treble; quadruple; twice; halve; half; only; too many; too few; how; what; which; who; whose; where; when; why;
		price; cheaper; cost; costs; up; down; bigger; smaller; larger; undo; check out; checkout; too big; too small; too large; too tight; too loose;
		does not fit; do not fit; if so; if not; or; either; mixed up; by; cheapest; dearest; pricier; priciest; expensive; any; before; unless; difference;
		compare`,
	slotEnough: `enough; plenty; is enough; is plenty; are enough; are plenty; will be enough; would be enough; will be plenty; is all i need; will do;
		would do; should do; should be enough; should be plenty`,
	slotAll: `everything; all of it; all of them; all that; it all; them all; the lot; the whole lot; all of that; all; all items; all the items;
		everything else; all the rest; the rest; every last thing; every last item; every last bit; every last one; every single thing; every single item; every single one; the whole thing;
		each and every thing; every thing; every item`,
})

// englishFiller is what carries no wish: who speaks, to whom, and how politely.
var englishFiller = set("i", "we", "me", "us", "you", "u", "would", "could", "can", "will", "shall", "may", "might", "do", "did", "does", "am", "are",
	"is", "was", "were", "been", "being", "please", "pls", "kindly", "just", "also", "really", "very", "well", "so",
	"uh", "um", "er", "erm", "uhm", "hm", "hmm", "mm", "ah", "oh", "eh", "ooh", "okay", "ok", "alright", "right", "yeah", "yes", "yep", "yup", "sure",
	"hi", "hey", "hello", "hiya", "thanks", "thank", "cheers", "ta", "great", "perfect", "lovely", "good", "cool", "nice", "fine", "brilliant",
	"wonderful", "excellent", "super",
	"maybe", "perhaps", "possibly", "probably", "definitely", "certainly", "then", "now", "already", "again", "too", "still", "even", "today", "quickly",
	"straight", "there", "here", "at", "if", "that", "which", "mate", "dear", "love", "darling", "myself", "ourselves", "first", "finally", "lastly",
	"anyway", "after", "all", "much", "like", "guess", "think", "suppose", "believe", "let", "some", "have", "has", "had", "got", "going", "gonna", "be",
	"able", "possible", "way", "over", "once", "as", "quite", "honestly", "simply", "basically", "listen", "look", "see", "say", "know", "the", "a", "an",
	"it", "my", "of", "on", "kind", "enough", "hope", "hoping", "wondering", "wonder", "whether", "mind", "go", "ahead", "somehow", "help", "try",
	"morning", "afternoon", "evening", "everyone", "afraid", "actually", "longer", "more", "anymore", "afterall", "immediately", "soon", "indeed",
	"necessary", "this", "time", "instead", "trying", "ask", "asking", "ones", "one", "bother", "trouble", "want", "moment", "second", "minute", "sec",
	"to", "happen", "make", "decided", "these", "those", "apparently", "obviously", "clearly", "bit", "little", "lot", "forget", "come", "back",
	"looking", "each", "apiece", "nicely", "do", "tonight", "home", "yet", "though", "terribly", "awfully", "grateful", "ever", "possibly", "nuisance",
	"pain", "dreadfully", "frightfully", "extremely", "most", "obliged", "glad", "happy", "delighted", "pleased", "old", "quick", "stuff", "got",
	"getting", "wish", "absolutely", "totally", "completely", "entirely", "literally", "usually")

// englishPhrases carry no wish as a whole, though their words might.
var englishPhrases = strings.Split(strings.Join(strings.Fields(`thank you|thank you very much|thanks a lot|many thanks|for me|for us|for myself|to me|
	if you can|if you could|if you would|if possible|if you please|if you do not mind|if you like|if it is okay|if that is okay|if that is all right|
	if it is not too much trouble|if that is not too much trouble|would you|could you|will you|can you|can i|could i|may i|might i|could we|can we|
	would it be possible to|is it possible to|would it be possible for you to|be so kind as to|be so kind and|be kind enough to|would you mind|
	do you mind|would you be able to|are you able to|i was wondering if|i was wondering whether|i wonder if|i wonder whether|i was hoping to|i was hoping|
	i was thinking of|i am thinking of|i was thinking|i am hoping to|i would like you to|i want you to|i need you to|i would like to|i want to|
	i would love to|i need to|we need to|we want to|we would like to|i have to|i am going to|we are going to|i am looking to|you know what|you know|
	i think|i guess|i suppose|i believe|i think i will|i think i would|i reckon|i figure|to be honest|at the moment|right now|straight away|at once|
	for now|after all|this time|as well|by the way|in that case|go ahead and|make sure|to go with it|to go with that|to go with them|on top of that|
	while you are at it|when you can|when you get a chance|when you have a moment|let us|let me|how about|what about|why not|i say|tell you what|
	come to think of it|now that i think about it|at all|would be nice|would be great|would be lovely|would be good|would be perfect|will do nicely|
	do nicely|sounds good|that is all|that is it|that will be all|nothing else|that is everything|that would be all|and that is it|and that is all|
	of course|one more thing|another thing|first of all|to start with|to begin with|for a start|for starters|any more|any longer|no longer|of mine|
	in particular|if you happen to have a moment|if you have a moment|if you have a second|do me a favor and|do me a favour and|be a dear and|
	be a darling and|i am afraid|i am sorry|sorry to bother you|sorry to trouble you|sorry to be a pain|excuse me|pardon me|forgive me|for a change|
	if i may|if i could|i have decided|i decided|it turns out|turns out|you see|no problem|no worries|please and thank you|like i said|as i said|as usual|
	is that okay|is that all right|all right|okay then|right then|there you go|here you go|there we go|i have been told to get|told to get|at this point|
	as a matter of fact|i mean it|i promise|i swear|good morning|good afternoon|good evening|good day|hello there|hi there|hey there|would be fine|
	is what i want|is what i need|is what i would like|what i want is|what i need is|what i would like is|all i want is|all i need is|
	what i really want is|what i really need is|is all i want|is all|as requested|i am ready for|a bit|are out of|is out of|am out of|running low on|
	running out of|ran out of|run out of|low on|i did say|i wear a|i wear|i take a size|going to work|would not hurt|would not go amiss|
	would come in handy|would hit the spot|would be ideal|would be welcome|would go down well|would work|would suit me|would make me happy|
	would not be bad|would be better|is better|are better|would be nicer|change of plan|change of plans|find it in your heart to|find it in you to|
	so sorry|am sorry|ever so sorry|terribly sorry|very sorry|am so sorry|round|it would make my day if|got it|is what i wanted|is what i meant|
	it is me again|it is me|go on|go on then|is nicer|looks nicer|looks better|sounds great|sent|whenever suits you|whenever it suits you|
	whenever you are ready|when it suits you|had better|would better|you had better|that you have|you have|which you have|you sell|
	that you sell`), " "), "|")

// cuesOf are the phrases of each letter; 0 = it carries nothing.
func cuesOf(table map[rune]string) hear.Phrases[rune] {
	out := hear.Phrases[rune]{}
	for letter, list := range table {
		for p := range strings.SplitSeq(list, ";") {
			out.Put(p, letter)
		}
	}
	for _, p := range englishPhrases {
		out.Put(p, 0)
	}
	return out
}
