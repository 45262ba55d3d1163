package rules

import (
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// everydayWords are words of dialects, of haste and of the keyboard, with the ones that the grammar knows. A word by which the shop calls
// goods stays as it is.
var everydayWords = plainPhrases(map[string]string{
	// Northern ones.
	"wee bag": "small bag", "wee size": "small size", "wee one": "small one", "wee ones": "small ones", "wee bottle": "small bottle", "a wee pair of": "a pair of", "wee small": "small", "wee": "little",
	"twa; twae": "two", "wan; ane; yin": "one", "yins": "ones", "fower; fowr": "four", "hauf; harf": "half", "mair": "more", "baith": "both", "anither; anuvver": "another",
	"naw; nae; naw naw": "no", "och; ach": "oh", "thae; thon; yon": "those", "tae": "to", "aff": "off", "oot": "out", "aboot": "about", "doon": "down", "roon": "round", "fae": "from", "wi": "with", "aw of": "all of",
	"gie; gie me; gie us; gies": "give me", "hae": "have", "tak": "take", "mak": "make", "dae": "do", "pit": "put", "lea": "leave", "haud": "hold", "ye": "you", "yer": "your", "ma": "my", "whit": "what", "wis": "was", "noo": "now", "ower": "over",
	"gonnae; gonny": "please", "dinnae; dinna": "do not", "didnae; didna": "did not", "cannae; canna": "can not", "isnae; isna": "is not", "o": "of", "a tae": "all to", "a thegither; thegither": "altogether",
	"nowt": "nothing", "owt": "anything", "summat": "something", "them there": "those",
	// Southern ones, and those of the street.
	"am not gonna need no; is not gonna need no; do not need no; am not needing no; do not want no; am not wanting no": "do not want the",
	"ain gonna": "am not going to", "ain": "is not", "gonna need no; going to need no": "going to need the", "yall; y all": "you", "wiv": "with", "dat": "that", "dis": "this", "dem": "them", "dese": "these", "ya": "you", "kinda": "kind of", "an a": "and a", "lemme": "let me",
	// Short ones.
	"hale lot": "whole lot", "is no for me": "is not for me", "do us": "give us",
	"choccy; choc; choccie": "chocolate", "choccies; chocs": "chocolates", "oj": "orange juice", "brolly": "umbrella", "soz": "sorry", "nvm": "never mind", "jk; just kidding; only kidding; only joking": "never mind", "plz; pls": "please", "thx; ty": "thanks", "cuz; coz": "because", "rly": "really",
})

// unsaidWords are written or said for company alone, wherever they stand.
var unsaidWords = set("lol", "lmao", "haha", "hahaha", "hehe", "tbh", "btw", "ngl", "omg", "innit", "rn")

// callings are what somebody is called who is spoken to, at the end of a sentence or of a piece of it.
var callings = set("pal", "hen", "partner", "darlin", "bruv", "fam", "bro", "guv", "guvnor", "luv", "lad", "lass", "lassie", "cobber", "squire", "chief", "boss", "sunshine", "sweetie", "honey", "hun", "buddy", "dude", "amigo", "madam", "madame", "miss", "sir", "maam", "mister", "doll")

// everyday writes a turn in the words of every day. Goods come first: "hen" stays where a shop sells hens.
func (t *turn) everyday(text string) string {
	if t.said != "" || masked(text) {
		return text
	}
	words := t.lang.Words(text)
	if len(words) == 0 || len(words) > maxWords {
		return text
	}
	out, changed := make([]token, 0, len(words)), false
	drop := func(w token) {
		if n := len(out); n > 0 {
			out[n-1].Stop = max(out[n-1].Stop, w.Stop)
		}
		changed = true
	}
	for i := 0; i < len(words); {
		w := words[i]
		if to, n := everydayWords.At(words, i); n > 0 && (n > 1 || !t.titled(w.Text)) && !(n > 1 && t.lang.Color(to) && t.isAnOption(hear.Text(words[i:i+n]))) && !(w.Text == "o" && (i == 0 || i+n == len(words))) {
			put := hear.Tokens(to)
			put[len(put)-1].Stop, put[len(put)-1].Joined = words[i+n-1].Stop, words[i+n-1].Joined
			out, i, changed = append(out, put...), i+n, true
			continue
		}
		called := callings[w.Text] && w.Stop != hear.None && i > 0 && (words[i-1].Stop == hear.Comma || i+1 == len(words)) || callings[w.Text] && i+1 == len(words) && i > 1
		switch short := t.fuller(w.Text); {
		case len(words) > 1 && (unsaidWords[w.Text] || called) && !t.titled(w.Text):
			drop(w)
		case short != w.Text && (t.lang.Small(short) || hear.OftenSaid(short)):
			w.Text, changed = short, true
			out = append(out, w)
		default:
			out = append(out, w)
		}
		i++
	}
	if !changed || len(out) == 0 {
		return text
	}
	if n := len(out); out[n-1].Stop == hear.None {
		out[n-1].Stop = words[len(words)-1].Stop
	}
	return written(out, nil)
}

// titled says that goods are called by a word, letter for letter.
func (t *turn) titled(w string) bool {
	f := t.find(evercart.Query{Words: w, Limit: 3})
	return len(f.Unknown) == 0 && t.mentions(f.Hits[:min(3, len(f.Hits))], []string{w}) && len(w) > 2
}

// fuller writes a word without letters that are drawn out, and with the last one that is swallowed: "nooo", "goin'".
func (t *turn) fuller(w string) string {
	if strings.HasSuffix(w, "in") && len(w) > 4 && !hear.OftenSaid(w) && hear.OftenSaid(w+"g") && t.wordKind(w) < wordValue {
		return w + "g"
	}
	return shorter(w)
}

// shorter takes letters out that are drawn out: "nooo", "pleeease".
func shorter(w string) string {
	var b strings.Builder
	for i := 0; i < len(w); i++ {
		n := 1
		for i+n < len(w) && w[i+n] == w[i] {
			n++
		}
		b.WriteByte(w[i])
		if n == 2 {
			b.WriteByte(w[i])
		}
		i += n - 1
	}
	return b.String()
}
