package postgres

import (
	"maps"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

// takeAll holds every row that the takes need, SKUs by name, then coupons, and takes in the order of refusals. The products
// get their new version last: its counter is one row of the whole shop, held for the rest of the commit.
func takeAll(x *tx, takes []evercart.Take) error {
	if len(takes) == 0 {
		return nil
	}
	var skus, coupons []string
	for _, t := range takes {
		if t.What == evercart.TakeCoupon {
			coupons = append(coupons, tables.FoldCode(t.ID))
		} else {
			skus = append(skus, string(evercart.SKU(t.ID).Fold()))
		}
	}
	if err := holdSKUs(x, skus); err != nil {
		return err
	}
	if len(coupons) > 0 {
		if _, err := x.exec(`SELECT 1 FROM coupon WHERE code = ANY ($1::text[]) ORDER BY code FOR UPDATE`, coupons); err != nil {
			return err
		}
	}
	sold := map[string]bool{}
	for _, t := range takes {
		if err := take(x, t, sold); err != nil {
			return err
		}
	}
	for _, product := range slices.Sorted(maps.Keys(sold)) {
		if _, err := bump(x, product); err != nil {
			return err
		}
	}
	return nil
}

func holdSKUs(x *tx, folds []string) error {
	if len(folds) == 0 {
		return nil
	}
	_, err := x.exec(`SELECT 1 FROM variant WHERE fold = ANY ($1::text[]) ORDER BY fold FOR UPDATE`, folds)
	return err
}

func take(x *tx, t evercart.Take, sold map[string]bool) error {
	switch t.What {
	case evercart.TakeStock:
		return takeStock(x, t, sold)
	case evercart.TakeCoupon:
		return takeCoupon(x, t)
	case evercart.TakeRelied:
		return relied(x, t)
	}
	return evercart.Errorf(evercart.Invalid, "postgres.Update", "no such take")
}

// takeStock lowers the stock. The version that quotes rely on stays: a sale is no change of the goods. Indexes hear of it by
// the product's version.
func takeStock(x *tx, t evercart.Take, sold map[string]bool) error {
	fold := string(evercart.SKU(t.ID).Fold())
	var (
		product string
		stock   int
	)
	ok, err := x.row(`SELECT product, stock FROM variant WHERE fold = $1`, []any{fold}, &product, &stock)
	if err != nil {
		return err
	}
	if !ok || stock != evercart.Uncounted && t.Quantity > stock {
		return tables.OutOfStock("postgres.Update", t, stock)
	}
	if stock == evercart.Uncounted || t.Quantity == 0 {
		return nil
	}
	sold[product] = true
	_, err = x.exec(`UPDATE variant SET stock = $1 WHERE fold = $2`, stock-t.Quantity, fold)
	return err
}

func takeCoupon(x *tx, t evercart.Take) error {
	n, err := x.exec(`UPDATE coupon SET uses = CASE uses WHEN -1 THEN -1 ELSE uses - $1 END WHERE code = $2 AND (uses = -1 OR uses >= $1)`, t.Quantity, tables.FoldCode(t.ID))
	if err == nil && n == 0 {
		err = tables.CouponRefused("postgres.Update", t)
	}
	return err
}

func relied(x *tx, t evercart.Take) error {
	var version int64
	ok, err := x.row(`SELECT version FROM variant WHERE fold = $1`, []any{string(evercart.SKU(t.ID).Fold())}, &version)
	if err == nil && (!ok || version != t.Version) {
		err = tables.PriceChanged("postgres.Update", t)
	}
	return err
}

// nextVersion counts the goods on. The counter is held until the end of the transaction, so that versions are committed in
// their order, and who follows by version misses none.
func nextVersion(x *tx) (version int64, err error) {
	_, err = x.row(`UPDATE meta SET value = value + 1 WHERE name = 'goods' RETURNING value`, nil, &version)
	return version, err
}

// bump gives a product, and so all that ask for changes, a new version.
func bump(x *tx, product string) (int64, error) {
	version, err := nextVersion(x)
	if err != nil {
		return 0, err
	}
	_, err = x.exec(`UPDATE product SET version = $1 WHERE id = $2`, version, product)
	return version, err
}
