package rules

// spanish, as spoken to shops on both sides of the Atlantic; folded, without accents. Courteous and familiar forms alike.
var spanish = tongue{
	tag:     "es",
	endings: []string{"es", "s"},
	numbers: spanishNumbers(),
	phrases: []phrase{
		{`hola|buenos dias|buenas tardes|buenas noches|buenas`, "hello"},
		{`por favor|porfa|porfavor|si es tan amable|si no le importa`, "please"},
		{`muchas gracias|mil gracias|gracias`, "thanks"},
		{`adios|hasta luego|hasta pronto|hasta la vista|hasta manana|chao`, "goodbye"},
		{`(?:eso|esto) es todo|nada mas`, "that is all"},
		{`eres (?:un |una )?(?:robot|maquina|humano|humana|persona|bot|ordenador)|(?:es usted|hablo con|estoy hablando con) (?:un |una )?(?:robot|maquina|humano|persona|bot|ordenador)`, "are you a robot"},
		{`(?:puede[s]?|podria[s]?) repetir(?:lo|melo)?|repit[ea](?:lo|melo)?|como dice[s]?|que (?:has|ha) dicho|no (?:te|le|lo) he (?:oido|entendido)|otra vez por favor`, "say that again"},
		{`que (?:puede[s]?|sabe[s]?) hacer|que puedo (?:decir|pedir|preguntar)(?:te|le)?|como funciona(?: esto)?|en que (?:me )?(?:puede[s]?|podria[s]?) ayudar(?:me)?`, "what can you do"},
		{`donde esta mi pedido|(?:cuando|cuando) llega mi pedido|estado de mi pedido`, "where is my order"},
		{`(?:perdon|perdona|perdone|digo|quiero decir|mejor dicho)`, "sorry"},
		{`(?:pide|pida|llama|llame|reserva|reserve)(?:me)? (?:a )?(?:un )?taxi`, "book me a taxi"},
		// What must not be done.
		{`ya no (?:quiero|necesito)|no (?:quiero|necesito)`, "i do not want"},
		{`no (?:anad[ae]s?|agregu?es?|agregue|pongas?|metas?|eches?|incluyas?)`, "do not add"},
		{`no (?:quit[ae]s?|elimin[ae]s?|borr[ae]s?|saques?|retir[ae]s?)`, "do not remove"},
		{`no (?:cambi[ae]s?|toques?)`, "do not change"},
		{`no gracias`, "no thanks"},
		// The whole cart.
		{`(?:quit|borr|elimin)(?:a|e|ar) todo (?:menos|excepto|salvo)`, "remove everything but"},
		{`(?:(?:puede[s]?|podria[s]?|quiero|quisiera) )?(?:vaci(?:a|e|ar)(?:me)?) (?:el |mi |la |todo el )?(?:carrito|carro|cesta)|(?:quit|borr|elimin)(?:a|e|ar)(?:lo)? todo|empezar de nuevo`, "empty my cart"},
		{`deshaz(?:lo| eso)?|deshacer(?:lo)?|deshaga(?:lo)?`, "undo that"},
		{`que (?:hay|tengo|llevo|he puesto|hay puesto)(?: en (?:el |mi |la )?(?:carrito|carro|cesta))?|(?:lee|leeme|ensename|muestrame|dime) (?:el |mi |la |lo que hay en (?:el |mi |la ))(?:carrito|carro|cesta)|ver (?:el |mi )carrito`, "what is in my cart"},
		{`cuanto (?:es|seria|suma|sale|cuesta|vale|llevo|debo|tengo que pagar)(?: todo| en total| todo junto)+|cual es el total|(?:dime |cual es )?el total`, "what is the total"},
		// Questions about goods.
		{`(?:que|cual es el) precio (?:tienen?|de)|cuanto (?:cuestan?|valen?|es|son|sale|salen)`, "how much is"},
		{`(?:en |de )?que colores (?:vienen?|hay|tienen?s?|esta|estan|existe|se vende)(?: disponibles?| para| en)?`, "what colors are there for"},
		{`(?:en |de )?que (?:tallas|numeros|tamanos) (?:vienen?|hay|tienen?s?|esta|estan)(?: disponibles?| para| en)?`, "what sizes are there for"},
		{`(?:me )?(?:puede[s]?|podria[s]?|quiero|quisiera|me gustaria) (?:ver|ensenar(?:me)?|mostrar(?:me)?)|ensen(?:a|e)(?:me)?|muestr(?:a|e)(?:me)?|busco|estoy buscando|dejame ver`, "show me"},
		{`(?:tienen|tiene|tienes|teneis|hay|venden|vendeis)`, "do you have"},
		// What is to be done. A wish before another verb carries nothing.
		{`(?:me )?(?:puede[s]?|podria[s]?|quiero|quisiera|querria|queria|necesito|me gustaria|puedo|vamos a|hay que|quiero que)(?: usted| me)? (anadir|agregar|poner|meter|incluir|comprar|pedir|llevar|tener|quitar|eliminar|borrar|sacar|retirar|cambiar|guardar|apartar|devolver|recuperar|duplicar)(?:me)?`, "$1"},
		{`(?:quit|elimin|borr|sac|retir|saqu)(?:ar?|e)(?:me)?(?:lo|la)`, "remove it"},
		{`(?:quit|elimin|borr|sac|retir|saqu)(?:ar?|e)(?:me)?(?:los|las)`, "remove them"},
		{`(?:anad|agreg|pon|met|ech)(?:ir|er|ar|e|a|ga)?(?:me)?(?:lo|la)`, "add it"},
		{`(?:anad|agreg|pon|met|ech)(?:ir|er|ar|e|a|ga)?(?:me)?(?:los|las)`, "add them"},
		{`(?:guarda|guarde|guardar|aparta|aparte|apartar|deja|deje|dejar)(?:me)?(?:lo|la|los|las)?`, "save"},
		{`para (?:luego|mas tarde|despues|otro dia|mas adelante|la proxima)`, "for later"},
		{`(?:vuelve|vuelva|volver) a (?:poner|meter|anadir)|(?:recuper|devuelv|tra)(?:a|e|ar|er|iga|eme)|devolver`, "bring back"},
		{`(?:quit|elimin|borr|retir|sac)(?:a|e|ar|ame|eme|arme) una?`, "remove one"},
		{`(?:quit|elimin|borr|retir)(?:a|e|ar|ame|eme|arme)|saca|saque|sacar|sacame|saqueme`, "remove"},
		{`(?:cambi|sustitu|reemplaz|modific)(?:a|e|ar|ir|ye|ya|ame|eme)(?: la cantidad de)?`, "change"},
		{`(?:la|el|las|los) (\w+) (?:mejor|prefiero|mejor la quiero|mejor lo quiero) en`, "change the $1 to"},
		{`(?:solo|solamente) una? (\w+)`, "change the $1 to one"},
		{`(?:que sean|haz que sean|pon que sean|dejalo en|dejalos en|mejor que sean|que sea)`, "make it"},
		{`duplic(?:a|ar|que)|el doble de`, "double"},
		{`(?:en lugar|en vez) de`, "instead of"},
		{`(?:anad|agreg)(?:e|a|ir|ar|eme|ame|irme|arme|ue|ueme)|agregue(?:me)?|pon(?:er|ga|gas|es|me|game|erme)?|met(?:e|a|er|eme|ame)|ech(?:a|e|ar|ame|eme)|dame|deme|inclu(?:ye|ya|ir)|sum(?:a|e|ar|ale)`, "add"},
		{`me gustaria(?: tener| comprar)?|quiero|quisiera|querria|queria|necesito|me llevo|me quedo con|voy a (?:llevar|querer)|tomo|tomare|compro|comprar|pedir|llevar(?:me)?`, "i would like"},
		// Pointing and counting.
		{`(?:la|el|los|las|lo) (?:mas barat[oa]s?|mas economic[oa]s?)`, "the cheapest one"},
		{`mas barat[oa]s?`, "cheaper"},
		{`(?:las|los) dos|amb[oa]s`, "both"},
		{`(?:la|el|lo) ultim[oa]|(?:la|el) final`, "the last one"},
		{`(?:la|el|lo) primer[oa]?`, "the first one"},
		{`(?:la|el|lo) segund[oa]`, "the second one"},
		{`(?:la|el|lo) tercer[oa]?`, "the third one"},
		{`(?:la|el|lo) cuart[oa]`, "the fourth one"},
		{`un[oa]? mas`, "one more"},
		{`(?:un |una )?otr[oa]s?`, "another"},
		{`(dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez) (\w+(?: \w+)?) mas`, "$1 more $2"},
		{`(dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez) mas`, "$1 more"},
		{`un par de|un par`, "a pair of"},
		{`media docena(?: de)?`, "half a dozen"},
		{`una docena(?: de)?`, "a dozen"},
		{`(?:del |el )?numero (cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|\d+)`, "size $1"},
		{`talla eme|la eme`, "size m"}, {`talla ele|la ele`, "size l"}, {`talla ese`, "size s"},
		{`en (?:el |mi |la )?(?:carrito|carro|cesta)|al carrito|a la cesta|a mi carrito`, "in my cart"},
		{`y medi[oa]`, "and a half"},
		{`(veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa) y (un|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)`, "$1-$2"},
		// Goods of more than one word.
		{`zapatillas (?:de|para) (?:correr|running)`, "running shoes"}, {`zapatillas (?:de|para) (?:trail|montana)`, "trail running shoes"},
		{`zapatillas de (?:lona|tela)`, "canvas sneakers"}, {`zapatillas de (?:fieltro|casa)|pantuflas`, "felt slippers"},
		{`chaqueta de (?:lluvia|agua)|chubasquero|impermeable`, "rain jacket"}, {`chaqueta de (?:punto|lana)|rebeca`, "wool cardigan"},
		{`bolsa de fin de semana|bolso de fin de semana`, "weekend bag"}, {`(?:bolsa|bolso) de (?:tela|lona)`, "canvas tote bag"},
		{`(?:sombrero|gorro) de pescador`, "bucket hat"}, {`cuello redondo`, "crew-neck"}, {`cuello de pico`, "v-neck"},
		{`aguas? con gas`, "sparkling water"}, {`aguas? sin gas|aguas? minerale?s?`, "still water"}, {`(?:zumo|jugo) de naranja`, "orange juice"},
		{`(?:tabletas?|barras?) de chocolate negro|chocolates? negros?`, "dark chocolate bar"}, {`(?:tabletas?|barras?) de chocolate con leche|chocolates? con leche`, "milk chocolate bar"},
		{`(?:patatas|papas) fritas`, "crisps"}, {`sal marina`, "sea salt"}, {`panos? de cocina`, "tea towel"}, {`azul marino`, "navy"}, {`verde azulado`, "teal"},
		{`limonadas? turbias?`, "cloudy lemonade"}, {`limonadas? rosada?s?|limonadas? rosa`, "rose lemonade"}, {`taza de viaje`, "travel mug"},
		{`calcetines de senderismo`, "hiking socks"}, {`calcetines de algodon`, "cotton socks"},
	},
	words: map[string]string{
		"el": "the", "la": "the", "los": "the", "las": "the", "un": "a", "una": "a", "unos": "some", "unas": "some", "del": "of the", "de": "of", "al": "to the", "a": "to",
		"y": "and", "e": "and", "o": "or", "en": "in", "con": "with", "sin": "without", "para": "for", "por": "for", "mi": "my", "mis": "my", "su": "your", "me": "", "lo": "it",
		"esto": "this", "eso": "that", "este": "this", "esta": "this", "ese": "that", "esa": "that", "si": "yes", "claro": "sure", "vale": "okay", "bueno": "okay", "exacto": "exactly",
		"no": "no", "nada": "anything", "todo": "everything", "todos": "all", "mas": "more", "menos": "less", "pero": "but", "tambien": "too", "espera": "wait", "espere": "wait",
		"carrito": "cart", "cesta": "cart", "carro": "cart", "talla": "size", "tamano": "size", "color": "color", "colores": "colors", "que": "what", "cual": "which", "cuales": "which",
		"quien": "who", "donde": "where", "cuando": "when", "como": "how", "solo": "only", "ahora": "now", "mejor": "rather", "quizas": "maybe", "ayuda": "help",
		"grande": "large", "mediana": "medium", "mediano": "medium", "pequena": "small", "pequeno": "small", "primero": "first", "primera": "first", "segundo": "second", "segunda": "second",
		"tercero": "third", "tercera": "third", "ultimo": "last", "ultima": "last", "aqui": "here", "alli": "there", "tengo": "i have", "es": "is", "son": "are",
		"negro": "black", "negra": "black", "negros": "black", "negras": "black", "blanco": "white", "blanca": "white", "blancos": "white", "blancas": "white", "azul": "blue", "azules": "blue",
		"verde": "green", "verdes": "green", "rojo": "red", "roja": "red", "rojos": "red", "rojas": "red", "amarillo": "yellow", "amarilla": "yellow", "gris": "grey", "grises": "grey",
		"marron": "brown", "marrones": "brown", "beige": "beige", "marfil": "ivory", "crema": "cream", "mostaza": "mustard", "esmeralda": "emerald", "caqui": "khaki", "natural": "natural",
		"salvia": "sage", "rosa": "pink", "morado": "purple", "morada": "purple", "naranja": "orange", "acero": "steel", "carbon": "charcoal",
	},
	goods: map[string]string{
		"blusa": "blouse", "seda": "silk", "lino": "linen", "bufanda": "scarf", "panuelo": "scarf", "lana": "wool", "camisa": "shirt", "franela": "flannel", "camiseta": "t-shirt",
		"vaqueros": "jeans", "tejanos": "jeans", "ajustados": "slim", "rectos": "straight", "chaqueta": "jacket", "cardigan": "cardigan", "calcetines": "socks", "calcetin": "sock", "algodon": "cotton",
		"mocasines": "loafers", "mocasin": "loafers", "cuero": "leather", "piel": "leather", "botines": "ankle boots", "botas": "boots", "zapatillas": "sneakers", "zapatos": "shoes",
		"cinturon": "belt", "bolsa": "bag", "bolso": "bag", "sombrero": "hat", "gorro": "hat", "gorra": "cap", "paraguas": "umbrella", "taza": "mug", "vela": "candle", "higo": "fig", "cedro": "cedar",
		"platos": "dishes", "cuencos": "dishes", "cojin": "cushion", "cojines": "cushions", "terciopelo": "velvet", "manta": "throw", "agua": "water", "cafe": "coffee", "limonada": "lemonade",
		"chocolate": "chocolate", "tableta": "bar", "barra": "bar", "falda": "skirt", "plisada": "pleated", "vestido": "dress", "pantalones": "trousers", "pantalon": "trousers", "abrigo": "coat",
		"toalla": "towel", "albornoz": "bathrobe", "sabanas": "sheets", "almohada": "pillow", "lampara": "lamp", "pendientes": "earrings", "collar": "necklace", "jersey": "sweater", "guantes": "gloves",
		"reloj": "watch", "unicornio": "unicorn", "botella": "bottle", "par": "pair", "paquete": "pack", "juego": "set", "lona": "canvas", "fieltro": "felt", "turbia": "cloudy", "viaje": "travel",
	},
	say: spanishSay,
}

// spanishNumbers are number words up to ninety-nine, as digits.
func spanishNumbers() map[string]string {
	m := map[string]string{"uno": "1", "veintiun": "21", "veintiuna": "21", "cien": "100", "ciento": "100", "mil": "1000"}
	for i, w := range []string{"", "", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "trece", "catorce", "quince", "dieciseis", "diecisiete",
		"dieciocho", "diecinueve", "veinte", "veintiuno", "veintidos", "veintitres", "veinticuatro", "veinticinco", "veintiseis", "veintisiete", "veintiocho", "veintinueve"} {
		if w != "" {
			m[w] = smallNumbers[i]
		}
	}
	for i, w := range []string{"treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"} {
		m[w] = smallTens[i+1]
	}
	return m
}

// The grammar's number words.
var (
	smallNumbers = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
		"eighteen", "nineteen", "twenty", "twenty one", "twenty two", "twenty three", "twenty four", "twenty five", "twenty six", "twenty seven", "twenty eight", "twenty nine"}
	smallTens = []string{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
)

var spanishSay = map[string]string{
	"hello": "¡Hola! ¿Qué puedo buscarle?", "well": "Muy bien, gracias. ¿Qué puedo buscarle?", "welcome": "De nada.", "bye": "Adiós. Su carrito le espera cuando vuelva.",
	"wait": "Tómese su tiempo.", "here": "Sí, aquí estoy.", "bot": "Soy el asistente de inteligencia artificial de esta tienda. Puedo buscarle cosas y llevar su carrito.",
	"unknown": "Lo siento, no tenemos {1}.", "unknown.alt": "Perdone, no tenemos {1}. Lo más parecido que tenemos: {2}.",
	"no.option": "Lo siento, {1} no viene en {2}. Hay: {3}.", "no.such": "Perdone, no tenemos {1} en esa combinación.",
	"what.kind": "¿Qué tipo de cosa busca?", "none.such": "Lo siento, no tenemos nada así.", "none.but": "Perdone, no tenemos nada así. Sin ese límite tenemos: {1}.",
	"no.cheaper": "Lo siento, no tenemos nada más barato que {1}, a {2}.", "no.dearer": "Perdone, no tenemos nada más caro que {1}, a {2}.", "no.others": "Eso era todo lo que tenemos de eso.",
	"only": "Solo tenemos {1}. ¿Lo quiere?", "not.in.cart": "Lo siento, no veo {1} en su carrito.", "no.line": "Perdone, en su carrito solo hay {1} {2|cosa|cosas}.",
	"no.focus": "Lo siento, solo le he hablado de {1} {1|cosa|cosas}.", "not.saved": "Perdone, no hay nada guardado para más tarde.", "not.among": "Perdone, no veo {1} entre lo guardado.",
	"quantity": "Lo siento, la cantidad tiene que ser un número entero a partir de uno; no he cambiado nada.", "empty": "Perdone, su carrito está vacío.",
	"what.add": "¿Qué quiere que añada?", "what.line": "¿A qué cosa de su carrito se refiere?", "what.change": "¿Por qué lo cambio?", "what.thing": "¿A qué producto se refiere?",
	"which.size": "¿Qué talla prefiere?", "edge.size": "Lo siento, no hay otra talla en esa dirección.", "same": "Ya está así.",
	"cheapest": "{1} {1|es|son} lo más barato, a {2}.", "dearest": "{1} {1|es|son} lo más caro, a {2}.", "costs": "{1} {1|cuesta|cuestan} {2}.", "costs.from": "{1} {1|cuesta|cuestan} entre {2} y {3}.",
	"colors": "{1} {1|viene|vienen} en {2}.", "no.colors": "{1} {1|viene|vienen} en una sola versión.", "in.stock": "Sí, {1} {1|está|están} disponible, a {2}.", "in.options": "Sí, tenemos {1} en {2}.",
	"in.both": "Sí, tenemos {1} en {2}, en las tallas {3}.", "few": "Sí, {1|queda|quedan} {1} de {2}.", "sold.out": "Lo siento, {1} {1|está agotado|están agotados}.", "about": "{1}: {2}",
	"no.text": "Lo siento, no tengo más detalles sobre {1}.", "difference": "{1}: {2}, {3}", "instead": "¿Quiere {1} en su lugar?", "how.many": "¿Cuántas unidades de {1} quiere?",
	"do.you.mean": "¿Se refiere a {1}?", "and.later": "Después, dígame otra vez lo de {1}.", "cannot": "Lo siento, con eso no puedo ayudarle. Puedo buscarle cosas de esta tienda y llevar su carrito.",
	"no.orders": "Lo siento, no puedo ver pedidos anteriores. Solo veo lo que hay ahora en su carrito.", "no.orders.person": "Perdone, no puedo ver pedidos anteriores. ¿Le paso con una persona?",
	"speed": "Lo siento, no puedo cambiar lo rápido que hablo. Puedo repetirlo.", "order": "Perdone, aquí todavía no puedo tomar el pedido; su carrito queda como está.", "which.kind": "Tenemos {1}.",
}
