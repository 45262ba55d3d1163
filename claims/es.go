package claims

import (
	"slices"
	"strings"
)

// spanish, of both sides of the Atlantic; words are folded, where accents do not tell.
var spanish = &lexicon{
	tag:    "es",
	tongue: tongue("es"),
	goods:  namesES,
	links:  strings.NewReplacer("de un día para otro", "nocturno            "), // of one length: places in the reply stay
	verbs:  map[string]class{},
	states: byFirst(slices.Concat(spanishSayings, []state{
		{done, "listo|lista|hecho ."}, {done, "ya esta ."}, {done, "ya quedo ."}, {done, "todo listo"}, {done, "queda resuelto|solucionado|listo"},
		{same, "nada ha cambiado"}, {same, "no ha cambiado|cambiado nada"}, {same, "no se ha cambiado nada"}, {same, "no he cambiado nada"}, {same, "sin cambios"}, {same, "todo sigue igual"}, {same, "nada se ha"}, {same, "no|nada cambio ."}, {same, "he dejado todo"}, {same, "sigue|queda igual"},
		{back, "de nuevo|vuelta|vuelto en|al|a su|el? carrito|cesta"}, {back, "otra vez en su|el carrito|cesta"}, {back, "vuelve|vuelven a estar en"},
		{out, "ya no esta|estan|tiene|hay"}, {out, "esta|estan|queda|quedan fuera"}, {out, "fuera de su|del carrito|cesta"}, {out, "ha|han salido"}, {out, "fuera del carrito"},
		{have, "tiene|lleva|hay * en su|el|la carrito|cesta"},
		{in, "en su|el|la|tu carrito|cesta|carro|bolsa"}, {in, "al carrito|carro"}, {in, "a la|su cesta|carrito"}, {in, "ya esta|estan dentro|incluido|incluida"}, {in, "esta|estan dentro"}, {in, "ya tiene"}, {in, "ya lleva"}, {in, "ya es suya|suyo"},
		{empty, "carrito|cesta ya? esta|queda|quedo ahora|ya? vacio|vacia"}, {empty, "carrito|cesta vacio|vacia"},
		{aside, "para mas tarde|adelante"}, {aside, "para despues|luego"}, {aside, "en su lista"},
		{went, "pedido|compra ya? esta|queda|quedo|ha sido? hecho|hecha|realizado|tramitado|confirmado|confirmada|completo|listo|lista"}, {went, "se ha|han realizado|tramitado|completado|confirmado|hecho"},
		{onway, "en camino|marcha"}, {onway, "ha|han llegado"}, {onway, "ya le llego"}, {order, "esta|queda|quedo pedido|pedida ."}, {order, "ya? esta|estan pedido|pedida|pedidos|pedidas"}, {order, "he pedido"}, {order, "se ha hecho"}, {hand, "se ha hecho cargo"}, {out, "he dejado * fuera"}, {aside, "dejado|dejada aparte|apartado|apartada"}, {order, "acaba de pedir|comprar"}, {onway, "va de camino"}, {onway, "esta de camino"}, {onway, "va en camino"}, {onway, "en su bandeja|correo"}, {onway, "ha salido"},
		{active, "le|se ahorra|descuenta|descuentan|rebaja|quita"}, {active, "usted? ahorra"}, {active, "esta|queda activo|aplicado"}, {active, "ha ahorrado"}, {active, "quita|descuenta|rebaja"},
		{nowis, "ahora son|tiene|lleva|hay"}, {nowis, "ahora * en vez|lugar"}, {nowis, "ha|han|ya? pasado|pasaron|paso|pasan de|del * a|al"}, {nowis, "queda|quedan * en|de la|el? talla|numero"}, {hand, "hable|hablado con * companera|companero|colega|equipo"}, {done, "todo? salio|salido todo? bien"}, {nowis, "ya son"}, {addressed, "ira|iran|va|llegara ahora? a su"},
		{hand, "he pasado con"}, {hand, "he puesto en contacto"}, {hand, "pasado con un|una|mi"}, {hand, "esta en la? linea"},
	})),
	lists: map[list]map[string]bool{
		laters:     words("para_otro|otra_dia|momento|ocasion|vez|rato|compra para_la_proxima"),
		negations:  words("no nada nunca ningun ninguna ninguno tampoco sin jamas ni"),
		conditions: words("si cuando en_cuanto hasta antes despues mientras cuanto tan_pronto una_vez vez"),
		modals:     words("ahorraria sera seran seria serian podra podria puedo puede podemos pueden voy va vamos debe debo puedan sea sean quedara quedaran habra habria estara estaran"),
		wishes:     words("quiere quiera quieres quisiera desea gustaria necesita espero intento prefiere iba"),
		times:      words("ayer anteayer hace_*_dia|dias|semana|semanas|mes|meses|ano|anos ano|mes|lunes|martes|miercoles|jueves|viernes|sabado|domingo|verano|invierno|otono_pasado semana|vez|primavera|navidad_pasada la_ultima_vez en_enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre anteriormente antiguamente otra_ocasion"),
		persons:    words("hijo hija hijos hermano hermana madre padre vecino vecina novio novia abuela abuelo usted ustedes cliente clientes fabricante proveedor almacen banco marido mujer esposo esposa amiga amigo companero companera equipo disenador alguien gente tejedor artesano artesana marca fabrica transportista"),
		ours:       words("yo nosotros he hemos"),
		olds:       words("vez lugar de del"),
		totals:     words("va_usted_por total suma son quedan queda_en sale asciende todo junto importe conjunto subtotal"),
		discounts:  words("descuento descuenta descuentan ahorra ahorro menos rebaja rebajado descontado ahorrado quita"),
		frees:      words("no_le?_cuesta|costara|cobramos_nada gratis gratuito gratuita sin_coste|costo|cargo|gastos"),
		moneys:     words("dolar dolares euro euros peso pesos usd"),
		cents:      words("centavo centavos centimo centimos cent cents"),
		percents:   words("ciento % porciento"),
		ands:       words("y e pero asi que"),
		sizing:     words("talla tallas numero talle cintura"),
		cartings:   words("carrito cesta carro bolsa"),
		nows:       words("ahora ya"),
		plain:      words("fin resto cosa cosas articulo articulos par pares paquete paquetes unidad unidades pedido cambio momento lista precio talla color todo caja cajas total favor vez dolares correo codigo numero lugar importe linea"),
		articles:   words("del al el la los las un una unos unas su sus mi este esta estos estas ese esa lo"),
		adverbs:    words("ya ahora tambien acabo muy bien claro perfecto vale si bueno entonces le lo la se los las les me aun solo pues recien"),
		beings:     words("es son esta estan fue fueron sido queda quedan quedo quedaron ser estaba figura figuran dice"),
		havings:    words("he hemos ha han habia haber tiene tienen"),
		generics:   words("siempre normalmente automaticamente habitualmente cada_uno|una generalmente suele suelen cualquier"),
		harmless:   words("encontrado mirado buscado visto comprobado revisado escuchado entendido mencionado preguntado comparado verificado consultado pensado hablado quedado esperado llegado estado localizado intentado equivocado estado confundido mostrado explicado"),
		supposed:   words("seria serian podria podrian costaria costarian quedaria"),
		boths:      words("ambos ambas"),
		days:       words("lunes martes miercoles jueves viernes sabado domingo manana hoy noche fin mediodia"), nearlies: words("casi"), turns: words("pero porque por_eso asi entonces"), sundry: words("dentro regalo favor eleccion gusto problema talla modelo producto productos prenda prendas compra compras parte numero cosa opcion opciones seleccion combinacion pieza piezas version variante segunda segundo primera primero tercera ultima ultimo otra otro otras otros misma mismo mismos mismas demas docena juego pareja conjunto surtido pedido camino sitio espera pena verdad favorito favorita demas cantidad"), besidesThat: words("mas demas"), shelves: words("catalogo coleccion surtido tienda gama web"), moments: words("momento segundo minuto"),
		imperatives: words("diga digame dime confirme confirmeme diganos pulse"),
		atFor:       words("por a"),
		numbering:   words("numero pedido orden"),
	},
	nouns: table(map[string]noun{
		"pedido pedidos compra orden":                                             nOrder,
		"direccion calle domicilio":                                               nAddress,
		"envio entrega":                                                           nDelivery,
		"codigo descuento cupon promocion ciento oferta":                          nCode,
		"reembolso dinero devolucion":                                             nRefund,
		"correo email electronico bandeja":                                        nMail,
		"sms mensaje movil celular telefono":                                      nText,
		"confirmacion recibo factura enlace link comprobante resumen":             nPaper,
		"companero companera agente persona alguien asesor asesora colega equipo": nPerson,
		"tarde despues luego adelante":                                            nLater,
		"pago tarjeta cobro cuenta":                                               nPay,
		"precio precios":                                                          nPrice,
		"cambio cambios":                                                          nChange,
		"fuera":                                                                   nAway,
		"vuelta nuevo":                                                            nBack,
	}, nil),
	labels: table(map[string]string{
		"hermano": "brother", "hermana": "sister", "padres": "parents", "madre mama": "mother", "padre papa": "father", "vecino vecina vecinos": "neighbor", "abuela": "grandmother", "amigo amiga": "friend", "tia": "aunt", "tio": "uncle", "hijo": "son", "hija": "daughter",
		"oficina trabajo despacho": "office", "casa domicilio": "home", "urgente expres exprés express": "express", "nocturno": "overnight", "estandar normal": "standard", "recogida": "pickup",
		"confirmacion recibo factura comprobante resumen": "confirmation", "enlace link": "link", "seguimiento": "tracking",
		"agotado agotada agotados agotadas existencias": "stock", "caducado caduco vencido expirado caducada": "expired", "combinable combinar": "combine", "minimo": "minimum", "invalido": "invalid", "dias horas semanas": "days",
	}, nil),
	sizes: map[string]string{"king": "king", "queen": "queen", "twin": "twin", "pequena": "s", "pequeno": "s", "pequenas": "s", "pequenos": "s", "mediana": "m", "mediano": "m", "medianas": "m", "medianos": "m", "grande": "l", "grandes": "l"},
	units: map[string]int{"cero": 0, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "trece": 13, "catorce": 14, "quince": 15, "dieciseis": 16, "diecisiete": 17,
		"dieciocho": 18, "diecinueve": 19, "veintiuno": 21, "veintiun": 21, "veintiuna": 21, "veintidos": 22, "veintitres": 23, "veinticuatro": 24, "veinticinco": 25, "veintiseis": 26, "veintisiete": 27, "veintiocho": 28, "veintinueve": 29, "uno": 1, "docena": 12},
	tens: map[string]int{"veinte": 20, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70, "ochenta": 80, "noventa": 90},
	scales: map[string]int{"cien": 100, "ciento": 100, "doscientos": 200, "doscientas": 200, "trescientos": 300, "trescientas": 300, "cuatrocientos": 400, "cuatrocientas": 400, "quinientos": 500, "quinientas": 500, "seiscientos": 600, "seiscientas": 600,
		"setecientos": 700, "setecientas": 700, "ochocientos": 800, "ochocientas": 800, "novecientos": 900, "novecientas": 900, "mil": 1000},
	moods: moods{
		questions: words("que cual cuales cuando donde cuanto cuantos quiere desea le hago ha"),
		others:    spanishOthers,
		rule:      spanishRule,
	},
}

// byThem says that a state came of what somebody else did: "su hijo puso una tienda en el carrito".
func (l *lexicon) byThem(before []word) bool {
	for i, w := range before {
		if i > 0 && l.tag == "es" && l.past[w.low] == bySome && l.is(persons, before[i-1].key) {
			return true
		}
	}
	return false
}

// spanishOthers says that somebody else did it: "usted ha añadido", "el fabricante ha cambiado". "Le han devuelto" names nobody: it was the shop.
func spanishOthers(l *lexicon, ws []word, at int) bool {
	person := func(w word) bool { return l.is(persons, w.key) }
	for i := at - 1; i >= 0; i-- {
		k := ws[i].key
		switch {
		case k == "he" || k == "hemos" || k == "sido" || k == "quedado" || l.is(beings, k):
			return false
		case k == "ha" || k == "han":
			before := ws[:i]
			switch {
			case slices.ContainsFunc(before, func(w word) bool { return w.key == "se" || w.key == "nos" }):
				return false
			case slices.ContainsFunc(before, person) || at+1 < len(ws) && person(ws[at+1]):
				return true
			}
			return k == "ha" && !slices.ContainsFunc(before, func(w word) bool { return l.nouns[w.key] != 0 || isCode(w.raw) })
		case ws[i].sep:
			return false
		}
	}
	if l.past[ws[min(at, len(ws)-1)].low] == bySome && slices.ContainsFunc(ws[:at], person) { // "sus hijos le compraron"
		return true
	}
	return slices.ContainsFunc(ws[:min(at+2, len(ws))], func(w word) bool { return w.key == "usted" || w.key == "ustedes" })
}

// spanishRule says that "es" or "son" tells the rule: "los pedidos son enviados".
func spanishRule(l *lexicon, ws []word, at int) bool {
	return at > 0 && (ws[at-1].key == "es" || ws[at-1].key == "son")
}
