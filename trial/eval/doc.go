// Package eval scores a shop assistant over sets of annotated cases: what was said, and what must have come of it. Cases are
// played on a private server, over the same path as a shopper's turns.
package eval
