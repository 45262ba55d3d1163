package hear

import "strings"

// fillers may stand between the groups of one number.
var fillers = map[string]bool{"and": true, "y": true, "und": true, "uh": true, "um": true, "er": true, "then": true, "dash": true, "dot": true,
	"space": true, "hyphen": true, "minus": true, "guion": true, "punkt": true, "strich": true}

// repeats say how often the next digit is said.
var repeats = map[string]int{"double": 2, "triple": 3, "treble": 3, "doble": 2, "doppel": 2, "dreifach": 3, "quadruple": 4}

// digitWords maps words of English, Spanish and German to the digits that they stand for in a number read aloud.
var digitWords = spelled()

func spelled() map[string]string {
	out := map[string]string{"oh": "0", "o": "0", "nought": "0", "naught": "0", "zwo": "2", "ein": "1", "un": "1", "hundred": "00", "thousand": "000",
		"mil": "000", "cien": "100", "hundert": "00", "tausend": "000"}
	ten := func(words string) []string { return strings.Fields(words) }
	for _, units := range [][]string{
		ten("zero one two three four five six seven eight nine"),
		ten("cero uno dos tres cuatro cinco seis siete ocho nueve"),
		ten("null eins zwei drei vier fünf sechs sieben acht neun"),
	} {
		for i, w := range units {
			out[w] = string(rune('0' + i))
		}
	}
	for _, teens := range [][]string{
		ten("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"),
		ten("diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve"),
		ten("zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"),
		ten("veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve"),
	} {
		lead := "1"
		if teens[0] == "veinte" {
			lead = "2"
		}
		for i, w := range teens {
			out[w] = lead + string(rune('0'+i))
		}
	}
	german := ten("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
	for _, tens := range [][]string{
		ten("twenty thirty forty fifty sixty seventy eighty ninety"),
		ten("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa"),
		german,
	} {
		for i, w := range tens {
			out[w] = string(rune('2'+i)) + "0"
		}
	}
	for i, w := range german {
		for unit, u := range map[string]string{"ein": "1", "zwei": "2", "drei": "3", "vier": "4", "fünf": "5", "sechs": "6", "sieben": "7", "acht": "8", "neun": "9"} {
			out[unit+"und"+w] = string(rune('2'+i)) + u
		}
	}
	return out
}
