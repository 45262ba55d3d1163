package keys

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/evercart/evercart"
)

// Master reads the master key of a file, or makes it: 32 random bytes in hexadecimal, for its owner alone. Invalid when the
// file holds something else, Forbidden when others may read it.
func Master(path string) ([]byte, error) {
	const op = "keys.Master"
	key, err := readMaster(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".master-*") // 0600
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Unavailable, op)
	}
	defer os.Remove(tmp.Name()) //nolint:errcheck // linked, or of no use
	_, err = tmp.WriteString(hex.EncodeToString(random()) + "\n")
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return nil, evercart.Wrap(err, evercart.Unavailable, op)
	}
	// A link, not a rename: of two that begin at once, both read the same key.
	if err := os.Link(tmp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, evercart.Wrap(err, evercart.Unavailable, op)
	}
	if err := flushDir(filepath.Dir(path)); err != nil {
		return nil, evercart.Wrap(err, evercart.Unavailable, op)
	}
	return readMaster(path)
}

func readMaster(path string) ([]byte, error) {
	const op = "keys.Master"
	info, err := os.Stat(path)
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Unavailable, op)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, evercart.Errorf(evercart.Forbidden, op, "others may read %s; make it 0600", filepath.Base(path))
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Unavailable, op)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(b)))
	if err != nil || len(key) != keyLen {
		return nil, evercart.Errorf(evercart.Invalid, op, "%s does not hold 32 bytes in hexadecimal", filepath.Base(path))
	}
	return key, nil
}

func flushDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
