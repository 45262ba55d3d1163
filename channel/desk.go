package channel

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/speak"
)

// Desk is what every codec stands on. Conversation and Shoppers are needed; the rest may be left out.
type Desk struct {
	Conversation evercart.Conversation
	Shoppers     evercart.Shoppers
	Sessions     evercart.Sessions    // for Ended.Transfer; nil = nobody is ever put through
	Marks        evercart.Marks       // what nodes remember together, and over a start; nil = nothing does
	Shop         func() evercart.Shop // the shop as it is now
	People       func() People        // asked when a shopper was handed off; nil = nobody is ever put through
	Pronounce    func(string) string  // a piece as a voice should say it; nil = as written
	Written      func(string) string  // the way back, of what was heard
	StoreWait    time.Duration        // how long whoever comes waits for a store that is away; 0 = not at all
	Clock        evercart.Clock
	Log          *slog.Logger
}

// People are who a caller is put through to.
type People struct {
	Number string // as the shop writes it; "" = nobody
	There  bool   // they are on the phone now
}

// Filled is the desk with its defaults. Invalid when something is missing.
func (d Desk) Filled() (Desk, error) {
	if d.Conversation == nil || d.Shoppers == nil {
		return d, evercart.Errorf(evercart.Invalid, "channel", "a channel needs a conversation and shoppers")
	}
	if d.Shop == nil {
		d.Shop = evercart.DefaultShop
	}
	if d.Clock == nil {
		d.Clock = evercart.SystemClock{}
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	return d, nil
}

// Who is how a platform names the person on the line.
type Who struct {
	By string            // kind of the id: "user", "phone", "call", …; what is hashed together with it
	ID evercart.Personal // "" = a guest whom nothing leads back to
}

// ByCall names a caller of whom nothing is known but the call: whoever comes back in the same call is the same shopper.
func ByCall(platform, id string) Who {
	return Who{By: "call", ID: evercart.Private(platform + " " + id)}
}

// ByPhone names a caller by the number; false where there is none that tells callers apart.
func ByPhone(from string) (Who, bool) {
	number, err := evercart.ParsePhone(strings.TrimSpace(from))
	return Who{By: "phone", ID: number}, err == nil
}

// Enter finds or begins the shopper, and gives a context in which he is the caller. The mapping lives in the store: any node
// finds the same shopper, and by him the same open session. While the store is away it is whom it remembers, if anybody.
func (d Desk) Enter(ctx context.Context, who Who) (as context.Context, s evercart.Shopper, remembered bool, err error) {
	find := func(ctx context.Context) (evercart.Shopper, error) { return d.Shoppers.Identify(ctx, who.By, who.ID) }
	if sys := d.system(ctx); who.ID == "" { // begins a guest, each time that it is asked
		s, err = find(sys)
	} else {
		s, remembered, err = evercart.Meet(sys, find)
	}
	if err != nil {
		return ctx, s, false, err
	}
	return evercart.As(ctx, evercart.Caller{Shop: d.Shop().ID, Role: evercart.RoleShopper, Subjects: s.Subjects()}), s, remembered, nil
}

// system is for what a channel itself looks up.
func (d Desk) system(ctx context.Context) context.Context {
	return evercart.As(ctx, evercart.Caller{Shop: d.Shop().ID, Role: evercart.RoleSystem})
}

// Voice speaks a language; "" = the shop's.
func (d Desk) Voice(locale string) *speak.Voice {
	if locale == "" {
		locale = d.Shop().Locale
	}
	return speak.For(locale)
}

// Sorry is what the person on the line hears of an error: one sentence, never its text.
func (d Desk) Sorry(locale string, err error) string { return d.Voice(locale).Error(err) }

// aloud is a piece for the ear.
func (d Desk) aloud(text string) string {
	if d.Pronounce == nil {
		return text
	}
	return d.Pronounce(text)
}

// asWritten is what was heard, as it was written.
func (d Desk) asWritten(heard string) string {
	if d.Written == nil {
		return heard
	}
	return d.Written(heard)
}
