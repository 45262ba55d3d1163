package eval

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/trial"
)

// Asking is a question about the shop, and what a right answer holds.
type Asking struct {
	ID   string `json:"id"`
	Lang string `json:"lang"`
	Q    string `json:"q"`
	Want struct {
		File       string   `json:"file"`
		MustSay    []string `json:"must_say"`
		MustNotSay []string `json:"must_not_say"`
		Unknown    bool     `json:"unknown"` // the shop does not say: so must the assistant, and offer a person
	} `json:"want"`
}

// Answers plays a set of questions about the shop on a stage, each in a session of its own.
func Answers(ctx context.Context, on trial.Stage, _ string, set io.Reader) (Report, error) {
	cases, err := read[Asking](set)
	if err != nil {
		return Report{}, err
	}
	return each(ctx, cases, func(ctx context.Context, a Asking) (CaseResult, error) {
		c := on.Client()
		begun, err := c.Begin(ctx, client.Begin{Locale: a.Lang})
		if err != nil {
			return CaseResult{}, fmt.Errorf("case %s: %w", a.ID, err)
		}
		r, err := c.Say(ctx, client.Turn{Session: string(begun.Session), Text: a.Q, Locale: a.Lang})
		if err != nil {
			return CaseResult{}, fmt.Errorf("case %s: %w", a.ID, err)
		}
		v, err := c.Session(ctx, string(begun.Session))
		if err != nil {
			return CaseResult{}, fmt.Errorf("case %s: %w", a.ID, err)
		}
		out := CaseResult{ID: a.ID, kind: "answer", lang: a.Lang, Result: JudgeAnswer(a, withoutGoods(r.Reply, v.Cart.Lines), v.Question != nil)}
		if a.Want.Unknown {
			out.kind = "unknown"
		}
		if out.Result != Right {
			out.note = "\n    > " + a.Q + "\n    < " + r.Reply
		}
		return out, nil
	})
}

// withoutGoods leaves out the sentences about what a caller had put into the cart in the same breath: they are no answer, and
// their prices are not made up.
func withoutGoods(reply string, lines []client.Line) string {
	if len(lines) == 0 {
		return reply
	}
	var goods Goods
	for _, l := range lines {
		goods.add(l.Product, l.Title)
	}
	var kept []string
	for _, s := range strings.SplitAfter(reply, ". ") {
		if len(goods.in(s)) == 0 {
			kept = append(kept, strings.TrimSpace(s))
		}
	}
	return strings.Join(kept, " ")
}

// JudgeAnswer scores an answer; open = a question was left open with it. Of what the shop does not say, wrong is an answer
// that was made up.
func JudgeAnswer(a Asking, reply string, open bool) Result {
	admits := among(reply, unknowns)
	if a.Want.Unknown {
		switch {
		case states(reply):
			return Wrong
		case admits && among(reply, persons):
			return Right
		case open:
			return Asked
		}
		return Refused
	}
	said := spoken(reply)
	right := !slices.ContainsFunc(a.Want.MustSay, func(s string) bool { return !holds(said, spoken(s)) }) &&
		!slices.ContainsFunc(a.Want.MustNotSay, func(s string) bool { return holds(said, spoken(s)) })
	switch {
	case right:
		return Right
	case admits:
		return Refused
	case open:
		return Asked
	}
	return Wrong
}

// unknowns are how an answer admits that it does not know, persons how it offers one. English, Spanish, German.
var (
	unknowns = []string{
		"don't know", "do not know", "not sure", "can't say", "cannot say", "don't have", "do not have that", "can't find", "could not find", "cannot help",
		"no lo sé", "no sé", "weiß ich nicht", "weiß das nicht", "weiß es nicht",
	}
	persons = []string{
		"person", "people", "someone", "somebody", "colleague", "team", "human", "put you through", "persona", "alguien", "compañer", "mensch", "jemand", "kolleg", "mitarbeiter",
	}
)

func among(text string, phrases []string) bool {
	text = strings.ReplaceAll(strings.ToLower(text), "’", "'")
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, p) })
}

// states says that an answer names a number, a price or a time, or says yes or no.
func states(reply string) bool {
	words := spoken(reply)
	for i, w := range words {
		if strings.ContainsAny(w, "0123456789") && w != "1" { // "one moment" is no number
			return true
		}
		if i == 0 && (w == "yes" || w == "no" || w == "sí" || w == "ja" || w == "nein") {
			return true
		}
	}
	return false
}

// holds says whether the words of part stand together in text.
func holds(text, part []string) bool {
	if len(part) == 0 {
		return true
	}
	for i := 0; i+len(part) <= len(text); i++ {
		if slices.Equal(text[i:i+len(part)], part) {
			return true
		}
	}
	return false
}
