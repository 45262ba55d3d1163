package rules

// germanTalk is read before germanOrder: what stands around the matter, and turns of phrase that are no verb with its thing.
var germanTalk = []turnOf{
	// Politeness, and for whom it is.
	{`(?:ich|wir) (?:hoffe|hoffen|denke|glaube|nehme an|weiss) ,? ?(?:ich |sie |es |das |dass |wir )*[^.,?]*?(?:store|ungelegen|ungunstig|nicht zu spat|passt|in ordnung|okay|unverschamt|viel verlangt|umstande)[^.,?]*,`, `, `},
	{`(?:darf|durfte|mochte|konnte|wurde|wollte|durfen|durften) (?:ich|wir) (?:sie |dich |euch |ihnen |wohl |vielleicht |bitte |hoflich |noch |kurz |mal |ganz |herzlich )*(?:darum |um einen gefallen |um etwas )?bitten ,?(?: und zwar)?`, `, `},
	{`(?:ich|wir) (?:wurde|mochte|wollte|wurden|mochten) (?:sie |dich |euch )(?:noch |bitte |gern |gerne |hoflich |herzlich )*(?:darum )?bitten ,?`, `, `},
	{`(?:es ist mir|mir ist es|es tut mir|das ist mir) [^.,?]*?(?:unangenehm|peinlich|leid|unrecht) ?,(?: [^.,?]*?(?:muhe|umstande|arbeit|aufwand)[^.,?]*,)?`, `, `},
	{`(?:ware|waren) (?:ich|wir) (?:ihnen |dir |euch )?(?:wirklich |sehr |ausserordentlich |unendlich |zutiefst )*(?:verbunden|dankbar|zu dank verpflichtet)`, ` `},
	{`(?:wenn|falls) (?:sich |man |es |das )?(?P<x>(?:die|den|das|der|ein|eine|einen|mein|meine) [^.,?]+?) (?:wieder |noch |irgendwie )*(?:CARTOUT |OUT )(?:nehmen|streichen|entfernen) (?:liesse|lassen wurde|konnten?|lasst) ?,?`, `REMOVE X ,`},
	{`(?:wurde|ware|macht|machte|hatte) es (?:ihnen|dir|euch) (?:etwas|viel|was|sehr viel) (?:ausmachen|aus|mogen) ,`, `, `},
	{`(?:falls|wenn|sofern|solange) (?:es|das|sie|ihnen|du|ich|noch|nicht|dir) [^.,?]*? ?(?:spat|umstande|zeit|moglich|recht|passt|ausmacht|stort|geht|nett|lieb|macht|bereitet|mag|mogt|dran)(?: (?:macht|ist|haben|hast|sind|bist|ware|waren|machen|denken|denkst|bereitet|hatten))* ?(?P<end>[.,?])`, `${end}`},
	{`(?:und )?(?:sagen sie|sag|sags|sagt)(?: es| mir| das| bitte| ruhig)*(?: ,)?(?: wenn| falls| ob) (?:doch|nicht|es nicht geht|nicht geht) ?,`, `, `},
	{`(?:, )?(?:weil|da|denn|wir sind|weil wir|da wir) (?:wir |ich |die |es |nun |ja |doch |jetzt |meine |mein |sie |bei uns )*[^.,?]*?(?:sind|ist|haben|habe|kommt|kommen|hat|bin|feiern|brauche|brauchen|wird|werden) (?P<end>[.?])`, `${end}`},
	{`(?:, )?(?:das|die|der|es|sie) (?:ist|sind|war|waren|wird|werden|soll|gibt|geht|gehen)(?: ein| eine| nur| alle| ja| alles)* ?(?:geschenke?|uberraschung|mitbringsel)?(?: fur (?:den |die |das |meinen |meine |mein |unsere |unseren |unser |ein |eine |einen )*(?:\d+ )?(?:[a-z]+ )?WHOM(?: zusammen)?) (?P<end>[.,?])`, `${end}`},
	{`(?:als |zum )?(?:geschenk |mitbringsel |uberraschung |verschenken )?(?:fur|furs) (?:den |die |das |meinen |meine |mein |unsere |unseren |unser |ein |eine |einen |jeden |jede |n |ne )*(?:\d+ )?(?:kleine |kleinen |grosse |grossen |beste |besten |liebe |lieben )?WHOM(?: (?:zusammen|daheim|zu hause|eine|einen|eins))?(?P<end> ?[.,?]| (?:und|aber|bitte|noch|einen|eine|ein|den|die|das|der|nimm|leg|pack|brauche|hatte|mochte)\b)`, ` ${end}`},
	{`^(?:entschuldige?|entschuldigen sie|sekunde|moment|warte mal|sorry) ?, (?:der|die|mein|meine|das) [^.,?]+? (?:bellt|klingelt|schreit|kommt|ruft|weint|brennt)(?: , (?:eine|einen) (?:sekunde|moment|augenblick))? [.]`, `warte .`},
	{`(?:ich bin |wir sind )?(?:da |nun |jetzt )?(?:zu )?(?:zweit|dritt|viert|funft|sechst)(?: in der wohnung| zu hause| daheim)?(?: sind| bin)? (?P<end>[.,?])`, ` ${end}`},
	{`(?:und zwar|zwar|namlich|also|sprich) (?P<x>in|mit|die|der|das|den|ein|eine|einen|\d)`, `X`},
	{`, und (?P<x>in [^.,?]+?) (?P<end>[.,?])`, ` X ${end}`},

	// What a word means beside others.
	{`(?P<x>taschen?|becher|wasser|kissen|decken?|bluse|blusen|hemd|hemden|schal|schals|hosen?|jeans|jacken?|gurtel|hut|kerzen?|stiefel|socken|schuhe?) (?P<y>gleich|selbe|gleiche)`, `X Y`},
	{`(?:, )?(?:farbe und grosse|grosse und farbe|grosse|farbe|rest) (?:bleibt|bleiben)? ?(?:gleich|so|wie gehabt|dieselbe|dieselben|wie sie sind|wie sie ist|bleiben|bleibt) (?P<end>[.])`, `${end}`},
	{`, (?:selbe|gleiche|dieselbe|die gleiche|die selbe|gleicher|selber) (?:grosse|farbe|nummer|weite)(?: und (?:selbe |gleiche )?(?:grosse|farbe))? (?P<end>[.])`, `${end}`},
	{`(?:nr|nummer|no) N`, `nummer N`},
	{`ist mir (?P<x>zu klein|zu gross|zu eng|zu weit)`, `ist X`},
	{`N (?:mal )?(?:den|die|das) (?P<x>[a-z])`, `N X`},
	{`(?:gefallt|gefallen) (?:mir|uns)(?: gut| sehr| sehr gut| richtig gut)? , (?P<x>(?:die|den|das|sie|ihn|es|der) )`, `X`},
	{`alle (?:3|2|4)(?: zusammen)? [,.] (?P<x>(?:die|den|das) )`, `X`},
	{`(?P<x>sechs|6|7|8|9|10|11) und (?:ein )?halb(?:e|en)?\b`, `${x}_5`},

	// What must not be done.
	{`(?P<x>TOP) (?:bitte |jetzt |vorerst |erst mal )*(?:noch )?nicht (?:noch |schon )?ADDINF END`, `DO NOT ADD X`},
	{`(?P<x>TOP) (?:bitte |jetzt |vorerst )*(?:noch |auf keinen fall |bloss )*nicht (?:REMINF|anfassen|anruhren) END`, `DO NOT REMOVE X`},
	{`(?:finger|hande|pfoten) weg von (?:der |den |dem |meiner |meinen )?X END`, `KEEP THE X IN MY CART`},
	{`(?:lass|lassen) FILL(?:die )?(?:finger|hande) von (?:der |den |dem |meiner |meinen )?X END`, `KEEP THE X IN MY CART`},
	{`(?P<x>TOP) (?:lass|lassen) (?:wir |ich |sie |du |bitte |ruhig )*(?:CARTAT|drin|drinnen|da|, wie (?:er|sie|es) (?:ist|sind|war|waren)|wo (?:er|sie|es) (?:ist|sind)|unangetastet|in ruhe|stehen) END`, `KEEP X IN MY CART`},
	{`das (?:mit|von) (?:der |den |dem |meiner |meinen )?[^.,?]+? (?:lass|lassen|vergiss|vergessen|vergessen wir) (?:wir |sie |ich |mal |lieber |doch |bleiben |sein |gut sein )*END`, `NEVER MIND`},
	{`zu (?:einem |einer |ein |eine |nem |ner |der |den |dem )?(?P<x>[^.,?]+?) (?:sage?|wurde|sagen) (?:ich|wir) (?:auch |bestimmt |sicher )*(?:nicht nein sagen|nicht nein|nie nein)`, `I WOULD LIKE A X`},

	// The cart as a whole.
	{`(?:(?:IMPOUT|losch|loschen|losche|entfern|entferne|entfernen|streich|streichen) FILL)?alles (?:andere )?(?:ausser|bis auf) (?P<x>(?:den |der |dem |die |das |meinen |meiner |meinem )?[^.,?]+?) (?:kann |konnen |soll |darf |bitte |kommt |muss |wieder |mochte ich |will ich )*(?:OUT|REMINF)(?: bitte)? END`, `REMOVE EVERYTHING BUT X`},
	{`(?:MODAL WHO)?(?:FILL)CARTOBJ (?:doch |bitte |mal |einmal |komplett |ganz |wieder |vollstandig |jetzt )*(?:leer ?machen|leeren|ausleeren|entleeren|ausraumen|leerraumen|leer raumen|abraumen|raumen|loschen|verwerfen|stornieren|zurucksetzen|plattmachen)`, `EMPTY THE CART`},
	{`(?:mach|machen|raum|raumen|leer|leere|leeren|schmeiss|wirf|werfen|nimm|nehmen|losch|loschen|storniere?|verwirf|kipp|hau) FILLCARTOBJ (?:komplett |ganz |bitte |wieder |vollstandig )*(?:leer|aus|weg|raus|ab|hin|in die tonne)(?: bitte)? END`, `EMPTY THE CART`},
	{`(?:IMPOUT|raum|raumen|losch|loschen|streich|verwirf|vergiss) FILL(?:alles|den ganzen kram|das ganze zeug|den ganzen krempel|den ganzen einkauf|die ganze bestellung|die komplette bestellung|samtliches|das alles)(?: was ich (?:habe|da habe|drin habe|bestellt habe))?(?: ,)? ?(?:bitte |wieder |komplett )*(?:raus|weg|fort|runter|ab|leer|aus|CARTOUT|REMINF)? ?(?:bitte )? END`, `EMPTY THE CART`},
	{`(?:raus|weg|fort) mit (?:allem|dem ganzen (?:kram|zeug|krempel|einkauf)|dem kram|dem ganzen)(?: bitte)? END`, `EMPTY THE CART`},
	{`(?:noch ?mal |wieder |lass uns |fangen wir |ich fange |wir fangen |ich will |ich mochte |komm |bitte )*(?:ganz |noch ?mal )*(?:von vorne?|von null|von 0|bei null|bei 0|auf anfang|auf null|auf 0|neu)(?: an| anfangen| beginnen| starten| los)+ ?(?P<end>[.,])`, `START OVER ${end}`},
	{`(?:noch ?mal |wieder )+(?:ganz )?von vorne? ?, (?P<x>EMPTY THE CART|REMOVE)`, `X`},
	{`(?P<x>EMPTY THE CART)[^.?,]*, (?:ich |wir )?(?:fang|fange|fangen|will|mochte|starte|beginne)[^.?]*?(?:neu|vorne?|null|0)[^.?]*(?P<end>[.])`, `X ${end}`},
	{`(?:reinen tisch|tabula rasa) (?:machen|bitte)?`, `EMPTY THE CART`},

	// For later, and back again.
	{`(?:hol|nimm|leg|pack|tu|bring|wir holen|ich hole) FILLalles (?:gemerkte|zuruckgelegte|geparkte|vorgemerkte|gespeicherte|aufgehobene|von der merkliste|aus der merkliste|vom merkzettel) (?:wieder |zuruck |bitte |jetzt )*(?:CARTIN|zuruck|rein|dazu|her)*(?: bitte)? END`, `BRING BACK EVERYTHING`},
	{`(?:hol|nimm|nehmen|holen|bring|leg|pack) FILL(?P<x>TOP) (?:aus|von|vom) (?:der |meiner |dem |meinem )?(?:merkliste|wunschliste|merkzettel|ablage|parkplatz) (?:wieder |raus |runter |zuruck |weg )*(?:, )?(?:und )?(?:leg|pack|tu|nimm|stell|leg)? ?(?:ihn|sie|es|die|den|das)? ?(?:wieder |zuruck )*(?:CARTIN|zuruck|rein|dazu)?(?: bitte)? END`, `BRING BACK X`},
	{`(?P<x>TOP) (?:parke?n?|merke?n?|verschiebe?n?|vertage?n?) (?:ich |wir |mir |uns |sie |du |mal |erst |lieber |vorerst |auf spater |noch )*(?:LATER|vor|auf)? ?(?P<end>[.,])[^.?]*`, `SAVE X FOR LATER .`},
	{`(?P<x>TOP) (?:kaufe?n?|nehme?n?|bestelle?n?|hole?n?) (?:ich |wir |mir |uns |erst |dann |doch |lieber |vielleicht |es )*(?:spater|ein andermal|ein anderes mal|nachstes mal|beim nachsten mal|nachste woche|nachsten monat|morgen|wann anders|im nachsten monat|am wochenende)(?: erst| mit)? END`, `SAVE X FOR LATER`},
	{`(?P<x>TOP) (?:kann|konnen|muss|mussen|darf|sollen?) (?:noch |ruhig |erst mal |auch |vorerst |ein bisschen |bis [a-z]+ )*warten END`, `SAVE X FOR LATER`},
	{`(?P<x>TOP) (?:hat|haben) (?:noch |auch )*zeit(?: bis [^.,?]+)? END`, `SAVE X FOR LATER`},
	{`(?:leg|lege|legen|heb|hebe|heben|merk|merken|stell|pack|tu|speicher|reservier|behalt) FILLX (?:LATER|bis (?:zum )?(?:nachsten mal|nachste woche|morgen|spater|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|zum wochenende)) ?(?:zuruck|auf|beiseite|weg|vor|zur seite)?(?: bitte)? END`, `SAVE X FOR LATER`},
	{`(?:leg|lege|legen|heb|hebe|heben|merk|merken|stell|pack|tu) FILL(?P<x>(?:TOP|nummer \d+)) (?:bitte |erst mal |erstmal |vorerst |lieber |erst |mal |doch |jetzt )+(?:zur seite|beiseite|auf die seite|zuruck|auf|weg|LATER)(?: bitte)? END`, `SAVE X FOR LATER`},
	{`(?P<x>TOP|nummer \d+) (?:bitte |erst mal |vorerst |lieber |erst |mal |doch |jetzt )*(?:zur seite|beiseite|auf die seite|LATER|zuruckgestellt|auf eis)(?: legen| packen| stellen| tun| bitte)* END`, `SAVE X FOR LATER`},
	{`(?P<x>TOP) (?:kommt|kommen|geht|gehen|soll|sollen|wandert|wandern|setz|setze?n?|schreib|pack|tu) FILL(?:erst mal |vorerst )?(?:LATER|auf (?:die|meine|den|meinen) (?:merkliste|wunschliste|liste|merkzettel)|zur seite)(?: bitte)? END`, `SAVE X FOR LATER`},

	// Another thing in its place.
	{`(?P<x>TOP) (?:gefallt|gefallen|passt|passen|taugt|taugen|uberzeugt|uberzeugen) (?:mir|uns|mich) (?:doch |leider |gar |irgendwie )*nicht(?: mehr| so)? (?:,|[.]) (?:und )?(?:dafur|stattdessen|lieber|nehmen wir|ich nehme|gib|INV|gib mir|bitte)(?: bitte| doch| lieber| mir| sie| INV)* Y END`, `SWAP X FOR Y`},
	{`(?P<x>TOP) (?:war|ist|waren|sind) (?:doch )?(?:eine |keine |ein )?(?:blode|dumme|schlechte|gute|bloder|fehler|quatsch|falsch|fehlkauf|nichts)(?: idee| einfall| wahl)? ?(?:,|[.]) (?:und )?(?:dafur|stattdessen|lieber|nehmen wir|ich nehme|gib|INV|gib mir|bitte)(?: bitte| doch| lieber| mir| sie| INV)* Y END`, `SWAP X FOR Y`},
	{`(?P<x>[^.,?]+?) (?:doch )?(?:nicht|raus|weg) ?,? (?:und )?(?:dafur|stattdessen) (?:INV |bitte |lieber |doch |nehme ich |gib mir )*Y END`, `SWAP X FOR Y`},
	{`aus (?:dem |der |den |meinem |meiner )?(?P<x>[^.,?]+?) (?:mach|machen|mache|macht|mochte|hatte|wird|werden|soll) (?:sie |du |ich |bitte |mir |doch |lieber |wir )*(?P<y>(?:\d+ |ein |eine |einen |die |den |das |lieber )?[^.,?]+?)(?: werden| machen)? END`, `CHANGE X TO Y`},

	// Changes.
	{`(?P<x>TOP) (?:ware|waren|war) (?:mir |uns )?(?:doch )?(?:in|als) (?P<y>[^.,?]+?) (?:lieber|besser|schoner) END`, `CHANGE X TO Y`},
	{`(?P<x>TOP) (?:ware|waren) (?:mir |uns )?(?:lieber|besser) (?:in|als) Y END`, `CHANGE X TO Y`},
	{`(?:konnten?|konnen|kann|sollen|sollten?|durfen) (?P<x>(?:die|der|das|meine|mein) [^.,?]+?) (?:auch |vielleicht |bitte |lieber )*(?:in|auf) (?P<y>[^.,?]+?) (?:sein|werden)(?: ,[^.?]*| \? [^.?]*ander[^.?]*)? END`, `CHANGE X TO Y`},
	{`(?:eine|ein|1) (?:weite|nummer|grosse|kleidergrosse|konfektionsgrosse) (?:grosser|mehr|rauf|hoher) (?:bei|von|fur|an) (?:der |den |dem |meiner |meinen |die |das )?(?P<x>[^.,?]+?)(?: bitte)? END`, `THE X ONE SIZE UP`},
	{`(?:eine|ein|1) (?:weite|nummer|grosse|kleidergrosse) (?:kleiner|weniger|runter|niedriger) (?:bei|von|fur|an) (?:der |den |dem |meiner |meinen |die |das )?(?P<x>[^.,?]+?)(?: bitte)? END`, `THE X ONE SIZE DOWN`},
	{`(?:bei|mit|von|an) (?:der |den |dem |meiner |meinen )?(?P<x>[^.,?]+?) (?:bitte |INV |lieber |doch )*(?:noch )?(?:eine|ein|1) (?:weite|grosse|nummer) (?:grosser|rauf|hoher|hoch|mehr)(?: bitte)? END`, `THE X ONE SIZE UP`},
	{`(?:bei|mit|von|an) (?:der |den |dem |meiner |meinen )?(?P<x>[^.,?]+?) (?:bitte |INV |lieber |doch )*(?:eine|ein|1) (?:weite|grosse|nummer) (?:kleiner|runter|niedriger|weniger)(?: bitte)? END`, `THE X ONE SIZE DOWN`},
	{`(?:bei|von|mit|an) (?:der |den |dem |meiner |meinen )?(?P<x>[^.,?]+?) (?:bitte |noch |INV |doch )*(?P<n>\d[\d_]*|ein|eine|einen|eins) (?:hoch|mehr|rauf|drauf|dazu|nach oben|extra)(?: bitte| gehen)* END`, `ADD N MORE X`},
	{`(?:bei|von|mit|an) (?:der |den |dem |meiner |meinen )?(?P<x>[^.,?]+?) (?:bitte |INV |doch |lieber )*(?P<n>\d[\d_]*|ein|eine|einen|eins) (?:runter|weniger|nach unten|ab)(?: bitte| gehen)* END`, `REMOVE N OF THE X`},
	{`(?P<x>TOP) (?:bitte |doch |noch ?mal |MODAL WHO)*(?:verdoppeln|doppelt|mal 2|mal zwei|in doppelter menge|die doppelte menge)(?: bitte| nehmen| haben)* END`, `DOUBLE X`},
	{`(?:bitte )?(?:das doppelte|die doppelte menge|doppelt so viele?) (?:an |von |bei )?(?:der |den |dem )?X END`, `DOUBLE THE X`},
	{`(?P<x>TOP) (?:bitte |doch )*(?:verdreifachen|mal 3|dreifach)(?: bitte| nehmen)* END`, `TRIPLE X`},
	{`(?P<x>TOP) (?:bitte |doch )*(?:halbieren|nur die halfte|die halfte)(?: bitte| nehmen)* END`, `HALF X`},
	{`(?:nur )?(?:noch )?die halfte (?:der|von den|an|von|vom|des) (?P<x>[^.,?]+?)(?: bitte| reicht| genugt| langt)* END`, `HALF THE X`},
	{`(?P<x>(?:die |den |das |der |meine |mein )?[^.,?]+?) (?:ist|sind|sitzt|sitzen|fallt|fallen) (?:mir |ja |doch |etwas |leider )*zu (?:weit|gross|klein|eng|lang|kurz|schmal)(?: aus)? ,? ?(?:ich |wir )?(?:brauche|nehme|mochte|hatte|bitte|INV|WISH|lieber|nimm|gib|mach) FILL(?:sie |es |ihn |mir |gern )?(?:in )?(?:grosse |nummer |weite )?Y END`, `CHANGE X TO Y`},
	{`(?:bitte )?(?:die )?(?:anzahl|menge|stuckzahl) (?:der|von den|an|von|vom|des|bei den) (?P<x>[^.,?]+?) (?:von \d[\d_]* )?(?:auf|zu) (?P<n>\d[\d_]*) (?:zu )?(?:andern|erhohen|setzen|reduzieren|stellen|korrigieren|verringern) END`, `CHANGE X TO N`},
	{`(?:mach|machen|mache) FILL(?P<n>\d[\d_]*) aus (?:der |den |dem )?X END`, `MAKE X N`},
	{`(?P<x>[a-z ]+?) machen (?P<n>\d[\d_]*) ?, nicht (?:\d[\d_]*|eins|ein|eine) END`, `MAKE X N`},
	{`(?:sorry|entschuldigung|verzeihung|pardon|nein|ne|ach|oh|halt|stopp) , (?P<y>[^.,?]+?) (?:meine|meinte|wollte|wollt) ich END`, `NO , I MEAN Y`},

	// Taking out.
	{`(?:auf )(?P<x>(?:die |den |das |meine |meinen |der )?[^.,?]+?) (?:verzichte|verzicht|verzichten|pfeif|pfeife) (?:ich|wir)(?: lieber| dann| doch| mal| heute)* END`, `REMOVE X`},
	{`(?:ich|wir) (?:verzichte|verzicht|verzichten) (?:doch |lieber |dann |mal )*auf X END`, `REMOVE X`},
	{`(?P<x>TOP) (?:spar|spare|sparen|schenk|schenke|schenken) (?:ich mir|wir uns)(?: lieber| doch| dann)* END`, `REMOVE X`},
	{`(?P<x>TOP) (?:kann ich mir|konnen wir uns) (?:sparen|schenken) END`, `REMOVE X`},
	{`(?P<x>TOP) (?:entfallt|entfallen|fallt weg|fallen weg|fliegt|fliegen|hat sich erledigt|haben sich erledigt|ist gestrichen|sind gestrichen|ist hinfallig|storniere? ich|stornieren wir|streiche? ich|streichen wir|losche? ich)(?: raus| weg| CARTOUT| bitte| dann| wieder)* END`, `REMOVE X`},
	{`(?P<x>TOP) (?:kann|konnen|soll|sollen|sollte|sollten|muss|mussen|darf|durfen|mochte ich|will ich|wollen wir|hatte ich gern|wurde ich gern) (?:jetzt |bitte |doch |dann |wieder |auch |ruhig |gern )*(?:REMINF|OUT|CARTOUT|gehen|verschwinden|entfallen|wegfallen|(?:raus|weg)(?:genommen|geworfen|gestrichen|gelassen) werden|(?:entfernt|geloscht|gestrichen|storniert) werden) END`, `REMOVE X`},
	{`(?P<x>TOP) (?:nehme|nimm|lasse|lass|lassen|nehmen|werfe|schmeiss|tu|mach) (?:ich|wir)?(?: mal| doch| lieber| wieder| jetzt)* ?(?:OUT|weg|sein|bleiben) END`, `REMOVE X`},
	{`(?:ich|wir) (?:nehme|lasse|werfe|schmeisse|nehmen|lassen|streiche|losche) (?:mal |doch |lieber |wieder )*(?P<x>(?:die|den|das|meine|meinen) [^.,?]+?) (?:OUT|weg|sein|bleiben) END`, `REMOVE X`},
	{`ohne (?P<x>(?:die|den|das|meine|meinen) [^.,?]+?)(?: bitte)? END`, `REMOVE X`},
	{`(?P<x>(?:[a-z]+ )?[a-z]+(?: (?:mit|aus|von) [a-z]+)?) (?:bitte )?(?:REMINF|OUT REMINF|OUT)(?: bitte)? , (?:brauche|brauch|will|mochte)(?: ich)?(?: doch)? nicht(?: mehr)? END`, `REMOVE X`},

	// What there is.
	{`(?:jetzt |dann |danach |und )?(?:wurde|mochte|will|wollte|konnte|konnten|lass|lassen|schau|schauen|gucken|guck|sehen) (?:ich |wir |uns |mir |sie |du )*(?:gern |gerne |mal |noch |auch |bitte |kurz )*(?:nach )?(?P<x>[^.,?]+?) (?:sehen|anschauen|ansehen|angucken|gucken|schauen|an) END`, `SHOW ME X`},
	{`(?:jetzt |dann |danach |und )?(?:schau|schauen|guck|gucken|sehen) (?:ich |wir |uns |mir |sie |du )*(?:gern |gerne |mal |noch |auch |bitte |kurz )*nach (?P<x>[^.,?]+?) END`, `SHOW ME X`},
	{`(?:ich |wir )?(?:wollte?n?|wollt|wurde|mochte) (?:nur |gern |gerne |bloss |mal |noch )*(?:horen|wissen|erfahren|fragen) , (?:welche|welchen|was fur|was) (?:IHRHABT )?(?:so )?(?:an |fur )?(?P<x>[^.,?]+?) IHRHABT END`, `WHAT X DO YOU HAVE`},
	{`(?:zeig|zeigen|sag|sagen|erzahl|erzahlen|nenn|nennen|lies|lesen|verrat|verraten) FILL(?:vor |auf )?, (?:welche|welchen|was fur|was) (?:an |fur )?(?P<x>[^.,?]+?) IHRHABT END`, `WHAT X DO YOU HAVE`},
	{`wie (?:sieht es|schauts|siehts|schaut es|ist es) (?:denn |so |eigentlich )*(?:mit|bei) (?P<x>[^.,?]+?) aus END`, `WHAT X DO YOU HAVE`},
	{`(?:welche|was fur) (?P<x>[^.,?]+?) (?:hattet ihr|hatten sie|kannst du empfehlen|konnen sie empfehlen|hast du|habt ihr)(?: denn| so| da| noch)* END`, `WHAT X DO YOU HAVE`},

	// Wishes.
	{`(?P<x>(?:die|den|das|ein|eine|einen|\d+|noch) [^.,?]+?) (?:ware|waren) (?:auch |noch |echt |ganz |sehr |jetzt )*(?:schon|gut|super|nett|toll|prima|was|fein|klasse|recht|lieb|praktisch|ideal|perfekt) END`, `I WOULD LIKE X`},
	{`(?:mir fehlt|es fehlt|mir fehlen|uns fehlt|uns fehlen|fehlt|fehlen) (?:noch |nur noch |auch noch |mir |uns )*(?P<x>(?:die|der|das|ein|eine|\d+) [^.,?]+?) END`, `I WOULD LIKE X`},
	{`(?P<x>(?:die|der|das|ein|eine|\d+) [^.,?]+?) (?:fehlt|fehlen) (?:mir |uns |noch )+ END`, `I WOULD LIKE X`},
	{`(?:ich |wir )?(?:gonne?n?|leiste?n?) (?:ich |wir )?(?:mir|uns) (?:mal |heute |auch |noch )*(?P<x>(?:die|den|das|ein|eine|einen|\d+) [^.,?]+?) END`, `I WOULD LIKE X`},
	{`(?P<x>(?:die|den|das|ein|eine|einen|\d+) [^.,?]+?) (?:gonne?n?|leiste?n?) (?:ich mir|wir uns)(?: mal| heute| auch| noch)* END`, `I WOULD LIKE X`},
	{`her mit (?:der |dem |den |einer |einem )?X END`, `I WOULD LIKE THE X`},
	{`(?:ich |wir )?(?:entscheide?n?|entschied) (?:ich )?(?:mich|uns) (?:jetzt |dann |doch )*fur X END`, `I WOULD LIKE X`},
	{`(?:ich|wir) (?:bekomme|bekommen|kriege|krieg|kriegen|bekam|holen|hole) (?:noch |bitte |dann |gern )*X END`, `I WOULD LIKE X`},
	{`(?P<x>(?:die|den|das|ein|eine|einen|\d+) [^.,?]+?) (?:solls|soll es|wirds|wird es|darf es|durfen es) (?:sein|werden)? END`, `I WOULD LIKE X`},
}
