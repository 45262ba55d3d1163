package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/evercart/evercart/shop/house"
)

// InitShop writes an example of a shop's folder and lists what it wrote. It never overwrites: when a file is there, nothing is
// written.
func InitShop(dir string) ([]string, error) {
	var names []string
	files := house.Example()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		names = append(names, name)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
			return nil, fmt.Errorf("%s: %s is there already; nothing was written", dir, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	for _, name := range names {
		if err := write(files, dir, name); err != nil {
			return nil, err
		}
	}
	return names, nil
}

func write(files fs.FS, dir, name string) error {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	return errors.Join(err, f.Close())
}
