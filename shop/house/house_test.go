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
		"name = \"a\"\n\nquantity_capp = 3\n":                            `line 3: unknown key "quantity_capp"`,
		"[hours.people]\nmonday = \"08:00-20:00\"\n":                     `line 2: unknown key "hours.people.monday"`,
		"[hours.people]\nmon = \"8 to 20\"\n":                            `line 2: hours.people.mon: "8 to 20" is no span such as 08:00-20:00`,
		"[hours.people]\ntue = \"09:00-17:00\"\nmon = \"25:00-26:00\"\n": `line 3: hours.people.mon: "25:00" is no time such as 08:00`,
		"name = \"a\"\ntimezone = \"New York\"\n":                        `line 2: timezone: "New York" is no time zone`,
		"\n\ncurrency = \"dollars\"\n":                                   "line 3: currency: three letters",
		"locale = \"english\"\n":                                         `line 1: locale: "english" is no language tag; one is en-US`,
		"name = 5\n":                                                     `line 1: name: text in "quotes" is needed here`,
		"name = \n":                                                      "line 1",
		"name = \"a\"\nquantity_cap = \"many\"\n":                        "line 2: quantity_cap: a whole number is needed here",
		"tools = \"undo\"\n":                                             `line 1: tools: a list such as ["one", "two"] is needed here`,
		"hours = 3\n":                                                    "line 1: hours: a table [hours] is needed here",
		"[synonyms]\n\"flower pot\" = [\"planter\"]\n":                   `line 2: synonyms.flower pot: text in "quotes" is needed here`,
		"[channel.twilio]\nkeypad = \"yes\"\n":                           "line 2: channel.twilio.keypad: true or false is needed here",
		"[channel.twilio]\ninterruptible = \"maybe\"\n":                  "line 2: channel.twilio.interruptible: one of none, dtmf, speech, any, not \"maybe\"",
		"[[channel.twilio.languages]]\ncode = \"es\"\n\n[[channel.twilio.languages]]\ncode = \"x\"\n": `line 5: channel.twilio.languages.code: "x" is no language tag`,
		"[[holidays]]\ndate = 2026-12-24\n":                                                                   "line 2: holidays.date: closed = true, opens or closes is needed",
		"[[holidays]]\ndate = \"soon\"\nclosed = true\n":                                                      `line 2: holidays.date: "soon" is no date such as 2026-12-24`,
		"[[holidays]]\ndate = 2026-12-24\nclosed = true\n[[holidays]]\ndate = 2026-12-25\ncloses = \"2pm\"\n": `line 6: holidays.closes: "2pm" is no time such as 08:00`,
		"[[holidays]]\ndate = 2026-12-24\nclosed = \"yes\"\n":                                                 "line 3: holidays.closed: true or false is needed here",
		"holidays = [{date = 2026-12-24}]\n":                                                                  "line 1: holidays.date: closed = true",
		"quantity_cap = -1\n":                                                                                 "line 1: quantity_cap: 1 to 9999, not -1",
		"repeat_from = 1\n":                                                                                   "line 1: repeat_from: 2 or more, not 1",
		"[hand_off]\nemail = \"help@example.com\"\nnumber = \"call us\"\n":                                    `line 3: hand_off.number: "call us" is no telephone number`,
		"hand_off.webhook = \"ftp://example.com\"\n":                                                          "line 1: hand_off.webhook: an address such as",
		"name = \"a\"\nquantity_cap = 0\n":                                                                    "line 2: quantity_cap: 1 to 9999, not 0",
		"name = \"a\"\nmax_lines = 0\n":                                                                       "line 2: max_lines: 1 to 500, not 0",
		"repeat_from = 0\n":                                                                                   "line 1: repeat_from: 2 or more, not 0",
		"about = \"x\"\nname = \"\"\n":                                                                        "line 2: name: it is empty",
		"about = \"x\"\n":                                                                                     "name: the shop's name is needed",
		"name = \"a\"\n[hours.people]\ntue = \"09:00-17:00\"\nmon = \" \"\n":                                  "line 4: hours.people.mon: it is empty",
		"name = \"a\"\ntools = []\n":                                                                          "line 2: tools: it lists nothing",
		"name = \"a\"\ntools = [\"undo\",\n \"ad_to_cart\"]\n":                                                "line 2: tools: there is no tool \"ad_to_cart\"; do you mean \"add_to_cart\"?",
		"[pronunciations]\n\"merino\" = \"muh-REE-no\"\n\"silk\" = \" \"\n":                                   "line 3: pronunciations.silk: \"silk\" = \" \": neither may be empty",
	} {
		_, err := house.Parse([]byte(raw))
		if evercart.CodeOf(err) != evercart.Invalid || !strings.Contains(err.Error(), "shop.toml: "+want) {
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
