package rules

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/speak"
)

// tongue is a language besides the grammar's own, as data: it writes what is said in it in the grammar's plain words, so that
// corrections, lists and references are read by one set of rules, and says this room's sentences in it.
type tongue struct {
	tag     string
	phrases []phrase
	numbers map[string]string // number words → digits
	words   map[string]string // what holds a sentence together, sizes and colours
	goods   map[string]string // names of goods, where the catalogue does not know the word itself
	endings []string          // of names: cut off to find them
	say     map[string]string
}

// phrase is written first, as a whole. Patterns see folded text, and never what was written before: that is in capitals.
type phrase struct{ pattern, to string }

// speech is a tongue made ready.
type speech struct {
	tongue
	phrases []*regexp.Regexp
}

func ready(t tongue) speech {
	s := speech{tongue: t}
	for _, p := range t.phrases {
		s.phrases = append(s.phrases, regexp.MustCompile(`\b(?:`+p.pattern+`)\b`))
	}
	return s
}

// noneOfMine is what is said in languages that are not spoken here.
var noneOfMine = map[string]string{
	"fr": "Désolé, je ne parle que l'anglais, l'espagnol et l'allemand.",
	"it": "Mi dispiace, parlo solo inglese, spagnolo e tedesco.",
	"pt": "Desculpe, só falo inglês, espanhol e alemão.",
	"nl": "Sorry, ik spreek alleen Engels, Spaans en Duits.",
	"pl": "Przepraszam, mówię tylko po angielsku, hiszpańsku i niemiecku.",
	"tr": "Üzgünüm, yalnızca İngilizce, İspanyolca ve Almanca konuşuyorum.",
}

// remembered is how many turns back the language of a short answer is looked for.
const remembered = 3

// speaks makes a turn speak the language of its words: the tables are those of it, and the words are written in the grammar's.
// A sentence is given for a language that is not spoken here.
func (b *Brain) speaks(ctx context.Context, p *evercart.Prompt) (*speak.Voice, string) {
	voice := speak.For(p.Locale)
	text := p.Now.Words.Reveal()
	given := voice.Language()
	for _, e := range p.History[max(0, len(p.History)-remembered):] { // a "sí" after a turn in Spanish is Spanish
		if l := hear.Spoken(e.Words.Reveal(), given); noneOfMine[l] == "" {
			given = l
		}
	}
	lang := hear.Spoken(text, given)
	if s, ok := noneOfMine[lang]; ok {
		return voice, s
	}
	for i := range b.others {
		if o := &b.others[i]; o.tag == lang {
			p.Now.Words = evercart.Private(o.written(text, b.names(ctx)))
			b.tables.say = o.say
		}
	}
	if lang == voice.Language() {
		return voice, ""
	}
	return speak.For(lang), ""
}

// names says whether goods of the shop are called by a word in their titles.
func (b *Brain) names(ctx context.Context) func(string) bool {
	return func(w string) bool {
		f, err := b.catalog.Find(ctx, evercart.Query{Words: w, Limit: 3})
		if err != nil {
			return false
		}
		for _, h := range f.Hits {
			for _, t := range hear.Tokens(h.Product.Title) {
				if t.Text == w {
					return true
				}
			}
		}
		return false
	}
}

// written writes a text in the grammar's words; what it does not know stays as it is.
func (s *speech) written(text string, named func(string) bool) string {
	text = strings.NewReplacer("¿", " ", "¡", " ").Replace(hear.Fold(text))
	for i, re := range s.phrases {
		text = re.ReplaceAllString(text, strings.ToUpper(s.tongue.phrases[i].to))
	}
	var out strings.Builder
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && (text[end] >= 'a' && text[end] <= 'z') {
			end++
		}
		if end == i {
			out.WriteByte(text[i])
			i++
			continue
		}
		out.WriteString(s.word(text[i:end], named))
		i = end
	}
	return strings.ToLower(strings.Join(strings.Fields(out.String()), " "))
}

func (s *speech) word(w string, named func(string) bool) string {
	if n, ok := s.numbers[w]; ok {
		return n
	}
	if e, ok := s.words[w]; ok {
		return e
	}
	e, ok := s.goods[w]
	for _, ending := range s.endings {
		stem, cut := strings.CutSuffix(w, ending)
		if ok || !cut || len(stem) < 3 {
			continue
		}
		if color, is := s.words[stem]; is {
			return color
		}
		e, ok = s.goods[stem]
	}
	if !ok || named(w) {
		return w
	}
	return e
}

// retold is what came of a call, in the language of the turn: tools speak the session's. What the shop itself has written
// stays as it is.
func (t *turn) retold(calls []evercart.ToolCall, i int, r evercart.Result) string {
	own := strings.TrimSpace(r.Say.Reveal())
	if own == "" || i >= len(calls) || speak.For(cmp.Or(t.state.Locale, t.shop.Locale)).Language() == t.voice.Language() {
		return own
	}
	switch tool := calls[i].Tool; {
	case tool == "answer_question" || tool == "hand_off":
		return own
	case r.Question != nil && tool == "clear_cart":
		units := 0
		for _, l := range t.state.Cart.Lines {
			units += l.Quantity
		}
		return t.voice.Say("ask.clear", units)
	case r.Code != "":
		return t.voice.Error(evercart.Errorf(r.Code, "rules.Think", "%s", tool))
	case tool == "search_products":
		return t.sayOwn("which.kind", t.voice.List(t.shown(r.Shown)))
	}
	return t.voice.Cart(t.today(t.state.Cart))
}

// shown names what a search showed, each product once.
func (t *turn) shown(skus []evercart.SKU) []string {
	var out []string
	for _, sku := range skus {
		if p, ok := t.productOf(sku); ok && !slices.Contains(out, t.name(p)) && len(out) < maxNamed {
			out = append(out, t.name(p))
		}
	}
	return out
}
