package speak

import (
	"log/slog"

	"github.com/evercart/evercart"
)

// errorKeys has the sentence of each code that needs no facts.
var errorKeys = map[evercart.Code]string{
	evercart.Invalid: "error.invalid", evercart.Unauthorized: "error.unauthorized", evercart.Forbidden: "error.unauthorized",
	evercart.NotFound: "error.notfound", evercart.Gone: "error.gone", evercart.Conflict: "error.conflict",
	evercart.TurnKnown: "error.busy", evercart.TurnMismatch: "error.invalid", evercart.ClaimLost: "error.conflict",
	evercart.Busy: "error.busy", evercart.RateLimited: "error.limited", evercart.TooLarge: "error.large",
	evercart.Ambiguous: "error.ambiguous", evercart.LimitReached: "error.limit", evercart.PriceChanged: "error.price",
	evercart.CouponRefused: "error.coupon", evercart.OutcomeUnknown: "error.unknown", evercart.ModelRefused: "error.model",
	evercart.Damaged: "error.damaged", evercart.Unavailable: "error.unavailable", evercart.Timeout: "error.timeout",
	evercart.Canceled: "error.canceled", evercart.NotImplemented: "cannot", evercart.Internal: "error.internal",
}

// Error is one short sentence from Code and Args: never the code, never the message, which is a developer's.
func (v *Voice) Error(err error) string {
	e := evercart.AsError(err)
	if e == nil {
		return ""
	}
	switch e.Code {
	case evercart.OutOfStock:
		return v.outOfStock(e)
	case evercart.NotForSale:
		return v.Say("error.notforsale", v.named(e))
	case evercart.NotFound, evercart.LimitReached, evercart.Invalid, evercart.Unavailable:
		if key := errorKeys[e.Code] + "." + textArg(e, "what"); v.t.phrases[key] != "" {
			return v.Say(key, numberArg(e, "limit"))
		}
	}
	if key, ok := errorKeys[e.Code]; ok {
		return v.Say(key)
	}
	return v.Say("error.internal")
}

func (v *Voice) outOfStock(e *evercart.Error) string {
	stock, have := numberArg(e, "stock"), numberArg(e, "have")
	switch {
	case stock <= 0:
		return v.Say("error.soldout", v.named(e))
	case have > 0:
		return v.Say("error.stock.have", stock, v.named(e), have)
	}
	return v.Say("error.stock", stock, v.named(e))
}

// named is the thing that an error is about, as one says it.
func (v *Voice) named(e *evercart.Error) string {
	if options, ok := e.Arg("options").Any().([]evercart.Option); ok && textArg(e, "name") != "" {
		return v.The(textArg(e, "name"), options)
	}
	if title := textArg(e, "title"); title != "" {
		return v.t.the + v.t.thing(v.Name(title), 0)
	}
	return v.Part("it")
}

func textArg(e *evercart.Error, name string) string {
	if a := e.Arg(name); a.Kind() == slog.KindString {
		return a.String()
	}
	return ""
}

func numberArg(e *evercart.Error, name string) int {
	if a := e.Arg(name); a.Kind() == slog.KindInt64 {
		return int(a.Int64())
	}
	return 0
}
