package evercart

import (
	"regexp"
	"strings"
)

// Identifiers are types of their own, so that one is never passed where another is meant.
type (
	ShopID    string // the merchant; one a process
	SessionID string // UUIDv4, lower case: unguessable (a v7 has too few random bits)
	Subject   string // a shopper, at random; user ids, callers and platform ids are Personal and lead to it by a keyed hash
	Life      string // a shopper's present existence, at random; ends with an erasure; names the key of all sealed parts
	TurnID    string // from the client or the transport's event id, else minted per request; never derived from the words
	CallID    string // one tool call in a turn, numbered by us: "2.1" = second step, first call
	WriteID   string // one Update, at random; its events keep it, so that an unknown commit can be looked up
	SKU       string // one variant; looked up trimmed and case-folded, kept as the catalogue spells it
	NodeID    string // one process start, at random
	Seq       int64  // place of an event in its session, from 1. A session's version IS its last Seq; there is no other
	LineNo    int    // names a cart line for good; never used twice in a cart
	Actor     string // "shopper", "agent", "operator:ID", "job:KIND", "channel:NAME"
	Kind      string // "cart.changed": a fact's stable name in storage; append-only
)

// Bounds on identifiers that come from outside, in bytes.
const (
	MaxUserID = 128
	MaxTurnID = 128
)

// ParseSessionID accepts the canonical form of a UUID (8-4-4-4-12 hexadecimal digits) and returns it in lower case. Invalid.
func ParseSessionID(s string) (SessionID, error) {
	if len(s) != 36 {
		return "", Errorf(Invalid, "session id", "a session id is a UUID, such as 6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11")
	}
	for i := range len(s) {
		switch c := s[i]; {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if c != '-' {
				return "", Errorf(Invalid, "session id", "a session id is a UUID with dashes")
			}
		case !isHex(c):
			return "", Errorf(Invalid, "session id", "a session id is a UUID of hexadecimal digits")
		}
	}
	return SessionID(strings.ToLower(s)), nil
}

// ParseTurnID accepts 1 to MaxTurnID visible bytes of ASCII: an id is compared, never read. Invalid.
func ParseTurnID(s string) (TurnID, error) {
	if s == "" || len(s) > MaxTurnID || !visible(s) {
		return "", Errorf(Invalid, "turn id", "a turn id is 1 to %d visible ASCII characters", MaxTurnID)
	}
	return TurnID(s), nil
}

// ParseUserID accepts 1 to MaxUserID bytes of valid UTF-8 without control characters. Invalid.
func ParseUserID(s string) (Personal, error) {
	if s == "" || len(s) > MaxUserID || Clean(s) != s || strings.ContainsFunc(s, isControl) {
		return "", Errorf(Invalid, "user id", "a user id is 1 to %d bytes without control characters", MaxUserID)
	}
	return Personal(s), nil
}

// phone is a number as networks write it.
var phone = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

// withheld are numbers that networks put where the caller's is not shown; some spell "anonymous" or "restricted" on a keypad.
var withheld = map[string]bool{"+266696687": true, "+7378742833": true, "+2562533": true, "+86282452253": true, "+464": true}

// ParsePhone accepts a telephone number that tells callers apart: E.164, and none that stands for a withheld one. Invalid.
func ParsePhone(s string) (Personal, error) {
	if !phone.MatchString(s) || withheld[s] {
		return "", Errorf(Invalid, "phone", "a telephone number is + and 7 to 15 digits, with the country's code first")
	}
	return Personal(s), nil
}

// Fold is how SKUs are compared: without surrounding blanks, in lower case.
func (s SKU) Fold() SKU { return SKU(strings.ToLower(strings.TrimSpace(string(s)))) }

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

func isControl(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 }

func visible(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}
