package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

// shelf writes products in one transaction.
type shelf struct {
	tx     *tx
	source string
	seen   map[string]bool // folded SKUs of this transaction
	before map[string]bool // of the feed's earlier ones
	report evercart.PutReport

	// What is there, as far as it was read at once; what is not in here is not there.
	products map[string]string // id → facts
	variants map[string]known

	// What will be written at once, in this order.
	writes  pgx.Batch
	version int64 // of the newest change; 0 = the counter has not been held yet
}

// known is a variant's row as it is.
type known struct {
	variantRow
	facts string
}

func newShelf(x *tx, source string) *shelf {
	return &shelf{tx: x, source: source, seen: map[string]bool{}, products: map[string]string{}, variants: map[string]known{}}
}

// next counts the goods on. The counter is held from the first change to the end of the transaction (see nextVersion).
func (s *shelf) next() (int64, error) {
	if s.version == 0 {
		if _, err := s.tx.row(`SELECT value FROM meta WHERE name = 'goods' FOR UPDATE`, nil, &s.version); err != nil {
			return 0, err
		}
	}
	s.version++
	return s.version, nil
}

// bump gives another product a new version.
func (s *shelf) bump(product string) (int64, error) {
	version, err := s.next()
	s.writes.Queue(`UPDATE product SET version = $1 WHERE id = $2`, version, product)
	return version, err
}

// flush writes all that was queued, in one round trip.
func (s *shelf) flush() error {
	if s.version == 0 {
		return nil
	}
	s.writes.Queue(`UPDATE meta SET value = $1 WHERE name = 'goods'`, s.version)
	return s.tx.tx.SendBatch(s.tx.ctx, &s.writes).Close()
}

// know reads what is there of these products: two questions for all of them.
func (s *shelf) know(products []evercart.Product) error {
	ids := make([]string, len(products))
	for i, p := range products {
		ids[i] = p.ID
	}
	rows, err := s.tx.tx.Query(s.tx.ctx, `SELECT id, facts FROM product WHERE id = ANY ($1::text[])`, ids)
	if err != nil {
		return err
	}
	var id, facts string
	if _, err := pgx.ForEachRow(rows, []any{&id, &facts}, func() error {
		s.products[id] = facts
		return nil
	}); err != nil {
		return err
	}
	rows, err = s.tx.tx.Query(s.tx.ctx, `SELECT fold, product, place, source, stock, facts FROM variant WHERE fold = ANY ($1::text[])`, foldsOf(products...))
	if err != nil {
		return err
	}
	var k known
	_, err = pgx.ForEachRow(rows, []any{&k.fold, &k.product, &k.place, &k.source, &k.variant.Stock, &k.facts}, func() error {
		s.variants[k.fold] = k
		return nil
	})
	return err
}

// put adds or changes one product of a feed; what it does not list is retire's business.
func (s *shelf) put(p evercart.Product) error {
	change, err := s.product(p)
	if err != nil {
		return err
	}
	for i, v := range p.Variants {
		now := variantRow{fold: string(v.SKU.Fold()), product: p.ID, source: s.source, place: i, variant: v}
		again := s.seen[now.fold] || s.before[now.fold]
		s.seen[now.fold] = true
		what, err := s.variant(now, change)
		if err != nil {
			return err
		}
		what.Count(&s.report, again)
	}
	change.close()
	return nil
}

// patch replaces one product by another value of it.
func (s *shelf) patch(before, after evercart.Product) error {
	if err := s.know([]evercart.Product{after}); err != nil {
		return err
	}
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
		s.writes.Queue(`DELETE FROM variant WHERE fold = $1`, string(v.SKU.Fold()))
	}
	change.close()
	return s.flush()
}

// step is the change of one product: it takes one new version, and only when something differs.
type step struct {
	shelf   *shelf
	id      string
	version int64
}

func (c *step) next() (int64, error) {
	if c.version != 0 {
		return c.version, nil
	}
	var err error
	c.version, err = c.shelf.next()
	return c.version, err
}

func (c *step) close() {
	if c.version != 0 {
		c.shelf.writes.Queue(`UPDATE product SET version = $1 WHERE id = $2`, c.version, c.id)
	}
}

// product writes the product's own row where it differs.
func (s *shelf) product(p evercart.Product) (*step, error) {
	change := &step{shelf: s, id: p.ID}
	packed, err := tables.PackProduct(p)
	if err != nil {
		return nil, err
	}
	facts := string(packed)
	if was, there := s.products[p.ID]; there && was == facts {
		return change, nil
	}
	version, err := change.next()
	if err != nil {
		return nil, err
	}
	s.products[p.ID] = facts
	s.writes.Queue(`INSERT INTO product(id, version, facts) VALUES($1, $2, $3) ON CONFLICT (id) DO UPDATE SET facts = excluded.facts`, p.ID, version, facts)
	return change, nil
}

// variant writes one variant's row where it differs.
func (s *shelf) variant(now variantRow, change *step) (tables.Outcome, error) {
	packed, err := tables.PackVariant(now.variant)
	if err != nil {
		return tables.Same, err
	}
	facts := string(packed)
	what := tables.Added
	if old, there := s.variants[now.fold]; there {
		what = tables.Changed
		if s.source == "" { // a patch leaves a row with its feed
			now.source = old.source
		}
		if old.product == now.product && old.place == now.place && old.source == now.source && old.variant.Stock == now.variant.Stock && old.facts == facts {
			return tables.Same, nil
		}
		if old.product != now.product {
			if _, err := s.bump(old.product); err != nil {
				return tables.Same, err
			}
		}
	}
	version, err := change.next()
	if err != nil {
		return tables.Same, err
	}
	s.variants[now.fold] = known{variantRow: now, facts: facts}
	s.writes.Queue(`INSERT INTO variant(`+variantCols+`) VALUES($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (fold) DO UPDATE SET product = excluded.product,
		place = excluded.place, source = excluded.source, stock = excluded.stock, version = excluded.version, facts = excluded.facts`,
		now.fold, now.product, now.place, now.source, now.variant.Stock, version, facts)
	return what, nil
}

// none says that there is no such row.
func none(err error) bool { return errors.Is(err, pgx.ErrNoRows) }
