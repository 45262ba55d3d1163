package hear

import (
	_ "embed" // the words of the trade
	"strings"
	"sync"

	"github.com/evercart/evercart/internal/sift"
)

// cue is a way of speaking that tells of an intent; it is one more feature of a text, and the weights say what it is worth.
type cue struct {
	name    string
	talk    talk // whether it tells of talk rather than of goods
	pattern string
}

type talk uint8

const (
	never talk = iota
	ifShort
	always
)

// englishCues are looked for in words with contractions written out ("i'd" = "i would").
var englishCues = []cue{
	{"bot", always, `\b(?:ro|chat|)bots?\b|\b(?:human|humanoid|ai|a i|artificial|computers?|machine|android|cyborg|alien|alive|real|(?:actual|living|live) (?:person|being)|life ?form|person|people|made of)\b.*\b(?:you|this|talking|speaking|chatting)\b|\b(?:you|this|talking|speaking|chatting)\b.*\b(?:human|humanoid|ai|a i|artificial|computers?|machine|android|cyborg|alien|alive|real|person|living|life ?form|people)\b|^(?:so |and |ok |hey )*(?:what|who) (?:exactly |really )?are you(?: exactly| really)?$|\b(?:what|which) (?:kind|type|sort) of (?:being|entity|thing|life ?form|creature)\b.*\byou\b|\bautomated\b|\byou (?:an? )?(?:bot|robot|machine|program|software|ai)\b`},
	{"on list", never, `\b(?:lists?|shopping bag|cart|basket|trolley)\b`},
	{"list change", always, `\b(?:add|adding|put|place|include|remove|delete|take|erase|cross|scratch|write|throw|drop|need|get rid|stick|append|jot|insert|remind|update|want|eliminate|clear|check off|mark)\b.*\b(?:list|shopping|cart|basket)\b|\blist (?:needs|must|should)\b`},
	{"list look", always, `\b(?:what|whats|read|tell|show|say|know|see|give|name|check|list|hear|view|go over|recite|is|are|do i have|did i|have i|contents?|items?|things?)\b.*\b(?:list|shopping|cart|basket)\b|\blist (?:contain|consist|have|include|say)`},
	{"ordered", always, `\b(?:orders?|ordered|packages?|parcels?|purchases?|purchased|bought|delivery|shipment|deliveries|items?|stuff)\b.*\b(?:where|track|tracking|status|arrived?|arriving|delivered|ship|shipped|here|update|eta|progress|come|coming|processed|distributed|dispatched|number|package at|reach(?:ed)?|lost|(?:on )?(?:its|the) way|location|located|far along|due|sent|get to me|expected)\b|\b(?:where|track|tracking|status|arrived?|arriving|delivered|shipped|update|updates|when|eta|progress|happening|going on|going with|far along|news|check up|check on|look up|expect|location of|whereabouts|find out about|info(?:rmation)? (?:on|about)|be here|check|did|has|is|was|get)\b.*\b(?:order|orders|ordered|packages?|parcels?|purchases?|purchased|bought|delivery|shipment|deliveries)\b`},
	{"again", always, `\b(?:repeat|again|once more|more time|re ?say|restate|rephrase|say that|you (?:just )?(?:say|said)|not (?:catch|hear|get|understand|follow|quite)|missed|pardon|what was (?:that|it)|come again|another time|over again|last (?:part|thing|bit|sentence)|you just told|one more|tell me that)\b|^(?:what|huh|sorry|excuse me|say what)$`},
	{"stop", ifShort, `\b(?:cancel|cancell?ed|cancell?ing|cancell?ation|stop|abort|quit|halt|never ?mind|forget (?:it|that|about)|discontinue|terminate|cease|rescind|undo|eliminate|scrap|shut (?:up|it|down)|be quiet|quiet|silence|end (?:this|that|it|the|task|process)|exit|drop it|kill|nix|revoke|void|hush|withdraw|not continue|leave it|pause|shush|shh+|zip it|(?:switch|turn) (?:it |yourself |that )?off|enough|call (?:it|that|this|the .*) off|ignore|disregard|no longer|retract|back out|take (?:it|that) back|not (?:want|need|wish) (?:you to|that|it|this)|any ?more|go back|ceasing|refrain|lay off|silence|mute|undo|abandon|destroy|dismiss|delete (?:that|it|this)|cut it|knock it off|don t|not do (?:that|it|this)|hold up|no more|scratch|erase (?:that|it)|not (?:talk|speak|say))\b`},
	{"thanks", always, `\b(?:thank|thanks|thankful|thanx|thx|ty|gratitude|grateful|appreciated?|appreciative|cheers|obliged|indebted|kind of you|lifesaver|merci|danke|gracias|arigato|grazie|props|kudos|you rock|(?:you are|youre|you have been|you were|ur|been) (?:just |really |simply |such |so |very |too |a |an |the |my |great |big |real )*(?:best|great|awesome|doll|star|angel|gem|nice|sweet|helpful|help|kind|wonderful|amazing|hero|sweetheart|fantastic|brilliant|terrific|good|champ|peach|dear|legend)|(?:good|nice|great|excellent|fine|awesome) (?:job|work|looking out|one|going)|well done|helpful|so much easier|means a lot|owe you|efforts?|glad (?:you|that|i)|pleased|(?:great|big|real|huge) help|excellent|awesome|wonderful|fantastic|perfect|you did great)\b`},
	{"leaving", always, `\b(?:bye|goodbye|byebye|farewell|see (?:you|ya)|cya|later|laters|so long|take care|good ?night|adios|ciao|au revoir|until (?:next|we|later)|have a (?:good|nice|great|wonderful|lovely|fine|pleasant)|(?:i am|got to|have to|need to|must|time to|going to) (?:go|going|leave|leaving|run|head)|peace out|(?:nice|good|great|lovely|pleasure|enjoyed|fun|glad) (?:to |it was )?(?:chat|chatting|talking|talk|speaking|conversing|visiting|hearing)|ttyl|signing off|sy?onara|buh ?bye|take it easy|(?:leaving|going|heading|off) now|go now|until then|later (?:gator|alligator)|have to (?:run|bounce|jet|split)|peace|bon voyage|be seeing you|time to say|parting|leaving|heading out|parting|logging off|am out|am off|tootles|toodles|toodle|tata|ta ta|cheerio|fairwell|(?:outta|out of) here|get(?:ting)? going|be going|must be off|take off|taking off|sayonara|hasta|catch you|godspeed|over and out|seeing you|in touch|meet again|dismissed|arrivederci|adieu|(?:till|til) (?:next|later|we)|gotta (?:go|run|bounce|leave|split|jet)|wrap (?:it |this )?up|gtg|g2g|brb|another time|the end|(?:thanks?|thank you) for (?:the )?(?:chat|chatting|talk|talking|speaking|conversation|meeting|company|your time))\b`},
	{"greeting", always, `^(?:oh |well |why )?(?:hi|hello|hey|heya|howdy|hiya|hullo|yo|sup|wass?up|whats? up|what is up|greetings|salutations|aloha|good (?:morning|afternoon|evening|day)|morning|evening|ola|hola|ahoy|bonjour|g ?day|hallo|hallo|heyo|namaste|konnichiwa|guten|shalom|welcome|how (?:are|is|have|goes) (?:you|ya|yall|u|it|things|everything|everyone|life|your|the day|we)|how do you do|hows|how you)\b|\b(?:how are (?:you|ya|things)|how is it (?:going|hanging)|how have you been|nice to (?:meet|see)|good to see|hows it|what is (?:up|new|happening|cooking)$|say hello|how do you do|how (?:is|are) (?:your|everything|everyone|life|the day|it)|what is (?:good|shaking|cracking|poppin|popping|going on|new)(?: with you| today| friend)?$|pleasure to (?:meet|see)|(?:nice|good|great|lovely) (?:to )?(?:meeting|seeing|see|meet) you|salutations|heller|wake up|wanted to say (?:hi|hello|hey)|say (?:hi|hello|hey)|you been|everything (?:going )?(?:ok|okay|good|well|with you)|how you|happy to (?:see|meet)|feeling|you doing|been (?:up to|doing))\b`},
	{"speed", always, `\b(?:speak|speaking|talk|talking|talker|speech|voice|say|speed|pace|words|slow|read)\b.*\b(?:slow|slower|slowly|slowing|fast|faster|quick|quicker|quickly|speed|speedy|speedier|speedily|rapid|rapidly|rapid|pace|rate|slow down|hurry|down|up)\b|\b(?:slow|slower|slowly|fast|faster|quick|quicker|quickly|speed|speedy|speedier|rapid|rapidly|pace|rate|tempo)\b.*\b(?:speak|speaking|talk|talking|talker|speech|voice|say|saying|down|up)\b`},
	{"doubt", ifShort, `\b(?:maybe|perhaps|possibl[ey]|possibility|might|not (?:too |really |so |quite |entirely |totally |100 |completely )?(?:sure|certain|positive|decided)|unsure|uncertain|do not (?:really |actually )?(?:know|have (?:a|an|the|any))|no (?:idea|clue)|clueless|not have (?:a|an|the|any)|can ?not (?:say|tell|decide|answer|give|be)|could not (?:tell|say)|can go either|hard to say|could be|depends|who knows|either|idk|dunno|undecided|unclear|torn|on the fence|toss up|50 50|fifty|neither|beats me|your guess|may be|may or may|sort of|kind of|not know|unknown|not a clue|one or the other|both|make up my mind|(?:draw(?:ing)?|drew) a blank|pay (?:scale|grade)|not (?:really )?have (?:that|any|enough|much)|go either|hesitant|wavering|flip a|time will tell|we will see|no way to know|yes and no|in between|iffy|questionable|debatable|let me think|think about it|jury|might be|may be true|how to (?:respond|answer|reply)|earthly idea|(?:will|would) (?:know|decide|tell you) later|can go both|any idea|slight(?:est)? idea|not (?:a |at )?(?:100|hundred|all sure)|equally|up in the air|(?:no|without) (?:real )?(?:opinion|preference)|let me get back)\b`},
	{"true", ifShort, `^(?:yes|yeah|yea|yep|yup|ya|yah|yas|yass|yessir|aye|uh huh|sure|ok|okay|okey|k|right|correct|absolutely|affirmative|definitely|certainly|indeed|totally|exactly|precisely|of course|all right|alright|fine|roger|very well|agreed|accepted|approved|facts?|true|surely|naturally|positive|indubitably|undoubtedly|for sure|yeppers|right on|cool|sounds good|go ahead|obviously|by all means|confirmed?)\b|\b(?:is|are|it|that|those|statement|you|am|definitely|indeed|really|absolutely|so|very)\b.*\b(?:true|right|correct|accurate|factual|truth|fact|valid|not wrong|not lying|yes|affirmative|agree|makes sense|positive|case)$|\b(?:i (?:do |would |can |could |will |totally |completely |fully |absolutely )*(?:agree|concur|confirm|approve|accept|affirm|believe (?:so|that)|think so|suppose so|say (?:yes|so))|not wrong|is a yes|say yes|saying yes|answer is yes|be a yes|(?:no|without) doubt|makes (?:perfect )?sense|a true|i do$|yes|affirmative|for sure|sure is|very true|do that|do so|do it|very much so|that is right|you got it|you bet|you are right|am (?:certain|positive|sure)|that would be (?:great|good|nice|fine|right|correct|true)|i am good with|on board|not (?:false|incorrect|untrue|a lie)|would be (?:awesome|great|perfect|wonderful|good|nice|lovely)|proceed|go for it|confirm(?:ed|s)?|truthful|spot on|no lie|(?:a|the) (?:definite|resounding|big|solid) yes|as you (?:say|said)|you may|sounds (?:right|correct|great))\b`},
	{"false", ifShort, `^(?:no|nope|nah|naw|nay|never|negative|negatory|not|no way|absolutely not|false|wrong|incorrect|invalid|hell no|hell nah|heck no|nuh uh|uh uh|hardly|denied|declined?|rejected|disagreed?|ill pass|i will pass|pass|i pass|doubtful|none|by no means|under no|certainly not|definitely not|of course not|out of the question|i think not|sorry no)\b|\b(?:is|are|was|it|that|this|you|be|statement|not|to be|definitely|completely|totally)\b.*\b(?:false|wrong|incorrect|untrue|inaccurate|a lie|lie|lying|mistaken|not (?:true|right|correct|the case|accurate|so|good|a fact|happening|it|that one)|no|negative|inaccuracy|fallacy)$|\b(?:i (?:do |would |will |must |can |could |really |have to |am |got to )*(?:not (?:agree|think so|believe (?:so|that|it)|want|like|need|approve|accept)|disagree|decline|refuse|reject|deny|say no|saying no|mean no|meant no)|is a no|is no$|answer is no|be a no|hard no|big no|say no|do not think so|no good|not (?:that|this|true|right|correct|happening|at all|today|really|in (?:a|my))|no sir|far from|erroneous|bogus|nonsense|not what|no please|please no|not think|have to (?:decline|pass|disagree|say no)|opposed|against it|object|unlikely|fat chance|in no|anything but|nada|not (?:that|this|the) (?:one|case)|opposite|without (?:a )?truth|untruthful|contrary|nothing (?:true|right)|doubt (?:it|that))\b`},
	{"ability", always, `\b(?:what|which|how|things|questions|topics|subjects|stuff|areas|tasks|skills|anything|kinds?|sorts?|types?|everything|list|capabilit(?:y|ies)|features|functions?|abilities|services)\b.*\b(?:you (?:can|could|do|are able|know|help|assist|answer|have|offer|provide)|(?:can|could|should|may|do|would|to|are|might) (?:i|you|we) (?:ask|do|help|know|say|talk|assist|answer|tell|perform|able|capable|good|provide|use|handle|have|offer|be)|ask (?:you|about)|help (?:me )?(?:with|out|you)|assist|your (?:capabilities|abilities|skills|functions?|features|purpose|knowledge|expertise)|versed|aware|knowledgeable|capable|skills|skillset|expertise|benefit (?:from|of)|use you for|using you|your (?:job|role|strengths|specialt(?:y|ies)))\b|^(?:please |can you |i need |could you )*help(?: me| out| please)*$`},
	{"wish", never, `\b(?:(?:i|we) (?:also |just |only |really )*(?:want|wanted|need|would (?:also )?like|will take|will have)|add|give me|get me|let me (?:get|have)|make (?:it|that|them)|instead(?: of)?|change|replace|swap|take (?:out|off)|order|put in|one more|save|hold)\b`},
	{"details", never, `\b(?:my|the) (?:(?:e ?mail|zip|phone|order|user|street|shipping|contact|last)(?: (?:address|code|number|id|name|no))?|name|number|address) (?:is|are|was)\b|@|\bdot com\b|\b(?:zip|order (?:id|number)|user id|pay ?pal|gift card|credit card|original payment)\b`},
	{"shop asked", never, `\b(?:you|your|yours|here|this call|the call)\b.*\b(?:sell|carry|stock|ship|deliver|send|match|wrap|take|offer|repair|hem|return|open|closed?|store|shop|website|policy|call)\b|\b(?:i|we) (?:would |will |do |really |just |could |want to |need to |like to |have to )*(?:return|returned|order|ordered|buy|bought|exchange|send back|bring back|pick up|swap|wear|try on|pay|cancel|take|add|get)\b`},
}

// compiledCues are compiled when they are first wanted.
var compiledCues = sync.OnceValue(func() *sift.Set {
	patterns := make([]string, len(englishCues))
	for i, c := range englishCues {
		patterns[i] = c.pattern
	}
	return sift.Compile(patterns...)
})

//go:embed shopwords.txt
var shopWordList string

// shopWords are words that shoppers use of goods, orders and policies, whatever a shop sells; true = used of nothing else.
var shopWords = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(shopWordList) {
		weak, isWeak := strings.CutPrefix(line, "~")
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(weak) {
			m[w] = !isWeak
		}
	}
	return m
})

// trade counts the words of the trade, and those that are used of nothing else.
func trade(words []Token) (all, strong int) {
	for _, w := range words {
		if only, ok := shopWords()[w.Text]; ok {
			all++
			if only {
				strong++
			}
		}
	}
	return all, strong
}
