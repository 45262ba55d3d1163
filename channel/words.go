package channel

import (
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

const (
	byeWords = 6   // who says goodbye says it in few words
	byeSure  = 0.8 // and beyond doubt: hanging up on somebody is worse than waiting
)

// Goodbye says that these words take leave.
func Goodbye(locale string, words evercart.Personal) bool {
	text := words.Reveal()
	if len(strings.Fields(text)) > byeWords {
		return false
	}
	g := hear.IntentIn(locale, text)
	return g.Intent == hear.IntentGoodbye && g.Sure >= byeSure
}

// Dialable is a number as it can be dialled: its digits, with a plus where it had one; "" = none.
func Dialable(number string) string {
	d := Digits(number)
	if len(d) < 3 || len(d) > 15 {
		return ""
	}
	if strings.HasPrefix(strings.TrimSpace(number), "+") {
		return "+" + d
	}
	return d
}

// Digits are the ASCII digits of a text.
func Digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}
