package wire

import (
	"time"

	"github.com/evercart/evercart"
)

// HandOff is a ticket for a person: {"ticket","session_id","at","reason","number","when",…}.
type HandOff struct {
	Ticket  string             `json:"ticket"`
	Session evercart.SessionID `json:"session_id"`
	At      time.Time          `json:"at"`
	Reason  string             `json:"reason"`
	People  bool               `json:"people_there"`
	Number  string             `json:"number,omitempty"`
	When    string             `json:"when,omitempty"`   // as it was said
	Wished  *time.Time         `json:"wished,omitempty"` // as it was understood
	Summary string             `json:"summary,omitempty"`
	Lines   []HandOffLine      `json:"lines"`
	Total   evercart.Money     `json:"total"`
	Tried   int                `json:"attempts"`
}

// HandOffLine is a line of the cart at that moment.
type HandOffLine struct {
	SKU      evercart.SKU   `json:"sku"`
	Title    string         `json:"title"`
	Quantity int            `json:"quantity"`
	Total    evercart.Minor `json:"total"`
}

// HandOffs is the list of open ones.
type HandOffs struct {
	HandOffs []HandOff `json:"handoffs"`
}
