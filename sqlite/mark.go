package sqlite

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

var _ evercart.Marks = (*Store)(nil)

// Use implements evercart.Marks: what was used stays used when the process starts again. What is no longer kept goes with later marks: each
// looks at the first and at its own neighbors, so that it costs the same however many are kept.
func (s *Store) Use(ctx context.Context, what string, lasts time.Duration) (first bool, err error) {
	const op = "sqlite.Use"
	if _, err := caller(ctx, op); err != nil {
		return false, err
	}
	sum := sha256.Sum256([]byte(what)) // what opens something is not kept as it is
	name, now := "used:"+hex.EncodeToString(sum[:]), s.clock.Now()
	err = s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		first = false
		if _, err := tx.Exec(`DELETE FROM meta WHERE value < ?1 AND name IN (
				SELECT name FROM (SELECT name FROM meta WHERE name >= ?2 AND name < 'used;' ORDER BY name LIMIT 50)
				UNION SELECT name FROM (SELECT name FROM meta WHERE name >= 'used:' AND name < 'used;' ORDER BY name LIMIT 50))`,
			now.UnixMilli(), name); err != nil {
			return err
		}
		n, err := tx.Exec(`INSERT INTO meta(name, value) VALUES(?, ?) ON CONFLICT DO NOTHING`, name, now.Add(lasts).UnixMilli())
		first = n == 1
		return err
	})
	return first && err == nil, errorOf(err, op)
}
