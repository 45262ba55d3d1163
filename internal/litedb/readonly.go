package litedb

import (
	"context"
	"errors"
	"net/url"
	"path/filepath"
)

// OpenReadOnly opens a file that another process may be writing. Only Read and Close may be used.
func OpenReadOnly(ctx context.Context, path string) (*DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	db, err := open(abs, url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)", "query_only(1)"}, "_defensive": {"1"}}, 2)
	if err != nil {
		return nil, err
	}
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &DB{config: Config{Path: path}, read: db}, nil
}
