package sqlite

import (
	"cmp"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

var takeOrder = map[string]int{evercart.TakeStock: 0, evercart.TakeCoupon: 1, evercart.TakeRelied: 2}

// sorted puts takes into the order of their refusals.
func sorted(takes []evercart.Take) []evercart.Take {
	takes = slices.Clone(takes)
	slices.SortStableFunc(takes, func(a, b evercart.Take) int { return cmp.Compare(takeOrder[a.What], takeOrder[b.What]) })
	return takes
}

func take(tx *litedb.Tx, t evercart.Take) error {
	switch t.What {
	case evercart.TakeStock:
		return takeStock(tx, t)
	case evercart.TakeCoupon:
		return takeCoupon(tx, t)
	case evercart.TakeRelied:
		return relied(tx, t)
	}
	return evercart.Errorf(evercart.Invalid, "sqlite.Update", "no such take")
}

// takeStock lowers the stock. The version that quotes rely on stays: a sale is no change of the goods. Indexes hear of it by
// the product's version.
func takeStock(tx *litedb.Tx, t evercart.Take) error {
	fold := string(evercart.SKU(t.ID).Fold())
	var (
		product string
		stock   int
	)
	err := tx.Row(`SELECT product, stock FROM variant WHERE fold = ?`, fold).Scan(&product, &stock)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if err != nil || stock != evercart.Uncounted && t.Quantity > stock {
		return evercart.Errorf(evercart.OutOfStock, "sqlite.Update", "not enough in stock").With(
			slog.String("sku", t.ID), slog.Int("stock", max(stock, 0)), slog.Int("want", t.Quantity))
	}
	if stock == evercart.Uncounted || t.Quantity == 0 {
		return nil
	}
	if _, err := tx.Exec(`UPDATE variant SET stock = ? WHERE fold = ?`, stock-t.Quantity, fold); err != nil {
		return err
	}
	_, err = bump(tx, product)
	return err
}

func takeCoupon(tx *litedb.Tx, t evercart.Take) error {
	n, err := tx.Exec(`UPDATE coupon SET uses = CASE uses WHEN -1 THEN -1 ELSE uses - ? END WHERE code = ? AND (uses = -1 OR uses >= ?)`,
		t.Quantity, foldCode(t.ID), t.Quantity)
	if err == nil && n == 0 {
		err = evercart.Errorf(evercart.CouponRefused, "sqlite.Update", "the coupon cannot be used").With(slog.String("coupon", t.ID))
	}
	return err
}

func relied(tx *litedb.Tx, t evercart.Take) error {
	var version int64
	err := tx.Row(`SELECT version FROM variant WHERE fold = ?`, string(evercart.SKU(t.ID).Fold())).Scan(&version)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if err != nil || version != t.Version {
		return evercart.Errorf(evercart.PriceChanged, "sqlite.Update", "the catalogue row has changed").With(slog.String("sku", t.ID))
	}
	return nil
}

func foldCode(code string) string { return strings.ToLower(strings.TrimSpace(code)) }

// bump gives a product, and so all that ask for changes, a new version.
func bump(tx *litedb.Tx, product string) (int64, error) {
	var version int64
	if err := tx.Row(`UPDATE meta SET value = value + 1 WHERE name = 'goods' RETURNING value`).Scan(&version); err != nil {
		return 0, err
	}
	_, err := tx.Exec(`UPDATE product SET version = ? WHERE id = ?`, version, product)
	return version, err
}
