package catalog

import (
	"slices"
	"strings"
	"unicode"

	"github.com/evercart/evercart"
)

// signs are the currency signs and what they may mean; where several countries write one, the first is meant unless the
// shop sells in another of them.
var signs = []struct {
	sign string
	mean []evercart.Currency
}{
	{"US$", of("USD")}, {"CA$", of("CAD")}, {"C$", of("CAD")}, {"AU$", of("AUD")}, {"A$", of("AUD")}, {"NZ$", of("NZD")},
	{"HK$", of("HKD")}, {"S$", of("SGD")}, {"MX$", of("MXN")}, {"R$", of("BRL")}, {"NT$", of("TWD")}, {"CN¥", of("CNY")}, {"JP¥", of("JPY")},
	{"€", of("EUR")}, {"£", of("GBP")}, {"₹", of("INR")}, {"₩", of("KRW")}, {"₺", of("TRY")}, {"₴", of("UAH")}, {"₫", of("VND")},
	{"₱", of("PHP")}, {"₪", of("ILS")}, {"₦", of("NGN")}, {"zł", of("PLN")}, {"Kč", of("CZK")},
	{"$", of("USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "CLP", "COP", "ARS", "BRL", "UYU", "JMD", "BSD", "BBD", "FJD", "TTD")},
	{"¥", of("JPY", "CNY")}, {"kr.", of("DKK", "ISK")}, {"kr", of("SEK", "NOK", "DKK", "ISK")},
}

func of(c ...evercart.Currency) []evercart.Currency { return c }

// price reads a price as feeds write it: "89.50", "12,50", "1.299,00", "$59.99", "349.00 EUR", "1'299.00", "12,-". The
// reason is "" when it is one. A number that reads in two ways ("1.299") is refused: a guess is wrong by a thousand.
func (f *reading) price(cell string) (amount evercart.Minor, currency evercart.Currency, reason string) {
	number, named := splitPrice(cell)
	if currency, reason = f.agree(named, cell); reason != "" {
		return 0, "", reason
	}
	if f.options.PriceUnit == Minor {
		amount, reason = minorUnits(number)
	} else {
		var plain string
		if plain, reason = plainNumber(number, currency); reason == "" {
			var err error
			if amount, err = currency.ParseMinor(plain); err != nil {
				reason = "is not an amount of " + string(currency)
			}
		}
	}
	switch {
	case reason != "":
		return 0, "", "the price " + quoted(cell) + " " + reason
	case amount < 0:
		return 0, "", "the price " + quoted(cell) + " is below zero"
	case amount > evercart.MaxPrice:
		return 0, "", "the price " + quoted(cell) + " is too high"
	}
	f.currency = currency
	return amount, currency, ""
}

// agree holds what a price may be in against the shop's; where nothing is configured the first price settles it.
func (f *reading) agree(mean []evercart.Currency, cell string) (evercart.Currency, string) {
	switch {
	case len(mean) == 0 && f.currency == "":
		return evercart.DefaultShop().Currency, ""
	case len(mean) == 0, slices.Contains(mean, f.currency):
		return f.currency, ""
	case f.currency != "":
		return "", "the price " + quoted(cell) + " is in " + string(mean[0]) + ", this shop sells in " + string(f.currency)
	}
	return mean[0], ""
}

// splitPrice takes a code or a sign off a price; none means that the price does not say what it is in.
func splitPrice(cell string) (string, []evercart.Currency) {
	s := strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, cell))
	if rest, c, ok := cutCode(s); ok {
		return rest, of(c)
	}
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", strings.TrimSpace(s[1:])
	}
	for _, known := range signs {
		if rest, ok := strings.CutPrefix(s, known.sign); ok {
			return sign + strings.TrimSpace(rest), known.mean
		}
		if rest, ok := strings.CutSuffix(s, known.sign); ok {
			return sign + strings.TrimSpace(rest), known.mean
		}
	}
	return sign + s, nil
}

// cutCode takes a code of ISO 4217 off either end; what is left must be a number, so that "soon" is no currency.
func cutCode(s string) (string, evercart.Currency, bool) {
	if len(s) < 4 {
		return "", "", false
	}
	for _, at := range [][2]string{{s[:len(s)-3], s[len(s)-3:]}, {s[3:], s[:3]}} {
		rest := strings.TrimSpace(at[0])
		c, err := evercart.ParseCurrency(at[1])
		if err == nil && strings.ContainsAny(rest, "0123456789") && !strings.ContainsFunc(rest, unicode.IsLetter) {
			return rest, c, true
		}
	}
	return "", "", false
}

func minorUnits(number string) (evercart.Minor, string) {
	n, err := evercart.Currency("JPY").ParseMinor(number) // a currency without decimals: whole numbers alone
	if err != nil || strings.ContainsRune(number, '.') {
		return 0, "is not a whole number of minor units"
	}
	return n, ""
}

const twoWays = "can be read in two ways; write it with two decimals, or none"

// plainNumber makes "1299.00" of the ways to write it.
func plainNumber(s string, c evercart.Currency) (string, string) {
	const odd = "is not a number"
	for _, dash := range []string{",-", ".-", ",–", ",--"} {
		s = strings.TrimSuffix(s, dash)
	}
	sign, body := "", s
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		sign, body = "-", rest
	}
	if strings.ContainsAny(body, " '’") {
		body = strings.ReplaceAll(body, "’", "'")
		head, tail := body, ""
		if at := strings.LastIndexAny(body, ".,"); at >= 0 {
			head, tail = body[:at], body[at:]
		}
		joined, ok := ungroup(strings.ReplaceAll(head, "'", " "), " ")
		if !ok {
			return "", odd
		}
		body = joined + tail
	}
	dots, commas := strings.Count(body, "."), strings.Count(body, ",")
	point := "." // the decimal one
	switch {
	case dots > 0 && commas > 0:
		if strings.LastIndex(body, ",") > strings.LastIndex(body, ".") {
			point = ","
		}
	case dots+commas == 0:
		return sign + body, ""
	case dots > 1 || commas > 1: // only thousands are marked more than once
		point = ""
	default:
		at := strings.IndexAny(body, ".,")
		if len(body)-at-1 == 3 && at <= 3 && body[:at] != "0" && (c.Decimals() == 3 || body[at] == '.') {
			if c.Decimals() == 3 && body[at] == '.' { // the fils of a Gulf currency: feeds write a point
				break
			}
			return "", twoWays
		}
		if body[at] == ',' && len(body)-at-1 == 3 && at <= 3 && body[:at] != "0" {
			point = ""
		} else {
			point = body[at : at+1]
		}
	}
	return joinNumber(sign, body, point)
}

// joinNumber takes the marks of thousands out and writes the decimal one as a point.
func joinNumber(sign, body, point string) (string, string) {
	const odd = "is not a number"
	whole, fraction := body, ""
	if point != "" {
		at := strings.LastIndex(body, point)
		if at < 0 || at == len(body)-1 {
			return "", odd
		}
		whole, fraction = body[:at], "."+body[at+1:]
	}
	for _, mark := range []string{",", "."} {
		if strings.Contains(whole, mark) {
			joined, ok := ungroup(whole, mark)
			if !ok {
				return "", odd
			}
			whole = joined
		}
	}
	return sign + whole + fraction, ""
}

// ungroup joins groups of three digits.
func ungroup(s, mark string) (string, bool) {
	groups := strings.Split(s, mark)
	for i, g := range groups {
		if i > 0 && len(g) != 3 || i == 0 && (g == "" || len(g) > 3 && len(groups) > 1) {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}
