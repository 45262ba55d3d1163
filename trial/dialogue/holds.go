package dialogue

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/trial"
)

// holds says whether something is so, and what is.
func (p *play) holds(ctx context.Context, w Want) (got string, ok bool, err error) {
	switch w.What {
	case "said":
		return "the shop said: " + quote(p.reply.Reply), contains(p.reply.Reply, w.Any), nil
	case "shows":
		return p.shows(ctx, w)
	case "event":
		return p.events(ctx, w)
	}
	v, err := p.session(ctx)
	if err != nil {
		return "", false, err
	}
	switch w.What {
	case "cart":
		got, ok = sameLines(v.Cart.Lines, w.Items)
		return "the cart is: " + got, ok, nil
	case "saved":
		got, ok = sameLines(v.Saved, w.Items)
		return "kept for later: " + got, ok, nil
	case "kept":
		kept := slices.DeleteFunc(slices.Clone(v.Cart.Lines), func(l client.Line) bool { return !l.Kept })
		got, ok = sameLines(kept, w.Items)
		return "asked to be kept in the cart: " + got, ok, nil
	case "total":
		want, err := v.Cart.Currency.ParseMinor(w.Total)
		return "the total is " + v.Cart.Currency.Decimal(v.Cart.Total), want == v.Cart.Total, err
	case "asks":
		if v.Question == nil {
			return "no question is open; the shop said: " + quote(p.reply.Reply), false, nil
		}
		return "a question is open (" + v.Question.Kind + "); the shop said: " + quote(p.reply.Reply), len(w.Any) == 0 || contains(p.reply.Reply, w.Any), nil
	}
	return p.ofTurn(v, w)
}

// ofTurn looks at the last turn.
func (p *play) ofTurn(v client.Session, w Want) (got string, ok bool, err error) {
	t := turnOf(v, p.turn)
	if t == nil {
		return "nothing was said yet", false, nil
	}
	if w.What == "heard" {
		heard := p.reply.Reply
		if t.Heard != nil {
			heard = *t.Heard
		}
		return "heard was: " + quote(heard), slices.ContainsFunc(w.Any, func(s string) bool { return plain(s) == plain(heard) }), nil
	}
	open := v.Question != nil // who asks, does not refuse
	return "the shop said: " + quote(p.reply.Reply), !open && trial.Refuses(p.reply.Reply, t.Calls), nil
}

// session reads the session once after each change.
func (p *play) session(ctx context.Context) (client.Session, error) {
	if p.view == nil {
		if err := p.connect(ctx); err != nil {
			return client.Session{}, err
		}
		v, err := p.on.Client().Session(ctx, p.id)
		if err != nil {
			return v, err
		}
		p.view = &v
	}
	return *p.view, nil
}

// shows says whether all of these were shown.
func (p *play) shows(ctx context.Context, w Want) (string, bool, error) {
	var shown []string
	for _, s := range p.reply.Shown {
		shown = append(shown, string(s))
	}
	got := "shown were: " + strings.Join(shown, ", ")
	if len(shown) == 0 {
		got = "nothing was shown; the shop said: " + quote(p.reply.Reply)
	}
	if len(w.Items) == 0 {
		return got, len(shown) == 0, nil
	}
	for _, i := range w.Items {
		names, err := p.names(ctx, i.SKU)
		if err != nil {
			return got, false, err
		}
		if !slices.ContainsFunc(shown, func(s string) bool {
			return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, s) })
		}) {
			return got, false, nil
		}
	}
	return got, true, nil
}

// names lists the SKUs that a handle means; of what is no handle, the thing itself.
func (p *play) names(ctx context.Context, handle string) ([]string, error) {
	found, err := p.on.Client().Find(ctx, strings.ReplaceAll(handle, "-", " "), 100)
	if err != nil {
		return nil, err
	}
	for _, h := range found.Hits {
		if strings.EqualFold(h.Product.ID, handle) {
			var out []string
			for _, v := range h.Product.Variants {
				out = append(out, string(v.SKU))
			}
			return out, nil
		}
	}
	return []string{handle}, nil
}

// events looks for an event since the last words.
func (p *play) events(ctx context.Context, w Want) (string, bool, error) {
	if p.id == "" {
		return "nothing was said yet", false, nil
	}
	var kinds []string
	for after := p.since; ; {
		page, err := p.on.Client().Events(ctx, p.id, after)
		if err != nil {
			return "", false, err
		}
		for _, e := range page.Events {
			if string(e.Kind) == w.Kind && has(e.Facts, w.Facts) {
				return fmt.Sprintf("event %d is %s %s", e.Seq, e.Kind, e.Facts), true, nil
			}
			kinds = append(kinds, string(e.Kind))
		}
		if len(page.Events) == 0 {
			return "the events were: " + strings.Join(kinds, ", "), false, nil
		}
		after = int64(page.Next)
	}
}

// has says whether facts hold these values at these dotted paths.
func has(facts json.RawMessage, want map[string]string) bool {
	var root any
	d := json.NewDecoder(strings.NewReader(string(facts)))
	d.UseNumber()
	if len(want) > 0 && d.Decode(&root) != nil {
		return false
	}
	for path, value := range want {
		at := root
		for key := range strings.SplitSeq(path, ".") {
			object, _ := at.(map[string]any)
			at = object[key]
		}
		if at == nil || fmt.Sprint(at) != value {
			return false
		}
	}
	return true
}

// sameLines compares lines with what is wanted, in any order.
func sameLines(lines []client.Line, want []Item) (string, bool) {
	var got, wanted []string
	for _, l := range lines {
		got = append(got, fmt.Sprintf("%s %d", l.SKU, l.Quantity))
	}
	for _, i := range want {
		wanted = append(wanted, fmt.Sprintf("%s %d", i.SKU, i.Quantity))
	}
	text := strings.Join(got, ", ")
	if text == "" {
		text = "empty"
	}
	fold := func(list []string) []string {
		out := make([]string, 0, len(list))
		for _, s := range list {
			out = append(out, strings.ToLower(s))
		}
		slices.Sort(out)
		return out
	}
	return text, slices.Equal(fold(got), fold(wanted))
}

// contains says whether one of these stands in the text; case and blanks do not count.
func contains(text string, any []string) bool {
	text = plain(text)
	return slices.ContainsFunc(any, func(s string) bool { return strings.Contains(text, plain(s)) })
}

// plain is text as it is compared.
func plain(s string) string {
	s = strings.NewReplacer("’", "'", "“", `"`, "”", `"`, "\u00a0", " ").Replace(strings.ToLower(s))
	return strings.Join(strings.Fields(s), " ")
}

func quote(s string) string { return `"` + s + `"` }
