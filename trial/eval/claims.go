package eval

import (
	"context"
	"io"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/claims"
	"github.com/evercart/evercart/trial"
)

// Claim is what a model says at the end of a turn, what was committed in it, and whether the one is borne out by the other.
type Claim struct {
	ID     string          `json:"id"`
	Lang   string          `json:"lang"`
	Reply  string          `json:"reply"`
	Events []Done          `json:"events"`
	Total  *evercart.Minor `json:"total"` // null = not known
	Want   string          `json:"want"`  // true, false
}

// Done is one thing that was committed in a turn.
type Done struct {
	Type     claims.Kind       `json:"type"`
	Title    string            `json:"title"`
	Options  map[string]string `json:"options"`
	From     map[string]string `json:"from"`
	To       map[string]string `json:"to"`
	Quantity int               `json:"quantity"`
	Was      int               `json:"was"`
	Unit     evercart.Minor    `json:"unit_price"`
	Price    evercart.Minor    `json:"price"`
	Discount evercart.Minor    `json:"discount"`
	Amount   evercart.Minor    `json:"amount"`
	Total    evercart.Minor    `json:"total"`
	Order    string            `json:"order"`
	Code     string            `json:"code"`
	Kind     string            `json:"kind"`
	Label    string            `json:"label"`
	Method   string            `json:"method"`
	Reason   string            `json:"reason"`
}

// Claims scores the check of what a model says against what was done. Right: a false reply is stopped, a true one let through;
// wrong: a false one is let through; refused: a true one is stopped. It needs no stage.
func Claims(_ context.Context, _ trial.Stage, _ string, set io.Reader) (Report, error) {
	cases, err := read[Claim](set)
	if err != nil {
		return Report{}, err
	}
	out := make([]CaseResult, 0, len(cases))
	for _, k := range cases {
		if k.Want != "true" && k.Want != "false" {
			return Report{}, evercart.Errorf(evercart.Invalid, "eval", "case %s: want is true or false", k.ID)
		}
		v := claims.Check(k.Lang, k.Reply, k.facts())
		r := CaseResult{ID: k.ID, kind: k.Want, lang: k.Lang + " " + k.Want, Result: Right}
		switch stopped := len(v.False) > 0; {
		case stopped && k.Want == "true":
			r.Result, r.note = Refused, "\n    < "+k.Reply+"\n    = "+v.False[0].What
		case !stopped && k.Want == "false":
			r.Result, r.note = Wrong, "\n    < "+k.Reply
		}
		out = append(out, r)
	}
	return reportOf(out), nil
}

func (k Claim) facts() claims.Facts {
	f := claims.Facts{Currency: "USD", NoTotal: k.Total == nil}
	if k.Total != nil {
		f.Total = *k.Total
	}
	for _, e := range k.Events {
		f.Deeds = append(f.Deeds, e.deed())
	}
	return f
}

func (e Done) deed() claims.Deed {
	d := claims.Deed{Kind: e.Type, Title: e.Title, Options: choices(e.Options), From: choices(e.From), Count: e.Quantity, Was: e.Was,
		Price: e.Unit + e.Price, Amount: e.Discount + e.Amount + e.Total, Number: e.Order + e.Code,
		Of: strings.TrimSpace(e.Kind + " " + e.Label + " " + e.Method + " " + e.Reason)}
	if len(e.To) > 0 {
		d.Options = choices(e.To)
	}
	return d
}

func choices(m map[string]string) []evercart.Option {
	var out []evercart.Option
	for k, v := range m {
		out = append(out, evercart.Option{Name: k, Value: v})
	}
	return out
}
