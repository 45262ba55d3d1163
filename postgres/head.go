package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

var _ evercart.Heads = (*Store)(nil)

// Heads implements evercart.Heads.
func (s *Store) Heads(ctx context.Context, ids ...evercart.SessionID) ([]evercart.Head, error) {
	const op = "postgres.Heads"
	who, err := caller(ctx, op)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(ids))
	for _, id := range ids {
		if id, err := evercart.ParseSessionID(string(id)); err == nil { // what is no id is not there
			names = append(names, string(id))
		}
	}
	out, err := collect(manyWait(ctx), s, officeOf(who), `SELECT h.session::text, h.seq, h.life, h.subject, h.touched
		FROM head h WHERE h.session = ANY ($1::uuid[]) AND `+lives, []any{names},
		func(r pgx.Rows, h *evercart.Head) error {
			var at int64
			err := r.Scan(&h.Session, &h.Seq, &h.Life, &h.Subject, &at)
			h.At = time.UnixMilli(at).UTC()
			return err
		})
	return out, errorOf(err, op)
}

// Epoch implements evercart.Heads: the cluster, its timeline (a standby that was promoted begins another), and the database in it.
func (s *Store) Epoch(ctx context.Context) (epoch string, err error) {
	const op = "postgres.Epoch"
	if _, err := caller(ctx, op); err != nil {
		return "", err
	}
	// The timeline is that of the log that is being written: the last checkpoint's may be older for minutes after a promotion.
	_, err = s.one(ctx, office{role: app}, `SELECT system_identifier || '.' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || '.' ||
		(SELECT oid FROM pg_database WHERE datname = current_database()) FROM pg_control_system()`, nil, &epoch)
	return epoch, errorOf(err, op)
}
