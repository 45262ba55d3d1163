package wire

import (
	"encoding/json"
	"time"

	"github.com/evercart/evercart"
)

// Receipt tells what an erasure did. Parts count what is gone; −1 = that part is being repeated.
type Receipt struct {
	ID    string         `json:"receipt_id"`
	At    time.Time      `json:"at"`
	Done  bool           `json:"done"`
	Parts map[string]int `json:"parts"`
}

// ReceiptOf makes the outside's receipt.
func ReceiptOf(r evercart.Receipt) Receipt {
	out := Receipt{ID: r.ID, At: r.At.UTC(), Done: r.Done, Parts: r.Parts}
	if out.Parts == nil {
		out.Parts = map[string]int{}
	}
	return out
}

// Export is all that is kept of one shopper, in the clear: it is that person's own copy.
type Export struct {
	Shopper  Shopper         `json:"shopper"`
	Sessions []SessionExport `json:"sessions"`
}

// Shopper is the person.
type Shopper struct {
	Subject      evercart.Subject   `json:"subject"`
	Guest        bool               `json:"guest"`
	Aliases      []evercart.Subject `json:"aliases"`
	Tier         string             `json:"tier,omitempty"`
	Locale       string             `json:"locale,omitempty"`
	Demographics map[string]string  `json:"demographics,omitempty"`
	Personal     json.RawMessage    `json:"personal,omitempty"`
}

// SessionExport is one session with all its events.
type SessionExport struct {
	Session Session `json:"session"`
	Events  []Event `json:"events"`
}

// ExportOf makes the outside's export.
func ExportOf(x evercart.Export) (Export, error) {
	s := x.Shopper
	out := Export{Shopper: Shopper{
		Subject: s.Subject, Guest: s.Guest, Aliases: orEmpty(s.Aliases), Tier: s.Tier, Locale: s.Locale, Demographics: s.Demographics,
	}, Sessions: make([]SessionExport, 0, len(x.Sessions))}
	var err error
	if out.Shopper.Personal, err = evercart.RevealJSON(&s.Personal); err != nil {
		return out, err
	}
	for _, one := range x.Sessions {
		events, err := EventsOf(one.Events, 0)
		if err != nil {
			return out, err
		}
		out.Sessions = append(out.Sessions, SessionExport{Session: SessionOf(one.State, nil), Events: events.Events})
	}
	return out, nil
}
