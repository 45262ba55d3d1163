package speak

import (
	"regexp"
	"strings"

	"github.com/evercart/evercart"
)

// Spoken is Plain with the amounts in words: "$1,299.99" is "one thousand two hundred ninety-nine dollars and ninety-nine
// cents". A bare "$" is c where c is some dollar or peso, else US dollars.
func (v *Voice) Spoken(text string, c evercart.Currency) string {
	said := v.Plain(text)
	if !strings.ContainsAny(said, "0123456789") {
		return said
	}
	said = symbolFirst.ReplaceAllStringFunc(said, func(m string) string { return v.amountIn(symbolFirst, m, c) })
	said = symbolLast.ReplaceAllStringFunc(said, func(m string) string { return v.amountIn(symbolLast, m, c) })
	said = unitNamed.ReplaceAllStringFunc(said, func(m string) string { return v.amountIn(unitNamed, m, c) })
	return said
}

const (
	digits  = `(?P<digits>\d+(?:[.,'’ ]\d{3})*(?:[.,]\d{1,4})?)`
	second  = `(?:(?P<dash>\s?[-–—]\s?)(?:[$€£¥₹₩]\s?)?(?P<to>\d+(?:[.,]\d{3})*(?:[.,]\d{1,4})?))?`
	before  = `(?P<sign>(?:^|\s)[-−])?(?P<unit>(?:US|CA|AU|NZ|HK|SG|MX|[ACRS])?\$|€|£|¥|₹|₩|\b(?:USD|EUR|GBP|JPY|CAD|AUD|NZD|CHF|KWD|BHD|JOD|INR|KRW|MXN|CNY)\b)\s?`
	behind  = `\s?(?P<unit>€|£|¥|₹|₩|(?:USD|EUR|GBP|JPY|CAD|AUD|NZD|CHF|KWD|BHD|JOD|INR|KRW|MXN|CNY)\b|\$)`
	howMany = `(?P<scale>\s?(?:thousand|million|billion|Millionen|millones|[kKM]\b))?`
)

var (
	symbolFirst = regexp.MustCompile(before + digits + second + howMany)
	symbolLast  = regexp.MustCompile(`\b` + digits + behind)
	unitNamed   = regexp.MustCompile(`\b(?P<digits>\d+(?:[.,'’ ]\d{3})*[.,]\d{2})\s(?P<unit>[Ee]uros?|[Dd]ollars?|dólares)\b`) // "5.90 euros"; whole ones a voice reads right
	signs       = map[string]evercart.Currency{"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "US$": "USD", "CA$": "CAD",
		"C$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "SG$": "SGD", "S$": "SGD", "MX$": "MXN", "R$": "BRL"}
	sameSign = map[string]string{"$": "USD CAD AUD NZD SGD HKD TWD MXN ARS COP CLP", "£": "GBP EGP", "¥": "JPY CNY"}
)

// amountIn says one amount that was found; what cannot be read exactly stays as it stands.
func (v *Voice) amountIn(re *regexp.Regexp, found string, c evercart.Currency) string {
	part := func(name string) string {
		i := re.SubexpIndex(name)
		if i < 0 {
			return ""
		}
		return re.FindStringSubmatch(found)[i]
	}
	unit := part("unit")
	switch strings.ToLower(unit) {
	case "euro", "euros":
		unit = "€"
	case "dollar", "dollars", "dólares":
		unit = "$"
	}
	money, known := signs[unit]
	switch {
	case !known:
		money = evercart.Currency(unit)
	case strings.Contains(sameSign[unit], string(c)) && c != "":
		money = c
	}
	if part("scale") != "" {
		return found // "$1.2 million": a voice reads it right
	}
	m, ok := v.read(part("digits"), money)
	if !ok {
		return found
	}
	lead := ""
	if sign := part("sign"); sign != "" {
		m = -m
		lead = strings.TrimRight(sign, "-−")
	}
	said := lead + v.Money(m, money)
	if to := part("to"); to != "" {
		if n, ok := v.read(to, money); ok {
			return said + " " + v.t.symbols.to + " " + v.Money(n, money)
		}
		return said + part("dash") + to
	}
	return said
}

// read reads digits as people of either habit write them: the last separator is the decimal one when it stands alone or
// differs from the others and has no group of three behind it; one group of three is read by the language's habit.
func (v *Voice) read(s string, c evercart.Currency) (evercart.Minor, bool) {
	at := strings.LastIndexAny(s, ".,")
	whole, frac := s, ""
	if at >= 0 {
		mark, tail := s[at], s[at+1:]
		point := byte('.')
		if v.t.comma {
			point = ','
		}
		others := strings.Trim(s[:at], "0123456789")
		decimal := len(tail) != 3 || mark == point
		if others != "" && strings.IndexByte(s[:at], mark) >= 0 {
			decimal = false // "1,299,000": grouped by it
		}
		if decimal {
			whole, frac = s[:at], tail
		}
	}
	whole = strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, whole)
	if frac != "" {
		whole += "." + frac
	}
	m, err := c.ParseMinor(whole)
	return m, err == nil
}
