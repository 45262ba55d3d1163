package dialogue

import (
	"strconv"
	"strings"
)

// want reads what stands behind expect.
func (p *parser) want(rest string) (*Want, error) {
	w := &Want{}
	word, rest := cut(rest)
	if word == "not" || word == "no" {
		w.Not = true
		word, rest = cut(rest)
	}
	var err error
	switch w.What = word; word {
	case "cart", "saved", "kept":
		w.Items, err = p.items(rest, true)
	case "shows":
		w.Items, err = p.items(rest, false)
	case "total":
		if w.Total = rest; !isDecimal(rest) {
			return nil, p.errorf("expect total needs a number such as 179.00, not %q", rest)
		}
	case "said", "heard":
		if w.Any, err = p.quoted(rest); err == nil && len(w.Any) == 0 {
			return nil, p.errorf(`the words stand in quotes: expect %s "two blouses" (or "2 blouses")`, word)
		}
	case "asks":
		w.Any, err = p.quoted(rest)
	case "question":
		if w.What = "asks"; !w.Not || rest != "" {
			return nil, p.errorf("write expect asks, or expect no question")
		}
	case "refuses":
		if rest != "" {
			return nil, p.errorf("nothing stands behind refuses: what is said is another line, expect said")
		}
	case "event":
		err = p.event(w, rest)
	default:
		return nil, p.errorf("unknown expectation %q: cart, saved, kept, total, said, heard, asks, no question, refuses, shows or event, each with not before it where it must not be so", word)
	}
	return w, err
}

// event reads a kind and facts that it must have.
func (p *parser) event(w *Want, rest string) error {
	f := strings.Fields(rest)
	if len(f) == 0 {
		return p.errorf("which event? expect event cart.changed command.verb=add")
	}
	w.Kind = f[0]
	for _, fact := range f[1:] {
		k, v, ok := strings.Cut(fact, "=")
		if !ok || k == "" {
			return p.errorf("a fact of an event is written path=value, not %q", fact)
		}
		if w.Facts == nil {
			w.Facts = map[string]string{}
		}
		w.Facts[k] = v
	}
	return nil
}

// items reads "BLS-IVR-M 2, SCF-RED"; "empty" is none. Numbers are taken where counted.
func (p *parser) items(rest string, counted bool) ([]Item, error) {
	if rest == "empty" || rest == "nothing" {
		return nil, nil
	}
	var out []Item
	for part := range strings.SplitSeq(rest, ",") {
		f := strings.Fields(part)
		item := Item{Quantity: 1}
		switch {
		case len(f) == 1:
		case len(f) == 2 && counted && isDigits(f[1]):
			item.Quantity, _ = strconv.Atoi(f[1])
		default:
			return nil, p.errorf("write %q as SKU and number, with commas between: BLS-IVR-M 2, SCF-RED; or empty", strings.TrimSpace(part))
		}
		if item.SKU = f[0]; item.Quantity < 1 {
			return nil, p.errorf("a quantity is a whole number from 1")
		}
		out = append(out, item)
	}
	return out, nil
}

// one reads a single word, or words in quotes.
func (p *parser) one(rest string) (text string, quoted bool, err error) {
	if !strings.HasPrefix(rest, `"`) {
		return rest, false, nil
	}
	list, err := p.quoted(rest)
	if err == nil && len(list) != 1 {
		err = p.errorf("only one text in quotes stands here")
	}
	if err != nil {
		return "", true, err
	}
	return list[0], true, nil
}

// quoted reads `"this" or "that"`. There is no escape: text that holds a quote is not needed, since it is not spoken.
func (p *parser) quoted(rest string) ([]string, error) {
	var out []string
	for rest != "" {
		if len(out) > 0 {
			word, more := cut(rest)
			if rest = more; word != "or" {
				return nil, p.errorf("between texts in quotes stands or, not %q", word)
			}
		}
		body, ok := strings.CutPrefix(rest, `"`)
		text, after, closed := strings.Cut(body, `"`)
		if !ok || !closed {
			return nil, p.errorf("the words stand in quotes, not %q", rest)
		}
		out, rest = append(out, text), strings.TrimSpace(after)
	}
	return out, nil
}
