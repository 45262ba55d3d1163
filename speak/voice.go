package speak

import (
	"strings"

	"github.com/evercart/evercart"
)

// Voice says things in one language. It is immutable, and safe for use by many at once.
type Voice struct{ t *tongue }

// For gives the voice of a BCP 47 locale by its language; English where the language is not spoken here.
func For(locale string) *Voice {
	base, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(locale)), "_", "-"), "-")
	for _, v := range voices {
		if v.t.tag == base {
			return v
		}
	}
	return voices[0]
}

// Language is the two-letter code of what this voice speaks, which need not be what was asked for.
func (v *Voice) Language() string { return v.t.tag }

// Number says a whole number: 1299 is "one thousand two hundred ninety-nine".
func (v *Voice) Number(n int) string { return v.signed(int64(n), noun{}) }

// Ordinal says a place in a row, from 1: "first", "twenty-second".
func (v *Voice) Ordinal(n int) string { return v.t.ordinal(n) }

// List joins with "and": "a, b and c".
func (v *Voice) List(items []string) string { return joined(items, v.t.and) }

// Or joins with "or": "a, b or c".
func (v *Voice) Or(items []string) string { return joined(items, v.t.or) }

// Greeting opens a call, and says that an AI speaks.
func (v *Voice) Greeting(shopName string) string { return v.Say("greeting", v.Name(shopName)) }

// Filler is what is said while something takes time; n counts fillers, so that two in a row differ.
func (v *Voice) Filler(n int) string {
	list := v.t.fillers
	return list[int(uint(n)%uint(len(list)))]
}

// Money says an amount: "one dollar and one cent", "ninety-nine cents", "five dollars".
func (v *Voice) Money(m evercart.Minor, c evercart.Currency) string {
	u, sign := uint64(m), ""
	if m < 0 {
		u, sign = -u, v.t.minus+" "
	}
	unit := uint64(c.Unit())
	major, minor := u/unit, u%unit
	words, known := v.t.money[c]
	if !known || minor > 0 && words.minor.one == "" {
		return sign + v.decimal(c, major, minor, words.major)
	}
	switch {
	case minor == 0:
		return sign + v.counted(major, words.major)
	case major == 0:
		return sign + v.counted(minor, words.minor)
	}
	return sign + v.counted(major, words.major) + v.t.moneyAnd + v.counted(minor, words.minor)
}

// decimal says an amount whose small unit has no name: "three point one two five".
func (v *Voice) decimal(c evercart.Currency, major, minor uint64, unit noun) string {
	name := unit.many
	if name == "" {
		name = strings.Join(strings.Split(string(c), ""), " ")
	}
	if minor == 0 {
		if major == 1 && unit.one != "" {
			name = unit.one
		}
		return strings.TrimSpace(v.t.cardinal(major, unit) + " " + name)
	}
	digits := c.Decimal(evercart.Minor(minor)) // below one unit: "0.0125"
	_, frac, _ := strings.Cut(digits, ".")
	said := []string{v.t.cardinal(major, noun{}), v.t.point}
	for _, d := range strings.TrimRight(frac, "0") {
		said = append(said, v.t.cardinal(uint64(d-'0'), noun{}))
	}
	return strings.TrimSpace(strings.Join(append(said, name), " "))
}

// counted says n of something: "one dollar", "two dollars".
func (v *Voice) counted(n uint64, of noun) string {
	name := of.many
	if v.t.single(n) {
		name = of.one
	}
	return v.t.cardinal(n, of) + " " + name
}

func (v *Voice) signed(n int64, of noun) string {
	if n < 0 {
		return v.t.minus + " " + v.t.cardinal(-uint64(n), of)
	}
	return v.t.cardinal(uint64(n), of)
}

func joined(items []string, last string) string {
	switch n := len(items); n {
	case 0:
		return ""
	case 1:
		return items[0]
	default:
		return strings.Join(items[:n-1], ", ") + last + items[n-1]
	}
}

// sentence makes the first letter a capital.
func sentence(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
