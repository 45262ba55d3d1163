// Package tables is what stores that keep tables have in common, whatever database holds them: how states, events, shoppers, goods and
// erasures are packed, sealed and checked, and how an Update is run until it is committed or refused. There is no SQL in it.
package tables
