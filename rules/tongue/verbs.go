package tongue

import (
	"slices"
	"strings"
)

// verbForms bring the forms of a verb, and of those that mean the same, to one, and the pronouns that hang on it or stand before it
// behind it: "me las quitas" and "quitalas" are both "quita ellos". So patterns need one form of each.
type verbForms struct {
	one     map[string]string // a form, and what stands for it
	tied    map[string]string // the same for forms that are meant only with a pronoun: "dame"
	hang    [][2]string       // pronouns that a form ends in, the longest first, and what stands behind the verb for them
	before  map[string]string // pronouns that stand before a verb, and what stands behind it for them
	helpers map[string]bool   // verbs between those pronouns and the verb: "me la puedes quitar"
	nouns   map[string]bool   // after these a form is a noun: "una muestra"
}

// plain rewrites a folded text.
func (v *verbForms) plain(text string) string {
	if v == nil {
		return text
	}
	var out []string
	for _, w := range strings.Fields(text) {
		verb, object, ok := v.form(w)
		if !ok || len(out) > 0 && v.nouns[out[len(out)-1]] && v.noun(w) {
			out = append(out, w)
			continue
		}
		var helper []string
		for len(out) > 0 && v.helpers[out[len(out)-1]] {
			helper = append(helper, out[len(out)-1])
			out = out[:len(out)-1]
		}
		for len(out) > 0 {
			p, ok := v.before[out[len(out)-1]]
			if !ok {
				break
			}
			if out = out[:len(out)-1]; object == "" {
				object = p
			}
		}
		slices.Reverse(helper)
		if out = append(append(out, helper...), verb); object != "" {
			out = append(out, object)
		}
	}
	return " " + strings.Join(out, " ") + " "
}

// noun says that a form may be a noun: it is no infinitive, and no pronoun hangs on it ("de sumarme").
func (v *verbForms) noun(w string) bool {
	_, bare := v.one[w]
	return bare && !strings.HasSuffix(w, "r")
}

// form reads a word as a verb and the pronoun that hangs on it.
func (v *verbForms) form(w string) (verb, object string, ok bool) {
	if verb, ok = v.one[w]; ok {
		return verb, "", true
	}
	for _, h := range v.hang {
		stem, cut := strings.CutSuffix(w, h[0])
		if !cut {
			continue
		}
		if verb, ok = v.one[stem]; ok {
			return verb, h[1], true
		}
		if verb, ok = v.tied[stem]; ok {
			return verb, h[1], true
		}
	}
	return "", "", false
}

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}
