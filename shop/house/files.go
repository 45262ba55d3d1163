package house

import (
	"errors"
	"io"
	"io/fs"

	"github.com/evercart/evercart"
)

const maxShopFile = 1 << 20 // bytes of shop.toml

// readFile reads one file of a shop's folder. Only a regular file is opened, since a pipe or a device would never end; the error says
// which file it is. fs.ErrNotExist stays in it.
func readFile(dir fs.FS, name string, most int64, op string) ([]byte, error) {
	info, err := fs.Stat(dir, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, err
	case err != nil:
		return nil, &evercart.Error{Code: evercart.Invalid, Op: op, Message: name + " cannot be read", Err: err}
	case !info.Mode().IsRegular():
		return nil, evercart.Errorf(evercart.Invalid, op, "%s is not a file", name)
	}
	f, err := dir.Open(name)
	if err != nil {
		return nil, &evercart.Error{Code: evercart.Invalid, Op: op, Message: name + " cannot be read", Err: err}
	}
	raw, err := io.ReadAll(io.LimitReader(f, most+1))
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, &evercart.Error{Code: evercart.Invalid, Op: op, Message: name + " cannot be read", Err: err}
	}
	if int64(len(raw)) > most {
		return nil, evercart.Errorf(evercart.TooLarge, op, "%s: at most %d bytes", name, most)
	}
	return raw, nil
}
