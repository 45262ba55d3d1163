package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
	"github.com/evercart/evercart/internal/words"
)

// What is asked of an assistant without any goods being named.
const (
	wantKinds    want = "kinds"    // what there is to buy here
	wantPresent  want = "present"  // something to give; x = for whom, or what that one likes
	wantAdvice   want = "advice"   // what is good, what one would take
	wantSurprise want = "surprise" // anything will do
)

// assistWants are what is asked, in the order of the patterns.
var assistWants = []want{wantKinds, wantPresent, wantAdvice, wantSurprise}

// assists are the patterns of each language, compiled when they are first wanted.
var assists = map[string]func() *sift.Set{
	"en": sync.OnceValue(func() *sift.Set { return assistOf(&englishAssist) }),
	"es": sync.OnceValue(func() *sift.Set { return assistOf(&spanishAssist) }),
	"de": sync.OnceValue(func() *sift.Set { return assistOf(&germanAssist) }),
}

func assistOf(w *assistWords) *sift.Set {
	frame := func(p string) string { return "^" + w.front + "(?:" + numbered(p) + ")" + w.back + "$" }
	return sift.Compile(frame(w.kinds), frame(w.present), frame(w.advice), frame(w.surprise))
}

// shelves is a catalogue that can name its kinds of goods, at most n, the largest first.
type shelves interface{ Kinds(n int) []string }

// kindNames are the kinds of goods of the shop, the largest first; none where the catalogue cannot tell.
func (t *turn) kindNames(n int) []string {
	if s, ok := t.catalog.(shelves); ok {
		return s.Kinds(n)
	}
	return nil
}

// maxKinds is how many kinds of goods are read out.
const maxKinds = 5

// asksAssistant reads a whole turn that asks what there is, for a present, or for advice. While a question is open, or where something was just
// looked for, "what do you have" is about that.
func (t *turn) asksAssistant(text string) (clause, bool) {
	said, tag := t.asSaid(text)
	if !t.fresh || masked(text) || len(said) > maxSaid {
		return clause{}, false
	}
	known := t.knows != nil && t.knows(text)
	set := assists[tag]()
	may := set.In(said)
	for i := may.Next(0); i >= 0; i = may.Next(i + 1) {
		re := set.At(i)
		m := re.FindStringSubmatch(said)
		if m == nil {
			continue
		}
		c := clause{found: found{want: assistWants[i], rule: true}, text: said}
		for k, name := range re.SubexpNames() {
			if name != "" && m[k] != "" {
				c.x = strings.TrimSpace(m[k])
			}
		}
		if known && (c.want != wantPresent || c.x == "" || ofGiving.MatchString(said)) { // the word "birthday" stands in an answer as well
			return clause{}, false
		}
		if q := t.openQuestion(); q != nil && q.Kind != "what" && c.want != wantPresent || c.want == wantPresent && t.seeksNamed(c.x) {
			return clause{}, false
		}
		return c, true
	}
	return clause{}, false
}

// ofGiving are words by which a present is a matter of the shop's answers, and none that is sought.
var ofGiving = sift.Of(`\b(?:cards?|vouchers?|wrap\w*|receipts?|return\w*|refund\w*|exchange\w*|discounts?|points?|messages?|notes?|deliver\w*|ship\w*|policy|registry|free)\b`)

// seeksNamed says that what something is sought for names goods, or a place or a use that goods are known by, or nobody to whom anything is
// given: "something for the kitchen", "something for me, the white shirt".
func (t *turn) seeksNamed(x string) bool {
	if x == "" {
		return false
	}
	whom := toldOfThem.ReplaceAllString(likes.ReplaceAllString(x, ""), "")
	return !forPeople.MatchString(whom) || t.said == "" && slices.ContainsFunc(t.wordsOf(whom), func(w token) bool {
		return !t.lang.Small(w.Text) && !forPeople.MatchString(w.Text) && t.knowsGoods(w.Text)
	})
}

// toldOfThem is what is told of somebody behind that: "my sister, she turns thirty".
var toldOfThem = sift.Of(`\b(?:he|she|they|who|we|it|and i|so i|but i)\b.*$`)

// forPeople are those whom something is given to; groups tell women and men.
var forPeople = sift.Of(`\b(?:(mum|mom|mummy|mommy|mother|wife|sister|girlfriend|daughter|aunt|auntie|granddaughter|stepdaughter|goddaughter|daughter-in-law|sister-in-law|fiancee|grandma|granny|grandmother|niece|her|she|woman|women|lady|ladies|girl|bride|mother-in-law|madre|mama|esposa|mujer|hermana|novia|hija|abuela|tia|sobrina|amiga|ella|mutter|mutti|frau|schwester|freundin|tochter|oma|tante|nichte)|(dad|daddy|father|husband|brother|boyfriend|son|uncle|grandson|stepson|godson|son-in-law|father-in-law|brother-in-law|fiance|grandpa|grandad|granddad|grandfather|nephew|him|he|man|men|guy|boy|groom|padre|papa|esposo|marido|hermano|novio|hijo|abuelo|tio|sobrino|vater|vati|mann|bruder|sohn|opa|onkel|neffe)|friends?|someone|somebody|colleagues?|coworkers?|neighbou?rs?|boss|teachers?|partner|parents?|couple|kids?|child|children|baby|family|people|person|host|hostess|cousin|grandchild|grandchildren|grandparents|in-laws|amigos?|alguien|companer[oa]|vecin[oa]|jef[ea]|profesora?|pareja|padres|ninos?|familia|freund|jemanden|kollegen|kollegin|nachbarn?|nachbarin|chefs?|chefin|lehrer(?:in)?|partner(?:in)?|eltern|kinder|kind|familie|me|myself|us)\b`)

// likes is what somebody is said to like.
var likes = sift.Of(`\b(?:likes?|loves?|enjoys?|(?:is|are) (?:into|fond of|crazy about|keen on|mad about|a fan of|always)|does|adores?|(?:has|have) a thing for|collects?)(?: to| a lot of| lots of)? (.+)$`)

// assistWith answers as an assistant would: with what there is, with a few things, or by asking what it should be.
func (t *turn) assistWith(c clause) outcome {
	switch c.want {
	case wantKinds:
		if kinds := t.kindNames(maxKinds); len(kinds) > 0 {
			return outcome{say: t.sayOwn("kinds", t.voice.List(kinds))}
		}
		return outcome{say: t.voice.Say("help")}
	case wantPresent:
		return t.present(c.x)
	case wantAdvice:
		if t.justLooked() && strings.Contains(c.text, " else") {
			return t.goOn()
		}
		if hits := t.focus(); len(hits) > 1 { // "which would you take"
			return t.difference(hits)
		}
		return outcome{say: t.sayOwn("advice", t.voice.List(t.kindNames(maxKinds)))}
	}
	return t.surprise()
}

// present shows what can be given, to one who likes that: goods that the shop itself calls presents, where it does.
func (t *turn) present(x string) outcome {
	if m := likes.FindStringSubmatch(x); m != nil {
		if q := t.kindLike(m[1]); q != "" {
			return t.showSome(q)
		}
	}
	if !t.knowsGoods("gift") {
		return outcome{say: t.sayOwn("gift", t.voice.List(t.kindNames(maxKinds)))}
	}
	query := "gift"
	if who := forPeople.FindStringSubmatch(x); who != nil && who[1] != "" && who[2] == "" {
		query = "gift for women"
	} else if who != nil && who[2] != "" && who[1] == "" {
		query = "gift for men"
	}
	if f := t.find(evercart.Query{Words: query}); len(f.Hits) == 0 {
		query = "gift"
	}
	return t.showSome(query)
}

// knowsGoods says that the catalogue has goods of that word.
func (t *turn) knowsGoods(word string) bool {
	f := t.find(evercart.Query{Words: word, Limit: 1})
	return len(f.Hits) > 0 && len(f.Unknown) == 0
}

// showSome shows a few goods, as an idea.
func (t *turn) showSome(query string) outcome {
	return outcome{say: t.sayOwn("idea"), calls: []call{{"search_products", map[string]any{"query": query, "limit": maxNamed}}}}
}

// alike is how near a word must be to the name of a kind of goods to lead there: "cooking" to "kitchen".
const alike = 0.55

// kindLike finds what goods may please one who likes that: goods of the very word, else the kind whose name is nearest to it.
func (t *turn) kindLike(liked string) string {
	best, query := alike, ""
	for _, w := range t.wordsOf(liked) {
		if t.lang.Small(w.Text) {
			continue
		}
		if t.knowsGoods(w.Text) {
			return w.Text
		}
		for _, kind := range t.kindNames(200) {
			for _, k := range hear.Tokens(kind) {
				if like := words.Like(words.Find(w.Text), words.Find(k.Text)); like > best {
					best, query = like, kind
				}
			}
		}
	}
	return query
}

// surprise shows a few things that nobody asked for: presents, where the shop knows some, else a kind after the other.
func (t *turn) surprise() outcome {
	if l := t.state.Looked; l != nil && t.justLooked() && l.Told < l.All {
		return t.goOn()
	}
	if t.knowsGoods("gift") && t.state.Looked == nil {
		return t.showSome("gift")
	}
	kinds := t.kindNames(20)
	if len(kinds) == 0 {
		return outcome{say: t.sayOwn("what.kind")}
	}
	return t.showSome(kinds[t.state.Turns%len(kinds)])
}
