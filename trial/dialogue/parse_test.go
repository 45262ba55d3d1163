package dialogue_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart/trial/dialogue"
)

func parse(text string) ([]dialogue.Dialogue, error) {
	return dialogue.Parse(filepath.Join("some", "shop.talk"), strings.NewReader(text))
}

func TestParse(t *testing.T) {
	t.Parallel()
	list, err := parse("\ufeff# A comment.\r\ncatalog goods.csv\r\n\n  dialogue  One  \n\tcart BLS-IVR-M 2, SCF-RED\n\tfocus silk-blouse\n" +
		"\tsay two, no, three # is no comment here\n\tinterrupt after \"I added\"\n\tafter 2h 30m\n\trestart\n\tcatalogue SCF-RED price 99.50\n" +
		"\texpect not said \"four\" or \"five\"\n\texpect cart empty\n\texpect no question\n\texpect event cart.changed command.verb=add\n" +
		"catalog sample\ndialogue Two\nsay \"hello\"\nexpect refuses\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[0].Name != "One" || list[0].Line != 4 || list[1].Line != 17 {
		t.Fatalf("%+v", list)
	}
	one, two := list[0], list[1]
	if one.Catalog != filepath.Join("some", "goods.csv") || two.Catalog != "" || !one.Alone() || two.Alone() {
		t.Errorf("goods %q and %q, alone %v and %v", one.Catalog, two.Catalog, one.Alone(), two.Alone())
	}
	s := one.Steps
	if len(s) != 11 || s[0].Items[0] != (dialogue.Item{SKU: "BLS-IVR-M", Quantity: 2}) || s[0].Items[1].Quantity != 1 || s[1].Do != dialogue.Focus {
		t.Fatalf("%+v", s)
	}
	if s[2].Words != "two, no, three # is no comment here" || s[2].Line != 7 || s[3].Words != "I added" || s[4].Wait != 150*time.Minute {
		t.Errorf("%+v", s[2:5])
	}
	if *s[6].Change != (dialogue.Change{SKU: "SCF-RED", What: "price", To: "99.50"}) {
		t.Errorf("%+v", s[6].Change)
	}
	if w := s[7].Want; !w.Not || w.What != "said" || len(w.Any) != 2 || w.Any[1] != "five" {
		t.Errorf("%+v", w)
	}
	if w := s[8].Want; w.What != "cart" || len(w.Items) != 0 || w.Not {
		t.Errorf("%+v", w)
	}
	if w := s[9].Want; !w.Not || w.What != "asks" {
		t.Errorf("%+v", w)
	}
	if w := s[10].Want; w.Kind != "cart.changed" || w.Facts["command.verb"] != "add" {
		t.Errorf("%+v", w)
	}
	if two.Steps[0].Words != "hello" {
		t.Errorf("%+v", two.Steps[0])
	}
}

// A file of one dialogue needs no name: the file's is taken.
func TestParseNameless(t *testing.T) {
	t.Parallel()
	list, err := parse("say hello\nexpect no event cart.changed\n")
	if err != nil || len(list) != 1 || list[0].Name != "shop" || list[0].Line != 1 {
		t.Errorf("%+v %v", list, err)
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		line int
		says string
	}{
		"":                              {1, "no dialogue"},
		"# nothing\n":                   {1, "no dialogue"},
		"say hello\n":                   {1, "could not fail"},
		"\ndialogue\n":                  {2, "needs a name"},
		"dialogue A\n\ndialogue B\nsay": {1, "could not fail"},
		"say hi\nshout hi\n":            {2, `unknown word "shout"`},
		"say hi\ncart A\n":              {2, "before the first words"},
		"cart A two\n":                  {1, "SKU and number"},
		"cart A 0\n":                    {1, "from 1"},
		"say\n":                         {1, "needs words"},
		"say [personal]\n":              {1, "left out when this was exported"},
		"say hi\nafter noon\n":          {2, "2h"},
		"say hi\nafter -2h\n":           {2, "2h"},
		"say hi\nrestart now\n":         {2, "nothing stands behind"},
		"say hi\ncatalogue A cheaper\n": {2, "price 99.50"},
		"say hi\nexpect\n":              {2, "unknown expectation"},
		"say hi\nexpect said hello\n":   {2, "in quotes"},
		"say hi\nexpect said \"a\" b\n": {2, "stands or"},
		"say hi\nexpect said \"a\n":     {2, "in quotes"},
		"say hi\nexpect total 1,50\n":   {2, "179.00"},
		"say hi\nexpect event x y\n":    {2, "path=value"},
		"say hi\nexpect refuses it\n":   {2, "expect said"},
		"say hi\nexpect question\n":     {2, "no question"},
		"interrupt after \"I\"\n":       {1, "directly below"},
		"say hi\ninterrupt I added\n":   {2, "how far"},
		"say hi\ncatalog other.csv\n":   {1, "could not fail"},
		"say hi\nexpect refuses\ncatalog other.csv\nsay hi\n": {4, "begins with its name"},
		"say \xff\n":                         {1, "UTF-8"},
		"say " + strings.Repeat("a", 20<<10): {1, "longer than"},
	} {
		_, err := parse(text)
		var bad *dialogue.SyntaxError
		if !errors.As(err, &bad) || bad.Line != want.line || !strings.Contains(bad.Text, want.says) {
			t.Errorf("%q: %v, not %q in line %d", text, err, want.says, want.line)
		}
	}
}

// Whatever is read, what comes out can be played: every step has what its verb needs.
func FuzzParse(f *testing.F) {
	f.Add("dialogue A\ncart A 2, B\nsay hi\ninterrupt after \"x\"\nexpect said \"a\" or \"b\"\ncatalogue A stock any\nafter 2h\n")
	f.Add("say hi\nexpect event cart.changed command.verb=add\nexpect no question\ncatalog \"a b.csv\"\n")
	f.Add("saved nothing\nfocus x\nuser u\nlanguage es\ngreet\nexpect kept A\nexpect not shows B\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := parse(text)
		if err != nil {
			var bad *dialogue.SyntaxError
			if !errors.As(err, &bad) || bad.Line < 1 {
				t.Fatalf("%q: %v tells no line", text, err)
			}
			return
		}
		for _, d := range list {
			for _, s := range d.Steps {
				if s.Line <= 0 || s.Do == dialogue.Expect && s.Want == nil || s.Do == dialogue.Catalogue && s.Change == nil ||
					s.Do == dialogue.Say && s.Words == "" || s.Do == dialogue.After && s.Wait <= 0 {
					t.Fatalf("%q: %+v", text, s)
				}
			}
		}
	})
}
