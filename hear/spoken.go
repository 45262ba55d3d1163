package hear

import (
	"slices"
	"strings"
	"sync"
)

// SpokenOver says in which language something was said, as a locale: the given one where the words do not tell, or tell the same
// language. The turns before, newest first, tell it where the words alone do not: a "dos" among Spanish turns is Spanish. Where
// neither tells, words of which only one language knows any do: one word alone among English ones may be a loan, or a name.
func SpokenOver(text, given string, before ...string) string {
	for _, said := range append([]string{text}, before...) {
		if tag, sure := detect(said, baseOf(given)); sure {
			if tag == baseOf(given) {
				return given
			}
			return tag
		}
	}
	if tag := onlyIn(text); tag != "" && tag != baseOf(given) {
		return tag
	}
	return given
}

// onlyIn gives the language that knows words of a text of which neither English nor another language knows any; "" = there is none.
// What people say in greeting and thanks tells nothing.
func onlyIn(text string) string {
	worth := map[string]int{}
	for _, w := range Tokens(text) {
		if shared[w.Text] || len(w.Text) < 3 {
			continue
		}
		if evidence["en"][w.Text] || englishGoods()[english.Stem(w.Text)] || english.Trusted(w.Text) || OftenSaid(w.Text) {
			return ""
		}
		for t, words := range evidence {
			if words[w.Text] && notSpoken[t] != "" {
				worth[t]++
			}
		}
		for _, l := range tongues {
			if !l.courteous(w.Text) && (evidence[l.Tag][w.Text] || l.names(w.Text) || l.holds(w.Text) || l.counts(w.Text)) {
				worth[l.Tag]++
			}
		}
	}
	tag, best := "", 0
	for t, n := range worth {
		switch {
		case n > best:
			tag, best = t, n
		case n == best:
			tag = ""
		}
	}
	if notSpoken[tag] != "" {
		return ""
	}
	return tag
}

// courteous says that English speakers say a word of the language, too: greetings and thanks.
func (l *Tongue) courteous(w string) bool { return w == "por" || courtesies[l.small[w]] }

var courtesies = set("hello", "goodbye", "thank you", "please", "yes", "no", "okay", "uh", "sorry")

// counts says that a word is a number of the language, written in letters.
func (l *Tongue) counts(w string) bool {
	if len(w) < 4 || isNumber(w) {
		return false
	}
	_, whole := l.oneWord(w)
	_, half := l.halved(w)
	return whole || half > 0
}

// What a word is worth that only some languages have, and how much a text must be worth: more than one word is.
const (
	worthCommon  = 2 // of the commonest words of a language
	worthKnown   = 1 // of its words for goods
	worthTelling = 3
	worthRefusal = 6 // before a turn is refused for its language
)

// detect weighs the words of a text. The given language needs no proof: another one must tell more.
func detect(text, given string) (tag string, sure bool) {
	worth, common := map[string]int{}, map[string]int{}
	seen := map[string]bool{}
	for _, w := range Tokens(text) {
		if seen[w.Text] || shared[w.Text] {
			continue
		}
		seen[w.Text] = true
		for t, words := range evidence {
			if words[w.Text] {
				worth[t] += worthCommon
				common[t]++
			}
		}
		for _, l := range tongues {
			switch {
			case evidence[l.Tag][w.Text] && l.courteous(w.Text):
				common[l.Tag]--
			case !evidence[l.Tag][w.Text] && l.counts(w.Text):
				worth[l.Tag] += worthCommon
				common[l.Tag]++
			}
		}
		if evidence["en"][w.Text] {
			continue
		}
		if englishGoods()[english.Stem(w.Text)] || english.Trusted(w.Text) {
			worth["en"] += worthKnown
			continue
		}
		for _, l := range tongues {
			if !evidence[l.Tag][w.Text] && !l.counts(w.Text) && (l.names(w.Text) || l.holds(w.Text)) {
				worth[l.Tag] += worthKnown
			}
		}
	}
	for r, t := range signs {
		if strings.ContainsRune(text, r) {
			worth[t] += worthKnown
		}
	}
	telling := worthTelling
	for _, l := range tongues { // English names of goods alone may stand among the words of another language
		if common["en"] == 0 && common[l.Tag] > 0 && worth["en"] > 0 {
			worth["en"], telling = 0, worthCommon
		}
	}
	best, spoken := 0, []string{given, "en", "de", "es"}
	for t, n := range worth {
		best = max(best, n)
		if !slices.Contains(spoken, t) {
			spoken = append(spoken, t)
		}
	}
	for _, t := range spoken { // of two that are as likely, the given one, then one that is spoken
		if worth[t] == best && tag == "" {
			tag = t
		}
	}
	if tag != given && worth[given] > 0 && worth[given] >= best-1 {
		return given, worth[given] >= worthTelling
	}
	if notSpoken[tag] != "" {
		return tag, best >= worthRefusal
	}
	return tag, best >= telling
}

// englishGoods are the words that the other languages are put into.
var englishGoods = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, l := range tongues {
		for _, from := range []map[string]string{l.nouns, l.kinds} {
			for _, names := range from {
				for w := range strings.FieldsSeq(names) {
					out[english.Stem(Fold(w))] = true
				}
			}
		}
	}
	return out
})

// Goods says of an English word in the singular whether it names goods, and whether it tells some apart: "scarf", "wool".
func Goods(w string) (name, kind bool) {
	g := goodsWords()[w]
	return g&isName != 0, g&isKind != 0
}

const (
	isName = 1 << iota
	isKind
)

var goodsWords = sync.OnceValue(func() map[string]int {
	out := map[string]int{}
	for _, l := range tongues {
		for _, names := range l.nouns {
			words := strings.Fields(names)
			for i, w := range words {
				if out[english.Stem(Fold(w))] |= isKind; i == len(words)-1 {
					out[english.Stem(Fold(w))] |= isName
				}
			}
		}
		for _, names := range l.kinds {
			for w := range strings.FieldsSeq(names) {
				out[english.Stem(Fold(w))] |= isKind
			}
		}
	}
	return out
})

// holds says that a word is one of the language's own besides goods. Short words are shared by too many languages.
func (l *Tongue) holds(w string) bool {
	english, ok := l.small[w]
	return ok && len(w) > 3 && english != w
}

// names says that a word is one of the language's own for goods, written otherwise than in English.
func (l *Tongue) names(w string) bool {
	english, ok := l.good(w)
	if !ok {
		english, ok = l.compound(w)
	}
	return ok && english != w && many(w) != english
}

// signs are marks and letters that English does not write.
var signs = map[rune]string{'¿': "es", '¡': "es", 'ñ': "es", 'á': "es", 'í': "es", 'ó': "es", 'ß': "de", 'ä': "de", 'ö': "de", 'ü': "de"}

func heardWords(text string) map[string]bool { return set(strings.Fields(text)...) }

// shared are words that English has as well, with another meaning; they tell nothing.
var shared = heardWords(`in so an was will hat die also am man no me a son once ten on or as not to of red pan real sin has he van sale war gut fast kind
	bald all art rot see tag wolf link rock oder per come sole more dove le la el un de so du es et ou par sur pour mais on met dat is en te over we best leg favor cafe bin im total mal o sea medium`)

// evidence is what tells a language: its common words, without those of another one.
var evidence = map[string]map[string]bool{
	"en": heardWords(`the and i you my it is are do does have would like want need please add remove take put get give me show what how much many one two three four five
		cart basket with for from that this those these them can could make change no yes thanks thank some any just only instead of to all your there if when where which size
		color colour black white blue green small medium large actually back keep later out off into at by we they he she not don't i'd i'll it's that's what's let's hi hello okay
		another more last first second third order buy find tell about say said again who will be been has had did but then than so up down us our`),
	"de": heardWords(`ich bitte der das dem den des ein eine einen einer einem eines und oder nicht kein keine keinen ist sind habe haben hatte mochte mochten wurde wurden will nehme nimm nehmen brauche
		mir mich uns sie vielen dank horen verdopple tausche ersetze behalte reicht warte hilfe wir mein meine meinen meinem meiner ihr ihre auf aus mit von fur im zum zur bei noch doch auch schon nur mal gern gerne danke ja nein guten hallo tschuss
		warenkorb korb wie viel was welche welchen welcher wieviel gibt kostet kosten zeigen zeig legen lege leg raus rein weg wieder statt lieber zwei drei vier funf sechs sieben acht neun zehn
		habt verkauft verkaufen grosse grosser kleiner schwarz weiss blau grun gelb grau braun tasse tassen bluse schal socken kerze schuhe tasche kann konnen konnten soll entferne losche andere mach machen
		erste ersten zweite zweiten dritte letzte davon dazu daraus heraus zuruck spater alles nichts etwas sonst wo wann warum guten tag morgen abend wollte hatten stuck paar dutzend halbes meinte entschuldigung
		eins dir dich ihm ihn ihnen euch hier aber wenn weil dass als wie dann denn bin bist seid waren hast habt hab hatt wird wirst werden seine sollen sollte sollten darf durfte muss mussen magst mag gib gebt komm kommt kommen
		tu tun eben gerade jetzt immer weniger mehr viele anderen anderes beide beiden insgesamt zusammen ganz sehr vielleicht geht nehm hol holen stell streich streiche tauschen ersetzen gegen ohne durch zwischen uber unter nach vor
		davon dafur damit drin drauf erst erstmal heute jetzt diese diesen dieser dieses jede jeden welches wurd tat mocht dachte sagen sag sagt nix ned net ned ois liste hast habts passt genau stimmt richtig kaufen bestellen bestellt
		verdreifachen verdoppeln halbieren erhoh erhohe reduziere behalt behalten lass lassen bund zwo summe bittschon bittschee grad heut nehmt tats hatts`),
	"es": heardWords(`yo el los las prefiero pon deshaz duplica triplica borre tercer primer articulo cada saca busco borrame quitame quiteme ensename enseneme muestreme anademe agregame agregueme cambiame cambieme saqueme sacame primeros total ponme pongame guardame apartame elimina eliminame vacie mejor una uno unos unas del al y o que por favor para con sin mi mis tu su sus se lo le les quiero quisiera necesito dame deme ponme ponga pon anade anada agrega agregue anadir
		quita quite saca saque elimina borra cambia cambie muestra muestrame ensename ensene tienen tiene hay cuanto cuesta cuestan gracias hola si esta este ese esa eso esos esas estos estas
		mas menos tambien otro otra otros otras dos tres cuatro cinco seis siete ocho nueve diez doce carrito talla color negro negra blanco blanca azul verde rojo roja gris marron
		primero primera segunda segundo tercera tercero ultimo ultima mejor perdon lugar vez todo todos todas nada algo ya ahora luego tarde buenos buenas dias tardes noches me gustaria puede podria docena par
		son ser fue cual cuales donde cuando como pero blusa bufanda calcetines vela bolso zapatos zapatillas taza guarda guarde vacia de la llevo quedo
		haz haga sean era eran fuera fueran seria serian estaria estarian estan estaba tengo tenemos tienes teneis ponle ponlo ponla ponlos ponlas quitale quitalo quitala quitalos quitalas cambialo cambiala cambialos cambialas
		vaciame vaciar borra borrar sacar dejalo dejala dejalos dejame echame echa ponga trae traeme manda mandame busca busque vuelve olvida olvidate devuelve devuelveme llevame cogeme entonces aun tampoco nunca siempre nosotros ustedes usted
		hasta desde entre sobre sino aunque porque pues asi ahi alli aqui aca ella ellos ellas nos os cuantos cuantas vendria parece creo digo dije quede tendria mucho mucha muchos muchas poco pocos ningun ninguna alguno algun
		apetece deseo echale equivocado anulame pideme quitamela quitamelo quitamelas quitamelos ponmelo ponmela ponmelos ponmelas ni hablar vendrian adelante doble mitad igual mismo misma tenga tengan viene vienen quedan queda sirve falta faltan vamos voy somos estoy quitando grande pequeno pequena`),
	"fr": heardWords(`je tu il elle nous vous ils une des les du au aux et est sont avec pour dans sur mon ma mes votre vos ce cette ces que qui quoi voudrais veux veut ajoutez ajoute mettez mets s'il te plait merci
		bonjour bonsoir oui non deux trois quatre cinq six sept huit neuf dix panier enlevez retirez combien coute noir noire blanc bleu rouge vert taille aussi encore moi suis avez l'article j'ai j'aimerais qu'est c'est d'accord foulard bougie chaussures chaussettes sac tasse`),
	"it": heardWords(`io il lo gli una uno dei delle della del nel nella al alla con per mi ti ci vorrei voglio bisogno aggiungi aggiunga metti metta togli tolga favore grazie ciao buongiorno si sono e che cosa
		quanto costa due tre quattro cinque sei sette otto nove dieci carrello nero nera bianco rosso blu verde taglia anche ancora questo questa quello quella avete posso sciarpa candela scarpe calzini borsa tazza piacere puo`),
	"pt": heardWords(`eu o os as uma um uns umas do da no na nos nas ao com mim meu minha voce voces quero queria gostaria preciso adicione adicionar coloque tire remova favor obrigado obrigada ola bom dia
		sim nao quanto custa dois duas tres quatro cinco seis sete oito nove dez carrinho preto preta branco vermelho azul verde tamanho tambem mais esse essa isso este esta voces tem cachecol vela sapatos meias bolsa caneca`),
	"nl": heardWords(`ik jij je u hij zij wij het een van voor met naar bij uit op aan niet geen graag wil zou willen mag kunt kan alstublieft alsjeblieft dank bedankt hallo goedemorgen goedendag ja nee
		twee drie vier vijf zes zeven acht negen tien winkelwagen mandje voeg toe verwijder haal hoeveel kost zwart zwarte wit witte rood blauw groen maat ook nog mijn deze dit sjaal kaars schoenen sokken tas mok heb hebben`),
	"pl": heardWords(`ja ty ja poprosze prosze chcialbym chcialabym chce potrzebuje dodaj dodac do koszyka usun z na w i jest sa ile kosztuje dziekuje dzien dobry tak nie dwa dwie trzy cztery piec szesc siedem osiem dziewiec dziesiec
		czarny czarna bialy czerwony czerwona niebieski rozmiar tez jeszcze moj moja ten ta to szalik swieca buty skarpetki torba kubek jedna jeden koszyk co mam moge`),
	"tr": heardWords(`ben bir iki uc dort bes alti yedi sekiz dokuz on lutfen istiyorum isterim ekle ekleyin sepete sepet sepetime sepetimi cikar kaldir kac ne kadar para tesekkur tesekkurler merhaba evet hayir siyah beyaz kirmizi mavi yesil
		beden var mi yok ve ile icin bu su o tane daha atki mum ayakkabi corap canta bardak alabilir miyim misiniz almak bana`),
}

// Names says that a folded word is one of the language's own for goods, or for what tells goods apart.
func (l *Tongue) Names(w string) bool { return l.names(w) || l.Kind(w) }
