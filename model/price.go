package model

import "github.com/evercart/evercart"

// Price of a million tokens, in millionths of a US dollar. The zero value is a price that is not known.
type Price struct{ In, Cached, Written, Out int64 }

// Used is what one request took. In has all of the prompt; Cached and Written are the parts of it that came from the vendor's cache
// and went into it.
type Used struct{ In, Cached, Written, Out int64 }

// Plus adds up.
func (u Used) Plus(o Used) Used {
	return Used{u.In + o.In, u.Cached + o.Cached, u.Written + o.Written, u.Out + o.Out}
}

// Of is the usage with its price, rounded up: a budget is rather a little too small than too large.
func (p Price) Of(u Used) evercart.Usage {
	cached := min(u.Cached, u.In)
	written := min(u.Written, u.In-cached)
	micro := (u.In-cached-written)*p.In + cached*p.Cached + written*p.Written + u.Out*p.Out
	return evercart.Usage{In: u.In, Cached: cached, Out: u.Out, MicroUSD: (micro + 999_999) / 1_000_000}
}
