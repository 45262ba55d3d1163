package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/jobs"
	"github.com/evercart/evercart/shop"
	"github.com/evercart/evercart/wire"
)

// tickets are the hand-offs that wait: jobs of the store, told by the facts of their sessions.
type tickets struct{ store record }

var _ gateway.HandOffs = tickets{}

// Open implements gateway.HandOffs.
func (t tickets) Open(ctx context.Context, limit int) ([]wire.HandOff, error) {
	list, err := t.store.OpenJobs(ctx, shop.HandOffKind, limit)
	if err != nil {
		return nil, err
	}
	var out []wire.HandOff
	seen := map[string]bool{}
	for _, j := range list {
		h, err := t.of(ctx, j)
		if code := evercart.CodeOf(err); code == evercart.NotFound || code == evercart.Gone {
			continue // the shopper was forgotten
		} else if err != nil {
			return nil, err
		}
		if !seen[h.Ticket] {
			seen[h.Ticket], out = true, append(out, h)
		}
	}
	return out, nil
}

// Close implements gateway.HandOffs. A ticket that was told more of has several jobs.
func (t tickets) Close(ctx context.Context, ticket string) error {
	list, err := t.store.OpenJobs(ctx, shop.HandOffKind, maxTickets)
	if err != nil {
		return err
	}
	found := false
	for _, j := range list {
		var b shop.HandOffJob
		if json.Unmarshal(j.Body, &b) != nil || b.Ticket != ticket {
			continue
		}
		if err := t.store.CloseJob(ctx, j.Kind, j.Key); err != nil && evercart.CodeOf(err) != evercart.NotFound {
			return err
		}
		found = true
	}
	if !found {
		return evercart.Errorf(evercart.NotFound, "app", "no such ticket")
	}
	return nil
}

const maxTickets = 10000

// of reads a ticket from the facts of its session: all that was told of it, the newest word counting.
func (t tickets) of(ctx context.Context, j evercart.Job) (wire.HandOff, error) {
	var b shop.HandOffJob
	if err := json.Unmarshal(j.Body, &b); err != nil {
		return wire.HandOff{}, evercart.Wrap(err, evercart.Damaged, "app.ticket")
	}
	h := wire.HandOff{Ticket: b.Ticket, Session: j.Session, Reason: b.Reason, Lines: []wire.HandOffLine{}, Tried: j.Attempt}
	for after := evercart.Seq(0); ; {
		events, err := t.store.Events(ctx, j.Session, after, 1000)
		if err != nil {
			return h, err
		}
		for _, e := range events {
			after = e.Seq
			if f, ok := e.Fact.(*evercart.HandedOff); ok && f.Ticket == b.Ticket {
				add(&h, e.At, f)
			}
		}
		if len(events) < 1000 {
			break
		}
	}
	if h.At.IsZero() {
		return h, evercart.Errorf(evercart.NotFound, "app.ticket", "the session has no such ticket")
	}
	return h, nil
}

func add(h *wire.HandOff, at time.Time, f *evercart.HandedOff) {
	if h.At.IsZero() {
		h.At, h.Reason = at, f.Reason
	}
	h.People, h.Total = f.People, f.Total
	if f.Wished != 0 {
		w := time.Unix(f.Wished, 0).UTC()
		h.Wished = &w
	}
	for _, p := range []struct {
		to   *string
		from evercart.Personal
	}{{&h.Number, f.Personal.Number}, {&h.When, f.Personal.When}, {&h.Summary, f.Personal.Summary}} {
		if s := p.from.Reveal(); s != "" {
			*p.to = s
		}
	}
	h.Lines = h.Lines[:0]
	for _, l := range f.Lines {
		h.Lines = append(h.Lines, wire.HandOffLine{SKU: l.SKU, Title: l.Name(), Quantity: l.Quantity, Total: l.Total})
	}
}

// deliver sends a ticket to the shop's own system. It runs again until that has taken it: the ticket's id tells a repeat.
func (s *Server) deliver(t tickets) jobs.Handler {
	client := &http.Client{Timeout: 15 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return func(ctx context.Context, j evercart.Job) error {
		h, err := t.of(ctx, j)
		if evercart.CodeOf(err) == evercart.NotFound {
			return evercart.Errorf(evercart.Gone, "app.deliver", "the shopper was forgotten")
		}
		if err != nil {
			return err
		}
		body, err := json.Marshal(h)
		if err != nil {
			return err
		}
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.house.Front().HandOff.Webhook, bytes.NewReader(body))
		if err != nil {
			return evercart.Wrap(err, evercart.Unavailable, "app.deliver")
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", j.Key)
		answer, err := client.Do(r)
		if err != nil {
			return evercart.Wrap(err, evercart.Unavailable, "app.deliver")
		}
		defer answer.Body.Close() //nolint:errcheck // nothing is read
		if answer.StatusCode/100 == 2 {
			return nil
		}
		after, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		return &evercart.Error{Code: evercart.Unavailable, Op: "app.deliver", Message: fmt.Sprintf("the webhook answered %d", answer.StatusCode),
			RetryAfter: time.Duration(after) * time.Second}
	}
}
