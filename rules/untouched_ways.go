package rules

import (
	"sync"

	"github.com/evercart/evercart/internal/sift"
)

// idling is what a sentence does that wants nothing of the cart.
type idling int

const (
	idlesNot  idling = iota // it may want something
	asksCart                // it asks what was done, or what is in the cart
	asksGoods               // it asks about goods, or what would be
	asksBack                // it asks whether something could be returned
	tellsPast               // it tells of what somebody has, had or did
	tellsHow                // it tells how something is: it puts nothing in
	muses                   // it likes something, or thinks of it
)

// idleWay is one way to say such a sentence.
type idleWay struct {
	does    idling
	pattern string
}

// Parts of the patterns.
const (
	idleKin  = `(?:(?:my|our|his|her|their) (?:[a-z]+ ){0,2}?[a-z]+(?: in law)?|(?:a|some|one of my) (?:friends?|neighbou?rs?|colleagues?|cousins?|mates?)(?: of (?:mine|ours))?|she|he|everybody|everyone|somebody|someone)`
	idleWhen = `(?:yesterday|last (?:week|weekend|month|year|time|night|summer|winter|spring|autumn|fall|christmas|birthday|easter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|once|ago|the other day|recently|in the past|(?:a |one |two |three |some |many |few )+(?:days?|weeks?|months?|years?) ago|years ago|back then)`
	idleDone = `(?:taken|removed|deleted|added|put|dropped|ordered|bought|included|changed|kept|saved|thrown|cancelled|canceled|emptied|forgotten|swapped|replaced|moved|left|reserved|asked|said|chosen|picked|cleared)`
	idleNum  = `(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|a|an|a single|a couple|a pair)`
)

// idleEnglish are the ways in English, the narrow ones first. A sentence is matched as a whole, without what it opens with.
var idleEnglish = []idleWay{
	{asksCart, `(?:did|had) (?:not )?(?:i|we|you|it|the|my|that|this|those|these|somebody|someone|` + idleKin + `) .+`},
	{asksCart, `(?:have|has) (?:not )?(?:i|we|you|it|somebody|someone|` + idleKin + `|(?:the|that|those|these|this) [a-z ]+?)(?: already| also| just| not| now| ever| even| really| both| all| been| gone and)* ` + idleDone + `\b.*`},
	{asksCart, `(?:is|are|was|were|has|have) (?:not )?(?:the|my|that|this|those|these|both|all|our|any of) .+? (?:(?:still|already|now|been|all|back|just|really) )*(?:gone|out|in|in there|there|removed|deleted|added|taken out|put in|put back|in (?:my|the) (?:cart|basket)|on (?:my|the) list|out of (?:my|the) (?:cart|basket))(?: already| now| yet| again| still| or not)*`},
	{asksCart, `(?:is|was|were|are) (?:it|that|there|they) (?:just |only )?` + idleNum + `(?: [a-z]+){0,3} or (?:just |only |is it )?(?:` + idleNum + `|not|more)(?: [a-z]+){0,2}`},
	{asksCart, idleNum + `(?: [a-z]+){0,3} or (?:just |only |is it |was it )?` + idleNum + `(?: [a-z]+)?`},
	{asksBack, `(?:can|could|may) (?:i|we|one|he|she|they|my [a-z]+) (?:still |also |always |later )?(?:return|exchange|send back|bring back|give back) .+`},
	{asksBack, `(?:can|could|may) (?:i|we|one|he|she|they|my [a-z]+) (?:still |also |always |later )?(?:swap|change) (?:it|them|that|this|those|these) (?:later |afterwards? )?(?:if|when|in case|once|should) .+`},
	{asksBack, `(?:can|could|may) (?:i|we|one) (?:still |also |always |later )?send (?:.+ )?back\b.*`},
	{asksGoods, `should (?:not )?(?:i|we|one|it|my|the|a|an|` + idleKin + `) .+`},
	{asksGoods, `would (?:not )?(?:a|an|the|some|one of the|that|this|those|these|it|they|my|our|his|her|she|he|` + idleNum + `) .+`},
	{asksGoods, `would you (?:.+ )?if you were (?:me|us)`},
	{asksGoods, `would you (?:also |still |really |rather |say|recommend|suggest|think|choose|wear|prefer) .+`},
	{asksGoods, `(?:what|how) (?:if|happens if|happens when|would happen if|would happen when|would it be if|would it be like if|would it cost if|would it cost to) .+`},
	{asksGoods, `(?:is|are|was|were|does) (?:not )?(?:a|an|the|my|this|that|those|these|your|it|they|our|his|her|` + idleKin + `) .+`},
	{asksGoods, `(?:what|how) about (?:a |an |some |any |your )?[a-z]+(?: [a-z]+)?`},
	{asksGoods, `do (?:i|we) (?:really |even |actually |also )?(?:need|want|have to|have|get) .+`},
	{tellsPast, `(?:i|we) (?:have |had |do |also )*(?:already|still) (?:have|had|own|got|bought|ordered|possess|use|wear)\b.+`},
	{tellsPast, `(?:i|we) (?:have|own|have got|do have)(?: got)?(?: already)? .+ (?:already|at home|back home|at mine|at ours|at work|like (?:that|it|this|those|these)|somewhere|from (?:you|here|before)|in (?:the|my|our) (?:house|cupboard|drawer|kitchen|wardrobe|closet))(?: already| anyway| though| somewhere)*`},
	{tellsPast, `(?:i|we)(?: once| also| even| actually| just)* (?:used to (?:have|own|wear|use|buy|like)|owned|lost|broke|wore|sold|gave away|never had|never liked|never wear) .+`},
	{tellsPast, `(?:i|we)(?: once| also| even| actually| just)* had (?:a|an|one|two|some|the|that|those|my) .+ (?:removed|stolen|taken out|` + idleWhen + `)(?: .+)?`},
	{tellsPast, `(?:i|we)(?: have| had)?(?: also| just| only| even| already| once)* (?:bought|ordered|got|received|purchased|took|removed|added|put|returned|deleted|had|saw|tried|gave|picked up|wanted|dropped) .+? ?(?:` + idleWhen + `|before|here|at home|from (?:you|here|your shop|my [a-z]+|the shop)|for (?:christmas|easter|my birthday)|as a (?:gift|present)|in the sales?|online|elsewhere)(?: .+)?`},
	{tellsPast, `(?:on |at )?` + idleWhen + ` (?:i|we|` + idleKin + `) .+`},
	{tellsPast, idleKin + ` (?:also |already |still |once |recently |just |always |only |even )*(?:has|have|had|bought|ordered|got|gave|put|took|removed|added|owns?|wears?|wore|uses?|used|lost|broke|threw|knitted|made|loves?|loved|likes?|liked|adores?|hates?|collects?|swears by) .+`},
	{tellsPast, idleKin + ` (?:would|might|could|will)(?: probably| also| just| surely| certainly| never)* (?:(?:remove|drop|get rid of|return|delete|ditch|chuck|bin|scrap|lose) .+|have (?:taken|bought|put|removed|added|dropped|thrown) .+|(?:take|throw|put|leave|get|toss) .+ (?:out|away|off|back))`},
	{muses, `(?:i|we)(?: really| just| do| also| absolutely| quite| generally| always| have always| both| all| simply)* (?:love|loved|adore|adored|hate|hated|detest|dislike) .+`},
	{muses, `(?:i|we)(?: really| just| do| also| absolutely| quite| generally| always| have always| both| all)* (?:like|liked|enjoy|collect) .+`},
	{muses, `(?:i|we)(?: am| are| was| were| have been| had been)?(?: just| still| also| only| kind of| sort of| actually| rather)* (?:thinking|dreaming|debating|deciding|musing|torn|in two minds) (?:about|of|over|whether|between|if) .+`},
	{muses, `(?:i|we)(?: am| are| was| were| have been| had been)?(?: just| still| also| only| actually)* (?:considering|wondering about|wondering whether|wondering if|wondering how|looking into|pondering) .+`},
	{muses, `(?:i|we) (?:am|are) (?:really |totally |also )*(?:in love with|crazy about|mad about|fond of) .+|(?:i|we) have been (?:eyeing|eying|admiring) .+`},
	{tellsPast, `(?:i|we) (?:nearly|almost) (?:took|removed|dropped|added|put|bought|ordered|deleted|got|threw) .+`},
	{muses, `(?:thinking|dreaming) (?:about|of|over) .+|considering .+|wondering (?:about|whether|if) .+`},
	{muses, `(?:i|we) (?:just |do |also |did )?(?:wonder|wondered) (?:about|whether|if|how|what|why) .+`},
	{muses, `(?:i|we) (?:am|are) not (?:so |really |quite |too |yet )?(?:sure|certain|convinced) (?:yet )?(?:about|of|if|whether) .+`},
	{tellsHow, `(?:the|this|that|my|your|those|these|our) .+? (?:is|are|was|were|looks?|looked|seems?|smells?|smelt|smelled|feels?|has|have|had|arrived|came|broke|tore|ripped|fell|does not|do not|did not|never|tastes?|itches|itch|shrank|faded|leaks?|leaked|stinks?) .+|(?:the|this|that|my|your|those|these|our) .+? (?:broke|tore|ripped|itches|itch|shrank|faded|leaks?|leaked|stinks?)`},
}

// idleAbroad are the main ways in other languages, as words are folded there; a whole turn is matched.
var idleAbroad = map[string][]idleWay{
	"de": {
		{asksGoods, `hatten? (?:ich|wir) (?:nicht )?(?:schon|bereits) .+`},
		{asksCart, `(?:habe|hab|haben|hast|hat|wurde|wurden|ist|sind) (?:ich|wir|du|sie|ihr|der|die|das|den) .+ (?:rausgenommen|herausgenommen|entfernt|geloscht|hinzugefugt|reingelegt|hineingelegt|drin|raus|weg|bestellt|genommen)`},
		{asksGoods, `(?:wurde|wurden|sollte|soll|sollten) (?:ich|wir|ein|eine|einen|der|die|das|den|nicht) .+`},
		{asksGoods, `was (?:passiert|ware|wurde passieren|ist),? wenn .+`},
		{tellsPast, `(?:ich|wir) (?:habe|hab|haben|besitze|besitzen)(?: ja| doch)? (?:schon|bereits|noch) .+|(?:ich|wir) hatten? (?:mal|schon|fruher|einmal|damals) .+|(?:ich|wir) (?:habe|hab|haben) .+ (?:gehabt|zu hause|daheim)`},
		{tellsPast, `(?:mein|meine|unser|unsere) [a-z]+ (?:hat|hatte|haben|tragt|besitzt|liebt|mag) .+`},
		{tellsPast, `(?:gestern|letzte woche|letztes jahr|letztes mal|beim letzten mal|letzten monat|neulich) (?:habe|hab|haben|hat|hatte) .+`},
		{muses, `(?:ich|wir) (?:liebe|lieben|hasse|hassen) .+|(?:ich|wir) (?:mag|mogen) (?:gerne? )?(?:keine )?[a-z]+`},
		{muses, `(?:ich|wir) (?:denke|denken|dachte|dachten|uberlege|uberlegen|grubel[en]*) (?:gerade |noch |so )*(?:an|uber|ob|mir) .+|(?:ich|wir) frage?n? (?:mich|uns) .+`},
		{tellsHow, `(?:der|die|das|mein|meine|dieser|diese|dieses) [a-z ]+ (?:ist|sind|war|waren|sieht|riecht|kam) (?:.+ )?(?:hasslich|kaputt|zerbrochen|gerissen|furchtbar|schrecklich|defekt|komisch|schief|unbequem|schlecht|aus)`},
	},
	"es": {
		{asksCart, `(?:he|has|ha|hemos|han) (?:ya )?(?:quitado|anadido|puesto|sacado|eliminado|borrado|pedido|metido) .+`},
		{asksGoods, `(?:quedaria|quedarian|iria|irian|pegaria|combinaria|deberia|debo|seria|serian|estaria) .+`},
		{asksGoods, `que (?:pasa|pasaria|pasara|ocurre|sucede) si .+`},
		{tellsPast, `ya (?:tengo|tenemos|tenia|compre|compramos) .+|(?:tuve|tenia|tuvimos) .+ (?:una vez|antes|de nino|de nina|hace .+)|(?:una vez|hace .+) (?:tuve|compre) .+`},
		{tellsPast, `(?:mi|mis|nuestro|nuestra) [a-z]+ (?:ya )?(?:tiene|tenia|tuvo|compro|puso|quito|pidio|lleva|adora|ama) .+`},
		{tellsPast, `(?:ayer|la semana pasada|el ano pasado|la ultima vez|el otro dia) (?:compre|quite|puse|anadi|pedi|tuve|saque|mi .+) .+`},
		{muses, `(?:a mi )?(?:me|nos) (?:encantan?|gustan|fascinan?) (?:mucho )?.+|(?:odio|adoro|amo) .+`},
		{muses, `(?:estoy|estaba|estamos|estuve) (?:pensando|dudando|considerando) .+|(?:me pregunto|pensaba en) .+`},
		{tellsHow, `(?:el|la|los|las|mi|esa|ese|esta|este) [a-z ]+ (?:es|son|esta|estan|era|llego|huele) (?:muy |un poco |bastante |tan )*(?:fe[oa]s?|rot[oa]s?|horrible|horribles|defectuos[oa]s?|estropead[oa]s?|mal|car[oa]s|incomod[oa]s?)`},
	},
}

// namedFirst are questions whose verb stands behind the goods: "Bademantel in M, habt ihr den?" Before it stands nothing but what they are.
var namedFirst = map[string]*sift.Pattern{
	"de": sift.Of(`^(?:und )?(?P<goods>.+?) (?:(?:(?:habt ihr|hast du|haben sie|fuhrt ihr|fuhren sie|gibt es|gibts|gibt's|kriegt man|bekommt man|verkauft ihr|verkaufen sie)(?: (?:den|die|das|so was|sowas|so einen|so eine|so eins|davon|welche))?|(?:ist|sind|ware|waren) (?:der|die|das|den|er|sie|es|so einer|so eine))(?: (?:da|noch|auch|vorratig|lieferbar|verfugbar|erhaltlich|auf lager|im sortiment|im angebot|hier|momentan|gerade|eigentlich|denn|zu haben|bei euch|bei ihnen))*|(?:was|wie ?viel|wieviel) (?:kostet|kosten|macht|kommt|kommen|koste)(?: (?:der|die|das|den|er|sie|es|so einer|so eine|so eins|mich|denn|eigentlich|noch|mal|jetzt))*)$`),
	"es": sift.Of(`^(?:y )?(?P<goods>.+?) (?:(?:a )?(?:cuanto (?:cuesta|cuestan|vale|valen|sale|salen|esta|estan|cobran)|que precio tienen?|(?:lo|la|los|las) (?:tienes|tiene|tienen|teneis|hay|venden|vendeis|manejan)|(?:(?:lo|la|los|las) )(?:hay|queda|quedan))(?: (?:aun|todavia|ahora|disponibles?|en stock|en existencia))*)$`),
}

// goesOnNaming stand in the words before where more than goods is said.
var goesOnNaming = sift.Of(`\b(?:und|oder|aber|dass|welche[nrs]?|was|wie|noch ein|noch eine|noch einen|kann|konnen|raus|weg|y|e|o|u|pero|que|cuales|cual|dime|cuentame|otr[oa]s?|si)\b`)

// idleSet is the ways of a language, compiled.
type idleSet struct {
	set  *sift.Set
	does []idling
}

func idleOf(ways []idleWay) idleSet {
	s, exprs := idleSet{}, make([]string, len(ways))
	for i, w := range ways {
		exprs[i] = `^(?:` + w.pattern + `)$`
		s.does = append(s.does, w.does)
	}
	s.set = sift.Compile(exprs...)
	return s
}

// idlesIn are those of each language, compiled when they are first wanted.
var idlesIn = map[string]func() idleSet{
	"en": sync.OnceValue(func() idleSet { return idleOf(idleEnglish) }),
	"es": sync.OnceValue(func() idleSet { return idleOf(idleAbroad["es"]) }),
	"de": sync.OnceValue(func() idleSet { return idleOf(idleAbroad["de"]) }),
}

// first gives what the first way that fits does.
func (s idleSet) first(text string) idling {
	may := s.set.In(text)
	for i, does := range s.does {
		if may.May(i) && s.set.At(i).MatchString(text) {
			return does
		}
	}
	return idlesNot
}

// What makes a wish of such a sentence after all, and what leaves open whether anything is wanted.
var (
	wishesAfterAll = sift.Of(`\b(?:please|kindly|possible|able to|okay to|ok to|okay if|ok if|all right if|alright if|fine if|mind|room for|any chance|a chance|chance of|trouble|bother|too much to ask|wants?|needs?|needed|would like|would love|i will take|i will have|let us|give me|has to have|have to have|must have|has asked|asked for|asks for|asking for|had asked|had said|had meant|had wanted|had hoped|had better|had rather|in mind|instead|wrong|by mistake|mistake|not (?:one|two|three|four|five|six|the|a|an|that|those)|too many|too few|too small|too big|too large|too tight|too loose|too long|too short|missing|(?:you|i|we) (?:could|can|might|may)|you would|you will|would it be .* to|would it be (?:all right|alright)|(?:could|can) (?:you|i|we)|forgot|forgotten to|that way|the lot)\b`)
	wishesBehind   = sift.Of(`\bthinking (?:of|about) (?:getting|buying|adding|taking|ordering|having) (?:the|that|those|these|this)\b|\bexchange .* for\b|\band (?:have|get|take|add|put|swap|want|give|make|keep|remove|buy|order)\b`)
	agreesToo      = sift.Of(`^(?:so |and |then |but |well |okay )*(?:yes|yeah|yep|sure|go on|go ahead|why not|deal|sold|do it|all right|alright)\b`)
	partsWith      = sift.Of(`\b(?:off|out|away|gone|bye|goodbye)\b`)
	mightGet       = sift.Of(`^(?:maybe |perhaps )?(?:i|we) (?:might|may) (?:get|take|have|want|need|buy|like|go for|add)\b`)
	pointsAtSome   = sift.Of(`^(?:so |then |and |just |only )*(?:\d+|one|two|three|four|five|six|a|an|the|those|these|that|them|this|another|both)\b(?: [a-z]+)?(?: of (?:those|these|them|that|it))?$`)
	lovesOne       = sift.Of(`\b(?:likes|liked|loves|loved|adores) (?:the|that|this|those|these|it|them|one|to|both|all)\b`)
	whatOf         = sift.Of(`\b(?:what|how) about (.+)$`)
	tooMuch        = sift.Of(`\b(?:too|very|so|a bit|rather|quite) [a-z]+`)
	goesOnAbroad   = sift.Of(`\b(?:hatte gern|hatten gern|hatte gerne|ich nahme|nehme|nimm|will|brauche|gib|geben sie|pack|leg|ponme|dame|deme|anade|agrega|mete|me llevo|pero|asi que|entonces|por favor|mejor|quiero|quisiera|aber|sondern|bitte|deshalb|deswegen|also|mochte|ich nehme|dann)\b`)
	likesOne       = sift.Of(`\b(?:like|likes|liked|love|loves|enjoy) (?:the|that|this|those|these|it|them|a|an|one|to|both|all|having|getting|buy|get|have|order|take|add|\d+|two|three|four|five|six)\b`)
	timeAlone      = sift.Of(`^(?:and |but |well |oh )*(?:on |at )?` + idleWhen + `$`)
	orderedBefore  = sift.Of(`\b(?:(?:i|we) (?:ordered|bought|got|received)|you sent|arrived|came|was delivered)\b`)
	finds          = sift.Of(`\b(?:fine|good|great|perfect|ideal|right|okay|ok|lovely|nice|beautiful|gorgeous|pretty|mine|it|what i .*|the one.*|in|off|gone|out|done|all|enough|better|nicer|wonderful|best|cute|for (?:me|us|him|her|my .*|the .*)|to go.*|going.*|to be.*|next|first|last|also .*|as well|too)$`)
	undecided      = sift.Of(`^(?:but |and |though )*(?:(?:i|we) (?:really |just |still )*(?:do not|am not|are not|have not|will not|would|must|have to|need to|should|cannot|can not|will|could not)(?: really| quite| yet| have to)*(?: know| sure| decided| think| certain| decide| made up my mind| sleep| see| ask)\b.*|not (?:so |quite |too |really |yet |entirely )*(?:sure|decided|certain)\b.*|unsure.*|undecided.*|let me (?:think|see|sleep)\b.*|who knows.*|we will see|hard to say.*|(?:have|need) to (?:think|sleep)\b.*|maybe not|or not|or maybe not|or perhaps not|dunno.*|i wonder)$`)
	perchance      = sift.Of(`\b(?:maybe|perhaps|possibly|might|may|could be)\b`)
	likening       = sift.Of(`^(?:like|such as|for example|for instance|say|perhaps|maybe|as in)\b`)
	asksForAny     = sift.Of(`^(?:[a-z]+ ){0,3}?(?:is|are|do|does|have|has|can|could|would|what|which|how|any|got|show|you|recommend|suggest)\b`)
	openToAny      = sift.Of(`\b(?:anything|something|things?|stuff|ideas?|presents?|gifts?|suggestions?|recommendations?|what (?:goes|do you have|have you got|would go|could go|would you)|which)\b`)
)

// Words with which a question that came to nothing is let go.
var (
	letsGo = sift.Of(`^(?:(?:no|nah|okay|ok|oh|well|then|so|right|just|please|and|but|hm|hmm|ah|alright|all right|fine|no thanks|too (?:much|dear|expensive|small|big|pricey|bad)|sorry|thanks|i will|we will|let us|we can|you can|in that case|actually|better|let us) )*` +
		`(?:(?:never ?mind|nevermind)(?: about)?(?: it| that| this| those| them)?|(?:forget|leave|drop|skip) about (?:it|that|this)|(?:skip|scrap|scratch|drop|cancel|forget|leave|lose|ditch|bin|strike|kill|nix|remove|delete|dump) (?:about )?(?:it|that|them|those|this|the idea|that idea)(?: one)?(?: off| out| away| be)?|(?:take|get|leave) (?:it|that|them|those|this)(?: one)? (?:off|out|away|be)|(?:i|we) (?:do not|will not|would not|no longer)(?: really| even)? (?:want|need|like|have|take|bother with) (?:it|that|them|those|one|any|that one|those ones))` +
		`(?: then| thanks| thank you| please| after all| any ?more| anyway| again| either| now| at all)*$`)
	opensIdly = set("wait", "hang", "on", "hold", "hey", "hi", "hello", "listen", "anyway", "sorry", "no", "because", "since", "you", "know", "see", "just", "honestly", "actually", "funny", "i", "think", "remember", "besides")
)

// keepsCart asks for what is done anyway: a cart is kept. Nothing of it is put aside for that.
var keepsCart = sift.Of(`^(?:(?:okay|ok|please|and|then|so|well|just|can you|could you|will you|would you) )*(?:save|keep|store|hold|remember)(?: on to)? (?:my|the|this|our) (?:whole |entire |shopping )?(?:cart|basket|trolley)(?: as it is| for (?:me|us|now|a while|today|tonight)| please| thanks| thank you)*$`)
