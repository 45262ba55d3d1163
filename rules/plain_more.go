package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// inMorePlainWays writes what is announced before it is said, what is left out, a size that goes up, which of two goes, and how much more
// of what stands first; politeness about time is left out.
func (t *turn) inMorePlainWays(words []token) ([]token, bool) {
	changed := false
	for _, way := range []func([]token) ([]token, bool){t.announced, t.leftOut, sizeMoves, t.notThisButThat, noHurry, moreOf} {
		if w, ok := way(words); ok {
			words, changed = w, true
		}
	}
	return words, changed
}

// announces says that things follow: "these two, then: …".
var announces = regexp.MustCompile(`^(?:(?:okay|right|so|well|and) )*(?:(?:just|only|exactly) )?(?:these|those|the following)(?: (?:two|three|four|five|few))?(?: things| items| ones| bits)?(?: then| please)*$`)

// announced leaves out what only announces the goods behind it.
func (t *turn) announced(words []token) ([]token, bool) {
	for i := 0; i < len(words)-1; i++ {
		if words[i].Stop == hear.None || !announces.MatchString(hear.Text(words[:i+1])) {
			continue
		}
		rest := words[i+1:]
		for len(rest) > 1 && (rest[0].Text == "then" || rest[0].Text == "please") {
			rest = rest[1:]
		}
		if t.namesAny(rest, wordGoods) {
			return append(hear.Tokens("add"), rest...), true
		}
	}
	return words, false
}

// leavesOut are the words between "leave" and "out", and those behind.
var leavesOut = regexp.MustCompile(`^leave ((?:the|my|that|those|these) \w+(?: \w+){0,3}) out(?: after all| please| then| again)*$`)

// leftOut writes "leave the slippers out" as "remove the slippers", where they are in the cart.
func (t *turn) leftOut(words []token) ([]token, bool) {
	for i := range words {
		if words[i].Text != "leave" {
			continue
		}
		m := leavesOut.FindStringSubmatch(hear.Text(words[i:]))
		if m == nil || len(t.namedLines(t.read(m[1]), t.state.Cart.Lines)) == 0 {
			return words, false
		}
		return slices.Concat(words[:i], hear.Tokens("remove "+m[1])), true
	}
	return words, false
}

// sizeGoes asks for another size of a thing as if it moved: "can the trail shoes go up half a size".
var sizeGoes = regexp.MustCompile(`^(?:(?:can|could|may|might|should) )((?:the|my|those|these) .+?) (?:go|move|come|be moved|be put) (up|down) ((?:a|one|half a|a half|one half|two) sizes?)(?: please)?$`)

func sizeMoves(words []token) ([]token, bool) {
	m := sizeGoes.FindStringSubmatch(hear.Text(words))
	if m == nil {
		return words, false
	}
	return hear.Tokens("go " + m[2] + " " + m[3] + " on " + m[1]), true
}

// thisNotThat keeps one thing and wants the other one out.
var thisNotThat = regexp.MustCompile(`^(?:no )?do not (?:take|remove|drop|delete|touch|lose) ((?:the|my) \w+(?: \w+){0,3}?)(?: off| out| away)? (?:but )?(?:(?:take|get) (?:off |out )?the other(?: one)?(?: off| out| away)?|(?:remove|drop|delete|lose|scrap|bin) the other(?: one)?)(?: please| instead)*$`)

// notThisButThat names the other one, where two things are there, or two of that kind.
func (t *turn) notThisButThat(words []token) ([]token, bool) {
	m := thisNotThat.FindStringSubmatch(hear.Text(words))
	if m == nil {
		return words, false
	}
	kept := t.namedLines(t.read(m[1]), t.state.Cart.Lines)
	if len(kept) != 1 {
		return words, false
	}
	var others []string
	like := t.state.Cart.Lines
	if p, ok := t.productOf(kept[0].SKU); ok && len(like) > 2 {
		like = slices.DeleteFunc(slices.Clone(like), func(o evercart.Line) bool {
			q, ok := t.productOf(o.SKU)
			return !ok || q.Type != p.Type
		})
	}
	for _, o := range like {
		if p, ok := t.productOf(o.SKU); ok && o.No != kept[0].No {
			name := p.Title
			for _, v := range o.Options {
				if !isDefault(v) {
					name += " " + v.Value
				}
			}
			others = append(others, strings.ToLower(name))
		}
	}
	if len(others) != 1 {
		return words, false
	}
	return hear.Tokens("remove the " + others[0]), true
}

// ofTime is politeness about the time that something takes.
var ofTime = regexp.MustCompile(`^(?:and |but |so )*(?:please )?(?:do )?(?:take (?:all )?your time|(?:there is )?no (?:hurry|rush)(?: at all)?|whenever you (?:are ready|can|have a moment)|i hope you (?:will not|do not|would not) mind (?:me |my )?asking|if (?:you do not|you would not|i may) (?:mind )?(?:me |my )?ask(?:ing)?)(?: with it| at all| of course)?$`)

// noHurry leaves such a sentence out, where others stand beside it.
func noHurry(words []token) ([]token, bool) {
	var out []token
	from, cut := 0, false
	for i, w := range words {
		if w.Stop == hear.None && i+1 < len(words) {
			continue
		}
		if piece := words[from : i+1]; ofTime.MatchString(hear.Text(piece)) {
			cut = true
		} else {
			out = append(out, piece...)
		}
		from = i + 1
	}
	if !cut || len(out) == 0 {
		return words, false
	}
	for len(out) > 1 && (out[0].Text == "but" || out[0].Text == "and") {
		out = out[1:]
	}
	return out, true
}

// moreOfIt wants more of what stands first: "of the water I need three more bottles".
var moreOfIt = regexp.MustCompile(`^of (?:the|my|those|these) (\w+(?: \w+){0,2}?) (?:(?:i|we) (?:will |would |do )?(?:want|need|like|take) )?(\w+) (?:more (?:packets?|packs?|bottles?|bars?|bags?|pairs?|boxes|box|pieces?)?|(?:packets?|packs?|bottles?|bars?|bags?|pairs?|boxes|pieces?) more)(?: please| now)*$`)

func moreOf(words []token) ([]token, bool) {
	m := moreOfIt.FindStringSubmatch(strings.TrimSpace(hear.Text(words)) + " ")
	if m == nil {
		m = moreOfIt.FindStringSubmatch(hear.Text(words))
	}
	if m == nil {
		return words, false
	}
	return hear.Tokens(m[2] + " more of the " + m[1]), true
}
