package app

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/keys"
)

// folder is the data folder: what stands in it and under which names.
type folder string

func (f folder) data() string   { return filepath.Join(string(f), "data.db") }
func (f folder) keys() string   { return filepath.Join(string(f), "keys.db") }
func (f folder) master() string { return filepath.Join(string(f), "master.key") }
func (f folder) server() string { return filepath.Join(string(f), "server.json") }

func (f folder) node() string { return filepath.Join(string(f), "node") }

func (f folder) make() error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	return nil
}

// whole refuses a folder of which a part is missing that the rest is worth nothing without: in its place a new, empty one
// would be made, nobody would be found again, and what was lost would seem never to have been.
func (f folder) whole(master string) error {
	for _, pair := range [][2]string{{f.data(), f.keys()}, {f.keys(), master}} {
		if has(pair[0]) && !has(pair[1]) {
			return fmt.Errorf("%s is missing, and without it %s cannot be read: restore it from a backup; to begin anew, move the whole folder away",
				pair[1], filepath.Base(pair[0]))
		}
	}
	return nil
}

// agrees refuses keys of shoppers without the data that they were made for.
func (f folder) agrees(ctx context.Context, ring *keys.Ring) error {
	if has(f.data()) {
		return nil
	}
	n, err := ring.Lives(ctx)
	if err == nil && n > 0 {
		err = fmt.Errorf("%s is missing, though %s has the keys of %d shoppers: restore it from a backup; to begin anew, move the whole folder away",
			f.data(), filepath.Base(f.keys()), n)
	}
	return err
}

// has says whether there is a file with something in it.
func has(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// secret reads n random bytes that are kept in a file of the folder, and makes them at the first start.
func (f folder) secret(name string, n int) ([]byte, error) {
	path := filepath.Join(string(f), name)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		b = make([]byte, n)
		if _, err := rand.Read(b); err != nil {
			return nil, err
		}
		return b, writeWhole(path, b)
	}
	if err != nil {
		return nil, err
	}
	if len(b) != n {
		return nil, fmt.Errorf("%s: %d bytes, not %d: restore it from a backup; what it protects cannot be read without it", path, len(b), n)
	}
	return b, nil
}

// writeWhole writes a file so that it is there whole and on disk, or not at all, and readable by its owner alone.
func writeWhole(path string, b []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }()
	if _, err = tmp.Write(b); err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// Running is what a server leaves in its data folder, so that commands find it. Its key is of this start alone: who can read
// the folder may do what an operator may.
type Running struct {
	URL string `json:"url"`
	Key string `json:"key"`
	PID int    `json:"pid"`

	Currency evercart.Currency `json:"currency"` // what its shop sells in
}

func (f folder) announce(r Running) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return writeWhole(f.server(), b)
}

// forget takes the note away; there being none is what is wanted.
func (f folder) forget() error {
	if err := os.Remove(f.server()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (f folder) running() (Running, error) {
	var r Running
	b, err := os.ReadFile(f.server())
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(b, &r)
}

// formers are the processes that had this folder last: who holds the lock knows that they are over. None where there were none, or they
// cannot be read.
func (f folder) formers() []evercart.NodeID {
	b, err := os.ReadFile(f.node())
	if err != nil || len(b) > maxFormers*(maxNodeName+1) {
		return nil
	}
	var out []evercart.NodeID
	for name := range strings.Lines(string(b)) {
		if name = strings.TrimSpace(name); name != "" && len(name) <= maxNodeName {
			out = append(out, evercart.NodeID(name))
		}
	}
	return out
}

// One that dies while it starts has told nobody of the one before: so many in a row may.
const (
	maxFormers  = 8
	maxNodeName = 64
)

// held notes which process has the folder now, after those that had it.
func (f folder) held(by evercart.NodeID, formers []evercart.NodeID) error {
	var b strings.Builder
	for _, name := range append(formers[max(0, len(formers)-maxFormers+1):], by) {
		b.WriteString(string(name) + "\n")
	}
	return writeWhole(f.node(), []byte(b.String()))
}
