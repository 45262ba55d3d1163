package claims

import (
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

func tongue(tag string) *hear.Tongue {
	t, _ := hear.TongueOf(tag)
	return t
}

// german, with words folded: no umlauts, no ß.
var german = &lexicon{
	tag:    "de",
	tongue: tongue("de"),
	goods:  namesDE,
	links:  strings.NewReplacer("über Nacht", "overnight  ", "Über Nacht", "overnight  "), // of one length: places in the reply stay
	verbs: table(map[string]class{
		"hinzugefugt hinzugetan dazugelegt dazugetan aufgenommen reingelegt hineingelegt reingetan reingepackt eingepackt dazugepackt hineingetan hineingepackt beigelegt eingelegt hinzugenommen dazugenommen": add,
		"geholt gebracht gelegt gepackt getan gesteckt gestellt verschoben": put,
		"entfernt geloscht herausgenommen rausgenommen rausgeworfen rausgeschmissen gestrichen weggenommen rausgelegt ausgeraumt aussortiert entnommen rausgetan weggetan herausgeworfen": remove,
		"gemerkt zuruckgelegt beiseitegelegt aufgehoben aufbewahrt zuruckgestellt geparkt beiseitegestellt":                                                                               save,
		"zuruckgeholt wiederhergestellt zuruckgebracht wiederaufgenommen":                                                                                                                 restore,
		"geandert aktualisiert getauscht ausgetauscht umgetauscht ersetzt gewechselt angepasst umgestellt abgeandert korrigiert umgeandert eingetauscht":                                  change,
		"erhoht reduziert verringert verdoppelt verdreifacht gesenkt gesetzt aufgestockt halbiert heraufgesetzt herabgesetzt erweitert":                                                   count,
		"hinterlegt eingetragen eingestellt vorgemerkt festgelegt ausgewahlt gewahlt gespeichert":                                                                                         set,
		"geleert ausgeleert": empty,
		"eingelost angewendet angewandt aktiviert abgezogen angerechnet verrechnet": apply,
		"funktioniert geklappt": works, "berucksichtigt angenommen nachgelassen erlassen entgegengekommen": apply, "gegeben": give, "weggelassen gekickt": remove, "uberwiesen zuruckgegeben zuruckgeschickt zuruckgesendet": refund, "zuruckgegangen zuruckgeflossen zuruckgewandert": gives, "genommen": set, "zuruckgezogen gecancelt": cancel, "gelassen": none,
		"umgeleitet umgelenkt": route, "dazugeholt eingeschaltet": hand, "leergeraumt": empty, "erteilt": order,
		"verwendet genutzt benutzt eingegeben": use,
		"bestellt aufgegeben abgeschickt abgesendet ausgelost gekauft versandt abgeschlossen ubermittelt eingereicht verschickt": order,
		"abgesagt storniert abgebrochen annulliert abbestellt":                                                                   cancel,
		"erstattet zuruckerstattet zuruckgezahlt ruckerstattet gutgeschrieben zuruckuberwiesen zuruckgebucht":                    refund,
		"geschickt gesendet zugesandt gesandt zugeschickt zugesendet weitergeleitet":                                             send,
		"gemailt zugemailt": email,
		"gesimst":           text,
		"verbunden weitergegeben durchgestellt weiterverbunden ubergeben benachrichtigt verstandigt informiert": hand,
		"abgebucht belastet bezahlt": pay,
		"genehmigt bewilligt veranlasst vorgenommen durchgefuhrt bestatigt ausgefuhrt aufgelegt angestossen":                         makes,
		"reserviert gesichert ergattert notiert registriert angemeldet abonniert gebucht verlangert gutgemacht vermerkt eingepflegt": other,
		"ruckgangig": undo,
	}, nil),
	states: byFirst(slices.Concat(germanSayings, []state{
		{done, "erledigt|fertig|geschafft|gemacht ."}, {done, "ist|ware hiermit? erledigt|geschafft"}, {done, "alles klar gemacht"}, {done, "hat|hats geklappt"},
		{same, "nichts geandert|verandert"}, {same, "unverandert"}, {same, "alles beim alten"}, {same, "alles so|wie gelassen|war"}, {same, "nichts hat sich geandert"}, {same, "nicht geandert|verandert"},
		{back, "wieder im|in warenkorb|korb|einkaufswagen"}, {back, "wieder drin|dabei|drinnen"}, {back, "wieder in|im ihrem? warenkorb|korb"},
		{out, "nicht mehr im|in"}, {out, "nicht mehr drin"}, {out, "wieder? draussen|raus|weg|verschwunden|heraus"}, {out, "aus dem|ihrem|deinem warenkorb|korb|einkaufswagen"},
		{have, "sie haben * im|in warenkorb|korb"}, {have, "haben sie * im|in warenkorb|korb"},
		{in, "im|in|ins ihrem|ihren|den|dem|deinem|deinen? warenkorb|korb|einkaufswagen|einkaufskorb"}, {in, "ist|sind|liegt|liegen * drin|drinnen|dabei"}, {in, "drin ."}, {in, "steht|stehen * liste"}, {in, "drin dabei"},
		{empty, "warenkorb|korb|einkaufswagen ist jetzt|nun|wieder|komplett? leer"}, {empty, "ist|jetzt ihr|der warenkorb|korb leer"}, {empty, "jetzt|nun|wieder leer"},
		{aside, "auf der|ihrer merkliste|wunschliste"}, {aside, "auf die|ihre merkliste|wunschliste"}, {aside, "fur spater"},
		{went, "ist|sind * durch|abgeschlossen|eingegangen|bestatigt"}, {went, "durchgegangen"}, {went, "ist|sind * aufgegeben"}, {went, "ist|sind * bei uns eingegangen"}, {order, "auf den weg gebracht"}, {in, "dazugekommen"}, {out, "rausgeflogen"}, {active, "greift|funktioniert ."}, {onway, "ist|sind * bei ihnen"}, {hand, "kummert|kummern sich"}, {order, "ist|sind * bestellt ."}, {other, "angefasst ."},
		{onway, "unterwegs"}, {onway, "auf dem weg"}, {onway, "in ihrem postfach|posteingang"},
		{active, "ist|sind * aktiv|drauf|gultig|abgezogen|eingerechnet"}, {active, "sie|ihnen sparen|spart"}, {active, "sparen|spart sie|ihnen"}, {active, "bringt|brachte ihnen?"}, {active, "gespart"},
		{nowis, "sind|ist jetzt|nun * geworden"}, {nowis, "jetzt|nun * statt|anstatt"}, {nowis, "auf * hochgesetzt|gesetzt|gestellt"}, {nowis, "jetzt|nun * stuck"},
		{addressed, "geht|gehen|kommt|kommen jetzt|nun an|ins|zu|nach"}, {addressed, "wird|werden jetzt|nun an|ins|zu|nach * geliefert"},
		{order, "in auftrag gegeben"}, {hand, "bescheid gegeben|gesagt"}, {hand, "ist|sind * in der leitung|am apparat"}, {aside, "zur seite gelegt"}, {aside, "beiseite gelegt"}, {aside, "auf die seite gelegt"},
		{undo, "ruckgangig gemacht"}, {in, "drin ist|sind|liegt|liegen"}, {out, "ging|gingen|geht|gehen|ist|sind * raus|rausgegangen|hinausgegangen"}, {onway, "im|in|ins postfach|posteingang"},
		{addressed, "geliefert|verschickt|versendet wird|werden jetzt|nun? per|an|ins|zu|nach|mit"}, {addressed, "lauft|laufen jetzt|nun uber|per|als"}, {hand, "weiss|wissen bescheid"}, {hand, "mit * kollegin|kollegen|team gesprochen"}, {active, "zieht|ziehen|nimmt|nehmen|rechnet * ab"},
		{in, "fliegt|fliegen rein"}, {out, "fliegt|fliegen|flog raus"}, {done, "hat alles? funktioniert ."}, {have, "sie|ihnen haben jetzt|nun * im|in warenkorb|korb|einkaufswagen"}, {in, "befindet|befinden sich jetzt|nun? im|in"}, {order, "im system"}, {active, "runter|drauf ."}, {remove, "habe|haben * raus ."},
	})),
	lists: map[list]map[string]bool{
		laters:     words("fur_ein_andermal fur_ein|das|nachstes_anderes|nachste?_mal fur_einen_anderen|spateren_tag|zeitpunkt"),
		negations:  words("nicht nichts kein keine keinen keiner keinem keins nie niemals weder ohne"),
		conditions: words("wenn falls sobald nachdem ob bevor bis sofern solange ehe"),
		modals:     words("wird werde werden kann konnen konnte konnten soll sollen sollte sollten muss mussen darf durfen will wollen wollte wollten mochte mochten lass lassen"),
		wishes:     words("hoffe plane beabsichtige versuche wunschen wunsche"),
		times:      words("neulich kurzlich damals gestern vorgestern fruher damals letztes_mal letzte|letzten|letztes|letzter|letztem|voriges|vorigen|vorige|vergangenen|vergangenes|vergangene_woche|monat|jahr|mal|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|sommer|winter|herbst|fruhling|weihnachten januar februar marz april mai juni juli august september oktober november dezember vor_*_tag|tagen|woche|wochen|monat|monaten|jahr|jahren schon_einmal bereits_einmal seinerzeit ehemals zuvor"),
		persons:    words("sohn tochter schwester bruder mutter vater nachbar nachbarin oma opa ehemann ehefrau hersteller kunden kunde leute jemand lieferant lager bank mann frau freundin freund kollege kollegin team designer weber schneider naherin manufaktur fabrik spedition"),
		ours:       words("ich wir"),
		olds:       words("statt anstatt anstelle aus von bisher vorher"),
		totals:     words("zusammen insgesamt gesamt total summe gesamtsumme gesamtbetrag macht endsumme ergibt kommen betragt alles_in_allem liegen_sie bei_insgesamt zwischensumme"),
		discounts:  words("sparen spart ersparnis rabatt nachlass weniger gunstiger abgezogen abzug gespart gutschrift billiger"),
		frees:      words("kostet|kosten_sie?_nichts ohne_aufpreis|kosten|gebuhr kostenlos gratis umsonst nichts_extra kostenfrei"),
		moneys:     words("dollar dollars euro euros usd eur"),
		cents:      words("cent cents"),
		percents:   words("prozent %"),
		ands:       words("und aber sowie doch denn"),
		sizing:     words("grosse groesse grossen schuhgrosse konfektionsgrosse weite bundweite lange"),
		cartings:   words("warenkorb korb einkaufswagen einkaufskorb"),
		nows:       words("jetzt nun bereits schon"),
		plain:      words("rest ding sache artikel stuck paar packung packungen pack paket set alles anderung moment liste bestellung preis farbe mal teil teile exemplar exemplare schachtel dosen tafel flasche zeile position seite merkliste summe gesamtsumme betrag"),
		articles:   words("der die das den dem des ein eine einen einem einer ihr ihre ihren ihrem ihrer mein meine dein deine diese dieser dieses diesen beide beiden"),
		adverbs:    words("jetzt nun gerade eben auch schon bereits gut okay ok ja so also gern gerne natuerlich naturlich klar alles prima super perfekt danke schon einfach gleich soeben"),
		beings:     words("ist sind war waren wurde wurden worden bin liegt liegen geworden lautet lauft steht stehen bleibt bleiben"),
		havings:    words("habe haben hat hatte hatten hab"),
		generics:   words("immer normalerweise ublicherweise automatisch gewohnlich jeder jede jedes meistens grundsatzlich stets oft"),
		harmless:   words("gefunden gesehen gesucht gepruft nachgesehen gehort verstanden geschaut gefragt gemeint gesagt gewartet gezeigt genannt gedacht gelesen geraten geklart gefallen gehabt gewesen geholfen gefreut geglaubt gewusst gezahlt verglichen gerechnet gebraucht gemocht gewollt genau gekannt gehofft geirrt gelernt getestet"),
		supposed:   words("ware waren wurde wurden konnte konnten"),
		boths:      words("beide beiden"),
		days:       words("montag dienstag mittwoch donnerstag freitag samstag sonntag morgen heute abend mittag ende wochenende"), nearlies: words("fast beinahe"), turns: words("aber deshalb daher darum deswegen also weil"), sundry: words("Wunsch geschenk auswahl kombination variante modell produkt produkte ware waren kleidungsstuck kleidungsstucke gewunschte gewunschten andere anderen zweite zweiten erste ersten letzte letzten nachste groesse grosse sorte menge anzahl dutzend doppelte posten dinge sachen lieblingsstuck schone gute passende wahl idee moglichkeit sie ihnen ihr ihre ihren herr frau dank wunsch einkaufe ganze ganzen gleiche gleichen selbe selben fall bitte freude stelle zeit minute"), besidesThat: words("sonst ansonsten weiter"), shelves: words("sortiment kollektion programm katalog angebot auswahl"), moments: words("moment"),
		imperatives: words("sagen sag geben druecken drucken bestatigen nennen"),
		atFor:       words("fur zu je"),
		numbering:   words("nummer bestellnummer auftragsnummer bestellung"),
	},
	nouns: table(map[string]noun{
		"bestellung bestellungen auftrag kauf einkauf":                                                                nOrder,
		"adresse lieferadresse anschrift strasse versandadresse rechnungsadresse":                                     nAddress,
		"lieferung versand expressversand expresslieferung versandart lieferart zustellung":                           nDelivery,
		"gutschein gutscheincode rabatt code rabattcode prozent nachlass aktion aktionscode gutscheins":               nCode,
		"erstattung ruckerstattung geld ruckzahlung gutschrift":                                                       nRefund,
		"email mail postfach posteingang":                                                                             nMail,
		"sms textnachricht handy nachricht":                                                                           nText,
		"bestatigung quittung rechnung link beleg zahlungslink auftragsbestatigung bestellbestatigung sendungsnummer": nPaper,
		"kollege kollegin kollegen mitarbeiter mitarbeiterin mensch menschen person berater beraterin team":           nPerson,
		"spater beiseite seite merkliste wunschliste":                                                                 nLater,
		"zahlung karte kreditkarte konto bankkonto":                                                                   nPay,
		"preis preise summe":  nPrice,
		"anderung anderungen": nChange,
		"raus heraus weg":     nAway,
		"zuruck wieder":       nBack,
	}, nil),
	labels: table(map[string]string{
		"bruder bruders": "brother", "schwester": "sister", "eltern": "parents", "mutter mama": "mother", "vater vaters papa": "father", "nachbar nachbarn nachbarin": "neighbor", "grossmutter oma": "grandmother", "freund freundin": "friend", "tante": "aunt", "onkel": "uncle", "sohn sohnes": "son", "tochter": "daughter",
		"buro arbeit firma arbeitsplatz": "office", "hause zuhause daheim heimadresse privatadresse": "home", "express expressversand expresslieferung": "express", "overnight ubernacht ubernachtversand nachtexpress": "overnight", "standard standardversand standardlieferung": "standard",
		"abholung": "pickup", "bestatigung quittung rechnung beleg bestellbestatigung auftragsbestatigung": "confirmation", "link zahlungslink": "link", "sendungsnummer": "tracking",
		"ausverkauft vergriffen vorratig": "stock", "abgelaufen": "expired", "kombinierbar kombinieren": "combine", "mindestbestellwert": "minimum", "ungultig": "invalid", "tage tagen stunden wochen": "days",
	}, nil),
	sizes: map[string]string{"king": "king", "queen": "queen", "twin": "twin", "klein": "s", "kleine": "s", "kleinen": "s", "kleines": "s", "mittlere": "m", "mittleren": "m", "grosses": "l", "grosser": "l", "mittel": "m", "medium": "m", "gross": "l", "kleiner": "s"},
	units: map[string]int{"null": 0, "eins": 1, "zwei": 2, "zwo": 2, "drei": 3, "vier": 4, "funf": 5, "fuenf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwolf": 12, "zwoelf": 12, "dreizehn": 13, "vierzehn": 14,
		"funfzehn": 15, "fuenfzehn": 15, "sechzehn": 16, "siebzehn": 17, "achtzehn": 18, "neunzehn": 19, "dutzend": 12},
	tens:   map[string]int{"zwanzig": 20, "dreissig": 30, "vierzig": 40, "funfzig": 50, "fuenfzig": 50, "sechzig": 60, "siebzig": 70, "achtzig": 80, "neunzig": 90},
	scales: map[string]int{"hundert": 100, "tausend": 1000},
	moods: moods{
		questions: words("haben hat hast habe ist sind war waren soll sollen darf kann konnen mochten wollen wurden wurde was welche welcher welches welchen wer wann wo warum wie wieviel noch"),
		others:    germanOthers,
		rule:      germanRule,
	},
}

// germanRule says that something is told of how things are made; "werden gemacht" is a modal already.
func germanRule(l *lexicon, ws []word, _ int) bool {
	by := slices.IndexFunc(ws, func(w word) bool { return w.key == "hand" })
	return by > 0 && ws[by-1].key == "von" && !slices.ContainsFunc(ws, func(w word) bool { return l.is(ours, w.key) })
}

// germanOthers says that the shopper or a third person is who has done it.
func germanOthers(l *lexicon, ws []word, at int) bool {
	end := at + 1
	for end < len(ws) && !ws[end].sep { // not "…, sehe ich"
		end++
	}
	us := slices.ContainsFunc(ws[:min(end, len(ws))], func(w word) bool { return l.is(ours, w.key) })
	for i, w := range ws {
		switch w.key {
		case "man":
			return false
		case "haben", "hatten":
			sie := func(k int) bool { return k >= 0 && k < len(ws) && ws[k].key == "sie" }
			if !us && (sie(i-1) || sie(i+1)) && !slices.ContainsFunc(ws, func(w word) bool { return w.key == "soeben" || w.key == "gerade" || w.key == "hiermit" }) {
				return true
			}
		case "hat", "hatte":
			if !us && !slices.ContainsFunc(ws[:i], func(w word) bool { return l.nouns[w.key] != 0 && l.nouns[w.key] != nPerson || isCode(w.raw) }) {
				return true
			}
		}
	}
	return !us && slices.ContainsFunc(ws[:at], func(w word) bool { return l.is(persons, w.key) && strings.ToLower(w.raw) != "" }) && slices.ContainsFunc(ws, func(w word) bool { return w.key == "haben" || w.key == "hat" })
}
