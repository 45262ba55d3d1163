package test

import (
	"database/sql"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
)

// file opens the data of a stopped server for surgery.
func (s *server) file(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(s.data, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func operate(t *testing.T, db *sql.DB, query string, args ...any) {
	t.Helper()
	r, err := db.Exec(query, args...)
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := r.RowsAffected(); n == 0 {
		t.Fatalf("nothing changed: %s", query)
	}
}

// rowsOf is what is stored of a session, as text.
func rowsOf(t *testing.T, db *sql.DB, id string) string {
	t.Helper()
	rows, err := db.Query(`SELECT seq || kind || CAST(facts AS TEXT) FROM event WHERE session = (SELECT id FROM head WHERE session = ?) ORDER BY seq`, id)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all strings.Builder
	for rows.Next() {
		var row string
		if err := rows.Scan(&row); err != nil {
			t.Fatal(err)
		}
		all.WriteString(row + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// Rows written by other versions. Old and newer ones work on and lose nothing; a damaged one stops nobody else, is
// reported, and its rows are kept as they are.
func TestRowsOfOtherVersions(t *testing.T) {
	t.Parallel()
	s := start(t, config{})
	ids := map[string]string{}
	for _, name := range []string{"older", "newer", "broken", "wrong type", "healthy"} {
		c := s.open(uuid(), "u-"+strings.ReplaceAll(name, " ", "-"))
		c.say("add the candle")
		c.say("add two packs of socks")
		ids[name] = c.id
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	db := s.file(t)
	const of = ` WHERE session = (SELECT id FROM head WHERE session = ?)`
	// An older program: no focus in its snapshots, no product, options or said price in its lines.
	operate(t, db, `UPDATE snapshot SET facts = CAST(json_remove(facts, '$.focus', '$.recent', '$.intent', '$.cart.undo', '$.cart.lines[0].product', '$.cart.lines[0].said') AS BLOB)`+of, ids["older"])
	operate(t, db, `UPDATE event SET facts = CAST(json_remove(facts, '$.lines[0].product', '$.lines[0].said', '$.lines[0].version') AS BLOB)`+of+` AND kind = 'cart.changed'`, ids["older"])
	// A newer program: fields of its own, and an event that nobody here knows.
	operate(t, db, `UPDATE snapshot SET facts = CAST(json_set(facts, '$.mood', json('{"tone":"sunny"}')) AS BLOB)`+of, ids["newer"])
	operate(t, db, `UPDATE event SET facts = CAST(json_set(facts, '$.paper', 'red') AS BLOB)`+of+` AND kind = 'cart.changed'`, ids["newer"])
	operate(t, db, `INSERT INTO event(session, seq, at, turn, write_, lead, actor, kind, schema_, facts)
		SELECT session, seq + 1, at, '', 'w-newer', 1, actor, 'gift.wrapped', 3, CAST('{"paper":"gold"}' AS BLOB) FROM event`+of+` ORDER BY seq DESC LIMIT 1`, ids["newer"])
	operate(t, db, `UPDATE head SET seq = seq + 1 WHERE session = ?`, ids["newer"])
	// Damage: text that is no JSON, and a word where a number stands.
	for _, d := range []struct{ name, facts string }{{"broken", `{"command":{"verb":"add`}, {"wrong type", `{"command":{"verb":"add"},"lines":[{"line":1,"quantity":"two"}],"version":1}`}} {
		operate(t, db, `UPDATE event SET facts = CAST(? AS BLOB) WHERE session = (SELECT id FROM head WHERE session = ?) AND kind = 'cart.changed'`, d.facts, ids[d.name])
		operate(t, db, `DELETE FROM snapshot`+of, ids[d.name])
		operate(t, db, `UPDATE head SET snap = 0 WHERE session = ?`, ids[d.name])
	}
	before := map[string]string{"broken": rowsOf(t, db, ids["broken"]), "wrong type": rowsOf(t, db, ids["wrong type"])}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	s.run()
	for _, name := range []string{"older", "newer", "healthy"} {
		c := s.open(ids[name], "u-"+name)
		if a := c.say("what is in my cart?"); !a.Cart.is("CND-CAF 1, SOC-3PK 2") || a.Cart.Total != 2450+2*1299 {
			t.Errorf("%s: %s %d", name, a.Cart, a.Cart.Total)
		}
		if a := c.say("add a scarf"); !a.Cart.is("CND-CAF 1, SOC-3PK 2, SCF-RED 1") {
			t.Errorf("%s: %s %q", name, a.Cart, a.Reply)
		}
		if turns := s.transcript(ids[name]); len(turns) != 4 || turns[0].Said != "add the candle" {
			t.Errorf("%s: %+v", name, turns)
		}
	}
	for name := range before {
		var p struct {
			Code string `json:"code"`
		}
		if code := s.call("POST", "/webhook", map[string]string{"session_id": ids[name], "user_id": "u-" + strings.ReplaceAll(name, " ", "-"), "text": "add a scarf"}, &p); code < 500 || p.Code != "damaged" {
			t.Errorf("%s: %d %q", name, code, p.Code)
		}
	}
	var list struct {
		Sessions []struct {
			ID      string `json:"session_id"`
			Damaged bool   `json:"damaged"`
		} `json:"sessions"`
	}
	s.call("GET", "/v1/sessions", nil, &list)
	for _, one := range list.Sessions {
		if want := one.ID == ids["broken"] || one.ID == ids["wrong type"]; one.Damaged != want {
			t.Errorf("session %s: damaged %v", one.ID, one.Damaged)
		}
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	out, _, code := evercart(t, nil, "", "doctor", "--data", s.data, "--json")
	if code != 1 || !strings.Contains(out, ids["broken"]) || !strings.Contains(out, ids["wrong type"]) || strings.Contains(out, ids["newer"]) {
		t.Errorf("doctor: %d %s", code, out)
	}
	db = s.file(t)
	for name, rows := range before {
		if got := rowsOf(t, db, ids[name]); got != rows {
			t.Errorf("%s: its rows were changed:\n%s\n%s", name, rows, got)
		}
	}
	if got := rowsOf(t, db, ids["newer"]); !strings.Contains(got, `"paper":"red"`) || !strings.Contains(got, `"paper":"gold"`) {
		t.Errorf("a newer program's fields are lost: %s", got)
	}
	var facts string
	if err := db.QueryRow(`SELECT CAST(facts AS TEXT) FROM snapshot`+of, ids["newer"]).Scan(&facts); err != nil {
		t.Fatal(err)
	}
	var snapshot map[string]json.RawMessage
	if err := json.Unmarshal([]byte(facts), &snapshot); err != nil || string(snapshot["mood"]) != `{"tone":"sunny"}` {
		t.Errorf("the snapshot lost a newer program's field: %s", facts)
	}
}
