package rules

import (
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/rules/say"
)

// tables is all that rules knows of one language.
type tables struct {
	short  map[string]string
	leads  []string
	tails  []string
	asides []string
	places string
	rules  []rule
	splits map[string]bool // words that may begin a new clause

	corrections []string // what takes back what was just said
	hesitations []string // what may stand before that

	articles       map[string]bool
	sizeSigns      map[string]bool // a number or a letter after these is a size
	measures       map[string]bool // a number before these is a size
	unitWords      map[string]bool // a number before these is part of a name
	pointers       hear.Phrases[func(*item)]
	vague          map[string]bool // how many, but no number
	demonstratives map[string]bool
	particles      map[string]bool      // what takes out, said alone
	joins          hear.Phrases[string] // phrases that only list, or are one word
	counts         map[string]bool      // what goods are counted in, and none is called
	plain          map[string]string    // forms of a word that mean the same: "telling" in "would you mind telling me"
	breaks         hear.Phrases[bool]   // what takes back also where no pause stands before it: "small i mean medium"
	insists        []string             // what after a "no" begins what was meant: "no i meant five"
	anything       map[string]bool      // what any goods are
	politely       []string             // what makes a question a wish
	materials      map[string]bool
	speakers       map[string]bool // of those, the ones that begin a sentence
	possessives    map[string]bool // of those, the ones that begin what a sentence is about
	thirds         map[string]bool // of those, the ones that never speak of the shopper
	denials        map[string]bool // what follows these is not wanted
	paired         map[string]bool // goods of which a pair is one
	elsewhere      map[string]bool // a number after these counts no goods
	mild           map[string]bool // words that praise or tell nothing
	seconds        map[string]bool // what begins a second thought
	lastNumbers    map[string]bool // words that are a number where they stand last: "make the mugs for"
	wishVerbs      []string        // before a number that may have been misheard
	remarks        map[string]bool // words that begin a remark rather than a thing
	others, onward string          // what asks for the rest of a search; the second only right after it
	frames         map[string]bool // words that only say that something is looked for
	before         map[string]bool // what stands before those whom goods are for
	again          map[string]bool // words that speak of the last search
	own            say.Language    // what only this room says
}

// english holds the ways to say things. Rules are tried from the top; the first that fits wins, so the narrow ones stand first.
var english = tables{
	articles:       set("a", "an", "the", "some", "my", "that", "this", "those", "these", "another"),
	sizeSigns:      set("size", "sized", "sizes", "in", "a", "an", "waist"),
	measures:       set("waist", "waists", "inch", "inches"),
	unitWords:      set("ml", "milliliter", "milliliters", "millilitre", "millilitres", "litre", "litres", "liter", "liters", "cl", "gram", "grams", "kg", "kilo", "kilos", "oz", "ounce", "ounces", "cm", "mm"),
	materials:      set("silk", "cotton", "linen", "wool", "leather", "suede", "velvet", "denim", "canvas", "steel", "felt", "cashmere", "merino", "glass", "porcelain", "stoneware", "flannel"),
	remarks:        set("someone", "somebody", "everyone", "i", "we", "you", "he", "she", "they", "it", "my", "that", "this", "there", "if", "who", "when", "what", "where", "since", "because", "while", "do", "does", "is", "are", "not", "hope", "on", "at", "by", "after", "before", "during", "within", "around", "as", "though", "although", "unless", "everybody", "nobody", "its", "his", "her", "our", "their"),
	speakers:       set("i", "we", "you", "he", "she", "they", "it", "who", "there", "someone", "somebody", "everyone", "if", "when", "since", "because", "while", "on", "at", "by", "after", "before", "during", "within", "around", "as", "though", "although", "unless", "everybody", "nobody"),
	thirds:         set("it", "he", "she", "they", "who", "there", "someone", "somebody", "everyone", "everybody", "nobody"),
	denials:        set("not", "no", "never", "without", "nothing", "except", "nor", "neither", "if"),
	paired:         englishPaired,
	elsewhere:      set("at", "by", "before", "after", "past", "until", "around", "gate", "room", "floor", "platform", "page", "channel", "aged", "turns", "turned", "seat", "row"),
	mild:           englishMild,
	seconds:        set("actually", "on reflection", "thinking about it", "now that i think about it", "come to think of it", "instead", "wait", "oh wait", "no wait", "on second thought", "on second thoughts", "hmm actually", "oh actually"),
	vague:          set("few", "several", "handful", "bunch", "loads", "lots", "many"),
	demonstratives: set("those", "these", "that", "this", "my"),
	particles:      set("out", "off", "away", "gone", "remove", "delete", "take out", "take it out", "out of there"),
	counts:         set("pair"),
	plain:          map[string]string{"woollen": "wool", "woolen": "wool", "sighs": "size", "sise": "size", "syze": "size", "saiz": "size", "kart": "cart", "telling": "tell", "reminding": "remind"},
	breaks:         hear.PhrasesOf(set("no i mean", "no i meant", "no make that", "no make it", "no wait", "no sorry", "sorry no", "wait no", "oh wait", "i mean", "i meant", "make that", "scratch that", "sorry", "or rather")),
	insists:        []string{"i mean", "i meant", "i said", "make it", "make that", "actually", "sorry", "wait", "empty", "clear"},
	joins:          hear.PhrasesOf(englishJoins),
	anything:       set("thing", "things", "item", "items", "products", "articles"),
	politely:       []string{"can you do", "could you do", "would you do", "can you give", "could you give", "trouble you for", "bother you for", "ask for", "could i", "can i", "may i", "might i", "could we", "can we"},
	lastNumbers:    set("for", "fore", "ate", "won", "free", "tree"),
	wishVerbs:      []string{"want", "like", "need", "take", "get", "have", "order", "buy", "add", "me", "us"},
	pointers:       hear.PhrasesOf(pointers),
	others:         `what (?:else|others?|other ones|other options)(?: (?:do|have) you (?:have|got|sell)| is there| are there| you (?:got|have)| can you (?:show|offer)(?: me)?| is available| are available)?(?: like (?:that|this|those|these))?|(?:SHOW|give me|read|tell me)(?: me)? (?:the |some |a few )?(?:rest|others|other ones|next(?: ones| few| three)?|more(?: of (?:them|those|these))?|more options|remaining ones|remaining)|(?:are there|do you have|have you got|got) any (?:more|others|other ones|other options)(?: of (?:them|those|these))?`,
	onward:         `(?:and )?(?:the )?(?:rest|others|other ones|next|next ones|remaining ones)|(?:some |any )?(?:more|others)(?: of (?:them|those|these))?|more options|go on|continue|keep going|carry on|read on|go ahead|yes go on|(?:and )?(?:anything|something) else|next (?:page|three)`,
	frames:         set("show", "showing", "see", "find", "search", "searching", "look", "looking", "browse", "browsing", "shop", "shopping", "want", "wants", "wanted", "need", "needs", "got", "get", "sell", "carry", "tell", "recommend", "suggest", "give", "list", "after", "interested", "prefer", "let", "us", "buy", "order", "fancy", "love", "hear", "about", "go", "going", "options", "selection", "choice", "range"),
	before:         set("for", "the", "my", "our", "little", "in", "any", "some", "your"),
	again:          set("ones", "them", "those", "these", "then", "instead"),
	own:            say.In("en"),
	splits:         map[string]bool{"and": true, "but": true, "then": true, "plus": true, "while": true, "or": true, "because": true, "since": true},
	corrections: []string{"no hang on", "hang on no", "hang on", "no hold on", "hold on no", "hold on", "oh wait", "no make that", "no make it", "no wait make that", "make that", "make it", "no i mean", "no i meant", "i mean", "i meant", "no sorry", "sorry no", "or rather", "no rather", "wait no", "no wait", "actually no", "no actually",
		"scratch that", "no scratch that", "strike that", "correction", "rather", "no no", "no", "nope", "sorry", "i meant to say", "that is", "let us say", "no let us say", "better", "or better", "wait", "oops", "actually make that", "actually make it", "actually"},
	hesitations: []string{"uh", "um", "er", "erm", "oh", "ah", "hm", "hmm", "well", "but", "and", "so", "oops", "wait", "sorry"},
	places:      `(?:in|on|from|off|out of|of|to|into|inside) CART`,
	short: map[string]string{
		"CART":   `(?:my |the |your |this |our |whole |entire |full |complete )*(?:shopping )?(?:cart|basket|trolley|order|list)`,
		"ALL":    `(?:all(?: of)? (?:it|them|that|this|those|these)|it all|them all|everything|all (?:the |my )?(?:items|things|stuff|products)|all|the lot|the whole (?:lot|thing|order)|every (?:single |last )?(?:thing|item|bit))`,
		"KIN":    `(?:party|picnic|road|trip|wedding|birthday|birthdays|holiday|holidays|office|kitchen|house|home|beach|gym|guests?|kids?|children|mum|mom|mother|dad|father|husbands?|wife|wives|sons?|daughters?|sisters?|brothers?|friends?|neighbou?rs?|boss|colleagues?|partner|boyfriend|girlfriend|baby|grandma|grandpa|grandmother|grandfather|aunt|uncle|cousin|nephew|niece|family|team|autumn|spring|rain|evening|morning|journey|flight|drive|hike|bathroom|bedroom|living room|school|dinner|lunch|breakfast|barbecue|bbq|occasion|event|interview|date|job|work|dog|cat|flat|apartment|couple|class|teacher|meeting|celebration|anniversary|christmas|easter|teenager|roommate|flatmate|parents?|in-laws|mate|pal|night out|night|day out)`,
		"OUT":    `(?:out|off|away)`,
		"GONE":   `(?:out|off|away|back|from CART|out of CART|off of CART|off CART)`,
		"IT":     `(?:it|that|them|those|this|these)`,
		"NUM":    `(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|a couple|a dozen|half a dozen)`,
		"BE":     `(?:is|are|was|were|be)`,
		"DO":     `(?:do|does|did)`,
		"INTO":   `(?:in there|in(?:to)? CART|to CART|on CART|in as well|in too|in)`,
		"LOOK":   `(?:look at|look through|look for|have a look at|take a look at|see|hear(?: about)?|browse(?: through)?|check out|know about|go through|look over)`,
		"GOODS":  `(?:goods|products|things|stuff|items)`,
		"PICK":   `(?:picked|got|chosen|ordered|added|selected|put in|in CART|so far|have)`,
		"REMOVE": `(?:erase|remove|removing|delete|deleting|take out|take off|take away|taking out|taking off|throw out|throw away|throwing out|toss out|kick out|get rid of|getting rid of|lose|losing|scrap|ditch|bin|cancel|cancelling|canceling|strike|skip|dump|chuck out|drop|dropping|axe|eliminate|discard|leave out|cross off|cross out|clear out|pull out|pull|scratch|nix)`,
		"ADD":    `(?:add|ad|adding|put in|putting in|pop in|stick in|throw in|throwing in|toss in|chuck in|bung in|put me down for|put|putting|include|including|get|getting|grab|give me|give us|give|bring me|hand me|order|ordering|buy|buying|purchase|take|taking|have|having|send me|pick up|ship me|fetch me|pack|set me up with|hook me up with|sign me up for|ring up|book me in for|reserve|pick)`,
		"WISH":   `(?:i|we|me)(?: think| guess| suppose)?(?: i| we)?(?: would| will| do| am| are| have| was| were| could| shall| might| may| can)?(?: also| better| very much| really| rather| just| still| probably| definitely| maybe| actually| even| only| quite| certainly)*(?: be (?:happy|fine|good|okay|content) with| hoping (?:to|for)(?: get| have| buy| order| find)?| taking| having| getting| buying| ordering| thinking (?:of|about) (?:getting|buying|adding|taking|ordering|having|going (?:for|with))| delighted to (?:have|take|get)| wanting(?: to have| to buy)?| needing| wish(?: for)?(?: to)?(?: have| buy| order| get)?| desire| like(?:(?: to)? (?:add|buy|get|have|order|take|purchase|try))?| love(?: to (?:add|buy|get|have|order|take))?| want(?:ed)?(?: to)?(?: add| buy| get| have| order| take| purchase)?| need(?:ed)?(?: to (?:add|buy|get|have|order))?| take| have| get| grab| buy| order| add| fancy| go (?:for|with)| going (?:for|with)| going to (?:take|have|get|need|buy|order|want|go (?:for|with))| after| looking to (?:buy|get|order)| looking to (?:buy|get|order)| here for| do with| use| try| settle for| choose| pick| keen on| could do with| could use| not say no to| not mind| prefer| require| appreciate)`,
		"SHOW":   `(?:name me|run (?:me|us)? ?through|talk me through|walk me through|(?:i|we) (?:search|look|seek|shop)(?: for)?|show(?:ing)? me|show us|show|list|read me|read out|read|let us LOOK|let me LOOK|tell me about|find me|find|search for|search|i(?: would| will| do| want| am)*(?: like| love| want| need| going)?(?: to)? LOOK|we(?: would| want)*(?: like| love)?(?: to)? LOOK|i(?: am|)(?: just| only)? (?:looking|browsing|shopping|searching)(?: for| at| through)|look for|look at|looking for|bring up|pull up|browse|give me a (?:list|choice) of|point me to|help me find|recommend(?: me)?|suggest(?: me)?|LOOK)`,
		"CHANGE": `(?:change|changing|switch|switching|turn|turning|make|making|set|setting|put|update|updating|adjust|alter|move|correct|raise|increase|decrease|lower|reduce|bring|bump|bring up|bring down|go)`,
		"SWAP":   `(?:swap|swapping|trade|trading|exchange|exchanging|switch|switching|replace|replacing|change|changing|substitute|substituting)`,
		"TO":     `(?:to|into|to be|too|from .+? to)`,
		"LATER":  `(?:away for later|for later(?: on)?|to saved?(?: for later)?|to later|for after|for (?:an|some)?other (?:order|occasion|time|day|visit)|(?:un)?till? (?:spring|summer|autumn|winter|christmas|payday|next month|i (?:have|get) (?:the|some|my) money|i (?:ring|call|phone|come) (?:again|back))|to the side|aside(?: for (?:now|later|me|the moment))?(?: (?:until|till) .*)?|to one side|by for later|on hold|for another (?:day|time)|for (?:next time|tomorrow|next week)|(?:on|to|in|into) (?:my |the )?(?:later|wish ?list|saved list|saved items|later list|list for later|saved)|until later|till later|until next time|for a later day|by for now)`,
	},
	leads: []string{
		`(?:i am )?(?:so |very |terribly )*(?:sorry|afraid) to (?:(?:bother|trouble|disturb|interrupt|pester) you|be (?:such )?an? (?:nuisance|pain|bother|pest|bore))(?: again)?(?: but)?`,
		`good (?:morning|afternoon|evening|day)(?: to you)?|(?:thank you|thanks)(?: very much| so much| kindly| a lot| a million| a bunch)?`,
		`(?:would |do )?(?:you )?mind(?: awfully| terribly| very much)?(?: if i)?`,
		`(?:i|we)(?: would| will| should| might)* (?:be|am|are) (?:so |very |really |most |ever so |terribly |eternally )*(?:grateful|glad|happy|delighted|pleased|obliged|thankful|sorry to (?:bother|trouble|disturb) you)(?: but| to| if (?:you|i|we) (?:could|would|can|might|may)(?: please| kindly| also| possibly)*)`,
		`and|but|so|then|well|ok|okay|alright|all right|please|just|also|oh|um|uh|er|erm|uhm|hi|hey|hello|hiya|yeah|yes|yep|yup|right|actually|now|listen|sure|hm|hmm|mm|ah|aha|great|perfect|lovely|good|cool|nice|fine|thanks|thank you|cheers|maybe|perhaps|sorry|wait|besides|finally|next|anyway|anyhow|first|again|morning|afternoon|evening|for starters|to start with|to begin with`,
		`there|everyone|everybody|mate|dear|darling|love`,
		`(?:i|we) have decided(?: that)?|start (?:me|us) off with|(?:it |as it )?turns out(?: that)?|i am (?:very |so |rather )?afraid(?: that)?|on reflection|thinking about it|now that i think (?:about|of) it|come to think of it|apparently|it seems(?: that)?|you know what|tell you what|you know|i say|if you (?:would|do) not mind|if (?:that is|it is)? ?possible|if you (?:could|can|would|will)|(?:excuse|forgive|pardon) (?:me|us)(?: for (?:being|asking|bothering|troubling|interrupting|disturbing) ?.*)?|if so|if yes|if you do|if there is|i think|i guess|i suppose|i believe|on second thoughts?|come to think of it|in fact|let me think|oh no|hang on|hold on a (?:second|moment|minute)|to be honest|by the way|as i said|same here|in that case|after all|first of all|second thoughts|last thing|one more thing|one last thing|another thing`,
		`(?:could|can|would|will|may|might) (?:you|u|somebody|someone)(?: please| kindly| just| maybe| possibly| also| perhaps| at all| then| quickly| possibly)*(?: mind(?: awfully| terribly)?)?(?: be able to| be so (?:kind|good|nice) (?:as to|and)| be (?:a dear|an angel|a darling) and| be kind enough to| help me(?: to)?| go ahead and| do me a favou?r and| let me| let us)?`,
		`(?:could|can|may|might|would) (?:i|we)(?: please| just| also| maybe| possibly| perhaps| ask you to| ask for| trouble you for| bother you for| be able to)*`,
		`(?:i|we)(?: would| will| do| am| are| just| really| very much| also| might| have)*(?: like| love| want| wanted| need| wish| prefer| going| hoping| trying| got| hope| have)(?: you| for you)? to`,
		`(?:would|could|might|is|will) it (?:perhaps |maybe )?(?:be )?(?:[a-z]+ ){0,5}to (?:ask you to |have you |get you to |let you )?`, `(?:(?:it )?is )?possible(?: for (?:me|you))?(?: to)?`,
		`.*\b(?:possible|able|willing|kind enough) (?:for (?:you|me|us) )?to`,
		`(?:i|we) (?:was|am|were|are|do)? ?(?:just )?(?:wondering|wonder)(?: whether| if)?(?: it)?(?: you| i| we)?(?: could| can| would| might| may)?(?: also| please| perhaps)?`,
		`(?:would|could|can|will) you be an? (?:[a-z]+ )?(?:dear|angel|darling|star|sweetheart|love|treasure|gem|saint)(?: and)?`, `see your way(?: clear)? to`, `(?:i am|we are) (?:just |also |only )?curious(?: to know| about)?`, `find it in (?:your|you)(?: heart| hearts)? to`, `do you think (?:you|we|i) (?:could|can|might)`, `go ahead and`, `make sure (?:to|you)`, `do not forget to`, `feel free to`, `help me(?: to)?`, `why do not (?:you|we)`, `why not`, `(?:trouble|bother|ask|beg|impose on|pester) you (?:for|to)`, `how about (?:you|we)`, `let me have you`, `the thing is`,
		`uh|um|er|oops|whoops|ooh`, `let us|let me`, `(?:what|all|the thing|the only thing) (?:i|we) (?:really )?(?:need|want|would like|am after|am looking for)(?: now)? (?:is|are)`,
		`(?:i|what i)(?: actually| really)? (?:meant|mean)(?: to say| was| is)?|i said`,
	},
	tails: []string{
		`in (?:its|their|that) place|which you (?:have|sell)|by the way|for free|for nothing|please|thanks|thank you|thank you very much|thanks a lot|many thanks|cheers|ta|instead|as well|too|also|again|then|now|already|right now|for now|for me|for us|for myself|if you can|if you could|if you would|if possible|if you please|would you|will you|could you|can you|okay|ok|right|alright|mate|dear|actually|really|today|straight away|at once|immediately|when you can|if you like|if (?:that is|it is) (?:okay|ok|possible|all right|not too much (?:bother|trouble))|so much|to start with|to begin with|for a start|anyway|you know|i think|i guess|i suppose|would be (?:nice|great|lovely|good|perfect|fine|wonderful|ideal|grand)|will do(?: nicely| fine)?|would do(?: nicely)?|sounds (?:good|great|nice|lovely)|at all|uh|um|er|this time|while you are at it|to go with (?:it|that|them|this)|on top(?: of (?:that|it|this|them))?|of the (?:two|three|four)|in all|from you|that you have`,
	},
	asides: []string{
		`before (?:i|we|you) .*`, `if (?:you|it|that|there) .*`,
		`(?:one |two )?(?:each )?for (?:each|every|all|both)(?: one)?(?: of)? (?:my|our|the|us|them|his|her) .*`,
		`to (?:dry|clean|fill|heat|warm|wrap|carry|store|cover|cook|bake|share|impress|surprise|decorate|brighten|complement) .*`,
		`to (?:hold|match|wear|serve|drink|eat|keep) (?:it|them|with|up|my|the|me|us)\b.*`,
		`because .*`, `as i .*`, `as (?:we|my|our|it|he|she|they|the) .*`, `while (?:i|we|you|he|she|they) (?:am|are|is|was|were|wait|think|have|still) .*`, `(?:till|until) (?:i|we|he|she|they|my|our|the) .*`, `when (?:i|we|he|she|they|my|our) .*`,
		`(?:that |which )?you (?:have )?(?:just )?(?:mentioned|said|named|listed|showed(?: me)?|told me(?: about)?|read(?: out)?|described|offered|suggested|recommended)(?: just now| before| earlier| to me)?`, `since (?:it|we|i|they|he|she|my|our|there|that).*`, `so (?:that )?(?:i|we|they|he|she|it) .*`, `(?:which|that) (?:i|we) (?:need|want|will need|would need|like|love|really like|really want)\b.*`, `to go with .*`, `as a (?:gift|present|treat|surprise)\b.*`,
		`for (?:the|this|a|next|my|our) (?:long )?(?:weekends?|game|match|train|car|walk|table|sofa|garden|summer|winter)$`,
		`for (?:my|our|his|her|their|your|the|a|an|this|that|some|this coming|next) (?:(?:little|big|young|old|new|own|best|good|dear|elderly|whole|upcoming|small|older|younger) )?KIN(?: KIN){0,2}\b(?: (?:who|that|at|on|in) .*)?`,
		`for (?:me|us|him|them|myself|everyone|everybody|someone|somebody|christmas|easter|halloween|work|school|tonight|tomorrow|dinner|lunch|breakfast|guests|friends|kids|[a-z]+day)\b`,
		`for NUM (?:people|friends|guests|kids|children|of us|persons|adults|colleagues|days)\b`, `there are NUM of us.*`, `NUM of us\b.*`,
	},
	rules: []rule{
		// Beside the matter.
		{wantComment, `(?:that|this|it) (?:is|will be|would be|should be) (?:all|everything|it|enough|plenty|fine|great|perfect|good)(?: .*)?`},
		{wantComment, `(?:that|this|it|they|those) (?:is|are|was|were|will do|works|work)(?: (?:right|correct|fine|it|good|okay|perfect|great))?|look|listen|(?:some(?:one|body)|there)(?: is)? (?:some(?:one|body) )?(?:at|on|calling|ringing|knocking|here)\b.*`},
		{wantComment, `instead|do tell me|(?:please )?tell me|why not|whichever|whatever|any of them|either(?: one)?|(?:yes )?(?:that is )?(?:correct|exactly|precisely|indeed|confirmed|affirmative|absolutely|spot on)`},
		{wantComment, `(?:that|it|this|which) (?:is|was|would be|will be)(?: most| very| so| really| just| awfully| terribly| ever so| much)* (?:kind|kind of you|good of you|nice of you|helpful|appreciated|sweet|handy|useful|a (?:great )?help)`},
		{wantAdd, `(?:ADD|WISH)(?: me)? (?:the following|following)(?: things| items)?`},
		{wantComment, `(?:i|we) (?:will|can|have to|need to|want to|must) (?:decide|see|let you know|get back)\b.*|(?:i|we) do (?:apologi[sz]e|beg your pardon)\b.*`},
		{wantComment, `(?:and )?(?:nothing|that is) (?:else|all)(?: .*)?`},
		{wantComment, `(?:it|that|they|he|she|this)(?: is| are| was| will be) (?:for|a|an|my|just|only|because|meant|not|too|really|so|very|such) .*`},
		{wantComment, `(?:i|we) (?:do |really |just |sure |did )*(?:hope|know|mean|promise|swear|am new|am quite new|am not sure how|am calling|am driving|live|work|heard|was told)\b.*`},
		{wantComment, `(?:that|this|it|those|these|they|both)(?: one| ones)? (?:all )?(?:looks?|sounds?|seems?)(?: so| very| really| quite)* (?:good|great|nice|lovely|perfect|fine|interesting|wonderful|fantastic|ideal|fun|delicious|tempting|tasty)`},
		{wantComment, `done|finished|all done|when(?:ever)? you (?:have|get|are|can)\b.*|only if (?:it|you|that)\b.*`},
		{wantComment, `(?:i|we) (?:already )?(?:have|have got|own) (?:NUM|some|enough|plenty)(?: of (?:them|those|it|these))?(?: already| at home| left)*`},
		{wantComment, `did (?:i|we) (?:really )?(?:say|order|ask for) .*|i hate to (?:be|ask|bother|trouble|do this)\b.*`},
		{wantComment, `(?:i am|we are) (?:not|never) (?:buying|ordering|getting|paying)\b.*`},
		{wantComment, `(?:i am|we are) (?:so |very |terribly |really |awfully |ever so )*(?:sure|certain|serious|done|finished|in a hurry|sorry)\b.*|(?:i am|we are) (?:ready|good|fine)(?: now| then| to go| thanks)*`},
		{wantComment, `(?:let (?:me|us) )?see|if (?:it|that|there|you|they|i|we)(?: .*)?|do tell me .*|no rush|no hurry|take your time|whenever you can|i do not mind|either way`},
		{wantComment, `while (?:you|we|i) (?:are|am) (?:at it|there|here|about it|on|talking|in)(?: .*)?|while (?:we|you|i) .* (?:talk|wait|speak|drive|decide)(?:ing)?|(?:very|so) much|a lot|and (?:so on|such)`},
		{wantBrowse, `while (?:i|we)(?: am| are)?(?: just| still)? (?:look|looking|browse|browsing|check|checking|see|think|thinking|have a look|go|going|read|shop|shopping)(?: at| for| through| out| about| around| over| up)* X`},
		{wantAdd, `(?:my|our) [a-z]+ (?:wants|needs|would like|would love|is after|asked for|asks for) X`},
		{wantTalk, `(?:one|a|just a|just one|give me a|give me one|wait a|hold on a|hang on a)(?: quick)? (?:second|sec|moment|minute|tick|mo)(?: (?:please|while|i|my|let|someone|somebody|there|the (?:door|dog|phone|baby)|hold|until|just|sorry)\b.*)?`},
		{wantTalk, `hold on|hang on|wait|hold the line|bear with me|let me think(?: .*)?|my (?:dog|cat|kid|baby|son|daughter|phone|line|husband|wife)\b.*|(?:the )?(?:dog|baby|doorbell|kettle|door|phone) (?:is|just)\b.*|i was (?:talking|speaking) to .*|not (?:you|talking to you)`},
		{wantTalk, `how (?:are|is|do) (?:you|it going|things|life|your day).*|how have you been.*|nice to (?:meet|talk).*|what is up|what is new|you (?:are|sound) (?:great|nice|funny|lovely|helpful|sweet|kind|so .*|very .*)|good (?:bot|job|work)|well done|happy (?:birthday|new year|holidays|easter|christmas)|merry christmas|(?:the )?weather is .*|are you (?:there|still there|listening|busy|happy|well|ok|okay)|can you hear me.*|do you hear me.*|testing.*`},
		{wantBye, `(?:good ?bye|bye|bye bye|see you(?: .*)?|talk to you later|have a (?:good|nice|great|lovely) .*|good ?night|so long|take care)(?: .*)?`},
		{wantBot, `who (?:are you|is (?:this|that|there))|what are you|what is your name|tell me about yourself`},
		{wantBot, `(?:are|is) (?:you|this|that|there)(?: really| actually)?(?: a| an)? ?(?:real |live |actual )?(?:bot|robot|machine|computer|ai|human|person|man|woman|artificial intelligence|recording|real)(?: .*)?|am i (?:talking|speaking|chatting) (?:to|with) .*`},
		{wantHelp, `help(?: me)?|what can (?:you|i) (?:do|say|ask|order)(?: .*)?|how does (?:this|it) work|how do i (?:use|order|do) .*|i need (?:some )?help|what are my options|what (?:else )?can you help (?:me )?with|i do not know what to (?:do|say)`},
		{wantRepeat, `(?:say|repeat) (?:that|it)?(?: again| once more| one more time| please)?|repeat|pardon|pardon me|come again|what did you (?:just )?say|what was that|sorry what|what|(?:i )?(?:did not|could not) (?:catch|hear|get|understand) (?:that|you|it).*|one more time|(?:can you )?repeat (?:that|what .*)|huh|say again|once more`},
		{wantView, `what (?:do|did|have) (?:i|we) (?:have |got |get )?(?:saved|kept|put aside|set aside|put by)(?: for later)?|(?:do|have) (?:i|we) (?:still |already )?(?:have|got) (?:any |a |an |the |some )?X (?:in CART|already)|double ?check (?:CART|that|it|everything)`},
		{wantTotal, `(?:double ?)?check (?:my |the )?(?:total|sum|price of CART)`},
		{wantView, `(?:remind|tell|show|read) me (?:of |about )?what (?:is in CART|(?:i|we) (?:have|had|did|got)(?: got| put| add| added| picked| pick| have)*)(?: so far| in CART| already| again| now)*`},
		{wantView, `how many(?: of)?(?: the)? X (?:do (?:i|we) have|have (?:i|we) got|did (?:i|we) (?:add|order|put in|pick)|(?:are )?in CART)(?: .*)?`},
		{wantView, `what (?:is|do (?:i|we) have|have (?:i|we) got) in (?:there|it)(?: now| so far| already)*`},
		{wantView, `what (?:is|remains|do (?:i|we) (?:still )?have|have (?:i|we) (?:still )?got) (?:still )?left(?: over)?(?: in (?:CART|there|it)| now| then)*|what remains(?: in CART| now)*`},
		{wantTotal, `what do (?:i|we) owe(?: you)?(?: now| so far| in total| altogether| then)*|(?:tell me )?what (?:i am|we are|am i|are we) (?:up to|at|on)(?: in (?:money|all|total)| so far| now| money-wise| altogether)*|(?:how much|what) (?:do|does|will|would|did|are|is) (?:they|those|these|it|that|both|everything|all of (?:it|them|that)|we|i)(?: all)?(?: come to| cost| make| add up to| amount to| be)? (?:all )?(?:together|altogether|in total|combined|all in|in all)(?: now| so far| then)*|(?:ask |know |tell me )?(?:how much|what) (?:they|it|that|those|these|everything|all of (?:it|them|that)) (?:come|comes|cost|costs|add|adds|amount|amounts)(?: to| up to)? (?:all )?(?:together|altogether|in total|combined|in all)|(?:how much|what) (?:am i|are we) (?:at|up to|on)(?: now| so far| in total| altogether| then)*|where (?:am i|are we) (?:at|with) (?:on |with )?(?:the |my |our )?(?:total|money|price|bill|sum)(?: now| so far)*`},
		{wantClear, `(?:void|tear up|rip up|reset|restart|abandon) (?:CART|everything)(?: .*)?|(?:an )?empty CART(?: again)?|(?:i|we) (?:would like|want|need) an empty CART(?: again)?|nothing (?:should|is to|must|may|can)(?: be)? (?:left|stay|remain|kept)(?: in (?:there|CART|it))?|(?:i am |we are |let us |let me |i will )?start(?:ing)? (?:(?:again )?from (?:scratch|zero|nothing)|all over(?: again)?|afresh|anew|over again)|(?:wipe|sweep|scrub|clean)(?: out)? CART (?:clean|out|empty)`},
		{wantCannot, `(?:gift )?(?:wrap|wrapping) (?:IT|ALL|things)\b.*|(?:deliver|ship) (?:IT|ALL)\b.*`},
		{wantCannot, `(?:book|call|phone|remind|play|navigate|translate|e-?mail|text|message|dim|google|sing|dance|hire|rent|schedule|wake|record|print|fax|invest|tweet|post|diagnose|write|draw|drive|fly|cook|fix|repair|pay|transfer|subscribe|unsubscribe|download|upload|install|vote)\b .*`},
		{wantCannot, `(?:send|write) (?:my|our|his|him|her|them|their|the) .*\b(?:e-?mail|message|text|letter|note|postcard|invitation|flowers)\b.*|ring (?:me|my|him|her|them|the)\b.*|(?:turn|switch|dim) (?:the|my) (?:lights?|heating|heater|thermostat|tv|television|radio|alarm|music|volume)\b.*|turn (?:on|off|up|down) .*|turn the .* (?:on|off|up|down)|switch (?:on|off) .*|set (?:an|a|the|my) (?:alarm|timer|reminder|thermostat|meeting).*|tell me a (?:joke|story|secret).*|(?:order|get|call) (?:me )?(?:a |an )?(?:taxi|cab|uber|ride|ambulance|pizza|doctor|plumber)\b.*|open the .*|lock the .*|close the .*`},
		{wantCannot, `(?:who|when|why|where)\b .*|what (?:time|day|date|year|month)\b.*|what is the (?:weather|time|date|capital|score|news|temperature|meaning|square|forecast|traffic)\b.*|how (?:old|far|tall|fast|do i get to|is the weather|is the traffic|deep|high)\b.*|will it (?:rain|snow)\b.*|is it going to .*|what is (?:\d+|NUM) (?:plus|minus|times|divided).*|(?:my|cancel my|renew my|check my) (?:.* )?(?:membership|appointment|reservation|subscription|flight|meeting|dentist|insurance|account|bank|booking|hotel)\b.*`},
		// Undo, and the whole cart.
		{wantUndo, `(?:no )*(?:undo|revert|reverse|take back)(?: (?:that|it|this|the last (?:one|thing|change|step|bit)|what (?:i|you) (?:just )?(?:did|said)|my last .*))?`},
		{wantUndo, `(?:no )*(?:go back|put (?:it|that|things|everything|them) back)(?: to)?(?: how| the way| as| like| what)(?: it| things| they| that)? (?:was|were|had been)(?: before)?|(?:no )*go back(?: a step| one step)?|(?:no )*take (?:that|it) back|(?:no )*(?:scratch|strike|scrap) that|(?:no )*cancel (?:that|it|the last (?:one|thing|change))|i did not (?:want|mean) (?:that|to do that|it)|(?:that|this) was (?:a mistake|wrong|not what i .*)|(?:put|change|set|make) (?:it|that|them) back(?: .*)?|(?:no )*never ?mind (?:that|the last .*)`},
		{wantExcept, `ALL (?:but|except(?: for)?|apart from|other than) X (?:can|should|must|may|goes|could|has to|needs to)?(?: go|be removed|be deleted| out| off| away| come out)*|empty ALL (?:but|except(?: for)?|apart from|other than) X`},
		{wantExcept, `(?:REMOVE|take|get rid of|throw|clear)(?: OUT)? ALL(?: OUT)? (?:but|except(?: for)?|apart from|other than|besides|save) X|(?:keep|leave)(?: only| just) X|(?:only|just) keep X|(?:keep|leave) nothing but X|(?:REMOVE|take) all the others?(?: OUT)? (?:but|except(?: for)?) X`},
		{wantClear, `(?:i|we)(?: would| do)*(?: like| want| need) ALL (?:removed|deleted|out|gone|cleared|taken out|cancelled|emptied)`},
		{wantClear, `(?:get|take|move|kick|throw|put|tip|pull) ALL (?:out|off|away)(?: of| from)?(?: CART)?|(?:REMOVE|take|throw|get rid of|clear|wipe|chuck|toss|put)(?: out)? ALL(?: (?:out|off|away|back|from CART|out of CART|in CART|that is in CART))*`},
		{wantClear, `(?:empty|discard|trash|kill|emptying|clear|clearing|wipe|dump|reset|delete|remove|erase|cancel|scrap|bin|ditch|drop|clean out|clear out|clean|flush|tip out)(?: out| up| off)?(?: my| the| whole| entire| all| full| complete| this| of)* (?:shopping )?(?:cart|basket|trolley|order)(?: out| completely| entirely)?|(?:empty|clear|wipe) (?:it|that|everything|it all)(?: out)?`},
		{wantClear, `(?:clear|empty|reset|wipe)(?: it)?(?: all)?(?: out)?`},
		{wantClear, `(?:REMOVE|throw) CART|(?:let us |can we )?(?:start|begin) (?:all )?(?:over|again|afresh|anew|fresh|from (?:scratch|nothing|zero|the (?:start|beginning)))(?: from (?:scratch|nothing|zero|the (?:start|beginning)))?(?: with an empty CART)?|i (?:want|would like|need) a (?:clean slate|fresh start)|clean slate|fresh start|i do not want (?:any of (?:it|that|this|them|these)|anything|any of .*|everything)(?: any ?more| in CART)?|forget (?:everything|CART|the whole thing|it all|all of it)`},
		// What is there.
		{wantView, `what (?:is|are|have i got|do i have|did i put|have i put|else is)(?: there)?(?: currently| now| already)? (?:in|on|inside) CART(?: .*)?|what (?:have i|did i|do i have|i have)(?: already| so far)? ?PICK?(?: in CART| so far| already)*|(?:read|show|tell|list|give|go over|go through|review|view|see|check|display|open|repeat|hear)(?: me| us| back| out| through| to| what is| what i have| what have i| again)* (?:in )?CART(?: back| again| to me| out| for me| contents)*|CART|(?:read|tell|show|list|hear)(?: me| us| back| out| again)* (?:what (?:i have|have i|is|i)(?: already)?(?: PICK)*|what i (?:picked|got|have|chose|ordered|added)|everything i have(?: PICK)*|my items|all my items|my things)(?: so far| in there| back| already)*|how many (?:things|items|products|articles) (?:are|do i have|have i got|did i|have i)\b.*|is (?:there )?anything in CART|what do i have(?: so far| in there)?|(?:do i|have i) (?:have|got|get) (?:anything|something)\b.*`},
		{wantView, `what (?:is|have i) (?:saved|kept|put aside|set aside)(?: for later)?|what did i (?:save|keep|put aside|set aside)(?: for later)?|(?:show|tell|read)(?: me)? (?:what i (?:have )?saved|my saved (?:items|things|list)|the saved (?:items|things|list))(?: for later)?`},
		{wantTotal, `what (?:will|would|does|is|do) (?:it|that|this|everything|all of it|the lot|i)(?: all)? (?:cost|set me back|come to|be|make|pay)(?: me| us)? (?:all )?(?:together|altogether|in total|in all|all told|for everything)`},
		{wantTotal, `(?:sum|add|tally|total)(?: it| that| them| everything)?(?: all)? up(?: .*)?`},
		{wantView, `(?:which|what) (?:items|things|products|stuff) (?:do i have|have i got|are|did i|have i|i have)\b.*`},
		{wantTotal, `(?:and )?(?:what|how much|how many)(?: is| are| does| do| did| would| will| was)?(?: be)?(?: it| that| this| everything| all| they| things| my| the| CART| of| i)*(?: altogether| in total| in all| all together)? ?(?:come|add up|amount|total|run|owe|pay|paying|spending|spent|due)(?: up)?(?: to)?(?: be)?(?: now| so far| altogether| in total| in all| all together)*|(?:what is|what are|what was|tell me|give me|say|how much is|how high is)(?: my| the| our| me)* (?:new |current |final |grand |whole )*(?:total|subtotal|sum|bill|balance|damage|full price|overall (?:cost|price)|total (?:cost|price|amount)|order total|cart total)(?: cost| price| amount)?(?: now| so far| of CART| for CART| for everything)*|how much (?:is|are|does|do|would|will|for|was)(?: be)? (?:it all|everything|all of (?:it|that|this|them)|CART|that all|the lot|it altogether|it in total|all that|the whole (?:thing|lot|order)|all together|altogether)(?: .*)?|what does (?:everything|it all|CART|all of (?:it|that|this)|all that|the lot) cost(?: .*)?|(?:what|how much) is CART worth|what am i (?:paying|spending|up to|at|owing)(?: .*)?|where am i at(?: .*)?|how much (?:do|will|must|would) i (?:have to )?(?:owe|pay|spend)(?: .*)?|(?:the )?total|total (?:price|cost|please)|how much (?:is|was|does|are|would) (?:it|that|this|they|those|these)(?: all| be)*(?: come to)? (?:altogether|in total|in all|all together|so far|combined)|how much (?:altogether|in total|in all|so far)|what is the damage`},
		{wantOrder, `(?:check ?out|place (?:the|my) order|complete (?:the|my) (?:order|purchase)|(?:i would like to|i want to|let us|let me|ready to) (?:check ?out|pay|buy it all|order now)|buy (?:it|them|that|everything)(?: now| all)*|order (?:it|them|that|everything)(?: now| all)*|(?:proceed|go|take me) to (?:the )?(?:check ?out|payment)|i am ready to (?:check ?out|pay|order)|finish (?:the|my) order|pay(?: now)?)`},
		// Leaving alone.
		{wantLeave, `(?:i|we) never (?:asked|said|wanted|meant|told)\b.+`},
		{wantLeave, `(?:i|we) have not (?:decided against|gone off|changed my mind (?:about|on)|given up on) X`},
		{wantLeave, `(?:i|we) (?:am|are|was|were|did|do|have|had) (?:not|never) (?:saying|said|mean|meant|meaning|ask|asked|asking|tell|told|telling)(?: that| for)?(?: you)?(?: to| should)? .+`},
		{wantAdd, `(?:i|we) (?:would|will|could|can) not (?:say no to|mind|refuse|turn down|object to) X|would not (?:say no to|mind) X|can not (?:say no to|resist) X`},
		{wantLeave, `(?:no )*(?:please )?(?:do not|never|no need to|you need not|you do not (?:have|need) to)(?: bother| worry| you| dare| please)*(?: to| about| with)? (?:make|set|turn|raise|increase|reduce|double|send|give|add|put|include|order|get|bother|take|touch|remove|delete|change|cancel|drop|throw|swap|worry|forget|lose|clear|empty|adding|putting|removing|changing|touching|move|replace|buy|save|with|about)\b ?X`},
		{wantLeave, `(?:no )*(?:please )?(?:do not|no need to) (?:bother|worry|do (?:that|it|this|anything)|change anything|add (?:it|that|them|anything)|remove (?:it|that|them|anything)|touch (?:it|that|them|anything))(?: .*)?`},
		{wantLeave, `(?:no )*leave X (?:where (?:it is|they are)|as (?:it is|they are|is)|alone|like (?:that|this)|the way .*|be|unchanged|how (?:it is|they are))|(?:no )*leave (?:it|that|them|everything)(?: be| there| in| alone| out)?(?: .*)?|(?:no )*X (?:can|may|should|must|will|is|are|has to|have to|needs to|need to)(?: all)?(?: to)? (?:stay|staying|remain|remaining)(?: in| there| where .*)?|(?:no )*keep X (?:as (?:it is|they are)|the way .*|how .*)|i (?:do not|will not|would not) (?:want|like) to (?:change|remove|add|buy|lose) .*`},
		{wantLeave, `(?:no )*(?:never ?mind|nothing|nothing else|forget (?:it|that|about it)|no changes|not (?:now|today|yet|really|interested)|i (?:have )?changed my mind|skip (?:it|that)|neither(?: of them| of those)?|none(?: of them| of those| of these)?|no|nah|nope|no no|no way)(?: then| thanks| thank you| for now)*`},
		{wantLeave, `(?:i|we) (?:do not|will not|would not) (?:really )?(?:want|need|like)(?: to (?:add|buy|have|get))? (?:another|any other|extra|any extra|additional|a second|a third) X`},
		{wantRemove, `(?:i|we|me) not (?:want|need|like)(?: any ?more)? X(?: any ?more)?`},
		{wantRemove, `no more X|(?:i|we|me) no (?:want|need|like)(?: any ?more)? X(?: any ?more)?`},
		{wantRemove, `no (?:more )?X (?:after all|any ?more|then)`},
		{wantSwap, `instead of X (?P<y>(?:i|we|give|put|add|let|take|get|make|can|could|may|have)\b.+)|(?:SWAP|go|CHANGE)(?: over)?(?P<x> it| them| that| mine)?(?: over)? (?:to|for|with|into) (?P<y>(?:that|those|these|this|them)(?: ones?)?)(?: instead)?`},
		{wantSave, `not (?:today|now|yet|just yet|this time) (?:for |on |with )?(?P<x>(?:the|that|those|these|my) .+)`},
		{wantRemove, `out with X|minus (?P<x>(?:the|that|my|those|these) .+)|you REMOVE X`},
		{wantAdd, `in with X|nothing against X`},
		{wantNot, `(?:anything|everything|all) (?:but|except|other than) X|nothing (?:with|made of|in) X`},
		{wantNot, `(?:and |but )?(?:no|not) X|(?:rather|other) than X|instead of X|without X`},
		// Put aside, and back.
		{wantRestore, `(?:(?:i|we)(?: will| would| am| are| do| could| can| think i will| would like to| want to)*(?: like| ready for| take| have| want| need| get)|give me|bring|put|move|get|add back|bring back|put back|add|take|have|grab|let us have|let me have|i am ready for) X (?:that )?(?:i|you|we) (?:had |have |just )*(?:you )?(?:saved?|kept|keep|put|set|parked|held|left|moved|stored|shelved)(?: for me| me| it| them)?(?: aside| by| away| for later| earlier| back| on hold| to one side| before)*(?: back| in| into CART| to CART| back in| in again| back into CART)*`},
		{wantRestore, `(?:bring|put|move|get|take|add|pull|return|restore|fetch|transfer|shift) X (?:back|from (?:my )?(?:saved|the saved|later).*|out of (?:my )?saved.*)(?: again)?(?: INTO| from .*| out of saved.*| to CART| in CART)?|(?:bring|put|move|get|add) back X(?: INTO)?|(?:i|we) (?:do |would |really )*(?:want|need|like|will have|will take) X back(?: INTO)?|restore X|(?:un-?save|unpark) X|(?:move|put|get|bring|add) X(?: back)? from (?:my |the )?(?:saved|later)(?: list| items| things)?(?: .*)?|(?:ADD|WISH) X after all(?: INTO)?|(?:bring|put|move|get|add) (?:my|the|all|all my|all the|those) saved (?P<y>.*?)(?: back)?(?: INTO| to CART)?|(?:return|restore|transfer) X(?: INTO| to CART)?`},
		{wantSave, `(?:can|could|may|should|shall) X (?:go|be (?:put|moved|saved|kept|set|parked|held)|stay) LATER|X (?:can|could|may|should) (?:go|be (?:put|moved|saved|kept|set|parked|held)) LATER`},
		{wantSave, `(?:keep|save|put|set|hold|park|leave|move|store|stash|shelve|lay|place|stick|pop|shift|take|keeping|saving|putting|setting)(?: me)? X LATER|(?:park|parking|shelve|stash|save|saving|postpone|put aside|set aside|put by|lay aside|put on hold) X(?: LATER| for now| for the moment| aside)?|(?:keep|save|hold)(?: back)? X(?: back| aside)?(?: for me)? (?:until|till) .*|(?:keep|hold) X back(?: for me)?|hold back X|i (?:will|would|might|may|want to|would like to) (?:get|buy|have|take|decide on|think about|come back (?:to|for)) X (?:later|another (?:day|time)|next (?:week|month)|some day|next time|some other time|tomorrow)|not X (?:today|now|yet|just yet|this time)|not (?:today|now|yet|just yet|this time) (?:for )?X|X (?:for )?(?:later|another day|another time)`},
		{wantRemove, `leave (?:out|off) X|leave X (?:out|off)(?: .*)?`},
		{wantLeave, `(?:just )?leave X|(?:should|shall) (?:i|we) .*`},
		{wantKeep, `(?:keep|hold|hold on to|hold onto|hang on to|leave|reserve|keeping)(?: on to)? X (?:in CART|in there|there|for me|in|reserved)?(?: for me| for now| in CART| in there| in)*|(?:keep|hold on to|hold onto|hang on to|hold) X`},
		// Changing what is there.
		{wantRestore, `(?:move|bring|transfer|shift) X (?:in)?to CART`},
		{wantRestore, `(?P<x>(?:the|that|those|my) .+?) (?:that )?(?:i|we) (?:had |have |just )*(?:saved|kept|parked|put aside|set aside|put by|shelved)(?: earlier| before| for later| last time)*`},
		{wantAdd, `(?:get|put|pop|stick|throw|chuck|slip) (?:me |us )?X into CART|(?:ADD|WISH)(?: me| us)? (?P<x>(?:minus|negative) .+)`},
		{wantStep, `(?:CHANGE|take|have|need|want|get|try|do) X (?P<y>up|down) (?:a|one|by one) size|(?:CHANGE|take|have|get|try|do|need|want) X (?:in )?(?:a|one|half a|a half|one half) size (?P<y>up|down|bigger|smaller|larger)|(?:a|one|half a|a half|one half) size (?P<y>up|down|bigger|smaller|larger)(?: on| for| in| of| please)?(?: X)?|size (?P<y>up|down)(?: on| for)? X|X (?:a|one|half a|a half|one half) size (?P<y>up|down|bigger|smaller|larger)|(?:i(?: would| will)?(?: like| need| want| take)) (?:a|one|half a|a half|one half) size (?P<y>bigger|smaller|larger|up|down)(?: in| of| for| on| with)? X|(?:make|get|give me|i need|i want) X(?: (?:a|one))? (?:size )?(?P<y>bigger|smaller|larger)|(?:go|going) (?P<y>up|down) (?:a|one|half a|a half|one half) size (?:on|with|for|in) X|(?:go|going) (?P<y>up|down) (?:a|one|half a|a half|one half) size|(?:go|going)(?: for)? (?:a|one|half a|a half|one half) size (?P<y>up|down|bigger|smaller|larger)(?: (?:on|with|for|in) X)?`},
		{wantTimes, `(?P<n>halve) X|cut X in (?P<n>half)|(?P<n>twice|double) as (?:many|much) X|(?P<n>double|twice|triple|treble|quadruple)(?: up)?(?: on)? X|make X (?P<n>double|triple|twice as many)|twice as (?:many|much) X|(?:i (?:want|need|would like)) (?P<n>twice|double|triple)(?: as many| the number of| the amount of)? X`},
		{wantLess, `(?P<n>NUM) (?:less|fewer)`},
		{wantLess, `(?:CHANGE|take|drop|cut|knock|bring) X down by N|(?:cut|reduce|lower|decrease|drop|knock)(?: down)? X (?:down )?by N|(?P<n>NUM) (?:less|fewer)(?: of)? X|(?:(?:i|we) (?:would like |want |need |take |would take ))?(?P<n>NUM) (?P<x>.+?) (?:less|fewer)|make (?:it|that|them) (?P<n>NUM) (?:less|fewer)|X minus N|(?:minus|less) N|(?:i (?:want|need|would like)) (?P<n>NUM) (?:less|fewer)(?: of)? X|take (?P<n>NUM) (?:off|away from|from|out of) X`},
		{wantTell, `(?:(?:i|we|give me|give us) )?(?:would |will |want |wish |like |love |need |have )*(?:to have )?(?:a bit |a little |something )?more about X|(?:(?:can|could|may|let) (?:i|we|me|us) |(?:i|we) )?(?:would |will |want |wish |like |love |need )*(?:to )?(?:hear|know|learn|find out)(?: a bit| a little)?(?: something| more| all)? about X`}, // before "more X"
		{wantMore, `(?P<n>NUM) (?P<x>.+?) more|(?:CHANGE|bump) X up by N|(?:bump|increase|raise|up) X by N|(?:make|have|do) (?:it|that|them) (?P<n>NUM) more|(?:add|put|give me|get|i (?:will|would|want|need|take)*(?: like| take| need| have| want)?) N more(?: of)? (?:to|for|of) (?P<x>it|that|them|those|these)(?: .*)?|(?:i|we)? ?(?:(?:will|would|am|are) )*(?:going to )?(?:need|want|like|add|take|have|get|give me|put in|order|put)? ?(?:in )?(?:(?P<n>NUM|another|some|a few)? ?(?P<y>more)(?: of)?(?: the| those| these| that)? X|(?P<n>NUM|an) (?P<y>extra) X)|(?:i|we)? ?(?:(?:will|would|am|are) )*(?:going to )?(?:need|want|like|add|take|have|get|give me|put in|order)? ?(?P<n>NUM) more`},
		{wantChange, `(?:change|changing|set|setting|update|adjust|raise|increase|reduce|lower|decrease|correct)(?: the)? (?:number|quantity|amount|count) (?:of|for|on) X (?:from .+? )?(?:to|too|into) Y|(?:change|changing|set|update|correct)(?: the)? (?:size|colou?r) (?:of|for|on) X (?:from .+? )?(?:to|into) Y|(?:change|changing|switch|set|update)(?: the)? (?:size|colou?r|quantity|number|amount) to Y`},
		{wantWrong, `(?:the |that is the |it is the |that was the |(?:i|we|you|it) (?:picked|chose|took|got|have|ordered|said|added|gave me|put in) (?:the )?|(?:i|we|you) (?:have )?(?:picked|chosen|taken|got|ordered|added) (?:the )?)?(?:wrong|bad|incorrect) (?:size|colou?r|number|quantity|amount)(?:(?: on| for| of| with)? X)?`},
		{wantWrong, `(?:i|we|you) (?:have |do have |have got |got |ordered |added |have added |put in |picked )?(?:too many|too few|far too many|not enough) X|(?:that is |there are |there is )?(?:too many|too few|far too many) X`},
		{wantWrong, `X (?:is|are|was|were)(?: a bit| far| way| rather)* too (?:many|few)`},
		{wantRemove, `X (?:can|should|may|must|could|needs? to|has to|have to|will have to|would have to|is to|are to) (?:go|be (?:removed|taken (?:out|off|away)|deleted|dropped|cancelled|thrown out)|come (?:off|out))(?: please| again| now)*`},
		{wantWrong, `(?:i|we) (?:am|are) not (?:so |too |quite |really |entirely |that )*(?:sure|happy|keen) (?:about|on|with|of) X(?: yet| just yet)?`},
		{wantWrong, `X(?: is| are| was| were| will be| would be| seem| seems| look| looks)?(?: a bit| a little| way| far| much)* too (?:small|big|large|tight|loose|short|long|wide|narrow|little)(?: for me| on me)?|(?:it|they|that|those) (?:does|do|will) not fit(?: me)?|X (?:does|do) not fit(?: me)?`},
		{wantChange, `go (?:for |with )?Y (?:on|for) X|(?:swap|exchange|replace)(?: the)? (?:size|colou?r) (?:of|for|on) X (?:to|into|for|with) Y`},
		{wantChange, `(?:change|changing|switch|switching|turn|turning|set|setting|update|adjust|alter|bring|bump|raise|increase|decrease|lower|reduce|take|move|put|knock|cut|drop|pull|push|upgrade|downgrade|up|get)(?: up| down)? X(?: up| down| back| over)? (?:from .+? )?(?:to|into|to be|too|at|from .+? to) (?:be )?Y`},
		{wantSwap, `SWAP(?: out)? X (?:for|with|by|against) Y`},
		{wantSwap, `(?P<y>.+?) (?:instead of|rather than|in place of|in exchange for) X|instead of X (?P<y>(?:i|we|give|put|add|let|take|get|make|can|could|may|have)\b.+)|(?:REMOVE|take) X(?: OUT)? (?:and )?(?:put|add|give me) Y instead`},
		{wantSwap, `(?:i|we)(?: would| will| do| think i would)* (?:rather|prefer|sooner)(?: to)?(?: have| take| get| buy| go for| go with)* (?P<y>.+?) (?:than|over) X`},
		{wantChange, `(?:i|we)(?: would| will| do| think i would)* (?:rather|prefer|like it better)(?: to)?(?: have| take| get| buy| go for| go with)* X`},
		{wantChange, `(?:go |let us go |put it |make it |change it )?back to (?P<x>NUM|(?:an? |the |size )?(?:small|medium|large|extra large|extra small|[smlx]|x[sl]|xxl))`},
		{wantChange, `(?:change|changing|switch|switching|make|making|set|setting|turn)(?: it| that| them| this| those| these)? (?:to |into )?X(?: instead)?`},
		{wantChange, `X (?:make|should be|must be|needs? to be|ought to be|wants to be|had better be|was (?:meant|supposed) to be|has to be|to be|make it|make that|make them) Y`},
		{wantChange, `X (?:would be|would have been|might be|is|sounds|looks) (?:much |even )?(?:better|nicer)(?: after all| actually)?`},
		// Taking out.
		{wantLess, `(?:knock|knocking|boot|yank|pluck|whip|rub|wipe|blot|shake|cut|lift|fish|rip|tear|shove|evict|chop|weed|sling|banish|eject|expel|strike|clear|take|cross|throw|pull|kick|toss|chuck|get|drop|bring|move|have) (?P<n>NUM)(?: of)?(?: the| those| these| my)? ?X? (?:off|out of|from) CART|(?:knock|chop|shave|cut|take) (?P<n>NUM) off(?: of)? X`},
		{wantRemove, `(?:knock|knocking|boot|yank|pluck|whip|rub|wipe|blot|shake|cut|lift|fish|rip|tear|shove|evict|chop|weed|sling|banish|eject|expel|strike|clear|take|cross|throw|pull|kick|toss|chuck|get|drop|bring|move|have) X(?: back)? (?:off|off of|out of|from|away from) CART`},
		{wantChange, `X (?:is|are|will be|would be|should be) (?:enough|plenty)`},
		{wantRemove, `(?:give|hand|send) X back`},
		{wantLess, `(?:REMOVE|take|taking|get rid of|drop) (?P<n>NUM|half)(?: of)?(?: the| those| these| my| that)? X(?: GONE)*`},
		{wantRemove, `(?:i|we) do not (?:think|believe|suppose) (?:i|we) (?:will |would |really |still |do )*(?:need|want|take|like|get|have|buy|go for|order|be (?:needing|wanting|taking)) X(?: any ?more| after all| now)*`},
		{wantRemove, `(?:i|we) (?:do not|will not|would not|no longer|can not|should not|am not|are not)(?: really| actually| even| be| going to)*(?: want| wanting| needing| taking| getting| buying| need| like| take| require| use)(?: to (?:buy|have|keep))?(?: X)?(?: any ?more| any longer| after all| in CART| now)*|(?:i|we) (?:have |am |are )?(?:gone off|changed my mind (?:about|on)|decided against|over|done with|no longer interested in|not interested in|having second thoughts about|had second thoughts about|will pass on|pass on) X|(?:i|we) (?:will|would|can|could|might|may|shall|do|am going to)(?: just)? (?:skip|drop|pass on|leave out|do without|live without|lose|leave|forego|give up) X(?: after all| out)?|(?:skip|forget about|forget|leave out|lose|never mind|no more|hold) X(?: after all| out)?`},
		{wantRemove, `(?:take|taking|throw|throwing|get|getting|pull|toss|chuck|kick|move|send|put|cross|strike|scratch|leave|have|cut|bring|drop|remove|delete) X (?:GONE|removed|taken (?:out|off)|back out|off again|out again)(?: again| of there| from there| of it| of CART| CART| altogether| completely| entirely| please| then)*|(?:out|gone|away|off)(?: with (?:it|that|them|those))?(?: please| then| again)*`},
		{wantLeave, `X (?:stays|remains)(?: in| there)*`},
		{wantAdd, `X (?:comes|goes) INTO`},
		{wantRemove, `(?:can|could|should|may|might|would|will) X (?:please )?(?:go|be (?:removed|taken (?:out|off|away)|deleted|dropped|cancelled|thrown out)|come (?:off|out)|leave)(?: again| now| from CART| of CART)*`},
		{wantAdd, `(?:can|could|should|may|might|would|will) X (?:please )?(?:go|be (?:put|added)|come) INTO`},
		{wantChange, `(?:can|could|should|may|might|would|shall) X (?:please )?be (?:changed to |switched to |made )?(?P<y>(?:a|an|in|size) .+)`},
		{wantRemove, `X (?:can|should|may|must|could|has to|have to|needs to|need to|will|is to|goes|go|comes|come)(?: to)? ?(?:go|be removed|be taken (?:out|off)|come (?:off|out)|be deleted|be dropped|leave|out|off|get out|be gone|be cancelled)(?: again| now| away| of CART| from CART| out)*|X (?:out|off|away|gone)(?: of| from| off)?(?: CART)?|X (?:goes|must go|gets removed|is out)|(?:get|have) X (?:out|off)(?: .*)?|could X come (?:off|out)(?: again)?|(?:i|we) (?:want|need) X (?:gone|removed|taken (?:out|off))(?: .*)?|X (?:is|are) (?:no longer needed|not needed|unnecessary|too (?:expensive|much|pricey|dear))(?: any ?more)?`},
		{wantRemove, `REMOVE`},
		{wantRemove, `REMOVE X(?: (?:from|out of|off|in) (?:CART|there|it))?(?: again| for me)*`},
		// Questions about goods.
		{wantStock, `how many (?:do you have|are there|have you got|are left)(?: left| in stock| there)*`},
		{wantMaterial, `(?:do|does|will|would) X (?:run|come up|come out|turn out|fall)(?: a (?:bit|little)| rather| quite| very)? (?:big|small|large|tight|wide|narrow|true(?: to size)?)|(?P<y>wash|machine wash|hand wash|tumble dry|iron|bleach|dry clean|microwave) X`},
		{wantCompare, `(?:what|tell me|explain)(?: is| are|)(?: the)? differences?(?: between (?:them|those|these|the (?:two|three)(?: of them)?))?|how (?:do|are) (?:they|those|these) (?:differ|different|compare)`},
		{wantCompare, `compare X (?:and|with|to|against) Y|compare X|(?:what|tell me|explain)(?: is| are|)(?: the)? difference(?:s)?(?: between)? X|how (?:do|does|are|is) X (?:compare|differ|different)(?: to| with| from)? ?Y?|which (?:is|one is|of them is) (?:better|nicer|warmer|lighter|best) X`},
		{wantCheapest, `(?:which|what)(?: one)?(?: of)?(?: the| these| those| your)* X (?:is|are|would be|costs|cost)(?: the)? (?P<y>cheapest|cheaper|least expensive|lowest priced|most expensive|dearest|priciest|costliest|dearer|pricier|more expensive|most|least|best value|more|less)|(?:which|what) (?:is|are|one is|one of them is|would be)(?: your| the)* (?P<y>cheapest|cheaper|least expensive|most expensive|dearest|priciest|costliest|dearer|pricier|more expensive)(?: of)?(?: the| these| those)* ?X?(?: (?:that )?(?:you have(?: got)?|you sell|you carry|there is|in stock|in the shop|available))?|(?:what|which)(?: is| are)?(?: your| the)* (?P<y>cheapest|most expensive|priciest|dearest|least expensive) X(?: you have| you have got| you sell)?|which (?:one )?(?:is|costs) (?P<y>cheaper|less|more|pricier|more expensive|dearer|the cheapest|the most|the least)`},
		{wantStock, `how many (?:do you have|have you got|are there|do you still have|can i (?:get|have|buy))(?: of (?P<x>it|that|them|those|these))?(?: in stock| left| available| there)*`},
		{wantPrice, `(?:how much|how many|how expensive|how dear)(?: money)?(?: is| are| does| do| would| will| was| costs| cost| for| be| dollars| it is)*(?: be)? X(?: cost| costs| be| go for| sell for| run| priced at| each| apiece| per piece| in total| each one| set me back| come to)*|what (?:is|are|would be|was)(?: the| your)? (?:price|prices|cost|costs|charge) (?:of|for|on|with) X|what (?:does|do|would|will|is|are|did) X (?:cost|go for|sell for|run|going for|costs|priced at|come to|set me back)(?: each| apiece| me)?|(?:price|cost|prices) (?:of|for|on|check on|check for) X|tell me (?:the )?(?:price|cost) (?:of|for|on) X|tell me (?:how much|what) X (?:is|are|costs|cost|do|would be)|X (?:price|costs how much|how much)|(?:is|are) X (?:expensive|on sale|cheap|on offer|discounted|reduced)|how much|what (?:does|do) (?:it|that|this|they|those|these) cost|(?:the )?price(?: please)?|do you know (?:the price of|how much|what) X(?: is| costs| cost| are)*|what do you (?:charge|want|ask) for X`},
		{wantColors, `(?:what|which) (?:other )?(?:colou?rs?|shades?) (?:does|do|is|are|can|has|have) (?P<x>it|they|that|those|this|these)(?: one| ones)? (?:come|available|there|got|have|get)(?: in)?`},
		{wantSizes, `(?:what|which) (?:other )?(?:sizes?|waists?) (?:does|do|is|are|can|has|have) (?P<x>it|they|that|those|this|these)(?: one| ones)? (?:come|available|there|got|have|get)(?: in)?`},
		{wantColors, `(?:what|which) (?:other )?(?:colou?rs?|shades?)(?:(?: is| are| do| does| can| have| else| options| there| choices| you| got| it| i| could| get)\b)* ?X? ?(?:in|come in|comes in|available in|available|there|of|have|for|do you have|have you got|got|come)*|(?:what|which) (?:other )?colou?rs?(?: .*?)?(?: for| of| in| with)? X|(?:does|do) X come in (?:any |other |different |more )*colou?rs?(?: too)?|(?:is|are)(?: there)? (?:any |other |more )*(?:colou?rs?) (?:of|for|in) X|what (?:is|are) X'? colou?rs?|in (?:what|which) colou?rs .*? X(?: come)?|(?:any|other|what other|tell me the|list the) colou?rs?(?: of| for| in)? ?X?`},
		{wantSizes, `(?:what|which) (?:other )?sizes?(?:(?: is| are| do| does| can| have| else| options| there| you| got| it| i| could| get)\b)* ?X? ?(?:in|come in|comes in|available in|available|there|of|have|for|do you have|have you got|got|come)*|(?:what|which) (?:other )?sizes?(?: .*?)?(?: for| of| in| with)? X|(?:does|do) X come in (?:any |other |different |more )*sizes(?: too)?|how (?:big|large|small) (?:is|are) X|in (?:what|which) sizes .*? X(?: come)?|(?:any|other|what other|tell me the|list the) sizes?(?: of| for| in)? ?X?`},
		{wantAdd, `(?:how|what) about (?:adding|getting|having|taking|putting in|ordering) X`},
		{wantTell, `(?:what|how) about X`},
		{wantStock, `have you (?P<x>(?:any|the|a|an|some) .+)`},
		{wantStock, `you (?:have|got|sell|carry|stock)(?: any| some)? X`},
		{wantStock, `(?:do|have|would|did) you(?: still| also| even| by any chance| perhaps| guys)?(?: happen to)? (?:have|got|do|sell|stock|carry|keep|offer)(?: got| any)?(?: of)? X(?: in stock| left| available| at all| there| on sale| on offer)*`},
		{wantMaterial, `(?P<y>wash|machine wash|hand wash|tumble dry|iron|dry clean|bleach|microwave) X(?: in .*| at .*| on .*)?`},
		{wantMaterial, `what (?:is|are) X (?:made (?:of|from|out of|with)|in)|what material(?:s)? (?:is|are|does|do) X(?: made)?(?: of| from| out of)?|what (?:is|are) (?:in|the material of|the fabric of|the ingredients (?:of|in|for)|inside|the material for) X|what (?:fabric|material)(?:s)? .*? X|what (?:is|are) the (?:material|fabric|ingredients)|(?:is|are) (?P<x>.+?) (?:made (?:of|from|out of|with)|real|genuine|pure|actual|actually|truly|really|fully|all|100%|one hundred percent|100 percent) (?P<y>.+)|(?:does|do) X (?:contain|have|include|consist of|use|smell of|smell like|taste of|taste like|smell|come with|fit|need|shrink|leak) Y|(?:is|are) X (?P<y>vegan|vegetarian|organic|waterproof|water-proof|water proof|washable|machine washable|insulated|recycled|handmade|hand made|leather|suede|wool|silk|cotton|linen|alcohol free|nut free|gluten free|alcoholic|spicy|sweet|hot|warm|soft|oven safe|dishwasher safe|breathable|lined|stretchy|sustainable|scented|fizzy|sparkling|decaf|fresh|heavy|light|thick|thin|hypoallergenic|dairy free)(?: safe| free)?|(?:can|should|do) (?:i|you|we)(?: have to| need to)? (?P<y>wash|machine wash|hand wash|tumble dry|iron|dry clean|bleach|microwave|eat) X(?: .*)?|how (?:do|should|can|would) (?:i|you|one) (?P<y>wash|clean|care for|iron|dry|store|use) X|how (?:is|are) X (?P<y>made|washed|cleaned)|what (?:does|do) X (?P<y>smell|taste|feel) (?:like|of)|(?:is|are) there (?P<y>.+?) in X|how (?:long|many hours) (?:does|do|will) X (?P<y>burn|last)(?: for)?|(?:tell me )?what X (?:is|are) made (?:of|from)|(?:is|are) (?P<x>.+?) (?P<y>(?:wool|silk|cotton|linen|leather|suede|steel|velvet|canvas|glass|porcelain|stoneware|felt|plastic|synthetic|polyester|denim|cashmere|nylon))`},
		{wantTell, `(?:tell me|say|talk)(?: a bit| a little)?(?: something| more| all)? about X|(?:describe|explain) X|what (?:is|are) X like|(?:give me )?(?:more )?(?:details|information|info) (?:on|about|for) X|what can you (?:tell me|say) about X|what (?:kind|sort) of (?P<x>it|that|this) (?:is|are).*`},
		{wantStock, `(?:is|are) X (?:available|in stock|left|still available|still in stock|to be had|for sale) in (?:size |a |an |the |a size )?Y`},
		{wantStock, `(?:is|are) X (?:available|in stock|left|sold out|out of stock|still available|still there|still in stock|to be had|for sale|in store|there)(?: .*)?|how many(?: of)?(?: the)? X(?: are| do| is)?(?: there| left| you have| you have left| in stock| available| you have got| do you have| have you got| in total)+|how many X (?:do|have|can) (?:you|i) .*|(?:do|have) you(?: still| also| even| by any chance| perhaps)? ?(?:have|got|do|sell|stock|carry|keep|offer|any)(?: got| any)?(?: of)? X(?: in stock| left| available| at all| there| on sale| on offer)*|(?:is|are) there (?:any|some|a|an|still|enough|more)? ?X(?: left| available| in stock| at all)*|(?:does|do) X come (?:in|with) Y|(?:can|could) (?:i|you) (?:get|have|do) X in Y|(?:have|do) you (?:got|have) X in Y|got any X|any X(?: left| available| in stock)?|(?:is|are) (?:it|that|they|those|these)(?: one)? available in Y`},
		{wantBrowse, `(?:tell me |and |say |hear |show me |know )*(?:what|which)(?: other| kinds? of| sorts? of| types? of| sort| else)? X (?:do you|have you|you|is|are|there|can you|does the shop|would you|could you)(?: |$)?(?:do|have|got|sell|carry|stock|keep|offer|there|is|are|available|have got|in stock|recommend|suggest|on offer|on sale)*(?: there| got| available| for sale| in stock| in the shop| left| today| at the moment| in store)*|what (?:do|have) you (?:have|got|sell|offer|carry|stock)(?: got)?(?: in(?: the way of)?| for| by way of| that is)? X|(?:what|which) X(?: is| are)?(?: there| available)?|what (?:about|of) X|how about X`},
		{wantBrowse, `(?:what|which)(?: GOODS)? (?:do|have|can|does)(?: you| i| the shop| this shop)(?: all)? (?:have|got|sell|offer|carry|stock|do|get|buy|order)(?: here| for sale| in store| in the shop| today)*|what (?:is|are)(?: there| on offer| for sale| available| new| in the shop)+|what (?:kind|sort|type)s? of (?:shop|store|things|stuff|products|goods).*|(?P<y>show me everything|show me what you have(?: got)?)`},
		{wantBrowse, `SHOW(?: some| any| all| all the| the| your| a few| more| other| me| what)* X(?: you (?:have|have got|got|sell|carry|do|stock|offer)| available| in the shop| on offer| section| range| selection| please| do you have| have you got| there is| there are)*`},
		{wantBrowse, `(?:anything|something|some ideas|some suggestions|a suggestion) (?:in|for|under|below|with|made of|from|like|that is|to|about) X|(?:do|have) you (?:have|got) (?:anything|something) (?:in|for|under|below|with|like|that is|made of|to) X|X (?:section|department)`},
		{wantRemove, `X (?:i|we) (?:do )?(?:want|need|like) (?:it |them )?(?:not|no)(?: more| longer| any ?more)*|X (?:i|we) (?:do )?(?:not|no) (?:want|need|like)(?: it| them)?(?: any ?more| more| longer)*`},
		{wantLess, `(?:from|of) X (?:please )?(?:take|remove|delete|drop|subtract) (?P<n>NUM)(?: GONE)*`},
		{wantFront, `X (?:i|we)(?: would| will| do| really| still| also)* (?:want|need|like|prefer|have|take|keep)(?: to (?:have|buy|keep|get|take))?(?: it| them| that| those)?(?: now| today| still| please)*(?: (?P<y>(?:in|with|size|as) .+))?`},
		{wantBeside, `(?:ALL|the rest)(?: is| are| looks?| seems?| can stay| stays?)?(?: fine| good| great| perfect| right| ok| okay| correct| all right| alright)*(?: here| so far)? (?:but|except(?: for)?|apart from|other than|besides) X`},
		// Putting in.
		{wantAdd, `X (?:comes|goes) (?:in|INTO)`},
		{wantAdd, `X (?:can|should|may|could|must|goes|go|needs to|has to|have to|want to)(?: to)?(?: also)? ?(?:go|be|come|goes|be put|be added)?(?: straight| right)? INTO(?: already| too| as well| then)*`},
		{wantAdd, `you (?:please |can |could |may |will |must |should )*ADD(?: me| us)? X(?: INTO)?`},
		{wantAdd, `ADD(?: me| us)?(?: down)? X(?: in)? INTO(?: for me| for us| too| as well)*`},
		{wantAdd, `(?:put|stick|pop|throw|chuck|toss|drop|bung|slip|place|shove|lob|set|whack|sling|leave|keep|bring|move|get|let us put|let us have|let us add)(?: me| us)? X (?:INTO|down|on there|with (?:it|that|them)|to (?:it|that))(?: for me| for us| too| as well)*`},
		{wantAdd, `(?:i|we)(?: will| would| shall| am going to)?(?: just)? (?:take|buy)`},
		{wantAdd, `(?:let us|let me|we could|why not)(?: just| also| then)? (?:add|have|get|take|go for|go with|put in|do|try|include|order|grab|buy|say|make) X`},
		{wantAdd, `WISH(?: me| us)? X(?: INTO)?`},
		{wantAdd, `(?:go with|go for|going with|make mine|mine is|another|how about adding|want buy|want|need|would like|wish|like to buy|like to have|like to order|interested in|ready for|up for|i am in for|down for|i am interested in) X(?: INTO)?`},
		{wantAdd, `(?:to )?ADD(?: me| us)? X`},
		{wantAdd, `(?:smuggle|plonk|plop|load|slide|sneak|squeeze|dump|fling|hurl|ping|tuck|lay|pile|plug|enter|insert|log|register|note|write|fit|push|place|sling|bung|shove|move|bring|dunk|whack|deposit|assign) X (?:into|onto|in|to) CART`},
		{wantAdd, `do (?:me |us )?(?P<x>(?:a|an|the|some|NUM|one of) .+)`},
		{wantAdd, `(?:please )?(?:ADD|WISH)`},
	},
}

// pointers are the ways to point at a thing without naming it; the longest one that fits counts.
var pointers = map[string]func(*item){
	"it": isIt, "that": isIt, "this": isIt, "that one": isIt, "this one": isIt, "the one": isIt, "the thing": isIt,
	"them": isThem, "those": isThem, "these": isThem, "those ones": isThem, "these ones": isThem,
	"each": isEach, "both": isEach, "them both": isEach, "they both": isEach, "them all": isEach, "they all": isEach, "both of them": isEach, "both of those": isEach, "each of them": isEach, "each of those": isEach, "one each": isOneEach,
	"one of each": isOneEach, "all of them": isEach, "all of those": isEach, "all of these": isEach, "all three": isEach, "all four": isEach, "all two": isEach, "the two of them": isEach,
	"all": isEach, "everything": isEach, "the lot": isEach, "one of both": isOneEach, "all five": isEach, "every last thing": isEach, "every last item": isEach, "every last one": isEach, "every last bit": isEach, "every single thing": isEach, "every single item": isEach, "every single one": isEach,
	"other": isOther, "other one": isOther, "others": isOther,
	"another": isMore, "more": isMore, "extra": isMore, "additional": isMore, "further": isMore, "one more": isOneMore, "an extra": isOneMore, "an additional": isOneMore,
	"same": isSame, "same again": isMore, "the same": isSame,
	"cheaper": isCheap, "cheapest": isCheap, "less expensive": isCheap, "least expensive": isCheap, "more affordable": isCheap,
	"pricier": isDear, "priciest": isDear, "dearer": isDear, "dearest": isDear, "more expensive": isDear, "most expensive": isDear, "costlier": isDear, "costliest": isDear, "expensive": isDear,
	"thing i just added": isLast, "thing i added": isLast, "thing i added last": isLast, "one i just added": isLast, "one i added": isLast, "i just added": isLast, "i just put in": isLast, "just added": isLast,
	"last thing i added": isLast, "last one i added": isLast, "last thing i put in": isLast, "last item i added": isLast, "last thing": isLast, "last one": isLast, "last item": isLast, "item i just added": isLast, "what i just added": isLast, "i added last": isLast, "i just ordered": isLast, "what i put in last": isLast, "what i added last": isLast, "what i just put in": isLast, "one i put in last": isLast, "thing i put in last": isLast, "one i put in first": isTop, "thing i added first": isTop, "what i added first": isTop, "one i added first": isTop, "thing i just put in": isLast, "one before last": isLastButOne, "second to last": isLastButOne, "second last": isLastButOne, "last but one": isLastButOne, "next to last": isLastButOne, "middle one": isMiddle, "the one in the middle": isMiddle, "the middle": isMiddle, "the one at the top": isTop, "at the top": isTop, "on top": isTop, "the one at the bottom": isLast, "at the bottom": isLast, "the one at the end": isLast, "at the end": isLast, "one in the middle": isMiddle,
}
