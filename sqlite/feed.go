package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"iter"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

const (
	feedPart   = 100 // products a transaction: turns wait no longer than one takes
	retirePart = 500 // variants a transaction
)

// PutProducts implements evercart.Goods. A feed counts when its content is new: the same content again leaves patches,
// dropped rows and sold stock as they are. It is read to its end before anything is written; then it is written in parts,
// so that turns go on meanwhile. One that is cut off there counts as not taken: the same content again completes it.
func (s *Store) PutProducts(ctx context.Context, source string, products iter.Seq2[evercart.Product, error]) (evercart.PutReport, error) {
	const op = "sqlite.PutProducts"
	if _, err := caller(ctx, op); err != nil {
		return evercart.PutReport{}, err
	}
	f, err := tables.ReadFeed(ctx, source, products)
	if err != nil {
		return evercart.PutReport{}, err
	}
	select { // one feed at a time: two of one source would retire each other's goods
	case s.feeds <- struct{}{}:
		defer func() { <-s.feeds }()
	case <-ctx.Done():
		return evercart.PutReport{}, errorOf(ctx.Err(), op)
	}
	report, err := s.takeOver(ctx, f)
	return report, errorOf(err, op)
}

// takeOver writes a feed whose content is new.
func (s *Store) takeOver(ctx context.Context, f tables.Feed) (evercart.PutReport, error) {
	var known []byte
	err := s.db.Row(ctx, `SELECT hash FROM feed WHERE source = ?`, f.Source).Scan(&known)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return evercart.PutReport{}, err
	}
	if err == nil && bytes.Equal(known, f.Hash) {
		return evercart.PutReport{Same: f.Variants}, nil
	}
	// Until its last part is written, the feed counts as not taken.
	err = s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		_, err := tx.Exec(`DELETE FROM feed WHERE source = ?`, f.Source)
		return err
	})
	if err != nil {
		return evercart.PutReport{}, err
	}
	var report evercart.PutReport
	seen := make(map[string]bool, f.Variants)
	for part := range slices.Chunk(f.Products, feedPart) {
		var sh *shelf
		err := s.db.Write(ctx, litedb.Place{Alone: true}, func(tx *litedb.Tx) error {
			sh = &shelf{tx: tx, source: f.Source, seen: seen}
			for _, p := range part {
				if err := sh.put(p); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return report, err
		}
		tables.AddTo(&report, sh.report)
	}
	if report.Retired, err = s.retire(ctx, f.Source, seen); err != nil {
		return report, err
	}
	return report, s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		_, err := tx.Exec(`INSERT INTO feed(source, hash) VALUES(?, ?)`, f.Source, f.Hash)
		return err
	})
}

// shelf writes products in one transaction.
type shelf struct {
	tx     *litedb.Tx
	source string
	seen   map[string]bool // folded SKUs of this feed
	report evercart.PutReport
}

func newShelf(tx *litedb.Tx, source string) *shelf {
	return &shelf{tx: tx, source: source, seen: map[string]bool{}}
}

// put adds or changes one product of a feed; what it does not list is retire's business.
func (s *shelf) put(p evercart.Product) error {
	change, err := s.product(p)
	if err != nil {
		return err
	}
	for i, v := range p.Variants {
		now := variantRow{fold: string(v.SKU.Fold()), product: p.ID, source: s.source, place: i, variant: v}
		again := s.seen[now.fold]
		s.seen[now.fold] = true
		what, err := s.variant(now, change)
		if err != nil {
			return err
		}
		what.Count(&s.report, again)
	}
	return change.close()
}

// patch replaces one product by another value of it.
func (s *shelf) patch(before, after evercart.Product) error {
	change, err := s.product(after)
	if err != nil {
		return err
	}
	for i, v := range after.Variants {
		now := variantRow{fold: string(v.SKU.Fold()), product: after.ID, source: s.source, place: i, variant: v}
		s.seen[now.fold] = true
		if _, err := s.variant(now, change); err != nil {
			return err
		}
	}
	for _, v := range before.Variants {
		if s.seen[string(v.SKU.Fold())] {
			continue
		}
		if _, err := change.next(); err != nil {
			return err
		}
		if _, err := s.tx.Exec(`DELETE FROM variant WHERE fold = ?`, string(v.SKU.Fold())); err != nil {
			return err
		}
	}
	return change.close()
}

// step is the change of one product: it takes one new version, and only when something differs.
type step struct {
	tx      *litedb.Tx
	id      string
	version int64
}

func (c *step) next() (int64, error) {
	if c.version != 0 {
		return c.version, nil
	}
	err := c.tx.Row(`UPDATE meta SET value = value + 1 WHERE name = 'goods' RETURNING value`).Scan(&c.version)
	return c.version, err
}

func (c *step) close() error {
	if c.version == 0 {
		return nil
	}
	_, err := c.tx.Exec(`UPDATE product SET version = ? WHERE id = ?`, c.version, c.id)
	return err
}

// product writes the product's own row where it differs.
func (s *shelf) product(p evercart.Product) (*step, error) {
	change := &step{tx: s.tx, id: p.ID}
	facts, err := tables.PackProduct(p)
	if err != nil {
		return nil, err
	}
	var known []byte
	err = s.tx.Row(`SELECT facts FROM product WHERE id = ?`, p.ID).Scan(&known)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	if err == nil && bytes.Equal(known, facts) {
		return change, nil
	}
	version, err := change.next()
	if err != nil {
		return nil, err
	}
	_, err = s.tx.Exec(`INSERT INTO product(id, version, facts) VALUES(?, ?, ?) ON CONFLICT(id) DO UPDATE SET facts = excluded.facts`, p.ID, version, facts)
	return change, err
}

// variant writes one variant's row where it differs.
func (s *shelf) variant(now variantRow, change *step) (tables.Outcome, error) {
	facts, err := tables.PackVariant(now.variant)
	if err != nil {
		return tables.Same, err
	}
	var (
		old   variantRow
		known []byte
		what  = tables.Changed
	)
	err = s.tx.Row(`SELECT product, place, source, stock, facts FROM variant WHERE fold = ?`, now.fold).Scan(&old.product, &old.place, &old.source, &old.variant.Stock, &known)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		what = tables.Added
	case err != nil:
		return tables.Same, err
	case s.source == "": // a patch leaves a row with its feed
		now.source = old.source
	}
	if what == tables.Changed && old.product == now.product && old.place == now.place && old.source == now.source && old.variant.Stock == now.variant.Stock && bytes.Equal(known, facts) {
		return tables.Same, nil
	}
	if what == tables.Changed && old.product != now.product {
		if _, err := bump(s.tx, old.product); err != nil {
			return tables.Same, err
		}
	}
	version, err := change.next()
	if err != nil {
		return tables.Same, err
	}
	_, err = s.tx.Exec(`INSERT INTO variant(`+variantCols+`) VALUES(?, ?, ?, ?, ?, ?, ?) ON CONFLICT(fold) DO UPDATE SET product = excluded.product,
		place = excluded.place, source = excluded.source, stock = excluded.stock, version = excluded.version, facts = excluded.facts`,
		now.fold, now.product, now.place, now.source, now.variant.Stock, version, facts)
	return what, err
}

// retire makes inactive what this source had and has no more, and counts it.
func (s *Store) retire(ctx context.Context, source string, seen map[string]bool) (int, error) {
	rows, err := s.db.Rows(ctx, `SELECT fold FROM variant WHERE source = ?`, source)
	if err != nil {
		return 0, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var missing []string
	for rows.Next() {
		var fold string
		if err := rows.Scan(&fold); err != nil {
			return 0, err
		}
		if !seen[fold] {
			missing = append(missing, fold)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return 0, err
	}
	retired := 0
	for part := range slices.Chunk(missing, retirePart) {
		n := 0
		err := s.db.Write(ctx, litedb.Place{Alone: true}, func(tx *litedb.Tx) error {
			n = 0
			for _, fold := range part {
				gone, err := retireOne(tx, source, fold)
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
func retireOne(tx *litedb.Tx, source, fold string) (int, error) {
	r, err := scanVariant(tx.Row(`SELECT `+variantCols+` FROM variant WHERE fold = ? AND source = ?`, fold, source))
	switch {
	case errors.Is(err, sql.ErrNoRows), evercart.CodeOf(err) == evercart.Damaged:
		return 0, nil
	case err != nil:
		return 0, err
	case !r.variant.Active:
		return 0, nil
	}
	r.variant.Active = false
	facts, err := tables.PackVariant(r.variant)
	if err != nil {
		return 0, err
	}
	version, err := bump(tx, r.product)
	if err != nil {
		return 0, err
	}
	_, err = tx.Exec(`UPDATE variant SET facts = ?, version = ? WHERE fold = ?`, facts, version, fold)
	return 1, err
}
