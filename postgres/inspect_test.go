package postgres_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
)

// The list of what a database consists of is what the scripts make, no more and no less.
func TestWhole(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	tables, functions := postgres.Whole()
	root := connect(t, p.root)
	made := func(query string) []string {
		t.Helper()
		rows, err := root.Query(context.Background(), query)
		code(t, query, err, "")
		out, err := pgx.CollectRows(rows, pgx.RowTo[string])
		code(t, query, err, "")
		return out
	}
	if got := made(`SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname COLLATE "C"`); !slices.Equal(got, tables) {
		t.Errorf("the scripts make the tables %v, the list has %v", got, tables)
	}
	if got := made(`SELECT proname::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname COLLATE "C"`); !slices.Equal(got, functions) {
		t.Errorf("the scripts make the functions %v, the list has %v", got, functions)
	}
}

// What an incomplete restore left out is named before the first turn, and no script puts an empty one in its place.
func TestIncomplete(t *testing.T) {
	t.Parallel()
	srv, db := server.Server(t), server.Database(t)
	p, owner := newPlaceAt(t, srv.URL(db, "evercart_app"), srv.URL(db, "postgres")), srv.URL(db, "evercart_owner")
	refused := func(name string) {
		t.Helper()
		s, err := postgres.Open(t.Context(), postgres.Config{URL: srv.URL(db, "evercart_app"), Keys: p.keys})
		if err == nil {
			_ = s.Close()
		}
		for what, err := range map[string]error{"open": err, "migrate": postgres.Migrate(t.Context(), owner)} {
			code(t, what, err, evercart.Damaged)
			if !strings.Contains(err.Error(), name) {
				t.Errorf("%s names it not: %v", what, err)
			}
		}
	}
	srv.SQL(t, db, `ALTER TABLE session_list RENAME TO elsewhere`)
	refused("session_list")
	srv.SQL(t, db, `ALTER TABLE elsewhere RENAME TO session_list`, `ALTER FUNCTION my_subjects() RENAME TO elsewhere`)
	refused("my_subjects()")
	srv.SQL(t, db, `ALTER FUNCTION elsewhere() RENAME TO my_subjects`)
	code(t, "migrate what is whole", postgres.Migrate(t.Context(), owner), "")
	p.open(t)
}

// A role that may not take our offices is told which one may, before the first transaction.
func TestRoleThatMayNotServe(t *testing.T) {
	t.Parallel()
	srv, db := server.Server(t), server.Database(t)
	p := newPlaceAt(t, srv.URL(db, "evercart_app"), srv.URL(db, "postgres"))
	srv.SQL(t, "postgres", `CREATE ROLE stranger LOGIN NOINHERIT`)
	_, err := postgres.Open(t.Context(), postgres.Config{URL: srv.URL(db, "stranger"), Keys: p.keys})
	code(t, "a stranger", err, evercart.Forbidden)
	if !strings.Contains(err.Error(), "stranger may not serve") || !strings.Contains(err.Error(), "--login") {
		t.Errorf("%v", err)
	}
	code(t, "migrate as one who owns nothing", postgres.Migrate(t.Context(), srv.URL(db, "stranger")), evercart.Forbidden)
	code(t, "migrate as a role that the server refuses", postgres.Migrate(t.Context(), srv.URL(db, "nobody")), evercart.Unauthorized)
	_, err = postgres.Open(t.Context(), postgres.Config{URL: srv.URL(db, "evercart_owner"), Keys: p.keys})
	code(t, "the owner, who made the roles", err, evercart.Forbidden)
}
