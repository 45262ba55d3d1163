package app

import (
	"context"
	"fmt"

	"github.com/evercart/evercart/keys"
)

// openKeys opens the shoppers' keys, wherever they lie.
func (c Config) openKeys(ctx context.Context) (*keys.Ring, error) {
	f := folder(c.Data)
	if c.Keys == "" {
		if err := f.whole(c.masterFile()); err != nil {
			return nil, err
		}
	}
	master, err := c.masterKey(ctx)
	if err != nil {
		return nil, err
	}
	if c.Keys == "" {
		return keys.Open(ctx, f.keys(), master)
	}
	return keys.OpenShared(ctx, c.shared(), master)
}

// keptKeys opens the keys that are there, and makes none: for who only looks.
func (c Config) keptKeys(ctx context.Context) (*keys.Ring, error) {
	f, needed := folder(c.Data), []string{c.masterFile()}
	if c.Keys == "" {
		if err := f.whole(c.masterFile()); err != nil {
			return nil, err
		}
		needed = append(needed, f.keys())
	}
	for _, path := range needed {
		if !has(path) {
			return nil, fmt.Errorf("%s is missing: name the data folder (--data) or the master key (--master-key) that the shop runs with", path)
		}
	}
	return c.openKeys(ctx)
}

func (c Config) shared() keys.Shared { return keys.Shared{URL: c.Keys, Replicas: c.Replicas} }

// masterKey reads the master key. The first node makes it; another one that made its own would only learn that it opens nothing.
func (c Config) masterKey(ctx context.Context) ([]byte, error) {
	path := c.masterFile()
	if c.Keys != "" && !has(path) {
		begun, err := keys.Begun(ctx, c.shared())
		if err != nil {
			return nil, err
		}
		if begun {
			return nil, fmt.Errorf("%s is missing, and without it the shared keys cannot be read: copy it from another node, or name it with --master-key", path)
		}
	}
	return keys.Master(path)
}

func (c Config) masterFile() string {
	if c.Master != "" {
		return c.Master
	}
	return folder(c.Data).master()
}
