package rules

import (
	"strings"

	"github.com/evercart/evercart/rules/odds"
	"github.com/evercart/evercart/rules/roles"
)

// asksAbout is what a turn asks about, as its words tell.
type asksAbout struct {
	kind    string // one of roles.Kinds
	sure    float64
	clauses []clause // nil = it asks about nothing that is known
}

// asker tells what a sentence asks about, and how likely that is.
func asker(m *odds.Model) func(roles.Sentence) (string, float64) {
	return func(s roles.Sentence) (string, float64) {
		kind, sure := roles.Nothing, 0.0
		for k, p := range m.Chances(roles.Names(s)) {
			if p > sure {
				kind, sure = roles.Kinds[k], p
			}
		}
		return kind, sure
	}
}

// surePerhaps is how likely a question must be to be thought of.
const surePerhaps = 0.3

// asks reads what a turn asks about; given are the roles of its things, none = not known.
func (t *turn) asks(l labelled, given []roles.Role) asksAbout {
	kind, sure := t.about(l.sentence)
	a := asksAbout{kind: kind, sure: sure}
	want, ok := asked[kind]
	if !ok || sure < surePerhaps {
		return a
	}
	subjects := t.subjects(l, given)
	c := clause{found: found{want: want, rule: true}}
	switch {
	case want == wantView || want == wantTotal:
	case len(subjects) > 0:
		c.x, c.text = subjects[0], subjects[0]
		if want == wantCompare && len(subjects) > 1 {
			c.y = subjects[1]
		}
	case want == wantBrowse, len(t.state.Focus) == 0 && len(t.state.Cart.Lines) != 1:
		return a
	}
	a.clauses = []clause{c}
	return a
}

// asked are the questions about goods and cart.
var asked = map[string]want{
	"browse": wantBrowse, "cart": wantView, "colors": wantColors, "compare": wantCompare, "material": wantMaterial,
	"price": wantPrice, "sizes": wantSizes, "stock": wantStock, "total": wantTotal,
}

// subjects are the things that a question may be about, each with what tells more of it: those that are asked about, else all with which
// nothing is done.
func (t *turn) subjects(l labelled, given []roles.Role) []string {
	only := strings.ContainsRune(string(given), rune(roles.Ask))
	var out []slot
	for k, i := range l.sentence.Things() {
		role := roles.None
		if k < len(given) {
			role = given[k]
		}
		s := l.slots[i]
		switch {
		case strings.IndexByte("V#", byte(s.letter)) >= 0:
			if n := len(out); n > 0 && (role == roles.None || role == roles.Of) {
				out[n-1] = t.described(out[n-1], s)
			}
		case s.letter == slotWhole, role.Head() && role != roles.Ask, only && role != roles.Ask:
		case strings.IndexByte("NCDS?PE", byte(s.letter)) >= 0:
			out = append(out, s)
		}
	}
	var texts []string
	for _, s := range out {
		texts = append(texts, s.text)
	}
	return texts
}
