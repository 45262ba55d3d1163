package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/evercart/evercart/client"
)

func printSessions(w io.Writer, list client.Sessions) error {
	if len(list.Sessions) == 0 {
		_, err := fmt.Fprintln(w, "No sessions yet. Begin one with evercart chat.")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "SESSION\tSHOPPER\tTURNS\tLINES\tTOTAL\tLAST ACTIVITY\t")
	for _, s := range list.Sessions {
		note := ""
		if s.Damaged {
			note = "damaged: see evercart doctor"
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%s\t%s\t%s\n", s.Session, s.Subject, s.Turns, s.Lines, amount(s.Total.Minor, s.Total.Currency), s.Touched.Local().Format("2006-01-02 15:04:05"), note)
	}
	return t.Flush()
}

// printSession shows a session as a person reads it.
func printSession(w io.Writer, s client.Session) error {
	_, _ = fmt.Fprintf(w, "Session %s, version %d\n\n", s.Session, s.Version)
	printCart(w, s.Cart)
	for _, t := range s.Turns {
		if t.Said != "" {
			_, _ = fmt.Fprintf(w, "\n  you   %s", t.Said)
		}
		_, _ = fmt.Fprintf(w, "\n  shop  %s\n", t.Reply)
		if t.Heard != nil && *t.Heard != t.Reply {
			_, _ = fmt.Fprintf(w, "  heard %q\n", *t.Heard)
		}
	}
	return nil
}

// printCart draws a cart for the terminal.
func printCart(w io.Writer, c client.Cart) {
	if len(c.Lines) == 0 {
		_, _ = fmt.Fprintln(w, "  The cart is empty.")
	}
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	for _, l := range c.Lines {
		note := ""
		switch {
		case l.Unavailable:
			note = " (not available)"
		case l.Kept:
			note = " (kept for you)"
		}
		_, _ = fmt.Fprintf(t, "  %d ×\t%s%s\t%12s\n", l.Quantity, lineName(l), note, amount(l.Total, c.Currency))
	}
	if len(c.Lines) > 0 {
		_, _ = fmt.Fprintf(t, "\tTotal\t%12s\n", amount(c.Total, c.Currency))
	}
	_ = t.Flush()
	for _, l := range c.Saved {
		_, _ = fmt.Fprintf(w, "  for later: %d × %s\n", l.Quantity, lineName(l))
	}
}

func lineName(l client.Line) string {
	parts := []string{l.Title}
	for _, o := range l.Options {
		parts = append(parts, o.Value)
	}
	return strings.Join(parts, ", ")
}

// printEvents prints one event a line: number, time, kind, turn, and its facts.
func printEvents(w io.Writer, events []client.Event) error {
	for _, e := range events {
		facts, err := json.Marshal(e.Facts)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%5d  %s  %-14s  %-16s  %s\n", e.Seq, e.At.Format(time.RFC3339), e.Kind, short(string(e.Turn), 16), short(string(facts), 120)); err != nil {
			return err
		}
	}
	return nil
}

func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

func printReceipt(w io.Writer, r client.Receipt) error {
	state := "done"
	if !r.Done {
		state = "not finished yet: a job repeats what is missing"
	}
	parts := make([]string, 0, len(r.Parts))
	for _, k := range slices.Sorted(maps.Keys(r.Parts)) {
		parts = append(parts, fmt.Sprintf("%s %d", k, r.Parts[k]))
	}
	_, err := fmt.Fprintf(w, "Receipt %s at %s: %s\n  %s\n", r.ID, r.At.Format(time.RFC3339), state, strings.Join(parts, ", "))
	return err
}
