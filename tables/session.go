package tables

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
)

const (
	listed     = 100
	listedMost = 1000
)

// List is a filter as a store asks for it.
type List struct {
	Subjects    []string // nil = all
	Since       int64    // Unix ms
	Before, Row int64    // those that come after this place: a time, Unix ms, and a session's number
	Limit       int
}

// ListFor reads the filter of a caller. Invalid for a cursor that is none.
func ListFor(who evercart.Caller, f evercart.Filter) (List, error) {
	l := List{Limit: min(f.Limit, listedMost)}
	if l.Limit <= 0 {
		l.Limit = listed
	}
	if !f.Since.IsZero() {
		l.Since = f.Since.UnixMilli()
	}
	switch {
	case len(f.Subjects) > 0:
		l.Subjects = []string{}
		for _, sub := range f.Subjects {
			if who.May(sub) {
				l.Subjects = append(l.Subjects, string(sub))
			}
		}
	case who.Role == evercart.RoleShopper:
		l.Subjects = []string{}
		for _, sub := range who.Subjects {
			l.Subjects = append(l.Subjects, string(sub))
		}
	}
	var err error
	l.Before, l.Row, err = cursorOf(f.After)
	return l, err
}

// Cursor names a place in the list.
func Cursor(touched, row int64) string { return fmt.Sprintf("%d.%d", touched, row) }

func cursorOf(s string) (touched, row int64, err error) {
	if s == "" {
		return 1 << 60, 0, nil
	}
	a, b, _ := strings.Cut(s, ".")
	touched, err = strconv.ParseInt(a, 10, 64)
	if err == nil {
		row, err = strconv.ParseInt(b, 10, 64)
	}
	if err != nil {
		return 0, 0, evercart.Errorf(evercart.Invalid, "tables.ListFor", "no cursor of a list")
	}
	return touched, row, nil
}

// Redaction is the change that records one.
func Redaction(who evercart.Caller, id evercart.SessionID, at evercart.Seq, why evercart.Code) evercart.Update {
	by := evercart.Actor("job:redact")
	switch who.Role {
	case evercart.RoleShopper:
		by = "shopper"
	case evercart.RoleOperator:
		by = "operator:redact"
	}
	return evercart.Update{Session: id, By: by, Do: func(st evercart.State) (evercart.Change, error) {
		if at < 1 || at > st.Seq {
			return evercart.Change{}, evercart.Errorf(evercart.NotFound, "Redact", "no such event")
		}
		return evercart.Change{Facts: []evercart.Fact{&evercart.Redacted{At: at, Why: why}}}, nil
	}}
}
