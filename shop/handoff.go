package shop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/shop/house"
	"github.com/evercart/evercart/speak"
)

// HandOffKind is the kind of job that delivers a ticket.
const HandOffKind = "hand_off"

// HandOffJob is a ticket's job: ids and codes. All else stands in the session's events.
type HandOffJob struct {
	Ticket string `json:"ticket"`
	Reason string `json:"reason"`
}

var reasons = []string{"asked", "unanswered", "complaint", "order", "payment", "other"}

// waitForNumber is how long a ticket waits for the number that was asked for, before it goes without one.
const waitForNumber = 3 * time.Minute

// handOff gives the shopper on to people: the ticket is in the same commit as what the shopper hears of it.
func (k kit) handOff() evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{
			Name: "hand_off", Changes: true, Does: []evercart.DeedKind{evercart.DeedHandedOff},
			About: "Give the shopper on to a person, when they ask for one, complain, or want what you cannot do. The result says what happens: put through now, or called back. " +
				"It asks for a number where one is needed; call it again with that number, in the shopper's own words.",
			Schema: object([]string{"reason"},
				prop{"reason", `{"type":"string","enum":["` + strings.Join(reasons, `","`) + `"]}`},
				prop{"summary", `{"type":"string","maxLength":500,"description":"what it is about, in a sentence or two"}`},
				prop{"number", `{"type":"string","maxLength":200,"description":"the phone number to call, as the shopper said it"}`},
				prop{"when", `{"type":"string","maxLength":200,"description":"when they want to be called, as they said it"}`}),
		},
		prepare: func(_ context.Context, _ evercart.State, a *args) evercart.Effect {
			a.need("reason")
			w := wish{kit: k, front: k.Front(), now: k.Clock.Now(), reason: a.text("reason", 40)}
			w.summary, w.number, w.when = a.text("summary", 500), a.text("number", 200), a.text("when", 200)
			if !slices.Contains(reasons, w.reason) {
				a.fail("reason", "it has to be one of "+strings.Join(reasons, ", "))
			}
			return func(s evercart.State) (evercart.Change, evercart.Result, error) { return w.on(s, k.voice(s)) }
		},
	}
}

// wish is one call of hand_off.
type wish struct {
	kit
	front                         *house.Front
	now                           time.Time
	reason, summary, number, when string
}

func (w wish) on(s evercart.State, v *speak.Voice) (evercart.Change, evercart.Result, error) {
	if !w.front.HandOff.There() {
		return evercart.Change{}, evercart.Result{Code: evercart.NotImplemented, Say: evercart.Private(v.Say("person.none")),
			Data: data(map[string]string{"error": string(evercart.NotImplemented), "say": v.Say("person.none")})}, nil
	}
	ticket, again := ticketOf(s)
	digits := house.PhoneDigits(w.number)
	if w.number != "" && digits == "" {
		r := w.asking(v.Say("person.number.bad"), ticket)
		r.Code, r.Data = evercart.Invalid, data(map[string]string{"error": string(evercart.Invalid), "say": r.Say.Reveal()})
		return evercart.Change{}, r, nil
	}
	o := w.front.Opening(house.People, w.now)
	there := !o.Known || o.Open
	wished, _ := w.front.WishedTime(w.when, w.now)
	f := &evercart.HandedOff{Ticket: ticket, Reason: w.reason, People: there, Cart: s.Cart.Version, Lines: s.Cart.Lines,
		Total: evercart.Money{Minor: s.Cart.Totals.Total, Currency: s.Cart.Currency}}
	if !wished.IsZero() {
		f.Wished = wished.Unix()
	}
	f.Personal.Number, f.Personal.Summary, f.Personal.When = masked(digits), masked(w.summary), masked(w.when)
	result := w.result(there, o, digits, wished, ticket, v)
	change := evercart.Change{Facts: []evercart.Fact{f}, Jobs: []evercart.Job{w.job(s, ticket, again, result.Question != nil)}}
	if !again {
		change.Facts = append(change.Facts, &evercart.Noted{What: "handed_off", With: map[string]string{"reason": w.reason, "ticket": ticket}})
	}
	return change, result, nil
}

// result says what will happen, and asks for a number where one is needed.
func (w wish) result(there bool, o house.Opening, digits string, wished time.Time, ticket string, v *speak.Voice) evercart.Result {
	h := w.front.HandOff
	told := map[string]any{"ticket": ticket, "people_there": there}
	who := h.Name
	if who == "" {
		who = v.Part("person.them")
	}
	var r evercart.Result
	switch {
	case digits != "":
		at := wished
		if at.IsZero() && !there {
			at = o.Changes
		}
		say := v.Say("person.noted", who) + " "
		if at.IsZero() {
			say += v.Say("person.call", lastDigits(digits, v))
		} else {
			say += v.Say("person.call.at", lastDigits(digits, v), w.front.Moment(at, w.now, v))
		}
		r.Say = evercart.Private(say)
	case there && h.Number != "":
		say := h.Say
		if say == "" {
			say = v.Say("person.now")
		}
		told["transfer_to"] = h.Number
		r.Say = evercart.Private(say + " " + v.Say("person.number", who, sayDigits(h.Number, v)))
	default:
		r = w.asking(w.closed(there, o, v), ticket)
	}
	r.Say = evercart.Private(strings.ReplaceAll(r.Say.Reveal(), "..", ".")) // a time ends with "a.m."
	told["say"] = r.Say.Reveal()
	r.Data = data(told)
	return r
}

// closed says when people are back, and asks for a number to call.
func (w wish) closed(there bool, o house.Opening, v *speak.Voice) string {
	switch {
	case there:
		return v.Say("person.ask")
	case o.Changes.IsZero() && w.front.HandOff.Closed != "":
		return w.front.HandOff.Closed + " " + v.Say("person.ask")
	case o.Changes.IsZero():
		return v.Say("person.later") + " " + v.Say("person.ask")
	}
	return v.Say("person.closed", w.front.Moment(o.Changes, w.now, v)) + " " + v.Say("person.ask")
}

func (w wish) asking(say, ticket string) evercart.Result {
	return evercart.Result{Say: evercart.Private(say), Question: &evercart.Question{Kind: "call_back", Options: []string{ticket}}}
}

// job is what delivers the ticket. It names no one: words and numbers are read from the sealed fact when it is done.
func (w wish) job(s evercart.State, ticket string, again, waits bool) evercart.Job {
	body, _ := json.Marshal(HandOffJob{Ticket: ticket, Reason: w.reason}) // strings alone: cannot fail
	j := evercart.Job{Kind: HandOffKind, Key: ticket, Session: s.Session, Life: s.Life, Body: body}
	if waits {
		j.Due = w.now.Add(waitForNumber)
	}
	if again {
		turn := evercart.TurnID("")
		if s.Active != nil {
			turn = s.Active.Turn
		}
		j.Key = ticket + "/" + short(string(turn))
	}
	return j
}

// ticketOf is the ticket that the open question is about, else a new one of this turn: the same turn tried again has the same.
func ticketOf(s evercart.State) (ticket string, again bool) {
	if q := s.Question; q != nil && q.Kind == "call_back" && len(q.Options) == 1 {
		return q.Options[0], true
	}
	turn := evercart.TurnID("")
	if s.Active != nil {
		turn = s.Active.Turn
	}
	return "h-" + short(string(s.Session)+"/"+string(turn)), false
}

func short(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:6])
}

func masked(s string) evercart.Personal {
	s, _ = hear.Mask(s)
	return evercart.Private(s)
}

// lastDigits says how a number ends, so that it can be told right without being read out whole.
func lastDigits(digits string, v *speak.Voice) string {
	return sayDigits(digits[max(0, len(digits)-4):], v)
}

// sayDigits says a phone number digit by digit, its groups apart.
func sayDigits(number string, v *speak.Voice) string {
	var groups []string
	for _, g := range strings.FieldsFunc(number, func(r rune) bool { return r < '0' || r > '9' }) {
		var words []string
		for _, d := range g {
			words = append(words, v.Number(int(d-'0')))
		}
		groups = append(groups, strings.Join(words, " "))
	}
	return strings.Join(groups, ", ")
}
