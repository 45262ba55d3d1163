package speak

import (
	"strings"
	"unicode"

	"github.com/evercart/evercart"
)

var english = tongue{
	tag:      "en",
	cardinal: englishCardinal,
	ordinal:  englishOrdinal,
	single:   func(n uint64) bool { return n == 1 },
	thing:    englishThing,
	many:     englishMany,
	option:   englishOption,
	size:     englishSize,
	abridged: wordSet("e.g i.e approx no nos vs dr mr mrs ms st incl excl max min"),
	moneyAnd: " and ",
	and:      " and ",
	or:       " or ",
	the:      "the ",
	minus:    "minus",
	point:    "point",
	symbols: symbols{number: "number", times: "times", about: "about", link: "the link", and: "and", inches: "inches",
		less: "less than", more: "more than", to: "to", sharp: "sharp"},
	measures: englishMeasures,
	fillers:  []string{"One moment, please.", "Just a second.", "Still on it, thanks for waiting.", "Nearly there."},
	phrases:  englishPhrases,
	money: map[evercart.Currency]coin{
		"USD": coins("dollar", "dollars", "cent", "cents"), "CAD": coins("dollar", "dollars", "cent", "cents"),
		"AUD": coins("dollar", "dollars", "cent", "cents"), "NZD": coins("dollar", "dollars", "cent", "cents"),
		"SGD": coins("dollar", "dollars", "cent", "cents"), "HKD": coins("dollar", "dollars", "cent", "cents"),
		"EUR": coins("euro", "euros", "cent", "cents"), "GBP": coins("pound", "pounds", "penny", "pence"),
		"CHF": coins("franc", "francs", "centime", "centimes"), "INR": coins("rupee", "rupees", "paisa", "paise"),
		"CNY": coins("yuan", "yuan", "fen", "fen"), "TWD": coins("dollar", "dollars", "cent", "cents"),
		"SEK": coins("krona", "kronor", "öre", "öre"), "NOK": coins("krone", "kroner", "øre", "øre"),
		"DKK": coins("krone", "kroner", "øre", "øre"), "PLN": coins("zloty", "zlotys", "grosz", "groszy"),
		"CZK": coins("koruna", "korunas", "heller", "hellers"), "HUF": coins("forint", "forints", "filler", "fillers"),
		"RON": coins("leu", "lei", "ban", "bani"), "BGN": coins("lev", "leva", "stotinka", "stotinki"),
		"TRY": coins("lira", "lira", "kurush", "kurush"), "ILS": coins("shekel", "shekels", "agora", "agorot"),
		"ZAR": coins("rand", "rand", "cent", "cents"), "MXN": coins("peso", "pesos", "centavo", "centavos"),
		"BRL": coins("real", "reais", "centavo", "centavos"), "ARS": coins("peso", "pesos", "centavo", "centavos"),
		"COP": coins("peso", "pesos", "centavo", "centavos"), "PHP": coins("peso", "pesos", "centavo", "centavos"),
		"PEN": coins("sol", "soles", "céntimo", "céntimos"), "THB": coins("baht", "baht", "satang", "satang"),
		"MYR": coins("ringgit", "ringgit", "sen", "sen"), "IDR": coins("rupiah", "rupiah", "sen", "sen"),
		"AED": coins("dirham", "dirhams", "fils", "fils"), "SAR": coins("riyal", "riyals", "halala", "halalas"),
		"QAR": coins("riyal", "riyals", "dirham", "dirhams"), "EGP": coins("pound", "pounds", "piastre", "piastres"),
		"MAD": coins("dirham", "dirhams", "centime", "centimes"), "NGN": coins("naira", "naira", "kobo", "kobo"),
		"KES": coins("shilling", "shillings", "cent", "cents"), "UAH": coins("hryvnia", "hryvnias", "kopiyka", "kopiykas"),
		"JPY": coins("yen", "yen", "", ""), "KRW": coins("won", "won", "", ""), "VND": coins("dong", "dong", "", ""),
		"CLP": coins("peso", "pesos", "", ""), "ISK": coins("króna", "krónur", "", ""), "XAF": coins("franc", "francs", "", ""),
		"XOF": coins("franc", "francs", "", ""), "XPF": coins("franc", "francs", "", ""), "PYG": coins("guarani", "guaranis", "", ""),
		"UGX": coins("shilling", "shillings", "", ""), "RWF": coins("franc", "francs", "", ""),
		"KWD": coins("dinar", "dinars", "fils", "fils"), "BHD": coins("dinar", "dinars", "fils", "fils"),
		"JOD": coins("dinar", "dinars", "fils", "fils"), "IQD": coins("dinar", "dinars", "fils", "fils"),
		"OMR": coins("rial", "rials", "baisa", "baisa"), "TND": coins("dinar", "dinars", "millime", "millimes"),
		"LYD": coins("dinar", "dinars", "dirham", "dirhams"),
		"CLF": coins("unidad de fomento", "unidades de fomento", "", ""), "UYW": coins("unidad previsional", "unidades previsionales", "", ""),
	},
}

func coins(one, many, smallOne, smallMany string) coin {
	return coin{major: noun{one: one, many: many}, minor: noun{one: smallOne, many: smallMany}}
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

var (
	englishSmall = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
		"sixteen seventeen eighteen nineteen")
	englishTens   = strings.Fields("zero ten twenty thirty forty fifty sixty seventy eighty ninety")
	englishScales = []string{"", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion"}
	englishPlaces = map[string]string{"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
		"nine": "ninth", "twelve": "twelfth"}
)

func englishCardinal(n uint64, _ noun) string {
	if n == 0 {
		return englishSmall[0]
	}
	var parts []string
	for scale := 0; n > 0; scale, n = scale+1, n/1000 {
		if group := n % 1000; group > 0 {
			parts = append([]string{englishHundreds(group) + englishScales[scale]}, parts...)
		}
	}
	return strings.Join(parts, " ")
}

func englishHundreds(n uint64) string {
	switch {
	case n >= 100 && n%100 == 0:
		return englishSmall[n/100] + " hundred"
	case n >= 100:
		return englishSmall[n/100] + " hundred " + englishHundreds(n%100)
	case n < 20:
		return englishSmall[n]
	case n%10 == 0:
		return englishTens[n/10]
	}
	return englishTens[n/10] + "-" + englishSmall[n%10]
}

func englishOrdinal(n int) string {
	if n < 0 {
		return "minus " + englishOrdinal(-n)
	}
	words := englishCardinal(uint64(n), noun{})
	cut := strings.LastIndexAny(words, " -") + 1
	head, tail := words[:cut], words[cut:]
	switch place, odd := englishPlaces[tail]; {
	case odd:
		return head + place
	case strings.HasSuffix(tail, "y"):
		return head + strings.TrimSuffix(tail, "y") + "ieth"
	}
	return head + tail + "th"
}

// englishPairs are goods that are counted in pairs.
var englishPairs = wordSet("loafers shoes boots sandals sneakers trainers slippers heels flats pumps mules socks stockings tights jeans " +
	"trousers pants shorts leggings chinos joggers gloves mittens earrings glasses sunglasses scissors pyjamas pajamas espadrilles clogs")

// englishThing counts a title. What is in packs is counted in packs, what is in pairs in pairs; a title that is no plain
// noun is left as it is, since a wrong plural is worse than none.
func englishThing(title string, n int) string {
	what, pack := packOf(title)
	if what = lowered(what); what == "" {
		what = "thing"
	}
	head, tail, _ := strings.Cut(what, ",")
	if tail != "" {
		tail = "," + tail
	}
	words := strings.Fields(head)
	of, plain := headNoun(words)
	count := englishCardinal(uint64(max(n, 0)), noun{})
	last := ""
	if len(words) > 0 {
		last = strings.ToLower(words[len(words)-1])
	}
	switch {
	case n == 0 && pack != "":
		return pack + " of " + what
	case n == 0:
		return what
	case pack != "":
		return count + " " + plural(pack, n) + " of " + what
	case englishPairs[last]:
		return count + " " + plural("pair", n) + " of " + what
	case looksPlural(last) && (!plain || of == len(words)-1):
		return count + " of the " + what
	case n == 1:
		return count + " " + what
	}
	if plain {
		words[of] = plural(words[of], n)
		return count + " " + strings.Join(words, " ") + tail
	}
	return count + " of " + what
}

// headNoun finds the word of a short plain title that takes the plural: the one before "of" or "for", else the last.
func headNoun(words []string) (int, bool) {
	at := len(words) - 1
	for i, w := range words {
		if i > 0 && (w == "of" || w == "for" || w == "with") {
			at = i - 1
			break
		}
	}
	if at < 0 || len(words) > 6 {
		return 0, false
	}
	w := words[at]
	last := w[strings.LastIndexByte(w, '-')+1:] // "T-shirt" is plain, "iPhone" is not
	return at, len(last) > 2 && last == strings.ToLower(last) && strings.IndexFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) < 0
}

// packOf parts "Cotton Socks, three-pack" into "Cotton Socks" and "three-pack".
func packOf(title string) (what, pack string) {
	title = strings.TrimSpace(title)
	cut := strings.LastIndexAny(title, " ,")
	if cut < 0 {
		return title, ""
	}
	last := strings.ToLower(title[cut+1:])
	if size, ok := strings.CutSuffix(last, "-pack"); !ok || size == "" {
		return title, ""
	}
	return strings.TrimRight(title[:cut], " ,-:"), last
}

func looksPlural(w string) bool {
	return strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is") &&
		w != "dress" && w != "canvas" && len(w) > 3
}

func plural(w string, n int) string {
	if n == 1 {
		return w
	}
	ends := func(suffixes ...string) bool {
		for _, s := range suffixes {
			if strings.HasSuffix(w, s) {
				return true
			}
		}
		return false
	}
	switch {
	case ends("scarf"), ends("shelf"), ends("leaf"), ends("loaf"), ends("half"):
		return strings.TrimSuffix(w, "f") + "ves"
	case ends("knife"):
		return strings.TrimSuffix(w, "fe") + "ves"
	case ends("s", "x", "z", "ch", "sh"):
		return w + "es"
	case ends("man"):
		return strings.TrimSuffix(w, "an") + "en"
	case ends("y") && len(w) > 1 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return strings.TrimSuffix(w, "y") + "ies"
	}
	return w + "s"
}

// lowered writes "Silk Blouse" and "Wide-Leg Trousers" as one says them; names with capitals inside ("USB", "iPhone") stay, and so
// does a letter alone ("T-shirt").
func lowered(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		parts := strings.Split(w, "-")
		for k, part := range parts {
			r := []rune(part)
			if len(r) > 1 && !strings.ContainsAny(part, "0123456789") && unicode.IsUpper(r[0]) && string(r[1:]) == strings.ToLower(string(r[1:])) {
				parts[k] = strings.ToLower(part)
			}
		}
		words[i] = strings.Join(parts, "-")
	}
	return strings.Join(words, " ")
}

// englishMany says that a title takes "are": pairs, and what its maker names in the plural. A pack of them is one pack.
func englishMany(title string) bool {
	what, pack := packOf(title)
	head, _, _ := strings.Cut(lowered(what), ",")
	words := strings.Fields(head)
	if pack != "" || len(words) == 0 {
		return false
	}
	of, _ := headNoun(words)
	word := words[max(of, 0)]
	return englishPairs[word] || looksPlural(word)
}

// englishOption says " in ivory" and ", size M"; a size that is a number is said in words.
func englishOption(o evercart.Option) string {
	value := strings.TrimSpace(o.Value)
	switch strings.ToLower(value) {
	case "", "default title", "one size", "default", "n/a", "none":
		return ""
	}
	switch name := strings.ToLower(strings.TrimSpace(o.Name)); {
	case name == "color" || name == "colour":
		return " in " + lowered(value)
	case strings.HasSuffix(name, "size") && (len(value) <= 5 || isSaid(value, englishMeasures)):
		return ", size " + englishSize(value)
	}
	return ", " + lowered(value)
}

func englishSize(s string) string { return sized(s, englishCardinal, " and a half", "point") }
