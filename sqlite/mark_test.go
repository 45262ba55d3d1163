package sqlite_test

import (
	"database/sql"
	"fmt"
	"testing"
	"time"
)

// What may be used once is used once, also after a start; it is kept for as long as it is worth something, and not much longer.
func TestUsedOnce(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	first := p.open(t)
	for i, want := range []bool{true, false} {
		if ok, err := first.Use(sys(), "pass-1", time.Hour); err != nil || ok != want {
			t.Errorf("use %d: %v %v", i, ok, err)
		}
	}
	code(t, "close", first.Close(), "")
	again := p.open(t)
	if ok, err := again.Use(sys(), "pass-1", time.Hour); err != nil || ok {
		t.Errorf("after a start: %v %v", ok, err)
	}
	for i := range 20 { // each is over when the next one comes
		if ok, err := again.Use(sys(), fmt.Sprint("over-", i), -time.Second); err != nil || !ok {
			t.Fatalf("%d: %v %v", i, ok, err)
		}
	}
	db, err := sql.Open("sqlite", p.path())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // nothing was written
	var kept int
	if err := db.QueryRow(`SELECT count(*) FROM meta WHERE name LIKE 'used:%'`).Scan(&kept); err != nil || kept != 2 {
		t.Errorf("%d are kept (%v), want the one that lasts and the last one", kept, err)
	}
}
