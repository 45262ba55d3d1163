package speak

import (
	"strings"

	"github.com/evercart/evercart"
)

var german = tongue{
	tag:      "de",
	cardinal: germanCardinal,
	ordinal:  germanOrdinal,
	single:   func(n uint64) bool { return n == 1 },
	thing:    germanThing,
	option:   germanOption,
	size:     germanSize,
	abridged: wordSet("z.b z d.h d ca nr bzw usw inkl exkl evtl max min dr hr fr st"),
	moneyAnd: " und ",
	and:      " und ",
	or:       " oder ",
	the:      "",
	minus:    "minus",
	point:    "Komma",
	comma:    true,
	symbols: symbols{number: "Nummer", times: "mal", about: "etwa", link: "der Link", and: "und", inches: "Zoll", less: "unter",
		more: "über", to: "bis", sharp: "Kreuz"},
	measures: germanMeasures,
	fillers:  []string{"Einen Moment, bitte.", "Eine Sekunde noch.", "Ich bin noch dran, danke fürs Warten.", "Gleich habe ich es."},
	phrases:  germanPhrases,
	money: map[evercart.Currency]coin{
		"USD": germanCoins("Dollar", "Dollar", 'm', "Cent", "Cent"), "CAD": germanCoins("Dollar", "Dollar", 'm', "Cent", "Cent"),
		"AUD": germanCoins("Dollar", "Dollar", 'm', "Cent", "Cent"), "EUR": germanCoins("Euro", "Euro", 'm', "Cent", "Cent"),
		"GBP": germanCoins("Pfund", "Pfund", 'm', "Penny", "Pence"), "CHF": germanCoins("Franken", "Franken", 'm', "Rappen", "Rappen"),
		"SEK": germanCoins("Krone", "Kronen", 'f', "Öre", "Öre"), "NOK": germanCoins("Krone", "Kronen", 'f', "Øre", "Øre"),
		"DKK": germanCoins("Krone", "Kronen", 'f', "Øre", "Øre"), "CZK": germanCoins("Krone", "Kronen", 'f', "Heller", "Heller"),
		"PLN": germanCoins("Zloty", "Zloty", 'm', "Groschen", "Groschen"), "CNY": germanCoins("Yuan", "Yuan", 'm', "Fen", "Fen"),
		"MXN": germanCoins("Peso", "Pesos", 'm', "Centavo", "Centavos"), "BRL": germanCoins("Real", "Reais", 'm', "Centavo", "Centavos"),
		"JPY": germanCoins("Yen", "Yen", 'm', "", ""), "KRW": germanCoins("Won", "Won", 'm', "", ""), "CLP": germanCoins("Peso", "Pesos", 'm', "", ""),
		"KWD": germanCoins("Dinar", "Dinar", 'm', "Fils", "Fils"), "BHD": germanCoins("Dinar", "Dinar", 'm', "Fils", "Fils"),
		"JOD": germanCoins("Dinar", "Dinar", 'm', "Fils", "Fils"), "OMR": germanCoins("Rial", "Rial", 'm', "Baisa", "Baisa"),
		"TND": germanCoins("Dinar", "Dinar", 'm', "Millime", "Millimes"),
		"CLF": germanCoins("Unidad de Fomento", "Unidades de Fomento", 'f', "", ""),
	},
}

func germanCoins(one, many string, gender byte, smallOne, smallMany string) coin {
	return coin{major: noun{one, many, gender}, minor: noun{smallOne, smallMany, 'm'}}
}

var (
	germanSmall = strings.Fields("null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn " +
		"achtzehn neunzehn")
	germanTens   = strings.Fields("null zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
	germanScales = [][2]string{{}, {}, {"eine Million", "Millionen"}, {"eine Milliarde", "Milliarden"}, {"eine Billion", "Billionen"},
		{"eine Billiarde", "Billiarden"}, {"eine Trillion", "Trillionen"}}
	germanPlaces = map[int]string{1: "erste", 3: "dritte", 7: "siebte", 8: "achte"}
)

// germanCardinal joins all below a million into one word: "eintausendzweihundertneunundneunzig".
func germanCardinal(n uint64, of noun) string {
	if n == 0 {
		return germanSmall[0]
	}
	var parts []string
	low := n % 1_000_000
	for scale, rest := 2, n/1_000_000; rest > 0; scale, rest = scale+1, rest/1000 {
		switch group := rest % 1000; group {
		case 0:
		case 1:
			parts = append([]string{germanScales[scale][0]}, parts...)
		default:
			parts = append([]string{germanBelow(group, noun{one: "x", gender: 'f'}) + " " + germanScales[scale][1]}, parts...)
		}
	}
	if low > 0 {
		word := ""
		if thousands := low / 1000; thousands > 0 {
			word = germanBelow(thousands, noun{one: "x", gender: 'm'}) + "tausend"
		}
		if rest := low % 1000; rest > 0 {
			word += germanBelow(rest, of)
		}
		parts = append(parts, word)
	}
	return strings.Join(parts, " ")
}

// germanBelow says 1 to 999; a last one is "eins" alone, "ein" or "eine" before a noun.
func germanBelow(n uint64, of noun) string {
	word := ""
	if n >= 100 {
		word = strings.TrimSuffix(germanSmall[n/100], "s") + "hundert"
		if n/100 == 6 {
			word = "sechshundert"
		}
	}
	switch rest := n % 100; {
	case rest == 0:
	case rest == 1 && of.one == "":
		word += "eins"
	case rest == 1 && of.gender == 'f':
		word += "eine"
	case rest == 1:
		word += "ein"
	case rest < 20:
		word += germanSmall[rest]
	case rest%10 == 0:
		word += germanTens[rest/10]
	case rest%10 == 1:
		word += "einund" + germanTens[rest/10]
	default:
		word += germanSmall[rest%10] + "und" + germanTens[rest/10]
	}
	return word
}

func germanOrdinal(n int) string {
	if n < 0 {
		return "minus " + germanOrdinal(-n)
	}
	rest := n % 100
	if place, odd := germanPlaces[rest]; odd {
		if n < 100 {
			return place
		}
		return germanCardinal(uint64(n-rest), noun{}) + place
	}
	if rest > 0 && rest < 20 {
		return germanCardinal(uint64(n), noun{}) + "te"
	}
	return germanCardinal(uint64(n), noun{}) + "ste"
}

// germanThing counts as a cashier does, since a title's gender and plural are not known: "zweimal Seidenbluse".
func germanThing(title string, n int) string {
	if title == "" {
		title = "Artikel"
	}
	switch n {
	case 0:
		return title
	case 1:
		return "einmal " + title
	}
	return germanCardinal(uint64(max(n, 0)), noun{one: "Mal", gender: 'm'}) + "mal " + title
}

// germanColor says a colour as the noun that it is behind "in".
func germanColor(value string) string {
	said := in(germanValues, value)
	if said == value {
		return value
	}
	return strings.ToUpper(said[:1]) + said[1:]
}

func germanOption(o evercart.Option) string {
	value := strings.TrimSpace(o.Value)
	switch strings.ToLower(value) {
	case "", "default title", "one size", "default", "einheitsgröße":
		return ""
	}
	switch name := strings.ToLower(strings.TrimSpace(o.Name)); {
	case name == "color" || name == "colour" || name == "farbe":
		return " in " + germanColor(value)
	case strings.HasSuffix(name, "size") || strings.HasSuffix(name, "größe"):
		return ", Größe " + germanSize(value)
	}
	return ", " + in(germanValues, value)
}

func germanSize(s string) string {
	return in(germanValues, sized(s, germanCardinal, "einhalb", "Komma"))
}
