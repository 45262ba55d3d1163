// Package roles is a small model of what is wanted of the things that a sentence names: a chain of things, each with a role, scored
// by what stands around them. It knows no goods: a thing is a letter that says where it is. It holds no state and is safe for use by many.
package roles

import "strings"

// Role is what is wanted of a thing.
type Role byte

// The roles.
const (
	None    Role = '-' // nothing: it is told of, withdrawn, asked about, or stays as it is
	Add     Role = 'A'
	Remove  Role = 'R'
	Save    Role = 'S'
	Restore Role = 'B'
	Change  Role = 'X' // its number or an option of it is changed
	From    Role = 'F' // it gives way
	To      Role = 'T' // it takes the place
	Except  Role = 'E' // all but it goes
	Of      Role = 'o' // it tells more of the head before it
	OfNext  Role = 'O' // it tells more of the head after it
	Value   Role = 'y' // what a head becomes
	Ask     Role = 'Q' // it is asked about
)

// Nothing is what a sentence asks about that asks about nothing.
const Nothing = "nothing"

// Head says that a thing with the role is one that something is done with.
func (r Role) Head() bool {
	switch r {
	case Add, Remove, Save, Restore, Change, From, To, Except, Ask:
		return true
	}
	return false
}

// allowed are the roles that things of a letter may have.
var allowed = map[byte]string{
	'N': "-ATQo",
	'C': "-ARSXFETQo",
	'D': "-AXTRQyo",
	'S': "-ABRQo",
	'V': "-oOyARFTXSQ",
	'#': "-oOyAR",
	'P': "-ARSBXFTEQoOy",
	'Z': "-ARSBXFEQ",
	'E': "-RSBAEQ",
	'?': "-ATRQo",
	'u': "-y",
	'*': "-y", // double, half
	'W': "-R", // the cart as a whole: the last element of each sentence
}

// Allowed lists the roles that things of a letter may have; "" = it is no thing.
func Allowed(letter byte) string { return allowed[letter] }

// Element is a thing, or a word or phrase between things.
type Element struct {
	Letter byte     `json:"l,omitempty"` // 0 = it carries nothing by itself
	Words  []string `json:"w"`
	Stop   byte     `json:"s,omitempty"` // the mark behind it: ',' '.' '?'; 0 = none
	Flags  string   `json:"f,omitempty"` // of a thing: a letter for each thing that is so
}

// Thing says that the element has a role.
func (e Element) Thing() bool { return allowed[e.Letter] != "" }

// Sentence is a turn as the model sees it.
type Sentence struct {
	Elements []Element `json:"e"`
	State    string    `json:"t,omitempty"` // a letter for each thing that is so of cart and talk
}

// Things lists the indexes of the elements that have a role.
func (s Sentence) Things() []int {
	var out []int
	for i, e := range s.Elements {
		if e.Thing() {
			out = append(out, i)
		}
	}
	return out
}

// Sound says that roles make sense together: what gives way has something that takes its place, what tells more has something that
// it tells more of, and a value something that becomes it, or nothing else is named. letters are those of the things.
func Sound(letters string, rs []Role) bool {
	has := [256]bool{}
	deeds := false
	for _, r := range rs {
		has[r] = true
		deeds = deeds || r.Head() && r != Ask
	}
	return has[From] == has[To] && (!has[Of] && !has[OfNext] || deeds) && (!has[Value] || has[Change] || !deeds && !strings.ContainsAny(letters, "CDZN"))
}

// Letters are those of the things.
func (s Sentence) Letters() string {
	var b strings.Builder
	for _, e := range s.Elements {
		if e.Thing() {
			b.WriteByte(e.Letter)
		}
	}
	return b.String()
}
