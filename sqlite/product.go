package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

const productPage = 200

// variantRow is a variant as it is stored: its stock and version beside the rest, since sales change them.
type variantRow struct {
	fold, product, source string
	place                 int
	variant               evercart.Variant
}

const variantCols = `fold, product, place, source, stock, version, facts`

func scanVariant(row litedb.Scanner) (variantRow, error) {
	var (
		r       variantRow
		stock   int
		version int64
		facts   []byte
	)
	if err := row.Scan(&r.fold, &r.product, &r.place, &r.source, &stock, &version, &facts); err != nil {
		return r, err
	}
	var err error
	r.variant, err = tables.UnpackVariant(facts, stock, version)
	return r, err
}

// Products implements evercart.Goods. A row that cannot be read is left out and logged: the others are still for sale.
func (s *Store) Products(ctx context.Context, after int64) iter.Seq2[evercart.Stocked, error] {
	const op = "sqlite.Products"
	return func(yield func(evercart.Stocked, error) bool) {
		if _, err := caller(ctx, op); err != nil {
			yield(evercart.Stocked{}, err)
			return
		}
		for {
			list, last, err := s.products(ctx, after)
			if err != nil {
				yield(evercart.Stocked{}, errorOf(err, op))
				return
			}
			for _, p := range list {
				if !yield(p, nil) {
					return
				}
			}
			if last == after {
				return
			}
			after = last
		}
	}
}

// products reads one page, and the version it reaches; that of before when there is nothing more.
func (s *Store) products(ctx context.Context, after int64) ([]evercart.Stocked, int64, error) {
	tx, err := s.db.Read().BeginTx(ctx, &sql.TxOptions{ReadOnly: true}) // both reads of one moment
	if err != nil {
		return nil, after, err
	}
	defer tx.Rollback() //nolint:errcheck // it only read
	list, ids, last, err := s.productPage(ctx, tx, after)
	if err != nil || len(ids) == 0 {
		return list, last, err
	}
	names, err := json.Marshal(ids)
	if err != nil {
		return nil, after, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT `+variantCols+` FROM variant WHERE product IN (SELECT value FROM json_each(?)) ORDER BY product, place, fold`, names)
	if err != nil {
		return nil, after, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	of := make(map[string][]evercart.Variant, len(ids))
	for rows.Next() {
		r, err := scanVariant(rows)
		if evercart.CodeOf(err) == evercart.Damaged {
			s.unreadable(ctx, "sku", r.fold, err)
			continue
		}
		if err != nil {
			return nil, after, err
		}
		of[r.product] = append(of[r.product], r.variant)
	}
	for i := range list {
		list[i].Product.Variants = of[list[i].Product.ID]
	}
	return list, last, rows.Err()
}

func (s *Store) productPage(ctx context.Context, tx *sql.Tx, after int64) (list []evercart.Stocked, ids []string, last int64, err error) {
	last = after
	rows, err := tx.QueryContext(ctx, `SELECT id, version, facts FROM product WHERE version > ? ORDER BY version LIMIT ?`, after, productPage)
	if err != nil {
		return nil, nil, last, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	for rows.Next() {
		var (
			id    string
			p     evercart.Stocked
			facts []byte
		)
		if err := rows.Scan(&id, &p.Version, &facts); err != nil {
			return nil, nil, after, err
		}
		last = p.Version
		if err := json.Unmarshal(facts, &p.Product); err != nil {
			s.unreadable(ctx, "product", id, err)
			continue
		}
		p.Product.ID = id
		list, ids = append(list, p), append(ids, id)
	}
	return list, ids, last, rows.Err()
}

func (s *Store) unreadable(ctx context.Context, what, id string, err error) {
	s.count.damaged.Add(1)
	s.log.ErrorContext(ctx, "sqlite: a catalogue row cannot be read", what, id, "error", err)
}

// PatchProduct implements evercart.Goods.
func (s *Store) PatchProduct(ctx context.Context, sku evercart.SKU, change func(evercart.Product) (evercart.Product, error)) (evercart.Product, error) {
	const op = "sqlite.PatchProduct"
	if _, err := caller(ctx, op); err != nil {
		return evercart.Product{}, err
	}
	for run := range tables.MaxRuns {
		before, err := s.productOf(ctx, sku)
		if err != nil {
			return evercart.Product{}, errorOf(err, op)
		}
		after, err := tables.ChangeProduct(before.Product, change)
		if err != nil {
			return before.Product, err
		}
		err = s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
			var version int64
			err := tx.Row(`SELECT version FROM product WHERE id = ?`, after.ID).Scan(&version)
			if errors.Is(err, sql.ErrNoRows) || err == nil && version != before.Version {
				return tables.ErrStale
			}
			if err != nil {
				return err
			}
			return newShelf(tx, "").patch(before.Product, after)
		})
		if !errors.Is(err, tables.ErrStale) {
			if err != nil {
				return before.Product, errorOf(err, op)
			}
			now, err := s.productByID(ctx, after.ID)
			return now.Product, errorOf(err, op)
		}
		if err := tables.Pause(ctx, s.clock, run); err != nil {
			return before.Product, errorOf(err, op)
		}
	}
	return evercart.Product{}, evercart.Errorf(evercart.Conflict, op, "lost the race for the product")
}

// DropProduct implements evercart.Goods.
func (s *Store) DropProduct(ctx context.Context, sku evercart.SKU) error {
	const op = "sqlite.DropProduct"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	err := s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		var product string
		err := tx.Row(`DELETE FROM variant WHERE fold = ? RETURNING product`, string(sku.Fold())).Scan(&product)
		if errors.Is(err, sql.ErrNoRows) {
			return notFound(op, "SKU")
		}
		if err != nil {
			return err
		}
		_, err = bump(tx, product)
		return err
	})
	return errorOf(err, op)
}

// productOf finds the product of a SKU. NotFound.
func (s *Store) productOf(ctx context.Context, sku evercart.SKU) (evercart.Stocked, error) {
	var id string
	err := s.db.Row(ctx, `SELECT product FROM variant WHERE fold = ?`, string(sku.Fold())).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return evercart.Stocked{}, notFound("sqlite.product", "SKU")
	}
	if err != nil {
		return evercart.Stocked{}, err
	}
	return s.productByID(ctx, id)
}

// productByID reads one product by the page that begins with it.
func (s *Store) productByID(ctx context.Context, id string) (evercart.Stocked, error) {
	for range 3 { // it may move on between the two reads
		var version int64
		err := s.db.Row(ctx, `SELECT version FROM product WHERE id = ?`, id).Scan(&version)
		if errors.Is(err, sql.ErrNoRows) {
			return evercart.Stocked{}, notFound("sqlite.product", "product")
		}
		if err != nil {
			return evercart.Stocked{}, err
		}
		list, _, err := s.products(ctx, version-1)
		if err != nil {
			return evercart.Stocked{}, err
		}
		if i := slices.IndexFunc(list, func(p evercart.Stocked) bool { return p.Product.ID == id }); i >= 0 {
			return list[i], nil
		}
	}
	return evercart.Stocked{}, evercart.Errorf(evercart.Damaged, "sqlite.product", "a catalogue row cannot be read")
}

// PutCoupon sets how often a coupon may still be used; uses -1 = without end.
func (s *Store) PutCoupon(ctx context.Context, code string, uses int) error {
	const op = "sqlite.PutCoupon"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	code, err := tables.CheckCoupon(code, uses)
	if err != nil {
		return err
	}
	err = s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		_, err := tx.Exec(`INSERT INTO coupon(code, uses) VALUES(?, ?) ON CONFLICT(code) DO UPDATE SET uses = excluded.uses`, code, uses)
		return err
	})
	return errorOf(err, op)
}
