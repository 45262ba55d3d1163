package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/keys"
	"github.com/evercart/evercart/postgres"
	"github.com/evercart/evercart/sqlite"
)

// Diagnosis is what the doctor found.
type Diagnosis struct {
	OK       bool      `json:"ok"`
	Findings []Finding `json:"findings"`
}

// Finding is one thing that was looked at.
type Finding struct {
	OK   bool   `json:"ok"`
	What string `json:"what"`
	Text string `json:"text"`
}

func (d *Diagnosis) addf(ok bool, what, format string, args ...any) {
	d.Findings = append(d.Findings, Finding{ok, what, fmt.Sprintf(format, args...)})
}

// Examine looks at a data folder, while a server holds it or not. It changes nothing.
func Examine(ctx context.Context, c Config) (Diagnosis, error) {
	f, d := folder(c.Data), Diagnosis{}
	if _, err := os.Stat(f.data()); c.Postgres == "" && errors.Is(err, fs.ErrNotExist) {
		return d, fmt.Errorf("%s: there is no data yet", c.Data)
	}
	d.rights(f, c.masterFile())
	sells, known, err := c.ShopCurrency()
	if err != nil {
		return d, err
	}
	if !known {
		sells = ""
	}
	if r := f.live(ctx); r != nil {
		d.addf(true, "server", "runs at %s", r.URL)
		if r.Currency != "" {
			sells = r.Currency
		}
	} else {
		d.addf(true, "server", "none is running on this folder")
	}
	ring, err := c.keptKeys(ctx)
	if err != nil {
		d.addf(false, "keys", "%v", err)
		return d, nil
	}
	defer func() { _ = ring.Close() }()
	d.addf(true, "keys", "the master key opens them")
	found, err := c.examine(ctx, f, ring)
	if evercart.CodeOf(err) == evercart.Damaged { // so far that it cannot be opened
		d.addf(false, "structure", "%v", err)
		return d, nil
	}
	if err != nil {
		return d, err
	}
	d.addf(len(found.Structure) == 0, "structure", "%s", orFine(found.Structure, c.wholeText()))
	d.addf(len(found.Damaged) == 0, "events", "%s", orFine(unreadable(found), fmt.Sprintf("%d events of %d sessions are readable", found.Events, found.Sessions)))
	d.addf(len(found.Differ) == 0, "snapshots", "%s", orFine(differing(found.Differ), "each is what its events add up to"))
	d.currencies(found.Priced, sells)
	stuck := stuckJobs(found.Jobs)
	d.addf(len(stuck) == 0, "jobs", "%s", orFine(stuck, "none is parked, none goes on failing"))
	d.OK = true
	for _, f := range d.Findings {
		d.OK = d.OK && f.OK
	}
	return d, nil
}

// examine reads all rows, wherever they are kept.
func (c Config) examine(ctx context.Context, f folder, ring *keys.Ring) (sqlite.Examination, error) {
	if c.Postgres == "" {
		return sqlite.Examine(ctx, f.data(), ring)
	}
	store, err := postgres.Open(ctx, c.database(ring, nil))
	if err != nil {
		return sqlite.Examination{}, err
	}
	defer func() { _ = store.Close() }()
	ctx = evercart.As(ctx, evercart.Caller{Role: evercart.RoleSystem})
	found, err := store.Examine(ctx)
	if err != nil {
		return sqlite.Examination{}, err
	}
	jobs, err := store.JobCounts(ctx)
	return sqlite.Examination{Sessions: found.Sessions, Events: found.Events, Damaged: found.Damaged, Differ: found.Differ, Why: found.Why, Priced: found.Priced, Jobs: jobs}, err
}

func (c Config) wholeText() string {
	if c.Postgres == "" {
		return "the file is whole"
	}
	return "all tables are there"
}

// stuckJobs says of each kind what its jobs wait for.
func stuckJobs(counts []evercart.JobCount) (out []string) {
	for _, c := range counts {
		if c.Failing > 0 {
			out = append(out, fmt.Sprintf("%d of kind %s went on failing (%s) and will be tried again", c.Failing, c.Kind, c.Why))
		}
		if c.Parked > 0 {
			out = append(out, fmt.Sprintf("%d of kind %s are parked (%s): they are not tried again", c.Parked, c.Kind, c.Why))
		}
	}
	return out
}

// unreadable says of each session with an event that cannot be read what is wrong with it.
func unreadable(found sqlite.Examination) []string {
	out := make([]string, len(found.Damaged))
	for i, id := range found.Damaged {
		out[i] = "session " + id + " cannot be read: " + found.Why[id]
	}
	return out
}

func differing(sessions []string) []string {
	out := make([]string, len(sessions))
	for i, id := range sessions {
		out[i] = "the snapshot of session " + id + " is not what its events add up to"
	}
	return out
}

func orFine(bad []string, fine string) string {
	if len(bad) == 0 {
		return fine
	}
	more := ""
	if n := len(bad) - 10; n > 0 {
		bad, more = bad[:10], fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(bad, "; ") + more
}

// rights: nobody but the owner may read what is in the folder.
func (d *Diagnosis) rights(f folder, master string) {
	open := []string{}
	for _, path := range []string{f.data(), f.keys(), master, f.server(), filepath.Join(string(f), "token.key")} {
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
			open = append(open, filepath.Base(path))
		}
	}
	d.addf(len(open) == 0, "rights", "%s", orFine(open, "only the owner can read the files"))
}

// BackupFile is one file of a backup.
type BackupFile struct {
	What  string `json:"what"` // data, keys
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

// Backup copies the data and the keys into a folder that does not have them yet, while a server runs or not.
func Backup(ctx context.Context, c Config, to string) ([]BackupFile, error) {
	f := folder(c.Data)
	if err := os.MkdirAll(to, 0o700); err != nil {
		return nil, err
	}
	parts := []struct {
		what, base string
		copy       func(path string) error
	}{
		{"data", filepath.Base(f.data()), func(path string) error { return sqlite.Copy(ctx, f.data(), path) }},
		{"keys", filepath.Base(f.keys()), func(path string) error { return c.copyKeys(ctx, path) }},
	}
	if c.Postgres != "" { // the database has tools of its own, pg_dump before all
		parts = parts[1:]
	}
	var out []BackupFile
	for _, b := range parts {
		path := filepath.Join(to, b.base)
		if err := b.copy(path); err != nil {
			return out, fmt.Errorf("backup of %s: %w", b.what, err)
		}
		info, err := os.Stat(path)
		if err != nil {
			return out, err
		}
		out = append(out, BackupFile{b.what, path, info.Size()})
	}
	return out, nil
}

// copyKeys copies the file of keys, or what is in the database of keys, to a file of keys.
func (c Config) copyKeys(ctx context.Context, path string) error {
	if c.Keys == "" {
		return sqlite.Copy(ctx, folder(c.Data).keys(), path)
	}
	ring, err := c.keptKeys(ctx)
	if err != nil {
		return err
	}
	return errors.Join(ring.Backup(ctx, path), ring.Close())
}
