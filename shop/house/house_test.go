package house_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/testdata"
	"github.com/evercart/evercart/shop/house"
)

const text = `
name = "Fern & Co"
timezone = "America/New_York"
repeat_from = 12

[hours.people]
mon = "08:00-20:00"
sat = "09:00-12:00, 13:00-17:00"
sun = "closed"

[hours.bar]
fri = "20:00-02:00"

[[holidays]]
date = 2026-12-25
name = "Christmas Day"
closed = true

[[holidays]]
date = 2026-12-28
name = "Stocktaking"
closes = "12:00"
`

func parse(t *testing.T, s string) *house.House {
	t.Helper()
	h, err := house.Parse([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestOpening(t *testing.T) {
	t.Parallel()
	h := parse(t, text)
	ny := h.Zone()
	for _, c := range []struct {
		place, at string // wall-clock time of the shop
		open      bool
		changes   string
	}{
		{"people", "2026-12-21 07:59", false, "2026-12-21 08:00"}, // a Monday
		{"people", "2026-12-21 08:00", true, "2026-12-21 20:00"},
		{"people", "2026-12-21 20:00", false, "2026-12-26 09:00"}, // other days are not given: closed
		{"people", "2026-12-26 12:30", false, "2026-12-26 13:00"},
		{"people", "2026-12-26 16:59", true, "2026-12-26 17:00"},
		{"people", "2026-12-27 10:00", false, "2026-12-28 08:00"},
		{"people", "2026-12-28 11:59", true, "2026-12-28 12:00"}, // a holiday closes earlier
		{"people", "2026-12-28 12:00", false, "2027-01-02 09:00"},
		{"bar", "2026-12-18 23:00", true, "2026-12-19 02:00"},
		{"bar", "2026-12-19 01:59", true, "2026-12-19 02:00"},
		{"bar", "2026-12-25 23:00", false, "2027-01-01 20:00"}, // closed: a Friday that is a holiday
	} {
		at, err := time.ParseInLocation("2006-01-02 15:04", c.at, ny)
		if err != nil {
			t.Fatal(err)
		}
		o := h.Opening(c.place, at.UTC()) // asked in another zone, answered in the shop's
		if got := o.Changes.In(ny).Format("2006-01-02 15:04"); o.Open != c.open || got != c.changes || !o.Known {
			t.Errorf("%s at %s: open %v until %s, not %v until %s", c.place, c.at, o.Open, got, c.open, c.changes)
		}
	}
	if h.Opening("nowhere", time.Now()).Known {
		t.Error("hours of a place that has none")
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"name = \"a\"\n\nquantity_capp = 3\n":            `line 3: unknown key "quantity_capp"`,
		"[hours.people]\nmonday = \"08:00-20:00\"\n":     `line 2: unknown key "hours.people.monday"`,
		"[hours.people]\nmon = \"8 to 20\"\n":            "hours.people: mon",
		"[hours.people]\nmon = \"25:00-26:00\"\n":        "25:00",
		"timezone = \"New York\"\n":                      "timezone",
		"currency = \"dollars\"\n":                       "currency",
		"name = 5\n":                                     "line 1",
		"name = \n":                                      "line 1",
		"[[holidays]]\ndate = 2026-12-24\n":              "closed = true",
		"[[holidays]]\ndate = \"soon\"\nclosed = true\n": "soon",
		"quantity_cap = -1\n":                            "quantity_cap",
	} {
		_, err := house.Parse([]byte(raw))
		if evercart.CodeOf(err) != evercart.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", raw, err, want)
		}
	}
}

func TestSharedShop(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(testdata.Path(t, "shop", "shop.toml"))
	if err != nil {
		t.Fatal(err)
	}
	h := parse(t, string(raw))
	if h.Name != "Linden & Loom" || h.Shop().RepeatFrom != 10 || len(h.Holidays) != 5 || !h.Allows("undo") || h.Allows("read_state") || !h.Allows("clear_cart") || !h.Allows("keep_in_cart") || len(h.Places()) != 4 {
		t.Errorf("%+v", h)
	}
}
