package speak_test

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart/speak"
)

var (
	saying = regexp.MustCompile(`\.(?:Say|Part)\("([a-z.]+)"`)
	slot   = regexp.MustCompile(`\{(\d)`)
)

// Every phrase that any room asks for by name is there.
func TestPhrasesThatAreSaid(t *testing.T) {
	t.Parallel()
	english, found := speak.Languages()["en"], 0
	err := fs.WalkDir(os.DirFS(".."), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(os.DirFS(".."), path)
		for _, m := range saying.FindAllStringSubmatch(string(text), -1) {
			if found++; english[m[1]] == "" {
				t.Errorf("%s says %q, which is no phrase", path, m[1])
			}
		}
		return err
	})
	if err != nil || found < 20 {
		t.Errorf("%d phrases looked up: %v", found, err)
	}
}

// A language says all that English says, with the same arguments.
func TestLanguagesAreWhole(t *testing.T) {
	t.Parallel()
	all := speak.Languages()
	english := all["en"]
	slots := func(phrase string) string {
		var out []string
		for _, m := range slot.FindAllStringSubmatch(phrase, -1) {
			if !slices.Contains(out, m[1]) {
				out = append(out, m[1])
			}
		}
		slices.Sort(out)
		return strings.Join(out, "")
	}
	for tag, phrases := range all {
		for key, phrase := range english {
			if own := phrases[key]; own == "" || slots(own) != slots(phrase) {
				t.Errorf("%s: %s is %q, in English %q", tag, key, own, phrase)
			}
		}
		for key := range phrases {
			if english[key] == "" {
				t.Errorf("%s: %s is not there in English", tag, key)
			}
		}
	}
}

func TestSay(t *testing.T) {
	t.Parallel()
	v := speak.For("en")
	for want, got := range map[string]string{
		"Shall I really empty your cart, with two things in it?": v.Say("ask.clear", 2),
		"Not available: x.":                  v.Say("not.available", "x"),
		"one more thing":                     v.Part("cart.more", 1),
		"I could not find that in the shop.": v.Say("found.none", 1, 2, 3),
		"":                                   v.Say("no such phrase"),
		"I took  out.":                       v.Say("removed"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
