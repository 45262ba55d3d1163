package house_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/shop/house"
	"github.com/evercart/evercart/speak"
)

// folder writes a shop's folder: the example, with a shop.toml of the test's own.
func folder(t *testing.T, toml string) string {
	t.Helper()
	dir := t.TempDir()
	if !strings.Contains(toml, "name = ") {
		toml = "name = \"Fern & Clay\"\n" + toml
	}
	write(t, dir, house.File, toml)
	write(t, dir, "answers/returns.md", "# Returns\n\nYou can send back most things within 30 days. The label costs $5.\n")
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func front(t *testing.T, toml string) *house.Front {
	t.Helper()
	f, err := house.LoadFront(os.DirFS(folder(t, toml)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const hours = `
name = "Fern & Co"
timezone = "America/New_York"

[hours.people]
mon = "08:00-20:00"
tue = "08:00-20:00"
fri = "08:00-20:00"

[hours.quayside]
mon = "10:00-19:00"
tue = "10:00-19:00"
wed = "10:00-19:00"
thu = "10:00-21:00"
fri = "10:00-19:00"
sat = "10:00-16:30"

[[holidays]]
date = 2026-12-24
name = "Christmas Eve"
closes = "15:00"

[[holidays]]
date = 2026-12-25
name = "Christmas Day"
closed = true

[[holidays]]
date = 2027-07-04
name = "Independence Day"
closed = true
`

// One place is closed on the day that is asked about: what its days are is told in the same breath.
func TestClosedDayTellsWhenItIsOpen(t *testing.T) {
	t.Parallel()
	f := front(t, "timezone = \"America/New_York\"\n[hours.mill]\nthu = \"10:00-18:00\"\nfri = \"10:00-18:00\"\nsat = \"10:00-18:00\"\n")
	got, ok := f.OpeningHours("is the mill open on Mondays", time.Date(2026, 12, 21, 9, 30, 0, 0, f.Zone()), speak.For("en"))
	if want := "Mill is closed on Monday; it is open Thursday to Saturday from ten a.m. to six p.m."; !ok || got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// Asked on a Monday at half past nine in the morning, shop time.
func TestOpeningHoursAreSaid(t *testing.T) {
	t.Parallel()
	f := front(t, hours)
	now := time.Date(2026, 12, 21, 9, 30, 0, 0, f.Zone())
	for question, want := range map[string]string{
		"is quay side open now":                             "No, Quayside is closed now and opens ten a.m.",
		"is there a person on the phone now, are you open":  "Yes, our phone line with people is open now, until eight p.m.",
		"how late is the quayside store open on a Thursday": "Quayside is open on Thursday from ten a.m. to nine p.m.",
		"is quayside open on Thursday":                      "Quayside is open on Thursday, Christmas Eve, from ten a.m. to three p.m.",
		"when does quayside close on Saturday":              "Quayside is open on Saturday from ten a.m. to four thirty p.m.",
		"is quayside open on Sunday":                        "Quayside is closed on Sunday.",
		"is quayside open on Christmas Eve":                 "Quayside is open on Christmas Eve from ten a.m. to three p.m.",
		"is quayside open on the fourth of July":            "Quayside is closed on Independence Day.",
		"is quayside open on December 25th":                 "Quayside is closed on Friday, December 25.",
		"is quayside open tomorrow":                         "Quayside is open tomorrow from ten a.m. to seven p.m.",
		"are you open on christmas":                         "Quayside and our phone line with people are closed on Christmas Day.",
		"is quay side open christ mas day":                  "Quayside is closed on Christmas Day.",
		"are you open on Christmas Day":                     "Quayside and our phone line with people are closed on Christmas Day.",
		"what are the hours of quayside":                    "Quayside is open Monday to Wednesday from ten a.m. to seven p.m., Thursday from ten a.m. to nine p.m., Friday from ten a.m. to seven p.m. and Saturday from ten a.m. to four thirty p.m.",
	} {
		if got, ok := f.OpeningHours(question, now.UTC(), speak.For("en")); !ok || got != want {
			t.Errorf("%s\n got %q\nwant %q", question, got, want)
		}
	}
	for _, other := range []string{"can I open an account", "do you have a cafe that is open on Sunday", "how many stores will you open", "is quayside open at Easter", "is quayside open in christmas week", "how much is the scarf"} {
		if got, ok := f.OpeningHours(other, now, speak.For("en")); ok {
			t.Errorf("%s: %q is no answer to it", other, got)
		}
	}
}

func TestWishedTime(t *testing.T) {
	t.Parallel()
	f := front(t, hours)
	now := time.Date(2026, 12, 21, 9, 30, 0, 0, f.Zone()) // a Monday
	for said, want := range map[string]string{
		"tomorrow at ten":                 "2026-12-22 10:00",
		"after five":                      "2026-12-21 17:00",
		"at 8 am":                         "2026-12-22 08:00",
		"on Friday morning":               "2026-12-28 08:00", // a holiday: the next day on which somebody is there
		"tuesday at four thirty pm":       "2026-12-22 16:30",
		"tomorrow at eight pm":            "2026-12-22 19:30", // people leave at eight
		"tomorrow at nine pm":             "2026-12-28 08:00",
		"tuesday at seven in the evening": "2026-12-22 19:00",
		"on Wednesday":                    "2026-12-28 08:00", // closed, and the days after too
		"whenever you like":               "",
		"":                                "",
	} {
		at, ok := f.WishedTime(said, now)
		got := ""
		if ok {
			got = at.In(f.Zone()).Format("2006-01-02 15:04")
		}
		if got != want {
			t.Errorf("%q: %s, not %s", said, got, want)
		}
	}
}

func TestPhoneDigits(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"two oh seven, five five five, oh one four two": "2075550142",
		"call me at 207-555-0142 please":                "2075550142",
		"double five five oh one two three":             "5550123",
		"twenty seven five fifty five oh one nineteen":  "27555" + "0119",
		"+1 (207) 555 0142, tomorrow at ten":            "12075550142",
		"five five five":                                "",
		"never mind":                                    "",
		"one two three four five six seven eight nine one two three four five six seven": "",
	} {
		if got := house.PhoneDigits(said); got != want {
			t.Errorf("%q: %q, not %q", said, got, want)
		}
	}
}

func TestPronunciations(t *testing.T) {
	t.Parallel()
	f := front(t, "[pronunciations]\n\"duvet\" = \"doo-vay\"\n\"Café Noir\" = \"kaffay nwahr\"\n\"Café\" = \"kaffay\"\n\"L&L\" = \"Ell and Ell\"\n")
	for written, spoken := range map[string]string{
		"The Duvet, one hundred dollars.": "The doo-vay, one hundred dollars.",
		"A Café Noir candle":              "A kaffay nwahr candle",
		"duvets and a duvet":              "duvets and a doo-vay",
		"At L&L, yes":                     "At Ell and Ell, yes",
		"":                                "",
	} {
		if got := f.Pronounce(written); got != spoken {
			t.Errorf("%q: %q, not %q", written, got, spoken)
		}
	}
	if got := f.Written("A kaffay nwahr candle for the doo-vay"); got != "A Café Noir candle for the duvet" {
		t.Errorf("written: %q", got)
	}
	for heard, meant := range map[string]string{"is the doo vay washable": "is the duvet washable", "doovays and kafay noir": "doovays and Café noir", "two more": "two more"} {
		if got := f.Meant(heard); got != meant {
			t.Errorf("%q is meant as %q, not %q", heard, got, meant)
		}
	}
	for _, bad := range []string{"\"dollars\" = \"bucks\"", "\"twenty\" = \"score\"", "\"$5\" = \"a fiver\"", "\"one hundred\" = \"a ton\"", "\"\" = \"x\""} {
		if _, err := house.Parse([]byte("[pronunciations]\n" + bad + "\n")); evercart.CodeOf(err) != evercart.Invalid {
			t.Errorf("%s is taken: it could stand inside a price", bad)
		}
	}
}

// shelf finds products whose title has every word that is asked for.
type shelf struct {
	evercart.Catalog
	titles []string
}

func (s shelf) Find(_ context.Context, q evercart.Query) (evercart.Finding, error) {
	var f evercart.Finding
	for _, title := range s.titles {
		all := true
		for w := range strings.FieldsSeq(strings.ToLower(q.Words)) {
			all = all && strings.Contains(strings.ToLower(title), strings.TrimSuffix(w, "s"))
		}
		if all {
			f.Hits = append(f.Hits, evercart.Hit{Product: evercart.Product{Title: title}, Score: 1})
		}
	}
	f.Sure = len(f.Hits) == 1
	return f, nil
}

func TestSynonyms(t *testing.T) {
	t.Parallel()
	f := front(t, "[synonyms]\n\"slip-ons\" = \"loafers\"\n\"cream\" = \"ivory\"\n\"comforter cover\" = \"duvet cover\"\n")
	goods := house.Goods{Catalog: shelf{titles: []string{"Leather Loafers", "Hand Cream", "Ivory Blouse", "Duvet Cover"}}, Front: func() *house.Front { return f }}
	for words, want := range map[string]string{
		"slip-ons": "Leather Loafers", "a slip-on": "", "hand cream": "Hand Cream", "cream blouse": "Ivory Blouse", "comforter covers": "Duvet Cover", "toaster": "",
	} {
		found, err := goods.Find(t.Context(), evercart.Query{Words: words})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(found.Hits) > 0 {
			got = found.Hits[0].Product.Title
		}
		if got != want {
			t.Errorf("%q finds %q, not %q", words, got, want)
		}
	}
}

// An edit counts; one that cannot be read leaves the last good state standing and is counted.
func TestFolderFollowsEdits(t *testing.T) {
	t.Parallel()
	dir := folder(t, "name = \"Before\"\n")
	f, err := house.OpenFolder(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Refresh() || f.Front().Name != "Before" {
		t.Error("nothing was edited")
	}
	write(t, dir, house.File, "name = \"After, and longer\"\n")
	write(t, dir, "answers/returns.md", "# Returns\n\nYou can send back most things within 45 days.\n")
	if !f.Refresh() || f.Front().Name != "After, and longer" || !strings.Contains(f.Front().Answers.Ask("how long can I return things").Text, "45 days") {
		t.Errorf("the edit does not count: %s", f.Front().Name)
	}
	write(t, dir, house.File, "name = \"Broken\"\nnmae = 1\n")
	if f.Refresh() || f.Front().Name != "After, and longer" || f.Broken() != 1 {
		t.Errorf("a broken edit: %s, counted %d", f.Front().Name, f.Broken())
	}
	if f.Refresh() || f.Broken() != 1 {
		t.Error("the same broken edit is counted twice")
	}
	write(t, dir, house.File, "name = \"Mended\"\n")
	if !f.Refresh() || f.Front().Name != "Mended" {
		t.Error("the mended file does not count")
	}
	_, err = house.OpenFolder(folder(t, "name = \"x\"\n\nbad = 1\n"), nil)
	if evercart.CodeOf(err) != evercart.Invalid || !strings.Contains(err.Error(), `line 3: unknown key "bad"`) {
		t.Errorf("a broken folder opens: %v", err)
	}
}

// The example that evercart init writes works as it stands, and its answers answer.
func TestExample(t *testing.T) {
	t.Parallel()
	f, err := house.LoadFront(house.Example())
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != "Fern & Clay" || !f.HandOff.There() || len(f.Answers.Files()) != 2 || !strings.Contains(f.Prompt, "sunny") || !strings.Contains(f.Prompt, "plants for years") {
		t.Errorf("%+v", f.House)
	}
	for question, want := range map[string]string{
		"how long do I have to send a pot back": "30 days",
		"can I return a plant":                  "cannot be returned",
		"what does delivery cost":               "$6",
		"do you run gardening courses":          "",
		"is the soil made in Ireland":           "",
	} {
		if got := f.Answers.Ask(question); !strings.Contains(got.Text, want) || want == "" && got.Text != "" {
			t.Errorf("%s: %q, not %q", question, got.Text, want)
		}
	}
}
