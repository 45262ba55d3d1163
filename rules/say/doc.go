// Package say holds the sentences that the rules answer with and no other brain does, in each language, and puts names and numbers into
// them. It knows nothing of what was asked or done: which sentence fits is told by its name. What all brains say alike (totals,
// lists, what a tool did) is of package speak.
package say
