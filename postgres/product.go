package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

const productPage = 200

// goods is the office in which the catalogue is read and written: there is no person in it.
var goods = office{role: upkeep}

// variantRow is a variant as it is stored: its stock and version beside the rest, since sales change them.
type variantRow struct {
	fold, product, source string
	place                 int
	variant               evercart.Variant
	bad                   error // its JSON cannot be read
}

const variantCols = `fold, product, place, source, stock, version, facts`

func scanVariant(row pgx.Row, r *variantRow) error {
	var (
		stock   int
		version int64
		facts   []byte
	)
	if err := row.Scan(&r.fold, &r.product, &r.place, &r.source, &stock, &version, &facts); err != nil {
		return err
	}
	r.variant, r.bad = tables.UnpackVariant(facts, stock, version)
	return nil
}

// Products implements evercart.Goods. A row that cannot be read is left out and logged: the others are still for sale.
func (s *Store) Products(ctx context.Context, after int64) iter.Seq2[evercart.Stocked, error] {
	const op = "postgres.Products"
	return func(yield func(evercart.Stocked, error) bool) {
		if _, err := caller(ctx, op); err != nil {
			yield(evercart.Stocked{}, err)
			return
		}
		for {
			list, last, err := s.products(ctx, `version > $1`, after)
			if err != nil {
				yield(evercart.Stocked{}, errorOf(err, op))
				return
			}
			for _, p := range list {
				if !yield(p, nil) {
					return
				}
			}
			if last <= after {
				return
			}
			after = last
		}
	}
}

// products reads one page in one question, so that it is of one moment, and the version it reaches; 0 when there is nothing.
func (s *Store) products(ctx context.Context, which string, arg any) (list []evercart.Stocked, last int64, err error) {
	skip := ""
	err = s.each(ctx, goods, `SELECT p.id, p.version, p.facts, v.fold IS NOT NULL, coalesce(v.fold, ''), coalesce(v.product, ''), coalesce(v.place, 0), coalesce(v.source, ''),
			coalesce(v.stock, 0), coalesce(v.version, 0), coalesce(v.facts, '')
		FROM (SELECT id, version, facts FROM product WHERE `+which+` ORDER BY version LIMIT $2) p LEFT JOIN variant v ON v.product = p.id ORDER BY p.version, v.place, v.fold`,
		[]any{arg, productPage}, func(rows pgx.Rows) error {
			var (
				id      string
				version int64
				facts   []byte
				has     bool
				v       variantRow
			)
			if err := scanVariant(prefixed{rows, []any{&id, &version, &facts, &has}}, &v); err != nil {
				return err
			}
			last = version
			if n := len(list); id != skip && (n == 0 || list[n-1].Product.ID != id) { // else the next variant of the same product
				p := evercart.Stocked{Version: version}
				if err := json.Unmarshal(facts, &p.Product); err != nil {
					s.unreadable(ctx, "product", id, err)
					skip = id
					return nil
				}
				p.Product.ID = id
				list = append(list, p)
			}
			switch {
			case !has, id == skip:
			case v.bad != nil:
				s.unreadable(ctx, "sku", v.fold, v.bad)
			default:
				p := &list[len(list)-1].Product
				p.Variants = append(p.Variants, v.variant)
			}
			return nil
		})
	return list, last, err
}

// prefixed scans more columns before those of a row.
type prefixed struct {
	rows  pgx.Rows
	first []any
}

func (p prefixed) Scan(into ...any) error { return p.rows.Scan(append(p.first, into...)...) }

func (s *Store) unreadable(ctx context.Context, what, id string, err error) {
	s.count.damaged.Add(1)
	s.log.ErrorContext(ctx, "postgres: a catalogue row cannot be read", what, id, "error", err)
}

// PatchProduct implements evercart.Goods.
func (s *Store) PatchProduct(ctx context.Context, sku evercart.SKU, change func(evercart.Product) (evercart.Product, error)) (evercart.Product, error) {
	const op = "postgres.PatchProduct"
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
		err = s.shelve(ctx, foldsOf(before.Product, after), func(x *tx) error {
			var version int64
			ok, err := x.row(`SELECT version FROM product WHERE id = $1`, []any{after.ID}, &version)
			if err == nil && (!ok || version != before.Version) {
				err = tables.ErrStale
			}
			if err != nil {
				return err
			}
			return newShelf(x, "").patch(before.Product, after)
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

// shelve writes the catalogue: one writer at a time, who holds the rows it will change in the order of their names, as sales do.
func (s *Store) shelve(ctx context.Context, folds []string, do func(*tx) error) error {
	return s.alone(ctx, goods, nil, func(x *tx) error {
		if _, err := x.exec(`SELECT 1 FROM meta WHERE name = 'shelf' FOR UPDATE`); err != nil {
			return err
		}
		if err := holdSKUs(x, folds); err != nil {
			return err
		}
		return do(x)
	})
}

func foldsOf(products ...evercart.Product) []string {
	var out []string
	for _, p := range products {
		for _, v := range p.Variants {
			out = append(out, string(v.SKU.Fold()))
		}
	}
	return out
}

// DropProduct implements evercart.Goods.
func (s *Store) DropProduct(ctx context.Context, sku evercart.SKU) error {
	const op = "postgres.DropProduct"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	err := s.shelve(ctx, []string{string(sku.Fold())}, func(x *tx) error {
		var product string
		ok, err := x.row(`DELETE FROM variant WHERE fold = $1 RETURNING product`, []any{string(sku.Fold())}, &product)
		if err == nil && !ok {
			err = notFound(op, "SKU")
		}
		if err != nil {
			return err
		}
		_, err = bump(x, product)
		return err
	})
	return errorOf(err, op)
}

// productOf finds the product of a SKU. NotFound.
func (s *Store) productOf(ctx context.Context, sku evercart.SKU) (evercart.Stocked, error) {
	return s.oneProduct(ctx, `id = (SELECT product FROM variant WHERE fold = $1)`, string(sku.Fold()), "SKU")
}

func (s *Store) productByID(ctx context.Context, id string) (evercart.Stocked, error) {
	return s.oneProduct(ctx, `id = $1`, id, "product")
}

func (s *Store) oneProduct(ctx context.Context, which, arg, what string) (evercart.Stocked, error) {
	list, last, err := s.products(ctx, which, arg)
	switch {
	case err != nil:
		return evercart.Stocked{}, err
	case last == 0:
		return evercart.Stocked{}, notFound("postgres.product", what)
	case len(list) == 0:
		return evercart.Stocked{}, evercart.Errorf(evercart.Damaged, "postgres.product", "a catalogue row cannot be read")
	}
	return list[0], nil
}

// PutCoupon sets how often a coupon may still be used; uses -1 = without end.
func (s *Store) PutCoupon(ctx context.Context, code string, uses int) error {
	const op = "postgres.PutCoupon"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	code, err := tables.CheckCoupon(code, uses)
	if err != nil {
		return err
	}
	err = s.write(ctx, goods, `INSERT INTO coupon(code, uses) VALUES($1, $2) ON CONFLICT (code) DO UPDATE SET uses = excluded.uses`, []any{code, uses}, nil)
	return errorOf(err, op)
}
