package claims

// englishSayings are phrases that tell of something done without the verb for it, and those that would be misread by their verb alone.
var englishSayings = []state{
	{none, "are|am|is|'s off the hook"}, {empty, "you have|got got? nothing in|left|anymore"}, {out, "got|gotten rid of"}, {out, "not have * * anymore|any"}, {active, "you saved @n"}, {order, "is|are|'s now? on order"}, {in, "@thing in ."}, {out, "@thing out ."}, {ship, "have|has|got|get now? free|complimentary @way shipping|delivery"}, {buy, "checked you out"}, {in, "got it|them|that|one for you ."}, {none, "^ noted and|."}, {none, "used up|before|already|once"}, {none, "was|were|been already used"}, {back, "out of the|your saved * * into * cart|basket"}, {order, "@order got|made it? through"}, {other, "saved|kept|got|put you * * waiting list|waitlist"}, {none, "line|call|connection just? dropped|cut"}, {aside, "reserved|held * * at|in the|our store|shop"}, {in, "both|all in ."}, {cancel, "@order has|have|is|'s|was|been? been? stopped|halted|pulled"}, {order, "pushed|ran|got|took the|your|that|this order|purchase through"}, {in, "got the|your|a|an|@n * * in ."}, {in, "got it|them|that in ."},
	{back, "moved|put|brought|placed|taken|took * back from|out|into|to * cart|basket|saved"},
	{refund, "has|have|is|are|'s just|now|already|all? gone|went|come|been back on|onto|to|into your|the * card|account|bank"}, {refund, "went back on|onto|to|into your|the * card|account|bank"}, {refund, "@n dollars|cents|bucks? is|are|has|have|'s just|now|already|all? come|gone|been? back with|to you"},
	{hand, "you are now|already? through|connected|over|on|speaking|talking|with to|with? my|our|a|an|one|the * colleague|person|human|manager|supervisor|agent|specialist|specialists|operator"}, {hand, "you are now|already? through to someone|somebody"}, {aside, "has|have|been? laid|placed|moved|stowed|left|popped * aside"}, {aside, "laid * by ."}, {aside, "laid * by for"},
	{back, "has|have|'s? just|now|already? gone|went|come|came back in|into your|the|my cart|basket|bag|trolley"}, {hand, "has|have|'s? just|now|already? gone|went over|on|across to a|my|our|one|the * colleague|person|human|manager|supervisor|agent|specialist"}, {ship, "has|have|'s? just|now|already? gone|went over|up to @way"}, {send, "has|have|'s? just|now|already? gone|went off|out to you|your"},
	// into the cart
	{in, "got|gotten|get * in there|for|."}, {in, "able|managed to get * in|into"}, {in, "you are|have * down for"}, {in, "you down for"}, {in, "all set with"},
	{have, "cart|basket|trolley now? has|got|have now? got? the|a|an|your|both|one|@n"}, {have, "cart|basket|trolley 's now? got the|a|an|your|both|one|@n"}, {in, "in it|they|that goes|go|went"}, {in, "^ and? in goes|go|went"}, {in, "^ in with"},
	{in, "part of your|the order|cart"}, {in, "is|are|'s now|already? on the|your list|order"}, {have, "you have|got the|your|a * now ."}, {ring, "rung|rang"},
	{in, "joins|join|joined * cart|basket|trolley"}, {in, "in there|it now"}, {in, "in there for|. you?"}, {in, "dumped * in|into"}, {in, "found its|their way into"},
	// out of it
	{out, "out it|they|that goes|go|went"}, {out, "^ and? out|off goes|go|went"}, {out, "off it|they goes|go|went"}, {out, "^ out with"}, {out, "is|are history"}, {out, "is|are|'s|been now? off the|your list|order|cart|bill"},
	{out, "let the|it|that|them * go ."}, {out, "did|done away with"}, {out, "put|placed|returned|went|goes * back? on|to the|our shelf|shelves"}, {out, "back on the|our shelf|shelves"},
	{out, "no longer have|has|contains|contain|holds|got|in|on|there|part"}, {out, "there is|'s no * in|on your|the|my cart|basket|order"}, {out, "there is|'s no * anymore"}, {noMore, "^ no more"}, {out, "will not be on|in * anymore"}, {out, "gone ."}, {out, "has|have left the|your"},
	// fewer and more
	{nowis, "you are now|back? at @n"}, {nowis, "brings|takes|gets|puts you|it|them|that|us|the * up|down? to"}, {nowis, "took|taken|brought|moved|raised|put it|them|that|the|you * from"}, {nowis, "taken|took|brought|moved|put the|them|it * up|down to"},
	{nowis, "it|that|they|those|these is|are|'s|makes now? a|an|in|size|the? @n * now|instead"}, {nowis, "you are in|on a|an|the|size"}, {nowis, "count|quantity|size|color|colour|number is|'s|stands * now"}, {nowis, "there is|'s|are now @n"}, {nowis, "there is|are @n * now ."}, {nowis, "you have got? the|a|your * * now"},
	{nowis, "that is|'s @n more|fewer|extra|additional"}, {nowis, "back|down to a|one|just|only @n|single"}, {rest, "@n are|is|'s|remain left|remaining|remain"}, {nowis, "have? went|gone up|down a|one|two size|sizes"}, {set, "have|has|'s? gone|went with|for the|a|your|@way"}, {rest, "leaves|leaving you? with? @n"}, {nowis, "@n now ."}, {nowis, "just|only the? one|@n * now"},
	{nowis, "to a|an|the|size? @n ."},
	// a code
	{active, "code|coupon|discount|voucher|it took ."}, {works, "did|does the trick|job"}, {works, "got|gotten|get * to work|go"}, {active, "got|get|getting|have * discount|coupon|code on|in|there|through|working|applied|."},
	{active, "@code is|are|'s now|already? on there|your|it|the|."}, {apply, "that is|'s @n * less|off ."}, {active, "@code is|'s now? showing|reflected|included"}, {active, "you are saving"}, {active, "saved you"}, {active, "get * discount|coupon|code on|in|there"}, {active, "you got the|your discount"}, {use, "punched|keyed|typed|plugged|ran|run|put|popped|dropped in? the|your|that? @code in?"},
	// orders
	{went, "has|have|is|are|'s|'ve just|now|already|all? gone|went|been|come|came through"}, {went, "^ order|purchase|checkout|payment complete|completed|confirmed|placed|done|through|in ."}, {went, "made it through"}, {buy, "done deal"}, {buy, "sealed|closed the deal"}, {buy, "all paid|rung up|for"},
	{buy, "you are|have all? now? checked out"}, {buy, "order|purchase is|'s now? with the|our warehouse"}, {buy, "finished|completed|closed|wrapped out|up? the|your checkout|order|purchase"}, {buy, "received your order ."},
	{refund, "put the|your|all|@n * back on|onto|to|into your|the card|account"}, {buy, "put|charged|billed|ran|run it|that|this|everything|all|the * on|to your|the card"}, {cancel, "@order is|'s now|all? off ."}, {cancel, "pulled the plug on"}, {cancel, "killed|stopped|halted|axed|nixed|scratched|scrapped the|your|that|this order"}, {cancel, "put a stop|an to|on|end"}, {cancel, "@order is no more"}, {cancel, "@order will not be|ship|go"},
	// money
	{refund, "put|placed|sent|paid|transferred|credited * back on|onto|to|into|in your card|account|bank"}, {refund, "got|have|had|given|gave|get * your money back"}, {went, "pushed|ran|got|put the|your|that refund|payment through|in|out"},
	{refund, "gave|given you? back @n|half|the|your"}, {went, "put|got the|your refund in|through"}, {refund, "got|had you refunded|reimbursed"}, {refund, "is|are|'s now|already? heading|headed back"}, {refund, "money is|'s|has already|now|all? back"},
	// messages
	{send, "fired off"}, {send, "shot|dropped|fired|wrote|written you|them|him|her a|an|the email|mail|text|message|line"}, {mails, "got mail ."}, {onway, "should have|see|find|get * by|any now|minute"}, {onway, "will find|see|have the|it|a * on|in your phone|inbox"}, {send, "pinged you the|a|your"},
	// the way to the shopper
	{addressed, "shipping|sending|delivering|posting it|that|them|this|everything|your|the order|parcel|package? to"}, {route, "have|'ve|got|put * down as"}, {route, "got|have|had it|that|everything|them|the|your order|parcel|package? going|headed|shipping to"}, {route, "put your|the @place|@way * down"},
	{ship, "chose|picked|selected|chosen|booked * @way"}, {set, "chose|selected|picked that|it for you|."}, {ship, "are|'s|is|you|put|got|have * on @way"}, {buy, "@order has|have|'s? just|already|now? went|gone off|out|over|on to the|our warehouse|packers"}, {cancel, "stopped|halted|pulled the|your|that? @order"}, {cancel, "stopped|halted @n"}, {ship, "going|coming|shipping|arriving|travelling by @way now"}, {ship, "@way shipping|delivery? is|'s now? on|set|selected ."},
	// people
	{hand, "brought|called|looped|pulled|roped in a|my|one|someone|the"}, {hand, "brought|called|got|pulled|looped|have a|my|one|the|someone @person? in|over|on"}, {hand, "put|got you in touch"}, {hand, "flagged * for|to a|my|the|our"}, {hand, "gave|given|giving * heads|heads-up"}, {hand, "raised|brought it|this|that * with|to a|my|the|our"},
	{hand, "@person knows|has all|about|been"}, {hand, "@person * joining us|you|the"}, {hand, "asked a|my|the|someone @person? to"},
	// for later
	{aside, "put|moved|set * to one|the side"}, {aside, "waiting|parked|sitting|safe * on your list"}, {aside, "tucked|packed|filed|stashed|locked|squirreled * away|aside"}, {aside, "put|got|have|is|'s|are|placed it|that|them|the? * on hold|ice"}, {aside, "keeping|holding * for you"}, {aside, "held|holding|hanging|hung onto|on to?"}, {aside, "to one|the side"}, {aside, "moved|shifted|went|put * to your|the saved"},
	{back, "is|are|'s? out of the|your saved|wish list|items"}, {back, "put|popped|placed|moved it|that|them|the * back in|into ."}, {back, "pulled|dug|fished|brought|got|took * out of * saved|wish"}, {back, "dug|fished|pulled * out again|back|."}, {back, "back in|into it|they|goes|go|went"},
	{aside, "in|on|among|with your|the saved|wish"},
	// an empty cart
	{empty, "is|'s|it now|all|completely? empty|bare ."}, {empty, "clean|blank slate|page|sheet"}, {empty, "starting|start|fresh|started fresh|over|start ."}, {empty, "back to zero|nothing|square|empty"}, {empty, "zeroed"}, {empty, "nothing left ."}, {empty, "nothing * in|inside your|the|my cart|basket|bag anymore|now|any|at|."},
	{extra, "gift-wrap|gift wrap|wrapping? is|'s on"},
}
