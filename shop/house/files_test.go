package house_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/shop/house"
)

// A folder with a pipe, a file without end or a file that is too large is refused with its name; what an editor keeps beside the file
// that it edits is passed over.
func TestFolderIsBounded(t *testing.T) {
	t.Parallel()
	good := func() fstest.MapFS {
		return fstest.MapFS{"shop.toml": {Data: []byte("name = \"Kites\"\n")}, "answers/returns.md": {Data: []byte("# Returns\n\nYou can send it back within 30 days.\n")}}
	}
	for name, c := range map[string]struct {
		file string
		put  *fstest.MapFile
		code evercart.Code
	}{
		"all is well":           {"prompt.md", &fstest.MapFile{Data: []byte("Be brief.")}, ""},
		"an editor's lock":      {"answers/.#returns.md", &fstest.MapFile{Mode: fs.ModeNamedPipe}, ""},
		"a pipe for an answer":  {"answers/delivery.md", &fstest.MapFile{Mode: fs.ModeNamedPipe}, evercart.Invalid},
		"a device for a prompt": {"prompt.md", &fstest.MapFile{Mode: fs.ModeDevice}, evercart.Invalid},
		"a folder for a shop":   {"shop.toml", &fstest.MapFile{Mode: fs.ModeDir}, evercart.Invalid},
		"a large answer":        {"answers/delivery.md", &fstest.MapFile{Data: []byte(strings.Repeat("a ", 256<<10))}, evercart.TooLarge},
		"a large prompt":        {"prompt.md", &fstest.MapFile{Data: []byte(strings.Repeat("a ", 32<<10))}, evercart.TooLarge},
		"a large shop":          {"shop.toml", &fstest.MapFile{Data: []byte("# " + strings.Repeat("a", 1<<20))}, evercart.TooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := good()
			dir[c.file] = c.put
			_, err := house.LoadFront(dir)
			if evercart.CodeOf(err) != c.code || err != nil && !strings.Contains(err.Error(), c.file) {
				t.Errorf("%v, want %q and %s", err, c.code, c.file)
			}
		})
	}
}
