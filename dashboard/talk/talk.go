// Package talk is the page on which a shopper talks to the shop: plain HTML, CSS and JavaScript, no build step. It uses the
// socket like any other client; the gateway serves its files, under a policy that allows no inline script.
package talk

import (
	"embed"
	"io/fs"
)

//go:embed page
var files embed.FS

// Files holds index.html and what it loads from /talk/.
func Files() fs.FS {
	page, err := fs.Sub(files, "page")
	if err != nil { // the name is a constant that is valid
		return embed.FS{}
	}
	return page
}
