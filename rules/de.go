package rules

// german, as spoken to shops; folded, without accents ("Größe" = "grosse").
var german = tongue{
	tag:     "de",
	endings: []string{"en", "n", "e", "s", "er", "es", "em"},
	numbers: germanNumbers(),
	phrases: []phrase{
		{`guten (?:tag|morgen|abend)|hallo|gruss gott|servus|moin`, "hello"},
		{`vielen dank|danke(?: schon| sehr)?|besten dank`, "thanks"},
		{`auf wieder(?:sehen|horen)|tschuss|bis bald|bis spater|schonen tag noch`, "goodbye"},
		{`das (?:war|ware|ist) alles|das war es|mehr nicht|sonst nichts`, "that is all"},
		{`(?:sind sie|bist du|ist das|spreche ich mit)(?: ein| eine| einem| einer)? (?:roboter|maschine|mensch|menschen|computer|bot|ki)`, "are you a robot"},
		{`(?:konnen|konnten|kannst|konntest)? ?(?:sie|du)? ?(?:das |es )?(?:bitte )?(?:noch ?(?:mal|einmal) )?(?:wiederholen|wiederhole|sagen)(?: sie)?(?: das)?(?: bitte)?(?: noch ?(?:mal|einmal))?|wie bitte|noch ?(?:mal|einmal) bitte|was haben sie gesagt|nicht verstanden`, "say that again"},
		{`was (?:konnen sie|kannst du|kann ich)(?: alles| hier)?(?: tun| machen| sagen| fragen| fur mich tun)?|wie funktioniert das`, "what can you do"},
		{`wo (?:ist|bleibt) mein(?:e)? (?:bestellung|paket)|wann kommt mein(?:e)? (?:bestellung|paket)`, "where is my order"},
		{`(?:entschuldigung|verzeihung|ich meine|ich meinte|besser gesagt|quatsch)`, "sorry"},
		{`(?:bestellen|rufen|ruf|bestell|bestelle)(?: sie)?(?: mir)? ein taxi`, "book me a taxi"},
		// What must not be done.
		{`ich (?:will|mochte|brauche) (.+?) (?:nicht mehr|doch nicht|nicht)`, "i do not want $1"},
		{`nichts (?:hinzufugen|dazulegen|andern|entfernen)`, "do not add anything"},
		{`(?:entfern|losch|streich)(?:en sie|e|st)? (.+?) nicht|(?:nehmen sie|nimm) (.+?) nicht (?:raus|heraus|weg)`, "do not remove $1$2"},
		{`(?:legen sie|leg|lege|fug|fuge|fugen sie) (.+?) nicht (?:dazu|hinzu|in den (?:waren)?korb)`, "do not add $1"},
		{`nein danke`, "no thanks"},
		// The whole cart.
		{`(?:(?:konnen|konnten) sie )?(?:leer(?:en)?(?: sie|e)?|leere) (?:bitte )?(?:den |meinen |das )?(?:ganzen )?(?:warenkorb|korb|einkaufswagen)|(?:den |meinen )(?:warenkorb|korb) (?:leeren|leer machen)|alles (?:raus|loschen|entfernen|weg)`, "empty my cart"},
		{`(?:entfern|losch|streich)(?:en sie|e)? alles (?:ausser|bis auf)|alles (?:ausser|bis auf) (.+?) (?:entfernen|loschen|raus)`, "remove everything but $1"},
		{`(?:mach(?:e|en sie)? )?(?:das |es |bitte )*(?:wieder )?ruckgangig(?: machen)?`, "undo that"},
		{`was (?:ist|liegt|habe ich|hab ich|steht)(?: alles| jetzt)?(?: in| im)(?: meinem| dem)? ?(?:warenkorb|korb|einkaufswagen)|(?:zeig|zeigen sie|lies|lesen sie)(?: mir)? (?:meinen|den) (?:warenkorb|korb)(?: vor)?|was habe ich (?:bis jetzt|schon|bisher)`, "what is in my cart"},
		{`was (?:macht|kostet|kosten) (?:das|alles|es)? ?(?:zusammen|insgesamt|alles|zusammen genommen)|wie ?viel (?:ist|macht|kostet) (?:das|es|alles)? ?(?:zusammen|insgesamt|alles)|(?:wie (?:hoch )?ist |was ist )?(?:die |der )?(?:gesamtsumme|summe|gesamtbetrag|gesamtpreis)`, "what is the total"},
		// Questions about goods.
		{`(?:was|wie ?viel) (?:kosten|kostet)|wie teuer (?:ist|sind)|(?:was ist )?(?:der )?preis (?:von|fur)`, "how much is"},
		{`in welchen farben (?:gibt es|haben sie|kommt|kommen|ist|sind)|welche farben (?:gibt es|haben sie)(?: fur| bei| von)?|welche farben hat`, "what colors are there for"},
		{`in welchen grossen (?:gibt es|haben sie|kommt|kommen|ist|sind)|welche grossen (?:gibt es|haben sie)(?: fur| bei| von)?|welche grossen hat`, "what sizes are there for"},
		{`(?:konnen|konnten) sie mir (.+?) zeigen|zeig(?:en sie|e)?(?: mir)?|ich suche(?: nach)?|lassen sie mich (.+?) sehen|ich (?:mochte|will) (.+?) sehen`, "show me $1$2$3"},
		{`haben sie|gibt es|hast du|habt ihr|fuhren sie|verkaufen sie`, "do you have"},
		// What is to be done, with the verb at the end or in two parts.
		{`statt (.+?) (?:lieber |doch |bitte )+([^,.;]+)`, "swap $1 for $2"},
		{`(?:tausch|wechsl|wechsel|ersetz)(?:en sie|e|st)? (.+?) (?:gegen|durch)`, "swap $1 for"},
		{`(?:ander|veranderen)(?:n sie|e)? (.+?) (?:auf|in|zu|nach)`, "change $1 to"},
		{`(?:mach|machen sie|mache) (.+?) (?:daraus|draus)|(?:mach|machen sie|mache) (?:daraus|draus)`, "make it $1"},
		{`(?:setzen sie|setz|setze) (.+?) auf`, "change $1 to"},
		{`(?:verdoppeln sie|verdopple|verdoppel)`, "double"},
		{`(?:heb|hebe|heben sie|leg|lege|legen sie|leg mir|merk|merken sie) (.+?) (?:fur (?:spater|nachher|ein andermal)|zuruck|beiseite|zur seite)(?: auf| zuruck| beiseite| vor)?|(?:merken|aufheben|zurucklegen) sie (.+?) fur spater`, "save $1$2 for later"},
		{`(?:hol|hole|holen sie|nimm|nehmen sie|leg|lege|legen sie|tu|tun sie) (.+?) (?:wieder )?(?:zuruck|wieder (?:rein|hinein|dazu|in den (?:waren)?korb))`, "bring back $1"},
		{`(?:nehmen sie|nimm) (?:einen|eine|ein) (.+?) (?:wieder )?(?:raus|heraus|weg)`, "remove one $1"},
		{`(?:nehmen sie|nimm|nehm|tun sie|tu|schmeiss|schmeissen sie|hol|holen sie) (.+?) (?:bitte )?(?:wieder )?(?:raus|heraus|weg|hinaus)(?: bitte)?`, "remove $1"},
		{`(?:konnen sie|konnten sie|kannst du|konntest du|wurden sie|ich mochte|ich will|bitte) (?:mir )?(?:bitte )?(.+?) (?:wieder )?(?:entfernen|loschen|rausnehmen|herausnehmen|streichen|wegnehmen|aus (?:dem|meinem) (?:waren)?korb (?:nehmen|tun|entfernen))`, "remove $1"},
		{`(?:konnen sie|konnten sie|kannst du|konntest du|wurden sie|ich mochte|ich will|bitte) (?:mir )?(?:bitte )?([^?.]+?),? (?:hinzufugen|dazulegen|dazutun|dazugeben|einpacken|in den (?:waren)?korb (?:legen|tun)|kaufen|bestellen|geben)`, "add $1"},
		{`(?:fug|fuge|fugen sie|leg|lege|legen sie|tu|tun sie|pack|packen sie|geben sie|gib) (?:mir )?(?:bitte )?(?:noch )?(.+?) (?:hinzu|dazu|ein|in (?:den|meinen) (?:waren)?korb|rein|hinein)(?: bitte)?`, "add $1"},
		{`ich (?:will|mochte|nehme|hatte gerne?|brauche) (?:noch )?([^,.;]+?) (?:dazu|hinzu|mit dazu)`, "add $1"},
		{`(?:der|die|das|den) (\w+) (?:lieber|besser|doch) in`, "change the $1 to"},
		{`(?:mit )?(?:rundhals|rundem ausschnitt|rundhalsausschnitt)`, "crew-neck"}, {`(?:mit )?v ?-?ausschnitt`, "v-neck"},
		{`(?:entfern|losch|streich)(?:en sie|e|st)?`, "remove"},
		{`(?:ich )?(?:mochte|hatte|will|nehme|brauche|kaufe|bestelle|wurde)(?: ich)?(?: gerne?| bitte| gern noch| noch| lieber)*|(?:geben sie|gib|bringen sie) mir|ich hatte (?:gerne?|bitte)`, "i would like"},
		// Pointing and counting.
		{`(?:den|die|das|dem|der) (?:billigsten?|gunstigsten?|billigere?n?|gunstigere?n?)`, "the cheapest one"},
		{`(?:den|die|das|dem|der) letzten?`, "the last one"}, {`(?:den|die|das|dem|der) ersten?`, "the first one"}, {`(?:den|die|das|dem|der) zweiten?`, "the second one"},
		{`(?:den|die|das|dem|der) dritten?`, "the third one"}, {`(?:den|die|das|dem|der) vierten?`, "the fourth one"},
		{`noch (?:ein|eine|einen|eins|mal eine?n?)`, "another"},
		{`noch (zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn)`, "$1 more"},
		{`(?:ein )?halbes dutzend`, "half a dozen"}, {`(?:ein )?dutzend`, "a dozen"}, {`ein paar`, "a couple of"}, {`ein paar schuhe`, "a pair of shoes"},
		{`nur (?:ein|eine|einen) (\w+)`, "change the $1 to one"},
		{`in (?:den|meinen|meinem|dem) (?:waren)?korb|im warenkorb`, "in my cart"},
		// Goods of more than one word.
		{`(?:mineral)?wasser mit kohlensaure|sprudelwasser|sprudel`, "sparkling water"}, {`stilles wasser`, "still water"}, {`trube[snr]? limonaden?`, "cloudy lemonade"},
		{`tafeln? (?:zartbitter|dunkle )schokolade|dunkle schokoladen?`, "dark chocolate bar"}, {`kerzen? mit feige|feigenkerzen?`, "fig candle"},
	},
	words: map[string]string{
		"der": "the", "die": "the", "das": "the", "den": "the", "dem": "the", "des": "the", "ein": "a", "eine": "a", "einen": "a", "einem": "a", "einer": "a", "eines": "a", "eins": "one",
		"und": "and", "oder": "or", "aber": "but", "in": "in", "im": "in the", "mit": "with", "ohne": "without", "fur": "for", "von": "of", "aus": "of", "auf": "to", "zu": "to", "zum": "to the",
		"ich": "i", "sie": "you", "mir": "", "mich": "", "mein": "my", "meine": "my", "meinen": "my", "meinem": "my", "bitte": "please", "ja": "yes", "nein": "no", "gern": "please", "gerne": "please",
		"nicht": "not", "kein": "no", "keine": "no", "keinen": "no", "doch": "", "lieber": "rather", "mal": "", "noch": "also", "auch": "also", "okay": "okay", "genau": "exactly", "stimmt": "correct",
		"es": "it", "ihn": "it", "beide": "both", "beides": "both", "alles": "everything", "alle": "all", "nichts": "nothing", "diese": "this", "dieses": "this", "diesen": "this", "warte": "wait", "moment": "wait",
		"warenkorb": "cart", "korb": "cart", "grosse": "size", "grossen": "large", "farbe": "color", "farben": "colors", "welche": "which", "welcher": "which", "welches": "which", "was": "what", "wie": "how", "wer": "who", "wo": "where",
		"wann": "when", "klein": "small", "kleine": "small", "kleinen": "small", "mittel": "medium", "gross": "large", "grosses": "large", "grosser": "large", "erste": "first", "ersten": "first", "zweite": "second", "zweiten": "second",
		"letzte": "last", "letzten": "last", "hilfe": "help", "vielleicht": "maybe", "jetzt": "now", "ist": "is", "sind": "are", "nur": "only", "halb": "half", "ausser": "except",
		"schwarz": "black", "weiss": "white", "blau": "blue", "grun": "green", "rot": "red", "gelb": "yellow", "grau": "grey", "braun": "brown", "beige": "beige", "elfenbein": "ivory", "elfenbeinfarben": "ivory",
		"creme": "cream", "senf": "mustard", "senfgelb": "mustard", "smaragd": "emerald", "smaragdgrun": "emerald", "khaki": "khaki", "salbei": "sage", "petrol": "teal", "marineblau": "navy", "dunkelblau": "navy",
		"lila": "purple", "rosa": "pink", "natur": "natural", "naturfarben": "natural", "stahl": "steel", "anthrazit": "charcoal",
	},
	goods: map[string]string{
		"bluse": "blouse", "seidenbluse": "silk blouse", "leinenbluse": "linen blouse", "seide": "silk", "leinen": "linen", "wolle": "wool", "baumwolle": "cotton", "leder": "leather",
		"schal": "scarf", "tuch": "scarf", "seidenschal": "silk scarf", "seidentuch": "silk scarf", "wollschal": "wool scarf", "hemd": "shirt", "oxfordhemd": "oxford shirt", "flanellhemd": "flannel shirt",
		"shirt": "t-shirt", "jean": "jeans", "jeans": "jeans", "strickjacke": "wool cardigan", "wolljacke": "wool cardigan", "jacke": "jacket", "regenjacke": "rain jacket", "socke": "socks", "baumwollsocke": "cotton socks",
		"wandersocke": "hiking socks", "schuh": "shoes", "laufschuh": "running shoes", "trailschuh": "trail running shoes", "lederslipper": "leather loafers", "slipper": "loafers", "mokassin": "loafers", "stiefelette": "ankle boots",
		"stiefel": "boots", "turnschuh": "sneakers", "leinenschuh": "canvas sneakers", "stoffschuh": "canvas sneakers", "hausschuh": "slippers", "filzpantoffel": "felt slippers", "pantoffel": "slippers", "gurtel": "belt",
		"ledergurtel": "leather belt", "tasche": "bag", "stofftasche": "canvas tote bag", "tragetasche": "tote bag", "wochenendtasche": "weekend bag", "reisetasche": "weekend bag", "fischerhut": "bucket hat", "hut": "hat",
		"regenschirm": "umbrella", "schirm": "umbrella", "taschenschirm": "folding umbrella", "becher": "mug", "tasse": "mug", "reisebecher": "travel mug", "kerze": "candle", "feige": "fig", "zeder": "cedar",
		"geschirrtuch": "tea towel", "kissen": "cushion", "samtkissen": "velvet cushion", "samt": "velvet", "decke": "throw", "wolldecke": "wool throw", "wasser": "water", "orangensaft": "orange juice", "saft": "juice",
		"kaffee": "coffee", "limonade": "lemonade", "chip": "crisps", "chips": "crisps", "meersalz": "sea salt", "zartbitterschokolade": "dark chocolate bar", "vollmilchschokolade": "milk chocolate bar", "milchschokolade": "milk chocolate bar",
		"schokolade": "chocolate bar", "tafel": "bar", "flasche": "bottle", "rock": "skirt", "faltenrock": "pleated skirt", "kleid": "dress", "mantel": "coat", "hose": "trousers", "handtuch": "towel", "einhorn": "unicorn",
		"bademantel": "bathrobe", "lampe": "lamp", "ohrring": "earrings", "kette": "necklace", "pullover": "sweater", "handschuh": "gloves", "uhr": "watch",
	},
	say: germanSay,
}

// germanNumbers are number words up to ninety-nine, in the grammar's words; "neuneinhalb" is a size.
func germanNumbers() map[string]string {
	units := []string{"", "ein", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwolf", "dreizehn", "vierzehn", "funfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"}
	m := map[string]string{"zwo": "two", "null": "zero", "hundert": "one hundred"}
	for i, w := range units {
		if i > 1 {
			m[w], m[w+"einhalb"] = smallNumbers[i], smallNumbers[i]+" and a half"
		}
	}
	for i, ten := range []string{"zwanzig", "dreissig", "vierzig", "funfzig", "sechzig", "siebzig", "achtzig", "neunzig"} {
		m[ten] = smallTens[i]
		for n := 1; n < 10; n++ {
			m[units[n]+"und"+ten] = smallTens[i] + " " + smallNumbers[n]
		}
	}
	return m
}

var germanSay = map[string]string{
	"hello": "Hallo! Was darf ich für Sie suchen?", "well": "Danke, gut. Was darf ich für Sie suchen?", "welcome": "Gern geschehen.", "bye": "Auf Wiederhören. Ihr Warenkorb wartet auf Sie.",
	"wait": "Lassen Sie sich Zeit.", "here": "Ja, ich bin da.", "bot": "Ich bin der KI-Assistent dieses Geschäfts. Ich kann Ihnen etwas suchen und Ihren Warenkorb führen.",
	"unknown": "Leider haben wir {1} nicht.", "unknown.alt": "Leider haben wir {1} nicht. Am nächsten kommt: {2}.",
	"no.option": "{1} gibt es leider nicht in {2}. Es gibt: {3}.", "no.such": "Leider haben wir {1} nicht in dieser Kombination.",
	"what.kind": "Was für etwas suchen Sie?", "none.such": "So etwas haben wir leider nicht.", "none.but": "So etwas haben wir leider nicht. Ohne diese Grenze haben wir: {1}.",
	"no.cheaper": "Leider haben wir nichts Günstigeres als {1}, für {2}.", "no.dearer": "Leider haben wir nichts Teureres als {1}, für {2}.", "no.others": "Das war alles, was wir davon haben.",
	"only": "Wir haben nur {1}. Möchten Sie das?", "not.in.cart": "Leider sehe ich {1} nicht in Ihrem Warenkorb.", "no.line": "Leider {2|ist|sind} in Ihrem Warenkorb nur {1} {2|Artikel|Artikel}.",
	"no.focus": "Leider habe ich Ihnen nur {1} {1|Sache|Sachen} genannt.", "not.saved": "Leider ist nichts für später gemerkt.", "not.among": "Leider sehe ich {1} nicht unter dem Gemerkten.",
	"quantity": "Leider muss eine Menge eine ganze Zahl ab eins sein; ich habe nichts geändert.", "empty": "Ihr Warenkorb ist leider leer.",
	"what.add": "Was soll ich hinzufügen?", "what.line": "Welchen Artikel in Ihrem Warenkorb meinen Sie?", "what.change": "Was soll es stattdessen sein?", "what.thing": "Welches Produkt meinen Sie?",
	"which.size": "Welche Größe möchten Sie stattdessen?", "edge.size": "In dieser Richtung gibt es leider keine andere Größe.", "same": "So ist es schon.",
	"cheapest": "Am günstigsten {1|ist|sind} {1}, für {2}.", "dearest": "Am teuersten {1|ist|sind} {1}, für {2}.", "costs": "{1} {1|kostet|kosten} {2}.", "costs.from": "{1} {1|kostet|kosten} zwischen {2} und {3}.",
	"colors": "{1} gibt es in {2}.", "no.colors": "{1} gibt es nur in einer Ausführung.", "in.stock": "Ja, {1} {1|ist|sind} da, für {2}.", "in.options": "Ja, wir haben {1} in {2}.",
	"in.both": "Ja, wir haben {1} in {2}, in den Größen {3}.", "few": "Ja, es {1|ist|sind} noch {1} von {2} da.", "sold.out": "{1} {1|ist|sind} leider ausverkauft.", "about": "{1}: {2}",
	"no.text": "Leider weiß ich nicht mehr über {1}.", "difference": "{1}: {2}, {3}", "instead": "Möchten Sie stattdessen {1}?", "how.many": "Wie viele {1} möchten Sie?",
	"do.you.mean": "Meinen Sie {1}?", "and.later": "Danach sagen Sie mir bitte noch einmal das mit {1}.", "cannot": "Dabei kann ich leider nicht helfen. Ich kann in diesem Geschäft etwas für Sie suchen und Ihren Warenkorb führen.",
	"no.orders": "Frühere Bestellungen kann ich leider nicht sehen. Ich sehe nur, was jetzt in Ihrem Warenkorb ist.", "no.orders.person": "Frühere Bestellungen kann ich leider nicht sehen. Soll ich Sie mit einem Menschen verbinden?",
	"speed": "Leider kann ich nicht ändern, wie schnell ich spreche. Ich kann es wiederholen.", "order": "Leider kann ich hier noch keine Bestellung aufnehmen; Ihr Warenkorb bleibt, wie er ist.", "which.kind": "Wir haben {1}.",
}
