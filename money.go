package evercart

import (
	"math"
	"strconv"
	"strings"
)

type (
	// Currency is an ISO 4217 code in upper case.
	Currency string
	// Minor is an amount in minor units (cents, yen, fils) of the currency that the enclosing value names.
	Minor int64
	// Money is an amount with its currency. There is no float anywhere on its way.
	Money struct {
		Minor    Minor    `json:"minor"`
		Currency Currency `json:"currency"`
	}
)

// MaxPrice is the highest price of one piece: a full cart of such pieces can still be added up.
const MaxPrice Minor = 1_000_000_000_000

// notTwo lists the currencies of ISO 4217 that do not have two decimals.
var notTwo = map[Currency]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0, "UYI": 0,
	"VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
	"CLF": 4, "UYW": 4,
}

// ParseCurrency accepts three letters and returns them in upper case. Invalid.
func ParseCurrency(s string) (Currency, error) {
	c := strings.ToUpper(strings.TrimSpace(s))
	if len(c) != 3 || strings.Trim(c, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "", Errorf(Invalid, "currency", "a currency is three letters of ISO 4217, such as USD")
	}
	return Currency(c), nil
}

// Decimals is the number of minor digits: 0, 2, 3 or 4.
func (c Currency) Decimals() int {
	if d, ok := notTwo[c]; ok {
		return d
	}
	return 2
}

// Unit is the number of minor units in one major unit: 1, 100, 1000 or 10000.
func (c Currency) Unit() Minor {
	u := Minor(1)
	for range c.Decimals() {
		u *= 10
	}
	return u
}

// ParseMinor reads a plain decimal number ("89.5", "-3", "0.005") as an amount of c, exactly: more digits than the currency
// has are Invalid unless they are zeros, and so is what does not fit. Grouping and comma decimals are the feed's business.
func (c Currency) ParseMinor(s string) (Minor, error) {
	bad := func() (Minor, error) {
		return 0, Errorf(Invalid, "amount", "not an amount of %s: a number with at most %d decimals", c, c.Decimals())
	}
	body, negative := strings.CutPrefix(strings.TrimSpace(s), "-")
	whole, frac, dotted := strings.Cut(body, ".")
	if whole == "" && frac == "" || dotted && frac == "" || strings.Trim(whole+frac, "0123456789") != "" {
		return bad()
	}
	d := c.Decimals()
	if len(frac) > d {
		if strings.Trim(frac[d:], "0") != "" {
			return bad()
		}
		frac = frac[:d]
	}
	sign := ""
	if negative {
		sign = "-"
	}
	n, err := strconv.ParseInt(sign+whole+frac+strings.Repeat("0", d-len(frac)), 10, 64)
	if err != nil {
		return bad()
	}
	return Minor(n), nil
}

// Decimal writes m as a plain decimal number of c: 8950 USD is "89.50", 100 JPY is "100".
func (c Currency) Decimal(m Minor) string {
	d, sign := c.Decimals(), ""
	u := uint64(m)
	if m < 0 {
		sign, u = "-", -u
	}
	digits := strconv.FormatUint(u, 10)
	if d == 0 {
		return sign + digits
	}
	if len(digits) <= d {
		digits = strings.Repeat("0", d-len(digits)+1) + digits
	}
	return sign + digits[:len(digits)-d] + "." + digits[len(digits)-d:]
}

// Times multiplies, or says LimitReached where the product does not fit.
func (m Minor) Times(n int) (Minor, error) {
	if m == 0 || n == 0 {
		return 0, nil
	}
	p := m * Minor(n)
	if n == -1 && m == math.MinInt64 || p/Minor(n) != m {
		return 0, Errorf(LimitReached, "amount", "the amount is too large")
	}
	return p, nil
}

// Plus adds, or says LimitReached where the sum does not fit.
func (m Minor) Plus(n Minor) (Minor, error) {
	s := m + n
	if n > 0 && s < m || n < 0 && s > m {
		return 0, Errorf(LimitReached, "amount", "the amount is too large")
	}
	return s, nil
}
