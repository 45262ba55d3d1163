package app

import (
	"context"
	"fmt"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/keys"
	"github.com/evercart/evercart/postgres"
	"github.com/evercart/evercart/sqlite"
)

// openKeys opens the shoppers' keys, wherever they lie.
func (c Config) openKeys(ctx context.Context) (*keys.Ring, error) {
	f := folder(c.Data)
	if c.Keys == "" {
		if err := f.whole(c.masterFile()); err != nil {
			return nil, err
		}
	}
	if err := c.ours(ctx); err != nil {
		return nil, err
	}
	master, err := c.masterKey(ctx)
	if err != nil {
		return nil, err
	}
	if c.Keys == "" {
		return keys.Open(ctx, f.keys(), master)
	}
	ring, err := keys.OpenShared(ctx, c.shared(), master)
	return ring, c.needs(partKeys, err)
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

// ours refuses to begin new keys, and a master key, beside data that was begun with others: the data would be refused or, worse,
// nobody in it found again, and the right keys would find their place taken. It also looks whether the data can be served at all.
func (c Config) ours(ctx context.Context) error {
	if there, err := c.keysBegun(ctx); there || err != nil {
		return err
	}
	begun, err := c.dataBegun(ctx)
	if err != nil || !begun {
		return err
	}
	// Another node may have begun both since: the keys first.
	if there, err := c.keysBegun(ctx); there || err != nil {
		return err
	}
	if c.Keys == "" {
		return evercart.Errorf(evercart.Invalid, "app.Start", "this database was begun with other keys: use the data folder (or its keys.db and master.key) that it was begun with")
	}
	return evercart.Errorf(evercart.Invalid, "app.Start", "the data was begun with other keys, and the database of keys is empty: bring the keys.db that the data was begun with into it (evercart migrate --keys URL --keys-from FILE), and name its master.key")
}

func (c Config) keysBegun(ctx context.Context) (bool, error) {
	if c.Keys == "" {
		return has(folder(c.Data).keys()), nil
	}
	begun, err := keys.Begun(ctx, c.shared())
	return begun, c.needs(partKeys, err)
}

func (c Config) dataBegun(ctx context.Context) (bool, error) {
	if c.Postgres == "" {
		return sqlite.Begun(ctx, folder(c.Data).data())
	}
	begun, err := postgres.Begun(ctx, c.database(nil, nil))
	return begun, c.needs(partStore, err)
}

func (c Config) shared() keys.Shared { return keys.Shared{URL: c.Keys, Replicas: c.Replicas} }

// masterKey reads the master key. The first node makes it; another one that made its own would only learn that it opens nothing.
func (c Config) masterKey(ctx context.Context) ([]byte, error) {
	path := c.masterFile()
	if c.Keys != "" && !has(path) {
		begun, err := keys.Begun(ctx, c.shared())
		if err != nil {
			return nil, c.needs(partKeys, err)
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
