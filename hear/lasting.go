package hear

import (
	"strings"
	"unicode"
)

// Lasting gives the sentences of what somebody said that tell of themselves or of their wish at large, and so hold beyond their turn: a
// size, an allergy, whom it is for, by when, what it may cost. weight says how surely; 0 is never given.
func Lasting(text string) (told []string, weight []int) {
	for _, s := range sentencesOf(text) {
		if w := lastingWeight(s); w > 0 {
			told, weight = append(told, s), append(weight, w)
		}
	}
	return told, weight
}

// sentencesOf cuts at the marks that end sentences, not inside a number.
func sentencesOf(text string) []string {
	var out []string
	from := 0
	runes := []rune(text)
	for i, r := range runes {
		if !strings.ContainsRune(".!?…;\n", r) || r == '.' && i+1 < len(runes) && !unicode.IsSpace(runes[i+1]) {
			continue
		}
		if s := strings.TrimSpace(string(runes[from : i+1])); s != "" {
			out = append(out, s)
		}
		from = i + 1
	}
	if s := strings.TrimSpace(string(runes[from:])); s != "" {
		out = append(out, s)
	}
	return out
}

const (
	weightTells = 3 // "allergic", "budget"
	weightMine  = 1 // "my", "I am"
	weightOrder = 3 // a command that is done with
)

func lastingWeight(s string) int {
	words := Tokens(s)
	if len(words) < 2 || len(words) > 60 {
		return 0
	}
	weight := 0
	for i, w := range words {
		switch {
		case tellsMuch[w.Text]:
			weight += weightTells
		case tellsOfMe[w.Text]:
			weight += weightMine
		}
		if i == 0 && (commands[w.Text] || asks[w.Text]) {
			weight -= weightOrder
		}
	}
	if strings.HasSuffix(s, "?") {
		weight -= 2 * weightOrder
	}
	return weight
}

// What tells that a sentence outlives its turn, in the languages that are understood here; words are folded.
var (
	tellsMuch = heardWords(`allergic allergy allergies intolerant budget spend afford gift present birthday wedding anniversary christmas deadline arrive arrives vegan vegetarian prefer prefers favourite favorite hate hates
		never always size sizes called named name pregnant wear wears live lives work works daughter son wife husband mother father sister brother friend boyfriend girlfriend partner baby colleague boss delivered
		allergisch allergie budget ausgeben geschenk geburtstag hochzeit weihnachten ankommen vegan vegetarisch bevorzuge lieblingsfarbe hasse niemals nie immer grosse schuhgrosse heisst heisse trage wohne arbeite tochter sohn frau mann mutter vater schwester bruder freund freundin hochstens spatestens vertrage
		alergico alergica alergia presupuesto gastar regalo cumpleanos boda navidad llegar llegue vegano vegana prefiero odio nunca siempre talla calzo llamo llama uso vivo trabajo hija hijo mujer marido madre padre hermana hermano amigo amiga maximo`)
	tellsOfMe = heardWords(`i'm im my mine for before until because must needs ich bin mein meine meinen meinem fur bis weil muss darf soy mi mis para antes porque debe tengo`)
	commands  = heardWords(`add remove put take show find change swap delete order buy search get give tell cancel undo clear empty what's leg nimm zeig zeige suche finde fuge entferne losche andere tausche gib bestelle
		pon anade agrega quita saca muestra busca cambia elimina dame pide`)
	asks = heardWords(`what which who when where why how is are do does did can could would will have has was wer wann wo warum wie ist sind kann konnen haben hat gibt que cual quien cuando donde cuanto hay tiene tienen puede`)
)
