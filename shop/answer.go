package shop

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/shop/house"
	"github.com/evercart/evercart/speak"
)

// answerQuestion tells what the shop's own files say, and nothing else: what they do not say is not known.
func (k kit) answerQuestion() evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{
			Name: "answer_question",
			About: "What the shop says about returns, exchanges, delivery, payment, gift cards, loyalty, care, sizes, privacy, opening hours and other policies. " +
				"Say what it gives. When it does not know, say so and offer a person; never answer such a question from your own knowledge.",
			Schema: object([]string{"question"}, prop{"question", `{"type":"string","minLength":1,"maxLength":1000,"description":"the shopper's question, in their own words"}`}),
		},
		prepare: func(_ context.Context, _ evercart.State, a *args) evercart.Effect {
			a.need("question")
			question := a.text("question", 1000)
			front, now := k.Front(), k.Clock.Now()
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				v := k.voice(s)
				said := k.said(front, question, now, v)
				if said.Text == "" {
					return k.unknown(v)
				}
				text, source, spoken := said.Text, said.File, aloud(said.Text, v)
				if said.From != "" { // the sentences are English ones, and are said as such
					spoken = v.Say("know.english") + " " + aloud(said.Text, speak.For("en"))
				}
				note := &evercart.Noted{What: "asked", With: map[string]string{"topic": said.topic, "answered_by": source}}
				return evercart.Change{Facts: []evercart.Fact{note}}, evercart.Result{Say: evercart.Private(spoken),
					Data: data(map[string]any{"known": true, "answer": text, "source": source})}, nil
			}
		},
	}
}

// answered is what the shop says to a question, and what that was about.
type answered struct {
	house.Found
	topic string
}

// said finds what the shop says: in its table, of how it is reached and when it is open, then in its files.
func (kit) said(front *house.Front, question string, now time.Time, v *speak.Voice) answered {
	if text, ok := front.Contact(question, v); ok {
		return answered{house.Found{Text: text, File: house.File}, "contact"}
	}
	found := front.Ask(question)
	if hours, ok := front.OpeningHours(question, now, v); ok && (found.Text == "" || !house.Vague(hours)) {
		return answered{house.Found{Text: hours, File: house.File}, "hours"}
	}
	return answered{found, strings.TrimSuffix(found.File, ".md")}
}

// unknown says that the shop does not say, and offers a person where there is one.
func (k kit) unknown(v *speak.Voice) (evercart.Change, evercart.Result, error) {
	front := k.Front()
	note := &evercart.Noted{What: "asked", With: map[string]string{"topic": "unknown", "answered_by": "none"}}
	r := evercart.Result{Say: evercart.Private(v.Say("know.not"))}
	if front.HandOff.There() && front.Allows("hand_off") {
		key := "know.not.person"
		if o := front.Opening("people", k.Clock.Now()); o.Known && !o.Open {
			key = "know.not.later"
		}
		r.Say, r.Question = evercart.Private(v.Say(key)), &evercart.Question{Kind: "person"}
	}
	r.Data = data(map[string]any{"known": false, "say": r.Say.Reveal()})
	return evercart.Change{Facts: []evercart.Fact{note}}, r, nil
}

var (
	wholeNumber = regexp.MustCompile(`\d[\d,]*\d|\d`)
	monthBefore = regexp.MustCompile(`(?i)\b(?:january|february|march|april|may|june|july|august|september|october|november|december) $`)
)

// aloud writes the numbers of a text for the ear: "thirty days", "nine p.m.". Dates, years and what is no plain number stay as
// they are; amounts of money are said by speak on their way out.
func aloud(text string, v *speak.Voice) string {
	text = strings.NewReplacer("%", " percent").Replace(text)
	var b strings.Builder
	last := 0
	for _, at := range wholeNumber.FindAllStringIndex(text, -1) {
		b.WriteString(text[last:at[0]])
		digits := text[at[0]:at[1]]
		if n, ok := plainNumber(text, at[0], at[1]); ok {
			digits = v.Number(n)
		}
		b.WriteString(digits)
		last = at[1]
	}
	return b.String() + text[last:]
}

func plainNumber(text string, from, to int) (int, bool) {
	n, err := strconv.Atoi(strings.ReplaceAll(text[from:to], ",", ""))
	before, after := text[:from], text[to:]
	switch {
	case err != nil || n > 99999 || n >= 1900 && n < 2100:
		return 0, false
	case monthBefore.MatchString(before):
		return 0, false
	case before != "" && (strings.ContainsAny(before[len(before)-1:], "$.,:/-+#") || wordEnd(before) || strings.HasSuffix(before, "€") || strings.HasSuffix(before, "£")):
		return 0, false
	case after != "" && (wordStart(after) || strings.ContainsAny(after[:1], ":/-") || len(after) > 1 && strings.ContainsAny(after[:1], ".,") && after[1] >= '0' && after[1] <= '9'):
		return 0, false
	}
	return n, true
}

func wordEnd(s string) bool { return hear.Fold(s[len(s)-1:]) >= "a" && hear.Fold(s[len(s)-1:]) <= "z" }

func wordStart(s string) bool { return hear.Fold(s[:1]) >= "a" && hear.Fold(s[:1]) <= "z" }
