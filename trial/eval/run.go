package eval

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/trial"
)

// parallel is how many cases are played at one time.
const parallel = 16

// read reads a set: one JSON object a line. Its errors name the line.
func read[T any](r io.Reader) ([]T, error) {
	var out []T
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 4<<20)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, &evercart.Error{Code: evercart.Invalid, Op: "eval", Message: fmt.Sprintf("line %d: %v", n, err), Err: err}
		}
		out = append(out, v)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, evercart.Errorf(evercart.Invalid, "eval", "there are no cases in this file")
	}
	return out, nil
}

// Understanding plays a set of understanding cases (see Read) on a stage; name is for those that have none.
func Understanding(ctx context.Context, on trial.Stage, name string, set io.Reader) (Report, error) {
	cases, err := Read(name, set)
	if err != nil {
		return Report{}, err
	}
	var products []evercart.Product
	for p, err := range on.Products(ctx) {
		if err != nil {
			return Report{}, err
		}
		products = append(products, p.Product)
	}
	goods := GoodsOf(products)
	return each(ctx, cases, func(ctx context.Context, c Case) (CaseResult, error) {
		s, told, err := see(ctx, on.Client(), c)
		if err != nil {
			return CaseResult{}, fmt.Errorf("case %s: %w", c.ID, err)
		}
		out := CaseResult{ID: c.ID, kind: c.Kind, lang: c.Lang}
		if out.Result, out.changed = Judge(c, s, goods); out.Result != Right {
			out.note = fmt.Sprintf("%s\n    = %v saved %v", told, s.After, s.SavedAfter)
		}
		return out, nil
	})
}

// each plays cases side by side and keeps their order.
func each[T any](ctx context.Context, cases []T, play func(context.Context, T) (CaseResult, error)) (Report, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	out := make([]CaseResult, len(cases))
	var done sync.WaitGroup
	slots := make(chan struct{}, parallel)
	for i, c := range cases {
		slots <- struct{}{}
		done.Go(func() {
			defer func() { <-slots }()
			if ctx.Err() != nil {
				return
			}
			var err error
			if out[i], err = play(ctx, c); err != nil {
				stop(err)
			}
		})
	}
	done.Wait()
	return reportOf(out), context.Cause(ctx)
}

// see says a case's words in a session of its own; told is the talk, for who looks into it.
func see(ctx context.Context, c *client.Client, k Case) (s Seen, told string, err error) {
	begun, err := c.Begin(ctx, client.Begin{Locale: k.Lang, Cart: seeds(k.Cart), Saved: seeds(k.Saved), Focus: k.Focus})
	if err != nil {
		return s, "", err
	}
	s.Before, s.SavedBefore = linesOf(begun.Cart.Lines), linesOf(begun.Cart.Saved)
	id := string(begun.Session)
	for _, words := range k.Said {
		r, err := c.Say(ctx, client.Turn{Session: id, Text: words, Locale: k.Lang})
		if err != nil {
			return s, told, err
		}
		s.Reply = r.Reply
		told += "\n    > " + words + "\n    < " + r.Reply
	}
	v, err := c.Session(ctx, id)
	if err != nil {
		return s, told, err
	}
	s.After, s.SavedAfter, s.Open = linesOf(v.Cart.Lines), linesOf(v.Saved), v.Question != nil
	if n := len(v.Turns); n > 0 {
		s.Refused = trial.Refuses(s.Reply, v.Turns[n-1].Calls)
	}
	return s, told, nil
}

func seeds(lines []Line) []client.SeedLine {
	out := make([]client.SeedLine, 0, len(lines))
	for _, l := range lines {
		out = append(out, client.SeedLine{SKU: string(l.SKU), Quantity: l.Quantity})
	}
	return out
}

func linesOf(lines []client.Line) []Line {
	out := make([]Line, 0, len(lines))
	for _, l := range lines {
		out = append(out, Line{l.SKU, l.Quantity})
	}
	return out
}
