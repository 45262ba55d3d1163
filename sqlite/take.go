package sqlite

import (
	"database/sql"
	"errors"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

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
		return tables.OutOfStock("sqlite.Update", t, stock)
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
		t.Quantity, tables.FoldCode(t.ID), t.Quantity)
	if err == nil && n == 0 {
		err = tables.CouponRefused("sqlite.Update", t)
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
		return tables.PriceChanged("sqlite.Update", t)
	}
	return nil
}

// bump gives a product, and so all that ask for changes, a new version.
func bump(tx *litedb.Tx, product string) (int64, error) {
	var version int64
	if err := tx.Row(`UPDATE meta SET value = value + 1 WHERE name = 'goods' RETURNING value`).Scan(&version); err != nil {
		return 0, err
	}
	_, err := tx.Exec(`UPDATE product SET version = ? WHERE id = ?`, version, product)
	return version, err
}
