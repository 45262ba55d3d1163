package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/group"
)

// question is what one caller wants to read in one round trip.
type question struct {
	office office
	all    []asked
	err    error
}

const (
	questionsAtOnce   = 2  // round trips in flight
	questionsTogether = 16 // callers of one
)

// together is eachOf for small reads, which share round trips with those of others that are asked for at the same time: were each to take a
// connection, the last of some hundred callers would wait for all before it. The subjects of all are told to row security: who asks
// takes nothing of a session whose subject his office does not see.
func (s *Store) together(ctx context.Context, o office, all ...asked) error {
	q := &question{office: o, all: all}
	if err := s.questions.Ask(ctx, q, group.Place{}); err != nil {
		return ofQueue(err, evercart.Unavailable)
	}
	return q.err
}

// runQuestions asks what some want to know, those of one role together.
func (s *Store) runQuestions(batch []*question) {
	s.count.questions.Add(1)
	byRole := map[string][]*question{}
	for _, q := range batch {
		byRole[q.office.role] = append(byRole[q.office.role], q)
	}
	for role, questions := range byRole {
		o := office{role: role}
		var all []asked
		for _, q := range questions {
			o.subjects, all = append(o.subjects, q.office.subjects...), append(all, q.all...)
		}
		err := s.eachOf(manyWait(context.Background()), o, all...)
		for _, q := range questions {
			q.err = err
		}
	}
}

// sees says that row security would show this office what belongs to a subject.
func (o office) sees(subject evercart.Subject) bool {
	return o.role != app || subject != "" && !strings.ContainsAny(string(subject), nobodys) && slices.Contains(o.subjects, subject)
}

// ofQueue is an error of a queue. Reads that find no place in it are tried again, as with a store that is away; a change is refused as Busy.
func ofQueue(err error, full evercart.Code) error {
	switch {
	case errors.Is(err, group.Closed):
		return evercart.Wrap(err, evercart.Unavailable, "postgres")
	case errors.Is(err, group.Failed) && full == evercart.Busy: // a change
		return evercart.Wrap(err, evercart.OutcomeUnknown, "postgres")
	case errors.Is(err, group.Full):
		return &evercart.Error{Code: full, Op: "postgres", Message: "too many are waiting", RetryAfter: time.Second, Err: err}
	}
	return err
}
