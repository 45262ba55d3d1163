package postgres

import (
	"context"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/standby"
)

// parts are what a database of ours consists of, by name.
type parts struct{ tables, functions []string }

// whole is what there is after all scripts.
var whole = parts{
	tables: []string{"change", "claim", "coupon", "ended", "feed", "head", "job", "meta", "migration", "node", "outside", "product", "receipt", "session_list",
		"shopper", "snapshot", "variant"},
	functions: []string{"my_subjects", "now_ms", "write_change", "write_changes"},
}

const (
	// askMissing gives those of some tables ($1) and functions ($2) that are not there.
	askMissing = `SELECT array(SELECT t FROM unnest($1::text[]) t WHERE to_regclass(t) IS NULL UNION ALL SELECT f || '()' FROM unnest($2::text[]) f WHERE to_regproc(f) IS NULL)`
	// askOffices counts those of our three roles that the login may take. Since 16 to be a member is not enough: who made a role is one.
	askOffices = `(SELECT count(*) FROM pg_roles j WHERE j.rolname IN ('evercart_app', 'evercart_jobs', 'evercart_operator')
		AND pg_has_role(session_user, j.oid, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END))`
)

// incomplete refuses a database that has lost a part, as an unfinished restore leaves it. No script would make it again: what was
// in it is not there either.
func incomplete(op string, missing []string) error {
	return evercart.Errorf(evercart.Damaged, op, "the database is not whole, it has no %s: restore it from a backup, whole", strings.Join(missing, ", "))
}

// inspect holds the server against what the promises need.
func (s *Store) inspect(ctx context.Context) error {
	const op = "postgres.Open"
	want, err := migrations()
	if err != nil {
		return err
	}
	var (
		k             kept
		there, super  bool
		login         string
		offices, have int
		missing       []string
	)
	err = s.pool.QueryRow(ctx, `SELECT `+askKept+`, to_regclass('migration') IS NOT NULL,
		session_user, (SELECT r.rolsuper OR r.rolbypassrls OR EXISTS (SELECT 1 FROM pg_roles j WHERE j.rolname = 'evercart_jobs' AND pg_has_role(r.oid, j.oid, 'USAGE'))
		FROM pg_roles r WHERE r.rolname = session_user), `+askOffices).Scan(&k.fsync, &k.standbys, &there, &login, &super, &offices)
	s.told.Store(&k)
	lacks := standby.Lacks(k.fsync, k.standbys, s.config.Replicas)
	switch {
	case err != nil:
		return err
	case lacks != "":
		return evercart.Errorf(evercart.Invalid, op, "%s: this server does not keep what it acknowledges", lacks)
	case !there:
		return evercart.Errorf(evercart.NotFound, op, "the tables are not there yet: migrate the database")
	case offices < 3:
		return evercart.Errorf(evercart.Forbidden, op, "the role %s may not serve: serve as the role that evercart migrate --login was given", login)
	}
	if super {
		s.log.WarnContext(ctx, "postgres: the login may do more than the application needs; row security holds within our transactions alone", "role", login)
	}
	if _, err := s.one(ctx, office{role: app}, `SELECT (SELECT coalesce(max(n), 0) FROM migration), (`+askMissing+`)`, []any{whole.tables, whole.functions}, &have, &missing); err != nil {
		return err
	}
	if have > len(want) {
		return newer(have, len(want))
	}
	if have < len(want) {
		return evercart.Errorf(evercart.NotFound, op, "the tables are of version %d, this program needs %d: migrate the database", have, len(want))
	}
	if len(missing) > 0 {
		return incomplete(op, missing)
	}
	return nil
}
