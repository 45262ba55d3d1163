package house

import (
	"embed"
	"io/fs"
)

//go:embed example
var example embed.FS

// Example is a shop's folder with every key explained: what evercart init writes.
func Example() fs.FS {
	sub, err := fs.Sub(example, "example")
	if err != nil { // the folder is part of the program
		return example
	}
	return sub
}
