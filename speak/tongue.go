package speak

import "github.com/evercart/evercart"

// voices are the languages spoken here; the first is spoken where no other fits.
var voices = []*Voice{{t: &english}, {t: &spanish}, {t: &german}}

// tongue is all that a language file provides.
type tongue struct {
	tag      string // ISO 639-1
	cardinal func(n uint64, of noun) string
	ordinal  func(n int) string
	single   func(n uint64) bool // n takes the singular
	thing    func(title string, n int) string
	many     func(title string) bool        // the title takes the plural verb ("are"); nil = the language says it otherwise
	option   func(o evercart.Option) string // " in ivory", ", size M": as it follows a name; "" = not worth saying
	size     func(string) string
	abridged map[string]bool // lower-case words whose full stop ends no sentence
	money    map[evercart.Currency]coin
	moneyAnd string // between major and minor unit
	and, or  string // with their blanks
	the      string // "the ", as it stands before a known thing
	minus    string
	point    string
	symbols  symbols
	measures measures
	comma    bool // decimals are written with a comma
	fillers  []string
	phrases  map[string]string
}

// noun is a word to count; gender is the language's own business.
type noun struct {
	one, many string
	gender    byte
}

// coin is a currency: its unit, and the part of it that prices are written in ("" = has none, or none with a name).
type coin struct{ major, minor noun }

// symbols are the words for signs that a voice stumbles on.
type symbols struct {
	number, times, about, link, and, inches, less, more, to, sharp string
}
