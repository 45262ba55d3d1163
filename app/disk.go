package app

import (
	"context"
	"log/slog"
	"os"

	"github.com/evercart/evercart"
)

// leastFree is what must be left on the disk of the data folder: below that a commit may fail at any moment, and a server that still
// commits something small would be sent turns.
const leastFree = 64 << 20

// disk is the data folder as it was when the server opened it: the files that it holds open, and the room beside them.
type disk struct {
	folder folder
	files  map[string]os.FileInfo
	free   func(path string) (uint64, error)
}

// watchedDisk remembers which files are the server's own.
func watchedDisk(f folder) disk {
	d := disk{folder: f, files: map[string]os.FileInfo{}, free: freeSpace}
	for _, path := range []string{f.data(), f.keys(), f.data() + ".lock"} {
		if info, err := os.Stat(path); err == nil {
			d.files[path] = info
		}
	}
	return d
}

// check says whether what is written still lands where it will be looked for. A file that was deleted or replaced beneath an open server takes
// all that is written to it along.
func (d disk) check() error {
	const op = "app.Disk"
	for path, was := range d.files {
		is, err := os.Stat(path)
		if err != nil || !os.SameFile(was, is) {
			return evercart.Errorf(evercart.Unavailable, op, "%s is not the file any more that this server opened: stop it, and bring the file back", path).With(slog.String("how", "gone"))
		}
	}
	free, err := d.free(string(d.folder))
	if err == nil && free < leastFree {
		return evercart.Errorf(evercart.Unavailable, op, "the disk of %s has %d MiB left", d.folder, free>>20).With(slog.String("how", "full"))
	}
	return nil
}

// onDisk is a store that is not ready without its disk.
type onDisk struct {
	evercart.Nodes
	disk disk
}

// Check implements evercart.Nodes.
func (n onDisk) Check(ctx context.Context) error {
	if err := n.disk.check(); err != nil {
		return err
	}
	return n.Nodes.Check(ctx)
}
