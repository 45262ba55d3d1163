package sqlite

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

// PutProducts implements evercart.Goods. A feed counts when its content is new: the same content again leaves patches,
// dropped rows and sold stock as they are.
func (s *Store) PutProducts(ctx context.Context, source string, products iter.Seq2[evercart.Product, error]) (evercart.PutReport, error) {
	const op = "sqlite.PutProducts"
	if _, err := caller(ctx, op); err != nil {
		return evercart.PutReport{}, err
	}
	var (
		list  []evercart.Product
		count int
		hash  = sha256.New()
		enc   = json.NewEncoder(hash)
	)
	for p, err := range products {
		if err != nil {
			return evercart.PutReport{}, err
		}
		if err := checkProduct(p); err != nil {
			return evercart.PutReport{}, err
		}
		if err := enc.Encode(p); err != nil {
			return evercart.PutReport{}, evercart.Wrap(err, evercart.Invalid, op)
		}
		if err := ctx.Err(); err != nil {
			return evercart.PutReport{}, errorOf(err, op)
		}
		list, count = append(list, p), count+len(p.Variants)
	}
	sum := hash.Sum(nil)
	var report evercart.PutReport
	err := s.db.Write(ctx, litedb.Place{Alone: true}, func(tx *litedb.Tx) error {
		report = evercart.PutReport{}
		var known []byte
		err := tx.Row(`SELECT hash FROM feed WHERE source = ?`, source).Scan(&known)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err == nil && bytes.Equal(known, sum) {
			report.Same = count
			return nil
		}
		sh := newShelf(tx, source)
		for _, p := range list {
			if err := sh.put(p); err != nil {
				return err
			}
		}
		if err := sh.retire(); err != nil {
			return err
		}
		report = sh.report
		_, err = tx.Exec(`INSERT INTO feed(source, hash) VALUES(?, ?) ON CONFLICT(source) DO UPDATE SET hash = excluded.hash`, source, sum)
		return err
	})
	return report, errorOf(err, op)
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
		switch {
		case err != nil:
			return err
		case again: // counted already
		case what == added:
			s.report.Added++
		case what == changed:
			s.report.Changed++
		default:
			s.report.Same++
		}
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
	facts, err := packProduct(p)
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

type outcome int

const (
	same outcome = iota
	added
	changed
)

// variant writes one variant's row where it differs.
func (s *shelf) variant(now variantRow, change *step) (outcome, error) {
	facts, err := packVariant(now.variant)
	if err != nil {
		return same, err
	}
	var (
		old   variantRow
		known []byte
		what  = changed
	)
	err = s.tx.Row(`SELECT product, place, source, stock, facts FROM variant WHERE fold = ?`, now.fold).Scan(&old.product, &old.place, &old.source, &old.variant.Stock, &known)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		what = added
	case err != nil:
		return same, err
	case s.source == "": // a patch leaves a row with its feed
		now.source = old.source
	}
	if what == changed && old.product == now.product && old.place == now.place && old.source == now.source && old.variant.Stock == now.variant.Stock && bytes.Equal(known, facts) {
		return same, nil
	}
	if what == changed && old.product != now.product {
		if _, err := bump(s.tx, old.product); err != nil {
			return same, err
		}
	}
	version, err := change.next()
	if err != nil {
		return same, err
	}
	_, err = s.tx.Exec(`INSERT INTO variant(`+variantCols+`) VALUES(?, ?, ?, ?, ?, ?, ?) ON CONFLICT(fold) DO UPDATE SET product = excluded.product,
		place = excluded.place, source = excluded.source, stock = excluded.stock, version = excluded.version, facts = excluded.facts`,
		now.fold, now.product, now.place, now.source, now.variant.Stock, version, facts)
	return what, err
}

// retire makes inactive what this source had and has no more.
func (s *shelf) retire() error {
	rows, err := s.tx.Query(`SELECT `+variantCols+` FROM variant WHERE source = ?`, s.source)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var gone []variantRow
	for rows.Next() {
		r, err := scanVariant(rows)
		if evercart.CodeOf(err) == evercart.Damaged {
			continue // it is not for sale as it is
		}
		if err != nil {
			return err
		}
		if r.variant.Active && !s.seen[r.fold] {
			gone = append(gone, r)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, r := range gone {
		r.variant.Active = false
		facts, err := packVariant(r.variant)
		if err != nil {
			return err
		}
		version, err := bump(s.tx, r.product)
		if err != nil {
			return err
		}
		if _, err := s.tx.Exec(`UPDATE variant SET facts = ?, version = ? WHERE fold = ?`, facts, version, r.fold); err != nil {
			return err
		}
	}
	s.report.Retired = len(gone)
	return nil
}
