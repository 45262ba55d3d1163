package odds

import (
	_ "embed" // the weights
	"sync"
)

var (
	//go:embed asked.txt
	askedWeights string
	//go:embed between.txt
	betweenWeights string
	//go:embed readings.txt
	readingWeights string
)

// The models that stand in the repository, each read when it is first wanted.
var (
	Asked    = sync.OnceValue(func() *Model { return Read(askedWeights) })   // what a sentence asks about
	Between  = sync.OnceValue(func() *Model { return Read(betweenWeights) }) // which of the ways to take a turn are right
	Readings = sync.OnceValue(func() *Model { return Read(readingWeights) }) // whether a reading of it is
)
