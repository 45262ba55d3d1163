package postgres

import (
	"bytes"
	"context"
	"crypto/rand"
	"iter"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

const (
	feedPart   = 100 // products a transaction: sales wait no longer than one takes
	retirePart = 500 // variants a transaction
	feedLease  = 30 * time.Second
)

// PutProducts implements evercart.Goods. A feed counts when its content is new: the same content again leaves patches,
// dropped rows and sold stock as they are. It is read to its end before anything is written; then it is written in parts,
// so that sales go on meanwhile. One that is cut off there counts as not taken: the same content again completes it. Of
// several nodes one takes a source over at a time; the others wait, and find it the same.
func (s *Store) PutProducts(ctx context.Context, source string, products iter.Seq2[evercart.Product, error]) (evercart.PutReport, error) {
	const op = "postgres.PutProducts"
	if _, err := caller(ctx, op); err != nil {
		return evercart.PutReport{}, err
	}
	content, err := tables.ReadFeed(ctx, source, products)
	if err != nil {
		return evercart.PutReport{}, err
	}
	f := feed{Feed: content, holder: rand.Text()}
	known, err := s.holdFeed(ctx, f)
	if err != nil {
		return evercart.PutReport{}, errorOf(err, op)
	}
	if bytes.Equal(known, f.Hash) {
		err := s.keepFeed(ctx, f, f.Hash)
		return evercart.PutReport{Same: f.Variants}, errorOf(err, op)
	}
	report, err := s.takeOver(ctx, f)
	if err != nil {
		_ = s.keepFeed(context.WithoutCancel(ctx), f, nil) // else it is free when its lease runs out
		return report, errorOf(err, op)
	}
	return report, errorOf(s.keepFeed(ctx, f, f.Hash), op)
}

// feed is the content of one source, and who takes it over.
type feed struct {
	tables.Feed
	holder string
}

// holdFeed waits until no other holds the source, holds it, and gives the hash of what was taken over last.
func (s *Store) holdFeed(ctx context.Context, f feed) (known []byte, err error) {
	for {
		held := false
		err := s.write(ctx, goods, `INSERT INTO feed(source, holder, until) VALUES($1, $2, now_ms() + $3::bigint)
			ON CONFLICT (source) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE feed.until < now_ms() RETURNING hash`,
			[]any{f.Source, f.holder, feedLease.Milliseconds()}, func(r pgx.Rows) error {
				held = true
				return r.Scan(&known)
			})
		if err != nil || held {
			return known, err
		}
		if err := s.clock.Sleep(ctx, 50*time.Millisecond); err != nil {
			return nil, err
		}
	}
}

// keepFeed lets a source go; a nil hash says that its content is not what any feed said.
func (s *Store) keepFeed(ctx context.Context, f feed, hash []byte) error {
	return s.write(ctx, goods, `UPDATE feed SET hash = $1, holder = '', until = 0 WHERE source = $2 AND holder = $3`, []any{some(hash), f.Source, f.holder}, nil)
}

// part writes some of a feed, while it is held. Conflict when another took it: this one was thought dead.
func (s *Store) part(ctx context.Context, f feed, folds []string, do func(*tx) error) error {
	return s.shelve(ctx, folds, func(x *tx) error {
		// Until its last part is written, the feed counts as not taken.
		n, err := x.exec(`UPDATE feed SET hash = '', until = now_ms() + $1::bigint WHERE source = $2 AND holder = $3`, feedLease.Milliseconds(), f.Source, f.holder)
		if err == nil && n == 0 {
			err = evercart.Errorf(evercart.Conflict, "postgres.PutProducts", "another took the feed over")
		}
		if err != nil {
			return err
		}
		return do(x)
	})
}

// takeOver writes a feed whose content is new.
func (s *Store) takeOver(ctx context.Context, f feed) (evercart.PutReport, error) {
	var report evercart.PutReport
	seen := make(map[string]bool, f.Variants)
	for part := range slices.Chunk(f.Products, feedPart) {
		var sh *shelf
		err := s.part(ctx, f, foldsOf(part...), func(x *tx) error {
			sh = newShelf(x, f.Source)
			sh.before = seen
			if err := sh.know(part); err != nil {
				return err
			}
			for _, p := range part {
				if err := sh.put(p); err != nil {
					return err
				}
			}
			return sh.flush()
		})
		if err != nil {
			return report, err
		}
		for fold := range sh.seen {
			seen[fold] = true
		}
		tables.AddTo(&report, sh.report)
	}
	var err error
	report.Retired, err = s.retire(ctx, f, seen)
	return report, err
}

// retire makes inactive what this source had and has no more, and counts it.
func (s *Store) retire(ctx context.Context, f feed, seen map[string]bool) (int, error) {
	folds, err := collect(ctx, s, goods, `SELECT fold FROM variant WHERE source = $1 ORDER BY fold`, []any{f.Source}, func(r pgx.Rows, fold *string) error { return r.Scan(fold) })
	if err != nil {
		return 0, err
	}
	missing := slices.DeleteFunc(folds, func(fold string) bool { return seen[fold] })
	retired := 0
	for part := range slices.Chunk(missing, retirePart) {
		n := 0
		err := s.part(ctx, f, part, func(x *tx) error {
			n = 0
			for _, fold := range part {
				gone, err := retireOne(x, f.Source, fold)
				if err != nil {
					return err
				}
				n += gone
			}
			return nil
		})
		if err != nil {
			return retired, err
		}
		retired += n
	}
	return retired, nil
}

// retireOne makes one row inactive: 1, or 0 where it is that already, has gone, or is another source's now. A row that cannot
// be read is not for sale as it is.
func retireOne(x *tx, source, fold string) (int, error) {
	var r variantRow
	err := scanVariant(x.tx.QueryRow(x.ctx, `SELECT `+variantCols+` FROM variant WHERE fold = $1 AND source = $2`, fold, source), &r)
	switch {
	case none(err):
		return 0, nil
	case err != nil:
		return 0, err
	case r.bad != nil, !r.variant.Active:
		return 0, nil
	}
	r.variant.Active = false
	facts, err := tables.PackVariant(r.variant)
	if err != nil {
		return 0, err
	}
	version, err := bump(x, r.product)
	if err != nil {
		return 0, err
	}
	_, err = x.exec(`UPDATE variant SET facts = $1, version = $2 WHERE fold = $3`, string(facts), version, fold)
	return 1, err
}
