package dialogue

import (
	"fmt"
	"time"
)

// Dialogue is one conversation and what must come of it.
type Dialogue struct {
	File    string
	Line    int
	Name    string
	Catalog string // a feed; "" = the server's own goods
	Steps   []Step
}

// Alone says that the dialogue changes what others would see, and needs a server of its own.
func (d Dialogue) Alone() bool {
	for _, s := range d.Steps {
		switch s.Do {
		case After, Restart, Catalogue:
			return true
		}
	}
	return false
}

// Verb is what a step does.
type Verb string

// The verbs, by their word in a file.
const (
	Cart      Verb = "cart"      // begin with these lines
	Saved     Verb = "saved"     // begin with these kept for later
	Focus     Verb = "focus"     // begin with these last shown
	User      Verb = "user"      // who speaks
	Locale    Verb = "language"  // in which language the session begins
	Say       Verb = "say"       // the shopper says this
	Greet     Verb = "greet"     // nobody speaks: the agent opens
	Interrupt Verb = "interrupt" // speak over the reply, after these words of it
	After     Verb = "after"     // time passes
	Restart   Verb = "restart"   // the server ends and starts again
	Catalogue Verb = "catalogue" // the shop changes a variant
	Expect    Verb = "expect"    // what must be so now
)

// Step is one line of a dialogue.
type Step struct {
	Line   int
	Source string // the line as it was written, without the blanks around it
	Do     Verb
	Words  string        // Say, Interrupt, User, Locale
	Items  []Item        // Cart, Saved, Focus
	Wait   time.Duration // After
	Change *Change       // Catalogue
	Want   *Want         // Expect
}

// Item is a quantity of a SKU, or of a product by its handle.
type Item struct {
	SKU      string
	Quantity int
}

// Change is what the shop does with a variant.
type Change struct {
	SKU  string
	What string // price, stock, gone, back
	To   string // price: a decimal number; stock: a whole number, or "any" = not counted
}

// Want is one expectation.
type Want struct {
	What  string // cart, saved, total, said, asks, refuses, shows, event, heard, kept
	Not   bool
	Items []Item            // cart, saved, kept, shows
	Any   []string          // said, asks, heard: one of these; none = asks whatever
	Total string            // a decimal number
	Kind  string            // event
	Facts map[string]string // event: facts that it must have, by dotted path
}

// SyntaxError is a line that cannot be understood.
type SyntaxError struct {
	File string
	Line int
	Text string
}

// Error tells file, line and what is wrong.
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Text) }
