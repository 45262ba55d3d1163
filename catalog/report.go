package catalog

import (
	"strconv"
	"time"

	"github.com/evercart/evercart"
)

// The formats that Import tells apart.
const (
	FormatShopify     = "shopify"
	FormatGoogleXML   = "google-xml"
	FormatGoogleTable = "google-table"
	FormatPlain       = "plain"
	FormatJSON        = "json"
)

// maxSkips bounds each list of a report; the counts go on.
const maxSkips = 100

// Report says what became of a feed's rows. It is complete when the sequence of Import has ended.
type Report struct {
	Format       string `json:"format"`
	Rows         int    `json:"rows"` // read, without the names of columns
	Products     int    `json:"products"`
	Variants     int    `json:"variants"`
	Skipped      []Skip `json:"skipped,omitempty"` // the first 100
	SkippedCount int    `json:"skipped_count"`
	Warned       []Skip `json:"warned,omitempty"` // taken, but look at them; the first 100
	WarnedCount  int    `json:"warned_count"`
	// Turns is when the feed next says something else although its bytes are the same: a sale begins or ends. Zero = never.
	Turns time.Time `json:"turns,omitzero"`
}

// Skip is a row and what is wrong with it.
type Skip struct {
	Line   int    `json:"line"` // from 1; 0 = the whole feed
	Reason string `json:"reason"`
}

func (r *Report) skip(line int, reason string) {
	if r.SkippedCount++; len(r.Skipped) < maxSkips {
		r.Skipped = append(r.Skipped, Skip{Line: line, Reason: reason})
	}
}

func (r *Report) warn(line int, reason string) {
	if r.WarnedCount++; len(r.Warned) < maxSkips {
		r.Warned = append(r.Warned, Skip{Line: line, Reason: reason})
	}
}

// turn keeps the earliest time after now.
func (r *Report) turn(at, now time.Time) {
	if at.After(now) && (r.Turns.IsZero() || at.Before(r.Turns)) {
		r.Turns = at
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// quoted shows a value of the feed in a reason, short enough for a line of a terminal.
func quoted(s string) string { return strconv.Quote(evercart.Clip(evercart.Clean(s), 60)) }
