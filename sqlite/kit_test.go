package sqlite_test

import "github.com/evercart/evercart/storetest"

type stubborn = storetest.Stubborn

// What tests of a store of their own do over and over.
var (
	sys      = storetest.Sys
	newWrite = storetest.NewWrite
	facts    = storetest.Facts
	note     = storetest.Note
	code     = storetest.Code
	begin    = storetest.Begin
	beginFor = storetest.BeginFor
	turn     = storetest.Turn
)
