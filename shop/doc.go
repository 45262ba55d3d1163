// Package shop is the registry of tools that a brain may call: one file a tool, each with its schema, its rules and what to
// say. No tool takes a price, a session or an identity. Arguments are strict (args.go): what is not exactly right is refused
// with a reason. Refusals of the shop itself (sold out, which size, no such thing) are results with a code, a sentence and,
// where there is a choice, a question; nothing changes with them.
package shop
