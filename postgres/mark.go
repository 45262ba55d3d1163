package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

var _ evercart.Marks = (*Store)(nil)

// marked is before the names of marks among those of other numbers.
const marked = "used:"

// Use implements evercart.Marks. What is no longer kept goes with later marks: each looks at the first and at its own neighbors, so that it
// costs the same however many are kept.
func (s *Store) Use(ctx context.Context, what string, lasts time.Duration) (first bool, err error) {
	const op = "postgres.Use"
	if _, err := caller(ctx, op); err != nil {
		return false, err
	}
	name := sha256.Sum256([]byte(what)) // what opens something is not kept as it is
	err = s.write(ctx, office{role: upkeep}, `WITH old AS (DELETE FROM meta WHERE name IN (
			SELECT name FROM meta WHERE name <> $1 AND value < now_ms() AND name IN (
				(SELECT name FROM meta WHERE name > $1 AND name LIKE 'used:%' ORDER BY name LIMIT 50)
				UNION (SELECT name FROM meta WHERE name > 'used:' AND name LIKE 'used:%' ORDER BY name LIMIT 50)) FOR UPDATE SKIP LOCKED))
		INSERT INTO meta(name, value) VALUES($1, now_ms() + $2) ON CONFLICT DO NOTHING RETURNING value`,
		[]any{marked + hex.EncodeToString(name[:]), lasts.Milliseconds()}, func(r pgx.Rows) error {
			first = true
			return nil
		})
	return first, errorOf(err, op)
}
