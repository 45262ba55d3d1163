// Package chaos breaks a shop of its own on purpose and holds it to its word: nodes that are child processes of this program,
// a database, shoppers who talk to them; then kills, freezes, cuts. What was acknowledged must be there afterwards, once,
// no turn may be woven into another, and what every shopper saw of a cart must be explained by one order of what was done.
package chaos
