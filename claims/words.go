package claims

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/evercart/evercart/hear"
)

// word is one word of a sentence, or the sign of an amount.
type word struct {
	raw    string
	low    string   // in lower case, accents kept: "quité" is no "quite"
	key    string   // folded
	eng    []string // in English, in the singular: what names of goods are compared by
	sep    bool     // a comma, a colon, a dash or a bracket stands before it
	asks   bool     // an inverted question mark stands before it
	noun   noun     // what it names that is no goods
	label  string   // the place, way, message or reason that it names
	number bool     // it is a number, or begins one

	goods   goodsKind // what it is among the words for goods
	classed bool
}

// sentence is a run of words up to its end.
type sentence struct {
	at    int // in the reply, in bytes
	words []word
	asks  bool // it ends with a question mark
}

// lexicon is all that is particular to a language: data, which the mechanics beside it read.
type lexicon struct {
	tag         string
	tongue      *hear.Tongue // puts words for goods into English; nil = they are
	verbs       map[string]class
	exact       map[string]class    // by the word with its accents
	bases       map[string]class    // behind "did not"
	infinitives map[string]class    // behind what one got done: "I managed to"
	gerunds     map[string]class    // behind "the liberty of"
	has         map[string]bool     // English names of goods that the language has words for here
	past        map[string]person   // forms that tell who did it
	states      map[string][]phrase // what is told of things, without a verb of doing; by the first word
	lists       map[list]map[string]bool
	said        map[list][][]step // phrases of more than one word
	nouns       map[string]noun
	labels      map[string]string   // places, ways of delivery, messages, reasons: one name for what is meant
	goods       map[string][]string // English names of goods, by the words for them
	sizes       map[string]string
	units       map[string]int
	tens        map[string]int
	scales      map[string]int
	links       *strings.Replacer // phrases written in one word before a sentence is cut
	moods       moods
}

// list names a set of words of a language.
type list int

const (
	negations  list = iota // "not", "nothing"
	conditions             // "if", "when": what follows is not so yet
	modals                 // "will", "can"
	wishes                 // "want": what is wanted is not done
	times                  // "yesterday": before the call
	persons                // who is neither the shop nor its voice
	ours                   // "I", "we"
	olds                   // "from", "instead of": what stands behind is as it was
	totals                 // "altogether"
	discounts              // "off", "less"
	frees                  // "free"
	moneys                 // "dollars"
	cents
	percents
	ands
	sizing   // "size"
	cartings // "cart", "basket"
	nows
	plain    // nouns that name no goods: "rest", "thing"
	articles // what stands before a name
	adverbs  // what may stand between an auxiliary and its verb
	beings   // "is", "been"
	havings  // "has"
	generics // "each", "always": what is told is the rule
	harmless // verbs of doing that change nothing: "checked"
	boths    // "both": two
	imperatives
	atFor // "for", "at": the amount behind is a price
	numbering
	arrivals    // "inbox", "with you": where what was sent is
	pointing    // what may stand for a thing by itself: "this"
	supposed    // "would": what is told is not so, but might be
	wholes      // "everything"
	days        // what something lasts to: "Friday"
	nearlies    // "almost"
	turns       // "so", "but": a part of its own begins
	moments     // "a second ago" is now
	besidesThat // "else": what is denied is all the rest
	sundry      // nouns that are said of any goods: "gift"
	finally     // "for good"
	laters      // "for another time"
	shelves     // what a shop adds goods to: "our range"
)

func (l *lexicon) is(of list, key string) bool { return l.lists[of][key] }

func lexiconOf(locale string) *lexicon {
	tag, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(locale), "_", "-"), "-")
	i := slices.IndexFunc(lexicons, func(l *lexicon) bool { return l.tag == tag })
	if i < 0 {
		return nil
	}
	return lexicons[i]
}

var lexicons = []*lexicon{english.ready(), german.compounded().ready(), spanish.conjugated(spanishVerbs).ready()}

// ready reads the phrases among the lists once.
func (l *lexicon) ready() *lexicon {
	if l.tongue != nil {
		l.has = l.spoken()
	}
	if l.infinitives == nil {
		l.infinitives = l.bases
	}
	if l.tag == "en" {
		l.gerunds = gerunds(l.bases)
	}
	l.said = map[list][][]step{}
	for of, words := range l.lists {
		for w := range words {
			if strings.Contains(w, " ") {
				l.said[of] = append(l.said[of], steps(w))
			}
		}
	}
	return l
}

// words reads "a b c" as a set.
func words(text string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		m[strings.ReplaceAll(w, "_", " ")] = true
	}
	return m
}

// table reads lines of "value: key key".
func table[V any](lines map[string]V, out map[string]V) map[string]V {
	if out == nil {
		out = map[string]V{}
	}
	for keys, v := range lines {
		for k := range strings.FieldsSeq(keys) {
			out[strings.ReplaceAll(k, "_", " ")] = v
		}
	}
	return out
}

var (
	token = regexp.MustCompile(`[$€£]|%|\d[\d.,]*\d|\d|[\pL\pM\d]+(?:['’][\pL]+)?|[.!?…;\n]+|[,:()–—"“”„]|[¿¡]|\s-\s`)
	mail  = regexp.MustCompile(`(?i)\be[- ]?(mail)`)
)

// sentences cuts a reply into sentences, and those into words.
func (l *lexicon) sentences(reply string) []sentence {
	if strings.Contains(reply, "ail") {
		reply = mail.ReplaceAllString(reply, "e$1")
	}
	if l.links != nil {
		reply = l.links.Replace(reply)
	}
	var out []sentence
	now := sentence{at: -1}
	sep, asks := false, false
	end := func() {
		if len(now.words) > 0 {
			out = append(out, now)
		}
		now, sep, asks = sentence{at: -1}, false, false
	}
	for _, at := range token.FindAllStringIndex(reply, -1) {
		raw := reply[at[0]:at[1]]
		switch r := []rune(raw)[0]; {
		case strings.ContainsRune(".!?…;\n", r):
			now.asks = strings.ContainsRune(raw, '?')
			end()
			continue
		case r == '¿':
			asks = true
			continue
		case r == '¡':
			continue
		case strings.ContainsRune(",:()–—\"“”„", r), unicode.IsSpace(r):
			sep = true
			continue
		}
		if now.at < 0 {
			now.at = at[0]
		}
		for _, w := range l.expand(raw) {
			w.sep, w.asks = sep, asks
			sep, asks = false, false
			now.words = append(now.words, w)
		}
	}
	end()
	return out
}

// expand makes words of what is written in one: "I've" is "I have".
func (l *lexicon) expand(raw string) []word {
	low := strings.ReplaceAll(strings.ToLower(raw), "’", "'")
	if l.tag == "en" {
		head, tail, cut := strings.Cut(low, "'")
		if long, ok := contractions[low]; ok {
			head, tail, _ = strings.Cut(long, " ")
			return []word{l.word(head, head), l.word(tail, tail)}
		}
		if cut {
			if long, ok := contracted[tail]; ok {
				if tail == "t" {
					head = strings.TrimSuffix(head, "n")
				}
				return []word{l.word(raw[:min(len(head), len(raw))], head), l.word(long, long)}
			}
		}
	}
	return []word{l.word(raw, low)}
}

var (
	contractions = map[string]string{"can't": "can not", "won't": "will not", "shan't": "shall not", "cannot": "can not", "let's": "let us"}
	contracted   = map[string]string{"ve": "have", "ll": "will", "d": "would", "re": "are", "m": "am", "t": "not", "s": "'s"}
)

// numeral says that a word is a number, or begins one.
func (l *lexicon) numeral(key string) bool {
	if key == "" || key[0] >= '0' && key[0] <= '9' {
		return key != ""
	}
	_, unit := l.units[key]
	if !unit && l.tag == "de" {
		_, unit = l.compound(key)
	}
	return unit || l.tens[key] > 0 || l.scales[key] > 0
}

var apostrophes = strings.NewReplacer("-", " ", "'s", "")

func (l *lexicon) word(raw, low string) word {
	w := word{raw: raw, low: low, key: hear.Fold(low)}
	w.noun, w.label, w.number = l.nouns[w.key], l.labels[w.key], l.numeral(w.key)
	english := w.key
	if head, _, ok := strings.Cut(w.key, "farben"); ok && l.tag == "de" && len(head) > 2 { // "pflaumenfarben"
		w.eng = append(w.eng, l.colorOf(head)...)
	}
	if l.tongue != nil {
		english = l.tongue.English(w.key, nil)
	}
	for e := range strings.FieldsSeq(apostrophes.Replace(english)) {
		w.eng = append(w.eng, hear.For("en").Stem(hear.Fold(e)))
	}
	names := l.names(w.key)
	if names == nil && goods(w) == notGoods {
		names = l.tail(w)
	}
	for _, name := range names {
		for e := range strings.FieldsSeq(name) {
			w.eng = append(w.eng, hear.For("en").Stem(e))
		}
	}
	if l.tongue != nil {
		w.eng = append(w.eng, "="+w.key) // a name may be in this language, too
	}
	w.goods, w.classed = classify(w), true
	return w
}

// colorOf gives the English names of what lends a color its name.
func (l *lexicon) colorOf(head string) []string {
	for _, h := range []string{head, strings.TrimSuffix(head, "n"), strings.TrimSuffix(head, "en")} {
		if found := l.names(h); found != nil {
			return found
		}
		if e := l.tongue.English(h, nil); e != h {
			return strings.Fields(e)
		}
	}
	return nil
}

// vocabulary holds the words of names; true = the word that a name ends with.
type vocabulary map[string]bool

func (v vocabulary) add(title string) {
	stems := stems(title)
	for i, s := range stems {
		v[s] = v[s] || i == len(stems)-1
	}
}

// stems are the words of a name in the singular.
func stems(title string) []string {
	var out []string
	for _, t := range hear.Tokens(strings.ReplaceAll(title, "-", " ")) {
		s := hear.For("en").Stem(strings.TrimSuffix(t.Text, "'s"))
		if t.Stop == hear.Comma {
			return append(out, s) // "Cotton Socks, three-pack": what follows is no name
		}
		out = append(out, s)
	}
	return out
}
