package claims

import "strings"

// Names of goods that the ear's own lexicons do not have: a model names whatever a shop sells, a shopper asks for less. Words are
// folded; "english: word word".
var (
	namesDE = names(`teapot: teekanne kanne|kettle: wasserkocher kessel|jug: krug karaffe|pitcher: kanne|bowl: schussel schale suppenschale schusselchen salatschussel|plate: teller|cup: tasse|glass: glas|tray: tablett|cutting board: schneidebrett|board: brett brettchen
		sheet: laken bettlaken spannbettlaken|bedding: bettwasche|duvet: bettdecke|blanket: decke wolldecke kuscheldecke|throw: uberwurf plaid wolldecke decke|pillow: kopfkissen kissen|cushion: kissen zierkissen|towel: handtuch badetuch|bath towel: badetuch duschtuch|robe: bademantel|mat: matte badematte fussmatte|doormat: fussmatte turmatte|curtain: vorhang gardine|tablecloth: tischdecke|napkin: serviette|apron: schurze|oven mitt: topflappen ofenhandschuh
		chair: stuhl gartenstuhl sessel|stool: hocker|bench: bank|table: tisch gartentisch|shelf: regal|drawer: schublade|basket: korb picknickkorb|picnic: picknick|lamp: lampe leuchte|lantern: laterne|mirror: spiegel|frame: rahmen bilderrahmen|clock: uhr wanduhr wecker|vase: vase|planter: blumentopf pflanztopf ubertopf|pot: topf|watering can: giesskanne|hose: schlauch|hammock: hangematte|tent: zelt|sleeping bag: schlafsack|bottle: flasche trinkflasche|flask: thermoskanne
		notebook: notizbuch heft|journal: tagebuch notizbuch|diary: kalender tagebuch|pen: stift kugelschreiber fuller|pencil: bleistift|calendar: kalender|poster: poster plakat|puzzle: puzzle|kite: drachen|doll: puppe|ball: ball|bear: bar teddybar teddy|blocks: bauklotze|game: spiel brettspiel
		earring: ohrring ohrstecker|necklace: kette halskette|bracelet: armband|ring: ring|brooch: brosche|watch: uhr armbanduhr|wallet: geldbeutel geldborse|purse: handtasche|belt: gurtel|glove: handschuh|mitten: faustling fausthandschuh|hat: hut|beanie: mutze|cap: kappe schirmmutze|headband: stirnband|scarf: schal tuch|shawl: stola schultertuch|tie: krawatte|bow tie: fliege|suspender: hosentrager
		dress: kleid|skirt: rock|trouser: hose|pant: hose|short: shorts|legging: leggings|sweater: pullover|hoodie: kapuzenpullover|vest: weste|waistcoat: weste|coat: mantel|jacket: jacke|blazer: blazer sakko|suit: anzug|pyjama: schlafanzug|nightgown: nachthemd|swimsuit: badeanzug|tights: strumpfhose|boot: stiefel|sandal: sandale|slipper: pantoffel hausschuh|sneaker: turnschuh|clog: clog
		soap: seife|shampoo: shampoo|lotion: lotion|cream: creme|balm: balsam|perfume: parfum|brush: burste|comb: kamm|toothbrush: zahnburste|razor: rasierer|candle: kerze duftkerze|diffuser: diffusor|incense: raucherstabchen
		knife: messer|fork: gabel|spoon: loffel|pan: pfanne|ladle: kelle schopfkelle|grater: reibe|corkscrew: korkenzieher|opener: offner|thermos: thermoskanne|mill: muhle|grinder: muhle|toaster: toaster|mixer: mixer|blender: mixer|scale: waage
		honey: honig|jam: marmelade konfiture|tea: tee|coffee: kaffee|oil: ol|vinegar: essig|salt: salz|pepper: pfeffer|pasta: nudeln|cracker: kracker|nut: nusse|almond: mandeln|headphone: kopfhorer|speaker: lautsprecher|charger: ladegerat|cable: kabel|keyboard: tastatur|mouse: maus|case: hulle|backpack: rucksack|suitcase: koffer|bag: tasche beutel|tote: tragetasche|umbrella: regenschirm schirm|rug: teppich laufer|bike: fahrrad|helmet: helm|racket: schlager|rope: seil|yoga mat: yogamatte|weight: hantel|shirt: hemd|blouse: bluse|sock: socke|jean: jeans|mug: becher|bib: latzchen|crib: kinderbett|stroller: kinderwagen|rattle: rassel|onesie: strampler
		rust: rost rostrot rostfarben|sage: salbei salbeigrun|mustard: senf senfgelb|terracotta: terrakotta|turquoise: turkis|coral: koralle korallenrot|lilac: flieder|plum: pflaume pflaumenblau|peach: pfirsich|mint: minze mint|olive: oliv olivgrun|charcoal: anthrazit|cream: creme|ivory: elfenbein|sand: sand|copper: kupfer|khaki: khaki|burgundy: weinrot bordeaux`)
	namesES = names(`teapot: tetera|kettle: hervidor tetera|jug: jarra|pitcher: jarra|bowl: cuenco tazon bol|plate: plato|cup: taza|glass: vaso|tray: bandeja|board: tabla|sheet: sabana sabanas|bedding: ropa|duvet: edredon|blanket: manta cobija|throw: manta plaid|pillow: almohada|cushion: cojin|towel: toalla|robe: bata albornoz|mat: estera esterilla alfombrilla|doormat: felpudo|curtain: cortina|tablecloth: mantel|napkin: servilleta|apron: delantal mandil|mitt: manopla
		chair: silla sillon|stool: taburete banqueta|bench: banco|table: mesa|shelf: estante estanteria|basket: cesta canasta|lamp: lampara|lantern: farol linterna|mirror: espejo|frame: marco|clock: reloj|vase: jarron florero|planter: maceta macetero|pot: olla|hammock: hamaca|tent: tienda|bottle: botella|flask: termo|thermos: termo|hose: manguera
		notebook: cuaderno libreta|journal: diario cuaderno|diary: agenda diario|pen: boligrafo pluma lapicero|pencil: lapiz lapices|calendar: calendario|poster: poster cartel lamina|puzzle: rompecabezas puzle|kite: cometa|doll: muneca|ball: pelota balon|bear: oso osito|block: bloque|game: juego
		earring: pendiente arete|necklace: collar|bracelet: pulsera brazalete|ring: anillo|brooch: broche|watch: reloj|wallet: cartera billetera|purse: bolso|belt: cinturon|glove: guante|mitten: manopla|hat: sombrero gorro|beanie: gorro|cap: gorra|headband: diadema|scarf: bufanda panuelo|shawl: chal|tie: corbata|bow tie: pajarita
		dress: vestido|skirt: falda|trouser: pantalon pantalones|pant: pantalon pantalones|short: pantaloncillo bermuda|legging: mallas|sweater: jersey sueter|hoodie: sudadera|vest: chaleco|waistcoat: chaleco|coat: abrigo|jacket: chaqueta cazadora|blazer: americana blazer|suit: traje|pyjama: pijama|nightgown: camison|swimsuit: banador|tights: medias|boot: bota botas|sandal: sandalia|slipper: zapatilla pantufla|sneaker: zapatilla|clog: zueco
		soap: jabon|shampoo: champu|lotion: locion|cream: crema|balm: balsamo|perfume: perfume|brush: cepillo brocha|comb: peine|razor: maquinilla|candle: vela|diffuser: difusor|incense: incienso
		knife: cuchillo|fork: tenedor|spoon: cuchara|pan: sarten|ladle: cucharon|grater: rallador|corkscrew: sacacorchos|opener: abridor abrelatas|mill: molinillo|grinder: molinillo|toaster: tostadora|blender: batidora licuadora|scale: bascula balanza
		honey: miel|jam: mermelada|tea: te|coffee: cafe|oil: aceite|vinegar: vinagre|salt: sal|pepper: pimienta|pasta: pasta|nut: nuez nueces|almond: almendra|headphone: auricular auriculares|speaker: altavoz|charger: cargador|cable: cable|keyboard: teclado|mouse: raton|case: funda|backpack: mochila|suitcase: maleta|bag: bolsa bolso|umbrella: paraguas|rug: alfombra|bike: bicicleta|helmet: casco|racket: raqueta|rope: cuerda|weight: pesa mancuerna|shirt: camisa|blouse: blusa|sock: calcetin|jean: vaquero|mug: taza|bib: babero|crib: cuna|stroller: cochecito|rattle: sonajero|raincoat: chubasquero impermeable|rain: agua lluvia
		rust: oxido teja|sage: salvia|mustard: mostaza|terracotta: terracota|turquoise: turquesa|coral: coral|lilac: lila|plum: ciruela|peach: melocoton durazno|mint: menta|olive: oliva|charcoal: antracita carbon|cream: crema|ivory: marfil|sand: arena|copper: cobre|khaki: caqui|burgundy: burdeos vino granate`)
)

// names reads "english: word word|english: word". A word may have several meanings.
func names(text string) map[string][]string {
	out := map[string][]string{}
	for entry := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '|' || r == '\n' }) {
		english, list, _ := strings.Cut(strings.TrimSpace(entry), ": ")
		for w := range strings.FieldsSeq(list) {
			out[w] = append(out[w], english)
		}
	}
	return out
}

// names gives the English names of a word in any of its forms.
func (l *lexicon) names(key string) []string {
	if found, ok := l.goods[key]; ok {
		return found
	}
	for _, end := range []string{"ern", "en", "es", "er", "n", "s", "e"} {
		stem, ok := strings.CutSuffix(key, end)
		if found, known := l.goods[stem]; ok && known && len(stem) > 2 {
			return found
		}
	}
	return nil
}
