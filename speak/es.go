package speak

import (
	"strings"

	"github.com/evercart/evercart"
)

var spanish = tongue{
	tag:      "es",
	cardinal: spanishCardinal,
	ordinal:  spanishOrdinal,
	single:   func(n uint64) bool { return n == 1 },
	thing:    spanishThing,
	option:   spanishOption,
	size:     spanishSize,
	abridged: wordSet("p.ej ej aprox sr sra dr dra núm ee uu máx mín incl"),
	moneyAnd: " con ",
	and:      " y ",
	or:       " o ",
	the:      "",
	minus:    "menos",
	point:    "coma",
	comma:    true,
	symbols: symbols{number: "número", times: "por", about: "unos", link: "el enlace", and: "y", inches: "pulgadas", less: "menos de",
		more: "más de", to: "a", sharp: "sostenido"},
	measures: spanishMeasures,
	fillers:  []string{"Un momento, por favor.", "Un segundito.", "Sigo con ello, gracias por esperar.", "Ya casi está."},
	phrases:  spanishPhrases,
	money: map[evercart.Currency]coin{
		"USD": spanishCoins("dólar", "dólares", 'm', "centavo", "centavos", 'm'), "CAD": spanishCoins("dólar", "dólares", 'm', "centavo", "centavos", 'm'),
		"AUD": spanishCoins("dólar", "dólares", 'm', "centavo", "centavos", 'm'), "EUR": spanishCoins("euro", "euros", 'm', "céntimo", "céntimos", 'm'),
		"GBP": spanishCoins("libra", "libras", 'f', "penique", "peniques", 'm'), "CHF": spanishCoins("franco", "francos", 'm', "céntimo", "céntimos", 'm'),
		"MXN": spanishCoins("peso", "pesos", 'm', "centavo", "centavos", 'm'), "ARS": spanishCoins("peso", "pesos", 'm', "centavo", "centavos", 'm'),
		"COP": spanishCoins("peso", "pesos", 'm', "centavo", "centavos", 'm'), "PEN": spanishCoins("sol", "soles", 'm', "céntimo", "céntimos", 'm'),
		"BRL": spanishCoins("real", "reales", 'm', "centavo", "centavos", 'm'), "INR": spanishCoins("rupia", "rupias", 'f', "paisa", "paisas", 'f'),
		"SEK": spanishCoins("corona", "coronas", 'f', "öre", "öre", 'm'), "NOK": spanishCoins("corona", "coronas", 'f', "øre", "øre", 'm'),
		"DKK": spanishCoins("corona", "coronas", 'f', "øre", "øre", 'm'), "CNY": spanishCoins("yuan", "yuanes", 'm', "fen", "fen", 'm'),
		"JPY": spanishCoins("yen", "yenes", 'm', "", "", 'm'), "KRW": spanishCoins("won", "wones", 'm', "", "", 'm'),
		"CLP": spanishCoins("peso", "pesos", 'm', "", "", 'm'), "PYG": spanishCoins("guaraní", "guaraníes", 'm', "", "", 'm'),
		"KWD": spanishCoins("dinar", "dinares", 'm', "fils", "fils", 'm'), "BHD": spanishCoins("dinar", "dinares", 'm', "fils", "fils", 'm'),
		"JOD": spanishCoins("dinar", "dinares", 'm', "fils", "fils", 'm'), "OMR": spanishCoins("rial", "riales", 'm', "baisa", "baisas", 'f'),
		"TND": spanishCoins("dinar", "dinares", 'm', "milésimo", "milésimos", 'm'),
		"CLF": spanishCoins("unidad de fomento", "unidades de fomento", 'f', "", "", 'm'),
	},
}

func spanishCoins(one, many string, gender byte, smallOne, smallMany string, smallGender byte) coin {
	return coin{major: noun{one, many, gender}, minor: noun{smallOne, smallMany, smallGender}}
}

var (
	spanishSmall = strings.Fields("cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete " +
		"dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve")
	spanishTens     = strings.Fields("cero diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa")
	spanishHundreds = strings.Fields("cero ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos")
	spanishScales   = [][2]string{{}, {"millón", "millones"}, {"billón", "billones"}, {"trillón", "trillones"}}
	spanishPlaces   = strings.Fields("cero primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo")
)

// spanishCardinal counts by millions: "mil doscientos noventa y nueve", "un millón de euros".
func spanishCardinal(n uint64, of noun) string {
	if n == 0 {
		return spanishSmall[0]
	}
	const million = 1_000_000
	var parts []string
	rest := n
	for scale := 0; rest > 0; scale, rest = scale+1, rest/million {
		group := rest % million
		switch {
		case group == 0:
		case scale == 0:
			parts = append([]string{spanishThousands(group, of)}, parts...)
		case group == 1:
			parts = append([]string{"un " + spanishScales[scale][0]}, parts...)
		default:
			parts = append([]string{spanishThousands(group, noun{gender: 'm', one: "x"}) + " " + spanishScales[scale][1]}, parts...)
		}
	}
	said := strings.Join(parts, " ")
	if n%million == 0 && of.one != "" {
		said += " de"
	}
	return said
}

func spanishThousands(n uint64, of noun) string {
	switch thousands, rest := n/1000, n%1000; {
	case thousands == 0:
		return spanishBelow(rest, of)
	default:
		said := "mil"
		if thousands > 1 {
			said = spanishBelow(thousands, noun{gender: of.gender, one: "x"}) + " mil"
		}
		if rest > 0 {
			said += " " + spanishBelow(rest, of)
		}
		return said
	}
}

// spanishBelow says 1 to 999, shortened before a noun ("veintiún dólares") and in its gender ("doscientas libras").
func spanishBelow(n uint64, of noun) string {
	if n == 100 {
		return "cien"
	}
	var parts []string
	if n >= 100 {
		h := spanishHundreds[n/100]
		if of.gender == 'f' && n >= 200 {
			h = strings.TrimSuffix(h, "os") + "as"
		}
		parts = append(parts, h)
	}
	switch rest := n % 100; {
	case rest == 0:
	case rest < 30:
		parts = append(parts, spanishOne(spanishSmall[rest], of))
	case rest%10 == 0:
		parts = append(parts, spanishTens[rest/10])
	default:
		parts = append(parts, spanishTens[rest/10], "y", spanishOne(spanishSmall[rest%10], of))
	}
	return strings.Join(parts, " ")
}

func spanishOne(word string, of noun) string {
	head, ok := strings.CutSuffix(word, "uno")
	switch {
	case !ok || of.one == "":
		return word
	case of.gender == 'f':
		return head + "una"
	case head == "veinti":
		return "veintiún"
	}
	return head + "un"
}

func spanishOrdinal(n int) string {
	if n > 0 && n < len(spanishPlaces) {
		return spanishPlaces[n]
	}
	if n < 0 {
		return "menos " + spanishOrdinal(-n)
	}
	return "número " + spanishCardinal(uint64(n), noun{})
}

// spanishThing counts units, since a title's gender and plural are not known.
func spanishThing(title string, n int) string {
	if title == "" {
		title = "artículo"
	}
	switch n {
	case 0:
		return title
	case 1:
		return "una unidad de " + title
	}
	return spanishCardinal(uint64(max(n, 0)), noun{one: "unidad", gender: 'f'}) + " unidades de " + title
}

func spanishOption(o evercart.Option) string {
	value := strings.TrimSpace(o.Value)
	switch strings.ToLower(value) {
	case "", "default title", "one size", "default", "talla única", "única":
		return ""
	}
	switch name := strings.ToLower(strings.TrimSpace(o.Name)); {
	case name == "color" || name == "colour":
		return ", color " + in(spanishValues, value)
	case strings.HasSuffix(name, "size") || name == "talla" || name == "tamaño":
		return ", talla " + spanishSize(value)
	}
	return ", " + in(spanishValues, value)
}

func spanishSize(s string) string {
	return in(spanishValues, sized(s, spanishCardinal, " y medio", "coma"))
}
