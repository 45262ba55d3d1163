package rules

import (
	"strconv"
	"strings"
	"sync"

	"github.com/evercart/evercart/internal/sift"
)

// want is what a clause is about.
type want string

// The wants.
const (
	wantNothing  want = ""        // no rule fits: the words alone must tell
	wantComment  want = "comment" // said beside the matter
	wantBeside   want = "beside"  // a sentence that wants nothing; goods that it names may be meant by the next one
	wantAdd      want = "add"
	wantFront    want = "front"  // goods first: "the jacket I want in navy"
	wantMore     want = "more"   // more of what is in the cart
	wantLess     want = "less"   // fewer of what is in the cart
	wantTimes    want = "times"  // double, triple
	wantChange   want = "change" // quantity, size or colour of a line, or the thing itself
	wantWrong    want = "wrong"  // it does not fit, or is not what was meant
	wantStep     want = "step"   // one size up or down
	wantSwap     want = "swap"
	wantRemove   want = "remove"
	wantExcept   want = "except" // everything but
	wantSave     want = "save"
	wantRestore  want = "restore"
	wantKeep     want = "keep"
	wantLeave    want = "leave" // leave as it is
	wantClear    want = "clear"
	wantUndo     want = "undo"
	wantView     want = "view"
	wantTotal    want = "total"
	wantBrowse   want = "browse"
	wantPrice    want = "price"
	wantCheapest want = "cheapest"
	wantStock    want = "stock"
	wantColors   want = "colors"
	wantSizes    want = "sizes"
	wantMaterial want = "material"
	wantCompare  want = "compare"
	wantTell     want = "tell" // all there is to say of a thing
	wantNot      want = "not"  // "not the trail ones"
	wantHelp     want = "help"
	wantRepeat   want = "repeat"
	wantBot      want = "bot"
	wantTalk     want = "talk"
	wantBye      want = "bye"
	wantOrder    want = "order" // to buy what is in the cart
	wantCannot   want = "cannot"
)

// rule is one way to say one thing. In the pattern X is the thing, Y what it becomes, N a number; CART and ALL stand for
// the ways to say those.
type rule struct {
	want    want
	pattern string
}

// grammar is the rules of one language, compiled.
type grammar struct {
	leads          *sift.Set // what stands before the matter and is left out, tried until none fits
	tails          *sift.Set // what stands after it
	aside          *sift.Set // purposes and reasons inside a clause, cut out
	rules          *sift.Set
	wants          []want        // of each rule
	others, onward *sift.Pattern // the rest of a search; the second only right after it
	place          *sift.Pattern // where the cart is spoken of: "on the list", "in my cart"
}

// found is a clause's want with the parts that its rule names.
type found struct {
	want    want
	x, y, n string
	rule    bool
}

// englishGrammar is compiled once, when it is first wanted, and only read from then on.
var englishGrammar = sync.OnceValue(func() grammar { return compile(english) })

func compile(t tables) grammar {
	g := grammar{
		leads: knownLeads.Compile(t.list(t.leads, "^(?:%)\\b[ ,-]*")...),
		tails: sift.Compile(t.list(t.tails, "(?:^| )(?:%)$")...),
		aside: knownAsides.Compile(t.list(t.asides, "(?:^| )(?:%)")...),
	}
	g.place = sift.Of("(?:^| )(?:" + t.expand(t.places) + ")\\b")
	g.others, g.onward = sift.Of("^(?:"+t.expand(t.others)+")$"), sift.Of("^(?:"+t.expand(t.onward)+")$")
	patterns := make([]string, len(t.rules))
	for i, r := range t.rules {
		patterns[i] = "^(?:" + numbered(t.expand(r.pattern)) + ")$"
		g.wants = append(g.wants, r.want)
	}
	g.rules = knownRules.Compile(patterns...)
	return g
}

func (t tables) list(patterns []string, frame string) []string {
	out := make([]string, len(patterns))
	for i, p := range patterns {
		out[i] = strings.Replace(frame, "%", t.expand(p), 1)
	}
	return out
}

// expand writes the shorthands out, also those that stand in others.
func (t tables) expand(p string) string {
	return sift.Spelled(p, 4, func(run string) string {
		if long, ok := t.short[run]; ok {
			return long
		}
		if run == "X" || run == "Y" || run == "N" {
			return "(?P<" + strings.ToLower(run) + ">.+?)"
		}
		return run
	})
}

// numbered makes the names of groups differ ("x1", "x2"), since each way to say a thing has its own.
func numbered(p string) string {
	parts := strings.Split(p, "(?P<")
	for i := 1; i < len(parts); i++ {
		parts[i] = "(?P<" + parts[i][:1] + strconv.Itoa(i) + parts[i][1:]
	}
	return strings.Join(parts, "")
}

// lead takes off what stands before and after the matter.
func (g *grammar) lead(s string) string {
	s = g.front(s)
	for again := true; again && s != ""; {
		again = false
		t := g.tails.In(s)
		for i := t.Next(0); i >= 0; i = t.Next(i + 1) {
			if at := g.tails.At(i).FindStringIndex(s); at != nil {
				s, again = strings.TrimSpace(s[:at[0]]), true
				t = g.tails.In(s)
			}
		}
	}
	return s
}

// front takes off what stands before the matter.
func (g *grammar) front(s string) string {
	for again := true; again && s != ""; {
		again = false
		t := g.leads.In(s)
		for i := t.Next(0); i >= 0; i = t.Next(i + 1) {
			if at := g.leads.At(i).FindStringIndex(s); at != nil && at[1] > 0 {
				s, again = s[at[1]:], true
				t = g.leads.In(s)
			}
		}
	}
	return s
}

// cutAsides takes purposes and reasons out: "for my mum", "because it rains".
func (g *grammar) cutAsides(s string) string {
	t := g.aside.In(s)
	for i := t.Next(0); i >= 0; i = t.Next(i + 1) {
		re := g.aside.At(i)
		if !re.MatchString(s) {
			continue
		}
		s = strings.Join(strings.Fields(re.ReplaceAllString(s, " ")), " ")
		t = g.aside.In(s)
	}
	return s
}

func (f *found) set(group byte, s string) {
	switch group {
	case 'x':
		f.x = s
	case 'y':
		f.y = s
	case 'n':
		f.n = s
	}
}

// find gives the first rule that fits.
func (g *grammar) find(s string) found {
	t := g.rules.In(s)
	for i := t.Next(0); i >= 0; i = t.Next(i + 1) {
		re := g.rules.At(i)
		m := re.FindStringSubmatchIndex(s)
		if m == nil {
			continue
		}
		f := found{want: g.wants[i], rule: true}
		for k, name := range re.SubexpNames() {
			if name != "" && m[2*k] < m[2*k+1] {
				f.set(name[0], s[m[2*k]:m[2*k+1]])
			}
		}
		return f
	}
	return found{}
}
